"""How much a value may have to look at before it is known, and how many steps a verb takes, at worst.

Takes a definition; adds up from the inside out, with every zone as full and every list as long as the declarations allow; or,
`once`, as if every loop went round once, which is what is written if all that is called is written out.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ... import ir
from ...model.definition import Definition, Modifier
from .. import limits
from ..relations import SIDES
from ..walk import children, walk
from .capacities import Lengths
from .reading import functions_asked

Chain = tuple[int, ...]  # the functions that ask each other, from the outside in


class Effort:
    def __init__(self, definition: Definition, once: bool = False) -> None:
        self.definition = definition
        self.lengths = Lengths(definition)
        self.once = once
        self._functions: dict[int, int] = {}
        self._values: dict[int, int] = {}
        self._procedures: dict[int, int] = {}

    def length(self, node: ir.Expr) -> int:
        return 1 if self.once else self.lengths.of(node)

    def of(self, node: Any) -> int:
        """The things that are looked at for an expression, itself among them."""
        if isinstance(node, tuple):
            return sum(map(self.of, node))
        if not isinstance(node, ir.EXPRESSIONS):
            return 0
        rule = _RULES.get(type(node))
        return 1 + (sum(map(self.of, children(node))) if rule is None else rule(self, node))

    def function(self, number: int) -> int:
        """What asking for a defined value costs; one that needs itself is found elsewhere."""
        if number not in self._functions:
            self._functions[number] = 0
            self._functions[number] = self.of(self.definition.functions[number].value)
        return self._functions[number]

    def round(self, loop: ir.Expr) -> int:
        """What one round of a loop costs."""
        if isinstance(loop, ir.Fold):
            return self.of(loop.test) + self.of(loop.item)
        return sum(self.of(key) for key, _ in loop.keys) if isinstance(loop, ir.Sort | ir.Rank) else 0

    def value(self, number: int) -> int:
        """What a value costs with everything that may change it."""
        if number not in self._values:
            self._values[number] = 0
            value = self.definition.values[number]
            changes = sum(self._modifier(one) for one in (*value.holds, *value.gets))
            self._values[number] = self.function(value.starts) + changes
        return self._values[number]

    def _modifier(self, modifier: Modifier) -> int:
        cost = self.function(modifier.applies) + self.function(modifier.amount)
        if modifier.carrier is None or modifier.own:
            return cost
        return self.length(ir.All(ir.Things.ROW, (modifier.carrier,))) * cost

    def procedure(self, number: int) -> int:
        """The steps of a verb or ability; one that calls itself is stopped while it runs."""
        if number not in self._procedures:
            self._procedures[number] = 0
            self._procedures[number] = self.steps(self.definition.procedures[number].body)
        return self._procedures[number]

    def steps(self, node: ir.Stmt) -> int:
        """The steps of a statement, with all that it calls."""
        if isinstance(node, ir.Seq):
            return sum(map(self.steps, node.body))
        if isinstance(node, ir.If):
            return 1 + max(self.steps(node.then), self.steps(node.otherwise))
        if isinstance(node, ir.Each):
            return 1 + self.length(node.source) * (1 + self.steps(node.body))
        if isinstance(node, ir.Loop):
            return 1 + self._rounds(node.most) * (1 + self.steps(node.body))
        if isinstance(node, ir.Block | ir.Ask):
            return 1 + self.steps(node.body)
        if isinstance(node, ir.Call):
            return 1 + self.procedure(node.procedure)
        if isinstance(node, ir.Dispatch):
            return 1 + max((self.procedure(procedure) for _, procedure in node.table), default=0)
        return 1

    def _rounds(self, most: ir.Expr) -> int:
        if self.once:
            return 1
        return most.value if isinstance(most, ir.Const) and isinstance(most.value, int) else limits.ROUNDS.most

    def chain(self, node: Any) -> Chain:
        """The dearest functions that an expression asks, each the dearest of the one before."""
        asked = {one for one in asked_by(node, self.definition) if self._functions.get(one)}
        if not asked:
            return ()
        dearest = max(asked, key=lambda one: (self.function(one), -one))
        below = self.definition.functions[dearest].value
        return (dearest, *(one for one in self.chain(below) if one != dearest))


def asked_by(node: Any, definition: Definition) -> set[int]:
    """The functions that an expression asks for itself."""
    return {number for one in walk(node) for number in functions_asked(one, definition)}


# ---------------------------------------------------------------- what is gone through again and again


def _fold(effort: Effort, node: ir.Fold) -> int:
    each = effort.round(node)
    return effort.of(node.source) + (effort.length(node.source) * each if each else 0)


def _sort(effort: Effort, node: ir.Sort | ir.Rank) -> int:
    each = effort.round(node)
    of = effort.of(node.of) if isinstance(node, ir.Rank) else 0
    return of + effort.of(node.source) + (effort.length(node.source) + 1) * each


def _reach(effort: Effort, node: ir.Reach) -> int:
    steps = SIDES * effort.length(node)
    return effort.of(node.start) + effort.of(node.player) + steps * (1 + effort.function(node.function))


def _by_row(effort: Effort, node: ir.ByRow) -> int:
    dearest = max((effort.function(function) for _, function in node.table), default=0)
    return effort.of(node.of) + effort.of(node.player) + dearest


def _either(effort: Effort, node: ir.Either) -> int:
    return effort.of(node.condition) + max(effort.of(node.then), effort.of(node.otherwise))


def _score(effort: Effort, node: ir.Score) -> int:
    score = effort.definition.score
    return effort.of(node.of) + (0 if score is None else effort.function(score))


_RULES: dict[type, Callable[[Effort, Any], int]] = {
    ir.Fold: _fold,
    ir.Sort: _sort,
    ir.Rank: _sort,
    ir.Reach: _reach,
    ir.Apply: lambda effort, node: effort.of(node.arguments) + effort.function(node.function),
    ir.ByRow: _by_row,
    ir.Computed: lambda effort, node: effort.of(node.of) + effort.value(node.value),
    ir.Either: _either,
    ir.Score: _score,
}
