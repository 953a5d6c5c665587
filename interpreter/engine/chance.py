"""The one place where anything is random.

Takes a generator state (one whole number) and returns results with the next state. The same state gives the same results on
every machine, process and Python version (SplitMix64, rejection-sampled). Never keeps anything for itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

_MASK = (1 << 64) - 1
_STEP = 0x9E3779B97F4A7C15
_PART = (1 << 30) - 1  # a random number is used in two parts that are quick to reckon with


def seeded(seed: int) -> int:
    """A generator state from a seed of any size."""
    state = _mix((seed + _STEP) & _MASK)
    seed >>= 64
    while seed not in (0, -1):
        state = _mix((state + seed + _STEP) & _MASK)
        seed >>= 64
    return state


def _mix(value: int) -> int:
    value = ((value ^ (value >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    value = ((value ^ (value >> 27)) * 0x94D049BB133111EB) & _MASK
    return value ^ (value >> 31)


def below(state: int, limit: int) -> tuple[int, int]:
    """The next state and a number from 0 to limit - 1, every one equally likely."""
    most = (1 << 64) - (1 << 64) % limit
    while True:
        state = (state + _STEP) & _MASK
        value = _mix(state)
        if value < most:
            return state, value % limit


def shuffled(state: int, cards: Sequence[int]) -> tuple[int, tuple[int, ...]]:
    """The next state and the cards in a random order. One random number serves as many exchanges as it has room for."""
    order = list(cards)
    spare = -1
    for most, sizes in _exchanges(len(order) - 1):
        part = most
        while part >= most:
            if spare >= 0:
                part, spare = spare, -1
            else:
                state = (state + _STEP) & _MASK
                value = _mix(state)
                part, spare = value >> 34, value >> 4 & _PART
        for last, size in sizes:
            other = part % size
            part //= size
            order[last], order[other] = order[other], order[last]
    return state, tuple(order)


@cache
def _exchanges(last: int) -> tuple[tuple[int, tuple[tuple[int, int], ...]], ...]:
    """The exchanges from the last card down, in groups that one part of a random number serves: below what the part is fair to
    all of them, and of each of them the card and among how many it chooses."""
    groups = []
    size = last + 1
    while size > 1:
        whole, first = 1, size
        while size > 1 and whole * size < _PART >> 4:
            whole *= size
            size -= 1
        groups.append(((_PART + 1) - (_PART + 1) % whole, tuple([(one - 1, one) for one in range(first, size, -1)])))
    return tuple(groups)


class ForcedChance:
    """Results that chance must give next, for scenarios: dice by value, shuffles by their first cards, picks by what is picked.

    A card is given as the copies it may be; whichever of them is among the shuffled cards, or can be picked, comes up.
    """

    def __init__(self) -> None:
        self.rolls: list[int] = []
        self.picks: list[tuple[int, ...]] = []
        self.tops: list[tuple[int, tuple[tuple[int, ...], ...]]] = []

    def copy(self) -> ForcedChance:
        other = ForcedChance()
        other.rolls, other.picks, other.tops = self.rolls[:], self.picks[:], self.tops[:]
        return other

    @property
    def is_used_up(self) -> bool:
        return not self.rolls and not self.picks and not self.tops

    def picked(self, things: Sequence[int]) -> int | None:
        for index, copies in enumerate(self.picks):
            one = next((one for one in copies if one in things), None)
            if one is not None:
                del self.picks[index]
                return one
        return None

    def order(self, zone: int, cards: Sequence[int]) -> tuple[int, ...] | None:
        for index, (wanted, tops) in enumerate(self.tops):
            chosen = _copies_among(cards, tops) if wanted == zone else None
            if chosen is not None:
                del self.tops[index]
                first = set(chosen)
                return (*chosen, *[card for card in cards if card not in first])
        return None


def _copies_among(cards: Sequence[int], tops: tuple[tuple[int, ...], ...]) -> list[int] | None:
    """One of the shuffled cards for each of the wanted ones; None if one is missing."""
    chosen: list[int] = []
    left = set(cards)
    for copies in tops:
        card = next((one for one in copies if one in left), None)
        if card is None:
            return None
        left.remove(card)
        chosen.append(card)
    return chosen
