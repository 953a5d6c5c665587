"""Tells whether a scenario only reads back what it gives.

Takes a position and a step of a scenario; answers whether the step would hold whatever the rules are: nothing is played or run,
and what is looked at lies where it was put, or was never there. What the definition says or computes does not count as that.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ... import ir
from ...ir.walk import walk
from ...model import scenario as script

# What the definition says and a position does not: formulas, printed cells, scores, groupings, ways over a map.
_OF_THE_RULES = (ir.Apply, ir.Computed, ir.Cell, ir.ByRow, ir.Score, ir.Grouped, ir.Reach)
_NOTHING = (ir.Const(0), ir.Const(None))


@dataclass(frozen=True)
class Readback:
    """What a position names: zones, variables of things, and rows of cards; `always` are variables that every position has."""

    given: script.Given
    always: tuple[int, ...]

    def only_reads(self, step: script.Step) -> bool:
        if isinstance(step, script.Forced):
            return True
        return isinstance(step, tuple) and all(self._is_given(one) for one in step)

    def _is_given(self, one: script.Expectation) -> bool:
        if isinstance(one, script.ZoneIs):
            return self._is_named(one.zone) or self._never_was(one.count == 0 or (one.count is None and not one.pieces))
        if not isinstance(one, script.ValueIs) or any(isinstance(node, _OF_THE_RULES) for node in walk(one.value)):
            return False
        return self._never_was(one.expected in _NOTHING) or any(self._is_named(node) for node in walk(one.value))

    def _never_was(self, is_nothing: bool) -> bool:
        """Nothing lies where nobody put anything; after the set-up that is told by the rules."""
        return is_nothing and not self.given.after_setup

    def _is_named(self, node: Any) -> bool:
        if isinstance(node, ir.Read):
            named = any((one.variable, one.of) == (node.variable, node.of) for one in self.given.variables)
            return named or node.variable in self.always
        if isinstance(node, ir.All) and node.sort == ir.ThingSort.ROW:
            return any(piece.row == node.names[0] for one in self.given.zones for piece in one.pieces)
        return any(one.zone == node for one in self.given.zones)
