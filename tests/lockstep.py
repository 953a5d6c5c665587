"""Plays one game with several engines at once, and tells the first decision at which one could tell them apart.

The reference leads. Beside it go engines from decision to decision, the memory of a compiled library, and engines that play to
the end once all answers are known. Where the reference cannot go on, nobody can, and whoever has words for it has the same.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

from rulewright import ir
from rulewright.engine.frames import waiting_at
from rulewright.engine.opening import new_state
from rulewright.engine.options import Decision, Option, bound
from rulewright.engine.protocol import Engine
from rulewright.engine.reference.interpreter import Interpreter
from rulewright.engine.state import State
from rulewright.engine.trouble import RuleError
from rulewright.engine.world import World
from rulewright.table.pick_rows import OpenRow

WORKINGS = {"it", "items", "index", "count", "limit", "each", "turned", "pile", "goal", "drawn", "card"}  # empty or not between

Fault = Callable[[], AbstractContextManager[object]]
Told = tuple[str, ...]  # why rules cannot go on, and the lines that led there


class Differs(AssertionError):
    """Two engines can be told apart."""


class Stopped(Exception):
    """Rules that cannot be carried out, as all engines say."""


@dataclass(frozen=True)
class Answer:
    """What was answered: by whom, to which question, which of its options; of a row of picks also what was picked before."""

    seat: int
    decision: Decision
    place: int
    before: tuple[Any, ...] | None

    @property
    def option(self) -> Option:
        return self.decision.options[self.place]


class Seen:
    """What the reference shows where somebody must decide, or at the end."""

    def __init__(self, walked: Interpreter, decisions: tuple[Decision, ...], budget: int) -> None:
        self.state, self.rows, self.seats = walked.state, walked.rows, walked.seats
        self.decisions, self.budget = decisions, budget
        self.table, self.fired = walked.state.table(), list(walked.fired or ())

    @property
    def key(self) -> tuple[Any, ...]:
        return (*self.table, tuple(self.state.stack))

    @cached_property
    def has_answers(self) -> bool:
        """Whether some of several who are asked at once have answered: how far rules are with that is left to each engine."""
        node = waiting_at(self.state)
        if not isinstance(node, ir.Ask):
            return False
        _, *answers = self.state.stack[-1][2][node.answers]
        return any(not is_open or picked for is_open, _, picked in answers)

    @cached_property
    def asked(self) -> list[tuple[int, int]]:
        """Who must decide, and between how many options."""
        return [(self.seats.index(one.seat), len(one.options)) for one in self.decisions]


@dataclass(frozen=True)
class Results:
    """Scores and winners; nothing where a game has none."""

    scores: list[Any]
    winners: tuple[Any, ...]


class Companion:
    """Whoever plays beside the reference. Trouble of those who go along with it, answer by answer, is a RuleError; only those
    with words are asked what is not a matter of going on. Others play when all answers are known."""

    goes_along = has_words = False

    def begin(self) -> None:
        """Go on to the first decision."""

    def answer(self, answer: Answer) -> None:
        """Go on to the next one."""

    def decisions(self) -> None:
        """Find out what can be answered."""

    def compare(self, seen: Seen) -> None:
        """Look at what the reference shows after each answer."""

    def results(self) -> None:
        """Find out how the game ends."""

    def compare_results(self, wanted: Results) -> None:
        """Look at how it does."""

    def finish(self, answers: Sequence[Answer], told: Told) -> None:
        """The game is over, was left, or cannot go on."""


Beside = Callable[[World, tuple[str, ...], int], Companion]


# ---------------------------------------------------------------- the game


class Lockstep:
    """One game. `in_order` says that of several seats the first one answers, as in an engine that plays to the end."""

    def __init__(
        self, world: World, seats: tuple[str, ...], seed: int, beside: Sequence[Beside], *, in_order: bool = True,
        fault: Fault = nullcontext,
    ) -> None:  # fmt: skip
        self.world, self.seats, self.seed, self.in_order, self.fault = world, seats, seed, in_order, fault
        self.random = random.Random(seed)
        self.answers: list[Answer] = []
        self.at_once = False  # whether several seats were asked at once
        self.walked = Interpreter(new_state(world, seed), seats)
        self.walked.note_rows()
        self.walked.count_abilities([0] * len(world.definition.procedures))
        self.companions = [make(world, seats, seed) for make in beside]

    def play(self, most: int = 1_000_000) -> bool:
        """To the end, or for so many decisions; says whether the game is over. Raises Differs or Stopped."""
        told: Told = ()
        is_over = False
        try:
            is_over = self._walk(most)
        except RuleError as problem:
            told = told_of(problem)
        for one in self.companions:
            one.finish(self.answers, told)
        if not told and is_over:
            told = self._judge()
        if told:
            raise Stopped(" ← ".join(told))
        return is_over

    def _walk(self, most: int) -> bool:
        self.walked.start()
        decisions = self._go(self.walked.run, lambda one: one.begin())
        while decisions and len(self.answers) < most:
            answer = self._picked(decisions)
            act = partial(self.walked.answer, answer.seat, *bound(answer.option))
            decisions = self._go(act, lambda one, answer=answer: one.answer(answer))
        return not decisions

    def _judge(self) -> Told:
        """How a game that is over ends, for all alike; or why that cannot be told."""
        try:
            wanted = self._together(self._results, lambda one: one.results(), self._with_words())
        except RuleError as problem:
            return told_of(problem)
        for one in self.companions:
            one.compare_results(wanted)
        return ()

    def _picked(self, decisions: tuple[Decision, ...]) -> Answer:
        self.at_once |= len(decisions) > 1
        decision = decisions[0] if self.in_order else self.random.choice(decisions)
        seat = self.seats.index(decision.seat)
        row = OpenRow.of(self.walked.state, self.seats, seat)
        self.answers.append(Answer(seat, decision, self.random.randrange(len(decision.options)), row and row.begun))
        return self.answers[-1]

    def _go(self, lead: Callable[[], None], beside: Callable[[Companion], None]) -> tuple[Decision, ...]:
        """Everybody goes on to the next decisions, where all must be alike."""
        assert self.walked.rows is not None
        self.walked.rows.clear()
        self._together(lead, beside, [one for one in self.companions if one.goes_along])
        budget = self.walked.state.budget
        decisions = self._together(self.walked.decisions, lambda one: one.decisions(), self._with_words())
        seen = Seen(self.walked, decisions, budget)
        for one in self.companions:
            one.compare(seen)
        return decisions

    def _with_words(self) -> list[Companion]:
        return [one for one in self.companions if one.has_words]

    def _together(self, lead: Callable[[], Any], beside: Callable[[Companion], Any], whom: list[Companion]) -> Any:
        """The same with everybody. If the reference stops, all others stop, and those who say why say the same."""
        problem, found = None, None
        with self.fault():
            try:
                found = lead()
            except RuleError as stopped:
                problem = stopped
        told = told_of(problem)
        for one in whom:
            try:
                beside(one)
                own: Told = ()
            except RuleError as stopped:
                own = told_of(stopped) if one.has_words else told or ("it stops",)
            if own != told and one.goes_along:  # still
                raise Differs(f"stopped differently: {told} ≠ {own}")
        if problem is not None:
            raise problem
        return found

    def _results(self) -> Results:
        return results_of(self.walked)


def results_of(engine: Engine) -> Results:
    definition, seats = engine.definition, range(len(engine.seats))
    scores = [] if definition.score is None else engine.ask_each(definition.score, [(seat, seat) for seat in seats])
    found = () if definition.winner is None else engine.ask(definition.winner, (None, None))
    return Results(scores, (found,) if isinstance(found, int) or found is None else tuple(found))


def told_of(problem: RuleError | None) -> Told:
    return () if problem is None else (problem.message, *problem.trace)


def same(what: str, wanted: Any, found: Any) -> None:
    if wanted != found:
        raise Differs(f"{what}: {_difference(wanted, found)}")


def _difference(wanted: Any, found: Any) -> str:
    """Where two long descriptions part."""
    one, other = repr(wanted), repr(found)
    start = next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return re.sub(r"\s+", " ", f"…{one[max(0, start - 60) : start + 80]}… ≠ …{other[max(0, start - 60) : start + 80]}…")


def running(state: State) -> list[tuple[int, int, list[tuple[str, object]]]]:
    """The rules that are being carried out: where each stands, and what its names mean."""
    found = []
    for number, point, places in state.stack:
        names = state.world.definition.procedures[number].names
        found.append((number, point, [pair for pair in zip(names, places, strict=False) if pair[0] not in WORKINGS]))
    return found
