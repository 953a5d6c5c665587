"""Lets a bot think inside a compiled library, where one is at hand: the same thought, much faster.

Takes a decision with its outlook and a bot as numbers; returns what that bot would, or None where Python has to do it. Never
waits for a compiler.
"""

from __future__ import annotations

from collections.abc import Callable

from ..engine.options import Option
from ..engine.protocol import SeatedBots
from ..table.information_set import Outlook
from ..table.match import Decision
from .rivalry import rivalry_of

Weighed = tuple[int, list[tuple[Option, float]]]


def weighed(
    decision: Decision, outlook: Outlook, name: str, budget: int, rng: int, is_time_up: Callable[[], bool] | None = None
) -> Weighed | None:
    """The next generator state and the options that were looked at, the best first, each with its mean. Without a budget,
    `is_time_up` ends each round."""
    if not outlook.has_library:
        return None
    rivalry, seats = rivalry_of(outlook.world), outlook.world.players
    bots = SeatedBots(((name, budget),) * seats, False, rivalry.as_bits, rivalry.size)
    worths = outlook.weigh_inside(bots, rng, is_time_up)
    if worths is None or any(index >= len(decision.options) for index, _ in worths[1]):
        return None
    return worths[0], [(decision.options[index], mean) for index, mean in worths[1]]
