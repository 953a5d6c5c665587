"""Players that are programs.

Takes a decision; returns one of its options. A bot has a generator of its own, so that changing a bot never changes the deal.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from ..engine import chance
from ..engine.options import Option
from .match import Decision, Match


class Bot(Protocol):
    def choose(self, decision: Decision) -> Option: ...


class RandomBot:
    """Every option equally likely."""

    def __init__(self, seed: int) -> None:
        self.rng = chance.seeded(seed)

    def choose(self, decision: Decision) -> Option:
        self.rng, index = chance.below(self.rng, len(decision.options))
        return decision.options[index]


BOTS: dict[str, Callable[[int], Bot]] = {"random": RandomBot}


def play_out(match: Match, bots: dict[str, Bot]) -> Match:
    """Let bots answer until the game is over."""
    while match.decisions:
        decision = match.decisions[0]
        match.answer(bots[decision.seat].choose(decision), decision.seat)
    return match
