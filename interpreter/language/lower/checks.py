"""Lowers checks: conditions that act by themselves.

Takes the `checks` of a game; makes one procedure that looks at them until none fires, and places a call after every sentence
and moment that changes something they read, and nowhere else. `together` makes one step of several sentences.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ... import ir
from ...ir.walk import walk
from ...model.definition import Grouping
from ..declare.scope import Scope
from ..parse import syntax as S
from ..read.nodes import Mapping, Node, Sequence
from . import flow
from .draft import Draft, sequence
from .sets import lower_members
from .values import lower_condition

ZONES = -1  # what is read or written when cards move; variables are known by their numbers


def reserve_checks(draft: Draft, node: Node | None, score: int | None, groupings: tuple[Grouping, ...]) -> None:
    """Note what the checks read, before any sentence is lowered and after every value is."""
    if not isinstance(node, Sequence) or not node.items:
        return
    draft.check_procedure = draft.reserve_procedure()
    quiet = draft.silent()
    for item in node.items:
        whenever = item.get("whenever") if isinstance(item, Mapping) else None
        test = quiet.attempt(whenever, "condition", lambda tree: lower_condition(quiet.words, tree, Scope.function(None)), None)
        draft.check_reads |= _Reading(draft, score, groupings).of(test)


class _Reading:
    """The variables that an expression looks at, also through whatever it asks for; and whether it looks where cards lie."""

    def __init__(self, draft: Draft, score: int | None, groupings: tuple[Grouping, ...]) -> None:
        self.functions = draft.functions
        self.values = tuple(draft.words.values.values())
        self.mute = draft.words.number_of("variables", "mute") if "mute" in draft.words.variables else None
        self.score = score
        self.groupings = groupings
        self.asked: set[int] = set()

    def of(self, node: Any) -> set[int]:
        return set().union(*map(self._itself, walk(node)))

    def _itself(self, node: Any) -> set[int]:
        """What a node looks at, apart from what it is made of."""
        found = set().union(*map(self._function, self._asked_by(node)))
        if isinstance(node, ir.Read):
            found.add(node.variable)
        elif isinstance(node, ir.Contents | ir.Feature | ir.Spread | ir.Beyond | ir.Computed | ir.Grouped):
            found.add(ZONES)
        if isinstance(node, ir.Feature | ir.Computed) and self.mute is not None:
            found.add(self.mute)
        return found

    def _function(self, number: int) -> set[int]:
        function = self.functions[number]
        if number in self.asked or function is None:
            return set()
        self.asked.add(number)
        return self.of(function.value)

    def _asked_by(self, node: Any) -> Iterator[int]:
        """The functions that decide what a node is worth."""
        if isinstance(node, ir.Apply | ir.Reach):
            yield node.function
        elif isinstance(node, ir.ByRow):
            yield from (function for _, function in node.table)
        elif isinstance(node, ir.Grouped):
            yield from self.groupings[node.grouping].functions
        elif isinstance(node, ir.Score) and self.score is not None:
            yield self.score
        elif isinstance(node, ir.Computed):
            value = self.values[node.value]
            yield value.starts
            for modifier in (*value.holds, *value.gets):
                yield from (modifier.applies, modifier.amount)


def with_checks(draft: Draft, statement: ir.Stmt, scope: Scope, line: int) -> ir.Stmt:
    """A statement, and after it the checks that may now hold."""
    if draft.check_procedure is None or draft.unchecked or not set(_writes(draft, statement)) & draft.check_reads:
        return statement
    return sequence(statement, call_checks(draft, scope, line))


def call_checks(draft: Draft, scope: Scope, line: int) -> ir.Stmt:
    if draft.check_procedure is None:
        return ir.NOTHING_TO_DO
    return ir.Call(draft.check_procedure, (ir.Local(scope.player), ir.Const(None)), line)


def _writes(draft: Draft, statement: Any) -> Iterator[int]:
    """What a statement itself changes; what it calls looks after itself."""
    if isinstance(statement, ir.Write | ir.Mark):
        yield statement.variable
    elif isinstance(statement, ir.Move | ir.Discard | ir.Swap | ir.Face | ir.Shuffle):
        yield ZONES
    elif isinstance(statement, ir.Roll):
        yield draft.words.number_of("variables", "value")
    elif isinstance(statement, ir.Expire):
        for number, variable in enumerate(draft.words.variables.values()):
            # Which flags are marked until this moment is not known yet, so that it may end any of them.
            if variable.lasts == statement.moment or (variable.of and variable.type.sort == "flag"):
                yield number
    elif isinstance(statement, ir.Seq):
        for one in statement.body:
            yield from _writes(draft, one)
    elif isinstance(statement, ir.If):
        yield from _writes(draft, statement.then)
        yield from _writes(draft, statement.otherwise)
    elif isinstance(statement, ir.Each | ir.Loop | ir.Block):
        yield from _writes(draft, statement.body)


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
        found = ir.Op(ir.Sign.NOT, (ir.Op(ir.Sign.IS_NONE, (ir.Local(slot),)),))
        return sequence(
            ir.Let(slot, ir.Fold(ir.FoldKind.FIRST, members.slot, members.source, members.test), line),
            ir.If(found, fired, ir.NOTHING_TO_DO, line),
        )

    result: ir.Stmt = draft.attempt(node.get("whenever"), "condition", build, ir.NOTHING_TO_DO)
    return result
