"""Writes for many tables at once: what is asked for while the disk is busy goes onto it together.

Takes functions that write to the store; each comes back as a future that is done when its writing is on the disk, or failed,
with nothing of it written. One thread writes, in the order in which it was asked.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from queue import SimpleQueue
from threading import Thread
from typing import Any

from .table_store import TableStore

Write = Callable[[TableStore], Any]
MOST = 200  # writings that go onto the disk together


class StoreWriter:
    def __init__(self, store: TableStore) -> None:
        self.store = store
        self._waiting: SimpleQueue[tuple[Write, Future[Any]] | None] = SimpleQueue()
        self._thread = Thread(target=self._work, name="writer", daemon=True)
        self._thread.start()

    def write(self, write: Write) -> Future[Any]:
        """Have something written; done when it is on the disk."""
        done: Future[Any] = Future()
        self._waiting.put((write, done))
        return done

    def close(self) -> None:
        """After everything that was asked for is written."""
        self._waiting.put(None)
        self._thread.join()

    def _work(self) -> None:
        while (first := self._waiting.get()) is not None:
            batch = [first]
            while len(batch) < MOST and not self._waiting.empty():
                following = self._waiting.get()
                if following is None:
                    self._write(batch)
                    return
                batch.append(following)
            self._write(batch)

    def _write(self, batch: list[tuple[Write, Future[Any]]]) -> None:
        results: list[tuple[Future[Any], Any, Exception | None]] = []
        try:
            with self.store.writing():
                for write, done in batch:
                    results.append((done, *self._one(write)))
        except Exception as problem:  # nothing of the batch is on the disk
            results = [(done, None, problem) for _, done in batch]
        for done, value, trouble in results:
            if trouble is None:
                done.set_result(value)
            else:
                done.set_exception(trouble)

    def _one(self, write: Write) -> tuple[Any, Exception | None]:
        try:
            with self.store.part():
                return write(self.store), None
        except Exception as problem:
            return None, problem
