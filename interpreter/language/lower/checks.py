"""Places checks: the call of what acts by itself, after every sentence and moment that changes something it reads.

Takes the `checks` of a game and works out what they read; nowhere else are they looked at. `together` makes one step of several
sentences.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ... import ir
from ...ir.walk import walk
from ...model.definition import Grouping
from ..declare.scope import Scope
from ..read.nodes import Mapping, Node, Sequence
from .context import Checking, Context
from .expressions import as_condition
from .joining import sequence

ZONES = -1  # what is read or written when cards move; variables are known by their numbers


def reserve_checks(context: Context, node: Node | None, score: int | None, groupings: tuple[Grouping, ...]) -> Checking | None:
    """What the checks read: known before any sentence is lowered and after every value is."""
    if not isinstance(node, Sequence) or not node.items:
        return None
    procedure, reads = context.made.reserve_procedure(), set[int]()
    quiet = context.silent()
    for item in node.items:
        whenever = item.get("whenever") if isinstance(item, Mapping) else None
        test = quiet.attempt(whenever, "condition", lambda tree: as_condition(quiet, tree, Scope.function(None)), None)
        reads |= _Reading(context, score, groupings).of(test)
    return Checking(procedure, frozenset(reads))


class _Reading:
    """The variables that an expression looks at, also through whatever it asks for; and whether it looks where cards lie."""

    def __init__(self, context: Context, score: int | None, groupings: tuple[Grouping, ...]) -> None:
        self.functions = context.made.functions
        self.values = tuple(context.words.values.values())
        self.mute = context.words.number_of("variables", "mute") if "mute" in context.words.variables else None
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


def with_checks(context: Context, statement: ir.Stmt, scope: Scope, line: int) -> ir.Stmt:
    """A statement, and after it the checks that may now hold."""
    checking = context.checking
    if checking is None or context.in_step or not checking.reads.intersection(_writes(context, statement)):
        return statement
    return sequence(statement, call_checks(context, scope, line))


def call_checks(context: Context, scope: Scope, line: int) -> ir.Stmt:
    if context.checking is None:
        return ir.NOTHING_TO_DO
    return ir.Call(context.checking.procedure, (ir.Local(scope.player), ir.Const(None)), line)


def _writes(context: Context, statement: Any) -> Iterator[int]:
    """What a statement itself changes; what it calls looks after itself."""
    if isinstance(statement, ir.Write | ir.Mark):
        yield statement.variable
    elif isinstance(statement, ir.Move | ir.Discard | ir.Swap | ir.Face | ir.Shuffle):
        yield ZONES
    elif isinstance(statement, ir.Roll):
        yield context.words.number_of("variables", "value")
    elif isinstance(statement, ir.Expire):
        for number, variable in enumerate(context.words.variables.values()):
            # Which flags are marked until this moment is not known yet, so that it may end any of them.
            if variable.lasts == statement.moment or (not variable.of.is_game and variable.type.sort == "flag"):
                yield number
    elif isinstance(statement, ir.Seq):
        for one in statement.body:
            yield from _writes(context, one)
    elif isinstance(statement, ir.If):
        yield from _writes(context, statement.then)
        yield from _writes(context, statement.otherwise)
    elif isinstance(statement, ir.Each | ir.Loop | ir.Block):
        yield from _writes(context, statement.body)
