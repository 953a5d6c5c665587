"""`rulewright simulate`: many games between bots, and what came out of them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .engines import engine_option
from .error_messages import mention_warnings, plainly
from .late_help import bots_option
from .output import as_json_option, tell, tell_as
from .progress import ProgressBar
from .study_options import seats_option, seed_option
from .workers import workers_options

if TYPE_CHECKING:
    from ..game import Game
    from ..study.figures import Figures
    from ..study.hiring import Workers
    from ..study.plan import Seating
    from ..study.side_by_side import SideBySide

MOST_TABLES = 24


@click.command()
@click.argument("game")
@click.option("--games", type=click.IntRange(1), default=1000, show_default=True, help="How many games to play.")
@seats_option
@bots_option
@click.option("--rotate", is_flag=True, help="Everybody moves one seat on after each game.")
@seed_option
@click.option(
    "--set", "settings", multiple=True, metavar="OPTION=VALUE",
    help="An option of the game; with several values, as in hand_size=3,4,5, the figures of each side by side.",
)
@click.option(
    "--variant", metavar="NAME", help="With the changes in variants/NAME.yaml; several with commas, none for the game as it is."
)
@click.option("--within", metavar="PERCENT", help="Play until every share of wins is known to so much either way.")
@click.option("--seconds", type=click.FloatRange(0, min_open=True), help="Play no longer than this.")
@click.option("--from", "first", type=click.IntRange(1), default=1, help="Begin with this game; the first is 1.")
@click.option(
    "--merge", multiple=True, type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Add the games that another run has kept; only those it misses are played.",
)
@click.option("--keep", type=click.Path(dir_okay=False, path_type=Path), help="Keep the games in a file, and go on from it.")
@as_json_option
@click.option("--csv", "as_csv", is_flag=True, help="Print one table with commas, for programs.")
@engine_option
@plainly
@workers_options
def simulate(
    game: str, games: int, seats: int | None, bots: list[str], rotate: bool, seed: int, settings: tuple[str, ...],
    variant: str | None, within: str | None, seconds: float | None, first: int, merge: tuple[Path, ...],
    keep: Path | None, workers: Workers | None, as_json: bool,
    as_csv: bool, engine: str | None,
) -> None:  # fmt: skip
    """Play many games between bots and show how they end.

    Ctrl-C stops and shows what is done so far. With --within, --seconds, --keep, --from or --merge a run grows: its intervals
    stay true while they are watched, and --games is the most.

    Example: rulewright simulate my_game --games 10000 --seats 4
    """
    from ..desk.seating import options_from
    from ..game import Unplayable, load
    from ..study.plan import Seating
    from ..study.side_by_side import SideBySide, settings_of, what_differs
    from ..study.simulate import simulate

    if as_json and as_csv:
        raise Unplayable("either --json or --csv, not both")
    names = [name.strip() for name in (variant or "none").split(",")]
    loaded = [load(game, None if name == "none" else name) for name in names]
    mention_warnings(loaded[0], game)
    tables = [(one, combination) for one in loaded for combination in settings_of(settings)]
    if len(tables) > MOST_TABLES:
        raise Unplayable(f"these are {len(tables)} tables; at most {MOST_TABLES} stand side by side")
    if within is not None or seconds is not None or keep is not None or merge or first > 1:
        if len(tables) > 1:
            raise Unplayable("one table at a time grows: one variant, and one value of each option")
        growth = Growth(games, within, seconds, keep, first - 1, merge)
        seating = Seating(seats, bots, seed, options_from(tables[0][1]))
        grown = growth.of(loaded[0], seating, rotate, engine, workers)
        tell_figures(grown, as_json, as_csv)
        return
    bar = ProgressBar(games * len(tables))
    every: list[Figures] = []
    for one, combination in tables:
        options, progress = options_from(combination), bar.after(games * len(every))
        every.append(simulate(one, games, seats, bots, seed, workers, options, rotate, progress, engine))
        if every[-1].games < games:
            break  # Ctrl-C ends the rest, too
    bar.clear()
    called = what_differs([(one.variant or "as it is", *combination) for one, combination in tables])
    told = every[0] if len(every) == 1 else SideBySide(tuple(zip(called, every, strict=False)))
    tell_figures(told, as_json, as_csv)


def tell_figures(told: Figures | SideBySide, as_json: bool, as_csv: bool) -> None:
    if as_csv:
        tell(told.to_csv(), nl=False)
    else:
        tell_as(as_json, told.to_json, told.to_text)


@dataclass(frozen=True)
class Growth:
    """A run that grows, by the words of the command."""

    games: int
    within: str | None
    seconds: float | None
    keep: Path | None
    first: int
    merge: tuple[Path, ...]

    def of(
        self, game: Game, seating: Seating, rotate: bool, engine: str | None, workers: Workers | None
    ) -> Figures:
        from ..study.growing import Goal, grow
        from ..study.kept_games import KeptGame
        from ..study.plan import new_plan

        plan = new_plan(game, seating, rotate, engine)
        bar = ProgressBar(self.games)
        goal = Goal(self.games, self._within(), self.seconds)
        kept = KeptGame(self.keep) if self.keep is not None else None
        merged = [KeptGame(one) for one in self.merge]
        figures = grow(game, plan, goal, kept, workers, lambda now: bar.show(now.games), self.first, merged)
        bar.clear()
        return figures

    def _within(self) -> float | None:
        """A part of one; people write per cent, with their sign or without."""
        from ..game import Unplayable

        if self.within is None:
            return None
        try:
            percent = float(self.within.strip().removesuffix("%"))
        except ValueError:
            percent = 0.0
        if not 0.01 <= percent <= 50:
            raise Unplayable(f'"{self.within}" is no share from 0.01 to 50 per cent, as in --within 1%')
        return percent / 100
