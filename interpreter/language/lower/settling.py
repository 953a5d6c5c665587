"""Gives every place of every rule its type, once all of them are there.

While sentences are lowered nobody knows yet what an event is about, or what a definition that comes later gives; such places
and functions are of any type until here. Takes a definition; returns the same one, in which they are what is put there by
whoever calls, and nothing where nobody puts anything; numbers have their ranges, and lists their capacities.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ... import ir
from ...ir.analysis.giving import Body, Filling, Rule, given_by, given_by_tables
from ...ir.analysis.kinds import widened
from ...ir.analysis.ranging import ranged
from ...ir.analysis.typing import Mistyped, Typing, joined
from ...ir.walk import walk
from ...model.definition import Definition
from ..diagnostics import Complaints, on_line
from .types import describe


def settled(definition: Definition, complaints: Complaints) -> Definition:
    """The same definition, in which nothing is of any type; or as it was, after a complaint of a place that is two things."""
    work = _Settling(definition)
    try:
        while work.go_round():
            pass
    except Mistyped as problem:
        file, line = work.where
        both = {"left": describe(problem.one), "right": describe(problem.other)}
        complaints.add(on_line(definition.files[file], line), "two-things", **both)
        return definition
    return ranged(widened(work.result()))


class _Settling:
    def __init__(self, definition: Definition) -> None:
        self.definition = definition
        functions = {(Body.FUNCTION, number): list(one.slots) for number, one in enumerate(definition.functions)}
        procedures = {(Body.PROCEDURE, number): list(one.slots) for number, one in enumerate(definition.procedures)}
        self.places: dict[Rule, list[ir.Type]] = {**functions, **procedures}
        self.open = {rule: _any_of(places) for rule, places in self.places.items()}
        self.where = (0, 0)  # the file and the line of what is looked at
        self._know([ir.NOTHING] * len(functions))

    def _know(self, types: list[ir.Type]) -> None:
        known = [replace(one, type=type) for one, type in zip(self.definition.functions, types, strict=True)]
        self.definition = replace(self.definition, functions=tuple(known))

    def go_round(self) -> bool:
        """Carry what is known one call further; false if there was nothing new."""
        before = {rule: list(places) for rule, places in self.places.items()}, self._types()
        self._know([self._type_of(number, one) for number, one in enumerate(self.definition.functions)])
        for given in given_by_tables(self.definition):
            self._put(given)
        for number, function in enumerate(self.definition.functions):
            self._follow((Body.FUNCTION, number), function.value, function)
        for number, procedure in enumerate(self.definition.procedures):
            self._follow((Body.PROCEDURE, number), procedure.body, procedure)
        return before != (self.places, self._types())

    def _type_of(self, number: int, function: ir.Function) -> ir.Type:
        self.where = function.file, function.line
        return Typing(self.definition, self.places[Body.FUNCTION, number]).of(function.value)

    def _types(self) -> list[ir.Type]:
        return [one.type for one in self.definition.functions]

    def _follow(self, rule: Rule, root: Any, inside: ir.Function | ir.Procedure) -> None:
        self.where = inside.file, inside.line
        for node in walk(root):
            self.where = inside.file, getattr(node, "line", 0) or self.where[1]
            for given in given_by(Typing(self.definition, self.places[rule]), rule, node):
                self._put(given)

    def _put(self, given: Filling) -> None:
        rule, slot, type = given
        if slot in self.open[rule]:
            self.places[rule][slot] = joined((self.places[rule][slot], type.without_extent))

    def result(self) -> Definition:
        functions, procedures = enumerate(self.definition.functions), enumerate(self.definition.procedures)
        return replace(
            self.definition,
            functions=tuple([replace(one, slots=tuple(self.places[Body.FUNCTION, number])) for number, one in functions]),
            procedures=tuple([replace(one, slots=tuple(self.places[Body.PROCEDURE, number])) for number, one in procedures]),
        )


def _any_of(places: list[ir.Type]) -> set[int]:
    """The places of any type, which hold nothing until something is put there."""
    untyped = {slot for slot, type in enumerate(places) if type.sort is ir.TypeSort.ANY}
    for slot in untyped:
        places[slot] = ir.NOTHING
    return untyped
