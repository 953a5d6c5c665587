"""Where a table stands: its match, and how it came there event by event.

Takes events in order, from people, bots and the store alike, so a table that is restored is the table that was left. Names
decisions and counts what each viewer has been told, both by nothing but what that viewer may know. Knows no connection.
"""

from __future__ import annotations

import hashlib
import zlib
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from ..desk.session import MOST_ANSWERS, Session
from ..errors import Misused, RulewrightError
from ..game import Game
from ..table.match import Decision, Match
from ..table.witness import PastStep
from .kept_chapters import KeptChapters, chapters_from, recall
from .table_store import KeptTable, TableEvent

MANY = 16  # steps whose chapters are kept together


class Unwelcome(Misused):
    """Something that cannot be done here: a word for programs, and a sentence."""

    def __init__(self, word: str, why: str) -> None:
        super().__init__(why)
        self.word = word


class Unfollowed(RulewrightError):
    """The rules do not follow what was answered any more: one sentence that says where."""


@dataclass(frozen=True)
class Taken:
    """What an event was to others than its seat: nothing, if it only went on with a row of picks; something new, or a step
    back, after which everything is shown again."""

    is_private: bool = False
    is_back: bool = False


class Position:
    """Where a table stands. What is told there is first kept so many steps sooner than it is from then on: tables that began
    together do not all write at once."""

    def __init__(self, game: Game, session: Session, sooner: int = 0) -> None:
        self.game = game
        self.session = session
        self._sooner = sooner
        self.count = 0
        self._public = 0
        self._undone = 0
        self._private: Counter[int] = Counter()
        self._own: Counter[int] = Counter()
        self._last: dict[int, tuple[str, tuple[str, ...]]] = {}
        self._kept: list[tuple[int, PastStep]] = []

    @property
    def match(self) -> Match:
        return self.session.match

    # ---- events

    def take(self, event: TableEvent) -> Taken:
        """Carry an event out. If it cannot be, the position is as it was."""
        taken = self._undo(event.seat) if event.kind == "undo" else self._answer(event)
        self.count += 1
        self._own[event.seat] += 1
        if taken.is_private:
            self._private[event.seat] += 1
        else:
            self._public += 1
            self._undone += taken.is_back
        if event.decision:
            self._last[event.seat] = event.decision, event.words
        return taken

    def _answer(self, event: TableEvent) -> Taken:
        match, seat = self.match, self.match.seats[event.seat]
        if event.kind == "answer":
            match.answer(event.words[0], seat)
            self.session.note_person()
            return Taken(is_private=event.seat in match.rows)
        for words in event.words:
            self.session.note_bot()
            match.follow(words, seat)
        return Taken()

    def _undo(self, number: int) -> Taken:
        is_private = number in self.match.rows
        taken = self.session.take_back(self.match.seats[number])
        if taken.why_not:
            raise Unwelcome("undo", taken.why_not)
        return Taken(is_private, not is_private)

    # ---- decisions

    @property
    def deciding(self) -> list[int]:
        """The seats that must decide now."""
        if self.count >= MOST_ANSWERS:
            return []
        return [self.match.seats.index(one.seat) for one in self.match.decisions]

    def decision(self, seat: int) -> Decision | None:
        """What a person in a seat is asked, in any order of picks; none if nothing."""
        return self.match.offer(self.match.seats[seat]) if seat in self.deciding else None

    def name_of(self, seat: int, decision: Decision) -> str:
        """A name that this decision has and none before it: by what the seat has done and is asked."""
        told = "\0".join([decision.prompt, decision.place, *(option.text for option in decision.options)])
        return f"{self._own[seat]}.{self._undone}.{hashlib.sha256(told.encode('utf-8', 'replace')).hexdigest()[:8]}"

    def chosen(self, seat: int, name: str, option: int) -> TableEvent | None:
        """The event that an answer is; none if it was taken already. Raises Unwelcome if it is too late or not offered."""
        decision = self.decision(seat)
        if decision is None or self.name_of(seat, decision) != name:
            if name and self._last.get(seat, ("",))[0] == name:
                return None
            raise Unwelcome("stale", "That was another decision; this is the one you have now.")
        if not 0 <= option < len(decision.options):
            raise Unwelcome("option", f"There are options 0 to {len(decision.options) - 1}.")
        return TableEvent("answer", seat, (decision.options[option].text,), name)

    # ---- what viewers have been told

    def version(self, viewer: int | None) -> int:
        """How many updates a viewer has got so far, had it been there from the beginning."""
        return self._public + (0 if viewer is None else self._private[viewer])

    # ---- what need not be told again after a restart

    def recall(self, kept: Iterable[KeptChapters]) -> None:
        """Know what was told before, where it is still so."""
        steps = self.match.steps
        self._kept = [(end, steps[end - 1]) for end in recall(self.match, kept)]

    def has_unkept_chapters(self) -> bool:
        """Whether much was told since chapters were last kept, or were taken back."""
        kept = self._kept_to()
        return len(self.match.steps) - kept >= (MANY if kept else MANY - self._sooner)

    def unkept_chapters(self) -> KeptChapters:
        """What was told since chapters were last kept, or were taken back."""
        chapters = chapters_from(self.match, self._kept_to())
        self._kept.append((chapters.end, self.match.steps[-1]))
        return chapters

    def _kept_to(self) -> int:
        while self._kept and not self._is_so_still(*self._kept[-1]):
            self._kept.pop()
        return self._kept[-1][0] if self._kept else 0

    def _is_so_still(self, end: int, last: PastStep) -> bool:
        return end <= len(self.match.steps) and self.match.steps[end - 1] is last


def begun(game: Game, table: KeptTable, events: Iterable[TableEvent], told: Iterable[KeptChapters] = ()) -> Position:
    """The position of a table after events, with what was told on the way there, if that is kept; raises Unfollowed where the
    rules lead elsewhere."""
    session = Session(game, dict(table.bots))
    session.begin(table.seats, table.seed, dict(table.options))
    position = Position(game, session, zlib.crc32(table.id.encode()) % MANY)
    for event in events:
        try:
            position.take(event)
        except RulewrightError as problem:
            at = f"At event {position.count + 1}"
            raise Unfollowed(f"{at} the rules of this table do not follow any more: {problem}. Nothing is lost.") from None
    position.recall(told)
    return position
