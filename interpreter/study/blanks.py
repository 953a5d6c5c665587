"""A card that is out of one seat's reach, or a blank one for that seat: what a card is worth is told by playing without it.

Takes a definition and a row of cards of which every seat has its own; returns the cards that are not there, and for a blank a
definition with one more row: the same card without abilities, each of its numbers the lowest that is printed in its column.
"""

from __future__ import annotations

from dataclasses import replace

from .. import ir
from ..engine.world import Identity
from ..model.definition import Cell, ComponentKind, Definition, Row

WEIGHED = 0  # the seat that has to do without


def can_be_removed(definition: Definition, row: int) -> bool:
    """Whether a card can be kept from a seat: dice are no cards, and there must be something else that looks the same, or
    what would be told is only that one cannot play without a pawn."""
    kind, backs = definition.kinds[definition.rows[row][0]], definition.backs
    looks = [(back, definition.kinds[number].per_player) for back, (number, _) in zip(backs, definition.rows, strict=True)]
    return kind.faces is None and looks.count((backs[row], kind.per_player)) > 1


def can_be_withheld(definition: Definition, row: int) -> bool:
    """Whether it can be kept from a seat while the game goes on; of cards that a seat sees from the beginning and that nobody
    else has, there must be one less."""
    kind = definition.kinds[definition.rows[row][0]]
    return not kind.per_player or definition.families[kind.home].seen_by == ir.SeenBy.NOBODY


def can_be_blank(definition: Definition, row: int) -> bool:
    """Whether each seat has its own, and one more row can stand behind those of its kind without another row getting a new
    number."""
    kind = definition.rows[row][0]
    return definition.kinds[kind].per_player and kind == definition.rows[-1][0]


def without_row(definition: Definition, row: int) -> frozenset[Identity]:
    """The cards of a row that one seat has."""
    return frozenset((row, WEIGHED, copy) for copy in range(definition.rows[row][1].copies))


def with_blank(definition: Definition, row: int, seats: int) -> tuple[Definition, frozenset[Identity]]:
    """The definition with a blank for a row, and the cards that are not there: one seat's row, the others' blanks."""
    number, own = definition.rows[row]
    kind = definition.kinds[number]
    cells = {column: _lowest(definition, column, cell) for column, cell in own.cells.items()}
    blank = replace(own, id=f"{own.id}_blank", name=f"{own.name} (blank)", text="", cells=cells, has_abilities=False)
    kinds = list(definition.kinds)
    kinds[number] = _with_row(kind, blank)
    changed = replace(definition, kinds=tuple(kinds), fingerprint=f"{definition.fingerprint} with a blank for {row}")
    others = {(len(definition.rows), seat, copy) for seat in range(seats) if seat != WEIGHED for copy in range(own.copies)}
    return changed, without_row(definition, row) | others


def _with_row(kind: ComponentKind, row: Row) -> ComponentKind:
    return replace(kind, rows=(*kind.rows, row))


def _lowest(definition: Definition, column: int, cell: Cell) -> Cell:
    """The lowest number of a column; what is no number stays as it is."""
    if definition.columns[column].type.sort != ir.TypeSort.NUMBER or not isinstance(cell, int):
        return cell
    return min(one for one in definition.cells_of(column) if isinstance(one, int))
