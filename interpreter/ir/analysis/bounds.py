"""Between which two numbers a value certainly lies, before any game is played.

Takes a definition; answers for expressions of its IR, from what is printed, declared and counted. Whatever cannot be told lies
within the limits of all numbers, because an operation that would leave them stops the game: `strays` says which ones could.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from ... import ir
from ...model.definition import Definition, Modifier
from .. import limits
from ..features import FEATURES
from ..gathering import FOLDS
from ..operations import OPERATIONS
from ..ranges import ANY, FLAG, LISTED, MOST, Bounds, clipped, is_safe, joined
from ..relations import RELATIONS
from ..walk import By, is_expression, places_filled, walk
from .reading import functions_of_value

Known = Mapping[int, Bounds]  # what is known of the places of a function

EVERYBODY = ir.All(ir.Things.PLAYER)


def is_checked(node: ir.Expr) -> bool:
    """Whether an expression makes a number that can be larger than those it is made of."""
    if isinstance(node, ir.Op):
        return OPERATIONS[node.sign].checked
    if isinstance(node, ir.Beyond):
        return RELATIONS[node.relation, node.sort].checked
    return isinstance(node, ir.Fold) and FOLDS[node.kind].checked


class Numbers:
    """The bounds of everything in one definition. What needs itself can be anything."""

    def __init__(self, definition: Definition) -> None:
        self.definition = definition
        self.columns = [self._column(number) for number in range(len(definition.columns))]
        self._functions: dict[int, Bounds] = {}
        self._values: dict[int, Bounds] = {}
        self._straying: dict[tuple[str, int], bool] = {}

    def of(self, node: ir.Expr | None, known: Known) -> Bounds:
        """What a value lies between, once it is there."""
        rule = _RULES.get(type(node))
        return clipped(rule(self, node, known)) if rule is not None else ANY

    def before_check(self, node: ir.Expr, known: Known) -> Bounds:
        """What an operation would give if nothing stopped it."""
        rule = _RULES.get(type(node))
        return rule(self, node, known) if rule is not None else ANY

    def function(self, number: int) -> Bounds:
        if number not in self._functions:
            self._functions[number] = ANY
            self._functions[number] = self.of(self.definition.functions[number].value, {})
        return self._functions[number]

    def variable(self, number: int) -> Bounds:
        variable = self.definition.variables[number]
        if variable.type.sort == "flag":
            return FLAG
        return -MOST if variable.low is None else variable.low, MOST if variable.high is None else variable.high

    def option(self, number: int) -> Bounds:
        option = self.definition.options[number]
        return (option.low, option.high) if option.low <= option.high else ANY

    def value(self, number: int) -> Bounds:
        """What a value comes to, inside its own limits."""
        if number not in self._values:
            self._values[number] = self._limited(number, ANY)
            self._values[number] = self._limited(number, clipped(self.sum_of_value(number)))
        return self._values[number]

    def _limited(self, number: int, bounds: Bounds) -> Bounds:
        low, high = bounds
        least, most = self.definition.values[number].at_least, self.definition.values[number].at_most
        if least is not None:
            low, high = max(low, least), max(high, least)
        return (low, high) if most is None else (min(low, most), min(high, most))

    def _column(self, number: int) -> Bounds:
        found = self.definition.cells_of(number)
        flat = [one for cell in found for one in (cell if isinstance(cell, tuple) else (cell,)) if one is not None]
        return (min(flat), max(flat)) if flat else ANY

    # ---- what could leave the limits

    def strays(self, node: Any) -> bool:
        """Whether something in an expression could be stopped because its result is too large."""
        return any(map(self._strays_itself, walk(node)))

    def _strays_itself(self, node: Any) -> bool:
        if is_checked(node):
            return not is_safe(self.before_check(node, {}))
        if isinstance(node, ir.Apply | ir.Reach):
            return self._asked("function", node.function)
        if isinstance(node, ir.ByRow):
            return any(self._asked("function", function) for _, function in node.table)
        if isinstance(node, ir.Computed):
            return self._asked("value", node.value)
        if isinstance(node, ir.Score):
            return self.definition.score is not None and self._asked("function", self.definition.score)
        return isinstance(node, ir.Grouped)

    def _asked(self, kind: str, number: int) -> bool:
        if (kind, number) not in self._straying:
            self._straying[kind, number] = False
            if kind == "function":
                found = self.strays(self.definition.functions[number].value)
            else:
                value = self.definition.values[number]
                asked = functions_of_value(value)
                found = not is_safe(self.sum_of_value(number)) or any(self._asked("function", one) for one in asked)
            self._straying[kind, number] = found
        return self._straying[kind, number]

    def sum_of_value(self, number: int) -> Bounds:
        """What a value can come to with everything it gets, before its own limits. A value that is copied from another card
        has got something there, too, and that one from a third: as often as there are cards."""
        value = self.definition.values[number]
        if value.type.sort == "flag":
            return FLAG
        given = [modifier.amount for modifier in value.holds if not self._is_copied(number, modifier.amount)]
        times = 1 if len(given) == len(value.holds) else limits.CARDS.most
        low, high = joined(self.function(one) for one in (value.starts, *given))
        for modifier in value.gets:
            least, most = self.function(modifier.amount)
            often = times * self._carriers(modifier)
            low, high = low + often * min(least, 0), high + often * max(most, 0)
        return low, high

    def _is_copied(self, number: int, function: int) -> bool:
        amount = self.definition.functions[function].value
        return isinstance(amount, ir.Computed) and amount.value == number

    def _carriers(self, modifier: Modifier) -> int:
        """How many cards can change a value in this way."""
        if modifier.carrier is None or modifier.own:
            return 1
        kind, row = self.definition.rows[modifier.carrier]
        return row.copies * (self.definition.most if self.definition.kinds[kind].per_player else 1)

    # ---- places of procedures

    def places(self, body: ir.Stmt) -> dict[int, Bounds]:
        """What the places of a procedure hold that only its own statements fill: counted ones go up by 1 at a time."""
        found: dict[int, list[Bounds]] = {}
        for node in walk(body, is_expression):
            for slot, by, source in () if is_expression(node) else places_filled(node):
                if source == ir.Op(ir.Sign.ADD, (ir.Local(slot), ir.Const(1))):
                    found.setdefault(slot, []).append((0, limits.ROUNDS.most))
                else:
                    found.setdefault(slot, []).append(_COUNTED[by] if by in _COUNTED else self.of(source, {}))
        return {slot: joined(every) for slot, every in found.items()}


_COUNTED = {By.ROUND: (-1, limits.ROUNDS.most), By.BRANCH: (-1, limits.OPTIONS.most), By.SEAT: (0, limits.SEATS.most)}


# ---------------------------------------------------------------- a rule for every node that tells something


def _const(numbers: Numbers, node: ir.Const, known: Known) -> Bounds:
    found = node.value if isinstance(node.value, tuple) else (node.value,)
    there = [one for one in found if one is not None]
    return (min(there), max(there)) if there else (0, 0)


def _op(numbers: Numbers, node: ir.Op, known: Known) -> Bounds:
    if node.sign is ir.Sign.LENGTH:
        return _length(numbers, node.arguments[0])
    return OPERATIONS[node.sign].bounds(*[numbers.of(one, known) for one in node.arguments])


def _beyond(numbers: Numbers, node: ir.Beyond, known: Known) -> Bounds:
    low, high = numbers.of(node.of, known)
    return low - 1, high + 1


def _between(numbers: Numbers, node: ir.Numbers, known: Known) -> Bounds:
    low, high = numbers.of(node.low, known)[0], numbers.of(node.high, known)[1]
    return low, max(low, high)


def _fold(numbers: Numbers, node: ir.Fold, known: Known) -> Bounds:
    if node.kind is ir.FoldKind.COUNT and node.test is None:
        return _length(numbers, node.source)
    source = numbers.of(node.source, known)
    item = numbers.of(node.item, {**known, node.slot: source}) if node.item is not None else source
    return FOLDS[node.kind].bounds(item, _length(numbers, node.source)[1])


def _length(numbers: Numbers, source: ir.Expr) -> Bounds:
    """How long a list can be: there are so many players, and nothing else is longer than the longest range of numbers."""
    least = numbers.definition.fewest if source == EVERYBODY else 0
    while isinstance(source, ir.Fold) and FOLDS[source.kind].gives_list:
        source = source.source
    return (least, numbers.definition.most) if source == EVERYBODY else LISTED


_RULES: dict[type, Callable[[Numbers, Any, Known], Bounds]] = {
    ir.Const: _const,
    ir.Local: lambda numbers, node, known: known.get(node.slot, ANY),
    ir.Read: lambda numbers, node, known: numbers.variable(node.variable),
    ir.Setting: lambda numbers, node, known: numbers.option(node.option),
    ir.Cell: lambda numbers, node, known: numbers.columns[node.column],
    ir.Feature: lambda numbers, node, known: FEATURES[node.name].bounds,
    ir.Computed: lambda numbers, node, known: numbers.value(node.value),
    ir.Apply: lambda numbers, node, known: numbers.function(node.function),
    ir.ByRow: lambda numbers, node, known: joined(numbers.function(function) for _, function in node.table),
    ir.Op: _op,
    ir.Either: lambda numbers, node, known: joined((numbers.of(node.then, known), numbers.of(node.otherwise, known))),
    ir.Numbers: _between,
    ir.Beyond: _beyond,
    ir.Fold: _fold,
    ir.Sort: lambda numbers, node, known: numbers.of(node.source, known),
    ir.Rank: lambda numbers, node, known: (1, LISTED[1] + 1),
    ir.Clockwise: lambda numbers, node, known: (0, limits.SEATS.most),
}


@lru_cache(maxsize=32)
def numbers_of(definition: Definition) -> Numbers:
    return Numbers(definition)
