"""`rulewright coverage`: which lines of a definition its scenarios, and games, carried out."""

from __future__ import annotations

from pathlib import Path

import click

from .error_messages import mention_warnings, plainly
from .output import as_json_option, tell_as
from .progress import ProgressBar


@click.command()
@click.argument("game")
@click.option("--games", type=click.IntRange(0), default=0, help="Also play so many games between random bots.")
@click.option("--seats", type=int, help="How many seats these games have; three, or as near as can be, if not given.")
@click.option("--seed", type=int, default=0, show_default=True, help="The same seed gives the same games.")
@click.option("--missing", is_flag=True, help="Only list what did not happen.")
@click.option("--lcov", type=click.Path(dir_okay=False, path_type=Path), help="Also write a file that editors can show.")
@as_json_option
@plainly
def coverage(
    game: str, games: int, seats: int | None, seed: int, missing: bool, lcov: Path | None, as_json: bool
) -> None:
    """Show how often each line of a definition was carried out, and list what never happened.

    Of a condition it tells how often it held and how often it did not, of an option how often it was taken and left.

    Example: rulewright coverage my_game --games 20
    """
    from ..game import load
    from ..study.coverage import cover
    from ..study.coverage_text import to_json, to_lcov, to_text

    loaded = load(game)
    mention_warnings(loaded, game)
    bar = ProgressBar(what="scenarios and games")
    covered = cover(loaded, games, seats, seed, bar.show)
    bar.clear()
    if lcov is not None:
        lcov.write_text(to_lcov(covered), encoding="utf-8")
    tell_as(as_json, lambda: to_json(covered), lambda: to_text(covered, lines=not missing))
