"""Lowers checks: what is done `whenever` something holds.

Takes the `checks` of a game; makes the one procedure that looks at them until none fires. Where it is called is for `checks`.
"""

from __future__ import annotations

from dataclasses import replace

from ... import ir
from ..declare.scope import Scope
from ..parse import syntax as S
from ..read.nodes import Mapping, Node, Sequence
from .context import Context
from .expressions import as_condition
from .joining import sequence
from .sets import lower_members
from .statements import lower_told
from .types import FALSE, TRUE


def lower_checks(context: Context, node: Node | None) -> None:
    """The procedure that looks at every check, again and again until none fires."""
    checking = context.checking
    if checking is None or not isinstance(node, Sequence):
        return
    scope = Scope.function(None)
    quiet = scope.places.new(ir.FLAG, "quiet")
    rounds = scope.places.rounds()
    line = node.span.line
    inside = replace(context, in_step=True)
    checks = [_check(inside, item, scope, quiet) for item in node.items if isinstance(item, Mapping)]
    body = sequence(ir.Let(quiet, TRUE, line), *checks)
    loop = ir.Loop(ir.Local(quiet), ir.Const(1_000_000), body, *rounds, line)
    until_quiet = sequence(ir.Let(quiet, FALSE, line), loop)
    context.made.fill_procedure(checking.procedure, "checks", scope, 2, until_quiet, node.span)


def _check(context: Context, node: Mapping, scope: Scope, quiet: int) -> ir.Stmt:
    """One check: what it found goes by its noun, and if that is a player the check is about them."""
    line = node.span.line

    def build(tree: S.Syntax) -> ir.Stmt:
        if not isinstance(tree, S.Exists) or tree.negated:
            test = as_condition(context, tree, scope)
            fired = sequence(ir.Let(quiet, FALSE, line), lower_told(context, node, scope.inner()))
            return ir.If(test, fired, ir.NOTHING_TO_DO, line)
        members = lower_members(context, tree.set, scope)
        slot = scope.places.new(members.type, "found")
        inner = scope.about(slot) if members.type.sort == ir.TypeSort.PLAYER else scope.inner()
        inner.names[tree.set.words[-1].name] = (slot, members.type)
        fired = sequence(ir.Let(quiet, FALSE, line), lower_told(context, node, inner))
        is_there = ir.Op(ir.Sign.NOT, (ir.Op(ir.Sign.IS_NONE, (ir.Local(slot),)),))
        return sequence(
            ir.Let(slot, ir.Fold(ir.FoldKind.FIRST, members.slot, members.source, members.test), line),
            ir.If(is_there, fired, ir.NOTHING_TO_DO, line),
        )

    result: ir.Stmt = context.attempt(node.get("whenever"), "condition", build, ir.NOTHING_TO_DO)
    return result
