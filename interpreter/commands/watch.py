"""`rulewright watch`: a game is looked at again after every save."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .error_messages import plainly
from .output import tell
from .streams import is_screen

if TYPE_CHECKING:
    from ..workshop.watching import WatchReport

PAUSE = 0.25  # seconds between two looks at the files
REDRAWN, LONG = 0.1, 1.0  # seconds after which a screen is drawn again, or a line is told elsewhere that is not the last


@click.command()
@click.argument("game")
@click.option("--seconds", type=click.FloatRange(0, 999), default=3.0, show_default=True, help="How long to play; 0 for not.")
@click.option("--games", type=click.IntRange(1), default=2000, show_default=True, help="How many games to play at most.")
@click.option("--players", type=int, help="How many players these games have.")
@plainly
def watch(game: str, seconds: float, games: int, players: int | None) -> None:
    """Look at a game again after every save.

    Tells errors at once, then which scenarios pass, then how games between bots end, with the change since the last save.
    The next save stops what is still running. Ctrl-C ends it.

    Example: rulewright watch gamedefs/my_game
    """
    from ..game import Unplayable, folder_of
    from ..study.simulate import random_games
    from ..workshop.watching import Watch

    if seconds != seconds:
        raise Unplayable("--seconds needs a number")  # not a number is within every range
    watching = Watch(folder_of(game), random_games, time.monotonic, players, seconds, games)
    watching.check_seats()
    screen = WatchScreen()
    try:
        while True:
            if watching.has_changed():
                screen.begin()
                _let_it_settle(watching.folder)
                for told in watching.look():
                    screen.show(told)
            time.sleep(PAUSE)
    except KeyboardInterrupt:
        tell()


def _let_it_settle(folder: Path) -> None:
    """Wait until nothing is being written any more."""
    from ..workshop.watching import signature

    before = None
    while before != (now := signature(folder)):
        before = now
        time.sleep(PAUSE / 5)


class WatchScreen:
    """One screen after the other on a terminal; elsewhere what stays, and what takes long as far as it is."""

    def __init__(self) -> None:
        self.told_at = 0.0
        self.text = ""

    def begin(self) -> None:
        self.told_at = time.monotonic()
        if is_screen(sys.stdout):
            self._draw("Looking …")

    def show(self, told: WatchReport) -> None:
        waited = time.monotonic() - self.told_at
        if is_screen(sys.stdout):
            if told.is_whole or waited >= REDRAWN:
                self._draw(told.text)
        elif told.is_whole or (waited >= LONG and told.text != self.text):
            self._print(told.text)

    def _draw(self, text: str) -> None:
        click.clear()
        self._print(text)

    def _print(self, text: str) -> None:
        tell(text)
        self.text, self.told_at = text, time.monotonic()
