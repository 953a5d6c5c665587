"""A bot that looks one decision ahead.

Takes a decision and re-dealt positions; tries every option on each of them (of very many only some), lets chance play on for a
while, and takes the option after which it stands best on average. A while, because few answers score at once: what one does now
pays later.
"""

from __future__ import annotations

from ..engine import chance
from ..engine.options import Option
from ..table.information_set import Outlook
from ..table.match import Decision
from .rollout import rollout
from .sample import looked_at

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
        self.rng, tried = looked_at(self.rng, len(decision.options))
        worth = dict.fromkeys(tried, 0.0)
        for _ in range(self.deals):
            self.rng, dealt = outlook.deal(self.rng)
            for index in tried:
                # Every option meets the same chance, so that only the option makes the difference.
                _, stands = rollout(dealt.copy(), self.rng, HORIZON, (decision.seat, index))
                worth[index] += stands[decision.seat]
        most = max(worth.values())
        best = [index for index in tried if worth[index] >= most - 1e-9]
        self.rng, place = chance.below(self.rng, len(best))
        return decision.options[best[place]]
