"""Plays scenarios and says where the game and the expectation part.

Takes a definition and a Scenario; returns what failed: the place, what was expected and what was found. Every scenario is
played three times: as games are played, the same with a save and a resume before every step, and by the reference.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from .. import ir
from ..engine.choice import engine_for
from ..engine.evaluate import Evaluator
from ..engine.frames import stands_before
from ..engine.options import Option, bound
from ..engine.protocol import Maker
from ..engine.state import State
from ..engine.trouble import NeverEnds, RuleError
from ..engine.world import World
from ..model import scenario as script
from ..model.definition import Definition
from .expectations import Attention, Failure, Inspection
from .given_cards import PLACES, Impossible
from .match import Match
from .refusal import Refused, meant
from .resume import BadSave, reopened
from .starting_position import begin
from .witness import WentOn
from .wording import can_read


class _Failed(Exception):
    """Something went wrong that leaves nothing to be looked at."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure.message)
        self.failure = failure


Looking = Callable[[World, State], Evaluator]
SAVING = ", but only with a save and a resume before every step"
REFERENCE = "reference"


def run_scenario(definition: Definition, scenario: script.Scenario, engine: str | None = None) -> tuple[Failure, ...]:
    """Everything that goes wrong, in the first way of playing it that shows something; with an engine, by that one alone."""
    ways = [(engine, False, ""), (engine, True, SAVING)]
    ways += [(REFERENCE, False, ", but only in the reference interpreter")] if engine is None else []
    for name, saving, only in ways:
        failures = _failures(definition, scenario, engine_for(name), saving)
        if failures:
            return tuple(replace(one, message=one.message + only) for one in failures)
    return ()


def play_scenario(
    definition: Definition, scenario: script.Scenario, engine: Maker, evaluator: Looking = Evaluator
) -> tuple[Failure, ...]:
    """What goes wrong when an engine plays a scenario once; `evaluator` works out what is expected."""
    return tuple(_failures(definition, scenario, engine, False, evaluator))


def _failures(
    definition: Definition, scenario: script.Scenario, engine: Maker, saving: bool, evaluator: Looking = Evaluator
) -> list[Failure]:
    failures: list[Failure] = []
    try:
        _Play(definition, scenario, engine, saving, failures, evaluator).play()
    except _Failed as problem:
        failures.append(problem.failure)
    except Impossible as problem:
        failures.append(Failure(problem.where, f"this position cannot be: {problem.reason}"))
    except BadSave as problem:
        failures.append(Failure(scenario.where, f"a save in the middle of this could not be resumed: {problem}"))
    except RuleError as problem:
        message = f"{problem.message} ({problem.trace[0] if problem.trace else 'in no rule'})"
        failures.append(Failure(scenario.where, message, never_ends=isinstance(problem, NeverEnds)))
    return failures


