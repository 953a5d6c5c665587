"""`rulewright weigh`: what each card of a game is worth."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from .error_messages import mention_warnings, plainly
from .output import as_json_option, tell_as, variant_option
from .progress import ProgressBar
from .study_options import seating_options
from .workers import workers_options

if TYPE_CHECKING:
    from ..study.hiring import Workers
    from ..study.plan import Seating


@click.command()
@click.argument("game")
@click.option("--games", type=click.IntRange(1), default=4000, show_default=True, help="How many games for each card, at most.")
@click.option("--choices", type=click.IntRange(1), default=200, show_default=True, help="How many games tell what is chosen.")
@click.option("--by", "ways", default="removal,blank,choice,seat,option", show_default=True,
              help="How things are weighed, with commas.")
@click.option("--only", default="", metavar="TEXT", help="Cards and options whose names contain this.")
@click.option("--within", type=click.FloatRange(0.01, 50), default=2.0, show_default=True, help="Points that are near enough.")
@variant_option
@as_json_option
@plainly
@workers_options
@seating_options
def weigh(
    game: str, games: int, choices: int, ways: str, only: str, within: float, seating: Seating,
    workers: Workers | None, variant: str | None, as_json: bool,
) -> None:  # fmt: skip
    """Tell what each card is worth: by taking it from one seat, by a blank in its place, and by choosing it; and what each
    starting seat and each option of the game is worth.

    Example: rulewright weigh my_game --by removal --bots greedy
    """
    from ..game import Unplayable, load
    from ..study.weigh import WAYS, weigh
    from ..study.weigh_text import to_json, to_text

    asked = [way.strip() for way in ways.split(",")]
    unknown = next((way for way in asked if way not in WAYS), None)
    if unknown is not None:
        raise Unplayable(f'things are weighed by {", ".join(WAYS)}, not by "{unknown}"')
    loaded = load(game, variant)
    mention_warnings(loaded, game)
    bar = ProgressBar(what="weighings")
    weighing = weigh(loaded, games, seating, within / 100, asked, only, workers, bar.show, choices)
    bar.clear()
    tell_as(as_json, lambda: to_json(weighing), lambda: to_text(weighing))
