"""The finite action space of a game: a number for everything that can ever be answered.

Takes a definition; gives every place of decision a block of numbers, in file order, as large as the things that can be picked
there at the largest table. A number means the same in every state of every game of this definition. A card goes by what is
printed on it, or by its place among those offered if whoever decides cannot see it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from typing import Any

from .. import ir
from ..ir.analysis.capacities import Answers, zones_of_families, zones_of_owner
from ..ir.limits import PICKED_NUMBER
from ..model.definition import Definition
from .sight import can_see
from .state import State
from .world import World

Types = Sequence[tuple[ir.Type, ...]] | Mapping[int, tuple[ir.Type, ...]]
# For each branch of a decision its number, its count of options, and what is picked: the lists of its picks, which do not
# depend on each other, as a tuple, or a list of all their combinations.
Listing = Sequence[tuple[int, int, tuple[Sequence[Any], ...] | list[tuple[Any, ...]]]]


@dataclass(frozen=True, slots=True)
class Offer:
    """Who is offered something, whose a card is, whether that seat sees it (None: it sees all that can be offered), and all
    that is offered in a row of picks."""

    seat: int
    owner: Callable[[int], int | None]
    sees: Callable[[int], bool] | None = None
    row: Sequence[int] = ()

    @classmethod
    def at(cls, state: State, seat: int, is_blind: bool, row: Sequence[int] = ()) -> Offer:
        """What is offered to a seat now; at a blind place some of it may be hidden."""
        return cls(seat, state.owner, (lambda card: can_see(state, card, seat)) if is_blind else None, row)


class ActionNumbers:
    def __init__(self, definition: Definition) -> None:
        self.definition = definition
        self.offsets = list(accumulate(zones_of_families(definition), initial=0))
        self.own_zones = [zones_of_owner(definition, number) for number in range(len(definition.families))]
        self.answers = Answers(definition)
        self._zones: dict[tuple[World, int], list[int]] = {}
        self.first: list[list[int]] = []
        self.last: list[int] = []
        total = 0
        for site in definition.sites:
            starts = []
            for types in site.branches:
                starts.append(total)
                total += self.answers.block(types, site.blind)
            total += 2
            self.first.append(starts)
            self.last.append(total)
        self.total = total


    def numbers(self, world: World, site: int, types: Types, branches: Listing, offer: Offer) -> list[int]:
        """The numbers of every option of a decision that picks something; of options that share one, each gets the next."""
        numbers: list[int] = []
        blind = self.definition.sites[site].blind
        for branch, count, picked in branches:
            first = self.first[site][branch]
            if not count or not types[branch]:
                numbers += [first] * count
                continue
            is_listed = isinstance(picked, list)
            indices = [0] if not is_listed else [0] * count
            for type, values in zip(types[branch], zip(*picked, strict=True) if is_listed else picked, strict=True):
                size, places = self.answers.of(type, blind), self._places(world, type, list(values), offer)
                if is_listed:
                    indices = [index * size + member for index, member in zip(indices, places, strict=True)]
                else:
                    indices = [index * size + member for index in indices for member in places]
            numbers += [first + index * self.answers.copies for index in indices]
        return numbers if len(set(numbers)) == len(numbers) else _told_apart(numbers)

    def _places(self, world: World, type: ir.Type, values: list[int], offer: Offer) -> list[int]:
        """The places of values among all things of their type; seats are counted from whoever decides."""
        seat, players = offer.seat, world.players
        if type.sort == ir.TypeSort.CARD:
            return self._cards(world, values, offer)
        if type.sort == ir.TypeSort.PLAYER:
            return [(value - seat) % players for value in values]
        if type.sort == ir.TypeSort.ZONE:
            zones = self.zone_places(world, seat)
            return [zones[value] for value in values]
        return values if type.sort == ir.TypeSort.MEMBER else [value + PICKED_NUMBER.most for value in values]

    def _cards(self, world: World, cards: list[int], offer: Offer) -> list[int]:
        seat, players, most = offer.seat, world.players, self.definition.most
        hidden: dict[int, int] = {}
        if offer.sees is not None:
            unseen = [card for card in dict.fromkeys(offer.row or cards) if not offer.sees(card)]
            hidden = {card: self.answers.faces + index for index, card in enumerate(unseen)}
        numbers = []
        for card in cards:
            owner = offer.owner(card)
            printed = world.row[card] * (most + 1) + (most if owner is None else (owner - seat) % players)
            numbers.append(hidden.get(card, printed))
        return numbers

    def zone_places(self, world: World, seat: int) -> list[int]:
        """The place of every zone among all of the largest table, as whoever decides counts them."""
        zones = self._zones.get((world, seat))
        if zones is None:
            zones = self._zones[world, seat] = [self._zone(world, zone, seat) for zone in range(len(world.zones))]
        return zones

    def _zone(self, world: World, zone: int, seat: int) -> int:
        """The same place at the largest table; seats are counted from whoever decides."""
        entry = world.zones[zone]
        parent = entry.parent or 0
        per = self.definition.families[entry.family].per
        if per.is_player:
            parent = (parent - seat) % world.players
        elif per.is_zone:
            parent = self._zone(world, parent, seat) - self.offsets[world.zones[parent].family]
        return self.offsets[entry.family] + parent * self.own_zones[entry.family] + entry.index

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


@lru_cache(maxsize=64)
def action_numbers(definition: Definition) -> ActionNumbers:
    return ActionNumbers(definition)
