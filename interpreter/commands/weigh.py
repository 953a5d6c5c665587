"""`rulewright weigh`: what each card of a game is worth."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from .error_messages import mention_warnings, plainly
from .late_help import bots_option
from .output import as_json_option, tell, tell_json, variant_option
from .progress import ProgressBar
from .workers import workers_options

if TYPE_CHECKING:
    from ..study.hiring import Workers


@click.command()
@click.argument("game")
@click.option("--games", type=click.IntRange(1), default=4000, show_default=True, help="How many games for each card, at most.")
@click.option("--by", "ways", default="removal,blank,choice,seat,option", show_default=True,
              help="How things are weighed, with commas.")
@click.option("--only", default="", metavar="TEXT", help="Cards and options whose names contain this.")
@click.option("--seats", type=int, help="How many seats; the fewest if not given.")
@bots_option
@click.option("--seed", type=int, default=0, show_default=True, help="The same seed gives the same figures.")
@click.option("--set", "settings", multiple=True, metavar="OPTION=VALUE", help="An option of the game.")
@click.option("--within", type=click.FloatRange(0.01, 50), default=2.0, show_default=True, help="Points that are near enough.")
@variant_option
@as_json_option
@plainly
@workers_options
def weigh(
    game: str, games: int, ways: str, only: str, seats: int | None, bots: str, seed: int, settings: tuple[str, ...],
    within: float, workers: Workers | None, variant: str | None, as_json: bool,
) -> None:  # fmt: skip
    """Tell what each card is worth: by taking it from one seat, by a blank in its place, and by choosing it; and what each
    starting seat and each option of the game is worth.

    Example: rulewright weigh my_game --by removal --bots greedy
    """
    from ..desk.seating import options_from
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
    seated = [name.strip() for name in bots.split(",")]
    found = weigh(
        loaded, games, seats, seated, seed, options_from(settings), within / 100, asked, only, workers, bar.show,
    )  # fmt: skip
    bar.clear()
    if as_json:
        tell_json(to_json(found))
    else:
        tell(to_text(found))
