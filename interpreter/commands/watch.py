"""`rulewright watch`: a game is looked at again after every save."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import click

from .plainly import plainly
from .streams import is_screen
from .telling import tell

PAUSE = 0.25  # seconds between two looks at the files


@click.command()
@click.argument("game")
@click.option("--seconds", type=click.FloatRange(0, 999), default=3.0, show_default=True, help="How long to play; 0 for not.")
@click.option("--games", type=click.IntRange(1), default=2000, show_default=True, help="How many games to play at most.")
@click.option("--players", type=int, help="How many players these games have.")
@plainly
def watch(game: str, seconds: float, games: int, players: int | None) -> None:
    """Look at a game again after every save.

    Tells errors, which scenarios pass, and how games between bots end, with the change since the last save. Ctrl-C ends it.

    Example: rulewright watch gamedefs/my_game
    """
    from ..game import Unplayable, folder_of
    from ..simulation import simulate
    from ..watching import Watch

    if seconds != seconds:
        raise Unplayable("--seconds needs a number")  # not a number is within every range
    watching = Watch(folder_of(game), simulate, time.monotonic, players, seconds, games, os.cpu_count() or 1)
    watching.check_seats()
    try:
        while True:
            if watching.has_changed():
                _show("Looking …", passing=True)
                _let_it_settle(watching.folder)
                _show(watching.look())
            time.sleep(PAUSE)
    except KeyboardInterrupt:
        tell()


def _let_it_settle(folder: Path) -> None:
    """Wait until nothing is being written any more."""
    from ..watching import signature

    before = None
    while before != (now := signature(folder)):
        before = now
        time.sleep(PAUSE / 5)


def _show(text: str, passing: bool = False) -> None:
    """One screen after the other on a terminal; elsewhere only what stays."""
    if is_screen(sys.stdout):
        click.clear()
    if is_screen(sys.stdout) or not passing:
        tell(text)
