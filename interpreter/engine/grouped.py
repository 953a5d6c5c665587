"""Asks for the best grouping of cards that lie on the table.

Takes a grouping of the definition and some cards; returns its worth and how many cards it leaves unused. Cards of other kinds
are passed over. What a card can be is asked here; how cards are grouped best is `grouping`'s.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, Any

from ..model.definition import Grouping, SetPattern
from .grouping import Identity, Pattern, Problem, solve
from .operations import within

TRIED_IN_A_STEP = 20

if TYPE_CHECKING:
    from .reference.evaluate import Evaluator
    from .world import World


def grouped(run: Evaluator, number: int, part: str, cards: Iterable[int], player: Any) -> int:
    """The `worth` of the best grouping, or how many cards are `unused` in it."""
    grouping = run.definition.groupings[number]
    ours = [card for card in cards if run.world.kind[card] == grouping.kind]
    hand = tuple(sorted(_identities(run, grouping, card, player) for card in ours))
    worth, used, tried = solve(problem_for(run.world, number), hand)
    run.spend(tried // TRIED_IN_A_STEP)
    return within(worth, grouping.patterns[0].worth) if part == "worth" else len(ours) - used


def _identities(run: Evaluator, grouping: Grouping, card: int, player: Any) -> tuple[Identity, ...]:
    """Everything that a card can stand for: what is printed, or what the first fitting wild entry lets it take."""
    printed = [run.world.cells[column][card] for column in grouping.columns]
    axes: list[Any] = [() if value is None else (value,) for value in printed]
    for test, takes in grouping.wild:
        if run.apply(test, (player, card)):
            for axis, values in takes:
                axes[axis] = tuple(run.apply(values, (player, card)))
            break
    return tuple(product(*axes))


@lru_cache(maxsize=256)
def problem_for(world: World, number: int) -> Problem:
    """A grouping with its worths counted out for every size that there are cards for."""
    from .reference.evaluate import Evaluator

    run = Evaluator(world, None)
    grouping = run.definition.groupings[number]
    most = len(world.cards_of_kind[grouping.kind])
    patterns = tuple(_pattern(run, pattern, most) for pattern in grouping.patterns)
    return Problem(patterns, grouping.different, grouping.sets, len(grouping.columns))


def _pattern(run: Evaluator, pattern: SetPattern, most: int) -> Pattern:
    high = most if pattern.high is None else min(most, pattern.high)
    sizes = range(pattern.low, high + 1)
    worth = tuple((size, run.apply(pattern.worth, (None, None, size)) or 0) for size in sizes)
    return Pattern(pattern.same, pattern.run, pattern.different, worth)
