"""Every operation of the IR: what it takes and gives, what becomes of `none`, between which numbers it lies, and its meaning.

Evaluation, checks, analyses and the language read this table and keep none of their own; a back end adds how it prints each
entry. A meaning sees no `none` where its entry says what becomes of it, and no result that rules may not go on with leaves one
that is `checked`.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

from .aspects import FIXED, PLACED, Aspect, Aspects
from .ranges import (
    ANY,
    FLAG,
    LISTED,
    Bounds,
    difference_of,
    joined,
    larger_of,
    product_of,
    quotient_of,
    rest_of,
    smaller_of,
    sum_of,
)  # fmt: skip
from .table import Table
from .types import FLAG as FLAG_TYPE
from .types import NUMBER, Sign, Type, TypeSort


class Nones(Enum):
    """What becomes of none."""

    PASSED_ON = "none of one makes none of the whole"
    MADE = "none of one makes none of the whole, which may be none by itself as well"
    FALSE = "nothing holds of none"
    TAKEN = "it is asked of none as of anything; the answer is never none"
    ANSWERED = "it is asked of none as of anything; the answer may be none"
    ITEM = "the answer is a thing of the first list, which may hold none"
    KEPT = "the answer is a list that holds what the lists hold that it is made of"
    REPLACED = "the second one stands in for none"


class Spoken(Enum):
    """How a definition says it."""

    BETWEEN = "between two values"
    BEFORE = "before a condition"
    CALLED = "before two values in brackets"
    NOT = "in other words, or not at all"


@dataclass(frozen=True, slots=True)
class Shape:
    """What an argument is; of whatever sort, if none is named."""

    sort: TypeSort | None = None
    many: bool = False


Gives = Callable[..., Type]
A_NUMBER, A_FLAG, A_THING, A_LIST = Shape(TypeSort.NUMBER), Shape(TypeSort.FLAG), Shape(), Shape(many=True)
CARDS, A_ZONE, A_PLAYER = Shape(TypeSort.CARD, many=True), Shape(TypeSort.ZONE), Shape(TypeSort.PLAYER)


@dataclass(frozen=True, slots=True)
class Operation:
    """`gives` tells the type of the answer from those of the arguments, `bounds` its range from theirs. The meaning `of_table`
    is given the table first. `settled_by` is the answer of the first argument after which the second is not asked."""

    sign: Sign
    takes: tuple[Shape, ...]
    gives: Gives
    nones: Nones
    meaning: Callable[..., Any]
    bounds: Callable[..., Bounds] = lambda *arguments: ANY
    spoken: Spoken = Spoken.NOT
    checked: bool = False
    of_table: bool = False
    reads: Aspects = FIXED
    settled_by: bool | None = None


# ---------------------------------------------------------------- what an answer is


def _number(*types: Type) -> Type:
    return NUMBER


def _flag(*types: Type) -> Type:
    return FLAG_TYPE


def _first(first: Type, *types: Type) -> Type:
    return first


def _item(first: Type, *types: Type) -> Type:
    return Type(first.sort, first.names)


def _list_of(first: Type, *types: Type) -> Type:
    return Type(first.sort, first.names, True)


def _zones(*types: Type) -> Type:
    return Type(TypeSort.ZONE, (), True)


def _as_first(first: Bounds, *bounds: Bounds) -> Bounds:
    return first


def _as_both(*bounds: Bounds) -> Bounds:
    return joined(bounds)


def _common(first: Type, second: Type) -> Type:
    """What one of two things is; of none alone nothing is known."""
    if first.sort is TypeSort.NONE or second.sort is TypeSort.NONE:
        return second if first.sort is TypeSort.NONE else first
    names = tuple(dict.fromkeys((*first.names, *second.names))) if first.names and second.names else ()
    return Type(first.sort, names, first.many)


# ---------------------------------------------------------------- groups of entries


TWO_NUMBERS = (A_NUMBER, A_NUMBER)


def _checked(sign: Sign, meaning: Callable[[int, int], int], bounds: Callable[[Bounds, Bounds], Bounds]) -> Operation:
    return Operation(sign, TWO_NUMBERS, _number, Nones.PASSED_ON, meaning, bounds, Spoken.BETWEEN, checked=True)


def _called(
    sign: Sign, meaning: Callable[[int, int], int | None], bounds: Callable[[Bounds, Bounds], Bounds], nones: Nones
) -> Operation:
    return Operation(sign, TWO_NUMBERS, _number, nones, meaning, bounds, Spoken.CALLED)


def _comparison(sign: Sign, meaning: Callable[[Any, Any], bool], shape: Shape = A_NUMBER) -> Operation:
    return Operation(sign, (shape, shape), _flag, Nones.FALSE, lambda a, b: int(meaning(a, b)), lambda *_: FLAG, Spoken.BETWEEN)


def _condition(sign: Sign, takes: tuple[Shape, ...], meaning: Callable[..., int], spoken: Spoken = Spoken.NOT) -> Operation:
    return Operation(sign, takes, _flag, Nones.TAKEN, meaning, lambda *_: FLAG, spoken)


def _logic(sign: Sign, meaning: Callable[[Any, Any], int], settled_by: bool) -> Operation:
    both = (A_FLAG, A_FLAG)
    return Operation(sign, both, _flag, Nones.TAKEN, meaning, lambda *_: FLAG, Spoken.BETWEEN, settled_by=settled_by)


def _item_of(things: Any, index: int | None) -> Any:
    return things[index] if things and index is not None and 0 <= index < len(things) else None


def _joined(things: Sequence[Any] | None, more: Sequence[Any] | None) -> tuple[Any, ...]:
    """Everything of the one list, then what only the other one holds; nothing twice."""
    return tuple(dict.fromkeys((*(things or ()), *(more or ()))))


def _of_family(table: Table, zone: int | None, family: int) -> int | None:
    return zone if zone is not None and table.world.zones[zone].family == family else None


def _owned(table: Table, cards: Sequence[int], player: int | None) -> tuple[int, ...]:
    return tuple(card for card in cards if table.state.owner(card) == player)


def _zones_of(table: Table, cards: Sequence[int] | None) -> tuple[int, ...]:
    return tuple(table.state.lies_in[card] for card in cards or ())


def _by_place(table: Table, cards: Sequence[int] | None, seat: int | None) -> Sequence[int]:
    return table.by_place(cards or (), seat)


_ENTRIES = (
    _checked(Sign.ADD, operator.add, sum_of),
    _checked(Sign.SUBTRACT, operator.sub, difference_of),
    _checked(Sign.MULTIPLY, operator.mul, product_of),
    _called(Sign.MAX, max, larger_of, Nones.PASSED_ON),
    _called(Sign.MIN, min, smaller_of, Nones.PASSED_ON),
    _called(Sign.DIV, lambda a, b: a // b if b else None, quotient_of, Nones.MADE),
    _called(Sign.DIV_UP, lambda a, b: -(-a // b) if b else None, quotient_of, Nones.MADE),
    _called(Sign.MOD, lambda a, b: a % b if b else None, rest_of, Nones.MADE),
    _comparison(Sign.AT_LEAST, operator.ge),
    _comparison(Sign.AT_MOST, operator.le),
    _comparison(Sign.MORE, operator.gt),
    _comparison(Sign.LESS, operator.lt),
    _comparison(Sign.IS, operator.eq, A_THING),
    _condition(Sign.IS_NONE, (A_THING,), lambda a: int(a is None)),
    _logic(Sign.AND, lambda a, b: int(bool(a) and bool(b)), settled_by=False),
    _logic(Sign.OR, lambda a, b: int(bool(a) or bool(b)), settled_by=True),
    _condition(Sign.NOT, (A_FLAG,), lambda a: int(not a), Spoken.BEFORE),
    _condition(Sign.ONE_OF, (A_THING, A_LIST), lambda thing, things: int(thing is not None and thing in (things or ()))),
    Operation(Sign.LENGTH, (A_LIST,), _number, Nones.TAKEN, lambda things: len(things or ()), lambda *_: LISTED),
    Operation(Sign.LISTED, (A_THING,), _list_of, Nones.TAKEN, lambda thing: () if thing is None else (thing,), _as_first),
    Operation(Sign.ITEM, (A_LIST, A_NUMBER), _item, Nones.ANSWERED, _item_of, _as_first),
    Operation(Sign.AT, (A_LIST, A_NUMBER), _item, Nones.ITEM, lambda things, index: things[index], _as_first),
    Operation(
        Sign.WITHOUT, (A_LIST, A_THING), _first, Nones.KEPT,
        lambda things, thing: tuple(one for one in things if one != thing), _as_first,
    ),
    Operation(Sign.UNTOLD, (A_THING, A_PLAYER), _first, Nones.ANSWERED, lambda value, owner: value, _as_first),
    Operation(
        Sign.OR_ELSE, (A_THING, A_THING), _common, Nones.REPLACED,
        lambda value, instead: instead if value is None else value, _as_both,
    ),
    Operation(Sign.JOINED, (A_LIST, A_LIST), _common, Nones.KEPT, _joined, _as_both),
    Operation(Sign.OF_FAMILY, (A_ZONE, A_NUMBER), _first, Nones.ANSWERED, _of_family, of_table=True),
    Operation(Sign.OWNED, (CARDS, A_PLAYER), _first, Nones.TAKEN, _owned, of_table=True, reads=PLACED),
    Operation(Sign.ZONES_OF, (CARDS,), _zones, Nones.TAKEN, _zones_of, of_table=True, reads=PLACED),
    Operation(Sign.PLACED, (CARDS, A_PLAYER), _first, Nones.TAKEN, _by_place, of_table=True, reads=frozenset(Aspect)),
)  # fmt: skip

OPERATIONS = {entry.sign: entry for entry in _ENTRIES}
assert set(OPERATIONS) == set(Sign), "every sign has its entry"

LISTS = frozenset(one.sign for one in _ENTRIES if one.gives(*[Type(TypeSort.CARD, (), each.many) for each in one.takes]).many)
ARITHMETIC = frozenset(one.sign for one in _ENTRIES if one.takes == TWO_NUMBERS and one.gives is _number)
COMPARISONS = frozenset(one.sign for one in _ENTRIES if one.spoken is Spoken.BETWEEN and one.nones is Nones.FALSE)
SHARES = frozenset(one.sign for one in _ENTRIES if one.sign in ARITHMETIC and one.nones is Nones.MADE)  # none of nothing
CALLED = {str(one.sign): len(one.takes) for one in _ENTRIES if one.spoken is Spoken.CALLED}  # with how many numbers
