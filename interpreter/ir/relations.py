"""Every direction in which things lie, for each sort of things: the nearest one, and all of them in order.

Evaluation, checks, analyses and the language read this table; a back end adds how it prints each entry. Beyond none there is
nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from .aspects import FIXED, NEXT, Aspects
from .table import Table
from .types import Relation, ThingSort

SIDES = 4  # neighbours of a cell


@dataclass(frozen=True, slots=True)
class RelationEntry:
    """`nearest` and `every` are there if the one or the other can be asked. `most` is how many there can be at most, where that
    does not hang on the table; a `checked` neighbour may be a number that rules cannot go on with."""

    relation: Relation
    sort: ThingSort
    nearest: Callable[[Table, int], int | None] | None = None
    every: Callable[[Table, int], Sequence[int]] | None = None
    can_be_none: bool = True
    reads: Aspects = FIXED
    most: int | None = None
    checked: bool = False


# ---------------------------------------------------------------- cards


def _above(table: Table, card: int) -> Sequence[int]:
    row = table.state.zones[table.state.lies_in[card]]
    return row[: row.index(card)]


def _below(table: Table, card: int) -> Sequence[int]:
    row = table.state.zones[table.state.lies_in[card]]
    return row[row.index(card) + 1 :]


def _under(table: Table, card: int) -> Sequence[int]:
    row = table.state.zones[table.state.lies_in[card]]
    return [one for one in row if table.state.host[one] == card]


def _next_card(down: bool, table: Table, card: int) -> int | None:
    return table.state.next_card(card, down)


# ---------------------------------------------------------------- zones, players, numbers


def _next_zone(by: int, table: Table, zone: int) -> int | None:
    return table.world.step(zone, by)


def _later_zones(table: Table, zone: int) -> Sequence[int]:
    group = table.world.group(zone)
    return group[group.index(zone) + 1 :]


def _earlier_zones(table: Table, zone: int) -> Sequence[int]:
    group = table.world.group(zone)
    return group[: group.index(zone)]


def _next_player(by: int, table: Table, player: int) -> int:
    return (player + by) % table.world.players


def _next_number(by: int, table: Table, number: int) -> int:
    return number + by


_ENTRIES = (
    RelationEntry(Relation.ABOVE, ThingSort.CARD, partial(_next_card, False), _above, reads=NEXT),
    RelationEntry(Relation.BELOW, ThingSort.CARD, partial(_next_card, True), _below, reads=NEXT),
    RelationEntry(Relation.UNDER, ThingSort.CARD, None, _under, reads=NEXT),
    RelationEntry(Relation.AFTER, ThingSort.ZONE, partial(_next_zone, 1), _later_zones),
    RelationEntry(Relation.BEFORE, ThingSort.ZONE, partial(_next_zone, -1), _earlier_zones),
    RelationEntry(Relation.BESIDE, ThingSort.ZONE, None, lambda table, zone: table.world.beside(zone), most=SIDES),
    RelationEntry(
        Relation.AFTER, ThingSort.PLAYER, partial(_next_player, 1),
        lambda table, player: range(player + 1, table.world.players), can_be_none=False,
    ),
    RelationEntry(
        Relation.BEFORE, ThingSort.PLAYER, partial(_next_player, -1), lambda table, player: range(player), can_be_none=False
    ),
    RelationEntry(Relation.AFTER, ThingSort.NUMBER, partial(_next_number, 1), can_be_none=False, checked=True),
    RelationEntry(Relation.BEFORE, ThingSort.NUMBER, partial(_next_number, -1), can_be_none=False, checked=True),
)  # fmt: skip

RELATIONS = {(entry.relation, entry.sort): entry for entry in _ENTRIES}
assert {relation for relation, _ in RELATIONS} == set(Relation), "every relation has its entry"
