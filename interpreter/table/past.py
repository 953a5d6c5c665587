"""How a match came to its position.

A watched match keeps every step that was taken, with the position before it, so that it can be told and taken back. An
unwatched one keeps one position and what was answered since, which is enough if an answer cannot be carried out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from ..engine.protocol import Engine, Maker
from ..engine.state import State
from ..telling.keys import Keys
from .journal import Journal
from .log import LogLine
from .recollection import Recollection
from .truths import Truths
from .witness import Answered, PastStep, Testimony, tell, words_of


class WatchedTable(Protocol):
    """Where all of it happens, with the keys that viewers had before the first step."""

    seats: tuple[str, ...]
    state: State
    keys_before: tuple[Keys, ...] | None
    is_laid_out: bool


@dataclass(slots=True)
class Heard:
    """What was told of the first steps of a past: whoever asks after each answer need not have all of it gathered again."""

    journal: Journal
    told: list[Testimony] = field(default_factory=list)
    lines: list[LogLine] = field(default_factory=list)
    read: int = 0  # of how many steps the lines are

    def hear(self, steps: list[PastStep], now: State, inherited: int) -> None:
        """Have told what was not told yet. Steps that this table has taken itself, and has not inherited, must lead from one
        to the next."""
        for number in range(len(self.told), len(steps)):
            step, there = steps[number], steps[number + 1].before if number + 1 < len(steps) else now
            if step.told is None:
                step.told = tell(step, self.journal, there if number >= inherited else None)
            self.told.append(step.told)
            self.journal.chapters.append(step.told.chapter)

    def put_into_words(self) -> list[LogLine]:
        for told in self.told[self.read :]:
            self.lines += told.lines
        self.read = len(self.told)
        return self.lines


@dataclass(slots=True)
class Past:
    """The steps of a watched match, from its beginning or from where it was resumed; the first of them may be `inherited` from
    another match that this one was copied from. The `recollection` is what was worked out for several viewers on the way."""

    steps: list[PastStep] = field(default_factory=list)
    inherited: int = 0
    recollection: Recollection | None = None
    heard: Heard | None = None
    count: int = 0  # how many of the steps are answers

    def add(self, step: PastStep) -> None:
        self.steps.append(step)
        self.count += isinstance(step.act, Answered)

    def truths(self, now: State, keys: tuple[Keys, ...]) -> Truths:
        """What is so at the position of now, as far as possible from what was so before."""
        self.recollection = self.recollection or Recollection()
        return Truths(now, self.recollection, keys)

    def copy(self) -> Past:
        """The same past, for another match that goes on from here."""
        return Past(self.steps[:], len(self.steps), count=self.count)

    def hear(self, table: WatchedTable) -> Journal:
        """What every step was."""
        first = self.steps[0].before if self.steps else table.state
        heard = self.heard or Heard(Journal(table.seats, first, table.keys_before, table.is_laid_out))
        self.heard = heard if self.steps else None  # before the first step the position may still become another one
        heard.hear(self.steps, table.state, self.inherited)
        return heard.journal

    def log(self, table: WatchedTable) -> list[LogLine]:
        """What people may read of every step."""
        self.hear(table)
        return [] if self.heard is None else self.heard.put_into_words()

    @property
    def answered(self) -> list[tuple[PastStep, Answered]]:
        """The steps that were answers."""
        return [(step, step.act) for step in self.steps if isinstance(step.act, Answered)]

    def answers(self, seats: tuple[str, ...], engine: Maker) -> list[tuple[str, str]]:
        """Whose every answer was, and how it read."""
        return [(seats[act.seat], words_of(step, act, seats, engine)) for step, act in self.answered]

    def take_back(self) -> tuple[PastStep, Answered] | None:
        """Forget the last answer and whatever came after it; of a row that a person has made, all of it. The step that is
        forgotten first, or none if nobody has answered."""
        if not self.answered:
            return None
        while True:
            step = self.steps.pop()
            if isinstance(step.act, Answered) and (step.row is None or step.row.is_first):
                self._keep_to(len(self.steps))
                return step, step.act

    def take_back_picks(self, seat: int, picks: Sequence[Any]) -> bool:
        """Forget the last picks of a row, if the last steps are those and nothing else."""
        acts = [step.act for step in self.steps[-len(picks) :]]
        picked = [act.values for act in acts if isinstance(act, Answered) and act.seat == seat and not act.branch]
        if picked != [(one,) for one in picks]:
            return False
        self._keep_to(len(self.steps) - len(picks))
        return True

    def _keep_to(self, count: int) -> None:
        self.stand_at(self.steps[:count])

    def stand_at(self, steps: list[PastStep]) -> None:
        """Go back to some of the first steps."""
        self.steps, self.heard = steps, None
        self.inherited = min(self.inherited, len(steps))
        self.count = len(self.answered)


@dataclass(slots=True)
class Trail:
    """How an unwatched match came to its position: from a copy of an earlier one, by seats, branches and what was picked. To
    copy the position before each answer would be dear."""

    state: State
    before: State
    answers: list[tuple[int, int, tuple[Any, ...]]] = field(default_factory=list)

    @classmethod
    def from_here(cls, state: State) -> Trail:
        return cls(state, state.copy())

    def follow(self, engine: Engine) -> None:
        """Lead an engine that stands at the earlier position to the last one."""
        for answer in self.answers:
            engine.answer(*answer)
