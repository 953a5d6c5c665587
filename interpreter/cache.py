"""A small store of texts that can be made again: what was compiled once need not be compiled twice.

Takes a key and a text; gives the text back under the same key, or nothing. Nothing that goes wrong here is an error: an entry
that is missing, cut off, altered, somebody else's or from another version counts as not there, and a folder that cannot be
written stays as it is. Whoever stores a text checks what it reads back.

The folder is RULEWRIGHT_CACHE, or the user's cache folder; RULEWRIGHT_CACHE=off keeps nothing. Only the user can write entries
there that are read. Whoever can do that can change Rulewright itself, so they are guarded against accidents and strangers only.
"""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from .folders import clear_drafts, draft_of, users_folder

FORM = "rulewright 1"
MOST_ENTRIES = 200
MOST_BYTES = 50_000_000
_ENDING = ".rulewright-cache"
_ORDINARY = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)  # no link is followed, no pipe is waited for


def folder() -> Path | None:
    """Where texts are kept; None if they are not."""
    chosen = os.environ.get("RULEWRIGHT_CACHE", "")
    if chosen == "off":
        return None
    users = Path(chosen) if chosen else _users_folder()
    return users if chosen or users is None else users / "rulewright"


def _users_folder() -> Path | None:
    if os.name == "nt":
        return users_folder("LOCALAPPDATA", "AppData/Local")
    if os.uname().sysname == "Darwin":
        return users_folder("", "Library/Caches")
    return users_folder("XDG_CACHE_HOME", ".cache")


def key(*parts: str) -> str:
    """A key for a text that is made from exactly these parts."""
    return hashlib.sha256("".join(f"{len(part)}:{part}" for part in parts).encode()).hexdigest()


def sources(*folders: Path) -> str:
    """A digest of our own files in these folders: what they make is stale when one of them changes."""
    digest = hashlib.sha256()
    for root in folders:
        for path in sorted(root.rglob("*")):
            if path.is_file() and path.suffix != ".pyc":
                raw = path.read_bytes()
                digest.update(f"{path.relative_to(root.parent)}\0{len(raw)}\0".encode())
                digest.update(raw)
    return digest.hexdigest()


def get(key: str) -> str | None:
    """The text that was put under a key, exactly as it was."""
    body = get_bytes(key)
    with suppress(UnicodeDecodeError):
        return None if body is None else body.decode()
    return None


def get_bytes(key: str) -> bytes | None:
    """What was put under a key, if it is whole and nobody else can have written it."""
    place = folder()
    if place is None:
        return None
    with suppress(OSError):
        head, _, body = _own_bytes(place / f"{key}{_ENDING}").partition(b"\n")
        return body if head == _head(key, body) else None
    return None


def put(key: str, text: str) -> None:
    """Keep a text. Several processes may do so at once: each entry is whole or not there."""
    put_bytes(key, text.encode())


def put_bytes(key: str, body: bytes) -> None:
    place = folder()
    if place is None or len(body) > MOST_BYTES:
        return
    with suppress(OSError):
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
        clear_drafts(place)
        draft = draft_of(place / f"{key}{_ENDING}")
        with open(draft, "xb", opener=lambda path, flags: os.open(path, flags, 0o600)) as file:
            file.write(_head(key, body) + b"\n" + body)
        os.replace(draft, place / f"{key}{_ENDING}")
        _forget_oldest(place)


@contextmanager
def alone(key: str) -> Iterator[None]:
    """Nobody else of this user on this machine makes the same meanwhile; where files cannot be locked, somebody may."""
    place = folder()
    try:
        import fcntl

        if place is None:
            raise FileNotFoundError("nothing is kept")
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = os.open(place / f"{key[:2]}.lock", os.O_RDWR | os.O_CREAT | _ORDINARY, 0o600)
    except (ImportError, OSError):
        yield
        return
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
    finally:
        os.close(lock)


def _head(key: str, body: bytes) -> bytes:
    """The first line of an entry. It fits one key and one text, so an entry that was renamed, cut or altered shows itself."""
    return f"{FORM} {hashlib.sha256(key.encode() + body).hexdigest()}".encode()


def _own_bytes(path: Path) -> bytes:
    """What is in a file that only this user can have written; nothing if it is none."""
    with open(path, "rb", opener=lambda path, flags: os.open(path, flags | _ORDINARY)) as file:
        about = os.fstat(file.fileno())
        is_private = os.name == "nt" or (about.st_uid == os.geteuid() and not about.st_mode & 0o022)
        if not stat.S_ISREG(about.st_mode) or not is_private or about.st_size > MOST_BYTES:
            return b""
        return file.read()


def _forget_oldest(where: Path) -> None:
    entries = sorted(where.glob(f"*{_ENDING}"), key=lambda path: path.stat().st_mtime)
    for path in entries[:-MOST_ENTRIES]:
        path.unlink(missing_ok=True)
