"""How long a formula or a verb becomes if all that it calls is written where it is called.

Takes a definition; counts every loop once. What is short is written out by the writers of source; what becomes longer than
anybody could read is refused.
"""

from __future__ import annotations

from typing import Any

from ... import ir
from ...model.definition import Definition
from ..walk import is_expression, walk
from .reading import functions_asked


class WrittenOut:
    def __init__(self, definition: Definition) -> None:
        self.definition = definition
        self._functions: dict[int, int] = {}
        self._procedures: dict[int, int] = {}

    def of(self, node: Any) -> int:
        """The parts of an expression, with all that it asks."""
        inside = [one for one in walk(node) if is_expression(one)]
        return sum(1 + sum(map(self.function, functions_asked(one, self.definition))) for one in inside)

    def function(self, number: int) -> int:
        """The parts of a defined value; one that needs itself is found elsewhere."""
        if number not in self._functions:
            self._functions[number] = 0
            self._functions[number] = self.of(self.definition.functions[number].value)
        return self._functions[number]

    def procedure(self, number: int) -> int:
        """The steps of a verb or ability; one that calls itself is stopped while it runs."""
        if number not in self._procedures:
            self._procedures[number] = 0
            self._procedures[number] = self.steps(self.definition.procedures[number].body)
        return self._procedures[number]

    def steps(self, node: ir.Stmt) -> int:
        """The steps of a statement, with all that it calls."""
        match node:
            case ir.Seq():
                return sum(map(self.steps, node.body))
            case ir.If():
                return 1 + max(self.steps(node.then), self.steps(node.otherwise))
            case ir.Each() | ir.Loop():
                return 2 + self.steps(node.body)
            case ir.Block() | ir.Ask():
                return 1 + self.steps(node.body)
            case ir.Call():
                return 1 + self.procedure(node.procedure)
            case ir.Dispatch():
                return 1 + max((self.procedure(procedure) for _, procedure in node.table), default=0)
        return 1
