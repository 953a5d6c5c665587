"""Carries operations out as `ir/operations` says: `none` first, then the meaning, then the limits of all numbers.

Takes the values of an operation's arguments; returns its value. A number beyond all limits stops the rules.
"""

from __future__ import annotations

import builtins
import keyword
from collections.abc import Callable
from typing import Any

from ..ir.limits import NUMBER, NUMBERS
from ..ir.operations import OPERATIONS, Nones, Operation
from .trouble import OutOfRange, TooManyNumbers

Answer = Callable[..., Any]


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


def _answer(entry: Operation) -> Answer:
    """The meaning of an operation for all values, none among them."""
    meaning = entry.meaning
    if entry.nones in (Nones.PASSED_ON, Nones.MADE):
        if entry.checked:
            return lambda a, b: None if a is None or b is None else within(meaning(a, b))
        return lambda a, b: None if a is None or b is None else meaning(a, b)
    if entry.nones is Nones.FALSE:
        return lambda a, b: 0 if a is None or b is None else meaning(a, b)
    return meaning


ANSWERS: dict[str, Answer] = {sign: _answer(entry) for sign, entry in OPERATIONS.items()}

# What written source can call by its word: neither a word of Python nor a function that Python has under it.
BY_NAME: dict[str, Answer] = {
    str(sign): ANSWERS[sign]
    for sign, entry in OPERATIONS.items()
    if sign.isidentifier() and not entry.of_table and not keyword.iskeyword(sign) and not hasattr(builtins, sign)
}
