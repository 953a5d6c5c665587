"""Lowers checks: conditions that act by themselves.

Takes the `checks` of a game; makes one procedure that looks at them until none fires, and places a call after every sentence
that changes something they read, and nowhere else. `together` makes one step of several sentences.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from .. import ir
from . import lower_flow as flow
from . import syntax as S
from .draft import Draft, sequence
from .lower_sets import lower_members
from .lower_values import lower_condition
from .scope import Scope
from .source import Mapping, Node, Sequence

ZONES = -1  # what is read or written when cards move; variables are known by their numbers


def reserve_checks(draft: Draft, node: Node | None) -> None:
    """Note what the checks read, before any sentence is lowered."""
    if not isinstance(node, Sequence) or not node.items:
        return
    draft.check_procedure = draft.reserve_procedure()
    quiet = draft.silent()
    for item in node.items:
        whenever = item.get("whenever") if isinstance(item, Mapping) else None
        test = quiet.attempt(whenever, "condition", lambda tree: lower_condition(quiet.words, tree, Scope.function(None)), None)
        draft.check_reads |= set(_reads(draft, test, set()))


def _reads(draft: Draft, node: Any, seen: set[int]) -> Iterator[int]:
    """The variables that an expression looks at, also through definitions; and whether it looks where cards lie."""
    if isinstance(node, tuple):
        for one in node:
            yield from _reads(draft, one, seen)
    if not is_dataclass(node):
        return
    if isinstance(node, ir.Read):
        yield node.variable
    elif isinstance(node, ir.Contents | ir.Feature | ir.Spread | ir.Beyond | ir.Computed):
        yield ZONES
    if isinstance(node, ir.Apply) and node.function not in seen:
        function = draft.functions[node.function]
        yield from _reads(draft, function.value if function else None, seen | {node.function})
    for field in fields(node):
        yield from _reads(draft, getattr(node, field.name), seen)


def with_checks(draft: Draft, statement: ir.Stmt, scope: Scope, line: int) -> ir.Stmt:
    """A sentence, and after it the checks that may now hold."""
    if draft.check_procedure is None or draft.unchecked or not set(_writes(statement)) & draft.check_reads:
        return statement
    return sequence(statement, call_checks(draft, scope, line))


def call_checks(draft: Draft, scope: Scope, line: int) -> ir.Stmt:
    if draft.check_procedure is None:
        return ir.NOTHING_TO_DO
    return ir.Call(draft.check_procedure, (ir.Local(scope.player), ir.Const(None)), line)


def _writes(statement: Any) -> Iterator[int]:
    """What a statement itself changes; what it calls looks after itself."""
    if isinstance(statement, ir.Write | ir.Mark):
        yield statement.variable
    elif isinstance(statement, ir.Move | ir.Discard | ir.Swap | ir.Face | ir.Shuffle | ir.Roll):
        yield ZONES
    elif isinstance(statement, ir.Seq):
        for one in statement.body:
            yield from _writes(one)
    elif isinstance(statement, ir.If):
        yield from _writes(statement.then)
        yield from _writes(statement.otherwise)
    elif isinstance(statement, ir.Each | ir.Loop | ir.Block):
        yield from _writes(statement.body)


def lower_checks(draft: Draft, node: Node | None) -> None:
    """The procedure that looks at every check, again and again until none fires."""
    if draft.check_procedure is None or not isinstance(node, Sequence):
        return
    scope = Scope.function(None)
    quiet = scope.places.new(ir.FLAG, "quiet")
    count = scope.places.new(ir.NUMBER, "count")
    line = node.span.line
    before, draft.unchecked = draft.unchecked, True
    found = [_check(draft, item, scope, quiet) for item in node.items if isinstance(item, Mapping)]
    draft.unchecked = before
    body = sequence(ir.Let(quiet, ir.Const(1), line), *found)
    loop = ir.Loop(ir.Local(quiet), ir.Const(1_000_000), body, count, line)
    draft.fill_procedure(draft.check_procedure, "checks", scope, 2, sequence(ir.Let(quiet, ir.Const(0), line), loop), node.span)


def _check(draft: Draft, node: Mapping, scope: Scope, quiet: int) -> ir.Stmt:
    """One check: what it found goes by its noun, and if that is a player the check is about them."""
    line = node.span.line

    def build(tree: S.Syntax) -> ir.Stmt:
        if not isinstance(tree, S.Exists) or tree.negated:
            test = lower_condition(draft.words, tree, scope)
            fired = sequence(ir.Let(quiet, ir.Const(0), line), flow.lower_block(draft, node.get("do"), scope.inner()))
            return ir.If(test, fired, ir.NOTHING_TO_DO, line)
        members = lower_members(draft.words, tree.set, scope)
        slot = scope.places.new(members.type, "found")
        inner = scope.about(slot) if members.type.sort == "player" else scope.inner()
        inner.names[tree.set.words[-1].name] = (slot, members.type)
        fired = sequence(ir.Let(quiet, ir.Const(0), line), flow.lower_block(draft, node.get("do"), inner))
        found = ir.Op("not", (ir.Op("is_none", (ir.Local(slot),)),))
        return sequence(
            ir.Let(slot, ir.Fold("first", members.slot, members.source, members.test), line),
            ir.If(found, fired, ir.NOTHING_TO_DO, line),
        )

    result: ir.Stmt = draft.attempt(node.get("whenever"), "condition", build, ir.NOTHING_TO_DO)
    return result
