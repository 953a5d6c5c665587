"""Versions of a game by the words of a command: a game, a folder, or what it was at a revision of git.

Takes `my_game` or `my_game@HEAD~1`; returns the game. An older one is written to a folder of its own, which is gone when it was
read; nothing in the working tree is touched.
"""

from __future__ import annotations

import io
import subprocess
import tarfile
import tempfile
from pathlib import Path

from ..game import Game, Unplayable, folder_of, load

AT = "@"
UNTRACKED = "current working directory is untracked"  # as git says it


def version_of(words: str, variant: str | None = None) -> Game:
    """The game that is meant; raises Unplayable with one sentence where git cannot tell."""
    name, at, revision = words.rpartition(AT)
    if not at or Path(words).exists():
        return load(words, variant)
    folder = folder_of(name).resolve()
    with tempfile.TemporaryDirectory(prefix="rulewright-") as place:
        old = Path(place) / folder.name
        old.mkdir()
        _unpack(_archive(folder, revision), old)
        game = load(old, variant)
        _ = game.compiled  # as long as its files are there
        return game


def _archive(folder: Path, revision: str) -> bytes:
    """The files of a folder at a revision, as git packs them: of a revision those of the folder where it is called."""
    if revision.startswith("-"):
        raise Unplayable(f'"{revision}" is no revision')
    asked = ["git", "-C", str(folder), "archive", "--format=tar", revision, "."]
    try:
        done = subprocess.run(asked, capture_output=True, check=False)
    except OSError:
        raise Unplayable("git is not there, which knows older versions") from None
    if done.returncode:
        told = done.stderr.decode("utf-8", "replace").replace(UNTRACKED, "it was not there then").strip().splitlines()
        raise Unplayable(f"git knows no {folder.name} at {revision}" + (f": {told[0]}" if told else ""))
    return done.stdout


def _unpack(archive: bytes, folder: Path) -> None:
    with tarfile.open(fileobj=io.BytesIO(archive)) as files:
        files.extractall(folder, filter="data")
