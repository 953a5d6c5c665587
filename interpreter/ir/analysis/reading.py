"""What an expression looks at: which variables, and what of the cards on the table; also through whatever it asks for.

Takes nodes and the tables they refer to, before or after a definition is complete; answers for checks that act by themselves,
for warnings, and for writers that remember an answer. Goes by the tables of the IR, so no list of words is kept here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from ... import ir
from ...model.definition import Grouping, Value
from ..aspects import CHANGED_BY, FIXED, LISTED, Aspect, Aspects
from ..features import FEATURES
from ..operations import OPERATIONS
from ..relations import RELATIONS
from ..walk import walk

Looked = int | Aspect  # a variable by its number, or an aspect of the cards


class FunctionTables(Protocol):
    """The tables that say which functions stand behind a node."""

    @property
    def values(self) -> Sequence[Value]: ...
    @property
    def groupings(self) -> Sequence[Grouping]: ...
    @property
    def score(self) -> int | None: ...


def functions_asked(node: Any, tables: FunctionTables) -> Iterator[int]:
    """The functions that decide what a node itself is worth."""
    match node:
        case ir.Apply() | ir.Reach():
            yield node.function
        case ir.ByRow():
            yield from (function for _, function in node.table)
        case ir.Grouped():
            yield from tables.groupings[node.grouping].functions
        case ir.Score() if tables.score is not None:
            yield tables.score
        case ir.Computed():
            yield from functions_of_value(tables.values[node.value])


def functions_of_value(value: Value) -> Iterator[int]:
    """What a value starts with, and what all that changes it asks."""
    yield value.starts
    for modifier in (*value.holds, *value.gets):
        yield from (modifier.applies, modifier.amount)


def looks_at(node: Any) -> Aspects:
    """What a node itself looks at, apart from what it is made of and what it asks for."""
    match node:
        case ir.Feature():
            return FEATURES[node.name].reads
        case ir.Op():
            return OPERATIONS[node.sign].reads
        case ir.Beyond() | ir.Spread():
            return RELATIONS[node.relation, node.sort].reads
        case ir.Contents():
            return LISTED
        case ir.Computed():
            return frozenset((Aspect.MUTE,))  # a card that is mute changes no value
    return FIXED


@dataclass(frozen=True)
class Reading:
    """`functions` may have gaps while a definition is being made; `mute` is the variable that makes cards mute."""

    functions: Sequence[ir.Function | None]
    tables: FunctionTables
    mute: int | None

    def of(self, *nodes: Any) -> set[Looked]:
        """What expressions look at, with all they ask for."""
        looked: set[Looked] = set()
        waiting, asked = list(nodes), set[int]()
        while waiting:
            for node in walk(waiting.pop()):
                if isinstance(node, ir.Read):
                    looked.add(node.variable)
                looked |= looks_at(node)
                new = [number for number in functions_asked(node, self.tables) if number not in asked]
                asked.update(new)
                waiting += [function.value for number in new if (function := self.functions[number]) is not None]
        return (looked - {Aspect.MUTE}) | ({self.mute} if Aspect.MUTE in looked and self.mute is not None else set())


def changes(statement: Any) -> set[Looked]:
    """What a statement itself changes of the cards, and the variable that it writes."""
    written = {statement.variable} if isinstance(statement, ir.Write | ir.Mark) else set()
    return {*CHANGED_BY.get(type(statement), FIXED), *written}
