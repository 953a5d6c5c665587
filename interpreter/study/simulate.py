"""Plays many games of one table, on as many processes as wished, and adds them up.

Takes a game, bots and a seed; returns the figures of all games. Tallies add up in any order, so that the number of processes,
and whether one is killed, changes nothing but the time.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Mapping, Sequence

from ..game import Game, Unplayable
from .breaks import Breaks
from .deals import add_to, can_be_steadied, new_steadying
from .figures import Figures, SteadyFigure
from .games import parts_of
from .hiring import Workers, as_many_as
from .measuring import measured
from .plan import Plan, Seating, new_plan
from .results import GameResult
from .sampling import figures_of
from .steadying import Steadying
from .tally import GameTally

PATIENCE = 0.1  # seconds without news for somebody who watches

Progress = Callable[[int], None]  # how many games are done


def simulate(
    game: Game,
    games: int = 1000,
    seats: Sequence[str] | int | None = None,
    bots: str | Sequence[str] = "random",
    seed: int = 0,
    workers: Workers | None = None,
    options: Mapping[str, str | int | bool] | None = None,
    rotate: bool = False,
    progress: Progress | None = None,
    engine: str | None = None,
) -> Figures:
    """Play games between bots; `bots` is one for all seats or one for each, `engine` the one that must play.
    Ctrl-C ends it with what is done so far."""
    if games < 1:
        raise Unplayable(f"at least one game is played, not {games}")
    game = measured(game)
    plan = new_plan(game, Seating(seats, bots, seed, options or {}), rotate, engine)
    total = GameTally(len(plan.seats), plan.bots)
    every: list[GameResult] | None = [] if can_be_steadied(plan, games) else None
    is_whole = add_games(game, plan, range(games), workers, total, progress, every)
    sums = new_steadying(game, plan)
    if every and is_whole:
        add_to(sums, game, plan, every, as_many_as(workers))
    steady = steady_figures(game, plan, sums, total)
    return Figures(plan.seats, plan.seated, seed, game.definition, games, total, steady=steady)


def steady_figures(
    game: Game, plan: Plan, sums: Steadying, total: GameTally, watched: bool = False
) -> tuple[SteadyFigure, ...]:
    """The figures with the luck of deals taken out; none, if that was not done in every game."""
    if not sums.games or sums.games < total.games:
        return ()
    pairs = zip(figures_of(game.definition, plan.seats), sums.found(), strict=True)
    return tuple(SteadyFigure(figure.name, figure.is_share, one, watched) for figure, one in pairs)


def add_games(
    game: Game, plan: Plan, games: range, workers: Workers | None, total: GameTally, progress: Progress | None = None,
    every: list[GameResult] | None = None,
) -> bool:  # fmt: skip
    """Add games to a tally, and each to `every` where somebody wants it; false if Ctrl-C ended it before all were there."""
    with Breaks() as breaks:
        parts = parts_of(game, plan, games, as_many_as(workers), keeps=every is not None)
        try:
            while (done := breaks.freely(lambda: next(parts, None))) is not None:
                total.add(done.tally)
                if every is not None:
                    every += done.results
                if progress is not None:
                    progress(total.games)
        except KeyboardInterrupt:
            return False
        finally:
            parts.close()
    return True


def random_games(game: Game, seats: int, most: int) -> Generator[GameTally, None, None]:
    """Games between random bots that somebody waits for and may break off at any time."""
    plan = Plan(game.check_seats(seats), ("random",) * seats, 0, game.check_options({}, ()), False)
    for done in parts_of(game, plan, range(most), os.cpu_count() or 1, PATIENCE):
        yield done.tally
