"""Lowers what is gone through: `player clockwise from starter as rival`.

Takes what stands behind `each`, `ask`, `turns` or `among`; returns the list in its order, what its things are, and the name of
each in its block.
"""

from __future__ import annotations

from ... import ir
from ..declare.names import singulars
from ..declare.scope import Scope, Wrong
from ..parse import syntax as S
from ..read.nodes import Mapping, Node
from .context import Context
from .expressions import as_keys, as_player
from .sets import lower_set

Many = tuple[ir.Expr, ir.Type, str, str]


def in_order(context: Context, tree: S.Every, source: ir.Expr, type: ir.Type, scope: Scope) -> ir.Expr:
    """A list in the order that is written behind it; what `player` picks next is found out on the way."""
    if tree.order is None or tree.order.kind == "choice":
        return source
    if tree.order.kind == "keys":
        inner, slot = scope.with_it(type)
        return ir.Sort(ir.SortKind.ALL, slot, source, as_keys(context, tree.order.keys, inner))
    return clockwise(context, tree.order, source, type, scope)


def clockwise(context: Context, order: S.Order, source: ir.Expr, type: ir.Type, scope: Scope) -> ir.Clockwise:
    """Players in the order of their seats, beginning with or behind one of them."""
    assert order.start is not None
    start = as_player(context, order.start, scope)
    if type.sort != ir.TypeSort.PLAYER:
        raise Wrong(order.at, "clockwise-of-players")
    return ir.Clockwise(source, start, order.kind.endswith("after"))


def refuse_choice(context: Context, node: Mapping, slot: str, order: str) -> None:
    """Only `each` goes through things as somebody picks them."""
    if order == "choice":
        context.complaints.add(node.items[slot].span, "only-each-by-choice", slot=slot)


def lower_every(context: Context, node: Node | None, scope: Scope) -> Many | None:
    """`player clockwise from starter as rival`: the list, its type, the name of each, and `choice` if asked for."""

    def build(tree: S.Every) -> Many:
        source, many = lower_set(context, tree.set, scope)
        type = ir.Type(many.sort, many.names)
        noun = tree.set.words[-1].name
        alike = [one for one in singulars(noun) if context.words.noun(one) == context.words.noun(noun)]
        name = tree.name or (alike[-1] if context.words.noun(noun) else noun)
        by_choice = tree.order is not None and tree.order.kind == "choice"
        return in_order(context, tree, source, type, scope), type, name, "choice" if by_choice else ""

    listed: Many | None = context.attempt(node, "every", build, None)
    return listed


def bind_each(scope: Scope, type: ir.Type, name: str) -> tuple[Scope, int]:
    """A block that is about each thing in turn; `each: player` also says who `player` is."""
    slot = scope.places.new(type, name)
    inner = scope.about(slot) if name == "player" else scope.inner()
    inner.names[name] = (slot, type)
    inner.latest = name
    return inner, slot
