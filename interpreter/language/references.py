"""Says which part of a definition refers to which other.

Takes a definition; returns for every function and procedure the variables, options, values, functions and procedures that it
reads or calls. Writing a variable is not reading it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from .. import ir
from ..definition import Definition

Reference = tuple[str, int]
References = dict[Reference, set[Reference]]


def references_of(definition: Definition) -> References:
    found: References = {}
    for number, function in enumerate(definition.functions):
        found["function", number] = set(_references(function.value))
    for number, procedure in enumerate(definition.procedures):
        found["procedure", number] = set(_references(procedure.body))
    found["game", 0] = set(_of_the_frame(definition))
    return found


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
    for number in (definition.score, definition.winner):
        if number is not None:
            yield "function", number


def _references(node: Any) -> Iterator[Reference]:
    """Everything that an expression, a statement or a text refers to."""
    waiting = [node]
    while waiting:
        one = waiting.pop()
        if isinstance(one, tuple):
            waiting += one
        elif is_dataclass(one):
            yield from _own(one)
            waiting += [getattr(one, field.name) for field in fields(one)]


def _own(node: Any) -> Iterator[Reference]:
    if isinstance(node, ir.Read):
        yield ("variable", node.variable) if node.variable >= 0 else ("option", -1 - node.variable)
    elif isinstance(node, ir.Computed):
        yield "value", node.value
    elif isinstance(node, ir.Apply | ir.Reach):
        yield "function", node.function
    elif isinstance(node, ir.Grouped):
        yield "grouping", node.grouping
    elif isinstance(node, ir.Score):
        yield "score", 0
    elif isinstance(node, ir.Call):
        yield "procedure", node.procedure
    elif isinstance(node, ir.Dispatch):
        yield from (("procedure", procedure) for _, procedure in node.table)
