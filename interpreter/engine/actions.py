"""The finite action space of a game: a number for everything that can ever be answered.

Takes a definition; gives every place of decision a block of numbers, in file order, as large as the things that can be picked
there at the largest table. A number means the same in every state of every game of this definition.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from .. import ir
from ..definition import Definition
from .state import State
from .world import World, world_for

MOST_NUMBER = 256

Types = Sequence[tuple[ir.Type, ...]] | Mapping[int, tuple[ir.Type, ...]]
# For each branch of a decision its number, its count of options, and what is picked: the lists of its picks, which do not
# depend on each other, as a tuple, or a list of all their combinations.
Found = Sequence[tuple[int, int, tuple[Sequence[Any], ...] | list[tuple[Any, ...]]]]


class ActionNumbers:
    def __init__(self, definition: Definition) -> None:
        self.definition = definition
        self.world: World = world_for(definition, definition.most)
        self.copies = max((row.copies for _, row in definition.rows), default=1)
        self._zones: dict[tuple[World, int], list[int]] = {}
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
        lists = tuple((value,) for value in values)
        return self.numbers(state.world, site, {branch: types}, ((branch, 1, lists),), seat, state.owner)[0]

    def numbers(
        self, world: World, site: int, types: Types, found: Found, seat: int, owner: Callable[[int], int | None]
    ) -> list[int]:
        """The numbers of every option of a decision that picks something; of options that share one, each gets the next."""
        numbers: list[int] = []
        for branch, count, picked in found:
            first = self.first[site][branch]
            if not count or not types[branch]:
                numbers += [first] * count
                continue
            is_listed = isinstance(picked, list)
            indices = [0] if not is_listed else [0] * count
            for type, values in zip(types[branch], zip(*picked, strict=True) if is_listed else picked, strict=True):
                size, places = self.size(type), self._places(world, type, values, seat, owner)
                if is_listed:
                    indices = [index * size + place for index, place in zip(indices, places, strict=True)]
                else:
                    indices = [index * size + place for index in indices for place in places]
            numbers += [first + index * self.copies for index in indices]
        return numbers if len(set(numbers)) == len(numbers) else _told_apart(numbers)

    def _places(
        self, world: World, type: ir.Type, values: Iterable[int], seat: int, owner: Callable[[int], int | None]
    ) -> list[int]:
        """The places of values among all things of their type; seats are counted from whoever decides."""
        players, most = world.players, self.definition.most
        if type.sort == "card":
            owners = [(card, owner(card)) for card in values]
            return [
                world.row[card] * (most + 1) + (most if one is None else (one - seat) % players) for card, one in owners
            ]
        if type.sort == "player":
            return [(value - seat) % players for value in values]
        if type.sort == "zone":
            zones = self._zones.get((world, seat))
            if zones is None:
                zones = self._zones[world, seat] = [self._zone(world, zone, seat) for zone in range(len(world.zones))]
            return [zones[value] for value in values]
        last = self.size(type) - 1
        return [min(max(value, 0), last) for value in values]

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


def _told_apart(numbers: list[int]) -> list[int]:
    seen: dict[int, int] = {}
    told = []
    for number in numbers:
        seen[number] = seen.get(number, -1) + 1
        told.append(number + seen[number])
    return told


@lru_cache(maxsize=32)
def action_numbers(definition: Definition) -> ActionNumbers:
    return ActionNumbers(definition)
