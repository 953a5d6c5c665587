"""Runs that grow: games until the figures are as narrow as wished, or the time is over; stopped and continued at will.

Takes a plan and what was played of it before; plays on from there and returns the figures of all of it. Intervals are those
that may be watched, and what is kept in a file is only ever whole stretches of games.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf

from ..game import Game
from .deals import add_to
from .figures import Figures
from .hiring import Workers, as_many_as
from .kept_games import KeptGame, PlayedBefore, nothing_played
from .measuring import measured
from .parts_left import Stretch
from .plan import Plan, is_by_chance
from .results import GameResult
from .simulate import add_games, steady_figures

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
        """Whether the wins of every seat are known so well, plainly counted or without the luck of deals."""
        steady = {one.name: one.radius for one in figures.steady}
        known = (min(figures.share(seat).radius, steady.get(f"wins of {seat}", inf)) for seat in figures.seats)
        return self.within is not None and all(radius <= self.within for radius in known)


def grow(
    game: Game, plan: Plan, goal: Goal, kept: KeptGame | None = None, workers: Workers | None = None,
    watch: Watch | None = None, first: int = 0, merged: Sequence[KeptGame] = (),
) -> Figures:  # fmt: skip
    """Play until the goal is met, from the game of number `first` on. Games that were kept, here or in files that are merged,
    are not played again; Ctrl-C ends it with what is whole."""
    game = measured(game)
    played = kept.open(game, plan) if kept is not None else nothing_played(game, plan)
    for one in merged:
        played.join(one.open(game, plan))
    if kept is not None and merged:
        kept.write(game, plan, played)
    total, figures = played.tally, _figures(game, plan, goal, played)
    begin, size = time.monotonic(), FIRST_PART
    while total.games < goal.most and not goal.is_met(figures):
        before = time.monotonic()
        if goal.seconds is not None and before - begin >= goal.seconds:
            break
        begins = played.next_game(first)
        part = _stretch(game, plan, (begins, begins + min(size, goal.most - total.games)), workers)
        if part is None:
            break
        played.join(part)
        figures = _figures(game, plan, goal, played)
        if kept is not None:
            kept.write(game, plan, played)
        if watch is not None:
            watch(figures)
        size = _next_size(size, time.monotonic() - before)
    return figures


def _stretch(game: Game, plan: Plan, stretch: Stretch, workers: Workers | None) -> PlayedBefore | None:
    """Some games with what their deals were worth, where they are dear; None if Ctrl-C ended it."""
    part = nothing_played(game, plan)
    every: list[GameResult] | None = None if is_by_chance(plan.bots) else []
    if not add_games(game, plan, range(*stretch), workers, part.tally, every=every):
        return None
    part.stretches = [stretch]
    add_to(part.steady, game, plan, every or (), as_many_as(workers))
    return part


def _figures(game: Game, plan: Plan, goal: Goal, played: PlayedBefore) -> Figures:
    steady = steady_figures(game, plan, played.steady, played.tally, watched=True)
    return Figures(plan.seats, plan.seated, plan.seed, game.definition, goal.most, played.tally, watched=True, steady=steady)


def _next_size(size: int, seconds: float) -> int:
    """As many games as take about as long as anybody wants to wait for news."""
    wished = size * AT_A_TIME / max(seconds, 0.001)
    return int(max(1, min(wished, 4 * size, LARGEST_PART)))
