"""Between which two numbers an expression certainly lies, before any game is played.

Takes a definition and what is known of the places of a rule; reads off the types of what the expression is made of. Whatever
cannot be told lies within the limits of all numbers, because an operation that would leave them stops the game: `strays` says
which ones could.
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
from ..ranges import ANY, FLAG, LISTED, Bounds, clipped, is_safe, joined
from ..relations import RELATIONS
from ..walk import walk
from .reading import functions_of_value

Known = Mapping[int, Bounds]  # what is known of the places of a function

EVERYBODY = ir.All(ir.ThingSort.PLAYER)


def is_checked(node: ir.Expr) -> bool:
    """Whether an expression makes a number that can be larger than those it is made of."""
    if isinstance(node, ir.Op):
        return OPERATIONS[node.sign].checked
    if isinstance(node, ir.Beyond):
        return RELATIONS[node.relation, node.sort].checked
    return isinstance(node, ir.Fold) and FOLDS[node.kind].checked


class RuleBounds:
    """Expressions of one rule, with what is known of its places; each is looked at once, however often it stands there."""

    def __init__(self, numbers: DefinitionBounds, known: Known, length: Callable[[ir.Expr], Bounds] | None = None) -> None:
        self.numbers = numbers
        self.definition: Definition = numbers.definition
        self.known: Known = known
        self.length: Callable[[ir.Expr], Bounds] = length if length is not None else self._length
        self._told: dict[int, Bounds] = {}

    def of(self, node: ir.Expr | None) -> Bounds:
        """What a value lies between, once it is there."""
        if id(node) not in self._told:
            self._told[id(node)] = clipped(self.before_check(node))
        return self._told[id(node)]

    def before_check(self, node: ir.Expr | None) -> Bounds:
        """What an operation would give if nothing stopped it."""
        rule = _RULES.get(type(node))
        return rule(self, node) if rule is not None else ANY

    def with_place(self, slot: int, bounds: Bounds) -> RuleBounds:
        """The same, where more is known of a place; what its type says is enough."""
        return self if slot in self.known else RuleBounds(self.numbers, {**self.known, slot: bounds})

    def _length(self, source: ir.Expr) -> Bounds:
        """How long a list can be: there are so many players, and nothing else is longer than the longest range of numbers."""
        least = self.definition.fewest if source == EVERYBODY else 0
        while isinstance(source, ir.Fold) and FOLDS[source.kind].gives_list:
            source = source.source
        return (least, self.definition.most) if source == EVERYBODY else LISTED


class DefinitionBounds:
    """The bounds of everything in one definition."""

    def __init__(self, definition: Definition) -> None:
        self.definition = definition
        self._straying: dict[tuple[str, int], bool] = {}

    def of(self, node: ir.Expr | None, known: Known) -> Bounds:
        """What a value lies between, once it is there."""
        return RuleBounds(self, known).of(node)

    def before_check(self, node: ir.Expr, known: Known) -> Bounds:
        """What an operation would give if nothing stopped it."""
        return RuleBounds(self, known).before_check(node)

    def function(self, number: int) -> Bounds:
        return self.definition.functions[number].type.bounds

    def variable(self, number: int) -> Bounds:
        return self.definition.variables[number].type.bounds

    def limited(self, number: int) -> Bounds:
        """What a value comes to, inside its own limits."""
        low, high = clipped(self.sum_of_value(number))
        least, most = self.definition.values[number].at_least, self.definition.values[number].at_most
        if least is not None:
            low, high = max(low, least), max(high, least)
        return (low, high) if most is None else (min(low, most), min(high, most))

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
                strays = self.strays(self.definition.functions[number].value)
            else:
                value = self.definition.values[number]
                asked = functions_of_value(value)
                strays = not is_safe(self.sum_of_value(number)) or any(self._asked("function", one) for one in asked)
            self._straying[kind, number] = strays
        return self._straying[kind, number]

    def sum_of_value(self, number: int) -> Bounds:
        """What a value can come to with everything it gets, before its own limits. A value that is copied from another card
        has got something there, too, and that one from a third: as often as there are cards."""
        value = self.definition.values[number]
        if value.type.sort is ir.TypeSort.FLAG:
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


# ---------------------------------------------------------------- a rule for every node that tells something


def _const(asking: RuleBounds, node: ir.Const) -> Bounds:
    values = node.value if isinstance(node.value, tuple) else (node.value,)
    there = [one for one in values if one is not None]
    return (min(there), max(there)) if there else (0, 0)


def _by_row(asking: RuleBounds, node: ir.ByRow) -> Bounds:
    return joined(asking.numbers.function(function) for _, function in node.table)


def _op(asking: RuleBounds, node: ir.Op) -> Bounds:
    if node.sign is ir.Sign.LENGTH:
        return asking.length(node.arguments[0])
    return OPERATIONS[node.sign].bounds(*[asking.of(one) for one in node.arguments])


def _beyond(asking: RuleBounds, node: ir.Beyond) -> Bounds:
    low, high = asking.of(node.of)
    return low - 1, high + 1


def _between(asking: RuleBounds, node: ir.Numbers) -> Bounds:
    low, high = asking.of(node.low)[0], asking.of(node.high)[1]
    return low, max(low, high)


def _fold(asking: RuleBounds, node: ir.Fold) -> Bounds:
    if node.kind is ir.FoldKind.COUNT and node.test is None:
        return asking.length(node.source)
    source = asking.of(node.source)
    item = asking.with_place(node.slot, source).of(node.item) if node.item is not None else source
    return FOLDS[node.kind].bounds(item, asking.length(node.source)[1])


def _score(asking: RuleBounds, node: ir.Score) -> Bounds:
    return (0, 0) if asking.definition.score is None else asking.numbers.function(asking.definition.score)


def _grouped(asking: RuleBounds, node: ir.Grouped) -> Bounds:
    if node.part is ir.GroupingPart.FITS:
        return FLAG
    return (0, asking.length(node.cards)[1]) if node.part is ir.GroupingPart.UNUSED else ANY


_RULES: dict[type, Callable[[RuleBounds, Any], Bounds]] = {
    ir.Const: _const,
    ir.Local: lambda asking, node: asking.known.get(node.slot, ANY),
    ir.Read: lambda asking, node: asking.numbers.variable(node.variable),
    ir.Setting: lambda asking, node: asking.definition.options[node.option].type.bounds,
    ir.Cell: lambda asking, node: asking.definition.columns[node.column].type.bounds,
    ir.Feature: lambda asking, node: FEATURES[node.name].bounds,
    ir.Computed: lambda asking, node: asking.definition.values[node.value].type.bounds,
    ir.Apply: lambda asking, node: asking.numbers.function(node.function),
    ir.ByRow: _by_row,
    ir.Op: _op,
    ir.Either: lambda asking, node: joined((asking.of(node.then), asking.of(node.otherwise))),
    ir.Numbers: _between,
    ir.Beyond: _beyond,
    ir.Fold: _fold,
    ir.Sort: lambda asking, node: asking.of(node.source),
    ir.Rank: lambda asking, node: (1, asking.length(node.source)[1] + 1),
    ir.Score: _score,
    ir.Grouped: _grouped,
}


@lru_cache(maxsize=64)
def numbers_of(definition: Definition) -> DefinitionBounds:
    return DefinitionBounds(definition)
