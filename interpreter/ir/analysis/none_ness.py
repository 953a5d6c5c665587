"""What is fixed about a definition before any game: which values can be none, and what statements refer to by number.

Takes a Definition; answers for the writers of source. Everything here only saves work: when in doubt it says "can be".
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache, reduce
from math import prod
from operator import or_
from typing import Any

from ... import ir
from ...model.definition import Definition
from ..features import FEATURES
from ..gathering import FOLDS, SORTS
from ..operations import OPERATIONS, Nones
from ..relations import RELATIONS
from ..walk import By, is_expression, parts_of, places_filled, walk
from .bounds import numbers_of
from .calls import SMALL, Calls
from .charges import charges_of
from .kinds import kinds_of
from .written_out import WrittenOut

CAN_BE_NONE = 1  # the value itself
HOLDS_NONE = 2  # something in the list

Known = Mapping[int, int]  # what is known of the places of a function
Parts = dict[str, Any]  # what each part of a node can be, by its field; of a row of nodes a list


class Facts(Calls):
    def __init__(self, definition: Definition) -> None:
        super().__init__(definition)
        self.numbers_of = numbers_of(definition)
        self.charges, self.written_out = charges_of(definition), WrittenOut(definition)
        self.bounds = [{slot: type.bounds for slot, type in enumerate(one.slots)} for one in definition.procedures]
        self.parameters: list[dict[int, int]] = [{} for _ in definition.functions]
        self.results = [0] * len(definition.functions)
        self.computed = [0] * len(definition.values)
        self.columns = [self._column(number) for number in range(len(definition.columns))]
        self.variables = [self._variable(number) for number in range(len(definition.variables))]
        self.places: list[dict[int, int]] = [{} for _ in definition.procedures]
        self._settle()
        nodes = [node for procedure in definition.procedures for node in walk(procedure.body, is_expression)]
        self.moments = {node.moment for node in nodes if isinstance(node, ir.Mark) and node.moment is not None}
        self.hides = any(isinstance(node, ir.Move) and node.where is ir.Where.UNDER for node in nodes)
        self.shows = any(isinstance(node, ir.Show) for node in nodes)
        self.asked = {node.choice.site: node for node in nodes if isinstance(node, ir.Ask)}
        self.dispatches = [node for node in nodes if isinstance(node, ir.Dispatch)]
        asked = [one.value for one in definition.functions] + [one.body for one in definition.procedures]
        tables = {(node.sort, node.table) for one in asked for node in walk(one) if isinstance(node, ir.ByRow)}
        self.by_rows = {one: number for number, one in enumerate(sorted(tables))}
        self.numbers = {id(node): number for number, node in enumerate(self.dispatches)}

    def most_options(self, branch: ir.Branch) -> int:
        """How many ways there can be at most to pick something for an option."""
        return prod(self.charges.effort.lengths.most(source) for _, source, _ in branch.picks)

    def is_small(self, number: int) -> bool:
        return number not in self.charges.deep and super().is_small(number) and self.written_out.procedure(number) <= SMALL

    # ---- none

    def _column(self, number: int) -> int:
        cells = self.definition.cells_of(number)
        nones = CAN_BE_NONE if None in cells or not cells or number in kinds_of(self.definition).strayed else 0
        return nones | (HOLDS_NONE if any(isinstance(cell, tuple) and None in cell for cell in cells) else 0)

    def _variable(self, number: int) -> int:
        variable = self.definition.variables[number]
        return 0 if variable.type.sort in (ir.TypeSort.NUMBER, ir.TypeSort.FLAG) and not variable.type.many else CAN_BE_NONE

    def _settle(self) -> None:
        """Go round until nothing new turns up: none only ever spreads."""
        before: Any = None
        while before != (before := self._snapshot()):
            for number, value in enumerate(self.definition.values):
                thing = CAN_BE_NONE if value.of.is_game else 0
                self.computed[number] |= self.call(value.starts, (CAN_BE_NONE, thing))
                for modifier in (*value.holds, *value.gets):
                    carrier = CAN_BE_NONE if modifier.carrier is None else 0
                    self.call(modifier.applies, (CAN_BE_NONE, carrier, thing))
                    amount = self.call(modifier.amount, (CAN_BE_NONE, carrier, thing))
                    self.computed[number] |= amount if modifier in value.holds else 0
            for grouping in self.definition.groupings:
                for worth in grouping.functions:
                    self.call(worth, (CAN_BE_NONE, CAN_BE_NONE, 0))
            self._settle_ends()
            for number, function in enumerate(self.definition.functions):
                self.results[number] |= self.of(function.value, self.parameters[number])
            for number, procedure in enumerate(self.definition.procedures):
                self._procedure(number, procedure.body)

    def _settle_ends(self) -> None:
        definition = self.definition
        for number in (definition.score, definition.hint):
            if number is not None:
                self.call(number, (0, 0))
        if definition.winner is not None:
            self.call(definition.winner, (CAN_BE_NONE, CAN_BE_NONE))
        for measure in definition.measures:
            self.call(measure.function, (0, 0) if measure.of.is_player else (CAN_BE_NONE, CAN_BE_NONE))
        for procedure in (definition.setup, definition.flow):
            self.enter(procedure, (CAN_BE_NONE, CAN_BE_NONE))

    def _snapshot(self) -> Any:
        return (
            [dict(one) for one in self.parameters], self.results[:], self.computed[:], self.variables[:],
            [dict(one) for one in self.places],
        )  # fmt: skip

    def call(self, function: int, arguments: tuple[int, ...]) -> int:
        """A function is asked with such arguments: remember that, and say what it can answer."""
        known = self.parameters[function]
        for slot in range(max(len(arguments), 2)):
            known[slot] = known.get(slot, 0) | (arguments[slot] if slot < len(arguments) else CAN_BE_NONE)
        return self.results[function]

    def enter(self, procedure: int, arguments: tuple[int, ...]) -> None:
        known = self.places[procedure]
        for slot in range(self.definition.procedures[procedure].parameters):
            known[slot] = known.get(slot, 0) | (arguments[slot] if slot < len(arguments) else CAN_BE_NONE)

    def of(self, node: ir.Expr, known: Known) -> int:
        """What an expression can be, and everything it asks on the way."""
        if isinstance(node, ir.Local):
            return known.get(node.slot, 0)
        parts: Parts = {}
        for name in parts_of(type(node)):
            parts[name] = self._part(getattr(node, name), known)
            if name == "source" and isinstance(node, ir.Fold | ir.Sort | ir.Rank):
                known = {**known, node.slot: _item(parts[name])}
        rule = _RULES.get(type(node))  # what has none is never none
        return 0 if rule is None else rule(self, node, parts)

    def _part(self, part: Any, known: Known) -> Any:
        if isinstance(part, tuple):
            return [self._part(one, known) for one in part]
        return self.of(part, known) if is_expression(part) else 0

    def _procedure(self, number: int, body: ir.Stmt) -> None:
        known = self.places[number]

        def note(slot: int, fact: int) -> None:
            known[slot] = known.get(slot, 0) | fact

        for node in walk(body, is_expression):
            if is_expression(node):
                self.of(node, known)
                continue
            for slot, by, source in places_filled(node):
                of_source = self.of(source, known) if source is not None else 0
                note(slot, {By.LET: of_source, By.ITEM: _item(of_source)}.get(by, CAN_BE_NONE if by in _ANSWERED else 0))
            if isinstance(node, ir.Call):
                self.enter(node.procedure, tuple(self.of(one, known) for one in node.arguments))
            elif isinstance(node, ir.Dispatch):
                player = self.of(node.player, known)
                for _, procedure in node.table:
                    self.enter(procedure, (player, 0))
            elif isinstance(node, ir.Write):
                fact = self.of(node.value, known)
                self.variables[node.variable] |= 0 if node.add else fact


# ---------------------------------------------------------------- a rule for every node


_ANSWERED = (By.PICK, By.ROW)  # nothing was picked where an option was not taken


def _item(fact: int) -> int:
    """What a thing out of such a list can be."""
    return CAN_BE_NONE if fact & HOLDS_NONE else 0


def _const(facts: Facts, node: ir.Const, parts: Parts) -> int:
    if isinstance(node.value, tuple):
        return HOLDS_NONE if None in node.value else 0
    return CAN_BE_NONE if node.value is None else 0


def _computed(facts: Facts, node: ir.Computed, parts: Parts) -> int:
    is_of_game = facts.definition.values[node.value].of.is_game
    return facts.computed[node.value] | (0 if is_of_game else parts["of"] & CAN_BE_NONE)


def _by_row(facts: Facts, node: ir.ByRow, parts: Parts) -> int:
    return reduce(or_, [facts.call(function, (parts["player"], 0)) for _, function in node.table], CAN_BE_NONE)


def _zone_of(facts: Facts, node: ir.ZoneOf, parts: Parts) -> int:
    family = facts.definition.families[node.family]
    if family.pairs is not None:
        return reduce(or_, [parts[one] & CAN_BE_NONE for one in ("of", "number")], 0)
    single = node.number is None and family.count is None and not family.ids and not family.size
    fits = family.per.is_player if node.of is not None else family.per.is_game
    return parts["of"] & CAN_BE_NONE if single and fits else CAN_BE_NONE


def _reach(facts: Facts, node: ir.Reach, parts: Parts) -> int:
    facts.call(node.function, (parts["player"], 0, 0))
    return 0


def _fold(facts: Facts, node: ir.Fold, parts: Parts) -> int:
    item = parts["item"] if node.item is not None else _item(parts["source"])
    if FOLDS[node.kind].gives_list:
        return HOLDS_NONE if item & CAN_BE_NONE else 0
    if not FOLDS[node.kind].can_be_none:
        return 0
    return item & CAN_BE_NONE if node.test is None and node.source == ir.All(ir.ThingSort.PLAYER) else CAN_BE_NONE


def _score(facts: Facts, node: ir.Score, parts: Parts) -> int:
    of, score = parts["of"], facts.definition.score
    return 0 if score is None else (facts.call(score, (of, of)) | of) & CAN_BE_NONE


def _unless(can_be_none: bool, of: int) -> int:
    """What a word of a table tells of a thing: none, or only where the thing is."""
    return CAN_BE_NONE if can_be_none else of & CAN_BE_NONE


_NONES: dict[Nones, Callable[[list[int]], int]] = {
    Nones.PASSED_ON: lambda parts: CAN_BE_NONE if any(one & CAN_BE_NONE for one in parts) else 0,
    Nones.MADE: lambda parts: CAN_BE_NONE,
    Nones.FALSE: lambda parts: 0,
    Nones.TAKEN: lambda parts: 0,
    Nones.ANSWERED: lambda parts: CAN_BE_NONE,
    Nones.ITEM: lambda parts: _item(parts[0]),
    Nones.KEPT: lambda parts: HOLDS_NONE if any(one & HOLDS_NONE for one in parts) else 0,
    Nones.REPLACED: lambda parts: parts[1],
}

_RULES: dict[type, Callable[[Facts, Any, Parts], int]] = {
    ir.Const: _const,
    ir.Read: lambda facts, node, parts: facts.variables[node.variable] | parts["of"] & CAN_BE_NONE,
    ir.Setting: lambda facts, node, parts: CAN_BE_NONE if facts.definition.options[node.option].may_be_nobody else 0,
    ir.Cell: lambda facts, node, parts: facts.columns[node.column] | parts["of"] & CAN_BE_NONE,
    ir.Feature: lambda facts, node, parts: _unless(FEATURES[node.name].can_be_none, parts["of"]),
    ir.Beyond: lambda facts, node, parts: _unless(RELATIONS[node.relation, node.sort].can_be_none, parts["of"]),
    ir.Computed: _computed,
    ir.Apply: lambda facts, node, parts: facts.call(node.function, tuple(parts["arguments"])),
    ir.ByRow: _by_row,
    ir.Op: lambda facts, node, parts: _NONES[OPERATIONS[node.sign].nones](parts["arguments"]),
    ir.Either: lambda facts, node, parts: parts["then"] | parts["otherwise"],
    ir.ZoneOf: _zone_of,
    ir.Reach: _reach,
    ir.Fold: _fold,
    ir.Sort: lambda facts, node, parts: parts["source"] & HOLDS_NONE if SORTS[node.kind].gives_list else CAN_BE_NONE,
    ir.Rank: lambda facts, node, parts: parts["of"] & CAN_BE_NONE,
    ir.Score: _score,
}


@lru_cache(maxsize=64)
def facts_of(definition: Definition) -> Facts:
    return Facts(definition)
