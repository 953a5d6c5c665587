"""Places checks: the call of what acts by itself, after every sentence and moment that changes something it reads.

Takes the `checks` of a game and works out what they read; nowhere else are they looked at. `together` makes one step of several
sentences.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ... import ir
from ...ir.analysis.reading import Looked, Reading, changes
from ...ir.walk import is_expression, walk
from ...model.definition import Grouping, Value
from ..declare.scope import Scope
from ..read.nodes import Mapping, Node, Sequence
from .context import Checking, Context
from .expressions import as_condition
from .joining import sequence


def reserve_checks(context: Context, node: Node | None, score: int | None, groupings: tuple[Grouping, ...]) -> Checking | None:
    """What the checks read: known before any sentence is lowered and after every value is."""
    if not isinstance(node, Sequence) or not node.items:
        return None
    procedure, reads = context.made.reserve_procedure(), set[Looked]()
    quiet = context.silent()
    for item in node.items:
        whenever = item.get("whenever") if isinstance(item, Mapping) else None
        test = quiet.attempt(whenever, "condition", lambda tree: as_condition(quiet, tree, Scope.function(None)), None)
        reads |= _reading(context, score, groupings).of(test)
    return Checking(procedure, frozenset(reads))


@dataclass(frozen=True)
class _Declared:
    """What is declared so far of whatever an expression can ask for."""

    values: tuple[Value, ...]
    groupings: tuple[Grouping, ...]
    score: int | None


def _reading(context: Context, score: int | None, groupings: tuple[Grouping, ...]) -> Reading:
    words = context.words
    mute = words.number_of("variables", "mute") if "mute" in words.variables else None
    return Reading(context.made.functions, _Declared(tuple(words.values.values()), groupings, score), mute)


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


def _writes(context: Context, statement: ir.Stmt) -> Iterator[Looked]:
    """What a statement changes; what it calls looks after itself."""
    for one in walk(statement, lambda node: is_expression(node) or isinstance(node, ir.Ask)):
        yield from changes(one)
        if isinstance(one, ir.Roll):
            yield context.words.number_of("variables", "value")
        elif isinstance(one, ir.Expire):
            for number, variable in enumerate(context.words.variables.values()):
                # Which flags are marked until this moment is not known yet, so that it may end any of them.
                if variable.lasts == one.moment or (not variable.of.is_game and variable.type.sort == ir.TypeSort.FLAG):
                    yield number
