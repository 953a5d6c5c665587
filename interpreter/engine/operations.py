"""Arithmetic, comparison and lists, with `none` among the numbers.

Takes the values of an operation's arguments; returns its value. `none` makes numbers none and comparisons false.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def _both_numbers(calculate: Callable[[int, int], Any]) -> Callable[[list[Any]], Any]:
    return lambda found: None if found[0] is None or found[1] is None else calculate(found[0], found[1])


def _both_there(test: Callable[[Any, Any], bool]) -> Callable[[list[Any]], Any]:
    return lambda found: int(found[0] is not None and found[1] is not None and test(found[0], found[1]))


OPERATIONS: dict[str, Callable[[list[Any]], Any]] = {
    "+": _both_numbers(lambda a, b: a + b),
    "-": _both_numbers(lambda a, b: a - b),
    "*": _both_numbers(lambda a, b: a * b),
    "max": _both_numbers(max),
    "min": _both_numbers(min),
    "div": _both_numbers(lambda a, b: a // b if b else None),
    "div_up": _both_numbers(lambda a, b: -(-a // b) if b else None),
    "mod": _both_numbers(lambda a, b: a % b if b else None),
    ">=": _both_there(lambda a, b: a >= b),
    "<=": _both_there(lambda a, b: a <= b),
    ">": _both_there(lambda a, b: a > b),
    "<": _both_there(lambda a, b: a < b),
    "is": _both_there(lambda a, b: a == b),
    "not": lambda found: int(not found[0]),
    "is_none": lambda found: int(found[0] is None),
    "length": lambda found: len(found[0] or ()),
    "item": lambda found: found[0][found[1]] if found[0] and found[1] is not None and 0 <= found[1] < len(found[0]) else None,
    "at": lambda found: found[0][found[1]],
    "listed": lambda found: () if found[0] is None else (found[0],),
    "one_of": lambda found: int(found[0] is not None and found[0] in (found[1] or ())),
    "without": lambda found: tuple(one for one in found[0] if one != found[1]),
}
