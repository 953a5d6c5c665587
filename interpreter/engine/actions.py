"""The finite action space of a game: a number for everything that can ever be answered.

Takes a definition; gives every place of decision a block of numbers, in file order, as large as the things that can be picked
there at the largest table. A number means the same in every state of every game of this definition.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from .. import ir
from ..definition import Definition
from .state import State
from .world import World, world_for

MOST_NUMBER = 256


class ActionNumbers:
    def __init__(self, definition: Definition) -> None:
        self.definition = definition
        self.world: World = world_for(definition, definition.most)
        self.copies = max((row.copies for _, row in definition.rows), default=1)
        self.first: list[list[int]] = []
        self.last: list[int] = []
        total = 0
        for site in definition.sites:
            starts = []
            for types in site.branches:
                starts.append(total)
                size = 1
                for type in types:
                    size *= self.size(type)
                total += size * (self.copies if types else 1)
            total += 2
            self.first.append(starts)
            self.last.append(total)
        self.total = total

    def size(self, type: ir.Type) -> int:
        """How many different things of a type there can be."""
        if type.sort == "card":
            return len(self.definition.rows) * (self.definition.most + 1)
        if type.sort == "zone":
            return len(self.world.zones) or 1
        if type.sort == "player":
            return self.definition.most
        if type.sort == "member":
            return max(len(one.ids) for one in self.definition.types)
        return MOST_NUMBER

    def number(
        self, state: State, site: int, branch: int, types: tuple[ir.Type, ...], values: tuple[Any, ...], seat: int
    ) -> int:
        index = 0
        for type, value in zip(types, values, strict=True):
            index = index * self.size(type) + self._place(state, type, value, seat)
        return self.first[site][branch] + index * (self.copies if types else 1)

    def _place(self, state: State, type: ir.Type, value: int, seat: int) -> int:
        world, most = state.world, self.definition.most
        if type.sort == "card":
            owner = state.owner(value)
            relative = most if owner is None else (owner - seat) % world.players
            return world.row[value] * (most + 1) + relative
        if type.sort == "player":
            return (value - seat) % world.players
        if type.sort == "zone":
            return self._zone(world, value, seat)
        return min(max(value, 0), self.size(type) - 1)

    def _zone(self, world: World, zone: int, seat: int) -> int:
        """The same place at the largest table; seats are counted from whoever decides."""
        place = world.zones[zone]
        parent = place.parent
        family = self.definition.families[place.family]
        if family.per == "player" and parent is not None:
            parent = (parent - seat) % world.players
        elif parent is not None and any(one.name == family.per for one in self.definition.families):
            parent = self._zone(world, parent, seat)
        return self.world.zone_at.get((place.family, parent, place.index), 0)

    def decline(self, site: int) -> int:
        return self.last[site] - 2

    def done(self, site: int) -> int:
        return self.last[site] - 1


@lru_cache(maxsize=32)
def action_numbers(definition: Definition) -> ActionNumbers:
    return ActionNumbers(definition)
