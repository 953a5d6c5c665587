"""What is printed on a card, for somebody who asks.

Takes what is written and words; returns the rows that are called so, with their text and printed values, or where there is no
text with sentences made of their abilities, and with what they name. All of it is in the rules for everybody to read; where the
card lies is not told.
"""

from __future__ import annotations

from collections.abc import Mapping

from .. import ir
from ..language.diagnostics import did_you_mean
from ..model.definition import Cell, ComponentKind, Definition, Members, Row, Words
from .cells import cell_in_words
from .glossary import about_name
from .rulebook import rules_with
from .sources import Sources

MOST_ROWS = 8


def find_rows(definition: Definition, words: str) -> list[tuple[ComponentKind, Row]]:
    """The rows with this name; else those whose name begins with it or has it somewhere; else those of this kind."""
    wanted = " ".join(words.replace("_", " ").split()).casefold()
    rows = [(definition.kinds[kind], row) for kind, row in definition.rows]
    for fits in (str.__eq__, str.startswith, str.__contains__):
        fitting = [(kind, row) for kind, row in rows if wanted and fits(row.name.casefold(), wanted)]
        if fitting:
            return fitting
    return [(kind, row) for kind, row in rows if kind.name.replace("_", " ") == wanted]


def about(sources: Sources, words: str) -> list[str]:
    """Lines about every row that is called so, or one that says that there is none."""
    definition = sources.game.definition
    rows = find_rows(definition, words)
    if not rows:
        members = _members(definition, words)
        if members:
            return [line for type, number in members for line in _member_lines(sources, type, number)]
        if named := about_name(sources, words):
            return named
        if spoken := rules_with(sources, words):
            return spoken
        hint = did_you_mean(words, [row.name for _, row in definition.rows])
        return [f'Nothing is called "{words}"' + (f"; {hint}" if hint else ".")]
    lines = [line for kind, row in rows[:MOST_ROWS] for line in _lines(sources, kind, row)]
    if len(rows) == 1 and not rows[0][1].text:
        kind, row = rows[0]
        lines += sources.entry(row.id, row.line)
        lines += [line for type, number in _named(definition, kind, row) for line in _member_lines(sources, type, number)]
    return [*lines, f"… and {len(rows) - MOST_ROWS} more"] if len(rows) > MOST_ROWS else lines


def _lines(sources: Sources, kind: ComponentKind, row: Row) -> list[str]:
    definition = sources.game.definition
    amount = f"up to {row.copies}" if row.each_player else f"{row.copies}"
    copies = f", {amount} copies" if row.copies > 1 else ""
    head = f"{row.name} ({kind.name.replace('_', ' ')}{copies})"
    lines = [head + _printed(definition, kind.name, row.cells)]
    return [*lines, f"  {row.text}"] if row.text else [*lines, *_carried_out(sources, row.words)]


def _member_lines(sources: Sources, type: Members, number: int) -> list[str]:
    """A member of a type: what is written about it, and the rules that this cites."""
    definition = sources.game.definition
    head = f"{type.names[number]} ({type.name.replace('_', ' ')})"
    lines = [head + _printed(definition, type.name, type.cells[number] if type.cells else {})]
    words = _carried_out(sources, type.words[number]) if type.words else []
    return [*lines, *words, *sources.member(type.name, type.ids[number])]


def _printed(definition: Definition, name: str, cells: Mapping[int, Cell]) -> str:
    printed = [
        f"{column.name.replace('_', ' ')} {_text(definition, column.type, cells.get(number))}"
        for number, column in enumerate(definition.columns)
        if definition.name_of(column.of) == name and not column.formula and _is_plain(column.type, cells.get(number))
    ]
    return f": {', '.join(printed)}" if printed else ""


def _carried_out(sources: Sources, words: Words) -> list[str]:
    """What stands in cells that are carried out or asked anew, one below the other."""
    columns = sources.game.definition.columns
    told = [(columns[number].name, [cell_in_words(sources, one) for one in cells]) for number, cells in words.items()]
    return [f"  {name.replace('_', ' ')}: {'; '.join(cells)}" for name, cells in told if any(cells)]


def _members(definition: Definition, words: str) -> list[tuple[Members, int]]:
    """The members of types that are called so."""
    wanted = " ".join(words.replace("_", " ").split()).casefold()
    return [
        (type, number) for type in definition.types for number, name in enumerate(type.names) if wanted == name.casefold()
    ]


def _named(definition: Definition, kind: ComponentKind, row: Row) -> list[tuple[Members, int]]:
    """The members that are printed on a card and have something written about themselves."""
    types = {type.name: type for type in definition.types}
    named = []
    for number, column in enumerate(definition.columns):
        cell = row.cells.get(number)
        is_member = column.type.sort == ir.TypeSort.MEMBER and not column.type.many
        if definition.name_of(column.of) == kind.name and is_member and isinstance(cell, int):
            type = types[column.type.names[0]]
            named += [(type, cell)] if type.cells and type.cells[cell] else []
    return named


def _is_plain(type: ir.Type, cell: object) -> bool:
    return isinstance(cell, int) and not type.many and type.sort in (ir.TypeSort.NUMBER, ir.TypeSort.MEMBER, ir.TypeSort.FLAG)


def _text(definition: Definition, type: ir.Type, cell: object) -> str:
    assert isinstance(cell, int)
    if type.sort == ir.TypeSort.MEMBER:
        return next(one for one in definition.types if one.name == type.names[0]).names[cell]
    if type.sort == ir.TypeSort.FLAG:
        return "yes" if cell else "no"
    return str(cell)
