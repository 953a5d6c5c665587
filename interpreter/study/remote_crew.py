"""Workers of a cluster that share work out among themselves, part by part, as processes of one machine do.

Takes what is to be done and the parts; yields what each part came to, in any order. A part whose worker is lost is done again
by another one; a part that takes far longer than all others is given to a second worker, and whoever is first counts.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any

from ..game import Game
from .cluster import Cluster, ClusterLost
from .parts_left import PartsLeft, Stretch
from .remote_work import Do, Done, Errand, OtherCode, Unknown, code_here, packed, run_errand, version_here

if TYPE_CHECKING:
    from distributed import Future

TICK = 0.5  # seconds between two looks at what goes on
AT_A_TIME = 1.0  # seconds, about, that a part takes
LARGEST = 500
AHEAD = 2  # parts that wait for each process
SLOW, PATIENCE = 4, 5.0  # so many times longer than any other part, and at least so many seconds, is too long
FETCH = 2.0  # seconds in which an answer that is there must come
NOBODY = 60.0  # seconds without a single worker
MOST_LOST = 50  # parts that were lost one after the other, while nothing got done


@dataclass
class _Sent:
    """A part that is under way: since when, and to whom it was sent."""

    since: float
    futures: list[Future]
    unknown: int = 0  # how often nobody knew the definition
    copies: int = 0


class RemoteCrew:
    def __init__(self, cluster: Cluster, game: Game, do: Do) -> None:
        digest, self.text = packed(game)
        self.cluster = cluster
        self.errand = Errand(code_here(), digest, do, (0, 0))
        self.left = PartsLeft()
        self.sent: dict[Stretch, _Sent] = {}
        self.heard: SimpleQueue[tuple[Stretch, Future]] = SimpleQueue()
        self.told: set[str] = set()  # workers that were sent the definition
        self.asleep: set[str] = set()  # workers that have had a part for too long
        self.slowest = 0.0
        self.workers = cluster.workers()
        self.lost = 0
        self.seconds, self.numbers = 0.0, 0  # that was worked so far, and for how many numbers

    @property
    def count(self) -> int:
        return max(1, len(self.workers))

    def parts(self, numbers: range, size: int) -> Iterator[Stretch]:
        """One number at first, and then as many as take about as long as anybody wants to wait for news."""
        first = numbers.start
        while first < numbers.stop:
            fair = (numbers.stop - first) // (2 * AHEAD * self.count)
            soon = int(AT_A_TIME * self.numbers / max(self.seconds, 1e-6))
            stop = min(first + max(1, min(fair, soon, LARGEST)), numbers.stop)
            yield first, stop
            first = stop

    def work(self, parts: Iterable[Stretch], patience: float | None = None) -> Iterator[tuple[Stretch, Any] | None]:
        """Every part once, with what it came to; an error of one is raised here. None whenever nothing got done for a while."""
        self.left.take(parts)
        alone_since = time.monotonic()
        try:
            while True:
                while len(self.sent) < AHEAD * self.count and (part := self.left.next()) is not None:
                    self._send(part)
                if not self.sent:
                    return
                try:
                    part, future = self.heard.get(timeout=min(TICK, patience or TICK))
                except Empty:
                    self.workers = self.cluster.workers()
                    alone_since = time.monotonic() if self.workers else alone_since
                    if time.monotonic() - alone_since > NOBODY:
                        raise ClusterLost(f"the scheduler at {self.cluster.address} has no workers any more") from None
                    self._send_slow_ones_again()
                    yield None
                    continue
                alone_since = time.monotonic()
                if part in self.sent and future in self.sent[part].futures:
                    answer = self._answer(part, future)
                    if answer is not None:
                        yield part, answer.came_to
        finally:
            self._cancel([future for sent in self.sent.values() for future in sent.futures])
            self.sent.clear()

    def _send(self, part: Stretch, with_text: bool = False, worker: str | None = None) -> None:
        """Give a part to a worker that is meant, or to any that is awake; to others only if those are lost."""
        errand = replace(self.errand, part=part, text=self.text if with_text else None)
        awake = [one for one in self.workers if one not in self.asleep] if self.asleep else []
        where = [worker] if worker is not None else awake or None
        client = self.cluster.client
        future = self.cluster.asked(
            lambda: client.submit(run_errand, errand, pure=False, workers=where, allow_other_workers=where is not None)
        )
        sent = self.sent.setdefault(part, _Sent(time.monotonic(), []))
        sent.futures.append(future)
        sent.since = time.monotonic()
        future.add_done_callback(lambda one: self.heard.put((part, one)))

    def _answer(self, part: Stretch, future: Future) -> Done | None:
        """What came back; None if the part is under way once more."""
        said = self._said(future)
        match said:
            case Done():
                self._finish(part, said)
                return said
            case OtherCode():
                raise ClusterLost(
                    f"the worker at {said.worker} has another Rulewright ({said.version}) than this one ({version_here()}): "
                    "install the same there"
                )
            case Unknown():
                sent = self.sent[part]
                sent.unknown += 1
                with_text = said.worker not in self.told or sent.unknown > 2
                self.told.add(said.worker)
                self._again(part, future, with_text, said.worker if with_text else None)
            case None:
                self.lost += 1
                if self.lost > MOST_LOST:
                    raise ClusterLost(f"workers of {self.cluster.address} were lost {self.lost} times while nothing got done")
                self._again(part, future)
        return None

    def _said(self, future: Future) -> Any:
        """What a worker says; None if it was lost with its answer."""
        from distributed.scheduler import KilledWorker

        if future.status == "finished":
            try:
                return future.result(timeout=FETCH)
            except Exception as problem:
                self._note_asleep([future])
                return self._lost_or_raised(problem, KilledWorker)
        if future.status == "error":
            return self._lost_or_raised(future.exception(), KilledWorker)
        self.cluster.check()
        return None

    def _lost_or_raised(self, problem: Any, killed: type[Exception]) -> None:
        self.cluster.check()
        if isinstance(problem, ImportError) or "deserialization" in str(problem):
            raise ClusterLost(
                f"the cluster at {self.cluster.address} cannot read what it is sent: scheduler and workers need the same "
                "rulewright[cluster] as here"
            ) from None
        if not isinstance(problem, killed | TimeoutError | OSError):
            raise problem

    def _finish(self, part: Stretch, done: Done) -> None:
        sent = self.sent.pop(part)
        self._cancel(sent.futures)
        self.asleep.discard(done.worker)
        self.slowest = max(self.slowest, time.monotonic() - sent.since)
        self.lost, self.seconds, self.numbers = 0, self.seconds + done.seconds, self.numbers + part[1] - part[0]

    def _again(self, part: Stretch, future: Future, with_text: bool = False, worker: str | None = None) -> None:
        self.sent[part].futures.remove(future)
        if not self.sent[part].futures:
            self._send(part, with_text, worker)

    def _send_slow_ones_again(self) -> None:
        """Give what takes too long to somebody else, too; whoever had it may be asleep for ever."""
        limit, now = max(PATIENCE, SLOW * self.slowest), time.monotonic()
        slow = [part for part, sent in self.sent.items() if now - sent.since > limit * 2**sent.copies]
        if not slow:
            return
        self._note_asleep([future for part in slow for future in self.sent[part].futures])
        for part in slow:
            self._send(part, with_text=True)
            self.sent[part].copies += 1

    def _note_asleep(self, futures: list[Future]) -> None:
        """Whoever works on one of these, or has done it and does not hand it over, gets nothing more until it answers."""
        client, keys = self.cluster.client, {future.key for future in futures}
        busy = self.cluster.asked(client.processing)
        self.asleep |= {worker for worker in self.workers if keys & set(busy.get(worker, ()))}
        self.asleep |= {worker for has in self.cluster.asked(lambda: client.who_has(futures)).values() for worker in has}

    def _cancel(self, futures: list[Future]) -> None:
        if futures and self.cluster.client.status == "running":
            self.cluster.client.cancel(futures, force=True)
