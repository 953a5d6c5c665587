"""How long the lists of a definition can be, as far as it is known before any game.

Takes an expression that stands for a list, and which families the zones in its places belong to; returns a cost that grows with
the cards in the zones that it names.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ... import ir
from ...model.definition import Definition
from .. import limits
from ..gathering import FOLDS, SORTS
from ..operations import LISTS, OPERATIONS
from ..relations import RELATIONS
from .bounds import numbers_of
from .capacities import Capacities
from .cost import ANYWHERE, NOTHING, ONE, Cost, Size, fixed, fullest, sized, together

Families = tuple[int, ...] | None  # which a zone can be of; None where it can be any, or is no zone at all
Known = Mapping[int, Any]  # of the single things in the places of a function: the families of zones, the bearing of cards

_UNTOLD = (ir.TypeSort.ANY, ir.TypeSort.NONE)


class Lengths:
    def __init__(self, definition: Definition) -> None:
        self.definition = definition
        table = Capacities.of(definition)
        self.kinds, self.families, self.in_row, self.holds = table.kinds, table.families, table.in_row, table.holds
        self.cards, self.zones = table.cards, table.zones
        self._asked: set[int] = set()

    def full(self, size: Size) -> int:
        """A size with every zone as full as it can be."""
        family, is_sum, most = size
        if size == ANYWHERE:
            return max(self.holds, default=0)
        return min(most, self.cards, self.families[family] * self.holds[family]) if is_sum else min(most, self.holds[family])

    def most(self, node: ir.Expr) -> int:
        """The length of a list at worst."""
        return self.of(node, {}).at(self.full)

    def of(self, node: ir.Expr | None, known: Known) -> Cost:
        """The length of a list; one thing is a list of one."""
        match node:
            case ir.All():
                return fixed(self._all(node))
            case ir.Contents():
                return self._contents(node.of, known)
            case ir.Numbers():
                return fixed(self._numbers(node))
            case ir.Fold():
                return self.of(node.source, known) if FOLDS[node.kind].gives_list else ONE
            case ir.Sort():
                return self.of(node.source, known) if SORTS[node.kind].gives_list else ONE
            case ir.Either():
                return self.of(node.then, known).or_more(self.of(node.otherwise, known))
            case ir.Clockwise():
                return fixed(self.definition.most)
            case ir.Reach() if node.among is not None:
                return self.of(node.among, known)
            case ir.Spread() | ir.Reach():
                return self._around(node, known)
            case ir.Op(sign=ir.Sign.JOINED):
                return self.of(node.arguments[0], known) + self.of(node.arguments[1], known)
            case ir.Op() if OPERATIONS[node.sign].takes[0].many and node.sign in LISTS:
                return self.of(node.arguments[0], known)
            case ir.Const():
                return fixed(len(node.value) if isinstance(node.value, tuple) else 1)
            case ir.Grouped() if node.part.gives_list:
                return self.of(node.cards, known)
            case ir.Cell():
                return fixed(self._listed(node.column))
            case ir.Apply():
                return self._answered((node.function,))
            case ir.ByRow():
                return self._answered(tuple(function for _, function in node.table))
            case ir.Read() if not self.definition.variables[node.variable].type.many:
                return ONE
            case ir.Local() if node.slot in known:
                return ONE
            case ir.Local() | ir.Read():
                return fixed(max(self.cards, self.zones, self.definition.most))
        return ONE

    def _all(self, node: ir.All) -> int:
        if node.sort is ir.ThingSort.PLAYER:
            return self.definition.most
        if node.sort is ir.ThingSort.ROW:
            kind, row = self.definition.rows[node.names[0]]
            return row.copies * (self.definition.most if self.definition.kinds[kind].per_player else 1)
        if node.sort is ir.ThingSort.MEMBER:
            return len(self.definition.types[node.names[0]].ids)
        return sum((self.kinds if node.sort is ir.ThingSort.CARD else self.families)[name] for name in node.names)

    def _numbers(self, node: ir.Numbers) -> int:
        numbers = numbers_of(self.definition)
        return max(0, min(limits.NUMBERS.most, numbers.of(node.high, {})[1] - numbers.of(node.low, {})[0] + 1))

    def _listed(self, column: int) -> int:
        """The longest list that is printed in a column."""
        return max((len(cell) for cell in self.definition.cells_of(column) if isinstance(cell, tuple)), default=1)

    def _answered(self, functions: tuple[int, ...]) -> Cost:
        longest = ONE
        for number in functions:
            if number not in self._asked:  # what leads back to itself is no list
                self._asked.add(number)
                function = self.definition.functions[number]
                longest = longest.or_more(self.of(function.value, self.given(function.slots)))
                self._asked.remove(number)
        return longest

    def _contents(self, zone: ir.Expr, known: Known) -> Cost:
        families, many = self.families_of(zone, known), self.is_many(zone, known)
        if families is None:
            return fixed(self.cards) if many else sized(ANYWHERE)
        return sum((sized(together(one) if many else fullest(one)) for one in families), NOTHING)

    def _around(self, node: ir.Spread | ir.Reach, known: Known) -> Cost:
        if isinstance(node, ir.Spread):
            most = RELATIONS[node.relation, node.sort].most
            if most is not None:
                return fixed(most)
            if node.sort is not ir.ThingSort.ZONE:
                return sized(ANYWHERE) if node.sort is ir.ThingSort.CARD else fixed(self.definition.most)
        families = self.families_of(node.of if isinstance(node, ir.Spread) else node.start, known)
        return fixed(max((self.in_row[one] for one in families or range(len(self.in_row))), default=0))

    # ---- zones

    def given(self, slots: tuple[ir.Type, ...]) -> Known:
        """What is known of the places of a procedure by their types."""
        names = {family.name: number for number, family in enumerate(self.definition.families)}
        single = [(slot, type) for slot, type in enumerate(slots) if not type.many and type.sort not in _UNTOLD]
        lists = [(slot, tuple(names[one] for one in type.names if one in names)) for slot, type in single]
        return {slot: families or None for slot, families in lists}

    def families_of(self, node: ir.Expr | None, known: Known) -> Families:
        """Which families the zone, or each zone of a list, belongs to."""
        match node:
            case ir.ZoneOf():
                return (node.family,)
            case ir.Op(sign=ir.Sign.OF_FAMILY, arguments=(_, ir.Const(value=int(family)))):
                return (family,)
            case ir.All():
                return node.names if node.sort is ir.ThingSort.ZONE else None
            case ir.Local():
                told = known.get(node.slot)
                return told if type(told) is tuple else None
            case ir.Feature():
                return self.families_of(node.of, known) if node.name in ir.DIRECTIONS else None
            case ir.Beyond() | ir.Spread():
                return self.families_of(node.of, known) if node.sort is ir.ThingSort.ZONE else None
            case ir.Reach():
                return self.families_of(node.start, known)
            case ir.Fold():
                return self.families_of(node.source, known) if node.item is None and node.kind in _PICKING else None
            case ir.Sort():
                return self.families_of(node.source, known)
            case ir.Either():
                return _joined(self.families_of(node.then, known), self.families_of(node.otherwise, known))
            case ir.Op(sign=ir.Sign.JOINED | ir.Sign.OR_ELSE, arguments=(one, other)):
                return _joined(self.families_of(one, known), self.families_of(other, known))
            case ir.Op(sign=ir.Sign.LISTED, arguments=(one,)):
                return self.families_of(one, known)
        return None

    def is_many(self, node: ir.Expr, known: Known) -> bool:
        """Whether an expression can be a list."""
        if isinstance(node, ir.Local):
            return node.slot not in known
        if isinstance(node, ir.Either):
            return self.is_many(node.then, known) or self.is_many(node.otherwise, known)
        return not isinstance(node, ir.ZoneOf | ir.Feature | ir.Beyond) and self.of(node, known) != ONE


_PICKING = (ir.FoldKind.LIST, ir.FoldKind.FIRST, ir.FoldKind.LAST)


def _joined(one: Families, other: Families) -> Families:
    return None if one is None or other is None else tuple(sorted({*one, *other}))
