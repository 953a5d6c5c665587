"""Plays a definition with all engines side by side, and tells the first decision at which one could tell them apart.

The reference interpreter and the step form answer the same questions; the run form plays with a policy that asks them both.
A planted fault changes what the reference does, and nothing else, while it is being asked.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from rulewright.engine.opening import new_state
from rulewright.engine.options import bound
from rulewright.engine.python.stepper import Stepper
from rulewright.engine.reference.interpreter import Interpreter
from rulewright.engine.trouble import RuleError
from rulewright.engine.worlds import world_for
from rulewright.language.compile import compile_files
from rulewright.language.diagnostics import Complaints, DefinitionError
from rulewright.language.read.files import Files
from rulewright.model.definition import NAMES, Definition
from rulewright.table.pick_rows import OpenRow
from run_form import played

from .orders import Given, by_people, with_seats_mixed

MOST_DECISIONS = 60
WORKINGS = {"it", "items", "index", "count", "limit", "each", "turned", "pile", "goal", "drawn", "card"}  # empty or not between

Fault = Callable[[], AbstractContextManager[object]]


@dataclass(frozen=True)
class Verdict:
    """What became of a case: `played`, `refused`, `over at once`, `stopped`, `cut` or `differs`, and the answers so far."""

    kind: str
    why: str = ""
    answers: tuple[str, ...] = ()
    orders: tuple[str, ...] = ()  # what was played again in another order

    @property
    def headline(self) -> str:
        """What differs, without the figures."""
        return self.why.partition("…")[0]


class Differs(Exception):
    """Two engines can be told apart."""


class Stopped(Exception):
    """Rules that cannot be carried out, as all engines say."""


class Cut(Exception):
    """The game goes on for longer than it is watched."""


@lru_cache(maxsize=256)
def compiled(text: str) -> Definition | None:
    """The definition that a text says, if it is one."""
    try:
        return compile_files(Files("case", (("game.yaml", text.encode()),)), Complaints()).definition
    except DefinitionError:
        return None


def judge(text: str, seed: int, fault: Fault = nullcontext) -> Verdict:
    definition = compiled(text)
    return Verdict("refused") if definition is None else judge_definition(definition, seed, fault)


def judge_definition(definition: Definition, seed: int, fault: Fault = nullcontext) -> Verdict:
    game = SideBySide(definition, seed, fault)
    try:
        kind, why = game.play(), ""
    except Differs as problem:
        kind, why = "differs", str(problem)
    except Cut:
        kind, why = "cut", ""
    except Stopped as problem:
        kind, why = "stopped", str(problem)
    except Exception as problem:
        kind, why = "differs", f"an engine breaks: {type(problem).__name__}: {problem}"
    return Verdict(kind, why, tuple(game.answers), tuple(game.orders))


def seats_of(definition: Definition, seed: int) -> tuple[str, ...]:
    return NAMES[: random.Random(seed).randint(definition.fewest, definition.most)]


class SideBySide:
    """The reference and the step form, and the run form with this as its policy."""

    def __init__(self, definition: Definition, seed: int, fault: Fault) -> None:
        self.definition, self.seed, self.fault = definition, seed, fault
        self.random = random.Random(seed)
        self.answers: list[str] = []
        self.given: list[Given] = []
        self.orders: list[str] = []
        self.at_once = False  # whether several seats were asked at once
        self.seats = seats_of(definition, seed)
        self.world = world_for(definition, len(self.seats), {one.name: one.default for one in definition.options})
        self.walked, self.stepped = (engine(new_state(self.world, seed), self.seats) for engine in (Interpreter, Stepper))
        for runner in (self.walked, self.stepped):
            runner.note_rows()

    def play(self) -> str:
        self._both(self._begin)
        state = new_state(self.world, self.seed)
        try:
            played(state, self._decide)
        except RuleError as problem:
            raise Differs(f"only the run form stops: {problem.message}") from None
        self._compare(state, ())
        self._compare_results()
        self._compare_orders()
        return "played" if self.answers else "over at once"

    def _begin(self, runner: Interpreter) -> None:
        for procedure in (self.definition.flow, self.definition.setup):
            runner.call(procedure, (None, None))
        runner.run()

    def _decide(self, state: Any, seat: int, count: int, site: int) -> int:
        """What the run form asks: the others must stand at the same decision, and are answered alike."""
        found = self._compare(state, None)
        if (found[0].seat, len(found[0].options)) != (self.seats[seat], count):
            raise Differs(f"the run form asks {self.seats[seat]} with {count} options")
        if len(self.answers) >= MOST_DECISIONS:
            raise Cut
        pick = self.random.randrange(count)
        option = found[0].options[pick]
        self.answers.append(f"{found[0].seat}: {option.text}")
        row = OpenRow.of(self.stepped.state, self.seats, seat)
        self.given.append(Given(seat, *bound(option), row and row.begun))
        self.at_once |= len(found) > 1
        for runner in (self.walked, self.stepped):
            runner.rows.clear()  # type: ignore[union-attr]
        self._both(lambda runner: runner.answer(seat, *bound(option)))
        return pick

    def _both(self, act: Callable[[Interpreter], Any]) -> list[Any]:
        """The same with both engines; if both stop, they must say the same, and the game is over for that."""
        found: list[Any] = []
        stopped: list[RuleError | None] = []
        for runner, around in ((self.walked, self.fault), (self.stepped, nullcontext)):
            try:
                with around():
                    found.append(act(runner))
                stopped.append(None)
            except RuleError as problem:
                stopped.append(problem)
        if any(stopped):
            told = [one and (one.message, *one.trace) for one in stopped]
            if told[0] != told[1]:
                raise Differs(f"stopped differently: {told}")
            raise Stopped(" ← ".join(next(one for one in told if one)))
        return found

    def _compare(self, state: Any, wanted: Any) -> Any:
        """Everything that one could tell the engines apart by; returns what is to be decided."""
        walked, stepped = self.walked, self.stepped
        _same("positions", walked.state.table(), stepped.state.table())
        _same("frames", running(walked), running(stepped))
        decisions = self._both(lambda runner: runner.decisions())
        _same("decisions", *decisions)
        _same("position of the run form", walked.state.table(), state.table())
        if wanted is not None:
            _same("end of the run form", decisions[0], wanted)
        _same("rows", walked.rows, stepped.rows)  # last, for only a debug build shows them
        return decisions[0]

    def _compare_results(self) -> None:
        if self.definition.score is None or self.definition.winner is None:
            return
        for seat in range(len(self.seats)):
            _same("scores", *self._both(lambda runner, seat=seat: runner.ask(self.definition.score, (seat, seat))))
        _same("winners", *self._both(lambda runner: _listed(runner.ask(self.definition.winner, (None, None)))))

    def _compare_orders(self) -> None:
        """The same answers in another order lead to the same position."""
        wanted = self.stepped.state.key()
        if self.at_once:
            engines = (lambda one=one: one(new_state(self.world, self.seed), self.seats) for one in (Interpreter, Stepper))
            for engine in engines:
                _same("seats in another order", with_seats_mixed(engine, self.given, self.seed).key(), wanted)
            self.orders.append("seats")
        if self.at_once or any(one.before for one in self.given):
            self.orders.append("picks")
            found = by_people(self.definition, self.seats, self.seed, self.given)
            _same("picks in another order", found.key(), wanted)


def _listed(found: Any) -> tuple[Any, ...]:
    return (found,) if isinstance(found, int) or found is None else tuple(found)


def _same(what: str, left: Any, right: Any) -> None:
    if left != right:
        raise Differs(f"{what}: {_difference(left, right)}")


def _difference(left: Any, right: Any) -> str:
    """Where two long descriptions part."""
    one, other = repr(left), repr(right)
    start = next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return re.sub(r"\s+", " ", f"…{one[max(0, start - 60) : start + 80]}… ≠ …{other[max(0, start - 60) : start + 80]}…")


def running(runner: Interpreter) -> list[tuple[int, int, list[tuple[str, object]]]]:
    """The rules that are being carried out: where each stands, and what its names mean."""
    found = []
    for number, point, places in runner.state.stack:
        names = runner.definition.procedures[number].names
        found.append((number, point, [pair for pair in zip(names, places, strict=False) if pair[0] not in WORKINGS]))
    return found
