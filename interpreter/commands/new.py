"""`rulewright new`: the folder of a small game to begin with."""

from __future__ import annotations

from pathlib import Path

import click

from .error_messages import plainly
from .output import tell


@click.command()
@click.argument("name", type=click.Path(path_type=Path))
@plainly
def new(name: Path) -> None:
    """Write a small game to begin with.

    It is complete, can be played at once, and has comments that teach; change it into your own.

    Example: rulewright new my_game
    """
    from ..workshop.new_game import FILES, write_new_game

    title = write_new_game(name)
    tell(f"{title} is written to {name}:")
    for file, about in FILES.items():
        tell(f"  {file:<22} {about}")
    tell(f"Now type: rulewright play {name}")
