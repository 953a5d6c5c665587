"""`rulewright games`: the games that come with Rulewright."""

from __future__ import annotations

import click

from .error_messages import plainly
from .output import as_json_option, tell, tell_json


@click.command()
@as_json_option
@plainly
def games(as_json: bool) -> None:
    """List the games that come with Rulewright.

    Example: rulewright games
    """
    from ..game import load, shipped

    definitions = [load(name).definition for name in shipped()]
    if as_json:
        tell_json([{"id": one.id, "name": one.name, "players": [one.fewest, one.most]} for one in definitions], indent=None)
        return
    for one in definitions:
        tell(f"{one.id:<28} {one.counts('-')} players  {one.about}")
