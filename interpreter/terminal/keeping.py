"""Keeps a game that people play, so that none is ever lost.

Takes a match after every answer; writes it to a file of its own, whole or not at all. A game that was left or killed is found
again; one that is over is forgotten.
"""

from __future__ import annotations

import errno
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path

from ..folders import users_folder

ENDING = ".save"


def write_whole(path: Path, text: str) -> None:
    """Write a file so that it holds either the old text or the new one, whatever happens meanwhile."""
    path = path.resolve()
    if path.exists() and not path.is_file():
        path.write_text(text, encoding="utf-8")  # a device or a pipe has no old text to keep
        return
    number, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(number, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(name, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(name)
        raise


def kept_folder() -> Path | None:
    """Where games in progress lie: the place that the system has for the state of programs; None without a home."""
    place = users_folder("XDG_STATE_HOME", ".local/state")
    return place and place / "rulewright"


def last_kept(game: str) -> Path | None:
    """The game of this name that was played last."""
    place = kept_folder()
    found = [path for path in place.glob(f"{game}-*{ENDING}") if path.is_file() and path.stat().st_size] if place else []
    return max(found, key=lambda path: path.stat().st_mtime_ns, default=None)


class Keeper:
    """The file of one game. `trouble` says why it cannot be written, if so."""

    def __init__(self, game: str, path: Path | None = None) -> None:
        self.game = game
        self.path = path
        self.trouble = ""
        self._told = False
        self._written = ""
        self._folder = kept_folder()
        with self._noting_trouble():
            self._there().mkdir(parents=True, exist_ok=True)

    def _there(self) -> Path:
        if self._folder is None:
            raise OSError(errno.ENOENT, "no folder of yours is known", "HOME")
        return self._folder

    def _reserve(self) -> Path:
        """Take the first free name, so that two games never share one."""
        for number in count(1):
            path = self._there() / f"{self.game}-{number}{ENDING}"
            with suppress(FileExistsError):
                path.touch(exist_ok=False)
                return path
        raise AssertionError("there is always another number")

    def keep(self, text: str | None) -> bool:
        """Write the game as it stands, or None while there is nothing to keep; False when it cannot be written, the first time
        that this is so."""
        if text is not None:
            with self._noting_trouble():
                if self.path is None or self._is_taken(self.path):
                    self.path = self._reserve()
                write_whole(self.path, text)
                self._written = text
        is_news = bool(self.trouble) and not self._told
        self._told = bool(self.trouble)
        return not is_news

    def _is_taken(self, path: Path) -> bool:
        """Whether somebody else has gone on with this game: then each has a file of their own."""
        return bool(self._written) and path.is_file() and path.read_text(encoding="utf-8") != self._written

    @contextmanager
    def _noting_trouble(self) -> Iterator[None]:
        try:
            yield
            self.trouble = ""
        except OSError as problem:
            self.trouble = f"{self.path or self._folder or problem.filename}: {problem.strerror}"

    def forget(self) -> None:
        if self.path is not None:
            with suppress(OSError):
                self.path.unlink()
