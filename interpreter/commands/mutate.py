"""`rulewright mutate`: which faults in a definition its scenarios would notice."""

from __future__ import annotations

import sys

import click

from .error_messages import mention_warnings, plainly
from .output import as_json_option, tell_as
from .progress import ProgressBar


@click.command()
@click.argument("game")
@click.option("--only", default="", metavar="TEXT", help="Only faults whose place or words contain this, such as flow.yaml:12.")
@as_json_option
@plainly
def mutate(game: str, only: str, as_json: bool) -> None:
    """Put one fault after the other into a definition, and list those that no scenario notices.

    A number becomes one higher, a comparison goes the other way, most becomes least, an ability is left out. A comment
    "# unproven: why" at a line explains a fault that no scenario has to notice.

    Example: rulewright mutate my_game --only cards.yaml
    """
    from ..game import load
    from ..study.mutate import mutate

    loaded = load(game)
    mention_warnings(loaded, game)
    bar = ProgressBar(what="faults")
    mutation = mutate(loaded, only, bar.show)
    bar.clear()
    tell_as(as_json, mutation.to_json, mutation.to_text)
    sys.exit(1 if mutation.survivors else 0)
