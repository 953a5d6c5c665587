"""The type of every expression with its extent: between which numbers it lies, and how long the list is that it gives.

Takes a definition whose tables and places have extents; what is asked of a whole rule is put together from them. A back end
chooses from it how wide a number is stored and how large a buffer must be.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ... import ir
from ...model.definition import Definition
from .. import limits
from ..operations import OPERATIONS
from ..ranges import Bounds
from ..relations import RELATIONS
from .bounds import EVERYBODY, DefinitionBounds, RuleBounds
from .capacities import Capacities
from .typing import Typing


class Extents(Typing):
    def __init__(self, definition: Definition, places: Sequence[ir.Type], tables: Capacities) -> None:
        super().__init__(definition, places)
        self.tables = tables
        known = {slot: type.bounds for slot, type in enumerate(places)}
        self.asking = RuleBounds(DefinitionBounds(definition), known, self._lengths)

    def told(self, node: ir.Expr) -> ir.Type:
        return with_extent(super().told(node), lambda: self.asking.of(node), lambda: self._capacity(node))

    def _lengths(self, node: ir.Expr) -> Bounds:
        return self.definition.fewest if node == EVERYBODY else 0, self.of(node).length

    def _capacity(self, node: ir.Expr) -> int:
        rule = _CAPACITIES.get(type(node))
        return rule(self, node) if rule is not None else 1

    def families_of(self, zone: ir.Expr) -> list[int]:
        names = self.of(zone).names
        return [number for number, one in enumerate(self.definition.families) if not names or one.name in names]


def with_extent(type: ir.Type, bounds: Callable[[], Bounds], capacity: Callable[[], int]) -> ir.Type:
    """A type of this extent; asked is only what it has room for."""
    low, high = bounds() if type.sort is ir.TypeSort.NUMBER else (None, None)
    return ir.Type(type.sort, type.names, type.many, low, high, capacity() if type.many else None)


# ---------------------------------------------------------------- how long a list is, for every node that gives one


def _all(extents: Extents, node: ir.All) -> int:
    definition, tables = extents.definition, extents.tables
    match node.sort:
        case ir.ThingSort.PLAYER:
            return definition.most
        case ir.ThingSort.MEMBER:
            return sum(len(definition.types[name].ids) for name in node.names)
        case ir.ThingSort.ROW:
            rows = [definition.rows[name] for name in node.names]
            return sum(row.copies * (definition.most if definition.kinds[kind].per_player else 1) for kind, row in rows)
    return sum((tables.kinds if node.sort is ir.ThingSort.CARD else tables.families)[name] for name in node.names)


def _contents(extents: Extents, node: ir.Contents) -> int:
    """The cards of some zones; nobody says that a list names each zone only once."""
    fullest = max((extents.tables.holds[family] for family in extents.families_of(node.of)), default=0)
    most = extents.of(node.of).length * fullest
    return min(most, extents.tables.cards) if _names_each_once(node.of) else most


def _names_each_once(node: ir.Expr) -> bool:
    while isinstance(node, ir.Sort) or (isinstance(node, ir.Fold) and node.item is None):
        node = node.source
    return isinstance(node, ir.All | ir.Spread | ir.Reach)


def _numbers(extents: Extents, node: ir.Numbers) -> int:
    low, high = extents.asking.of(node.low)[0], extents.asking.of(node.high)[1]
    return max(0, min(limits.NUMBERS.most, high - low + 1))


def _spread(extents: Extents, node: ir.Spread) -> int:
    most = RELATIONS[node.relation, node.sort].most
    if most is not None:
        return most
    if node.sort is ir.ThingSort.CARD:
        return max(extents.tables.holds, default=0)
    if node.sort is ir.ThingSort.PLAYER:
        return extents.definition.most
    return max((extents.tables.in_row[one] for one in extents.families_of(node.of)), default=0)


def _reach(extents: Extents, node: ir.Reach) -> int:
    if node.among is not None:
        return extents.of(node.among).length
    return sum(extents.tables.families[family] for family in extents.families_of(node.start))


def _op(extents: Extents, node: ir.Op) -> int:
    """Of one thing a list of one; of a list another that is not longer; of two what both have."""
    if node.sign is ir.Sign.JOINED:
        return sum(extents.of(one).length for one in node.arguments)
    return extents.of(node.arguments[0]).length if OPERATIONS[node.sign].takes[0].many or node.sign is ir.Sign.UNTOLD else 1


_CAPACITIES: dict[type, Callable[[Extents, Any], int]] = {
    ir.Const: lambda extents, node: len(node.value) if isinstance(node.value, tuple) else 1,
    ir.Local: lambda extents, node: extents.places[node.slot].length,
    ir.Read: lambda extents, node: extents.definition.variables[node.variable].type.length,
    ir.Cell: lambda extents, node: extents.definition.columns[node.column].type.length,
    ir.Apply: lambda extents, node: extents.definition.functions[node.function].type.length,
    ir.ByRow: lambda extents, node: max((extents.definition.functions[one].type.length for _, one in node.table), default=0),
    ir.Op: _op,
    ir.Either: lambda extents, node: max(extents.of(node.then).length, extents.of(node.otherwise).length),
    ir.All: _all,
    ir.Contents: _contents,
    ir.Numbers: _numbers,
    ir.Spread: _spread,
    ir.Reach: _reach,
    ir.Fold: lambda extents, node: extents.of(node.source).length,
    ir.Sort: lambda extents, node: extents.of(node.source).length,
    ir.Clockwise: lambda extents, node: extents.definition.most,
    ir.Grouped: lambda extents, node: extents.of(node.cards).length,
}
