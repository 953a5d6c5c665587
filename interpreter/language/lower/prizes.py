"""Lowers what a table gives for a place in a ranking: `prizes for player among players by most coins`.

Takes the sentence; returns a number. Who shares a place shares the prizes of all the places that they take up together, rounded
down; beyond the end of the table there is none, and whoever is not among those who are ranked gets none.
"""

from __future__ import annotations

from dataclasses import dataclass

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
    ranking, again = _ranking(context, node, scope), _ranking(context, node, scope)
    rival = scope.places.new(ranking.type, "rival")
    first, sharing, number = (scope.places.new(ir.NUMBER, name) for name in ("first", "sharing", "place"))
    is_level = ir.Op(ir.Sign.IS, (again.place(ir.Local(rival)), ir.Local(first)))
    count = ir.Fold(ir.FoldKind.COUNT, rival, ranking.members, is_level)
    last = ir.Op(ir.Sign.SUBTRACT, (ir.Op(ir.Sign.ADD, (ir.Local(first), ir.Local(sharing))), ONE))
    prize = ir.Op(ir.Sign.ITEM, (ir.Const(tables[node.table]), ir.Op(ir.Sign.SUBTRACT, (ir.Local(number), ONE))))
    prizes = ir.Fold(ir.FoldKind.TOTAL, number, ir.Numbers(ir.Local(first), last), None, prize)
    shared = _once(sharing, count, ir.Op(ir.Sign.DIV, (prizes, ir.Local(sharing))))
    is_among = ir.Op(ir.Sign.ONE_OF, (prized, ranking.members))
    return ir.Either(is_among, _once(first, ranking.place(prized), shared), ir.Const(0)), ir.NUMBER


def _once(slot: int, number: ir.Expr, inside: ir.Expr) -> ir.Expr:
    """A number that is asked once, however often it is read: keys may ask for prizes themselves."""
    return ir.Fold(ir.FoldKind.TOTAL, slot, ir.Op(ir.Sign.LISTED, (number,)), None, inside)


@dataclass(frozen=True)
class Ranking:
    """Those who are ranked, and the keys of one of them."""

    members: ir.Expr
    type: ir.Type
    one: int
    keys: tuple[tuple[ir.Expr, bool], ...]

    def place(self, of: ir.Expr) -> ir.Expr:
        return ir.Rank(of, self.one, self.members, self.keys)


def _ranking(context: Context, node: S.PrizeFor, scope: Scope) -> Ranking:
    members = lower_members(context, node.set, scope)
    ranked = ir.Fold(ir.FoldKind.LIST, members.slot, members.source, members.test)
    return Ranking(ranked, members.type, members.slot, as_keys(context, node.keys, members.scope))
