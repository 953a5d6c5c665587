"""Which numbers can be missing where rules go on with them, as a designer would say it.

Takes a Definition; answers for single expressions. Everything that was named before is taken to be there: `player`, `this`,
what was chosen, given to a verb or remembered, and the owner of a thing. What may find nothing is a query, a printed cell that
is empty, a place beyond the end of a table, or a rest after dividing by what may be 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from math import prod
from typing import Any

from ... import ir
from ...model.definition import Definition
from ..features import FEATURES
from ..gathering import FOLDS, SORTS
from ..operations import OPERATIONS, Nones
from ..ranges import Bounds
from ..relations import RELATIONS
from ..walk import Likeness, children, walk
from .capacities import Capacities
from .extents import Extents


@dataclass(frozen=True)
class Surroundings:
    """Where an expression stands: the types of the places there, what was bound to them by `let`, and what the same sentence
    or a condition around it asks for itself (`is none`, `is empty`), which is then taken to be there."""

    types: Sequence[ir.Type]
    bound: dict[int, bool]
    asked: frozenset[int]  # by their likeness
    known: dict[int, bool] = field(default_factory=dict)  # by the identity of an expression, whether it can be missing


def _asked_in(sentence: Any) -> Iterator[ir.Expr]:
    """What a sentence asks for by itself, so that it knows when it is missing."""
    for node in walk(sentence):
        if isinstance(node, ir.Op) and node.sign in (ir.Sign.IS_NONE, ir.Sign.LENGTH):
            yield node.arguments[0]
        elif isinstance(node, ir.Fold) and node.kind is ir.FoldKind.SOME:
            yield node.source


Conditions = tuple[ir.Expr, ...]


def conditions_by_node(body: ir.Stmt) -> dict[int, Conditions]:
    """For every node, by its identity, the conditions of what it stands in."""
    under: dict[int, Conditions] = {}
    waiting: list[tuple[Any, Conditions]] = [(body, ())]
    while waiting:
        node, conditions = waiting.pop()
        under[id(node)] = conditions
        if isinstance(node, ir.If):
            conditions = *conditions, node.condition
        elif isinstance(node, ir.Branch):
            conditions = *conditions, node.guard
        waiting += [(one, conditions) for one in children(node)]
    return under


class Missing:
    """What can be missing; functions that are `told` of are looked at as if they were mended."""

    def __init__(self, definition: Definition, told: frozenset[int] = frozenset()) -> None:
        self.definition, self.tables, self.told = definition, Capacities.of(definition), told
        self.functions = [False] * len(definition.functions)
        self.values = [False] * len(definition.values)
        self._bound: dict[int, dict[int, bool]] = {}
        self._conditions: dict[int, dict[int, Conditions]] = {}
        self._likeness = Likeness()
        while self._go_round():
            pass

    def around(self, sentence: Any, types: Sequence[ir.Type], bound: dict[int, bool] | None = None) -> Surroundings:
        """Where the parts of a sentence, or of several, stand."""
        return Surroundings(types, {} if bound is None else bound, frozenset(map(self._likeness.of, _asked_in(sentence))))

    def conditions_around(self, number: int, value: ir.Expr) -> Conditions:
        """The conditions of a procedure under which a value in it is asked, and beside which it stands."""
        if number not in self._conditions:
            self._conditions[number] = conditions_by_node(self.definition.procedures[number].body)
        return self._conditions[number].get(id(value), ())

    def _go_round(self) -> bool:
        """Carry what is known one call further: what is missing only ever spreads."""
        before = self.functions[:], self.values[:]
        for number, function in enumerate(self.definition.functions):
            if not self.functions[number] and number not in self.told:
                self.functions[number] = self.can_be(function.value, self.around(function.value, function.slots))
        for number, value in enumerate(self.definition.values):
            made_of = (value.starts, *(one.amount for one in value.holds))
            self.values[number] |= any(self.functions[one] for one in made_of)
        return before != (self.functions, self.values)

    def bound_in(self, number: int) -> dict[int, bool]:
        """The places of a procedure that `let` gives a value, and whether that can be missing."""
        if number not in self._bound:
            procedure, bound = self.definition.procedures[number], self._bound.setdefault(number, {})
            for node in walk(procedure.body):
                if isinstance(node, ir.Let):
                    where = self.around(node.value, procedure.slots, bound)
                    bound[node.slot] = bound.get(node.slot, False) or self.can_be(node.value, where)
        return self._bound[number]

    def can_be(self, node: ir.Expr | None, where: Surroundings) -> bool:
        if node is None or self.is_asked_for(node, where):
            return False
        if id(node) not in where.known:
            rule = _RULES.get(type(node))
            where.known[id(node)] = rule is not None and rule(self, node, where)
        return where.known[id(node)]

    def is_asked_for(self, node: ir.Expr, where: Surroundings) -> bool:
        return bool(where.asked) and self._likeness.of(node) in where.asked

    def some_of(self, nodes: Iterable[ir.Expr], where: Surroundings) -> bool:
        return any(self.can_be(one, where) for one in nodes)

    def bounds(self, number: ir.Expr, where: Surroundings) -> Bounds:
        """Between which numbers it lies."""
        return Extents(self.definition, where.types, self.tables).of(number).bounds


# ---------------------------------------------------------------- a rule for every node that may find nothing


def _cell(missing: Missing, node: ir.Cell, where: Surroundings) -> bool:
    return None in missing.definition.cells_of(node.column) or missing.can_be(node.of, where)


def _feature(missing: Missing, node: ir.Feature, where: Surroundings) -> bool:
    by_itself = FEATURES[node.name].can_be_none and node.name is not ir.FeatureName.OWNER
    return by_itself or missing.can_be(node.of, where)


def _fold(missing: Missing, node: ir.Fold, where: Surroundings) -> bool:
    entry = FOLDS[node.kind]
    if entry.gives_list or not entry.can_be_none or missing.is_asked_for(node.source, where):
        return False
    return not (isinstance(node.source, ir.All) and node.test is None) or missing.can_be(node.item, where)


def _sort(missing: Missing, node: ir.Sort, where: Surroundings) -> bool:
    source = node.source
    everything = isinstance(source, ir.Fold) and isinstance(source.source, ir.All) and source.test is None
    return not SORTS[node.kind].gives_list and not everything


def _operation(missing: Missing, node: ir.Op, where: Surroundings) -> bool:
    if node.sign is ir.Sign.OR_ELSE:
        return missing.can_be(node.arguments[1], where)
    if node.sign is ir.Sign.ITEM:
        return _item(missing, node.arguments[0], node.arguments[1], where)
    match OPERATIONS[node.sign].nones:
        case Nones.PASSED_ON:
            return missing.some_of(node.arguments, where)
        case Nones.MADE:
            low, high = missing.bounds(node.arguments[1], where)
            return low <= 0 <= high or missing.some_of(node.arguments, where)
    return node.sign is ir.Sign.OF_FAMILY


def _item(missing: Missing, things: ir.Expr, index: ir.Expr, where: Surroundings) -> bool:
    """A place of a table, where it is not known to lie in it; a card that is named is there."""
    if missing.can_be(index, where):
        return True
    if isinstance(things, ir.Fold):
        return not isinstance(things.source, ir.All)
    if isinstance(things, ir.Const) and isinstance(things.value, tuple) and None not in things.value:
        low, high = missing.bounds(index, where)
        return not 0 <= low <= high < len(things.value) and not _has_one_for_each(missing, len(things.value), index, where)
    return True


def _has_one_for_each(missing: Missing, length: int, index: ir.Expr, where: Surroundings) -> bool:
    """Whether a table is asked by the `index` of a zone, and is as long as there are such zones."""
    asked = index.arguments[0] if isinstance(index, ir.Op) and index.sign is ir.Sign.SUBTRACT else None
    if not isinstance(asked, ir.Feature) or asked.name is not ir.FeatureName.INDEX:
        return False
    names = Extents(missing.definition, where.types, missing.tables).of(asked.of).names
    families = [one for one in missing.definition.families if one.name in names]
    return bool(families) and all(0 < (len(one.ids) or prod(one.size or (0,))) <= length for one in families)


_RULES: dict[type, Callable[[Missing, Any, Surroundings], bool]] = {
    ir.Const: lambda missing, node, where: node.value is None,
    ir.Local: lambda missing, node, where: where.bound.get(node.slot, False),
    ir.Read: lambda missing, node, where: missing.can_be(node.of, where),
    ir.Cell: _cell,
    ir.Feature: _feature,
    ir.Beyond: lambda missing, node, where: (
        RELATIONS[node.relation, node.sort].can_be_none or missing.can_be(node.of, where)
    ),
    ir.Computed: lambda missing, node, where: missing.values[node.value] or missing.can_be(node.of, where),
    ir.Apply: lambda missing, node, where: missing.functions[node.function],
    ir.ByRow: lambda missing, node, where: any(missing.functions[one] for _, one in node.table),
    ir.Op: _operation,
    ir.Either: lambda missing, node, where: missing.some_of((node.then, node.otherwise), where),
    ir.Fold: _fold,
    ir.Sort: _sort,
}
