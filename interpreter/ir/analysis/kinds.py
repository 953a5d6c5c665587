"""Of which kinds the cards can be that a rule speaks of, and what is asked of cards that do not have it.

Types say what a rule means: a place for a crate may come to hold a sailor, who has no weight. Takes a definition; answers for
analyses which must know what really can be. What is said of a set is a row of bits, one for every kind of card and then one for
every family of zones; it only ever grows. When in doubt all of them are set.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, reduce
from itertools import chain
from operator import or_
from typing import Any

from ... import ir
from ...model.definition import Definition
from ..walk import is_expression, nodes_in, parts_of, places_filled, walk

Known = Mapping[ir.Expr, int]  # what a condition around it tells of an expression
THINGS = (ir.TypeSort.CARD, ir.TypeSort.ZONE)


class Kinds:
    def __init__(self, definition: Definition) -> None:
        self.definition = definition
        self.first_family = len(definition.kinds)
        self.kinds = (1 << self.first_family) - 1
        self.everything = (1 << self.first_family + len(definition.families)) - 1
        self.held = [self._bits(one.holds) or self.kinds for one in definition.families]
        self.strayed: set[int] = set()  # columns that are asked of cards of other kinds
        self.given: list[dict[int, int]] = [{} for _ in definition.functions]
        self.results = [0] * len(definition.functions)
        self.places: list[dict[int, int]] = [{} for _ in definition.procedures]
        self.variables = [self.named(one.type) for one in definition.variables]
        self.asked = [self.of_owner(one.of) for one in definition.values]
        self._own: dict[int, int] = {}  # the places of the rule that is looked at
        before: Any = None
        while before != (before := self._snapshot()):
            self._go_round()

    def _snapshot(self) -> Any:
        kept = [dict(one) for one in (*self.given, *self.places)]
        return kept, self.results[:], self.variables[:], self.asked[:]

    # ---- bits

    def _bits(self, numbers: Iterable[int]) -> int:
        return _all_of(1 << one for one in numbers)

    def _families(self, numbers: Iterable[int]) -> int:
        return self._bits(self.first_family + one for one in numbers)

    def named(self, type: ir.Type) -> int:
        """What a type names."""
        if type.sort not in THINGS or not type.names:
            return self.everything if type.sort in THINGS else 0
        if type.sort is ir.TypeSort.CARD:
            return self._bits(at for at, one in enumerate(self.definition.kinds) if one.name in type.names)
        return self._families(at for at, one in enumerate(self.definition.families) if one.name in type.names)

    def of_owner(self, owner: ir.Owner) -> int:
        return self.named(self.definition.type_of_owner(owner))

    def of_row(self, row: int) -> int:
        return 1 << self.definition.rows[row][0]

    # ---- going round

    def _go_round(self) -> None:
        definition = self.definition
        for number, value in enumerate(definition.values):
            self.call(value.starts, (0, self.asked[number]))
            for modifier in (*value.holds, *value.gets):
                carrier = 0 if modifier.carrier is None else self.of_row(modifier.carrier)
                for function in (modifier.applies, modifier.amount):
                    self.call(function, (0, carrier, self.asked[number]))
        for grouping in definition.groupings:
            for function in grouping.functions:
                self.call(function, (0, 1 << grouping.kind))
        for number, rule in enumerate(definition.functions):
            self._own = self.given[number]
            self.results[number] |= self.of(rule.value, {})
        for number, procedure in enumerate(definition.procedures):
            self._own = self.places[number]
            self._statement(procedure.body, {})

    def call(self, function: int, arguments: Iterable[int]) -> int:
        _join(self.given[function], arguments)
        return self.results[function]

    # ---- statements

    def _statement(self, node: Any, known: Known) -> None:
        if isinstance(node, ir.If):
            self.of(node.condition, known)
            for holds, part in ((True, node.then), (False, node.otherwise)):
                self._statement(part, _still(part, self.under(node.condition, known, holds)))
            return
        for name in parts_of(type(node)):
            for part in nodes_in(getattr(node, name)):
                (self.of if is_expression(part) else self._statement)(part, known)
        for slot, _, source in places_filled(node):
            self._own[slot] = self._own.get(slot, 0) | (0 if source is None else self.of(source, known))
        if isinstance(node, ir.Call):
            _join(self.places[node.procedure], [self.of(one, known) for one in node.arguments])
        elif isinstance(node, ir.Dispatch):
            for row, procedure in node.table:
                _join(self.places[procedure], (0, self._row_of(node, row)))
        elif isinstance(node, ir.Write):
            self.variables[node.variable] |= self.of(node.value, known)

    def _row_of(self, node: ir.Dispatch | ir.ByRow, row: int) -> int:
        if node.sort is not ir.ThingSort.CARD:
            return 0
        is_listed = isinstance(node, ir.Dispatch) and node.index is not None
        return self.of_row(row // ir.LONGEST_LIST if is_listed else row)

    # ---- expressions

    def of(self, node: ir.Expr, known: Known) -> int:
        """What an expression can be, or what can be in a list of them, and everything it asks on the way."""
        match node:
            case ir.Local():
                return known.get(node, self._own.get(node.slot, 0))
            case ir.Op(sign=ir.Sign.AND | ir.Sign.OR, arguments=(first, second)):
                self.of(first, known)
                self.of(second, self.under(first, known, node.sign is ir.Sign.AND))
                return 0
            case ir.Either():
                self.of(node.condition, known)
                found = self.of(node.then, self.under(node.condition, known, True))
                found |= self.of(node.otherwise, self.under(node.condition, known, False))
            case ir.Fold():
                found = self._fold(node, known)
            case ir.Sort() | ir.Rank():
                found = self.of(node.source, known)
                inner = _bound(known, node.slot, found)
                for key, _ in node.keys:
                    self.of(key, inner)
                if isinstance(node, ir.Rank):
                    self.of(node.of, known)
            case _:
                found = self._plain(node, {name: self._part(getattr(node, name), known) for name in parts_of(type(node))})
        return found & known.get(node, found) if known else found

    def _part(self, part: Any, known: Known) -> list[int]:
        return [self.of(one, known) for one in nodes_in(part)]

    def _fold(self, node: ir.Fold, known: Known) -> int:
        inner = _bound(known, node.slot, self.of(node.source, known))
        if node.test is not None:
            self.of(node.test, inner)
            inner = self.under(node.test, inner, True)
        return self.of(ir.Local(node.slot) if node.item is None else node.item, inner)

    def _plain(self, node: ir.Expr, parts: dict[str, list[int]]) -> int:
        """What an expression is of which each part is asked as it stands."""
        of = _all_of(parts.get("of", ()))
        match node:
            case ir.Cell():
                column = self.definition.columns[node.column]
                if of & self.kinds & ~self.of_owner(column.of):
                    self.strayed.add(node.column)
                return self.named(column.type)
            case ir.Read():
                return self.variables[node.variable]
            case ir.Computed():
                self.asked[node.value] |= of
                return self.named(self.definition.values[node.value].type)
            case ir.Apply():
                return self.call(node.function, parts["arguments"])
            case ir.ByRow():
                return _all_of([self.call(function, (0, self._row_of(node, row))) for row, function in node.table])
            case ir.Reach():
                found = _all_of(chain(*parts.values()))
                self.call(node.function, (0, found, found))
                return found
            case ir.Score() if self.definition.score is not None:
                self.call(self.definition.score, (0, 0))
            case ir.Const():
                return self.named(node.type)
            case ir.Feature():
                return self._feature(node, of)
        return self._things(node, of, parts)

    def _feature(self, node: ir.Feature, of: int) -> int:
        """The zone of a card, and what zones belong to."""
        families = self.definition.families
        if node.name is ir.FeatureName.ZONE:
            return self._families(at for at, held in enumerate(self.held) if held & of)
        if node.name is ir.FeatureName.PARENT:
            return _all_of([self.of_owner(one.per) for at, one in enumerate(families) if self._families([at]) & of])
        return of

    def _things(self, node: ir.Expr, of: int, parts: dict[str, list[int]]) -> int:
        match node:
            case ir.All(sort=ir.ThingSort.ROW):
                return _all_of(map(self.of_row, node.names))
            case ir.All(sort=ir.ThingSort.CARD | ir.ThingSort.ZONE):
                return self._bits(node.names) if node.sort is ir.ThingSort.CARD else self._families(node.names)
            case ir.ZoneOf():
                return self._families([node.family])
            case ir.Contents():
                return _all_of([held for at, held in enumerate(self.held) if self._families([at]) & of])
            case ir.Beyond(sort=ir.ThingSort.CARD) | ir.Spread(sort=ir.ThingSort.CARD):
                return _all_of([held for held in self.held if held & of])
            case ir.Op(sign=ir.Sign.OF_FAMILY, arguments=(_, ir.Const(value=int() as family))):
                return self._families([family])
        return _all_of(chain(*parts.values()))

    # ---- what conditions tell

    def under(self, condition: ir.Expr, known: Known, holds: bool) -> Known:
        """What is known where a condition holds, or where it does not."""
        match condition:
            case ir.Op(sign=ir.Sign.NOT, arguments=(inner,)):
                return self.under(inner, known, not holds)
            case ir.Op(sign=ir.Sign.AND | ir.Sign.OR, arguments=(first, second)):
                if (condition.sign is ir.Sign.AND) == holds:
                    return self.under(second, self.under(first, known, holds), holds)
                one, other = self.under(first, known, holds), self.under(second, known, holds)
                return {node: bits | other[node] for node, bits in one.items() if node in other}
            case ir.Op(sign=ir.Sign.IS, arguments=(ir.Feature(name=name, of=of), ir.Const(value=int() as number))):
                if name is ir.FeatureName.KIND:
                    return {**known, of: self.of(of, known) & (1 << number if holds else ~(1 << number))}
                if name is ir.FeatureName.ROW and holds:
                    return {**known, of: self.of(of, known) & self.of_row(number)}
        return known


def _all_of(sets: Iterable[int]) -> int:
    return reduce(or_, sets, 0)


def _join(places: dict[int, int], given: Iterable[int]) -> None:
    for slot, bits in enumerate(given):
        places[slot] = places.get(slot, 0) | bits


def _bound(known: Known, slot: int, bits: int) -> Known:
    """What is known where a place holds something else."""
    return {**{node: kept for node, kept in known.items() if ir.Local(slot) not in walk(node)}, ir.Local(slot): bits}


def _still(part: ir.Stmt, known: Known) -> Known:
    """What stays true while a statement is carried out: of what kind a card is, as long as its place holds it."""
    filled = {one.slot for node in walk(part) for one in places_filled(node)}
    return {node: bits for node, bits in known.items() if isinstance(node, ir.Local) and node.slot not in filled}


def widened(definition: Definition) -> Definition:
    """The same definition, whose places, variables and functions name all kinds and families that can come there."""
    kinds = Kinds(definition)

    def with_all(type: ir.Type, bits: int) -> ir.Type:
        if type.sort not in THINGS or not type.names or not bits & ~kinds.named(type):
            return type
        is_card = type.sort is ir.TypeSort.CARD
        tables: Sequence[Any] = definition.kinds if is_card else definition.families
        every = (bits | kinds.named(type)) >> (0 if is_card else kinds.first_family)
        return replace(type, names=tuple([one.name for at, one in enumerate(tables) if every >> at & 1]))

    def placed(types: Sequence[ir.Type], came: Mapping[int, int]) -> tuple[ir.Type, ...]:
        return tuple([with_all(type, came.get(slot, 0)) for slot, type in enumerate(types)])

    functions = [
        replace(one, slots=placed(one.slots, given), type=with_all(one.type, result))
        for one, given, result in zip(definition.functions, kinds.given, kinds.results, strict=True)
    ]
    procedures = [
        replace(one, slots=placed(one.slots, came)) for one, came in zip(definition.procedures, kinds.places, strict=True)
    ]
    variables = [
        replace(one, type=with_all(one.type, came)) for one, came in zip(definition.variables, kinds.variables, strict=True)
    ]
    return replace(definition, functions=tuple(functions), procedures=tuple(procedures), variables=tuple(variables))


@lru_cache(maxsize=64)
def kinds_of(definition: Definition) -> Kinds:
    return Kinds(definition)
