"""Runs a match with written source: from decision to decision in the step form.

Takes the same states and answers as the reference interpreter and leaves the same states behind. A point that written source
cannot be entered at, such as a step that a scenario stands at, is left to the reference, one instruction at a time.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import TracebackType
from typing import Any

from ... import ir
from ..frames import ends_of, is_called
from ..options import DECLINE, Decision
from ..reference.evaluate import Places
from ..reference.interpreter import STEP_BUDGET, Interpreter, frozen
from ..state import Frame, State
from ..trouble import STOPPING, TROUBLE, RuleError
from .module import module_for
from .offers import Asking, Offers
from .runtime_effects import WAITS


class Stepper(Interpreter):
    """`left` collects the frames that a wait leaves behind, innermost first. `offered` is what the open decision of one seat
    offers: its place, the seat, and what written source has found; `unkept` are options that refer to the state.
    `branch` and `values` are what was picked at the last decision; `fired` counts abilities, where somebody wants to know."""

    def __init__(self, state: State, seats: tuple[str, ...]) -> None:
        super().__init__(state, seats)
        self.module = module_for(self.world)
        self.asking = self.module.asking(seats)
        self.left: list[Frame] = []
        self.offered: tuple[int, int, Any, Any] | None = None
        self.unkept: list[Offers] = []
        self.branch = DECLINE
        self.values: tuple[Any, ...] = ()
        self.budget = STEP_BUDGET
        self.fired: list[int] = []

    def note_rows(self) -> None:
        """From now on play with the debug build, which notes each effect as a row."""
        self.rows = []
        self.module = module_for(self.world, rows=True)
        self.asking = self.module.asking(self.seats)

    def count_abilities(self, fired: list[int]) -> None:
        """From now on count in a list, by procedure, how often each ability comes into effect."""
        self.fired = fired
        self.module = module_for(self.world, counts=True)
        self.asking = self.module.asking(self.seats)

    def ask(self, function: int, arguments: tuple[Any, ...]) -> Any:
        self.state.looked_at = 0
        try:
            return self.module.names[f"f{function}"](self.state, *arguments)
        except STOPPING as problem:
            raise self.stopped(problem) from None

    def run(self, floor: int = 0, until: str = "") -> None:
        if until:
            super().run(floor, until)
        else:
            self.go_on(floor=floor)

    # ---- decisions

    def decisions(self) -> tuple[Decision, ...]:
        if self.offered is None:
            return super().decisions()
        site, seat, count, found = self.offered
        asking = self.asking.get(site) or self.asked_at(site)
        places = self.state.stack[-1][2]
        if not asking.is_simple:
            return (self._asked(asking, places, seat, count, found),)
        options = Offers(asking, self.state, places, seat, found, count + asking.can_decline, asking.end)
        if not asking.lasts:
            self.unkept.append(options)
        return (Decision(self.seats[seat], options.prompt if asking.prompt is None else asking.prompt, options, asking.place),)

    def asked_at(self, site: int) -> Asking:
        self.asking[site] = Asking(self.definition, self.module.source.sites[site][1], self.seats)
        return self.asking[site]

    def decision(self, node: ir.Choose | ir.PickMany, places: Places, seat: int, picked: tuple[int, ...]) -> Decision:
        asking = self.asking.get(node.site) or self.asked_at(node.site)
        found = self.module.sites[node.site](self.state, *places)
        if isinstance(node, ir.Choose):
            return self._asked(asking, places, seat, *found)
        own = list(places)
        own[node.picked] = picked
        return self._asked(asking, own, seat, found, found.next_candidates(picked))

    def _asked(self, asking: Asking, places: Sequence[Any], seat: int, count: Any, found: Any) -> Decision:
        """A decision, given what written source has found: the number of options and what is picked from, or of a row the
        picking and what may come next."""
        state, node = self.state, asking.node
        picked = places[node.picked] or () if isinstance(node, ir.PickMany) else ()
        if not asking.is_countable:
            return super().decision(node, list(places), seat, picked)
        if isinstance(node, ir.PickMany):
            options = Offers(asking, state, places, seat, *asking.next_of_row(state, seat, count, picked, found), count)
        else:
            end = asking.end if count else None
            options = Offers(asking, state, places, seat, found, count + (end is not None), end)
        self.unkept.append(options)
        return Decision(self.seats[seat], options.prompt if asking.prompt is None else asking.prompt, options, asking.place)

    def answer(self, seat: int, branch: int, values: tuple[Any, ...], until: str = "") -> None:
        stack = self.state.stack
        if until:
            self._keep()
            self.offered = None
            super().answer(seat, branch, values, until)
            return
        if self.offered is None:
            procedure, point, _ = stack[-1]
            if isinstance(self.codes[procedure].instructions[point], ir.Ask):
                super().answer(seat, branch, values)
                return
        self.branch = branch
        self.values = values
        self.go_on(stack.pop(), 1)

    # ---- running

    def go_on(self, frame: Frame | None = None, answered: int = 0, floor: int = 0) -> None:
        """Carry on with the innermost frame until somebody must decide or only `floor` frames are left; first with a frame that
        was taken off, where its decision is answered."""
        state, steps = self.state, self.module.steps
        self.budget = STEP_BUDGET
        self.offered = self.possible = None
        state.looked_at = 0
        if self.unkept:
            self._keep()
        try:
            while frame is not None or (frame := self._next(floor)) is not None:
                procedure, point, places = frame
                result = steps[procedure](self, state, 2 * point + answered, places)
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

    def _keep(self) -> None:
        for one in self.unkept:
            one.keep()
        self.unkept.clear()

    def _next(self, floor: int) -> Frame | None:
        """Take the innermost frame off; None if somebody must decide first, or nothing is left to do above the floor."""
        stack = self.state.stack
        while len(stack) > floor:
            procedure, point, _ = stack[-1]
            if 2 * point in self.module.entries(procedure):
                return stack.pop()
            if self.walk():
                break
        return None

    def lines_of(self, problem: Exception) -> tuple[str, ...]:
        trace: TracebackType | None = problem.__traceback__
        found: list[str] = []
        while trace is not None:
            code = trace.tb_frame.f_code
            if code.co_filename.startswith("<rules of ") and code.co_name[0] in "psr":
                number, line = self.module.source.origin(code.co_name, trace.tb_lineno)
                procedure = self.definition.procedures[number if line else int(code.co_name[1:])]
                file = self.definition.files[procedure.file] if self.definition.files else ""
                found.append(f"{file}:{line or procedure.line}: in {procedure.name}")
            trace = trace.tb_next
        return tuple(reversed(found[-8:])) or (problem.trace if isinstance(problem, RuleError) else ()) or self.trace()

    def _place_of(self, number: int) -> str:
        procedure = self.definition.procedures[number]
        file = self.definition.files[procedure.file] if self.definition.files else ""
        return f"{file}:{procedure.line}: in {procedure.name}"

    def walk(self) -> bool:
        """One instruction by the reference interpreter; whether somebody must decide first."""
        self._thaw()
        frame = self.frames[-1]
        code = self.codes[frame[0]].instructions
        waits = False
        if frame[1] >= len(code):
            self.frames.pop()
        else:
            waits = self.carry_out(code[frame[1]], frame)
        self.state.stack[:] = [frozen(one) for one in self.frames]
        self.frames = []
        return waits

    def leave(self, result: int, above: int) -> None:
        """End the innermost running stretch of a name; `above` is the procedure that was left last."""
        labels = self.module.source.facts.labels
        first = above
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
        if wanted != "game":
            raise RuleError(f'there is no "{wanted}" to end here', (self._place_of(first),))
