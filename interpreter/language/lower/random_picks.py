"""Lowers what chance picks: `choose: a random card in hand as lost`.

Takes the slots of a statement whose things are all picked at random; returns the picks one after the other, a line for the log,
and what follows. Nobody decides anything here.
"""

from __future__ import annotations

from ... import ir
from ..declare.scope import Scope, Wrong
from ..parse import syntax as S
from ..read.nodes import Mapping
from .context import Context
from .expressions import as_number
from .joining import sequence
from .names import UNSURE
from .picks import check_picked_name, is_secret
from .sets import lower_set
from .statements import lower_block, lower_do
from .texts import plain
from .types import FALSE


def lower_random(context: Context, node: Mapping, scope: Scope) -> ir.Stmt:
    """The picks of chance, then `do`, or `else` where there was nothing to pick; the names live on in the list."""

    def build(choice: S.Choice) -> ir.Stmt:
        there = scope.places.new(ir.FLAG, "there")
        picks = [_picked(context, node, chosen, choice, scope, there) for chosen in choice.chosen]
        told = ir.NOTHING_TO_DO if "tell" in node.items else _told(choice, scope, node.span.line)
        then = sequence(told, lower_do(context, node, scope))
        otherwise = lower_block(context, node.get("else"), scope.inner())
        return sequence(*picks, ir.If(ir.Local(there), then, otherwise, node.span.line))

    lowered: ir.Stmt | None = context.attempt(node.get("choose"), "choice", build, None)
    if lowered is None:
        scope.names[UNSURE] = (ir.THIS, ir.ANY)
        return ir.NOTHING_TO_DO
    return lowered


def _picked(
    context: Context, node: Mapping, chosen: S.Chosen, choice: S.Choice, scope: Scope, there: int
) -> ir.Stmt:
    """One pick; `there` says whether there was anything to pick, which is known also where nobody knows what was picked."""
    if not chosen.by_chance:
        raise Wrong(chosen.at, "chance-apart")
    source, type = lower_set(context, chosen.set, scope)
    check_picked_name(context, chosen, choice, scope)
    single, line = ir.Type(type.sort, type.names), node.items["choose"].span.line
    some = ir.Let(there, ir.Op(ir.Sign.MORE, (ir.Op(ir.Sign.LENGTH, (source,)), ir.Const(0))), line)
    if chosen.quantity.single:
        return sequence(some, ir.Random(scope.bind(chosen.name, single), source, is_secret(node), line))
    if chosen.quantity.high is not chosen.quantity.low:
        raise Wrong(chosen.quantity.at, "chance-how-many")
    most = as_number(context, chosen.quantity.low, scope)
    whole, left, one = (scope.places.new(each, name) for each, name in ((type, "all"), (type, "left"), (single, "one")))
    each = sequence(
        ir.Random(one, ir.Local(left), is_secret(node), line),
        ir.Let(left, ir.Op(ir.Sign.WITHOUT, (ir.Local(left), ir.Local(one))), line),
    )
    _, candidate = scope.with_it(single)
    is_left = ir.Op(ir.Sign.ONE_OF, (ir.Local(candidate), ir.Local(left)))
    picked = ir.Fold(ir.FoldKind.LIST, candidate, ir.Local(whole), ir.Op(ir.Sign.NOT, (is_left,)))
    return sequence(
        some,
        ir.Let(whole, source, line),
        ir.Let(left, ir.Local(whole), line),
        ir.Loop(FALSE, most, each, *scope.places.rounds(), line),
        ir.Let(scope.bind(chosen.name, type), picked, line),
    )


def _told(choice: S.Choice, scope: Scope, line: int) -> ir.Stmt:
    """What the log says by itself."""
    parts: list[str | tuple[ir.Expr, ir.Type]] = []
    for chosen in choice.chosen:
        slot, type = scope.names[chosen.name]
        parts += ["chance picks " if not parts else ", ", (ir.Local(slot), type)]
    return ir.Say(ir.Text(tuple(parts)) if parts else plain(""), line)
