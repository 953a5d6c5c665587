"""Plays positions on by chance, and says how the seats stand.

Takes an unwatched match and a generator; plays it on for a while and judges where it has come to. The worth of a position
follows from the declared score and winner alone, so that it means the same in every game.
"""

from __future__ import annotations

from ..engine import chance
from .match import Match


def rollout(match: Match, rng: int, answers: int) -> tuple[int, dict[str, float]]:
    """Let chance give so many answers at most; the next generator state and how the seats stand then."""
    for _ in range(answers):
        if not match.decisions:
            break
        decision = match.decisions[0]
        rng, index = chance.below(rng, len(decision.options))
        match.answer(decision.options[index], decision.seat)
    result = match.result
    return rng, standings(match.scores, result.winners if result is not None else None)


def standings(scores: dict[str, int], winners: tuple[str, ...] | None = None) -> dict[str, float]:
    """For each seat a number from 0 to 1: how far it leads or trails and, if the game is over, mostly who won."""
    size = 1 + sum(map(abs, scores.values())) / len(scores)
    found = {}
    for seat, score in scores.items():
        lead = score - max([other for name, other in scores.items() if name != seat], default=0)
        found[seat] = 0.5 + 0.5 * lead / (abs(lead) + size)
        if winners is not None:
            won = 1 / len(winners) if seat in winners else 0.0
            found[seat] = 0.75 * won + 0.25 * found[seat]
    return found
