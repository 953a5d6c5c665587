"""Lowers what something costs: `cost: 2 coins`, or a list of several.

Takes the slot of an option or an action; returns the condition that all of it can be paid, and the payment. Each entry is what
stands behind `pay`, so it is read as that sentence and its errors point at the same words. What is none cannot be paid.
"""

from __future__ import annotations

from ... import ir
from ..declare.scope import Scope
from ..parse import syntax_verbs as V
from ..read.nodes import Node, Scalar, Sequence
from .context import Context
from .expressions import as_number
from .facts import counter_of
from .joining import sequence
from .statements import lower_statement
from .types import TRUE

_PAY = "pay "


def lower_cost(context: Context, node: Node | None, scope: Scope) -> tuple[ir.Expr, ir.Stmt]:
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
        payable = test if payable == TRUE else ir.Op(ir.Sign.AND, (payable, test))
        paid.append(lower_statement(context, sentence, scope))
    return payable, sequence(*paid)


def _can_pay(context: Context, tree: V.Pay, scope: Scope) -> ir.Expr:
    has = ir.Read(counter_of(context, tree.counter, tree.at), ir.Local(scope.player))
    return ir.Op(ir.Sign.AT_LEAST, (has, as_number(context, tree.amount, scope)))
