"""`rulewright shape`: how tense, how long, how fair and how open to luck and skill a game is."""

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
@click.option("--games", type=click.IntRange(1), default=500, show_default=True, help="How many games to play.")
@click.option("--skill", type=click.IntRange(0), default=0, help="So many games for each two bots tell what thinking is worth.")
@variant_option
@as_json_option
@plainly
@workers_options
@seating_options
def shape(
    game: str, games: int, skill: int, seating: Seating, workers: Workers | None, variant: str | None, as_json: bool,
) -> None:  # fmt: skip
    """Tell what a game is like: tension, choice, length, seats, luck and, with --skill, what thinking is worth.

    Example: rulewright shape my_game --bots greedy --games 100
    """
    from ..game import load
    from ..study.shape import shape
    from ..study.shape_text import to_json, to_text

    loaded = load(game, variant)
    mention_warnings(loaded, game)
    bar = ProgressBar(games)
    traits = shape(loaded, games, seating, skill, workers, bar.show)
    bar.clear()
    tell_as(as_json, lambda: to_json(traits), lambda: to_text(traits))
