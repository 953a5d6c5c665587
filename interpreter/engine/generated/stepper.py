"""Runs a match with written source: from decision to decision in the step form.

Takes the same states and answers as the reference interpreter and leaves the same states behind. A point that written source
cannot be entered at, such as a step that a scenario stands at, is left to the reference, one instruction at a time.
"""

from __future__ import annotations

import linecache
import re
from collections.abc import Callable, Sequence
from types import TracebackType
from typing import Any

from ... import ir
from ..evaluate import Places, TooMuch
from ..options import Option, options_of_choose, options_of_picking
from ..reference import STEP_BUDGET, Interpreter, frozen
from ..state import Frame, State
from ..trouble import RuleError
from ..waiting import bind
from .acts import WAITS, Endless
from .module import module_for
from .plain import PlainOptions

_LINE = re.compile(r"# (?:p(\d+) |.*line )?(\d+)$")


class Stepper(Interpreter):
    """`left` collects the frames that a wait leaves behind, innermost first; `offered` is what the open decision of one seat
    offers, and `asked` that seat."""

    def __init__(self, state: State, seats: tuple[str, ...], events: list[tuple[Any, ...]] | None = None) -> None:
        super().__init__(state, seats, events)
        self.module = module_for(self.world, events is not None)
        self.left: list[Frame] = []
        self.offered: Any = None
        self.asked = 0
        self._frame: Frame | None = None
        self._node: ir.Choose | ir.PickMany | ir.Ask | None = None
        self.budget = STEP_BUDGET

    def ask(self, function: int, arguments: tuple[Any, ...]) -> Any:
        return self.module.names[f"f{function}"](self.state, *arguments)

    def run(self) -> None:
        self.guarded(self._go_on)

    @property
    def waits(self) -> ir.Choose | ir.PickMany | ir.Ask | None:
        stack = self.state.stack
        if not stack:
            return None
        if stack[-1] is not self._frame:
            self._frame, self._node = stack[-1], super().waits
        return self._node

    def deciding_seat(self, node: ir.Choose | ir.PickMany, places: Places) -> int:
        return super().deciding_seat(node, places) if self.offered is None else self.asked

    def answer(self, seat: int, option: Option) -> None:
        node = self.waits
        if not isinstance(node, ir.Choose):
            super().answer(seat, option)
            return
        procedure, point, before = self.state.stack.pop()
        places = list(before)
        bind(node, places, option.branch, option.values)
        self.guarded(self._go_on, procedure, point + 1, places)

    def options(
        self, node: ir.Choose | ir.PickMany, places: Sequence[Any], seat: int, picked: tuple[int, ...]
    ) -> Sequence[Option]:
        return self.options_of(node, places, seat, picked, self.offered)

    def options_of(
        self,
        node: ir.Choose | ir.PickMany,
        places: Sequence[Any],
        seat: int,
        picked: tuple[int, ...],
        offered: Any = None,
    ) -> Sequence[Option]:
        """The options of a decision, given what can be picked or asking for it."""
        if offered is None:
            offered = self.module.sites[node.site](self.state, *places)
        plain = self.module.plain(node, self.state, self.seats)
        if plain is not None:
            return PlainOptions(plain, seat, offered)
        if isinstance(node, ir.Choose):
            return tuple(options_of_choose(self.evaluator, node, places, seat, self.seats, offered))
        return tuple(options_of_picking(self.evaluator, node, places, seat, self.seats, picked, offered))

    def guarded(self, go: Callable[..., None], *arguments: Any) -> None:
        """Run, and turn whatever goes wrong into a sentence with the lines of the definition that led there."""
        self.budget = STEP_BUDGET
        self.state.looked_at = 0
        self.offered = None
        self.left.clear()
        try:
            go(*arguments)
        except Endless as problem:
            raise self._trouble("the rules went on for too long without a decision", problem) from None
        except TooMuch as problem:
            raise self._trouble("too many things are looked at without a decision", problem) from None
        except RecursionError as problem:
            raise self._trouble("rules or values go on needing each other", problem) from None

    def _trouble(self, message: str, problem: Exception) -> RuleError:
        lines = self.lines_of(problem.__traceback__)
        return RuleError(f"this never ends: {message}", lines or self.trace())

    def lines_of(self, trace: TracebackType | None) -> tuple[str, ...]:
        """The lines of the definition that written source was carrying out, innermost first."""
        found = []
        while trace is not None:
            code = trace.tb_frame.f_code
            if code.co_filename.startswith("<rules of ") and code.co_name[0] in "psr":
                written = _LINE.search(linecache.getline(code.co_filename, trace.tb_lineno).rstrip())
                number, line = written.groups() if written else (None, None)
                procedure = self.definition.procedures[int(number or code.co_name[1:])]
                file = self.definition.files[procedure.file] if self.definition.files else ""
                found.append(f"{file}:{line or procedure.line}: in {procedure.name}")
            trace = trace.tb_next
        return tuple(reversed(found[-8:]))

    def _go_on(self, procedure: int = -1, point: int = 0, places: Sequence[Any] = ()) -> None:
        """Carry on with the innermost frame, which may be given, until somebody must decide or nothing is left to do."""
        state, module = self.state, self.module
        stack = state.stack
        while procedure >= 0 or stack:
            if procedure < 0:
                procedure, point, places = stack.pop()
            if point not in module.entries(procedure):
                stack.append((procedure, point, tuple(places)))
                procedure = -1
                if self.walk():
                    return
                continue
            result = module.step(procedure)(self, state, point, *places)
            procedure = -1
            if result == WAITS:
                stack.extend(reversed(self.left))
                self.left.clear()
                return
            if result is not None:
                self.leave(result)

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

    def leave(self, result: int) -> None:
        """End the innermost running stretch of a name."""
        labels = self.module.source.facts.labels
        wanted = next(label for label, number in labels.items() if number == result)
        stack = self.state.stack
        while stack:
            procedure, point, places = stack[-1]
            blocks = self.codes[procedure].blocks
            ends = [end for label, start, end in blocks if label == wanted and start < point <= end]
            if ends:
                stack[-1] = (procedure, min(ends), places)
                return
            stack.pop()
        if wanted != "game":
            raise self.error(f'there is no "{wanted}" to end here')
