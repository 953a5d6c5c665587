"""A bot that looks one decision ahead.

Takes a decision and re-dealt positions; tries every option on each of them, lets chance play on for a while, and takes the
option after which it stands best on average. A while, because few answers score at once: what one does now pays later.
"""

from __future__ import annotations

from ..engine import chance
from ..engine.options import Option
from ..table.information_set import Outlook
from ..table.match import Decision
from .rollout import rollout

DEALS = 4
HORIZON = 20  # answers that chance gives before a position is judged by its score


class GreedyBot:
    looks = True

    def __init__(self, seed: int, deals: int = DEALS) -> None:
        self.rng = chance.seeded(seed)
        self.deals = deals

    def choose(self, decision: Decision, outlook: Outlook) -> Option:
        if len(decision.options) == 1:
            return decision.options[0]
        worth = [0.0] * len(decision.options)
        for _ in range(self.deals):
            self.rng, dealt = outlook.deal(self.rng)
            for index in range(len(decision.options)):
                # Every option meets the same chance, so that only the option makes the difference.
                _, stands = rollout(dealt.copy(), self.rng, HORIZON, (decision.seat, index))
                worth[index] += stands[decision.seat]
        best = [option for option, one in zip(decision.options, worth, strict=True) if one >= max(worth) - 1e-9]
        self.rng, index = chance.below(self.rng, len(best))
        return best[index]
