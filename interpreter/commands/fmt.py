"""`rulewright fmt`: the files of a game in the one form in which definitions are written."""

from __future__ import annotations

import sys

import click

from .error_messages import plainly
from .output import tell


@click.command()
@click.argument("game")
@click.option("--check", is_flag=True, help="Write nothing; name the files that would change, and end with 1 if there are any.")
@plainly
def fmt(game: str, check: bool) -> None:
    """Write the files of a game in one form.

    Slots come in one order, quotes stand only where they are needed, braces that do not fit into 120 columns become lines, and
    rows of cells stand under each other. Every comment stays with its entry, and the game stays the same.

    Example: rulewright fmt gamedefs/my_game
    """
    from ..game import folder_of
    from ..workshop.formatting import formatted_game, write_file

    files = formatted_game(folder_of(game))
    changed = [one for one in files if one.is_changed]
    for one in changed:
        if not check:
            write_file(one.path, one.after)
        tell(f"{one.shown}: {'would change' if check else 'written anew'}")
    tell(_summary(len(changed), len(files), check))
    sys.exit(1 if check and changed else 0)


def _summary(changed: int, every: int, check: bool) -> str:
    files = "1 file" if every == 1 else f"{every} files"
    if not changed:
        return f"{files}, all in form."
    return f"{files}, {changed} {'not in form' if check else 'brought into form'}."
