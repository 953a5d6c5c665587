"""Which cards make which sets in the best grouping: for those who ask why it is worth so much.

Lets the solver find the best grouping once more and reads off what it has chosen.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from .grouping import SCALE, Solver, solve
from .patterns import Hand, Problem, Weights


@lru_cache(maxsize=5_000)
def best_sets(problem: Problem, hand: Hand, weights: Weights = ()) -> tuple[tuple[tuple[int, ...], int], ...]:
    """The sets of the best grouping: the places of their cards in the hand, and what each is worth."""
    solver = Solver(problem, hand, weights)
    solver.solve()
    places = _places_in(solver, hand, weights or (0,) * len(hand))
    return tuple(
        (tuple(index for card, index in enumerate(places) if cards >> card & 1), -(-gives // SCALE))
        for cards, gives in solver.chosen
    )


@lru_cache(maxsize=5_000)
def pattern_of(problem: Problem, hand: Hand, weights: Weights, worth: int) -> int | None:
    """The first pattern by which all cards of a hand are one set of that worth, by its place."""
    for number, pattern in enumerate(problem.patterns):
        alone = replace(problem, patterns=(pattern,), sets=1)
        if solve(alone, hand, weights)[:2] == (worth, len(hand)):
            return number
    return None


def _places_in(solver: Solver, hand: Hand, weights: Weights) -> list[int]:
    """For each card that the solver groups, where in the hand it is."""
    bit = {identity: 1 << number for number, identity in enumerate(solver.identities)}
    left = {index: sum(bit[identity] for identity in set(card)) for index, card in enumerate(hand)}
    places = []
    for card, options in enumerate(solver.options):
        is_wild = card in solver.wild
        hides = solver.held if solver.all_differ and is_wild else 0
        index = next(
            index
            for index, one in left.items()
            if (one.bit_count() > 1) is is_wild and one & ~hides == options and weights[index] == solver.weights[card]
        )
        places.append(index)
        del left[index]
    return places
