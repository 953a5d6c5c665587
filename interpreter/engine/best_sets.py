"""Which cards make which sets in the best grouping: for those who ask why it is worth so much.

Lets the solver find the best grouping once more and reads off what it has chosen.
"""

from __future__ import annotations

from .grouping import SCALE, Hand, Problem, Solver


def best_sets(problem: Problem, hand: Hand) -> list[tuple[tuple[int, ...], int]]:
    """The sets of the best grouping: the places of their cards in the hand, and what each is worth."""
    solver = Solver(problem, hand)
    solver.solve()
    places = _places_in(solver, hand)
    return [
        (tuple(place for card, place in enumerate(places) if cards >> card & 1), -(-gives // SCALE))
        for cards, gives in solver.chosen
    ]


def _places_in(solver: Solver, hand: Hand) -> list[int]:
    """For each card that the solver groups, where in the hand it is."""
    bit = {identity: 1 << number for number, identity in enumerate(solver.identities)}
    left = {place: sum(bit[identity] for identity in set(card)) for place, card in enumerate(hand)}
    found = []
    for card, options in enumerate(solver.options):
        is_wild = card in solver.wild
        hides = solver.held if solver.all_differ and is_wild else 0
        place = next(place for place, one in left.items() if (one.bit_count() > 1) is is_wild and one & ~hides == options)
        found.append(place)
        del left[place]
    return found
