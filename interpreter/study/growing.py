"""Runs that grow: games until the figures are as narrow as wished, or the time is over; stopped and continued at will.

Takes a plan and what was played of it before; plays on from there and returns the figures of all of it. Intervals are those
that may be watched, and what is kept in a file is only ever whole stretches of games.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ..game import Game
from .figures import Figures
from .hiring import Workers
from .kept_games import KeptGame, PlayedBefore
from .measuring import measured
from .plan import Plan
from .simulate import add_games
from .tally import GameTally

FIRST_PART, LARGEST_PART = 100, 50_000
AT_A_TIME = 2.0  # seconds, about, between two looks

Watch = Callable[[Figures], None]


@dataclass(frozen=True)
class Goal:
    """When it is enough: after so many games, when every share of wins is known to so much either way, or after so long."""

    most: int
    within: float | None = None
    seconds: float | None = None

    def is_met(self, figures: Figures) -> bool:
        shares = [figures.share(seat) for seat in figures.seats]
        return self.within is not None and all(one.radius <= self.within for one in shares)


def grow(
    game: Game, plan: Plan, goal: Goal, kept: KeptGame | None = None, workers: Workers | None = None,
    watch: Watch | None = None, first: int = 0, merged: Sequence[KeptGame] = (),
) -> Figures:  # fmt: skip
    """Play until the goal is met, from the game of number `first` on. Games that were kept, here or in files that are merged,
    are not played again; Ctrl-C ends it with what is whole."""
    game = measured(game)
    nothing = PlayedBefore(GameTally(len(plan.seats), plan.bots), [])
    played = kept.open(game, plan) if kept is not None else nothing
    for one in merged:
        played.join(one.open(game, plan))
    if kept is not None and merged:
        kept.write(game, plan, played)
    total = played.tally
    figures = Figures(plan.seats, plan.seated, plan.seed, game.definition, goal.most, total, watched=True)
    begin, size = time.monotonic(), FIRST_PART
    while total.games < goal.most and not goal.is_met(figures):
        before = time.monotonic()
        if goal.seconds is not None and before - begin >= goal.seconds:
            break
        part, begins = GameTally(len(plan.seats), plan.bots), played.next_game(first)
        stretch = begins, begins + min(size, goal.most - total.games)
        if not add_games(game, plan, range(*stretch), workers, part):
            break
        played.add(part, stretch)
        if kept is not None:
            kept.write(game, plan, played)
        if watch is not None:
            watch(figures)
        size = _next_size(size, time.monotonic() - before)
    return figures


def _next_size(size: int, seconds: float) -> int:
    """As many games as take about as long as anybody wants to wait for news."""
    wished = size * AT_A_TIME / max(seconds, 0.001)
    return int(max(1, min(wished, 4 * size, LARGEST_PART)))
