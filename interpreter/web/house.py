"""What all tables of a server share: the store, the rules, those who think, threads for work, and how pages are made.

Joins these and holds no table. Work on a match is done in threads, so that nobody waits for another table's rules.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, TypeVar

from ..game import Game
from ..table.match import Match
from .disk_writer import StoreWriter, Write
from .ownership import StoreOwner
from .rulebooks import Rulebooks
from .table_store import TableStore
from .thinkers import Thinkers

THREADS = 16
Result = TypeVar("Result")


class ViewerScreen(Protocol):
    """What one viewer's page shows."""

    def whole(self, match: Match) -> dict[str, Any]:
        """Everything."""

    def update(self, match: Match) -> dict[str, Any]:
        """What has changed since."""


@dataclass(frozen=True)
class Pages:
    """How pages are made of a game: the screen of a viewer, the curtain before a seat, and documents. `statics` is the folder
    of the files that documents name."""

    screen: Callable[[Game, str | None], ViewerScreen]
    curtain: Callable[[str], str]
    document: Callable[[Game, str, str], str]
    lobby: Callable[[Sequence[Mapping[str, Any]], Sequence[Mapping[str, Any]], str], str]
    ended: Callable[[str, str, str, str], str]
    statics: Path


@dataclass(frozen=True)
class Manners:
    """How long this server waits, in seconds: between two answers of bots before somebody's eyes, for somebody who has left
    before a bot may sit in, before a table that nobody looks at is put away, for the first message, and for news at a line."""

    pace: float = 0.5
    absence: float = 20.0
    idle: float = 60.0
    sitting: float = 5.0
    polling: float = 25.0


class House:
    def __init__(self, store: Path, address: str, pages: Pages, manners: Manners | None = None) -> None:
        self.store = TableStore(store)
        self.writer = StoreWriter(self.store)
        self.owner = StoreOwner(self.writer, address)
        self.rulebooks = Rulebooks(self.store)
        self.thinkers = Thinkers(store)
        self.pages = pages
        self.manners = manners or Manners()
        self._threads = ThreadPoolExecutor(THREADS, "table")

    async def run(self, work: Callable[[], Result]) -> Result:
        """Do something in a thread."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)

    def write(self, write: Write) -> Future[Any]:
        return self.writer.write(write)

    def close(self) -> None:
        self.thinkers.close()
        self._threads.shutdown(wait=True, cancel_futures=True)
        self.owner.leave()
        self.writer.close()
        self.store.close()
