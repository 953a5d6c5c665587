"""What is noticed of the choices of one game: what could be taken or left, and what was taken.

Takes a decision as it is offered, and which option was picked; counts rows of cards and kinds of options by their numbers
(`engine/offering`). A thing counts where some option takes it and another does not: then it is offered, and chosen if the
picked option takes it. An option takes the cards that are picked for it, unless they lie before somebody else.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from .. import ir
from ..engine.offering import Offered, choice_numbers
from ..engine.state import State

Picks = tuple[int, tuple[Any, ...]]  # a branch, and what is picked for it


class ChoiceNotes:
    """How often each thing was offered and chosen in one game."""

    def __init__(self, state: State) -> None:
        definition = state.world.definition
        self.numbers = choice_numbers(definition)
        self.offered = [0] * self.numbers.count
        self.chosen = [0] * self.numbers.count
        self._types = [one.branches for one in definition.sites]
        self._row, self._owner = state.world.row, state.world.zone_owners

    def note(self, state: State, seat: int, site: int, offered: Offered, index: int) -> None:
        """One decision: what was offered, and the place of the option that was picked."""
        total = sum(count for _, count, _ in offered)
        if total < 2:
            return
        some, every = 0, -1
        for branch, count, picked in offered:
            if not count:
                continue
            if count < total:
                self.offered[self.numbers.kind(site, branch)] += 1
            taken, always = self._taken(state, seat, site, branch, picked)
            some |= taken
            every &= always
        branch, values = _picked(offered, index)
        if next(count for one, count, _ in offered if one == branch) < total:
            self.chosen[self.numbers.kind(site, branch)] += 1
        loose = some & ~every
        for row in bits(loose):
            self.offered[row] += 1
        for row in bits(loose & self._taken(state, seat, site, branch, [values])[0]):
            self.chosen[row] += 1

    def _taken(self, state: State, seat: int, site: int, branch: int, picked: Any) -> tuple[int, int]:
        """The rows of cards that some option of a branch takes, and those that every one does, as bits."""
        if branch < 0:
            return 0, 0
        cards = [at for at, type in enumerate(self._types[site][branch]) if type.sort is ir.TypeSort.CARD]
        some, every = 0, -1
        if isinstance(picked, list):
            for values in picked:
                own = self._rows(state, seat, [values[at] for at in cards])[0]
                some |= own
                every &= own
            return some, every
        every = 0
        for at in cards:
            own, is_far = self._rows(state, seat, picked[at])
            some |= own
            every |= own if not is_far and own.bit_count() == 1 else 0
        return some, every

    def _rows(self, state: State, seat: int, cards: Sequence[int]) -> tuple[int, bool]:
        """The rows of those cards that lie before a seat or before nobody, as bits, and whether there are others."""
        found, is_far = 0, False
        for card in cards:
            if self._owner[state.lies_in[card]] in (seat, None):
                found |= 1 << self._row[card]
            else:
                is_far = True
        return found, is_far


def bits(mask: int) -> Iterator[int]:
    while mask:
        yield (mask & -mask).bit_length() - 1
        mask &= mask - 1


def _picked(offered: Offered, index: int) -> Picks:
    """The option at a place among all that are offered."""
    for branch, count, picked in offered:
        if index < count:
            return branch, picked[index] if isinstance(picked, list) else tuple(reversed(list(_combined(picked, index))))
        index -= count
    raise IndexError(index)


def _combined(lists: Iterable[Sequence[Any]], index: int) -> Iterator[Any]:
    """One of each list, counted like nested loops, from the last to the first."""
    for one in reversed(tuple(lists)):
        index, place = divmod(index, len(one))
        yield one[place]
