"""Names for everything at one table, there and back.

Takes a world and its seats; turns numbers of the engine into names that a save can hold, and names into numbers again. A name
that nothing has, or a value of another shape than its type, raises KeyError, ValueError or TypeError.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from .. import ir
from ..engine.state import State
from ..engine.texts import Speaker
from ..engine.world import World


class _ZoneNumbers(dict[str, int]):
    """Zones by what people read for them; a name as it is written in the definition is understood, too."""

    def __missing__(self, name: str) -> int:
        if "_" not in name:
            raise KeyError(name)
        return self[name.replace("_", " ")]


class Names:
    def __init__(self, world: World, seats: tuple[str, ...]) -> None:
        self.world = world
        self.seats = seats
        self.cards = [self._card(card) for card in range(world.cards)]
        speaker = Speaker(State(world, 0), seats, None)
        self.zones = [speaker.zone(zone) for zone in range(len(world.zones))]
        self.card_numbers = {name: number for number, name in enumerate(self.cards)}
        for number, name in enumerate(self.cards):
            for other in self._other_names(number, name):
                self.card_numbers.setdefault(other, number)
        self.zone_numbers = _ZoneNumbers({name: number for number, name in enumerate(self.zones)})

    def _card(self, card: int) -> str:
        owner = self.world.owner[card]
        row = self.world.definition.rows[self.world.row[card]][1]
        name = row.id if owner is None else f"{self.seats[owner]} {row.id}"
        return f"{name} {self.world.copy[card] + 1}" if row.copies > 1 else name

    def _other_names(self, card: int, name: str) -> list[str]:
        """What a card was called where there were more or fewer copies of it."""
        copies = self.world.definition.rows[self.world.row[card]][1].copies
        return [f"{name} 1"] if copies == 1 else [name.removesuffix(" 1")] if self.world.copy[card] == 0 else []

    # ---- values

    def value(self, value: Any, type: ir.Type) -> Any:
        if value is None:
            return None
        if isinstance(value, list | tuple):
            single = ir.Type(type.sort, type.names)
            return [self.value(one, single) for one in value]
        if type.sort == ir.TypeSort.CARD:
            return self.cards[value]
        if type.sort == ir.TypeSort.ZONE:
            return self.zones[value]
        if type.sort == ir.TypeSort.PLAYER:
            return self.seats[value]
        if type.sort == ir.TypeSort.MEMBER:
            return self._ids(type)[value]
        return value

    def value_back(self, value: Any, type: ir.Type) -> Any:
        if value is None:
            return None
        if isinstance(value, list):
            single = ir.Type(type.sort, type.names)
            return tuple(self.value_back(one, single) for one in value)
        if type.sort == ir.TypeSort.CARD:
            return self.card_numbers[value]
        if type.sort == ir.TypeSort.ZONE:
            return self.zone_numbers[value]
        if type.sort == ir.TypeSort.PLAYER:
            return self.seats.index(value)
        if type.sort == ir.TypeSort.MEMBER:
            return self._ids(type).index(value)
        return whole(value)

    def _ids(self, type: ir.Type) -> tuple[str, ...]:
        return next(one.ids for one in self.world.definition.types if one.name == type.names[0])

    # ---- what variables belong to

    def owned(self, of: ir.Owner, thing: int) -> Any:
        return self.value(thing, self._owner_type(of))

    def owned_back(self, of: ir.Owner, name: Any) -> int:
        type = self._owner_type(of)
        thing: int = whole(name) if type.sort == ir.TypeSort.NUMBER else self.value_back(name, type)
        return thing

    def _owner_type(self, of: ir.Owner) -> ir.Type:
        if of.is_player:
            return ir.PLAYER_TYPE
        if of.is_zone:
            return _ZONE
        return ir.NUMBER if of.is_member else _CARD

    def variable(self, of: ir.Owner, type: ir.Type, value: Any) -> Any:
        """One value, or a mapping from the names of what has it."""
        if of.is_game:
            return self.value(value, type)
        owner = self._owner_type(of)
        return {str(self.value(thing, owner)): self.value(value[thing], type) for thing in self.world.things_of(of)}

    def variable_back(self, of: ir.Owner, type: ir.Type, saved: Any, start: Any) -> Any:
        if of.is_game:
            return self.value_back(saved, type)
        values, owner = list(start), self._owner_type(of)
        for name, value in saved.items():
            thing = int(name) if owner is ir.NUMBER else self.value_back(name, owner)
            values[thing] = self.value_back(value, type)
        return tuple(values)


_ZONE, _CARD = ir.Type(ir.TypeSort.ZONE), ir.Type(ir.TypeSort.CARD)


def whole(value: Any) -> int:
    """A whole number, and nothing that only counts as one."""
    if type(value) is not int:
        raise TypeError(value)
    return value


@lru_cache(maxsize=256)
def names_for(world: World, seats: tuple[str, ...]) -> Names:
    return Names(world, seats)
