"""How much a value may have to look at before it is known, at worst.

Takes a definition; adds up from the inside out, with every list as long as its declarations and the cards that lie there allow.
or, `once`, as if every loop went round once, which is what is written if all that is called is written out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from ... import ir
from ...model.definition import Definition, Modifier
from .. import limits
from ..gathering import FOLDS
from ..operations import LISTS
from ..relations import SIDES
from ..walk import children, walk
from .bearers import PLAIN, Bearing, are_cards, bearers_of
from .calls import in_circles
from .capacities import zones_of_owner
from .cost import ANYWHERE, NOTHING, Cost, fixed, fullest, sized
from .lengths import Families, Known, Lengths
from .reading import functions_asked, functions_of_value

Chain = tuple[int, ...]  # the functions that ask each other, from the outside in
Given = tuple[tuple[int, Families | Bearing], ...]  # what a function is given that is one thing, with what is known of it
LOOK = 10  # what it takes to look at one thing; what is only passed over on the way takes a tenth
LOOKED, CALLED = fixed(LOOK), fixed(5 * LOOK)  # what it takes to look at a thing, and to ask a function
MOST_TERMS = 40  # a cost with more is taken at its worst
MOST_WAYS = 30  # and a function that is given more different things
SHORT = 200  # where no zone can hold more cards, looking along one takes as long whatever lies there


class Effort:
    """`circles` are the values that may need themselves: what they ask of each other is counted while a game is played."""

    def __init__(self, definition: Definition) -> None:
        self.definition = definition
        self.lengths = Lengths(definition)
        self.circles = values_in_circles(definition)
        self.needed = limits.NEEDED.most + sum(map(self._makers, self.circles))
        longest = self.lengths.full(ANYWHERE)
        self.along = fixed(longest) if longest <= SHORT else sized(ANYWHERE)  # to find where a card lies in its zone
        self._functions: dict[tuple[int, Given], Cost] = {}
        self._ways: Counter[int] = Counter()
        self._values: dict[int, Cost] = dict.fromkeys(self.circles, LOOKED)
        self._borne: dict[tuple[int, Bearing], Cost] = {}
        self.bearers = bearers_of(definition, self.lengths)
        if self.circles:
            self._close_circles()

    def _close_circles(self) -> None:
        """A value that needs itself costs as much as the dearest of its circle, as often as one may be needed."""
        dearest = NOTHING
        for number in self.circles:
            dearest = dearest.or_more(self._changed(number))
        self._functions.clear()
        self._borne.clear()
        self._ways.clear()
        self._values = dict.fromkeys(self.circles, dearest * fixed(self.needed))

    def _makers(self, number: int) -> int:
        """How many cards can make a value need itself: none of them is asked twice, or it would never end."""
        value, functions = self.definition.values[number], functions_in_circles(self.definition)
        turning = [one for one in (*value.holds, *value.gets) if functions & {one.applies, one.amount}]
        rows = [one.carrier for one in turning if one.carrier is not None]
        common = self.lengths.cards + self.lengths.zones if len(rows) < len(turning) else 0
        return common + sum(self.lengths.most(ir.All(ir.ThingSort.ROW, (row,))) for row in rows)

    def worst(self, node: Any) -> int:
        """The things that an expression looks at, with every zone as full as it can be."""
        return self.of(node, {}).at(self.lengths.full) // LOOK

    def of(self, node: Any, known: Known) -> Cost:
        """The things that are looked at for an expression, itself among them."""
        if isinstance(node, tuple):
            return sum((self.of(one, known) for one in node), NOTHING)
        if not isinstance(node, ir.EXPRESSIONS):
            return NOTHING
        rule = _RULES.get(type(node))
        inside = sum((self.of(one, known) for one in children(node)), NOTHING) if rule is None else rule(self, node, known)
        return self._kept(LOOKED + inside)

    def _kept(self, cost: Cost) -> Cost:
        return cost if len(cost.terms) <= MOST_TERMS else fixed(cost.at(self.lengths.full))

    def length(self, node: ir.Expr | None, known: Known) -> Cost:
        return self.lengths.of(node, known)

    def function(self, number: int, given: Given = ()) -> Cost:
        """What asking for a defined value costs, where so much more is known of what it is given than its types say."""
        if (number, given) not in self._functions:
            self._ways[number] += 1
            if self._ways[number] > MOST_WAYS and given:
                return self.function(number)
            self._functions[number, given] = NOTHING
            known = self.lengths.given(self.definition.functions[number].slots)
            told = {slot: families for slot, families in given if families is not None or slot not in known}
            self._functions[number, given] = self.of(self.definition.functions[number].value, {**known, **told})
        return self._functions[number, given]

    def given(self, arguments: tuple[ir.Expr, ...], known: Known) -> Given:
        """What is known of what a function is given: which of it is one thing, and of which families."""
        single = [(slot, one) for slot, one in enumerate(arguments) if not self.lengths.is_many(one, known)]
        return tuple((slot, bearing_of(one, known) or self.lengths.families_of(one, known)) for slot, one in single)

    def rounds(self, source: ir.Expr, slot: int, known: Known, each: Callable[[Known], Cost]) -> Cost:
        """What is done for every thing of a list that stands in a place meanwhile, with the going through."""
        families = self.lengths.families_of(source, known)
        length = self.length(source, known)
        if self.bearers and are_cards(source):
            borne = [length.up_to(cards) * (LOOKED + each({**known, slot: one})) for one, cards in self.bearers]
            return sum(borne, length * (LOOKED + each({**known, slot: PLAIN})))
        cost = LOOKED + each({**known, slot: families})
        if families is not None and len(families) == 1 and not length.sizes:
            return cost.in_each(families[0], length.at(self.lengths.full))
        return length * cost

    def value(self, number: int) -> Cost:
        """What a value costs with everything that may change it."""
        if number not in self._values:
            self._values[number] = NOTHING
            self._values[number] = self._kept(self._changed(number))
        return self._values[number]

    def borne(self, number: int, bearing: Bearing) -> Cost:
        """What the value of a card costs of which it is known which values its own abilities change."""
        if number in self.circles and (number in bearing.changes or self._turns_without_bearers(number)):
            return self.value(number)
        if (number, bearing) not in self._borne:
            self._borne[number, bearing] = NOTHING
            self._borne[number, bearing] = self._kept(self._changed(number, bearing))
        return self._borne[number, bearing]

    def _turns_without_bearers(self, number: int) -> bool:
        """Whether a value may need itself of a card without abilities that change it."""
        value = self.definition.values[number]
        common = [one for one in (*value.holds, *value.gets) if not _is_borne(one)]
        asked = {value.starts, *(number for one in common for number in (one.applies, one.amount))}
        return not asked.isdisjoint(functions_in_circles(self.definition))

    def _changed(self, number: int, bearing: Bearing | None = None) -> Cost:
        """Of what changes only the card it is written on, one row counts at a time; none, where that is known of the card."""
        value = self.definition.values[number]
        families = bearing or ((value.of.number,) if value.of.is_zone else None)
        cost = self.function(value.starts, ((ir.PLAYER, None), (ir.THIS, families)))
        given = ((ir.PLAYER, None), (ir.THIS, None), (ir.FIRST_FREE, families))
        own: dict[int | None, Cost] = {}
        for modifier in (*value.holds, *value.gets):
            if bearing is not None and _is_borne(modifier) and number not in bearing.changes:
                own[modifier.carrier] = NOTHING
            elif modifier.own:
                own[modifier.carrier] = own.get(modifier.carrier, NOTHING) + self._modifier(modifier, given)
            else:
                cost += self._modifier(modifier, given)
        dearest = fixed(len(own))
        for one in own.values():
            dearest = dearest.or_more(one)
        return cost + dearest

    def _modifier(self, modifier: Modifier, given: Given) -> Cost:
        cost = LOOKED + self.function(modifier.applies, given) + self.function(modifier.amount, given)
        if modifier.carrier is None or modifier.own:
            return cost
        return self.length(ir.All(ir.ThingSort.ROW, (modifier.carrier,)), {}) * cost

    def chain(self, node: Any) -> Chain:
        """The dearest functions that an expression asks, each the dearest of the one before."""
        way: list[int] = []
        while asked := asked_by(node, self.definition) - set(way):
            way.append(max(asked, key=lambda one: (self.function(one).at(self.lengths.full), -one)))
            node = self.definition.functions[way[-1]].value
        return tuple(way)


@lru_cache(maxsize=64)
def effort_of(definition: Definition) -> Effort:
    return Effort(definition)


@lru_cache(maxsize=64)
def values_in_circles(definition: Definition) -> frozenset[int]:
    """The values that may need themselves, by what is written on cards."""
    functions = functions_in_circles(definition)
    return frozenset(number for number, value in enumerate(definition.values) if functions & {*functions_of_value(value)})


@lru_cache(maxsize=64)
def functions_in_circles(definition: Definition) -> frozenset[int]:
    return in_circles([asked_by(function.value, definition) for function in definition.functions])


@lru_cache(maxsize=64)
def functions_to_circles(definition: Definition) -> frozenset[int]:
    """The functions in circles, and all that may come to ask one of them."""
    asked = [asked_by(function.value, definition) for function in definition.functions]
    found, before = functions_in_circles(definition), None
    while found != before:
        found, before = found | {number for number, others in enumerate(asked) if not others.isdisjoint(found)}, found
    return found


@lru_cache(maxsize=64)
def functions_from_circles(definition: Definition) -> frozenset[int]:
    """The functions that may be asked while values that need themselves are being counted."""
    values = [definition.values[number] for number in values_in_circles(definition)]
    found, new = frozenset[int](), {one for value in values for one in functions_of_value(value)}
    while new:
        found |= new
        new = {other for one in new for other in asked_by(definition.functions[one].value, definition)} - found
    return found


def asked_by(node: Any, definition: Definition) -> set[int]:
    """The functions that an expression asks for itself, with all that is in it."""
    return {number for one in walk(node) for number in functions_asked(one, definition)}


# ---------------------------------------------------------------- what is gone through again and again


def _fold(effort: Effort, node: ir.Fold, known: Known) -> Cost:
    if node.test is None and node.item is None and (FOLDS[node.kind].stops or node.kind in _AT_ONCE):
        return effort.of(node.source, known)
    asked: tuple[Any, ...] = (node.test, node.item)
    cost = effort.of(node.source, known)
    if (belonging := _of_one_owner(effort, node)) is not None:
        family, zones, first, *rest = belonging
        cost += effort.of((*rest, node.item), {**known, node.slot: (family,)}).in_each(family, zones)
        asked = (first,)
    return cost + effort.rounds(node.source, node.slot, known, lambda inside: effort.of(asked, inside))


def _of_one_owner(effort: Effort, node: ir.Fold) -> tuple[int, int, ir.Expr, ir.Expr] | None:
    """Where a test asks of zones whose they are before anything else: their family, how many belong to one owner, and the two
    parts of the test. The second is asked of no others."""
    match node:
        case ir.Fold(
            source=ir.All(sort=ir.ThingSort.ZONE, names=(family,)),
            test=ir.Op(
                sign=ir.Sign.AND,
                arguments=(
                    ir.Op(
                        sign=ir.Sign.IS, arguments=(ir.Feature(name=ir.FeatureName.PARENT, of=ir.Local() as zone), owner)
                    ) as first,
                    second,
                ),
            ),
        ) if zone.slot == node.slot and zone not in walk(owner):
            return family, zones_of_owner(effort.definition, family), first, second
    return None


def _sort(effort: Effort, node: ir.Sort | ir.Rank, known: Known) -> Cost:
    keys = tuple(key for key, _ in node.keys)
    own = effort.of((node.of, keys), known) if isinstance(node, ir.Rank) else NOTHING
    return own + effort.of(node.source, known) + effort.rounds(node.source, node.slot, known, lambda k: effort.of(keys, k))


def _reach(effort: Effort, node: ir.Reach, known: Known) -> Cost:
    steps = (fixed(SIDES) if node.among is None else effort.length(node, known)) * effort.length(node, known)
    families = effort.lengths.families_of(node.start, known)
    joined = effort.function(node.function, ((ir.PLAYER, None), (ir.THIS, families), (ir.FIRST_FREE, families)))
    return effort.of((node.start, node.player), known) + steps * (LOOKED + joined)


def _apply(effort: Effort, node: ir.Apply, known: Known) -> Cost:
    return CALLED + effort.of(node.arguments, known) + effort.function(node.function, effort.given(node.arguments, known))


def _by_row(effort: Effort, node: ir.ByRow, known: Known) -> Cost:
    dearest = NOTHING
    for _, function in node.table:
        dearest = dearest.or_more(effort.function(function))
    return effort.of((node.of, node.player), known) + dearest


def _either(effort: Effort, node: ir.Either, known: Known) -> Cost:
    ways = effort.of(node.then, known).or_more(effort.of(node.otherwise, known))
    return effort.of(node.condition, known) + ways


def bearing_of(node: ir.Expr, known: Known) -> Bearing | None:
    """What is known of the abilities of a card."""
    told = known.get(node.slot) if isinstance(node, ir.Local) else None
    return told if isinstance(told, Bearing) else None


def _is_borne(modifier: Modifier) -> bool:
    return modifier.own and modifier.carrier is not None


def _computed(effort: Effort, node: ir.Computed, known: Known) -> Cost:
    bearing = bearing_of(node.of, known)
    return effort.of(node.of, known) + (effort.value(node.value) if bearing is None else effort.borne(node.value, bearing))


def _score(effort: Effort, node: ir.Score, known: Known) -> Cost:
    score = effort.definition.score
    return effort.of(node.of, known) + (NOTHING if score is None else effort.function(score))


def _grouped(effort: Effort, node: ir.Grouped, known: Known) -> Cost:
    """What a card can stand for is asked of every card; what is tried out to group them is counted when it is."""
    asked = sum((effort.function(one) for one in effort.definition.groupings[node.grouping].functions), LOOKED)
    return effort.of((node.cards, node.player, node.which), known) + effort.length(node.cards, known) * asked


def _feature(effort: Effort, node: ir.Feature, known: Known) -> Cost:
    return effort.of(node.of, known) + (effort.along if node.name == ir.FeatureName.POSITION else NOTHING)


def _beyond(effort: Effort, node: ir.Beyond, known: Known) -> Cost:
    return effort.of(node.of, known) + (effort.along if node.sort == ir.ThingSort.CARD else NOTHING)


def _contents(effort: Effort, node: ir.Contents, known: Known) -> Cost:
    """Of many zones each is looked into, also one in which nothing lies."""
    through = LOOKED * effort.length(node.of, known) + effort.length(node, known)
    return effort.of(node.of, known) + (through if effort.lengths.is_many(node.of, known) else NOTHING)


def _spread(effort: Effort, node: ir.Spread, known: Known) -> Cost:
    return effort.of(node.of, known) + effort.length(node, known)


def _filled(effort: Effort, node: ir.Expr, known: Known) -> Families:
    """The family of a zone that is not empty if a condition holds: where all are empty, nobody asks further."""
    match node:
        case ir.Op(sign=ir.Sign.AND, arguments=(first, second)):
            return _filled(effort, second, known) or _filled(effort, first, known)
        case ir.Op(sign=ir.Sign.NOT, arguments=(ir.Op(sign=ir.Sign.IS, arguments=(counted, ir.Const(value=0))),)):
            match counted:
                case ir.Op(sign=ir.Sign.LENGTH, arguments=(ir.Contents(of=zone),)):
                    families = None if effort.lengths.is_many(zone, known) else effort.lengths.families_of(zone, known)
                    return families if families is not None and len(families) == 1 else None
    return None


_AT_ONCE = (ir.FoldKind.COUNT, ir.FoldKind.LIST)
def _op(effort: Effort, node: ir.Op, known: Known) -> Cost:
    if node.sign == ir.Sign.AND:
        first, second = node.arguments
        cost, families = effort.of(second, known), _filled(effort, first, known)
        return effort.of(first, known) + (cost if families is None else cost * sized(fullest(families[0])))
    inside = effort.of(node.arguments, known)
    if node.sign == ir.Sign.ONE_OF:
        return inside + effort.length(node.arguments[1], known)
    if node.sign == ir.Sign.JOINED:
        return inside + effort.length(node, known)
    return inside + (effort.length(node.arguments[0], known) if node.sign in LISTS else NOTHING)


_RULES: dict[type, Callable[[Effort, Any, Known], Cost]] = {
    ir.Fold: _fold,
    ir.Sort: _sort,
    ir.Rank: _sort,
    ir.Reach: _reach,
    ir.Apply: _apply,
    ir.ByRow: _by_row,
    ir.Computed: _computed,
    ir.Either: _either,
    ir.Score: _score,
    ir.Grouped: _grouped,
    ir.Feature: _feature,
    ir.Beyond: _beyond,
    ir.Contents: _contents,
    ir.Spread: _spread,
    ir.Op: _op,
}
