"""Gives everything that holds a number its range, and everything that holds a list its capacity.

Takes a definition in which every place has a type; returns the same one with extents: declared where something is declared,
else from all that is ever put there. What keeps growing as it is followed round is given up and can be anything.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any

from ... import ir
from ...model.definition import Cell, Definition
from .. import limits
from ..ranges import ANY, LISTED, Bounds
from ..walk import walk
from .bounds import DefinitionBounds
from .capacities import Capacities
from .extents import Extents, with_extent
from .giving import Body, Filling, Rule, given_by, given_by_tables, rules_of
from .reading import functions_asked, functions_of_value
from .typing import joined

PATIENCE = 8  # how often a rule is looked at before what still grows in it is given up
LONGEST = limits.CARDS.most * limits.ZONES.most  # no list is longer: each card, once for each zone that is named


def ranged(definition: Definition) -> Definition:
    work = _Ranging(with_declared_extents(definition))
    work.follow()
    return work.result()


def with_declared_extents(definition: Definition) -> Definition:
    """What is known without following any rule: options, variables, and what is printed."""
    options = [replace(one, type=_with(one.type, (one.low, one.high))) for one in definition.options]
    variables = [replace(one, type=_with(one.type, _declared(one.low, one.high))) for one in definition.variables]
    cells = [definition.cells_of(number) for number in range(len(definition.columns))]
    columns = [replace(one, type=_printed(one.type, each)) for one, each in zip(definition.columns, cells, strict=True)]
    return replace(definition, options=tuple(options), variables=tuple(variables), columns=tuple(columns))


def _declared(low: int | None, high: int | None) -> Bounds:
    return ANY[0] if low is None else low, ANY[1] if high is None else high


def _with(type: ir.Type, bounds: Bounds, capacity: int = LISTED[1]) -> ir.Type:
    return with_extent(type, lambda: bounds, lambda: capacity)


def _printed(type: ir.Type, cells: Sequence[Cell]) -> ir.Type:
    there = [one for cell in cells for one in (cell if isinstance(cell, tuple) else (cell,)) if one is not None]
    longest = max((len(cell) for cell in cells if isinstance(cell, tuple)), default=1)
    return _with(type, (min(there), max(there)) if there else (0, 0), longest)


def _nothing_yet(types: Sequence[ir.Type]) -> list[ir.Type]:
    return [_with(one, (0, 0), 0) for one in types]


class _Ranging:
    """Looks at a rule again whenever something that it asks for, or is given, has grown."""

    def __init__(self, definition: Definition) -> None:
        functions = [replace(one, type=_with(one.type, (0, 0), 0)) for one in definition.functions]
        self.tables = Capacities.of(definition)
        self.definition = replace(definition, functions=tuple(functions))
        self._add_up(range(len(functions)))
        self.roots: dict[Rule, Any] = {rule: root for rule, root, _ in rules_of(definition)}
        self.places = {rule: _nothing_yet(slots) for rule, _, slots in rules_of(definition)}
        self.readers = self._readers()
        self.waiting = deque(self.roots)
        self.queued = set(self.roots)
        self.looks: Counter[Rule] = Counter()

    def _readers(self) -> dict[int, set[Rule]]:
        """For each function the rules that ask for it, be it by way of a value."""
        readers: dict[int, set[Rule]] = {}
        for rule, root in self.roots.items():
            for node in walk(root):
                for function in functions_asked(node, self.definition):
                    readers.setdefault(function, set()).add(rule)
        return readers

    def follow(self) -> None:
        for given in given_by_tables(self.definition):
            self._put(given)
        while self.waiting:
            rule = self.waiting.popleft()
            self.queued.remove(rule)
            self.looks[rule] += 1
            self._look(rule)

    def _look(self, rule: Rule) -> None:
        extents = Extents(self.definition, self.places[rule], self.tables)
        for node in walk(self.roots[rule]):
            for given in given_by(extents, rule, node):
                self._put(given)
        if rule[0] is Body.FUNCTION:
            self._answers(rule, extents.of(self.roots[rule]))

    def _put(self, given: Filling) -> None:
        rule, slot, type = given
        places = self.places[rule]
        if slot < len(places) and type.sort is not ir.TypeSort.NONE:
            larger = self._larger(rule, places[slot], type)
            if larger != places[slot]:
                places[slot] = larger
                self._again(rule)

    def _larger(self, rule: Rule, before: ir.Type, given: ir.Type) -> ir.Type:
        """What holds both; after many looks, whatever still grows is given up."""
        both = joined((before, _with(before, given.bounds, given.length)))
        if both == before or self.looks[rule] <= PATIENCE:
            return both
        low = both.low if both.low == before.low else ANY[0]
        high = both.high if both.high == before.high else ANY[1]
        return replace(both, low=low, high=high, capacity=both.capacity if both.capacity == before.capacity else LONGEST)

    def _again(self, *rules: Rule) -> None:
        for rule in rules:
            if rule not in self.queued:
                self.queued.add(rule)
                self.waiting.append(rule)

    def _answers(self, rule: Rule, type: ir.Type) -> None:
        """A function is worth this much; so is every value that it is part of."""
        number = rule[1]
        function = self.definition.functions[number]
        if type.sort is ir.TypeSort.NONE:
            return
        larger = self._larger(rule, function.type, type)
        if larger == function.type:
            return
        functions = list(self.definition.functions)
        functions[number] = replace(function, type=larger)
        self.definition = replace(self.definition, functions=tuple(functions))
        self._add_up((number,))
        self._again(*sorted(self.readers.get(number, ()), key=lambda one: (one[0].name, one[1])))

    def _add_up(self, functions: Collection[int]) -> None:
        numbers, values = DefinitionBounds(self.definition), list(self.definition.values)
        for number, value in enumerate(values):
            if value.type.sort is ir.TypeSort.NUMBER and any(one in functions for one in functions_of_value(value)):
                values[number] = replace(value, type=_with(value.type, numbers.limited(number)))
        self.definition = replace(self.definition, values=tuple(values))

    def result(self) -> Definition:
        """With each type there once, however many places are alike."""
        every: dict[ir.Type, ir.Type] = {}

        def shared(types: Sequence[ir.Type]) -> tuple[ir.Type, ...]:
            return tuple([every.setdefault(one, one) for one in types])

        def placed(body: Body, table: Sequence[Any], field: str) -> tuple[Any, ...]:
            return tuple([replace(one, **{field: shared(self.places[body, number])}) for number, one in enumerate(table)])

        definition = self.definition
        return replace(
            definition,
            functions=placed(Body.FUNCTION, definition.functions, "slots"),
            procedures=placed(Body.PROCEDURE, definition.procedures, "slots"),
            kinds=placed(Body.DRAWN, definition.kinds, "drawn_slots"),
            families=placed(Body.COUNT, definition.families, "count_slots"),
            variables=placed(Body.START, definition.variables, "start_slots"),
        )
