"""Says which part of a definition refers to which other.

Takes a definition; returns for every function and procedure the variables, options, values, functions and procedures that it
reads or calls. Writing a variable is not reading it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from ... import ir
from ...ir.walk import walk
from ...model.definition import Definition

Reference = tuple[str, int]
References = dict[Reference, set[Reference]]


def references_of(definition: Definition) -> References:
    references: References = {}
    for number, function in enumerate(definition.functions):
        references["function", number] = set(_references(function.value))
    for number, procedure in enumerate(definition.procedures):
        references["procedure", number] = set(_references(procedure.body))
    references["game", 0] = set(_of_the_frame(definition))
    return references


def _of_the_frame(definition: Definition) -> Iterator[Reference]:
    """What is asked for without any rule: starts, counts, modifiers, the result."""
    for variable in definition.variables:
        yield from _references(variable.starts)
    for family in definition.families:
        yield from _references(family.count)
    for value in definition.values:
        for modifier in (*value.holds, *value.gets):
            yield from (("function", modifier.applies), ("function", modifier.amount))
    for grouping in definition.groupings:
        yield from (("function", number) for number in grouping.functions)
    measured = [measure.function for measure in definition.measures]
    for number in (definition.score, definition.hint, definition.winner, *measured):
        if number is not None:
            yield "function", number


def _references(node: Any) -> Iterator[Reference]:
    """Everything that an expression, a statement or a text refers to."""
    for one in walk(node):
        if type(one) in _OWN:
            yield from _OWN[type(one)](one)


_OWN: dict[type, Callable[[Any], Iterable[Reference]]] = {
    ir.Read: lambda node: [("variable", node.variable)],
    ir.Setting: lambda node: [("option", node.option)],
    ir.Computed: lambda node: [("value", node.value)],
    ir.Apply: lambda node: [("function", node.function)],
    ir.Reach: lambda node: [("function", node.function)],
    ir.Grouped: lambda node: [("grouping", node.grouping)],
    ir.Score: lambda node: [("score", 0)],
    ir.Call: lambda node: [("procedure", node.procedure)],
    ir.Dispatch: lambda node: [("procedure", procedure) for _, procedure in node.table],
}
