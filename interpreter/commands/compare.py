"""`rulewright compare`: what a change does to a game, and whether that is more than chance."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from .engines import engine_option
from .error_messages import plainly
from .late_help import bots_option
from .output import as_json_option, tell_as
from .progress import ProgressBar
from .study_options import seats_option, seed_option
from .workers import workers_options

if TYPE_CHECKING:
    from ..study.hiring import Workers


@click.command()
@click.argument("before")
@click.argument("after", required=False)
@click.option("--variant", metavar="NAME", help="Compare a game with a variant of it.")
@click.option("--set", "settings", multiple=True, metavar="OPTION=VALUE", help="An option; with two values, they are compared.")
@click.option("--games", type=click.IntRange(1), default=2000, show_default=True, help="How many pairs of games, at most.")
@seats_option
@bots_option
@seed_option
@click.option("--within", type=click.FloatRange(0.01, 50), default=1.0, show_default=True, help="Per cent that do not matter.")
@click.option("--cards", is_flag=True, help="Also compare how often each card is played, and who wins then.")
@click.option("--unpaired", is_flag=True, help="Give the second version seeds of its own.")
@as_json_option
@engine_option
@plainly
@workers_options
def compare(
    before: str, after: str | None, variant: str | None, settings: tuple[str, ...], games: int, seats: int | None,
    bots: list[str], seed: int, within: float, cards: bool, unpaired: bool, workers: Workers | None,
    as_json: bool, engine: str | None,
) -> None:  # fmt: skip
    """Play the same deals with two versions of a game, and tell what is different.

    A version is a game, a folder, or a game at a revision of git (my_game@HEAD~1). With --variant, or two values of an option,
    one game is enough. It ends early when every figure is settled.

    Example: rulewright compare my_game@HEAD my_game --bots greedy
    """
    from ..study.compare import compare
    from ..study.compare_text import to_json, to_text
    from ..study.sides import sides_of

    one, two = sides_of(before, after, variant, settings)
    bar = ProgressBar(games, "pairs of games")
    comparison = compare(
        one, two, games, seats, bots, seed, within / 100, cards, not unpaired, workers, engine,
        lambda now: bar.show(now.games),
    )  # fmt: skip
    bar.clear()
    tell_as(as_json, lambda: to_json(comparison), lambda: to_text(comparison))
