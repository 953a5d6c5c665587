"""Plays many games of one table, on as many processes as wished, and adds them up.

Takes a game, bots and a seed; returns the figures of all games. Tallies add up in any order, so that the number of processes,
and whether one is killed, changes nothing but the time.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Mapping, Sequence

from ..game import Game
from .breaks import Breaks
from .deals import can_be_steadied, lucks, steadied
from .figures import Figures, SteadyFigure
from .games import parts_of
from .hiring import Workers, as_many_as
from .measuring import measured
from .plan import Plan, Seating, new_plan
from .results import GameResult
from .sampling import figures_of
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
    game = measured(game)
    plan = new_plan(game, Seating(seats, bots, seed, options or {}), rotate, engine)
    total = GameTally(len(plan.seats), plan.bots)
    every: list[GameResult] | None = [] if can_be_steadied(plan, games) else None
    is_whole = add_games(game, plan, range(games), workers, total, progress, every)
    steady = _steady(game, plan, every, workers) if every and is_whole else ()
    return Figures(plan.seats, plan.seated, seed, game.definition, games, total, steady=steady)


def _steady(game: Game, plan: Plan, results: list[GameResult], workers: Workers | None) -> tuple[SteadyFigure, ...]:
    """The figures of single games with the luck of their deals taken out."""
    figures = figures_of(game.definition, plan.seats)
    shown = [[figure.of(result) for figure in figures] for result in sorted(results, key=lambda result: result.number)]
    found = steadied(shown, lucks(game, plan, range(len(shown)), as_many_as(workers)))
    return tuple(SteadyFigure(figure.name, figure.is_share, one) for figure, one in zip(figures, found, strict=True))


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
