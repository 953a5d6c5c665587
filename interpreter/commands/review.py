"""`rulewright review`: what decided a played game, answer by answer and stroke of luck by stroke of luck."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from .error_messages import plainly
from .output import as_json_option, tell, tell_as
from .progress import ProgressBar


@click.command()
@click.argument("record", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--game", help="The folder of the game, if it is neither shipped nor beside the record.")
@click.option("--bots", default="random", show_default=True, help="Who plays positions on, to tell what they are worth.")
@click.option("--playouts", type=click.IntRange(4), default=60, show_default=True, help="How often, for each answer.")
@click.option("--seat", help="Only the answers of this seat, and with what it could know.")
@click.option("--seed", type=int, default=0, show_default=True, help="The same seed gives the same ledger.")
@click.option("--every", is_flag=True, help="Tell every turn, not only those that decided it.")
@as_json_option
@plainly
def review(
    record: Path, game: str | None, bots: str, playouts: int, seat: str | None, seed: int, every: bool, as_json: bool
) -> None:
    """Tell what every answer of a recorded game gained or lost, and what luck did.

    Luck and answers add up exactly to the result; the turns that decided it come first, each with the step at which
    `rulewright replay RECORD --steps` shows it.

    Example: rulewright review game.yaml --bots greedy
    """
    from ..game import load, load_record
    from ..study.review import review
    from ..study.review_text import to_json, to_text
    from ..table.replay import Diverged
    from .replay import game_near

    read = load_record(record)
    loaded = load(game or game_near(read.game, record), read.variant)
    bar = ProgressBar(what="answers")
    try:
        ledger = review(loaded, read, [name.strip() for name in bots.split(",")], playouts, seat, seed, bar.show)
    except Diverged as problem:
        tell(f"{record}:{problem.line}: {problem.message}", err=True)
        sys.exit(1)
    bar.clear()
    tell_as(as_json, lambda: to_json(ledger), lambda: to_text(ledger, str(record), every))
