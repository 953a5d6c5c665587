"""What is printed on a card or written beside a member of a type, in words: numbers, names, flags, texts, and lists of them.

Takes cells of a table; returns what stands there behind the names of their columns. What is carried out or asked anew each time
is told by `cells`.
"""

from __future__ import annotations

from collections.abc import Mapping

from .. import ir
from ..model.definition import Cell, Column, Definition
from ..telling.plurals import listed

_SIDES = ("north", "east", "south", "west")
_NOTHING = "none"


def printed_in_words(definition: Definition, of: str, cells: Mapping[int, Cell]) -> tuple[list[str], list[str]]:
    """Single values, for one line, and the lists, each for a line of its own."""
    single, lists = list[str](), list[str]()
    for number, column in enumerate(definition.columns):
        if definition.name_of(column.of) != of or column.formula or cells.get(number) is None:
            continue
        told = _column(definition, column, cells[number])
        if told:
            (lists if isinstance(cells[number], tuple) else single).append(told)
    return single, lists


def _column(definition: Definition, column: Column, cell: Cell) -> str:
    name = column.name.replace("_", " ")
    if isinstance(cell, tuple):
        told = _sides(cell) if column.edges else _listed(definition, column.type, cell)
        return f"{name}: {told}" if told else ""
    if column.type.sort is ir.TypeSort.FLAG:
        return name if cell else ""
    told = _value(definition, column.type, cell)
    return f"{name} {told}" if told else ""


def _sides(cell: tuple[int | None, ...]) -> str:
    return listed([side for side, is_open in zip(_SIDES, cell, strict=True) if is_open])


def _listed(definition: Definition, type: ir.Type, cell: tuple[int | None, ...]) -> str:
    """All of them in order; of flags the places at which it is so."""
    if type.sort is ir.TypeSort.FLAG:
        return ", ".join(str(place) for place, holds in enumerate(cell, 1) if holds)
    told = [_NOTHING if one is None else _value(definition, type, one) for one in cell]
    return ", ".join(told) if all(told) else ""


def _value(definition: Definition, type: ir.Type, cell: Cell) -> str:
    """Nothing of what people do not read as a value: what is carried out."""
    if not isinstance(cell, int):
        return ""
    if type.sort is ir.TypeSort.MEMBER:
        return next(one for one in definition.types if one.name == type.names[0]).names[cell]
    if type.sort is ir.TypeSort.TEXT:
        return definition.texts[cell] if cell < len(definition.texts) else ""
    return str(cell) if type.sort is ir.TypeSort.NUMBER else ""
