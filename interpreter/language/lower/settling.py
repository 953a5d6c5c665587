"""Gives every place of every rule its type, once all of them are there.

While sentences are lowered nobody knows yet what an event is about, or what a definition that comes later gives; such places
and functions are of any type until here. Takes a definition; returns the same one, in which they are what is put there by
whoever calls, and nothing where nobody puts anything.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from ... import ir
from ...ir.analysis.typing import Mistyped, joined, listed, single, type_of
from ...ir.walk import By, places_filled, walk
from ...model.definition import Definition
from ..diagnostics import Complaints, Span
from .types import describe

Given = tuple[list[ir.Type], Sequence[ir.Type]]  # the places of what is called, and what it is called with


def settled(definition: Definition, complaints: Complaints) -> Definition:
    """The same definition, in which nothing is of any type; or as it was, after a complaint of a place that is two things."""
    work = _Settling(definition)
    try:
        while work.go_round():
            pass
    except Mistyped as problem:
        file, line = work.where
        both = {"left": describe(problem.one), "right": describe(problem.other)}
        complaints.add(Span(definition.files[file], line), "two-things", **both)
        return definition
    return work.result()


class _Settling:
    def __init__(self, definition: Definition) -> None:
        self.definition = definition
        self.functions = [list(one.slots) for one in definition.functions]
        self.procedures = [list(one.slots) for one in definition.procedures]
        self.open = {id(places): _any_of(places) for places in (*self.functions, *self.procedures)}
        self.where = (0, 0)  # the file and the line of what is looked at
        self._know([ir.NOTHING] * len(self.functions))

    def _know(self, types: list[ir.Type]) -> None:
        known = [replace(one, type=type) for one, type in zip(self.definition.functions, types, strict=True)]
        self.definition = replace(self.definition, functions=tuple(known))

    def go_round(self) -> bool:
        """Carry what is known one call further; false if there was nothing new."""
        before = ([list(one) for one in self.functions], [list(one) for one in self.procedures], self._types())
        functions = zip(self.definition.functions, self.functions, strict=True)
        self._know([self._type(one.value, places) for one, places in functions])
        for places, given in self._from_tables():
            self._put(places, given)
        for function, places in zip(self.definition.functions, self.functions, strict=True):
            self._follow(function.value, places, function)
        for procedure, places in zip(self.definition.procedures, self.procedures, strict=True):
            self._follow(procedure.body, places, procedure)
        return before != (self.functions, self.procedures, self._types())

    def _types(self) -> list[ir.Type]:
        return [one.type for one in self.definition.functions]

    def _type(self, node: ir.Expr, places: list[ir.Type]) -> ir.Type:
        return type_of(self.definition, node, places)

    def _follow(self, root: ir.Expr | ir.Stmt, places: list[ir.Type], inside: ir.Function | ir.Procedure) -> None:
        self.where = inside.file, inside.line
        for node in walk(root):
            self.where = inside.file, getattr(node, "line", 0) or self.where[1]
            for slot, by, source in places_filled(node):
                if slot in self.open[id(places)] and source is not None:
                    type = self._type(source, places)
                    self._add(places, slot, single(type) if by in _ONE_OF_IT else listed(type) if by is By.ROW else type)
            if isinstance(node, ir.Each) and node.items in self.open[id(places)]:
                self._add(places, node.items, listed(self._type(node.source, places)))
            for called, given in self._calls(node, places):
                self._put(called, given)

    def _put(self, places: list[ir.Type], given: Sequence[ir.Type]) -> None:
        for slot, type in enumerate(given):
            if slot in self.open[id(places)]:
                self._add(places, slot, type)

    def _add(self, places: list[ir.Type], slot: int, type: ir.Type) -> None:
        places[slot] = joined((places[slot], type))

    def _calls(self, node: Any, places: list[ir.Type]) -> Iterator[Given]:
        """What a node calls, with what."""
        match node:
            case ir.Apply():
                yield self.functions[node.function], [self._type(one, places) for one in node.arguments]
            case ir.Call():
                yield self.procedures[node.procedure], [self._type(one, places) for one in node.arguments]
            case ir.Dispatch():
                player, thing = self._type(node.player, places), self._type(node.card, places)
                yield from ((self.procedures[number], (player, thing, thing)) for _, number in node.table)
            case ir.ByRow():
                player, thing = self._type(node.player, places), self._type(node.of, places)
                yield from ((self.functions[number], (player, thing)) for _, number in node.table)
            case ir.Reach():
                zone = self._type(node.start, places)
                yield self.functions[node.function], (self._type(node.player, places), zone, zone)

    def _from_tables(self) -> Iterator[Given]:
        """What the tables of a definition call by themselves."""
        definition = self.definition
        for value in definition.values:
            thing = definition.type_of_owner(value.of)
            yield self.functions[value.starts], (ir.NOTHING, thing)
            for modifier in (*value.holds, *value.gets):
                carrier = ir.NOTHING if modifier.carrier is None else definition.type_of_row(modifier.carrier)
                for number in (modifier.applies, modifier.amount):
                    yield self.functions[number], (ir.NOTHING, carrier, thing)
        for asked in (definition.score, definition.hint):
            if asked is not None:
                yield self.functions[asked], (ir.PLAYER_TYPE, ir.PLAYER_TYPE)
        for grouping in definition.groupings:
            card = ir.Type(ir.TypeSort.CARD, (definition.kinds[grouping.kind].name,))
            for pattern in grouping.patterns:
                yield self.functions[pattern.worth], (ir.NOTHING, ir.NOTHING, ir.NUMBER)
            for test, takes in grouping.wild:
                for number in (test, *(one for _, one in takes)):
                    yield self.functions[number], (ir.PLAYER_TYPE, card)

    def result(self) -> Definition:
        functions = zip(self.definition.functions, self.functions, strict=True)
        procedures = zip(self.definition.procedures, self.procedures, strict=True)
        return replace(
            self.definition,
            functions=tuple([replace(one, slots=tuple(places)) for one, places in functions]),
            procedures=tuple([replace(one, slots=tuple(places)) for one, places in procedures]),
        )


_ONE_OF_IT = (By.ITEM, By.PICK, By.CANDIDATE)


def _any_of(places: list[ir.Type]) -> set[int]:
    """The places of any type, which hold nothing until something is put there."""
    found = {slot for slot, type in enumerate(places) if type.sort is ir.TypeSort.ANY}
    for slot in found:
        places[slot] = ir.NOTHING
    return found
