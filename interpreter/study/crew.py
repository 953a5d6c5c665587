"""Several processes that share work out among themselves, part by part.

Takes a way to work and the parts; yields what each part came to, in any order. What a process was at when it was killed is done
again by another one. No process outlives the one that started it, and Ctrl-C concerns that one only.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any

from ..errors import RulewrightError
from .parts_left import PartsLeft, Stretch, stretches

Work = Callable[[], Callable[[Any], Any]]  # begins in a process of its own, and returns what does one part
MOST_DEATHS = 20  # of processes one after the other, while nothing gets done


class CrewLost(RulewrightError):
    """The processes are killed again and again: one sentence that says so."""


@dataclass
class _Mate:
    process: BaseProcess
    line: Connection
    part: Stretch


class Crew:
    """`begin` must be something that another process can be told, as `multiprocessing` has it."""

    def __init__(self, begin: Work, count: int) -> None:
        self.context = multiprocessing.get_context()
        self.begin = begin
        self.count = count
        self.mates: list[_Mate] = []
        self.left = PartsLeft()

    def parts(self, numbers: range, size: int) -> Iterator[Stretch]:
        return stretches(numbers, size)

    def work(self, parts: Iterable[Stretch], patience: float | None = None) -> Iterator[tuple[Stretch, Any] | None]:
        """Every part once, with what it came to; an error of one is raised here. None whenever nothing got done for longer than
        somebody's patience, in seconds."""
        self.left.take(parts)
        deaths = 0
        try:
            while True:
                while len(self.mates) < self.count and (next_part := self.left.next()) is not None:
                    self._hire(next_part)
                if not self.mates:
                    return
                heard = self._heard(patience)
                if not heard:
                    yield None
                for mate in heard:
                    part, came_to = mate.part, self._result(mate)
                    if came_to is None:
                        self.left.again.append(part)
                        deaths += 1
                        if deaths > MOST_DEATHS:
                            raise CrewLost(f"the processes that play were killed {deaths} times while nothing got done")
                        continue
                    deaths = 0
                    self._go_on(mate, self.left.next())
                    yield part, came_to[0]
        finally:
            self._dismiss()

    def _hire(self, part: Stretch) -> None:
        ours, theirs = self.context.Pipe()
        process = self.context.Process(target=_work, args=(self.begin, theirs), daemon=True)
        with _undisturbed():
            process.start()
            self.mates.append(_Mate(process, ours, part))
        theirs.close()
        self._tell(self.mates[-1])

    def _heard(self, patience: float | None) -> list[_Mate]:
        ready = wait([mate.line for mate in self.mates], patience)
        return [mate for mate in self.mates if mate.line in ready]

    def _result(self, mate: _Mate) -> tuple[Any] | None:
        """What a process says of its part; None if it was killed."""
        try:
            is_done, came_to = mate.line.recv()
        except (EOFError, OSError):
            self._leave(mate)
            return None
        if not is_done:
            raise came_to
        return (came_to,)

    def _go_on(self, mate: _Mate, part: Stretch | None) -> None:
        if part is None:
            self._leave(mate)
        else:
            mate.part = part
            self._tell(mate)

    def _tell(self, mate: _Mate) -> None:
        """Give a process its part. One that was killed meanwhile is noticed when it should answer."""
        with suppress(OSError):
            mate.line.send(mate.part)

    def _leave(self, mate: _Mate) -> None:
        self.mates.remove(mate)
        mate.line.close()
        mate.process.kill()
        mate.process.join()

    def _dismiss(self) -> None:
        for mate in list(self.mates):
            self._leave(mate)


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Ctrl-C waits, also for what is started meanwhile."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


# ---------------------------------------------------------------- in a process of its own


def _work(begin: Work, line: Connection) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_the_others, daemon=True).start()
    do = begin()
    with suppress(EOFError, OSError):
        while True:
            part = line.recv()
            try:
                answer: tuple[bool, Any] = True, do(part)
            except Exception as problem:
                answer = False, problem
            line.send(answer)


def _end_with_the_others() -> None:
    """Nobody waits for results when whoever asked for them is gone."""
    above = multiprocessing.parent_process()
    if above is not None:
        wait([above.sentinel])
        os._exit(1)
