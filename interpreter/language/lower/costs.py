"""Lowers the terms of what is offered: `cost: 2 coins`, or a list of several, and `once: used`.

Takes the slots of an option, an action or a statement; returns the condition that they can be met, and what meets them. An
entry of `cost` is what stands behind `pay`, and `once` names a flag to set, so each is read as that sentence and its errors
point at the same words. What is none cannot be paid.
"""

from __future__ import annotations

from ... import ir
from ..declare.scope import Scope
from ..parse import syntax_verbs as V
from ..read.nodes import Mapping, Node, Scalar, Sequence
from .context import Context
from .expressions import as_number
from .facts import counter_of
from .joining import sequence
from .statements import condition, lower_statement
from .types import TRUE

_PAY, _SET = "pay ", "set "


def lower_terms(context: Context, node: Mapping, scope: Scope) -> tuple[ir.Expr, ir.Stmt]:
    payable, paid = _lower_cost(context, node.get("cost"), scope)
    unused, used = lower_once(context, node.get("once"), scope)
    return both(payable, unused), sequence(used, paid)


def lower_once(context: Context, node: Node | None, scope: Scope) -> tuple[ir.Expr, ir.Stmt]:
    """That a flag is not set, and setting it."""
    if not isinstance(node, Scalar):
        return TRUE, ir.NOTHING_TO_DO
    flag = condition(context, node, scope)
    if flag == TRUE:  # it could not be read
        return TRUE, ir.NOTHING_TO_DO
    where = node.span.part(-len(_SET), len(_SET) + node.span.length)
    sentence = Scalar(where, f"{_SET}{node.words} to true", plain=True)
    return ir.Op(ir.Sign.NOT, (flag,)), lower_statement(context, sentence, scope)


def both(one: ir.Expr, other: ir.Expr) -> ir.Expr:
    if TRUE in (one, other):
        return other if one == TRUE else one
    return ir.Op(ir.Sign.AND, (one, other))


def _lower_cost(context: Context, node: Node | None, scope: Scope) -> tuple[ir.Expr, ir.Stmt]:
    entries = node.items if isinstance(node, Sequence) else [node] if node is not None else []
    payable: ir.Expr = TRUE
    paid: list[ir.Stmt] = []
    for entry in entries:
        if not isinstance(entry, Scalar):
            context.complaints.add(entry.span, "sentence-expected")
            continue
        where = entry.span.part(-len(_PAY), len(_PAY) + entry.span.length)
        sentence = Scalar(where, _PAY + entry.words, plain=True)
        test: ir.Expr = context.attempt(sentence, "action", lambda tree: _can_pay(context, tree, scope), TRUE)
        payable = both(payable, test)
        paid.append(lower_statement(context, sentence, scope))
    return payable, sequence(*paid)


def _can_pay(context: Context, tree: V.Pay, scope: Scope) -> ir.Expr:
    has = ir.Read(counter_of(context, tree.counter, tree.at), ir.Local(scope.player))
    return ir.Op(ir.Sign.AT_LEAST, (has, as_number(context, tree.amount, scope)))
