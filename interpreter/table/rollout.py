"""Plays positions on by chance, and says how a seat stands.

Takes an unwatched match and a generator; plays it on for a while. The worth of a position follows from the declared score and
winner alone, so that it means the same in every game.
"""

from __future__ import annotations

from ..engine import chance
from .match import Match


def play_on(match: Match, rng: int, answers: int) -> int:
    """Answer at random, so often at most; returns the next generator state."""
    while answers > 0 and match.decisions:
        decision = match.decisions[0]
        rng, index = chance.below(rng, len(decision.options))
        match.answer(decision.options[index], decision.seat)
        answers -= 1
    return rng


def standings(match: Match) -> dict[str, float]:
    """For each seat a number from 0 to 1: mostly who won, if the game is over, and by how much one leads or trails."""
    scores = match.scores
    result = match.result
    size = 1 + sum(map(abs, scores.values())) / len(scores)
    found = {}
    for seat, score in scores.items():
        lead = score - max(other for name, other in scores.items() if name != seat)
        found[seat] = 0.5 + 0.5 * lead / (abs(lead) + size)
    if result is None:
        return found
    won = {seat: 1 / len(result.winners) if seat in result.winners else 0.0 for seat in scores}
    return {seat: 0.75 * won[seat] + 0.25 * found[seat] for seat in scores}