class _Play:
    """One way of playing a scenario; `failures` collects what is not as expected, and play goes on."""

    def __init__(
        self,
        definition: Definition,
        scenario: script.Scenario,
        engine: Maker,
        saving: bool,
        failures: list[Failure],
        evaluator: Looking,
    ) -> None:
        self.scenario = scenario
        self.saving = saving
        self.failures = failures
        self.evaluator = evaluator
        self.match: Match = begin(definition, scenario, engine)
        self.forced = self.match.forced
        self.started = False  # whether it waits for a decision, or is over
        self.stopped = False  # whether it was stopped before a step
        self.attention = Attention()
        looks = (one for step in scenario.steps if isinstance(step, tuple) for one in step)
        self.is_read = any(isinstance(one, script.Happened) for one in looks)  # whether somebody asks what has happened

    def play(self) -> None:
        for step in self.scenario.steps:
            if not isinstance(step, script.ScenarioAnswer):
                self._end_rows()
            if self.saving and self.started:
                self._save_and_resume()
            if isinstance(step, script.Forced):
                self._force(step)
            elif isinstance(step, script.ScenarioAnswer):
                self._start()
                self._answer(step)
            elif isinstance(step, script.Until):
                if step.answer is not None:
                    self._start()
                self._go_on_until(step)
            elif isinstance(step, script.ScenarioRun):
                if self.scenario.given is None and not self.stopped:
                    self._start()
                self._run(step)
            else:
                if self._must_start(step):
                    self._start()
                look = Inspection(self.match, self.scenario, self.evaluator, self.attention)
                self.failures += [failure for expectation in step for failure in look.at(expectation)]
        self._end_rows()
        if not self.forced.is_used_up:
            self.failures.append(Failure(self.scenario.where, "a result of chance was given that nothing asked for"))

    def _must_start(self, expectations: tuple[script.Expectation, ...]) -> bool:
        """A position that is only looked at stays as it is given."""
        asked: tuple[type, ...] = (script.DecisionIs, script.Offered, script.Winners)
        if not self.stopped:
            asked += (script.Happened, script.Over)
        return (self.scenario.given is None and not self.stopped) or any(isinstance(one, asked) for one in expectations)

    def _start(self) -> None:
        """Let the game run from where it stands to its first decision."""
        if not self.started:
            self.started, self.stopped = True, False
            self.match.go_on(WentOn())

    def _save_and_resume(self) -> None:
        before, log = self.match.state.key(), tuple(self.match.log) if self.is_read else ()
        self.match = reopened(self.match, self.is_read)
        if tuple(line for line in log if line.is_spoken) == self.match.told_before:
            self.match.told_before = log  # a save has words of the game only; what else was told can still be expected
        self.match.forced = self.forced
        if self.match.state.key() != before:
            raise _Failed(Failure(self.scenario.where, "a save and a resume changed the game"))

    # ---- steps

    def _force(self, step: script.Forced) -> None:
        if step.roll is not None:
            self.forced.rolls.append(step.roll)
        elif step.top is not None:
            zone = self._value(step.top.zone)
            self.forced.tops.append((zone, self._named_cards(step.top)))
        elif step.pick is not None:
            self.forced.picks.append(self._copies(*step.pick))

    def _copies(self, picked: ir.Expr, type: ir.Type) -> tuple[int, ...]:
        """A thing that chance picks, or every card that is the same as it."""
        thing, world = self._value(picked), self.match.state.world
        if thing is None or type.sort != ir.TypeSort.CARD:
            return () if thing is None else (thing,)
        return thing, *(one for one in world.cards_of_row[world.row[thing]] if world.owner[one] == world.owner[thing])

    def _named_cards(self, top: script.ZoneIs) -> tuple[tuple[int, ...], ...]:
        world = self.match.state.world
        zone_owner = world.zone_owner(self._value(top.zone))
        named: list[tuple[int, ...]] = []
        copies: dict[tuple[int | None, int | None], tuple[int, ...]] = {}
        for piece in top.pieces:
            key = piece.row, piece.owner if piece.owner is not None else zone_owner
            if key not in copies:
                cards = world.cards_of_row[piece.row] if piece.row is not None else ()
                copies[key] = tuple(card for card in cards if world.owner[card] in (None, key[1]))
            if not copies[key]:
                raise Impossible(piece.where, f'there is no "{piece.text}"')
            named.append(copies[key])
        return tuple(named)

    def _answer(self, step: script.ScenarioAnswer, until: str = "") -> None:
        seat = self.scenario.seats[step.seat]
        if step.refused == "" and not can_read(self.match.state.world, self.scenario.seats, step.text):
            message = "no option of this game reads like this; write beside refused why it is refused"
            self.failures.append(Failure(step.where, message))
        try:
            self._say(step.text, seat, until)
        except Refused as problem:
            if step.refused is None:
                raise _Failed(Failure(step.where, str(problem))) from None
            if step.refused.casefold() not in str(problem).casefold():
                self.failures.append(Failure(step.where, "this was refused for another reason", step.refused, str(problem)))
            return
        if step.refused is not None:
            raise _Failed(Failure(step.where, f'"{step.text}" should have been refused, and was taken'))

    def _say(self, text: str, seat: str, until: str) -> None:
        """Give an answer as it is written. Picks may come in any order; where they come in ascending order, a row ends with the
        last thing that could follow, and what is written next may already answer what is asked then."""
        for other in [one for one in self.scenario.seats if one != seat]:
            self._end_row(other)
        if self._has_lapsed(seat):
            after = self.match.copy(watched=True)
            after.forced = self.match.forced.copy()
            after.end_row(seat)
            if any(one.seat == seat and meant(after.offer(seat), text) is not None for one in after.decisions):
                self.match.end_row(seat)
        self.match.answer(self._meant_in_order(text, seat) or text, seat, until=until)
        if until:
            self._end_row(seat, until)

    def _meant_in_order(self, text: str, seat: str) -> Option | None:
        """What a text means among the picks that can follow in ascending order: where things read alike, fewer have to be told
        apart there."""
        row = self.match.open_row(seat) if any(one.seat == seat for one in self.match.decisions) else None
        option = row and meant(row.decision(self.match.picks_in(row), in_order=True), text)
        if not option or not bound(option)[1]:
            return None
        return next((one for one in self.match.offer(seat).options if bound(one)[1] == bound(option)[1]), None)

    def _has_lapsed(self, seat: str) -> bool:
        """Whether a row has come to its end in ascending order, though a person could go on with it."""
        if self.scenario.seats.index(seat) not in self.match.rows:
            return False
        row = self.match.open_row(seat)
        return row is not None and row.has_lapsed(self.match.picks_in(row))

    def _end_row(self, seat: str, until: str = "") -> None:
        if self._has_lapsed(seat):
            self.match.end_row(seat, until)

    def _end_rows(self) -> None:
        """Nothing more is picked before this."""
        for seat in self.scenario.seats:
            self._end_row(seat)

    def _go_on_until(self, step: script.Until) -> None:
        match = self.match
        if step.answer is not None:
            self._answer(step.answer, until=step.step)
        else:
            match.go_on(WentOn(until=step.step))
        self.stopped = not match.rows and stands_before(match.definition, match.state.stack, step.step)
        self.started = not self.stopped
        if not self.stopped:
            first = f"{match.decisions[0].seat} must decide first" if match.decisions else "the game ended first"
            raise _Failed(Failure(step.where, f'the game did not come to "{step.step}": {first}'))

    def _run(self, step: script.ScenarioRun) -> None:
        match = self.match
        active = match.state.variables[match.definition.variable_numbers["active"]]
        if active is None and step.needs_player:
            raise _Failed(Failure(step.where, "this needs a player, and it is nobody's turn: begin it with each or by"))
        floor = 0 if self.started else len(match.state.stack)
        match.go_on(WentOn(((step.procedure, (active, None)),), floor))
        self.started = self.started or len(match.state.stack) > floor

    # ---- expectations

    def _value(self, expr: ir.Expr) -> Any:
        return Evaluator(self.match.state.world, self.match.state).value(expr, [None] * PLACES)
