"""What is printed on a card, for somebody who asks.

Takes what is written and words; returns the rows that are called so, with their text and printed values, or with what is
written about them, and about what they name, where there is no text. All of it is in the rules for everybody to read; where the
card lies is not told.
"""

from __future__ import annotations

from .. import ir
from ..language.diagnostics import did_you_mean
from ..model.definition import Definition, Kind, Row
from .sources import Sources

MOST_ROWS = 8


def find_rows(definition: Definition, words: str) -> list[tuple[Kind, Row]]:
    """The rows with this name; else those whose name begins with it or has it somewhere; else those of this kind."""
    wanted = " ".join(words.replace("_", " ").split()).casefold()
    rows = [(definition.kinds[kind], row) for kind, row in definition.rows]
    for fits in (str.__eq__, str.startswith, str.__contains__):
        found = [(kind, row) for kind, row in rows if wanted and fits(row.name.casefold(), wanted)]
        if found:
            return found
    return [(kind, row) for kind, row in rows if kind.name.replace("_", " ") == wanted]


def about(sources: Sources, words: str) -> list[str]:
    """Lines about every row that is called so, or one that says that there is none."""
    definition = sources.game.definition
    found = find_rows(definition, words)
    if not found:
        members = [(f"{name} ({type})", *sources.member(type, id)) for type, id, name in _members(definition, words)]
        if members:
            return [line for lines in members for line in lines]
        hint = did_you_mean(words, [row.name for _, row in definition.rows])
        return [f'Nothing is called "{words}"' + (f"; {hint}" if hint else ".")]
    lines = [line for kind, row in found[:MOST_ROWS] for line in _lines(definition, kind, row)]
    if len(found) == 1 and not found[0][1].text:
        kind, row = found[0]
        lines += sources.entry(row.id, row.line)
        lines += [line for type, id in _named(definition, kind, row) for line in sources.member(type, id)]
    return [*lines, f"… and {len(found) - MOST_ROWS} more"] if len(found) > MOST_ROWS else lines


def _lines(definition: Definition, kind: Kind, row: Row) -> list[str]:
    printed = [
        f"{column.name.replace('_', ' ')} {_text(definition, column.type, row.cells.get(number))}"
        for number, column in enumerate(definition.columns)
        if definition.name_of(column.of) == kind.name and not column.formula and _is_plain(column.type, row.cells.get(number))
    ]
    copies = f", {row.copies} copies" if row.copies > 1 else ""
    lines = [f"{row.name} ({kind.name.replace('_', ' ')}{copies})" + (f": {', '.join(printed)}" if printed else "")]
    return [*lines, f"  {row.text}"] if row.text else lines


def _members(definition: Definition, words: str) -> list[tuple[str, str, str]]:
    """The members of types that are called so: their type, id and name."""
    wanted = " ".join(words.replace("_", " ").split()).casefold()
    return [
        (type.name, id, name)
        for type in definition.types
        for id, name in zip(type.ids, type.names, strict=True)
        if wanted == name.casefold()
    ]


def _named(definition: Definition, kind: Kind, row: Row) -> list[tuple[str, str]]:
    """The members that are printed on a card and have something written about themselves."""
    types = {type.name: type for type in definition.types}
    found = []
    for number, column in enumerate(definition.columns):
        cell = row.cells.get(number)
        is_member = column.type.sort == "member" and not column.type.many
        if definition.name_of(column.of) == kind.name and is_member and isinstance(cell, int):
            type = types[column.type.names[0]]
            found += [(type.name, type.ids[cell])] if type.cells and type.cells[cell] else []
    return found


def _is_plain(type: ir.Type, cell: object) -> bool:
    return isinstance(cell, int) and not type.many and type.sort in ("number", "member", "flag")


def _text(definition: Definition, type: ir.Type, cell: object) -> str:
    assert isinstance(cell, int)
    if type.sort == "member":
        return next(one for one in definition.types if one.name == type.names[0]).names[cell]
    if type.sort == "flag":
        return "yes" if cell else "no"
    return str(cell)
