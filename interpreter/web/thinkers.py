"""Long work beside the server: bots that choose, and advice. Other tables feel nothing of it.

Takes jobs and gives each to a process of its own; whoever waits for one can be cancelled, which stops the work. Some processes
are left to quick work, however much long work there is. No process outlives the server.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

from ..errors import RulewrightError
from .worker import Job, work

PATIENCE = 5.0  # seconds that stopped work may go on before its process is ended
TRIES = 3


class NoThought(RulewrightError):
    """Work that came to nothing: one sentence that says why."""


@dataclass
class _Thinker:
    process: BaseProcess
    line: Connection
    table: str = ""


class Thinkers:
    def __init__(self, store: Path, count: int | None = None, do: Callable[..., None] = work) -> None:
        self.count = max(2, count or os.cpu_count() or 2)
        self._store = store
        self._do = do
        self._context = multiprocessing.get_context("spawn")
        self._threads = ThreadPoolExecutor(self.count, "thinking")
        self._idle: list[_Thinker] = []
        self._all: list[_Thinker] = []
        self._any = asyncio.Semaphore(self.count)
        self._long = asyncio.Semaphore(self.count - 1)
        self._is_closed = False

    async def ask(self, job: Job) -> Any:
        """What a job came to; raises NoThought if it cannot be done. Cancelled, it stops."""
        if job.is_long:
            async with self._long:
                return await self._ask(job)
        return await self._ask(job)

    async def _ask(self, job: Job) -> Any:
        async with self._any:
            for _ in range(TRIES):
                mate = await self._hire(job.table)
                try:
                    is_done, came_to = await self._told(mate, job)
                except (EOFError, OSError):
                    self._end(mate)
                    continue
                self._idle.append(mate)
                if is_done:
                    return came_to
                raise NoThought(came_to)
            raise NoThought("The process that thinks was ended again and again.")

    async def _told(self, mate: _Thinker, job: Job) -> tuple[bool, Any]:
        loop = asyncio.get_running_loop()
        mate.table = job.table
        mate.line.send(job)
        answer = loop.run_in_executor(self._threads, mate.line.recv)
        try:
            return await asyncio.shield(answer)
        except asyncio.CancelledError:
            await self._stop(mate, answer)
            raise

    async def _stop(self, mate: _Thinker, answer: asyncio.Future[tuple[bool, Any]]) -> None:
        """Have a process stop, and end it if it does not."""
        with suppress(OSError):
            mate.line.send(None)
        done, _ = await asyncio.wait([answer], timeout=PATIENCE)
        if done and answer.exception() is None and not self._is_closed:
            self._idle.append(mate)
        else:
            self._end(mate)

    async def _hire(self, table: str) -> _Thinker:
        """A process that has nothing to do, if possible one that knows the table."""
        if self._idle:
            mate = next((one for one in self._idle if one.table == table), self._idle[0])
            self._idle.remove(mate)
            return mate
        return await asyncio.get_running_loop().run_in_executor(None, self._start)

    def _start(self) -> _Thinker:
        ours, theirs = self._context.Pipe()
        process = self._context.Process(target=self._do, args=(str(self._store), theirs), daemon=True)
        process.start()
        theirs.close()
        mate = _Thinker(process, ours)
        self._all.append(mate)
        return mate

    def _end(self, mate: _Thinker) -> None:
        mate.process.kill()
        mate.line.close()
        if mate in self._all:
            self._all.remove(mate)

    def close(self) -> None:
        self._is_closed = True
        for mate in list(self._all):
            self._end(mate)
        self._threads.shutdown(wait=False, cancel_futures=True)
