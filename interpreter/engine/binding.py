"""What the options of a decision bind, as whoever decides may know it.

A screen frames the things that can be picked, and a bot asks what an option is about. Both get no numbers of cards, which would
tell copies apart that nobody can: a card goes by its place in its zone, as a view of that seat lists it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from .. import ir
from .likeness import likeness
from .sight import listed
from .state import State

Bound = tuple[int, tuple[Any, ...]]  # a branch, and what is picked for it


@dataclass(frozen=True, slots=True)
class CardAt:
    """A card by where it lies: the number of its zone, and its place in it, as the seat's view lists the zone, from 1."""

    zone: int
    place: int


@dataclass(frozen=True, slots=True)
class OptionPick:
    """One thing that an option binds: the name and the sort of the pick, the type of a member, and the thing: a card by its
    place, a zone, player or member by its number, or a number. `alike` are all things that would mean the same."""

    name: str
    sort: str
    of: str
    thing: CardAt | int
    alike: tuple[CardAt | int, ...]


@dataclass(eq=False)
class Binding:
    """The picks of every option of one decision, worked out when somebody asks. `everything` lists what can be picked, before
    what is alike was joined; `offered` what was left of it."""

    state: State
    procedure: int
    node: ir.Choose | ir.PickMany
    seat: int
    picked_so_far: tuple[Any, ...]
    everything: Callable[[], Iterable[Bound]]
    offered: Iterable[Bound]

    @cached_property
    def names(self) -> tuple[str, ...]:
        return self.state.world.definition.procedures[self.procedure].names

    def picks_of(self, branch: int, values: tuple[Any, ...]) -> tuple[OptionPick, ...]:
        if branch < 0:
            return ()
        key = self._key(branch, values)
        same = self._alike.get(key, [values]) if self._kept[key] < 2 else [values]
        bound = zip(self._slots(branch), values, zip(*same, strict=True), strict=True)
        return tuple(self._pick(name, type, value, alike) for (name, type), value, alike in bound) if values else ()

    @cached_property
    def picked(self) -> tuple[OptionPick, ...]:
        """What was picked so far in a row."""
        return tuple(self._pick(*self._slots(0)[0], one, (one,)) for one in self.picked_so_far)

    @cached_property
    def _alike(self) -> dict[Any, list[tuple[Any, ...]]]:
        alike: dict[Any, list[tuple[Any, ...]]] = {}
        for branch, values in self.everything():
            alike.setdefault(self._key(branch, values), []).append(values)
        return alike

    @cached_property
    def _kept(self) -> Counter[Any]:
        """How many options of one likeness are told apart by their words all the same."""
        return Counter(self._key(branch, values) for branch, values in self.offered if branch >= 0)

    def _key(self, branch: int, values: tuple[Any, ...]) -> Any:
        pairs = zip(self._slots(branch), values, strict=True)
        return branch, *(
            likeness(self.state, one, self.seat) if type.sort == ir.TypeSort.CARD else one for (_, type), one in pairs
        )

    def _slots(self, branch: int) -> list[tuple[str, ir.Type]]:
        """The name and the type of every pick of a branch."""
        node = self.node
        if isinstance(node, ir.PickMany):
            return [(self.names[node.result], node.type)]
        return [(self.names[slot], type) for slot, _, type in node.branches[branch].picks]

    def _pick(self, name: str, type: ir.Type, value: Any, same: tuple[Any, ...]) -> OptionPick:
        of = type.names[0] if type.sort == ir.TypeSort.MEMBER else ""
        alike = tuple(dict.fromkeys(self._thing(one, type) for one in same))
        return OptionPick(name, type.sort, of, self._thing(value, type), alike)

    def _thing(self, value: Any, type: ir.Type) -> CardAt | int:
        if type.sort != ir.TypeSort.CARD:
            return int(value)
        zone = self.state.lies_in[value]
        return CardAt(zone, 1 + self._listed(zone).index(value))

    def _listed(self, zone: int) -> list[int]:
        cards = self._zones.get(zone)
        if cards is None:
            cards = self._zones[zone] = listed(self.state, zone, self.seat)
        return cards

    @cached_property
    def _zones(self) -> dict[int, list[int]]:
        return {}
