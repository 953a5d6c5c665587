"""In a process of its own: follows tables by what the store says of them, and thinks for a seat.

Takes jobs from a pipe and answers there; anything else that comes while it thinks stops it. Reads the store and never writes.
"""

from __future__ import annotations

import os
import signal
import threading
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import parent_process
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any

from ..desk.advice import advice_lines, advise
from ..errors import RulewrightError
from ..players.bots import new_bot
from ..table.information_set import Outlook
from ..table.match import Match
from .position import Position, begun
from .rulebooks import Rulebooks
from .table_store import TableStore

MOST_TABLES = 50
NICE = 5


@dataclass(frozen=True)
class Job:
    """What to think about: a seat of a table after so many events; `bot` is who chooses, or nothing where advice is asked."""

    table: str
    count: int
    seat: int
    bot: str = ""

    @property
    def is_long(self) -> bool:
        return not self.bot or "search" in self.bot


class Worker:
    def __init__(self, store: TableStore) -> None:
        self.store = store
        self.rulebooks = Rulebooks(store)
        self.tables: OrderedDict[str, Position] = OrderedDict()

    def do(self, job: Job, is_stopped: Callable[[], bool]) -> Any:
        match = self._at(job).match.copy(watched=True)
        if not job.bot:
            return _advised(match, job.seat, is_stopped)
        match.rows.clear()  # what people have begun to pick is nobody else's business
        return _chosen(match, job, is_stopped)

    def _at(self, job: Job) -> Position:
        """The table after the events that the job names; what is known of it already is not done again."""
        position = self.tables.pop(job.table, None)
        if position is None or position.count > job.count:
            kept = self.store.table(job.table)
            assert kept is not None
            position = begun(self.rulebooks.game_of(kept)[0], kept, self.store.events(job.table, 0, job.count))
        for event in self.store.events(job.table, position.count, job.count):
            position.take(event)
        self.tables[job.table] = position
        if len(self.tables) > MOST_TABLES:
            self.tables.popitem(last=False)
        return position


def _chosen(match: Match, job: Job, is_stopped: Callable[[], bool]) -> list[str]:
    """What a bot answers; a row of picks as a whole, so that nobody can count how much it picks."""
    seat, found = match.seats[job.seat], list[str]()
    bot = new_bot(job.bot, (match.seed * 31 + job.seat) * 4099 + job.count)
    while True:
        decision = next(one for one in match.decisions if one.seat == seat)
        option = bot.choose(decision, Outlook(match, seat, is_stopped=is_stopped))
        match.answer(option, seat)
        found.append(option.text)
        row = match.open_row(seat) if not match.is_over else None
        if row is None or not row.begun:
            return found


def _advised(match: Match, seat: int, is_stopped: Callable[[], bool]) -> tuple[list[str], list[int]]:
    """What is said of the best options, and their places."""
    decision = match.offer(match.seats[seat])
    advice = advise(match, decision, is_stopped)
    places = [decision.options.index(one.option) for one in advice]
    return advice_lines(advice, decision.options, is_numbered=False), places


# ---------------------------------------------------------------- the process


def work(store: str, line: Connection) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(OSError, AttributeError):
        os.nice(NICE)
    threading.Thread(target=_end_with_the_server, daemon=True).start()
    worker = Worker(TableStore(Path(store)))
    with suppress(EOFError, OSError):
        while True:
            job = line.recv()
            if job is None:
                continue  # stopped after it was done
            try:
                answer: tuple[bool, Any] = True, worker.do(job, line.poll)
            except RulewrightError as problem:
                answer = False, str(problem)
            except Exception as problem:
                worker.tables.pop(job.table, None)
                answer = False, f"a fault of Rulewright: {type(problem).__name__}: {problem}"
            line.send(answer)


def _end_with_the_server() -> None:
    above = parent_process()
    if above is not None:
        wait([above.sentinel])
        os._exit(1)
