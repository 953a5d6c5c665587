"""A bot that looks one decision ahead.

Takes a decision and re-dealt positions; tries every option on each of them (of very many only some), lets chance play on for a
while, and takes the option after which it stands best on average. A while, because few answers score at once: what one does now
pays later. In a game whose answers are dear, fewer deals and options are tried.
"""

from __future__ import annotations

from ..engine import chance
from ..engine.options import Option
from ..table.information_set import Outlook
from ..table.match import Decision
from .inside import weighed
from .purse import Purse
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
        inside = weighed(decision, outlook, "greedy", self.deals, self.rng)
        if inside is not None:
            self.rng, best_first = inside
            return best_first[0][0]
        self.rng, tried = looked_at(self.rng, len(decision.options))
        worth: dict[int, float] = {}
        purse = Purse(self.deals * len(tried))
        for _ in range(self.deals):
            if purse.is_empty:
                break
            self.rng, dealt = outlook.deal(self.rng)
            for index in tried:
                if purse.is_empty and worth and index not in worth:
                    continue
                # Every option meets the same chance, so that only the option makes the difference.
                _, stands = rollout(dealt.copy(), self.rng, HORIZON, (decision.seat, index), purse)
                worth[index] = worth.get(index, 0.0) + stands[decision.seat]
        most = max(worth.values())
        best = [index for index in worth if worth[index] >= most - 1e-9]
        self.rng, pick = chance.below(self.rng, len(best))
        return decision.options[best[pick]]
