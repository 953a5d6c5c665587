"""Keeps a game that people play, so that none is ever lost.

Takes a match after every answer; writes it to a file of its own, whole or not at all. A game that was left or killed is found
again; one that is over is forgotten. Whoever looks at or changes the folder of kept games has it alone meanwhile.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path

from ..errors import Misused
from ..folders import clear_drafts, draft_of, users_folder

ENDING = ".save"
_PATIENT = getattr(os, "O_NONBLOCK", 0)  # no pipe is waited for
NO_HOME = "HOME: no folder of yours is known"


class NoFile(Misused):
    """Something that is no ordinary file: one sentence that says so."""


def write_whole(path: Path, text: str) -> None:
    """Write a file so that it holds either the old text or the new one, whatever happens meanwhile."""
    path = path.resolve()
    if path.exists() and not path.is_file():
        path.write_text(text, encoding="utf-8")  # a device or a pipe has no old text to keep
        return
    clear_drafts(path.parent, path.name)
    draft = draft_of(path)
    try:
        with open(draft, "w", encoding="utf-8", newline="", opener=lambda name, flags: os.open(name, flags, 0o600)) as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(draft, path)
        _sync(path.parent)
    except BaseException:
        with suppress(OSError):
            os.unlink(draft)
        raise


def _sync(folder: Path) -> None:
    """Let the names in a folder survive a power cut, where the system can do that."""
    with suppress(OSError):
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)


def read_whole(path: Path) -> str:
    """The text of a file, every character as it was written; raises NoFile for a pipe, a folder and the like."""
    number = os.open(path, os.O_RDONLY | _PATIENT)
    if not stat.S_ISREG(os.fstat(number).st_mode):
        os.close(number)
        raise NoFile(f"{path} is not a saved game: it is no ordinary file")
    with open(number, "rb") as file:
        return file.read().decode()


# ---------------------------------------------------------------- the folder of kept games


def kept_folder() -> Path | None:
    """Where games in progress lie: the place that the system has for the state of programs; None if there is no such place."""
    users = users_folder("XDG_STATE_HOME", ".local/state")
    return users and users / "rulewright"


def last_kept(game: str) -> Path | None:
    """The game of this name that was played last."""
    folder = kept_folder()
    kept = []
    with suppress(OSError):
        for path in folder.glob(f"{game}-*{ENDING}") if folder is not None else ():
            about = path.stat()
            if stat.S_ISREG(about.st_mode) and about.st_size:
                kept.append((about.st_mtime_ns, path))
    return max(kept, default=(0, None))[1]


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Nobody else writes to the folder meanwhile; where the system has no such locks, names alone keep games apart."""
    try:
        import fcntl
    except ImportError:
        yield
        return
    number = os.open(folder, os.O_RDONLY)
    try:
        with suppress(OSError):
            fcntl.flock(number, fcntl.LOCK_EX)
        yield
    finally:
        os.close(number)


class Keeper:
    """The file of one game. `trouble` says why it cannot be written, if so."""

    def __init__(self, game: str, path: Path | None = None, text: str = "") -> None:
        """A new game, or one that is kept at a path already with this text."""
        self.game = game
        self.path = path
        self.trouble = ""
        self._told = False
        self._written = text
        self._folder = kept_folder()
        if self._folder is None:
            self.trouble = NO_HOME
            return
        with self._noting_trouble(self._folder):
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            with _alone(self._folder):
                clear_drafts(self._folder)

    def keep(self, text: str | None) -> bool:
        """Write the game as it stands, or None while there is nothing to keep; False when it cannot be written, the first time
        that this is so."""
        if text is not None and self._folder is not None:
            with self._noting_trouble(self.path or self._folder), _alone(self._folder):
                if self.path is None or self._is_taken(self.path):
                    self.path = self._free()
                write_whole(self.path, text)
                self._written = text
        is_news = bool(self.trouble) and not self._told
        self._told = bool(self.trouble)
        return not is_news

    def _free(self) -> Path:
        """The first name that nothing has, so that two games never share one."""
        assert self._folder is not None
        names = (self._folder / f"{self.game}-{number}{ENDING}" for number in count(1))
        return next(path for path in names if not os.path.lexists(path))

    def _is_taken(self, path: Path) -> bool:
        """Whether somebody else has gone on with this game, or something else lies there: then each has a file of their own."""
        if not os.path.lexists(path):
            return False
        return not path.is_file() or path.read_bytes() != self._written.encode()

    @contextmanager
    def _noting_trouble(self, path: Path) -> Iterator[None]:
        try:
            yield
            self.trouble = ""
        except OSError as problem:
            self.trouble = f"{path}: {problem.strerror}"

    def forget(self) -> None:
        if self.path is not None and self._folder is not None:
            with suppress(OSError), _alone(self._folder):
                if not self._is_taken(self.path):
                    self.path.unlink()
                    _sync(self._folder)
