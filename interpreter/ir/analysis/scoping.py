"""Whether every place that a rule reads is one that something has filled there.

Takes the rules of a definition, and which of their places are filled by whoever calls them; returns those that nobody fills.
A place of a loop in an expression is filled inside that loop only, one that a statement fills in all that is written after it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ... import ir
from ...model.definition import Definition
from ..walk import children, is_expression, places_filled, walk
from .giving import Body, Rule, rules_of

Handed = dict[Rule, set[int]]  # the places that a rule is given when it is called


def unfilled(definition: Definition, handed: Handed) -> Iterator[str]:
    """The places that are read and never filled; what nobody calls reads nothing."""
    for rule, root, _ in rules_of(definition):
        filled = {ir.PLAYER, ir.THIS} | handed.get(rule, set())
        if rule[0] is Body.PROCEDURE:
            slots = _read_too_early(root, filled | {*range(definition.procedures[rule[1]].parameters)})
        elif rule[0] is Body.FUNCTION and rule not in handed:
            continue
        else:
            slots = _read_outside(root, frozenset(filled))
        yield from (f"{rule[0].value} ({rule[1]}): nobody fills place {slot}" for slot in slots)


def _read_too_early(body: Any, filled: set[int]) -> Iterator[int]:
    """The places that are read before any statement that is written earlier has filled them."""
    for node in walk(body, is_expression):
        if is_expression(node):
            yield from _read_outside(node, frozenset(filled))
            continue
        if isinstance(node, ir.Let | ir.Random):
            yield from _read_outside(node.value if isinstance(node, ir.Let) else node.source, frozenset(filled))
        filled |= {one.slot for one in places_filled(node)}
        filled |= {node.answers} if isinstance(node, ir.Ask) else set()


def _read_outside(root: Any, filled: frozenset[int]) -> Iterator[int]:
    """The places that are read where they are not filled; each node is looked at once for what is filled around it."""
    waiting = [(root, filled)]
    seen = set()
    while waiting:
        node, around = waiting.pop()
        if (id(node), around) in seen:
            continue
        seen.add((id(node), around))
        if isinstance(node, ir.Local) and node.slot not in around:
            yield node.slot
        inside = around | {node.slot} if isinstance(node, ir.Fold | ir.Sort | ir.Rank) else around
        before = {id(getattr(node, name, None)) for name in ("source", "of")}  # what a loop asks for first
        waiting += [(one, around if id(one) in before else inside) for one in children(node)]
