"""`rulewright tune`: which numbers of a game serve a goal best."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import click

from .error_messages import mention_warnings, plainly
from .output import as_json_option, tell, tell_as, variant_option
from .progress import ProgressBar
from .study_options import seating_options
from .workers import workers_options

if TYPE_CHECKING:
    from ..study.hiring import Workers
    from ..study.plan import Seating
    from ..study.tune import Tuning


@click.command()
@click.argument("game")
@click.option("--vary", multiple=True, required=True, metavar="NAME=LOW..HIGH", help="A number, as cost_of_fox=1..4.")
@click.option("--for", "goals", multiple=True, required=True, metavar="GOAL", help="Such as seat advantage, margin = 5.")
@click.option("--games", type=click.IntRange(1), default=1000, show_default=True, help="How many games for a setting, at most.")
@click.option("--tries", type=click.IntRange(2, 500), default=30, show_default=True, help="How many new settings, at most.")
@click.option("--seconds", type=click.FloatRange(0, min_open=True), help="Play no longer than this.")
@click.option("--write", "writes", is_flag=True, help="Write the best numbers into the files, if they are surely better.")
@variant_option
@as_json_option
@plainly
@workers_options
@seating_options
def tune(
    game: str, vary: tuple[str, ...], goals: tuple[str, ...], games: int, tries: int, seconds: float | None, seating: Seating,
    writes: bool, variant: str | None, as_json: bool, workers: Workers | None,
) -> None:  # fmt: skip
    """Search for the numbers of a game that serve a goal best, on the same seeds for all of them.

    With several goals it tells which settings trade one for another. Nothing is written without --write; comments stay.

    Example: rulewright tune my_game --vary hand_size=3..6 --for "seat advantage" --for "most comebacks"
    """
    from ..game import Unplayable, load
    from ..study.goals import Wish
    from ..study.tune import tune
    from ..study.tune_text import to_json, to_text
    from ..workshop.knobs import knob_of, turned

    loaded = load(game, variant)
    mention_warnings(loaded, game)
    knobs = [knob_of(loaded, one) for one in vary]
    if len({one.name for one in knobs}) < len(knobs):
        raise Unplayable("every number is varied once")
    bar = ProgressBar()
    wishes = [Wish(one) for one in goals]
    tuning = tune(loaded, knobs, wishes, partial(turned, loaded), games, tries, seating, seconds, workers, bar.show)
    bar.clear()
    tell_as(as_json, lambda: to_json(tuning), lambda: to_text(tuning))
    if writes:
        _write(tuning, as_json)


def _write(tuning: Tuning, as_json: bool) -> None:
    """Write the best setting, and say so where nobody reads data."""
    from ..study.tune_text import is_sure
    from ..workshop.knobs import write

    best = tuning.best
    if best is None or not is_sure(tuning):
        tell("Nothing was written: no setting is surely better than what is there.", err=True)
        return
    chosen = {knob.name: value for knob, value in zip(tuning.knobs, best.settings, strict=True) if not knob.is_option}
    files = write(tuning.game, chosen)
    options = [knob.name for knob in tuning.knobs if knob.is_option]
    told = f"Written to {', '.join(map(str, files))}." if files else "Nothing was written."
    tell(told + (f" Options are chosen at the table: {', '.join(options)}." if options else ""), err=as_json)
