"""Lowers what a table gives for a place in a ranking: `prizes for player among players by most coins`.

Takes the sentence; returns a number. Who shares a place shares the prizes of all the places that they take up together, rounded
down; beyond the end of the table there is none, and whoever is not among those who are ranked gets none.
"""

from __future__ import annotations

from ... import ir
from ..declare.scope import Scope, Wrong
from ..diagnostics import did_you_mean
from ..parse import syntax as S
from .context import Context, Typed
from .expressions import as_keys, lower_expr
from .sets import lower_members

ONE = ir.Const(1)


def lower_prize_for(context: Context, node: S.PrizeFor, scope: Scope) -> Typed:
    tables = context.words.tables
    if node.table not in tables:
        at = node.at[0], node.at[0] + len(node.table)
        hint = did_you_mean(node.table, tables) or "declare it under tables, with what each place gives"
        raise Wrong(at, "unknown-name", hint, name=node.table)
    prized = lower_expr(context, node.of, scope)[0]
    level, rival = _ranked(context, node, scope)
    place = _place(context, node, scope, prized)
    is_level = ir.Op(ir.Sign.IS, (_place(context, node, scope, ir.Local(rival)), place))
    count = ir.Fold(ir.FoldKind.COUNT, rival, level, is_level)
    last = ir.Op(ir.Sign.SUBTRACT, (ir.Op(ir.Sign.ADD, (place, count)), ONE))
    number = scope.places.new(ir.NUMBER, "place")
    prize = ir.Op(ir.Sign.ITEM, (ir.Const(tables[node.table]), ir.Op(ir.Sign.SUBTRACT, (ir.Local(number), ONE))))
    prizes = ir.Fold(ir.FoldKind.TOTAL, number, ir.Numbers(place, last), None, prize)
    is_among = ir.Op(ir.Sign.ONE_OF, (prized, _ranked(context, node, scope)[0]))
    return ir.Either(is_among, ir.Op(ir.Sign.DIV, (prizes, count)), ir.Const(0)), ir.NUMBER


def _ranked(context: Context, node: S.PrizeFor, scope: Scope) -> tuple[ir.Expr, int]:
    """Those who are ranked, and a place for one of them."""
    members = lower_members(context, node.set, scope)
    ranked = ir.Fold(ir.FoldKind.LIST, members.slot, members.source, members.test)
    return ranked, scope.places.new(members.type, "rival")


def _place(context: Context, node: S.PrizeFor, scope: Scope, of: ir.Expr) -> ir.Expr:
    members = lower_members(context, node.set, scope)
    ranked = ir.Fold(ir.FoldKind.LIST, members.slot, members.source, members.test)
    return ir.Rank(of, members.slot, ranked, as_keys(context, node.keys, members.scope))
