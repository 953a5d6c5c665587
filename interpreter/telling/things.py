"""Things as one viewer may know them: cards by the viewer's own keys or by their backs, all else by public keys.

Zones are `z0`, `z1` …, players `p0`, `p1` …, members `m-TYPE-0` …, in the order of their tables; who looks at a table may know
all of these. Cards are `k1`, `k2` … in the order in which they came before the viewer's eyes.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from functools import lru_cache
from typing import Any, Protocol

from .. import ir
from ..engine.world import World
from ..errors import Misused
from ..model.definition import Definition
from .entries import Known, Thing
from .places import read_names

_MOST_KEYS = 10_000  # an account of many moves names the same keys again and again, and keeps one text of each


@lru_cache(maxsize=_MOST_KEYS)
def card_key(number: int) -> str:
    return f"k{number}"


@lru_cache(maxsize=_MOST_KEYS)
def zone_key(zone: int) -> str:
    return f"z{zone}"


def player_key(player: int) -> str:
    return f"p{player}"


def member_key(type: str, member: int) -> str:
    return f"m-{type}-{member}"


def thing_of(world: World, cards: Mapping[int, int], key: str) -> tuple[int, ir.Type]:
    """The true number and the type of what a viewer knows by a key, among all zones, players and members, and the cards that
    this viewer can follow; raises Misused."""
    by_key: dict[str, tuple[int, ir.Type]] = {
        card_key(number): (card, ir.Type(ir.TypeSort.CARD)) for card, number in cards.items()
    }
    by_key |= {zone_key(zone): (zone, ir.Type(ir.TypeSort.ZONE)) for zone in range(len(world.zones))}
    by_key |= {player_key(player): (player, ir.PLAYER_TYPE) for player in range(world.players)}
    for type in world.definition.types:
        single = ir.Type(ir.TypeSort.MEMBER, (type.name,))
        by_key |= {member_key(type.name, member): (member, single) for member in range(len(type.ids))}
    if key not in by_key:
        raise Misused(f'nothing on this table has the key "{key}"')
    return by_key[key]


def counted(key: str | None) -> int:
    """The how-manieth key of a viewer it is; 0 for a card without one."""
    return int(key[1:]) if key is not None and key[0] == "k" else 0


def zone_thing(world: World, seats: tuple[str, ...], zone: int) -> Thing:
    return _zone_things(world, seats)[zone]


@lru_cache(maxsize=256)
def _zone_things(world: World, seats: tuple[str, ...]) -> tuple[Thing, ...]:
    owners = [None if owner is None else player_key(owner) for owner in world.zone_owners]
    named = enumerate(zip(read_names(world, seats), owners, strict=True))
    return tuple(Thing(ir.ThingSort.ZONE, name, zone_key(zone), owner=owner) for zone, (name, owner) in named)


def player_thing(seats: tuple[str, ...], player: int) -> Thing:
    return Thing(ir.ThingSort.PLAYER, seats[player], player_key(player))


def member_thing(world: World, type: str, member: int) -> Thing:
    return _member_things(world.definition)[type][member]


@lru_cache(maxsize=64)
def _member_things(definition: Definition) -> Mapping[str, tuple[Thing, ...]]:
    return {
        type.name: tuple(
            Thing(ir.ThingSort.MEMBER, name, member_key(type.name, member), row=id)
            for member, (name, id) in enumerate(zip(type.distinct_names, type.ids, strict=True))
        )
        for type in definition.types
    }


@lru_cache(maxsize=1 << 15)
def card_thing(world: World, card: int, key: str | None, is_seen: bool) -> Thing:
    row, owner = world.definition.rows[world.row[card]][1], world.owner[card]
    back = world.definition.backs[world.row[card]]
    whose = None if owner is None else player_key(owner)
    return Thing(ir.ThingSort.CARD, row.name if is_seen else back, key, row.id if is_seen else None, whose)


class Followed(Protocol):
    """The cards that a viewer can follow, with their numbers."""

    def get(self, card: int, /) -> int | None: ...


class Things:
    """Values as one viewer may know them. `keys` are the cards that the viewer can follow, `seen` those that it sees."""

    def __init__(self, world: World, seats: tuple[str, ...], keys: Followed, seen: Container[int]) -> None:
        self.world = world
        self.seats = seats
        self.keys = keys
        self.seen = seen

    def card(self, card: int, is_seen: bool | None = None) -> Thing:
        return card_thing(self.world, card, self.key(card), card in self.seen if is_seen is None else is_seen)

    def key(self, card: int) -> str | None:
        number = self.keys.get(card)
        return None if number is None else card_key(number)

    def of_sort(self, sort: str, thing: int, names: tuple[str, ...] = ()) -> Thing | None:
        """A thing of a sort; None for numbers and the like."""
        if sort == ir.ThingSort.CARD:
            return self.card(thing)
        if sort == ir.ThingSort.ZONE:
            return zone_thing(self.world, self.seats, thing)
        if sort == ir.ThingSort.PLAYER:
            return player_thing(self.seats, thing)
        return member_thing(self.world, names[0], thing) if sort == ir.ThingSort.MEMBER else None

    def owner(self, of: ir.Owner, thing: int) -> Thing | None:
        """What has a variable."""
        if of.is_member:
            return member_thing(self.world, self.world.definition.types[of.number].name, thing)
        sort = ir.ThingSort.CARD if of.is_card else ir.ThingSort.ZONE if of.is_zone else ir.ThingSort.PLAYER
        return None if of.is_game else self.of_sort(sort, thing)

    def value(self, value: Any, type: ir.Type) -> Known:
        """A value of a type: a thing, a number, yes or no, a text, or several."""
        if value is None:
            return None
        if isinstance(value, list | tuple | range):
            single = ir.Type(type.sort, type.names)
            return tuple(self.value(one, single) for one in self._in_order(value, type))
        if type.sort == ir.TypeSort.FLAG:
            return bool(value)
        if type.sort == ir.TypeSort.TEXT:
            return str(self.world.definition.texts[value])
        thing = self.of_sort(type.sort, value, type.names)
        if thing is None:
            assert isinstance(value, int)
            return value
        return thing

    def _in_order(self, values: Any, type: ir.Type) -> Any:
        """Cards that the viewer cannot see come last: their order among the others tells nothing."""
        return sorted(values, key=lambda card: card not in self.seen) if type.sort == ir.TypeSort.CARD else values

    def mentioned(self, told: tuple[tuple[Any, ir.Type], ...]) -> tuple[Thing, ...]:
        """The things that a text speaks of, without its numbers."""
        things: list[Thing] = []
        for value, type in told:
            known = self.value(value, type)
            things += [one for one in (known if isinstance(known, tuple) else (known,)) if isinstance(one, Thing)]
        return tuple(things)
