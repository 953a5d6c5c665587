"""What a seat makes of a match: positions that might be the true one.

Takes a match and a seat; returns matches at re-dealt positions, at which that seat has the same decision. This is all that a
bot gets of the table: it never holds the true position.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from functools import cached_property, partial
from itertools import pairwise
from typing import Any

from ..engine.choice import SeenGame, Thought, is_at_hand
from ..engine.state import State
from ..engine.world import World
from ..errors import RulewrightError
from .answers import Question, open_question
from .match import Decision, Match
from .memory import Memory
from .redeal import TRIES, Dealer
from .view import View
from .witness import Answered, PastStep, words_of

Answer = tuple[str, str]  # a seat, and the text of what it answered
Told = list[int]  # the numbers of what a decision offers
INSIDE = ""  # whose eyes are those of bots inside a library


def at(match: Match, state: State) -> Match:
    """An unwatched match of the same table at another position."""
    return Match(match.definition, match.seats, match.seed, match.options, state, watched=False, engine=match.engine)


class Onlooker:
    """Follows a match with the eyes of one seat.

    While several seats answer at once, nobody sees the answers of others. So `start` stays the position before the first of
    them, and `answers` tells what was answered since.
    """

    def __init__(self, viewer: int, match: Match) -> None:
        self.memory = Memory(viewer)
        self._begin(match)

    def note(self, match: Match, answer: Callable[[], Answer]) -> None:
        """Learn from an answer and the position it led to. Only where several are asked at once it matters how it read."""
        if self._is_among_others(match):
            self.answers.append(answer())
            self.open = _open(match)
        else:
            self._begin(match)

    def stands_at(self, state: State) -> bool:
        """Whether this is how the table was seen last."""
        return self.memory.stands_at(state)

    def copy(self) -> Onlooker:
        """The same eyes, to follow a game in which something else happens."""
        other = copy(self)
        other.memory, other.answers = self.memory.copy(), self.answers.copy()
        return other

    def _begin(self, match: Match) -> None:
        self.start = self.memory.note(match.state)
        self.answers: list[Answer] = []
        self.open = _open(match) if open_question(match.state) is not None else set()

    def _is_among_others(self, match: Match) -> bool:
        """Whether nothing has happened but that one of several answers came in."""
        if len(self.open) < 2 and not self.answers:
            return False
        old, new = self.start, match.state
        same = len(old.stack) == len(new.stack) and all(
            getattr(old, part) == getattr(new, part) for part in ("rng", "zones", "face", "shown", "marks", "variables")
        )
        return same and bool(match.decisions) and _open(match) <= self.open


def _open(match: Match) -> set[tuple[str, str]]:
    """Who must decide, and at which place of the rules."""
    return {(decision.seat, decision.place) for decision in match.decisions}


def onlooker(match: Match, seat: str, steps: Sequence[PastStep] | None = None) -> Onlooker:
    """Somebody who has followed a match from the first of its steps; of one without, who sees it for the first time. The eyes
    of a seat stay with the last answer after which it looked, so that nobody follows a game twice."""
    eyes, since = _since_it_looked(match, seat, steps)
    if not since:
        return eyes or Onlooker(match.seats.index(seat), match)
    eyes = eyes.copy() if eyes else Onlooker(match.seats.index(seat), at(match, since[0].before))
    for step, after in pairwise(since):
        eyes.note(at(match, after.before), partial(_answer_of, match, step))
    eyes.note(match, partial(_answer_of, match, since[-1]))
    since[-1].eyes[seat] = eyes
    return eyes


def _followed(match: Match, thought: Thought, steps: Sequence[PastStep] | None) -> SeenGame:
    """The same for bots that think inside a library, which have the eyes of all seats."""
    known, since = _since_it_looked(match, INSIDE, steps)
    eyes: SeenGame = known or thought.follow()
    if known is None:
        eyes.note(since[0].before if since else match.state.copy())
    for step in since[1:]:
        eyes.note(step.before)
    if since:
        eyes.note(match.state.copy())
        since[-1].eyes[INSIDE] = eyes
    return eyes


def _since_it_looked(match: Match, whose: str, steps: Sequence[PastStep] | None) -> tuple[Any, list[PastStep]]:
    """The eyes of a seat as they looked last, and the answers since then; if they never did, all answers."""
    since: list[PastStep] = []
    position = match.state
    for step in reversed(match.steps if steps is None else steps):
        if isinstance(step.act, Answered):
            eyes = step.eyes.get(whose)
            if eyes is not None and eyes.stands_at(position):
                if since:
                    del step.eyes[whose]
                return eyes, since[::-1]
            since.append(step)
            position = step.before
    return None, since[::-1]


def _answer_of(match: Match, step: PastStep) -> Answer:
    assert isinstance(step.act, Answered)
    return match.seats[step.act.seat], words_of(step, step.act, match.seats, match.engine)


class Stopped(RulewrightError):
    """Nobody waits any more for what a bot would choose."""


def _never() -> bool:
    return False


class Outlook:
    """One seat at one of its decisions. A bot that thinks asks for one deal after the other, so here it can be stopped:
    `is_stopped` is asked before each. How the match came here its own steps tell, unless somebody hands over others, or `eyes`
    that have seen it."""

    def __init__(
        self, match: Match, seat: str, eyes: Onlooker | None = None, is_stopped: Callable[[], bool] = _never,
        steps: Sequence[PastStep] | None = None,
    ) -> None:  # fmt: skip
        self.seat = seat
        self.is_stopped = is_stopped
        self._match = match
        self._eyes = eyes
        self._steps = steps
        self._dealer: Dealer | None = None

    @property
    def decision(self) -> Decision:
        return next(one for one in self._match.decisions if one.seat == self.seat)

    @property
    def view(self) -> View:
        """What this seat sees of the table."""
        return self._match.view(self.seat, is_told=False)

    def deal(self, rng: int) -> tuple[int, Match]:
        """The next generator state and an unwatched match that this seat cannot tell from the true one; raises Stopped."""
        if self.is_stopped():
            raise Stopped("stopped while thinking")
        eyes = self._eyes = self._eyes or onlooker(self._match, self.seat, self._steps)
        dealer = self._dealer = self._dealer or Dealer(eyes.start, eyes.memory)
        for _ in range(TRIES):
            rng, state = dealer.deal(rng)
            match = self._with_answers(state, eyes)
            if self._fits(match):
                return rng, match
        rng, state = dealer.nudge(rng, lambda state: self._fits(self._with_answers(state.copy(), eyes)))
        return rng, self._with_answers(state, eyes)

    @property
    def world(self) -> World:
        return self._match.state.world

    @cached_property
    def has_library(self) -> bool:
        """Whether bots can think inside a compiled library here, without waiting for one."""
        return is_at_hand(self.world)

    def weigh_inside(
        self, thought: Thought, rng: int, is_time_up: Callable[[], bool] | None = None
    ) -> tuple[int, list[tuple[int, float]]] | None:
        """What a bot makes of this decision inside a library: places of options, the best first, each with its mean; None if
        it cannot be said there. Raises Stopped. Nobody is asked where nobody can stop it: that costs as much as a deal."""
        if self.is_stopped():
            raise Stopped("stopped while thinking")
        followed = None if self._eyes else _followed(self._match, thought, self._steps)
        if followed is None or not followed.stands_at(self._match.state):
            return None

        def ask(is_between: int) -> int:
            if self.is_stopped():
                return 2
            return int(is_between and is_time_up is not None and is_time_up())

        asks = self.is_stopped is not _never or is_time_up
        worths = thought.weigh(followed, self._match.seats.index(self.seat), rng, ask if asks else None)
        if worths is not None and not worths[1]:
            raise Stopped("stopped while thinking")
        return worths

    def _with_answers(self, state: State, eyes: Onlooker) -> Match:
        """The match at a position, with what this seat has answered there already."""
        match = at(self._match, state)
        for seat, text in eyes.answers:
            if seat == self.seat:
                match.follow(text, seat)
        return match

    def _fits(self, match: Match) -> bool:
        """Whether the same seats are asked there, and this one is offered what it is offered here."""
        if open_question(match.state) != self._question:
            return False
        return [_told(one) for one in match.decisions if one.seat == self.seat] == [self._told]

    @cached_property
    def _question(self) -> Question | None:
        return open_question(self._match.state)

    @cached_property
    def _told(self) -> Told:
        return _told(self.decision)


def _told(decision: Decision) -> Told:
    return list(decision.numbers)
