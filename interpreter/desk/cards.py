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
from .cells import cells_in_words
from .glossary import about_name
from .printed_words import printed_in_words
from .rulebook import rules_with
from .sources import MOST_RULES, Sources

MOST_ROWS = 8


def find_rows(definition: Definition, words: str, exact: bool = False) -> list[tuple[ComponentKind, Row]]:
    """The rows with this name; else those whose name begins with it or has it somewhere; else those of this kind."""
    wanted = _words(words)
    rows = [(definition.kinds[kind], row) for kind, row in definition.rows]
    for fits in (str.__eq__,) if exact else (str.__eq__, str.startswith, str.__contains__):
        fitting = [(kind, row) for kind, row in rows if wanted and fits(row.name.casefold(), wanted)]
        if fitting:
            return fitting
    return [] if exact else [(kind, row) for kind, row in rows if kind.name.replace("_", " ") == wanted]


def about(sources: Sources, words: str) -> list[str]:
    """Lines about what is called just so: cards, members of types, places and whatever is defined; else about every row whose
    name has the words, or one line that says that there is none."""
    definition = sources.game.definition
    if rows := find_rows(definition, words, exact=True):
        return _rows_lines(sources, rows)
    lines = [line for type, number in _members(definition, words) for line in _member_lines(sources, type, number)]
    lines += about_name(sources, words) if not lines else []
    if lines:
        return [*lines, *(rules_with(sources, words) if len(lines) == 1 else [])][: 1 + MOST_RULES + len(lines)]
    if rows := find_rows(definition, words):
        return _rows_lines(sources, rows)
    if spoken := rules_with(sources, words):
        return spoken
    return [nothing_called(sources, words)]


def nothing_called(sources: Sources, words: str) -> str:
    hint = did_you_mean(words, [row.name for _, row in sources.game.definition.rows])
    return f'Nothing is called "{words}"' + (f"; {hint}" if hint else ".")


def _rows_lines(sources: Sources, rows: list[tuple[ComponentKind, Row]]) -> list[str]:
    definition = sources.game.definition
    lines = [line for kind, row in rows[:MOST_ROWS] for line in _lines(sources, kind, row)]
    if len(rows) == 1 and not rows[0][1].text:
        kind, row = rows[0]
        lines += sources.entry(row.id, row.line)
        lines += [line for one in _named(definition, kind, row) for line in _member_beside(sources, *one, bool(row.words))]
    return [*lines, f"… and {len(rows) - MOST_ROWS} more"] if len(rows) > MOST_ROWS else lines


def _lines(sources: Sources, kind: ComponentKind, row: Row) -> list[str]:
    amount = f"up to {row.copies}" if row.each_player else f"{row.copies}"
    copies = f", {amount} copies" if row.copies > 1 else ""
    lines = _printed(sources, f"{row.name} ({kind.name.replace('_', ' ')}{copies})", kind.name, row.cells)
    return [*lines, f"  {row.text}"] if row.text else [*lines, *_carried_out(sources, row.words)]


def _member_lines(sources: Sources, type: Members, number: int) -> list[str]:
    """A member of a type: what is written about it, and the rules that this cites."""
    head = f"{type.names[number]} ({type.name.replace('_', ' ')})"
    lines = _printed(sources, head, type.name, type.cells[number] if type.cells else {})
    words = _carried_out(sources, type.words[number]) if type.words else []
    cited = [*sources.member(type.name, type.ids[number]), *sources.cited_at_columns("types", type.name)]
    return [*lines, *words, *list(dict.fromkeys(cited))[:MOST_RULES]]


def _member_beside(sources: Sources, type: Members, number: int, has_own: bool) -> list[str]:
    """A member that is printed on a card: all of it if that is what the card does, else what it is and nothing more."""
    if not type.cells or not type.cells[number]:
        return [] if has_own else rules_with(sources, type.names[number])[:MOST_RULES]
    is_table = any(isinstance(cell, tuple) for cell in type.cells[number].values())
    return [] if has_own or is_table else _member_lines(sources, type, number)


def _printed(sources: Sources, head: str, name: str, cells: Mapping[int, Cell]) -> list[str]:
    single, lists = printed_in_words(sources.game.definition, name, cells)
    return [f"{head}: {', '.join(single)}" if single else head, *(f"  {one}" for one in lists)]


def _carried_out(sources: Sources, words: Words) -> list[str]:
    """What stands in cells that are carried out or asked anew, one below the other."""
    columns = sources.game.definition.columns
    told = [(columns[number].name, cells_in_words(sources, cells)) for number, cells in words.items()]
    return [f"  {name.replace('_', ' ')}: {cells}" for name, cells in told if cells]


def _members(definition: Definition, words: str) -> list[tuple[Members, int]]:
    """The members of types that are called so."""
    wanted = _words(words)
    return [
        (type, number) for type in definition.types for number, name in enumerate(type.names) if wanted == name.casefold()
    ]


def _named(definition: Definition, kind: ComponentKind, row: Row) -> list[tuple[Members, int]]:
    """The members that are printed on a card."""
    types = {type.name: type for type in definition.types}
    named = []
    for number, column in enumerate(definition.columns):
        cell = row.cells.get(number)
        is_member = column.type.sort == ir.TypeSort.MEMBER and not column.type.many
        if definition.name_of(column.of) == kind.name and is_member and isinstance(cell, int):
            named.append((types[column.type.names[0]], cell))
    return named


def _words(words: str) -> str:
    return " ".join(words.replace("_", " ").split()).casefold()
