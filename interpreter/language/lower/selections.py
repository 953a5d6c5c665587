"""Lowers the limits of a row of picks, and whether an option that asks for one can be carried out.

Takes the `choose` and the `such that` of a choice of several things; returns its limits, or the condition for such an option to
be offered. It never holds back what can be carried out; what it lets through in vain shows when the picks are asked for.
"""

from __future__ import annotations

from ... import ir
from ..declare.scope import Scope, Wrong
from ..parse import syntax as S
from ..read.nodes import Mapping, Node, Sequence
from .context import Context
from .expressions import as_number, lower_expr
from .sets import add_test, lower_set
from .types import TRUE

ZERO = ir.Const(0)


def lower_limits(context: Context, node: Node | None, name: str, type: ir.Type, scope: Scope) -> tuple[ir.PickLimit, ...]:
    """`sum of points of payment >= price`, `same(owner) of burned`, `different(suit) of picked`."""
    return tuple(limit for limit, _ in _limits(context, node, name, type, scope))


def _limits(
    context: Context, node: Node | None, name: str, type: ir.Type, scope: Scope
) -> list[tuple[ir.PickLimit, ir.Type]]:
    """The limits, each with the type of what counts for a pick."""
    if node is None:
        return []
    nodes = node.items if isinstance(node, Sequence) else [node]
    limits = [context.attempt(one, "condition", lambda tree: _limit(context, tree, name, type, scope), None) for one in nodes]
    return [limit for limit in limits if limit is not None]


def _limit(context: Context, tree: S.Syntax, name: str, type: ir.Type, scope: Scope) -> tuple[ir.PickLimit, ir.Type]:
    inner, slot = scope.with_it(type)
    if isinstance(tree, S.Compare) and tree.sign in (">=", "<=") and isinstance(tree.left, S.Tally):
        tally = tree.left
        if tally.kind == "total" and tally.item and tally.set.words[-1].name == name and not tally.set.facts:
            item, bound = as_number(context, tally.item, inner), as_number(context, tree.right, scope)
            return ir.PickLimit(ir.LimitKind.SUM, slot, item, ir.BoundSign(tree.sign), bound), ir.NUMBER
    alike = isinstance(tree, S.Property) and tree.name in ("same", "different") and len(tree.arguments) == 1
    if alike and isinstance(tree, S.Property) and isinstance(tree.of, S.Name) and tree.of.name == name:
        item, found = lower_expr(context, tree.arguments[0], inner)
        return ir.PickLimit(ir.LimitKind(tree.name), slot, item), found
    raise Wrong(tree.at, "unknown-limit", name=name)


def lower_selectable(context: Context, node: Mapping, scope: Scope) -> ir.Expr:
    """Whether so many things are there, and such ones as the limits ask for. What is wrong with the words is told where the
    picks themselves are lowered."""
    unheard = context.silent()

    def build(choice: S.Choice) -> ir.Expr:
        return Selectable(unheard, node, choice.chosen[0], scope.inner()).test()

    test: ir.Expr = unheard.attempt(node.get("choose"), "choice", build, TRUE)
    return test


class Selectable:
    """The condition that something can be picked. Each part goes through the things by itself, so it reads the words anew."""

    def __init__(self, context: Context, node: Mapping, chosen: S.Chosen, scope: Scope) -> None:
        self.context, self.chosen, self.scope = context, chosen, scope
        self.such_that = node.get("such that")
        self.low = as_number(context, chosen.quantity.low, scope)

    def test(self) -> ir.Expr:
        if self.low == ZERO:
            return TRUE
        things, type = self._things()
        _, slot = self.scope.with_it(type)
        test: ir.Expr | None = self._enough(ir.Fold(ir.FoldKind.COUNT, slot, things))
        for number in range(len(self._limits())):
            test = add_test(test, self._limit(number))
        return test or TRUE

    def _things(self) -> tuple[ir.Expr, ir.Type]:
        things, many = lower_set(self.context, self.chosen.set, self.scope)
        return things, ir.Type(many.sort, many.names)

    def _limits(self) -> list[tuple[ir.PickLimit, ir.Type]]:
        return _limits(self.context, self.such_that, self.chosen.name, self._things()[1], self.scope)

    def _enough(self, count: ir.Expr) -> ir.Expr:
        return ir.Op(ir.Sign.AT_LEAST, (count, self.low))

    def _limit(self, number: int) -> ir.Expr:
        limit, type = self._limits()[number]
        if limit.kind is ir.LimitKind.SAME:
            return self._same(limit, self._limits()[number][0])
        if limit.kind is ir.LimitKind.DIFFERENT:
            return self._different(limit, type)
        return self._sum(limit, self._limits()[number][0])

    def _same(self, limit: ir.PickLimit, other: ir.PickLimit) -> ir.Expr:
        """Some of them has so many like it, itself among them."""
        is_like = ir.Op(ir.Sign.IS, (other.item, limit.item))
        lack_it = ir.Op(ir.Sign.AND, (ir.Op(ir.Sign.IS_NONE, (other.item,)), ir.Op(ir.Sign.IS_NONE, (limit.item,))))
        like = ir.Fold(ir.FoldKind.COUNT, other.slot, self._things()[0], ir.Op(ir.Sign.OR, (is_like, lack_it)))
        return ir.Fold(ir.FoldKind.SOME, limit.slot, self._things()[0], self._enough(like))

    def _different(self, limit: ir.PickLimit, type: ir.Type) -> ir.Expr:
        items = ir.Fold(ir.FoldKind.LIST, limit.slot, self._things()[0], None, limit.item)
        once = ir.Op(ir.Sign.JOINED, (items, ir.Const((), ir.Type(type.sort, type.names, True))))
        return self._enough(ir.Op(ir.Sign.LENGTH, (once,)))

    def _sum(self, limit: ir.PickLimit, other: ir.PickLimit) -> ir.Expr:
        """All that adds to a sum reaches it; or one of them, with all that lowers it, keeps below it."""
        assert limit.bound is not None
        signed = ir.Sign.MAX if limit.sign is ir.BoundSign.AT_LEAST else ir.Sign.MIN
        whole = ir.Fold(ir.FoldKind.TOTAL, limit.slot, self._things()[0], None, ir.Op(signed, (limit.item, ZERO)))
        if limit.sign is ir.BoundSign.AT_LEAST:
            return ir.Op(ir.Sign.AT_LEAST, (whole, limit.bound))
        single = ir.Op(ir.Sign.ADD, (ir.Op(ir.Sign.MAX, (ir.Op(ir.Sign.OR_ELSE, (other.item, ZERO)), ZERO)), whole))
        return ir.Fold(ir.FoldKind.SOME, other.slot, self._things()[0], ir.Op(ir.Sign.AT_MOST, (single, limit.bound)))
