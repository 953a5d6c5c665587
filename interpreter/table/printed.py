"""Which printed column a value of a card starts from, told from the definition alone.

A card has a printed number and counts as something: `starts: print`, or what another value starts from, possibly with an
exception. Views tell where the two differ, and looks show both.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from .. import ir
from ..ir.walk import walk
from ..model.definition import Definition

THIS = 1


@lru_cache(maxsize=64)
def printed_from(definition: Definition) -> Mapping[int, int]:
    """The column that each value of cards starts from, where it is one and a number."""
    printed: dict[int, int] = {}
    for number, value in enumerate(definition.values):
        columns = _columns(definition, number, frozenset()) if value.of.is_card else set()
        if len(columns) == 1 and _is_number(value.type):
            printed[number] = columns.pop()
    return printed


def counting(definition: Definition, column: int) -> int | None:
    """The value that a printed number counts as in the end: no other one starts from it. None if there is none or several."""
    starting = [number for number, printed in printed_from(definition).items() if printed == column]
    needed = {other for number in starting for other in _needed(definition, number)}
    last = [number for number in starting if number not in needed]
    return last[0] if len(last) == 1 else None


def _columns(definition: Definition, value: int, above: frozenset[int]) -> set[int]:
    """The columns of the card itself that a value is made from, at its start."""
    start = definition.functions[definition.values[value].starts].value
    columns = {
        node.column
        for node in walk(start)
        if isinstance(node, ir.Cell) and node.of == ir.Local(THIS) and _is_number(definition.columns[node.column].type)
    }
    for other in _needed(definition, value) - above:
        columns |= _columns(definition, other, above | {value})
    return columns


def _needed(definition: Definition, value: int) -> set[int]:
    """The other values of the same card that a value starts from."""
    start = definition.functions[definition.values[value].starts].value
    return {node.value for node in walk(start) if isinstance(node, ir.Computed) and node.of == ir.Local(THIS)} - {value}


def _is_number(type: ir.Type) -> bool:
    return type.sort is ir.TypeSort.NUMBER and not type.many
