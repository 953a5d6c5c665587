"""Fills the holes of texts with the names of things, as a given seat may know them.

Takes a text of the IR, a state and a viewer; returns words. A card that the viewer cannot see is named by its back, and a hole
that hangs on anything the viewer may not know stays open.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from functools import lru_cache
from typing import Any

from .. import ir
from .discretion import Discreet, Sighting
from .evaluate import Places
from .sight import can_see
from .state import State
from .trouble import STOPPING
from .world import World, Zone

UNTOLD = "…"


class Speaker:
    """Names things for one viewer: a seat, None for what everybody may know, EVERYTHING for somebody who sees all."""

    def __init__(
        self, state: State, seats: tuple[str, ...], viewer: int | None, known: Set[Sighting] = frozenset()
    ) -> None:
        self.state = state
        self.world = state.world
        self.definition = state.world.definition
        self.seats = seats
        self.viewer = viewer
        self.known = known
        self.asking = Discreet(state, viewer, known)

    def text(self, text: ir.Text, places: Places) -> str:
        return self.told(text, places)[0]

    def told(self, text: ir.Text, places: Places) -> tuple[str, tuple[tuple[Any, ir.Type], ...]]:
        """A text with its holes filled, and the things in those that the viewer may know."""
        words, things = [], []
        for part in text.parts:
            if isinstance(part, str):
                words.append(part)
                continue
            hole, type = part
            value, is_secret = self._asked(hole, places)
            words.append(UNTOLD if is_secret else self.thing(value, type))
            things += [] if is_secret else [(value, type)]
        return "".join(words), tuple(things)

    def _asked(self, hole: ir.Expr, places: Places) -> tuple[Any, bool]:
        """Rules go on whether somebody reads of them or not, so what cannot be worked out is left open, too."""
        try:
            return self.asking.asked(hole, places)
        except STOPPING:
            return None, True

    def thing(self, value: Any, type: ir.Type) -> str:
        if value is None:
            return "nothing"
        if isinstance(value, list | tuple | range):
            return ", ".join(self._listed(value, ir.Type(type.sort, type.names))) or "nothing"
        if type.sort == ir.TypeSort.CARD:
            return self.card(value)
        if type.sort == ir.TypeSort.ZONE:
            return self.only_card_or_zone(value)
        if type.sort == ir.TypeSort.PLAYER:
            return self.seats[int(value)]
        if type.sort == ir.TypeSort.MEMBER:
            members = next(one for one in self.definition.types if one.name == type.names[0])
            return members.names[int(value)]
        if type.sort == ir.TypeSort.TEXT:
            return self.definition.texts[int(value)]
        if type.sort == ir.TypeSort.FLAG:
            return "yes" if value else "no"
        return str(value)

    def _listed(self, things: Sequence[Any], type: ir.Type) -> list[str]:
        """Each of several things; cards with whose they are, if they are of several players. Hidden ones come last, so that
        their order among the others tells nothing."""
        if type.sort == ir.TypeSort.CARD:
            things = sorted(things, key=lambda card: card is not None and not self.can_name(card))
        names = [self.thing(one, type) for one in things]
        owners = [self.world.owner[one] for one in things] if type.sort == ir.TypeSort.CARD else []
        if len(set(owners)) < 2:
            return names
        return [name if owner is None else f"{self.seats[owner]}'s {name}" for name, owner in zip(names, owners, strict=True)]

    def can_name(self, card: int) -> bool:
        """Whether the viewer sees the card, or is known to have seen it."""
        return (card, self.viewer) in self.known or can_see(self.state, card, self.viewer)

    def card(self, card: int) -> str:
        if not self.can_name(card):
            back = self.definition.backs[self.world.row[card]]
            return f"a {back}" if back[:1] not in "aeiou" else f"an {back}"
        name = self.definition.rows[self.world.row[card]][1].name
        if self.definition.kinds[self.world.kind[card]].faces:
            value = self.state.read(self.definition.variable_numbers["value"], card)
            return f"{name} {value}"
        return name

    def only_card_or_zone(self, zone: int) -> str:
        family = self.definition.families[self.world.zones[zone].family]
        if family.room == 1 and self.state.zones[zone] and not family.size and not family.ids:
            return self.card(self.state.zones[zone][0])
        return self.zone(zone)

    def zone(self, zone: int) -> str:
        """`column 2`, `hand of Ada`, `c3r1`, `head of column 1`."""
        return zone_names(self.world, self.seats)[zone]


@lru_cache(maxsize=256)
def zone_names(world: World, seats: tuple[str, ...]) -> tuple[str, ...]:
    """What the zones of a table are called; the same at every moment of every match."""
    return tuple(_zone_name(world, seats, zone) for zone in range(len(world.zones)))


def _zone_name(world: World, seats: tuple[str, ...], zone: int) -> str:
    entry = world.zones[zone]
    family = world.definition.families[entry.family]
    words = family.name.replace("_", " ")
    if family.pairs is not None:
        return _name_of_both(world, seats, entry, family.pairs)
    if family.ids:
        words = family.ids[entry.index].replace("_", " ")
    elif family.size:
        words = f"c{entry.x}r{entry.y}"
    elif family.count is not None:
        words = f"{words} {entry.index + 1}"
    return words + _of_parent(world, seats, family.per, entry.parent)


def _name_of_both(world: World, seats: tuple[str, ...], entry: Zone, second: ir.Owner) -> str:
    """`Ada in harbour`."""
    parent = entry.parent or 0
    return f"{seats[parent] if seats else f'player {parent + 1}'} in {name_of_second(world, entry, second)}"


def name_of_second(world: World, entry: Zone, second: ir.Owner) -> str:
    """What the second of two owners is called."""
    if second.is_member:
        return world.definition.types[second.number].distinct_names[entry.index]
    return _zone_name(world, (), world.zone_at[second.number, None, entry.index])


def _of_parent(world: World, seats: tuple[str, ...], per: ir.Owner, parent: int | None) -> str:
    if per.is_game or parent is None:
        return ""
    if per.is_player:
        return f" of {seats[parent]}" if seats else f" of player {parent + 1}"
    if per.is_member:
        return f" of {world.definition.types[per.number].names[parent]}"
    return f" of {_zone_name(world, seats, parent)}"
