"""Joins statements: one after the other, or one for each thing of a list; and what a sentence asks once.

Takes statements of the IR; returns one. Lowers nothing.
"""

from __future__ import annotations

from collections.abc import Callable

from ... import ir
from ..declare.scope import Scope


def sequence(*body: ir.Stmt) -> ir.Stmt:
    """Statements in a row, without the empty ones."""
    kept = tuple(one for one in body if one != ir.NOTHING_TO_DO)
    return kept[0] if len(kept) == 1 else ir.Seq(kept, next((one.line for one in kept if one.line), 0))


def for_each(scope: Scope, value: ir.Expr, type: ir.Type, body: Callable[[ir.Expr], ir.Stmt], line: int) -> ir.Stmt:
    """The body for one thing, or for every thing of a list."""
    if not type.many:
        asking, one = asked_once(scope, value, type, line)
        return sequence(asking, body(one))
    slot = scope.places.new(ir.Type(type.sort, type.names), "each")
    items = scope.places.new(type, "items")
    index = scope.places.new(ir.NUMBER, "index")
    return ir.Each(slot, value, body(ir.Local(slot)), None, items, index, line)


def asked_once(scope: Scope, value: ir.Expr, type: ir.Type, line: int, name: str = "it") -> tuple[ir.Stmt, ir.Expr]:
    """What a sentence is about, taken at its start: while it is carried out that may change, and with it who is meant."""
    if isinstance(value, ir.Local | ir.Const):
        return ir.NOTHING_TO_DO, value
    slot = scope.places.new(type, name)
    return ir.Let(slot, value, line), ir.Local(slot)
