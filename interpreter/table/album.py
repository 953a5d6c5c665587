"""Views of cards and zones as they were made before, kept by everything that they are made of.

Takes what one viewer may know of a card or of a zone, as values; returns its view, for the same values the same one. So nothing
that is kept hangs on who asked for it, and whoever draws views can tell by identity what has not changed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, TypeVar

from .. import ir
from ..engine.texts import zone_names
from ..engine.world import World
from ..model.definition import Column, Definition, Variable, Words
from ..telling.entries import Known
from ..telling.things import Things, player_key, zone_key
from .areas import form_of, label_of, parent_of
from .printed import printed_from
from .view import CardView, Fact, ZoneView
from .zone_states import ZoneStates, states_of

SIDES = ("north", "east", "south", "west")
MOST_KEPT = 8192  # cards of one world, and zones; with more of them, all are made anew
Shown = TypeVar("Shown", CardView, ZoneView)
Owned = TypeVar("Owned", Column, Variable)
Written = tuple[Mapping[str, Known], Mapping[str, tuple[str, ...]]]  # what is printed, and the words of cells
Named = tuple[tuple[str, Known], ...]  # values by name
Lying = tuple[str | None, str | None, str | None, bool, str | None]  # key, owner, face, whether it is under one, which


@dataclass(frozen=True, slots=True)
class Told:
    """What can be told of the cards of a kind: the values that may count otherwise than they are printed, each with the column
    that it starts from, and the column of the sides on which a tile is open."""

    values: tuple[tuple[int, int | None], ...]
    edges: int | None


@lru_cache(maxsize=64)
def told_of_kinds(definition: Definition) -> tuple[Told, ...]:
    """For each kind."""
    return tuple(_told(definition, ir.Owner(ir.OwnerSort.KIND, kind)) for kind in range(len(definition.kinds)))


def _told(definition: Definition, kind: ir.Owner) -> Told:
    printed = printed_from(definition)
    values = [
        (number, printed.get(number))
        for number, value in enumerate(definition.values)
        if value.of in (ir.OF_CARDS, kind) and (value.holds or value.gets or number in printed)
    ]
    return Told(tuple(values), next((number for number, one in columns_of(definition).get(kind, ()) if one.edges), None))


class Album:
    """The cards and zones of one world, and what is printed there. A zone is known by its cards, which are kept with it and so
    keep their identity."""

    def __init__(self, world: World, seats: tuple[str, ...]) -> None:
        definition, families = world.definition, [entry.family for entry in world.zones]
        owners = [ir.Owner(ir.OwnerSort.FAMILY, family) for family in families]
        self.definition = definition
        self.fixed = tuple(_fixed_zone(world, seats, zone) for zone in range(len(world.zones)))
        self.states: list[ZoneStates] = [states_of(definition)[family] for family in families]
        self.asked = [tuple(states.asked(zone)) for zone, states in enumerate(self.states)]
        self.remembers = [owner if owner in variables_of(definition) else None for owner in owners]
        self.is_fixed = [
            owner is None and not states.conditions and not states.limits
            for owner, states in zip(self.remembers, self.states, strict=True)
        ]
        paired = [(zone, owners[zone]) for zone in sorted(world.paired)]
        self.shared = [[one for one in paired if world.zone_owner(one[0]) == player] for player in range(world.players)]
        self.told = told_of_kinds(definition)
        self.members = _members(world, seats)
        self._rows = [
            _written(world, seats, ir.Owner(ir.OwnerSort.KIND, kind), row.cells, row.words) for kind, row in definition.rows
        ]
        self._cards: dict[tuple[Any, ...], CardView] = {}
        self._zones: dict[tuple[Any, ...], ZoneView] = {}

    def hidden(self, back: str, lying: Lying) -> CardView:
        """A card that the viewer cannot see: its back, and how it lies."""
        kept = self._cards.get((back, lying))
        if kept is None:
            key, owner, face, is_under, under = lying
            card = CardView(back, key, owner=owner, face=face, is_under=is_under, under=under)
            kept = _keep(self._cards, (back, lying), card)
        return kept

    def seen(
        self, row: int, lying: Lying, shows: tuple[int | None, int], drawn: str, now: Named, facts: tuple[Fact, ...]
    ) -> CardView:
        """A card of a row that the viewer sees: how it lies, what a die shows, how a tile is turned, what is told."""
        made_of = (row, lying, shows, drawn, now, facts)
        kept = self._cards.get(made_of)
        if kept is None:
            kept = _keep(self._cards, made_of, self._card(row, lying, shows, drawn, now, facts))
        return kept

    def _card(
        self, number: int, lying: Lying, shows: tuple[int | None, int], drawn: str, now: Named, facts: tuple[Fact, ...]
    ) -> CardView:
        (kind, row), (printed, words) = self.definition.rows[number], self._rows[number]
        (key, owner, face, is_under, under), (value, turned) = lying, shows
        return CardView(
            name=row.name,
            key=key,
            kind=self.definition.kinds[kind].name,
            row=row.id,
            owner=owner,
            face=face,
            is_under=is_under,
            under=under,
            value=value,
            text=row.text,
            drawn=drawn,
            printed=printed,
            words=words,
            now=dict(now),
            open=_open(row.cells, self.told[kind].edges, turned),
            facts=facts,
        )

    def zone(
        self, zone: int, cards: tuple[CardView, ...], facts: tuple[Fact, ...], states: tuple[str, ...], limit: int | None
    ) -> ZoneView:
        made_of = (zone, tuple(map(id, cards)), facts, states, limit)
        kept = self._zones.get(made_of)
        if kept is None:
            view = replace(self.fixed[zone], count=len(cards), cards=cards, facts=facts, states=states, limit=limit)
            kept = _keep(self._zones, made_of, view)
        return kept


def _keep(kept: dict[tuple[Any, ...], Shown], made_of: tuple[Any, ...], view: Shown) -> Shown:
    if len(kept) >= MOST_KEPT:
        kept.clear()
    kept[made_of] = view
    return view


@lru_cache(maxsize=256)
def album_of(world: World, seats: tuple[str, ...]) -> Album:
    return Album(world, seats)


# ---- what is printed


def _members(world: World, seats: tuple[str, ...]) -> list[list[Written]]:
    """Of every member of every type."""
    written = []
    for number, type in enumerate(world.definition.types):
        of, empty = ir.Owner(ir.OwnerSort.MEMBERS, number), [{}] * len(type.ids)  # type: ignore[var-annotated]
        pairs = zip(type.cells or empty, type.words or empty, strict=True)
        written.append([_written(world, seats, of, cells, words) for cells, words in pairs])
    return written


def _written(world: World, seats: tuple[str, ...], of: ir.Owner, cells: Mapping[int, Any], words: Words) -> Written:
    """The values in cells, by column, and the words of those that are carried out. Whoever sees the row may know them: no cell
    names a card."""
    things = Things(world, seats, {}, frozenset())
    printed = {
        column.name: things.value(cells[number], column.type)
        for number, column in columns_of(world.definition).get(of, ())
        if not column.edges and cells.get(number) is not None
    }
    return printed, {world.definition.columns[number].name: told for number, told in words.items()}


def _open(cells: Mapping[int, Any], edges: int | None, turned: int) -> tuple[str, ...] | None:
    if edges is None:
        return None
    flags = cells.get(edges) or (0, 0, 0, 0)
    return tuple(side for number, side in enumerate(SIDES) if flags[(number - turned) % len(SIDES)])


def _fixed_zone(world: World, seats: tuple[str, ...], zone: int) -> ZoneView:
    """A zone as it is while nothing lies there and nothing is so of it."""
    entry, owner = world.zones[zone], world.zone_owner(zone)
    family = world.definition.families[entry.family]
    return ZoneView(
        key=zone_key(zone),
        name=zone_names(world, seats)[zone],
        label=label_of(world, zone),
        family=family.name,
        form=form_of(family),
        seen_by=str(family.seen_by),
        number=entry.index + 1,
        parent=parent_of(world, seats, zone),
        owner=None if owner is None else player_key(owner),
        cell=(entry.x, entry.y) if family.size else None,
        size=family.size,
        neighbours=tuple(zone_key(one) for one in world.beside(zone)),
        room=family.room,
        count=0,
        cards=(),
    )


# ---- what is declared, by what it is of


@lru_cache(maxsize=64)
def columns_of(definition: Definition) -> Mapping[ir.Owner, Sequence[tuple[int, Column]]]:
    """The columns of everything that has some, each with its number."""
    return _by_owner(definition.columns)


@lru_cache(maxsize=64)
def variables_of(definition: Definition) -> Mapping[ir.Owner, Sequence[tuple[int, Variable]]]:
    """The variables of everything that has some, each with its number."""
    return _by_owner(definition.variables)


def _by_owner(declared: Sequence[Owned]) -> Mapping[ir.Owner, Sequence[tuple[int, Owned]]]:
    by_owner: dict[ir.Owner, list[tuple[int, Owned]]] = {}
    for number, one in enumerate(declared):
        by_owner.setdefault(one.of, []).append((number, one))
    return by_owner
