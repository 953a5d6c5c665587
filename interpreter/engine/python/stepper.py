"""Carries rules out with written source: from decision to decision in the step form, to the end of the game in the run form.

Takes the same states and answers as the reference interpreter and leaves the same states behind. Where the step form cannot be
entered, such as at a step that a scenario stands at, play goes on in a form that can be entered anywhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from inspect import currentframe
from itertools import takewhile
from traceback import walk_stack, walk_tb
from types import FrameType, MappingProxyType
from typing import Any

from ... import ir
from ..answering import answer_among_others, as_seen_by, open_seats
from ..budget import begin_anew, deepen, spend_looking
from ..chance import ForcedChance
from ..effect_rows import Row
from ..frames import ends_of, is_called, line_of, lines_of, places_of, waiting_at
from ..offering import Offered
from ..options import DECLINE, Asked, Decision, deciding_seat, decision_of, picked_so_far
from ..program.pieces import Build
from ..protocol import Draw, Policy
from ..state import Frame, State
from ..trouble import STOPPING, TROUBLE, RuleError, asked_for, error_of
from .lazy_options import Offers, Question
from .module import module_for
from .runtime_effects import WAITS


class Stepper:
    """`left` collects the frames that a wait leaves behind, innermost first. `offered` is what the open decision of one seat
    offers: its place, the seat, and what written source has found; `unkept` are options that refer to the state.
    `branch` and `values` are what was picked at the last decision; `fired` counts abilities, where somebody wants to know;
    `pick` and `draw` decide in the run form, `told` is what is on offer there, `until` is the stretch that a run stops before,
    and `leaving` are the lines from which one was ended that may not be running. An engine is made for every playout and every
    copy, so that what most of them never need stands here."""

    rows: list[Row] | None = None
    asking: Mapping[int, Question] = MappingProxyType({})
    offered: tuple[int, int, Any, Any] | None = None
    branch = DECLINE
    values: tuple[Any, ...] = ()
    fired: list[int]
    pick: Policy | None = None
    draw: Draw | None = None
    told: Offered = ()
    until = -1
    leaving: tuple[str, ...] = ()

    def __init__(self, state: State, seats: tuple[str, ...]) -> None:
        self.state = state
        self.definition = state.world.definition
        deepen()
        self.seats = seats
        self.forced = ForcedChance()
        self.module = module_for(state.world)
        self.left: list[Frame] = []
        self.unkept: list[Offers] = []

    def note_rows(self) -> None:
        """From now on play with the debug build, which notes each effect as a row."""
        self.rows = []
        self._play_with(Build.ROWS)

    def count_abilities(self, fired: list[int]) -> None:
        """From now on count in a list, by procedure, how often each ability comes into effect."""
        self.fired = fired
        self._play_with(Build.COUNTING)

    def _play_with(self, build: Build) -> None:
        self.module = module_for(self.state.world, build)
        self.asking = self.module.asking(self.seats)

    def ask(self, function: int, arguments: tuple[Any, ...]) -> Any:
        return self.ask_each(function, (arguments,))[0]

    def ask_each(self, function: int, questions: Sequence[tuple[Any, ...]]) -> list[Any]:
        begin_anew(self.state)
        terms, formula = self.module.charges.effort.function(function).terms, self.module.names[f"f{function}"]
        answers = []
        try:
            for arguments in questions:
                spend_looking(self.state, terms)
                answers.append(formula(self.state, *arguments))
        except STOPPING as problem:
            raise asked_for(self.stopped(problem), self.definition, function) from None
        return answers

    def copy(self) -> Stepper:
        return Stepper(self.state.copy(), self.seats)

    # ---- starting and going on

    def start(self) -> None:
        self.state.stack += self.module.first

    def call(self, procedure: int, arguments: tuple[Any, ...]) -> None:
        self.state.stack.append((procedure, 0, places_of(self.definition, procedure, arguments)))

    def run(self, floor: int = 0, until: str = "") -> None:
        with self._stopping_before(until):
            self.go_on(floor=floor)

    # ---- decisions

    def decisions(self) -> tuple[Decision, ...]:
        if self.offered is None:
            return self._asked_now()
        begin_anew(self.state)
        site, seat, count, listing = self.offered
        asking = self.asking.get(site) or self.asked_at(site)
        places = self.state.stack[-1][2]
        if not asking.is_simple:
            return (self._asked(asking, places, seat, count, listing),)
        options = Offers(asking, self.state, places, seat, listing, count + asking.can_decline, asking.end)
        if not asking.lasts:
            self.unkept.append(options)
        return (Decision(self.seats[seat], options.prompt if asking.prompt is None else asking.prompt, options, asking.place),)

    def _asked_now(self) -> tuple[Decision, ...]:
        """Everybody who must decide, where written source has not just found out: several seats, or a position from outside."""
        state, node = self.state, waiting_at(self.state)
        if node is None:
            return ()
        begin_anew(state)
        places = list(state.stack[-1][2])
        try:
            if isinstance(node, ir.Ask):
                asked = [(as_seen_by(node, places, seat), seat, picked) for seat, picked in open_seats(node, places)]
                return tuple([self.decision(node.choice, *one) for one in asked])
            picked = (places[node.picked] or ()) if isinstance(node, ir.PickMany) else ()
            return (self.decision(node, places, deciding_seat(state, node, places), picked),)
        except TROUBLE as problem:
            raise self.stopped(problem) from None

    def asked_at(self, site: int) -> Question:
        self.asking = known = self.module.asking(self.seats)
        if site not in known:
            known[site] = Question(self.definition, self.module.source.sites[site][1], self.seats)
        return known[site]

    def decision(self, node: ir.Choose | ir.PickMany, places: list[Any], seat: int, picked: tuple[int, ...]) -> Decision:
        asking = self.asking.get(node.site) or self.asked_at(node.site)
        offered = self.module.sites[node.site](self.state, *places)
        if isinstance(node, ir.Choose):
            return self._asked(asking, places, seat, *offered)
        own = list(places)
        own[node.picked] = picked
        return self._asked(asking, own, seat, offered, offered.next_candidates(picked))

    def _asked(self, asking: Question, places: Sequence[Any], seat: int, count: Any, listing: Any) -> Decision:
        """A decision, given what written source has found: the number of options and what is picked from, or of a row the
        picking and what may come next."""
        state, node = self.state, asking.node
        picked = picked_so_far(node, places)
        if not asking.is_countable:
            return decision_of(Asked(state, self.seats, node, list(places), seat, picked))
        if isinstance(node, ir.PickMany):
            options = Offers(asking, state, places, seat, *asking.next_of_row(state, seat, count, picked, listing), count)
        else:
            end = asking.end if count else None
            options = Offers(asking, state, places, seat, listing, count + (end is not None), end)
        self.unkept.append(options)
        return Decision(self.seats[seat], options.prompt if asking.prompt is None else asking.prompt, options, asking.place)

    def answer(self, seat: int, branch: int, values: tuple[Any, ...], until: str = "") -> None:
        if until:
            with self._stopping_before(until):
                self.answer(seat, branch, values)
            return
        if self.offered is None:
            node = waiting_at(self.state)
            if isinstance(node, ir.Ask):
                self._answer_among_others(node, seat, branch, values)
                return
        self.branch = branch
        self.values = values
        self.go_on(self.state.stack.pop(), 1)

    @contextmanager
    def _stopping_before(self, name: str) -> Iterator[None]:
        """Play with the build that stops before a stretch of a name, if there is such a stretch."""
        number = self.definition.stretch_numbers.get(name)
        if number is None:
            yield
            return
        before, self.until, self.module = self.module, number, module_for(self.state.world, Build.STOPPING)
        try:
            yield
        finally:
            self.module = before

    def _answer_among_others(self, node: ir.Ask, seat: int, branch: int, values: tuple[Any, ...]) -> None:
        state, row = self.state, self.module.sites[node.choice.site]
        procedure, point, places = state.stack[-1]
        now = list(places)
        self._keep()
        try:
            is_over = answer_among_others(node, now, seat, branch, values, lambda own: row(state, *own))
        except TROUBLE as problem:
            raise self.stopped(problem) from None
        state.stack[-1] = (procedure, point + is_over, tuple(now))
        if is_over:
            self.go_on()

    # ---- running

    def go_on(self, frame: Frame | None = None, answered: int = 0, floor: int = 0) -> None:
        """Carry on with the innermost frame until somebody must decide or only `floor` frames are left; first with a frame that
        was taken off, where its decision is answered."""
        state = self.state
        begin_anew(state)
        self.offered = None
        if self.unkept:
            self._keep()
        try:
            while frame is not None or len(state.stack) > floor:
                procedure, point, places = frame or state.stack.pop()
                state.depth = self.depth_below(procedure, state.stack)
                enter = self.module.steps[procedure] if answered else self.module.form_at(procedure, point)
                result = enter(self, state, 2 * point + answered, places)
                if result == WAITS:
                    left = self.left
                    state.stack += left if len(left) == 1 else left[::-1]
                    left.clear()
                    return
                if result is not None:
                    self.leave(result, procedure)
                frame, answered = None, 0
        except TROUBLE as problem:
            raise self.stopped(problem) from None

    def play_out(self, policy: Policy) -> None:
        self.pick = policy
        self._finish()

    def pick_offered(self, state: State, seat: int, count: int, site: int, offered: Offered) -> int:
        """The policy picks, and can ask what is offered."""
        self.told = offered
        assert self.pick is not None
        return self.pick(state, seat, count, site)

    def on_offer(self) -> Offered:
        return self.told

    def play_by_chance(self, draw: Draw) -> None:
        """The draw is written into the source."""
        self.draw = draw
        self.pick = lambda state, seat, count, site: int(draw() * count)
        self.module = self.module.drawn
        self._finish()

    def _finish(self) -> None:
        """From wherever play stands to the end of the game in the run form, also in the middle of an effect."""
        state, stack, module = self.state, self.state.stack, self.module
        begin_anew(state)
        self.offered = None
        self.unkept.clear()
        try:
            while stack:
                procedure, point, places = stack.pop()
                state.depth = self.depth_below(procedure, stack)
                given = module.given[procedure]
                if not point and places[given:].count(None) == len(places) - given:  # not in a row that was begun
                    result = module.procedures[procedure](self, state, *places[:given])
                elif 2 * point in module.entries(procedure, "r"):
                    result = module.resuming[procedure](self, state, 2 * point, places)
                else:
                    result = module.walking_on[procedure](self, state, 2 * point, places)
                if result is not None:
                    self.leave(result, procedure)
        except TROUBLE as problem:
            raise self.stopped(problem) from None

    def depth_below(self, procedure: int, stack: list[Frame]) -> int:
        """How deep the rules are when a procedure goes on above what lies on the stack."""
        deep = self.module.charges.deep
        return (procedure in deep) + sum(point > 0 for number, point, _ in stack if number in deep) if deep else 0

    def _keep(self) -> None:
        for one in self.unkept:
            one.keep()
        self.unkept.clear()

    def stopped(self, problem: Exception) -> RuleError:
        """Why rules cannot go on as a sentence, with the lines of the definition that led there."""
        lines = self._lines_of(problem)
        if isinstance(problem, RuleError):
            return RuleError(problem.message, lines)
        return error_of(problem, self.definition, lines)

    def _lines_of(self, problem: Exception) -> tuple[str, ...]:
        """The lines that were being carried out when something happened, innermost first."""
        lines = self._written_lines(reversed(list(walk_tb(problem.__traceback__))))
        told = problem.trace if isinstance(problem, RuleError) else ()
        if not lines and told:
            return told
        return lines_of(self.definition, self.state.stack, inside=lines)

    def _written_lines(self, running: Iterable[tuple[FrameType, int]]) -> list[str]:
        """The lines of the definition that pieces of written source came from, innermost first."""
        lines: list[str] = []
        for frame, number in running:
            code = frame.f_code
            if code.co_filename.startswith("<rules of ") and code.co_name[0] in "psrwx":
                origin = self.module.source.origin(code.co_name, number) or ((int(code.co_name[1:]), 0),)
                lines += [line_of(self.definition, *one) for one in reversed(origin)]
        return lines

    def note_leaving(self) -> None:
        """Keep the lines that are being carried out, for the case that there is nothing to end."""
        inside = takewhile(lambda one: one[0].f_code not in _RUNNING, walk_stack(currentframe()))
        self.leaving = lines_of(self.definition, self.state.stack, inside=self._written_lines(inside))

    def leave(self, result: int, above: int) -> None:
        """End the innermost running stretch of a name; `above` is the procedure that was left last."""
        labels = self.module.source.facts.labels
        wanted = next(label for label, number in labels.items() if number == result)
        stack = self.state.stack
        while stack:
            procedure, point, places = stack[-1]
            ends = ends_of(self.definition, wanted, procedure, point - is_called(self.definition, above))
            if ends:
                stack[-1] = (procedure, min(ends), places)
                return
            above = procedure
            stack.pop()
        if wanted != ir.GAME:
            name = self.definition.stretches[wanted]
            raise RuleError(f'there is no "{name}" to end here', self.leaving)


_RUNNING = (Stepper.go_on.__code__, Stepper._finish.__code__)  # below them lies who asked for the run
