"""Lets a bot think inside a compiled library, where one is at hand: the same thought, much faster.

Takes a decision with its outlook and a bot as numbers; returns what that bot would, or None where Python has to do it. Never
waits for a compiler.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from ..engine.choice import Thought, is_at_hand, mind_of
from ..engine.options import Option
from ..engine.protocol import SeatedBots
from ..engine.world import World
from ..table.information_set import Outlook
from ..table.match import Decision
from .rivalry import rivalry_of

Weighed = tuple[int, list[tuple[Option, float]]]


def weighed(
    decision: Decision, outlook: Outlook, name: str, budget: int, rng: int, is_time_up: Callable[[], bool] | None = None
) -> Weighed | None:
    """The next generator state and the options that were looked at, the best first, each with its mean. Without a budget,
    `is_time_up` ends each round."""
    try:
        worths = outlook.weigh_inside(_thought_of(outlook.world, name, budget), rng, is_time_up)
    except _NoLibrary:
        return None
    options = decision.options
    if worths is None or any(index >= len(options) for index, _ in worths[1]):
        return None
    return worths[0], [(options[index], mean) for index, mean in worths[1]]


class _NoLibrary(Exception):
    """There is none yet: that is asked again the next time."""


@lru_cache(maxsize=16)
def _thought_of(world: World, name: str, budget: int) -> Thought:
    if not is_at_hand(world):
        raise _NoLibrary
    rivalry = rivalry_of(world)
    return mind_of(world, SeatedBots(((name, budget),) * world.players, False, rivalry.as_bits, rivalry.size))
