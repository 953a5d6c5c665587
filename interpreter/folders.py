"""Where a program may keep something for its user, and where it writes what has no name yet.

Takes the variable in which the user can name a folder, and where it usually lies at home; returns the folder, or None where
nobody has a home. Makes no folder, and never means the root folder or wherever the program was started.
"""

from __future__ import annotations

import os
from contextlib import suppress
from errno import ENOENT
from glob import escape
from pathlib import Path

_DRAFT = ".part"


def users_folder(variable: str, usual: str) -> Path | None:
    """The folder that a variable names in full; else the usual one at home."""
    chosen = os.environ.get(variable, "")
    if _is_meant(chosen):
        return Path(chosen)
    own_home = home()
    return own_home and own_home / usual


def home() -> Path | None:
    """The folder of the user, if there is one."""
    named = os.path.expanduser("~") if os.environ.get("HOME") != "" else ""
    return Path(named) if _is_meant(named) and os.path.isdir(named) else None


def _is_meant(named: str) -> bool:
    """Whether a folder is named in full, and is not all there is."""
    return os.path.isabs(named) and Path(named) != Path(Path(named).anchor)


def in_home(name: str) -> Path:
    """A path that somebody wrote, in which `~/` is the folder of the user."""
    if not name.startswith("~/"):
        return Path(name)
    own_home = home()
    if own_home is None:
        raise OSError(ENOENT, "no folder of yours is known", name)
    return own_home / name[2:]


# ---------------------------------------------------------------- drafts


def draft_of(path: Path) -> Path:
    """Where this process writes a file before it gets its name."""
    return path.parent / f".{path.name}.{os.getpid()}{_DRAFT}"


def clear_drafts(folder: Path, name: str = "") -> None:
    """Remove what writers that were killed have left half done: of all files of a folder, or of one."""
    for path in folder.glob(f".{escape(name) or '*'}.*{_DRAFT}"):
        number = path.name.removesuffix(_DRAFT).rpartition(".")[2]
        if number.isdecimal() and not _is_alive(int(number)):
            with suppress(OSError):
                path.unlink()


def _is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:
        return True
    return True
