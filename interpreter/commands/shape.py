"""`rulewright shape`: how tense, how long, how fair and how open to luck and skill a game is."""

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
@click.option("--games", type=click.IntRange(1), default=500, show_default=True, help="How many games to play.")
@click.option("--seats", type=int, help="How many seats; the fewest if not given.")
@bots_option
@click.option("--seed", type=int, default=0, show_default=True, help="The same seed gives the same figures.")
@click.option("--set", "settings", multiple=True, metavar="OPTION=VALUE", help="An option of the game.")
@click.option("--skill", type=click.IntRange(0), default=0, help="So many games for each two bots tell what thinking is worth.")
@variant_option
@as_json_option
@plainly
@workers_options
def shape(
    game: str, games: int, seats: int | None, bots: str, seed: int, settings: tuple[str, ...], skill: int,
    workers: Workers | None, variant: str | None, as_json: bool,
) -> None:  # fmt: skip
    """Tell what a game is like: tension, choice, length, seats, luck and, with --skill, what thinking is worth.

    Example: rulewright shape my_game --bots greedy --games 100
    """
    from ..desk.seating import options_from
    from ..game import load
    from ..study.shape import shape
    from ..study.shape_text import to_json, to_text

    loaded = load(game, variant)
    mention_warnings(loaded, game)
    bar = ProgressBar(games)
    seated = [name.strip() for name in bots.split(",")]
    found = shape(loaded, games, seats, seated, seed, options_from(settings), skill, workers, bar.show)
    bar.clear()
    if as_json:
        tell_json(to_json(found))
    else:
        tell(to_text(found))
