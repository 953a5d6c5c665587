"""How much a bot may work for one answer, counted in the steps that rules take.

Takes a number of games that are to be played on; allows each of them more than any shipped game needs. So nobody waits long for
a bot in a game whose every answer is dear, and in all others nothing is left out. Every machine counts the same steps.
"""

from __future__ import annotations

from ..engine.state import State
from ..ir.limits import STEPS

EACH = 60_000  # steps for a game that is played on for a while; the dearest of a shipped game take about 40,000
MOST_AT_ONCE = 2 * EACH  # then one is judged where it has come to


class Purse:
    """Steps that are left; without a number of games there is no end of them."""

    def __init__(self, games: int | None) -> None:
        self.left = None if games is None else games * EACH
        self.paid = 0

    @property
    def is_empty(self) -> bool:
        return self.left is not None and self.paid >= self.left

    def pay(self, state: State) -> int:
        """Count what led to a decision; must come before the answer, when rules have time again."""
        steps = STEPS.most - state.budget
        self.paid += steps
        return steps
