"""What a worker of a cluster does with a part of the work.

Takes the definition by its content, what is to be done, and a part; returns what that came to. A worker that has not seen the
definition yet says so and is sent it once; one that runs another Rulewright says so and does nothing, since its answers could
differ.
"""

from __future__ import annotations

import hashlib
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from .. import cache
from ..game import Game
from ..model.pack import from_text, to_text
from .parts_left import Stretch

Do = Callable[[Game, Any], Any]  # a function of a module or a partial of one: another process must be able to find it
MOST_GAMES = 32  # definitions that a worker keeps

_known: dict[str, Game] = {}
_alone = threading.Lock()  # one part at a time: a process that plays has one budget, however many threads it has


@dataclass(frozen=True)
class Errand:
    """What a worker is told. `text` is there only for one that has asked for it."""

    code: str
    digest: str
    do: Do
    part: Stretch
    text: str | None = None


@dataclass(frozen=True)
class Done:
    worker: str
    came_to: Any
    seconds: float


@dataclass(frozen=True)
class Unknown:
    """The worker does not have the definition."""

    worker: str


@dataclass(frozen=True)
class OtherCode:
    """The worker has another Rulewright."""

    worker: str
    version: str


Answer = Done | Unknown | OtherCode


def packed(game: Game) -> tuple[str, str]:
    """A definition as it is sent, and its name by content."""
    text = to_text(game.definition)
    return hashlib.sha256(text.encode()).hexdigest(), text


def unpacked(text: str) -> Game:
    return Game.bare(from_text(text))


@lru_cache(maxsize=1)
def code_here() -> str:
    """Which Rulewright this is: the same files give the same games."""
    return cache.sources(Path(__file__).parent.parent)


def version_here() -> str:
    try:
        return version("rulewright")
    except PackageNotFoundError:
        return "of unknown version"


def run_errand(errand: Errand) -> Answer:
    from distributed import get_worker

    worker = get_worker().address
    if errand.code != code_here():
        return OtherCode(worker, version_here())
    with _alone:
        if errand.digest not in _known:
            if errand.text is None:
                return Unknown(worker)
            while len(_known) >= MOST_GAMES:
                _known.pop(next(iter(_known)))
            _known[errand.digest] = unpacked(errand.text)
        begin = time.monotonic()
        came_to = errand.do(_known[errand.digest], errand.part)
        return Done(worker, came_to, time.monotonic() - begin)
