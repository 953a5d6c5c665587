"""The rows of a table with their cells by name, however they are written: as mappings, or as lists in the order of the columns.

Takes the nodes of a table; returns its rows. Never looks at what a cell says: that is for others.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from collections.abc import Mapping as Table
from dataclasses import dataclass, replace

from ..diagnostics import Span
from ..read.nodes import Mapping, Node, Sequence, text_of, value_of

PRINTED = ("name", "text", "copies", "abilities")


@dataclass(frozen=True, slots=True)
class GivenWord:
    """A word that a crossing gives to a cell; it is written nowhere, and `span` is where it comes from."""

    span: Span
    words: str

    @property
    def value(self) -> str | int | float | bool | None:
        return value_of(self.words)


Cell = Node | GivenWord


@dataclass(frozen=True, slots=True)
class WrittenRow:
    """A row with its cells, its name and its other slots; `keys` says where each of them is named."""

    id: str
    span: Span
    cells: Table[str, Cell]
    keys: Table[str, Span]

    def get(self, slot: str) -> Cell | None:
        return self.cells.get(slot)


def words_of(cell: Cell | None) -> str:
    """The words in a cell, or nothing."""
    return cell.words if isinstance(cell, GivenWord) else text_of(cell)


def plain_rows(rows: Mapping, columns: Iterable[str]) -> Iterator[WrittenRow]:
    """The rows as they stand there; a list has its cells in the order of the columns."""
    for id, row in rows.items.items():
        yield _row(id, rows.keys[id], row, columns)


def with_defaults(rows: Iterable[WrittenRow], defaults: Table[str, Cell]) -> Iterator[WrittenRow]:
    """The rows, where a cell that is left out holds what its column says: `cost: number or 0`."""
    for row in rows:
        missing = {name: cell for name, cell in defaults.items() if name not in row.cells}
        yield replace(row, cells={**row.cells, **missing}) if missing else row


def _row(id: str, span: Span, row: Node, columns: Iterable[str]) -> WrittenRow:
    if isinstance(row, Mapping):
        return WrittenRow(id, span, row.items, row.keys)
    cells = dict(zip(columns, row.items, strict=False)) if isinstance(row, Sequence) else {}
    return WrittenRow(id, span, cells, dict.fromkeys(cells, span))


SMALL_WORDS = frozenset(("a", "an", "and", "at", "for", "in", "of", "on", "or", "the", "to", "with"))


def in_words(id: str, slots: Mapping) -> str:
    """What a card is called by its id: `bird_of_the_night` is bird of the night or, with capitals, Bird of the Night."""
    words = id.split("_")
    if text_of(slots.get("names")) == "capitals":
        words = [one if number and one in SMALL_WORDS else one.capitalize() for number, one in enumerate(words)]
    return " ".join(words)
