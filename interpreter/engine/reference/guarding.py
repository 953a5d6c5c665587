"""Carries rules out once more and notes by which conditions, how often and by which calls they came to each thing that happens.

Takes a position and a viewer; what happens is noted as always, and beside each event the conditions that it hangs on and the
sentences that called the verb behind it, as far as the viewer may know them. Only for somebody who asks: a table that is played
or told pays nothing for it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any

from ... import ir
from ..events import Event, Trace
from ..flatten import BeginLoop, Governed, Unless
from ..frames import is_called
from ..state import State
from ..veils import Secrecy, Veil
from .causes import callers_of
from .deciding import traced
from .deciding_sentences import Deciding
from .interpreter import Interpreter
from .running import Running

REPEATED = "count"  # the place that counts how often something is done again


@dataclass(frozen=True, slots=True, eq=False)
class AskedCondition:
    """A condition that was asked, where it is written, and how the answer came about; or how often something is done again."""

    procedure: int
    line: int
    trace: Trace
    is_count: bool = False


class Guarding(Interpreter):
    """`guards` has for each event the conditions around it, the outermost first, and `callers` the sentences that led to it,
    each as its procedure and line, the nearest first."""

    def __init__(self, state: State, seats: tuple[str, ...], viewer: int | None) -> None:
        super().__init__(state, seats, [])
        self.viewer = 0 if viewer is None else 1 + viewer
        self.guards: list[tuple[AskedCondition, ...]] = []
        self.callers: list[tuple[tuple[int, int], ...]] = []
        self._asked: list[tuple[Running, int, Governed, AskedCondition]] = []

    def carry_out(self, instruction: Any, frame: Running) -> bool:
        if isinstance(instruction, Unless):
            self._ask(instruction.condition, instruction.line, frame)
        elif isinstance(instruction, BeginLoop) and _is_repeated(self.definition.procedures[frame[0]], instruction.node):
            self._ask(instruction.node.most, instruction.node.line, frame, is_count=True)
        return super().carry_out(instruction, frame)

    def _ask(self, asked: ir.Expr, line: int, frame: Running, *, is_count: bool = False) -> None:
        """Keep the answer to a condition for as long as its frame lasts; asking costs the others who are told no patience."""
        procedure, point, places = frame
        governed = self.codes[procedure].governs.get(point)
        self._asked = [one for one in self._asked if any(one[0] is running for running in self.frames)]
        self._asked = [one for one in self._asked if one[0] is not frame or one[1] != point]
        if governed is None or (governed.again and not is_count):
            return
        patience = self.state.patience
        types = self.definition.procedures[procedure].slots
        trace = traced(self, Deciding(asked, ""), places, types, self.viewer)
        self.state.patience = patience
        if trace is not None:
            self._asked.append((frame, point, governed, AskedCondition(procedure, line, trace, is_count)))

    def _thaw(self) -> None:
        """An answer was given, and the rules go on: the frames below are the same ones as before."""
        before = self.frames
        super()._thaw()
        again = {id(old): new for old, new in zip(before, self.frames, strict=False) if old[0] == new[0]}
        self._asked = [(again[id(one[0])], *one[1:]) for one in self._asked if id(one[0]) in again]

    def notice(self, event: Event) -> None:
        super().notice(event)
        self.guards.append(self.around())
        veils = self.follow().veils[self.viewer]
        known = partial(_is_known, veils)
        self.callers.append(tuple(callers_of(self.definition, self.frames, known)))

    def around(self) -> tuple[AskedCondition, ...]:
        """The conditions that the rules have come through to where they stand."""
        return tuple(guard for frame, _, governed, guard in self._asked if self._is_around(frame, governed))

    def _is_around(self, frame: Running, governed: Governed) -> bool:
        """Whether what happens now lies where a condition has led a frame."""
        number = next((number for number, running in enumerate(self.frames) if running is frame), None)
        if number is None:
            return False
        point = self.point
        if number < len(self.frames) - 1:
            point = frame[1] - 1 if is_called(self.definition, self.frames[number + 1][0]) else frame[1]
        return governed.start <= point < governed.end


def _is_repeated(rule: ir.Procedure, loop: ir.Loop) -> bool:
    """Whether something is done as often as a number says that is not written; rounds and draws count in their own place."""
    return not isinstance(loop.most, ir.Const) and rule.names[loop.count] == REPEATED


def _is_known(veils: list[Veil], frame: int, point: int) -> bool:
    """Whether the viewer may know that a sentence is carried out."""
    return frame < len(veils) and veils[frame].at(point) == Secrecy.OPEN
