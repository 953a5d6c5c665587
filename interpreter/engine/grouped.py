"""Asks for the best grouping of cards that lie on the table.

Takes a grouping of the definition and some cards; returns its worth and how many cards it leaves unused. Cards of other kinds
are passed over. What a card can be is asked here; how cards are grouped best is `grouping`'s.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import Any, Protocol

from ..ir.limits import GROUPED
from ..model.definition import Definition, Grouping, SetPattern
from .best_sets import best_sets
from .grouping import Identity, Pattern, Problem, solve
from .operations import within
from .trouble import TooMuch

TRIED_IN_A_STEP = 20


class Table(Protocol):
    """The cards of one table; `problems` are its groupings, counted out."""

    kind: list[int]
    cells: list[tuple[Any, ...]]
    cards_of_kind: list[tuple[int, ...]]
    problems: dict[int, Problem]


class Asked(Protocol):
    """Whoever can be asked for functions of the definition, and counts what that takes."""

    @property
    def world(self) -> Table: ...

    @property
    def definition(self) -> Definition: ...

    def apply(self, function: int, arguments: tuple[Any, ...]) -> Any: ...

    def spend(self, steps: int) -> None: ...


def grouped(run: Asked, number: int, part: str, cards: Iterable[int], player: Any) -> int:
    """The `worth` of the best grouping, or how many cards are `unused` in it."""
    grouping = run.definition.groupings[number]
    ours = [card for card in cards if run.world.kind[card] == grouping.kind]
    hand = tuple(sorted(_identities(run, grouping, card, player) for card in ours))
    run.spend(0)  # whoever has no time left begins nothing
    try:
        worth, used, tried = solve(_problem(run, number), hand)
    except TooMuch:
        run.spend(GROUPED.most // TRIED_IN_A_STEP)
        raise
    run.spend(tried // TRIED_IN_A_STEP)
    return within(worth, grouping.patterns[0].worth) if part == "worth" else len(ours) - used


def sets_in(run: Asked, number: int, cards: Iterable[int], player: Any) -> tuple[tuple[tuple[int, ...], int], ...]:
    """The sets of the best grouping, each with its cards and what it is worth: for those who ask why."""
    grouping = run.definition.groupings[number]
    ours = [card for card in cards if run.world.kind[card] == grouping.kind]
    hand = sorted((_identities(run, grouping, card, player), card) for card in ours)
    found = best_sets(_problem(run, number), tuple(identities for identities, _ in hand))
    return tuple((tuple(hand[place][1] for place in places), worth) for places, worth in found)


def _identities(run: Asked, grouping: Grouping, card: int, player: Any) -> tuple[Identity, ...]:
    """Everything that a card can stand for: what is printed, or what the first fitting wild entry lets it take."""
    printed = [run.world.cells[column][card] for column in grouping.columns]
    axes: list[Any] = [() if value is None else (value,) for value in printed]
    for test, takes in grouping.wild:
        if run.apply(test, (player, card)):
            for axis, values in takes:
                axes[axis] = tuple(run.apply(values, (player, card)))
            break
    return tuple(product(*axes))


def _problem(run: Asked, number: int) -> Problem:
    """A grouping with its worths counted out for every size that there are cards for: once for each table, since what is worth
    what depends on nothing that changes."""
    found = run.world.problems.get(number)
    if found is None:
        grouping = run.definition.groupings[number]
        most = len(run.world.cards_of_kind[grouping.kind])
        patterns = tuple(_pattern(run, pattern, most) for pattern in grouping.patterns)
        found = Problem(patterns, grouping.different, grouping.sets, len(grouping.columns))
        run.world.problems[number] = found
    return found


def _pattern(run: Asked, pattern: SetPattern, most: int) -> Pattern:
    high = most if pattern.high is None else min(most, pattern.high)
    sizes = range(pattern.low, high + 1)
    worth = tuple((size, run.apply(pattern.worth, (None, None, size)) or 0) for size in sizes)
    return Pattern(pattern.same, pattern.run, pattern.different, worth)
