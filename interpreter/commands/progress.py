"""How far a long command is, on one line of a terminal.

Takes what is done so far, of how much; shows how fast it goes and how long it will still take. Shows nothing where nobody
looks, and leaves nothing behind.
"""

from __future__ import annotations

import shutil
import sys
import time
from collections.abc import Callable

import click

from .streams import is_screen

LONGEST_BAR = 30


class ProgressBar:
    """How far it is, how fast and how long still; only on a terminal, and not for what is quickly done."""

    PATIENCE = 1.0

    def __init__(self, total: int = 0, what: str = "games") -> None:
        self.total, self.what = total, what
        self.begin = self.last = time.monotonic()
        self.is_shown = False

    def after(self, before: int) -> Callable[[int], None]:
        """The same bar for games of which so many were played before."""
        return lambda done: self.show(before + done)

    def show(self, done: int, total: int = 0, news: str = "") -> None:
        """Say what is done, of how much if that was not said at the beginning, and what is known so far."""
        now = time.monotonic()
        if not is_screen(sys.stderr) or now - self.begin < self.PATIENCE or now - self.last < 0.1:
            return
        self.last, self.is_shown = now, True
        columns = shutil.get_terminal_size().columns
        told = f"{done:,} of {total:,} {self.what}: {news}"[: columns - 1] if news else (
            progress_text(done, total or self.total, now - self.begin, columns, self.what))  # fmt: skip
        click.echo(f"\r\033[K{told}", nl=False, err=True)

    def clear(self) -> None:
        if self.is_shown:
            click.echo("\r\033[K", nl=False, err=True)


def progress_text(done: int, games: int, seconds: float, columns: int, what: str = "games") -> str:
    """`#####.....  1,200 of 5,000 games, 310 a second, 12 s left`, on one line of a terminal"""
    words = f"  {done:,} of {games:,} {what}{_speed(done, games, seconds)} "
    width = max(0, min(LONGEST_BAR, columns - len(words) - 1))
    filled = width * done // games
    return f"{'#' * filled}{'.' * (width - filled)}{words}"[: columns - 1]


def _speed(done: int, games: int, seconds: float) -> str:
    """Nothing before the first is done: nobody knows yet how long one takes."""
    if not done:
        return ""
    rate = done / seconds
    left = (games - done) / rate
    told = f"{left:.0f} s" if left < 100 else f"{left / 60:.0f} min"
    speed = f"{rate:,.0f}" if rate >= 10 else f"{rate:.1f}"
    return f", {speed} a second, {told} left"
