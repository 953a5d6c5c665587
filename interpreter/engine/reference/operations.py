"""Arithmetic, comparison and lists, with `none` among the numbers.

Takes the values of an operation's arguments; returns its value. `none` makes numbers none and comparisons false; a number
beyond all limits stops the rules.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...ir.limits import NUMBER, NUMBERS
from ..trouble import OutOfRange, TooManyNumbers


def _both_numbers(calculate: Callable[[int, int], Any]) -> Callable[[Any, Any], Any]:
    return lambda a, b: None if a is None or b is None else calculate(a, b)


def within(number: int, function: int | None = None) -> int:
    """A result, if rules may go on with it; told is the definition in which it came up."""
    if -NUMBER.most <= number <= NUMBER.most:
        return number
    raise OutOfRange(function)


def numbers_between(low: int | None, high: int | None) -> range | tuple[int, ...]:
    if low is None or high is None:
        return ()
    if high - low >= NUMBERS.most:
        raise TooManyNumbers
    return range(low, high + 1)


OPERATIONS: dict[str, Callable[..., Any]] = {
    "+": _both_numbers(lambda a, b: within(a + b)),
    "-": _both_numbers(lambda a, b: within(a - b)),
    "*": _both_numbers(lambda a, b: within(a * b)),
    "max": _both_numbers(max),
    "min": _both_numbers(min),
    "div": _both_numbers(lambda a, b: a // b if b else None),
    "div_up": _both_numbers(lambda a, b: -(-a // b) if b else None),
    "mod": _both_numbers(lambda a, b: a % b if b else None),
    ">=": lambda a, b: int(a is not None and b is not None and a >= b),
    "<=": lambda a, b: int(a is not None and b is not None and a <= b),
    ">": lambda a, b: int(a is not None and b is not None and a > b),
    "<": lambda a, b: int(a is not None and b is not None and a < b),
    "is": lambda a, b: int(a is not None and b is not None and a == b),
    "not": lambda a: int(not a),
    "is_none": lambda a: int(a is None),
    "length": lambda things: len(things or ()),
    "item": lambda things, index: things[index] if things and index is not None and 0 <= index < len(things) else None,
    "at": lambda things, index: things[index],
    "listed": lambda thing: () if thing is None else (thing,),
    "one_of": lambda thing, things: int(thing is not None and thing in (things or ())),
    "untold": lambda value, owner: value,
    "without": lambda things, thing: tuple(one for one in things if one != thing),
}
