"""Judges many numbers in several processes, each watched: whoever dies or says nothing for long is told by its number.

Takes a judge and numbers; yields what became of each, in no order. A judge may crash or hang: the others go on without it.
"""

from __future__ import annotations

import multiprocessing
import os
import resource
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any

MEMORY = 2 << 30
HANGS = 300  # seconds of a processor without a word from a worker
SLEEPS = 3600  # seconds without a word, whatever it does: where much else runs, a sound one may hardly come to its turn
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


def _worked(process: int | None) -> float:
    """Seconds that a process and what it has started have had of a processor; where nobody tells, those of the clock."""
    told = Path(f"/proc/{process}/stat")
    try:
        return sum(map(int, told.read_text("ascii").rpartition(")")[2].split()[11:15])) / os.sysconf("SC_CLK_TCK")
    except OSError:
        return time.monotonic()


@dataclass
class Busy:
    """A worker, what it still has to judge, and when it was last heard of: by the clock, and in what it had worked by then."""

    worker: Any
    numbers: range
    since: float = field(default_factory=time.monotonic)
    worked: float = 0

    def heard(self) -> Busy:
        return Busy(self.worker, self.numbers[1:], worked=_worked(self.worker.pid))

    @property
    def is_lost(self) -> bool:
        silent = time.monotonic() - self.since
        return silent > SLEEPS or (silent > HANGS and _worked(self.worker.pid) - self.worked > HANGS)


class Crew:
    """Chunks of numbers on several workers. `lost` says what becomes of a number that brought its worker down, and why."""

    def __init__(self, judge: Judge, numbers: range, workers: int, lost: Callable[[str], Any], chunk: int = CHUNK) -> None:
        self.judge, self.workers, self.lost = judge, workers, lost
        self.waiting: list[range] = [numbers[low : low + chunk] for low in range(0, len(numbers), chunk)][::-1]
        self.busy: dict[Connection, Busy] = {}

    def results(self) -> Iterator[tuple[int, Any]]:
        while self.waiting or self.busy:
            while self.waiting and len(self.busy) < self.workers:
                self._start(self.waiting.pop())
            for pipe in wait(list(self.busy), timeout=1):
                assert isinstance(pipe, Connection)
                yield from self._heard(pipe)
            for pipe, one in list(self.busy.items()):
                if one.is_lost and not pipe.poll():
                    yield from self._lost(pipe, f"nothing for {HANGS} s")

    def _start(self, numbers: range) -> None:
        here, there = multiprocessing.Pipe(False)
        worker = multiprocessing.get_context("fork").Process(target=_work, args=(self.judge, numbers, there), daemon=True)
        worker.start()
        there.close()
        self.busy[here] = Busy(worker, numbers)

    def _heard(self, pipe: Connection) -> Iterator[tuple[int, Any]]:
        one = self.busy[pipe]
        try:
            number, result = pipe.recv()
        except EOFError:
            if one.numbers:
                yield from self._lost(pipe, "the worker died")
            else:
                del self.busy[pipe]
                one.worker.join()
            return
        self.busy[pipe] = one.heard()
        yield number, result

    def _lost(self, pipe: Connection, why: str) -> Iterator[tuple[int, Any]]:
        """A number that brought its worker down; the others of its chunk go to another."""
        one = self.busy.pop(pipe)
        one.worker.kill()
        one.worker.join()
        if one.numbers[1:]:
            self.waiting.append(one.numbers[1:])
        yield one.numbers[0], self.lost(why)
