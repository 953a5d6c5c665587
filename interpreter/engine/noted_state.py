"""A position that notes what is looked at in it.

Takes a position as it is now; whoever evaluates with it gets what the position holds, and each part that was looked at is noted
as a bit: a zone, where a card lies, its face, a variable. Never changes, and rules are not carried out on it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Generic, TypeVar

from .state import Hosts, State
from .world import World

EVERYTHING = -1  # every bit there is
Part = TypeVar("Part")


class Noting:
    """What was looked at since somebody began to listen, as bits."""

    __slots__ = ("looked_at",)

    def __init__(self) -> None:
        self.looked_at = 0

    def during(self, work: Callable[[], Part]) -> tuple[Part, int]:
        """What some work comes to, and what it looked at; whoever listened before hears of it, too."""
        before, self.looked_at = self.looked_at, 0
        try:
            result = work()
            return result, self.looked_at
        finally:
            self.looked_at |= before


class NotedList(Generic[Part]):
    """The parts of one sort; the bit of the first is `first`."""

    __slots__ = ("_all", "_bits", "_noting", "parts")

    def __init__(self, parts: list[Part], first: int, noting: Noting) -> None:
        self.parts = parts
        self._bits = bits_from(first, len(parts))
        self._all = sum(self._bits)
        self._noting = noting

    def __getitem__(self, number: int) -> Part:
        self._noting.looked_at |= self._bits[number]
        return self.parts[number]

    def __iter__(self) -> Iterator[Part]:
        self._noting.looked_at |= self._all
        return iter(self.parts)

    def __len__(self) -> int:
        return len(self.parts)

    def since(self, before: NotedList[Part]) -> int:
        """The bits of what differs from before."""
        if self.parts == before.parts:
            return 0
        changed = 0
        for bit, then, now in zip(self._bits, before.parts, self.parts, strict=True):
            if then != now:
                changed |= bit
        return changed


_BITS: list[int] = []


def bits_from(first: int, count: int) -> list[int]:
    while len(_BITS) < first + count:
        _BITS.append(1 << len(_BITS))
    return _BITS[first : first + count]


class NotedHosts:
    """What lies under what, as a whole."""

    __slots__ = ("_bit", "_noting", "hosts")

    def __init__(self, hosts: Hosts, bit: int, noting: Noting) -> None:
        self.hosts = hosts
        self._bit = bit
        self._noting = noting

    def since(self, before: NotedHosts) -> int:
        return 0 if self.hosts == before.hosts else self._bit

    def _seen(self) -> Hosts:
        self._noting.looked_at |= self._bit
        return self.hosts

    def __getitem__(self, card: int) -> int:
        return self._seen()[card]

    def __contains__(self, card: int) -> bool:
        return card in self._seen()

    def __len__(self) -> int:
        return len(self._seen())

    def __iter__(self) -> Iterator[int]:
        return iter(self._seen())

    def get(self, card: int, other: int) -> int:
        return self._seen().get(card, other)

    def values(self) -> Any:
        return self._seen().values()

    def items(self) -> Any:
        return self._seen().items()


class NotedState(State):
    """What has been `shown` and what lasts for a time counts as everything: if that changes, all has. Nothing that is asked
    hangs on chance to come or on where the rules stand."""

    __slots__ = ("noting",)

    def __init__(self, state: State, noting: Noting) -> None:
        now, world = state.copy(), state.world
        self.noting = noting
        self.world, self.rng, self.stack = now.world, now.rng, now.stack
        self.marks, self.shown, self.shown_cards = now.marks, now.shown, now.shown_cards
        self.budget, self.patience, self.depth, self.needed = now.budget, now.patience, 0, 0
        firsts = firsts_of(world, len(now.variables))
        self.zones = NotedList(now.zones, firsts[0], noting)  # type: ignore[assignment]
        self.lies_in = NotedList(now.lies_in, firsts[1], noting)  # type: ignore[assignment]
        self.face = NotedList(now.face, firsts[2], noting)  # type: ignore[assignment]
        self.variables = NotedList(now.variables, firsts[3], noting)  # type: ignore[assignment]
        self.host = NotedHosts(now.host, bits_from(firsts[4], 1)[0], noting)  # type: ignore[assignment]

    def since(self, before: NotedState) -> int:
        """The bits of what has changed."""
        if (self.shown, self.marks) != (before.shown, before.marks):
            return EVERYTHING
        changed = 0
        for name in ("zones", "lies_in", "face", "variables", "host"):
            changed |= getattr(self, name).since(getattr(before, name))
        return changed


def firsts_of(world: World, variables: int) -> tuple[int, ...]:
    """The first bit of zones, of where cards lie, of faces, of variables, of what lies under what, and of what comes after."""
    zones, cards = len(world.zones), world.cards
    return 0, zones, zones + cards, zones + 2 * cards, zones + 2 * cards + variables, zones + 2 * cards + variables + 1
