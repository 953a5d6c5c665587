"""Judges many numbers in several processes, each watched: whoever dies or says nothing for long is told by its number.

Takes a judge and numbers; yields what became of each, in no order. A judge may crash or hang: the others go on without it.
"""

from __future__ import annotations

import multiprocessing
import resource
import time
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any

MEMORY = 2 << 30
HANGS = 300  # seconds without a word from a worker, also where much else runs
CHUNK = 50

Judge = Callable[[int], Any]


def _work(judge: Judge, numbers: range, pipe: Connection) -> None:
    """Judge numbers one by one, and tell what became of each before the next."""
    most = _address_space() + MEMORY
    resource.setrlimit(resource.RLIMIT_AS, (most, most))
    for number in numbers:
        pipe.send((number, judge(number)))
    pipe.close()


def _address_space() -> int:
    """What a process has taken over from the one that started it, where that can be told."""
    told = Path("/proc/self/statm")
    return int(told.read_text("ascii").split()[0]) * resource.getpagesize() if told.exists() else 0


class Crew:
    """Chunks of numbers on several workers. `lost` says what becomes of a number that brought its worker down, and why."""

    def __init__(self, judge: Judge, numbers: range, workers: int, lost: Callable[[str], Any], chunk: int = CHUNK) -> None:
        self.judge, self.workers, self.lost = judge, workers, lost
        self.waiting: list[range] = [numbers[low : low + chunk] for low in range(0, len(numbers), chunk)][::-1]
        self.busy: dict[Connection, tuple[Any, range, float]] = {}

    def results(self) -> Iterator[tuple[int, Any]]:
        while self.waiting or self.busy:
            while self.waiting and len(self.busy) < self.workers:
                self._start(self.waiting.pop())
            for pipe in wait(list(self.busy), timeout=1):
                assert isinstance(pipe, Connection)
                yield from self._heard(pipe)
            for pipe, (_, _, since) in list(self.busy.items()):
                if time.monotonic() - since > HANGS and not pipe.poll():
                    yield from self._lost(pipe, f"nothing for {HANGS} s")

    def _start(self, numbers: range) -> None:
        here, there = multiprocessing.Pipe(False)
        worker = multiprocessing.get_context("fork").Process(target=_work, args=(self.judge, numbers, there), daemon=True)
        worker.start()
        there.close()
        self.busy[here] = (worker, numbers, time.monotonic())

    def _heard(self, pipe: Connection) -> Iterator[tuple[int, Any]]:
        worker, numbers, _ = self.busy[pipe]
        try:
            number, result = pipe.recv()
        except EOFError:
            if numbers:
                yield from self._lost(pipe, "the worker died")
            else:
                del self.busy[pipe]
                worker.join()
            return
        self.busy[pipe] = (worker, numbers[1:], time.monotonic())
        yield number, result

    def _lost(self, pipe: Connection, why: str) -> Iterator[tuple[int, Any]]:
        """A number that brought its worker down; the others of its chunk go to another."""
        worker, numbers, _ = self.busy.pop(pipe)
        worker.kill()
        worker.join()
        if numbers[1:]:
            self.waiting.append(numbers[1:])
        yield numbers[0], self.lost(why)
