"""Asks for the best grouping of cards that lie on the table.

Takes a grouping of the definition and some cards; returns its worth, how many cards it leaves unused, its sets or what is left
over. Cards of other kinds are passed over. What a card can be is asked here; how cards are grouped best is `grouping`'s.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any, Protocol

from ..ir.limits import GROUPED
from ..ir.types import GroupingPart
from ..model.definition import Definition, Grouping, SetPattern
from .best_sets import best_sets, pattern_of
from .grouping import solve
from .operations import within
from .patterns import Hand, Identity, Pattern, Problem, Weights
from .trouble import TooMuch

TRIED_IN_A_STEP = 20


class GroupedCards(Protocol):
    """The cards of one table; `problems` are its groupings, counted out."""

    kind: list[int]
    cells: list[tuple[Any, ...]]
    cards_of_kind: list[tuple[int, ...]]
    problems: dict[int, Problem]


class GroupingRun(Protocol):
    """Whoever can be asked for functions of the definition, and counts what that takes."""

    @property
    def world(self) -> GroupedCards: ...

    @property
    def definition(self) -> Definition: ...

    def apply(self, function: int, arguments: tuple[Any, ...]) -> Any: ...

    def spend(self, steps: int) -> None: ...


Sets = tuple[tuple[tuple[int, ...], int], ...]
NamedSets = tuple[tuple[tuple[int, ...], int, str], ...]


def grouped(run: GroupingRun, number: int, part: str, cards: Iterable[int], player: Any, which: int | None = None) -> Any:
    """The `worth` of the best grouping, how many cards are `unused` in it, the cards that are `leftover`, those of all its
    `sets` or of one of them; or whether all cards together are a set, so that each `fits`."""
    return of_given(run, number, part, CardsToGroup.of(run, run.definition.groupings[number], cards, player), which)


def of_given(run: GroupingRun, number: int, part: str, given: CardsToGroup, which: int | None) -> Any:
    """The same of cards of which it is known what they can be."""
    grouping = run.definition.groupings[number]
    problem = problem_of(run, number)
    if part == GroupingPart.FITS:
        problem = _as_one_set(problem, grouping, len(given.cards))
    run.spend(0)  # whoever has no time left begins nothing
    weights = given.weights if part != GroupingPart.FITS else ()
    try:
        worth, used, tried = solve(problem, given.hand, weights)
    except TooMuch:
        run.spend(GROUPED.most // TRIED_IN_A_STEP)
        raise
    run.spend(tried // TRIED_IN_A_STEP)
    match part:
        case GroupingPart.WORTH:
            return within(worth, grouping.patterns[0].worth)
        case GroupingPart.UNUSED:
            return len(given.cards) - used
        case GroupingPart.FITS:
            return int(worth > 0)
    return _listed(part, given, _sets(problem, given), which)


def sets_in(run: GroupingRun, number: int, cards: Iterable[int], player: Any) -> NamedSets:
    """The sets of the best grouping, each with its cards, what it is worth and, where there are several patterns, the name of
    its own: for those who ask why."""
    problem, grouping = problem_of(run, number), run.definition.groupings[number]
    given = CardsToGroup.of(run, grouping, cards, player)
    sets = best_sets(problem, given.hand, given.weights)
    return tuple(
        (tuple(given.ordered[one] for one in places), worth, _name(problem, grouping, given, places, worth))
        for places, worth in sets
    )


def _name(problem: Problem, grouping: Grouping, given: CardsToGroup, places: Sequence[int], worth: int) -> str:
    if len(grouping.patterns) < 2:
        return ""
    hand, weights = (tuple(row[one] for one in places) if row else () for row in (given.hand, given.weights))
    number = pattern_of(problem, hand, weights, worth)
    return "" if number is None else grouping.patterns[number].name


@dataclass(frozen=True)
class CardsToGroup:
    """Some cards as they are grouped: in the order of what they can be, with what each adds to its set."""

    cards: tuple[int, ...]  # as they were given
    ordered: tuple[int, ...]
    hand: Hand
    weights: Weights

    @classmethod
    def of(cls, run: GroupingRun, grouping: Grouping, cards: Iterable[int], player: Any) -> CardsToGroup:
        ours = [card for card in cards if run.world.kind[card] == grouping.kind]
        return cls.laid_out(
            [(_identities(run, grouping, one, player), _weight(run, grouping, one, player), one) for one in ours]
        )

    @classmethod
    def laid_out(cls, known: Sequence[tuple[tuple[Identity, ...], int, int]]) -> CardsToGroup:
        """Cards with what each can be and what it adds, as they were given."""
        ours, hand = tuple(card for _, _, card in known), sorted(known)
        weights = tuple(weight for _, weight, _ in hand)
        return cls(ours, tuple(card for _, _, card in hand), tuple(one for one, _, _ in hand), weights if any(weights) else ())


def _sets(problem: Problem, given: CardsToGroup) -> Sets:
    sets = best_sets(problem, given.hand, given.weights)
    return tuple((tuple(given.ordered[index] for index in places), worth) for places, worth in sets)


def _listed(part: str, given: CardsToGroup, sets: Sets, which: int | None) -> tuple[int, ...]:
    """Cards that are left over, as they were given; or those in sets, in the order in which the first of each was given."""
    place = {card: number for number, card in enumerate(given.cards)}
    if part == GroupingPart.LEFTOVER:
        used = {card for cards, _ in sets for card in cards}
        return tuple(card for card in given.cards if card not in used)
    ordered = sorted((cards for cards, _ in sets), key=lambda cards: min(place[card] for card in cards))
    if which is None:
        return tuple(card for cards in ordered for card in cards)
    return ordered[which - 1] if 1 <= which <= len(ordered) else ()


def _as_one_set(problem: Problem, grouping: Grouping, size: int) -> Problem:
    """The same patterns where only a set of all the cards counts."""
    patterns = tuple(
        replace(one, worth=((size, 1),) if pattern.low <= size and (pattern.high is None or size <= pattern.high) else ())
        for one, pattern in zip(problem.patterns, grouping.patterns, strict=True)
    )
    return replace(problem, patterns=patterns, sets=1)


def _identities(run: GroupingRun, grouping: Grouping, card: int, player: Any) -> tuple[Identity, ...]:
    """Everything that a card can stand for: what is printed, or what the first fitting wild entry lets it take."""
    printed = [run.world.cells[column][card] for column in grouping.columns]
    axes: list[Any] = [() if value is None else (value,) for value in printed]
    for test, takes in grouping.wild:
        if run.apply(test, (player, card)):
            for axis, values in takes:
                axes[axis] = tuple(run.apply(values, (player, card)))
            break
    return tuple(product(*axes))


def _weight(run: GroupingRun, grouping: Grouping, card: int, player: Any) -> int:
    """What a card adds to the worth of its set."""
    return (run.apply(grouping.item, (player, card)) or 0) if grouping.item is not None else 0


def problem_of(run: GroupingRun, number: int) -> Problem:
    """A grouping with its worths counted out for every size that there are cards for: once for each table, since what is worth
    what depends on nothing that changes."""
    problem = run.world.problems.get(number)
    if problem is None:
        grouping = run.definition.groupings[number]
        most = len(run.world.cards_of_kind[grouping.kind])
        patterns = tuple(_pattern(run, pattern, most) for pattern in grouping.patterns)
        problem = Problem(patterns, grouping.different, grouping.sets, len(grouping.columns))
        run.world.problems[number] = problem
    return problem


def _pattern(run: GroupingRun, pattern: SetPattern, most: int) -> Pattern:
    high = most if pattern.high is None else min(most, pattern.high)
    sizes = range(pattern.low, high + 1)
    worth = tuple((size, run.apply(pattern.worth, (None, None, size)) or 0) for size in sizes)
    return Pattern(pattern.same, pattern.run, pattern.different, worth)
