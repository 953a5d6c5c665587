"""Between which two numbers something lies: the lowest and the highest, both among them.

Ranges are put together here without knowing where they come from; `analysis/bounds` finds them in a definition.
"""

from __future__ import annotations

from collections.abc import Iterable

from . import limits

Bounds = tuple[int, int]

MOST = limits.NUMBER.most
ANY: Bounds = (-MOST, MOST)
FLAG: Bounds = (0, 1)
LISTED: Bounds = (0, limits.NUMBERS.most)  # no list is longer than the longest range of numbers


def joined(bounds: Iterable[Bounds]) -> Bounds:
    """From the lowest to the highest of several; everything, if there are none."""
    every = list(bounds)
    return (min(low for low, _ in every), max(high for _, high in every)) if every else ANY


def is_safe(bounds: Bounds) -> bool:
    """Whether rules may go on with all of it."""
    low, high = bounds
    return low >= -MOST and high <= MOST


def clipped(bounds: Bounds) -> Bounds:
    return max(-MOST, min(bounds[0], MOST)), min(MOST, max(bounds[1], -MOST))


# ---------------------------------------------------------------- what comes of two


def sum_of(one: Bounds, other: Bounds) -> Bounds:
    return one[0] + other[0], one[1] + other[1]


def difference_of(one: Bounds, other: Bounds) -> Bounds:
    return one[0] - other[1], one[1] - other[0]


def product_of(one: Bounds, other: Bounds) -> Bounds:
    corners = [left * right for left in one for right in other]
    return min(corners), max(corners)


def larger_of(one: Bounds, other: Bounds) -> Bounds:
    return max(one[0], other[0]), max(one[1], other[1])


def smaller_of(one: Bounds, other: Bounds) -> Bounds:
    return min(one[0], other[0]), min(one[1], other[1])


def quotient_of(one: Bounds, other: Bounds) -> Bounds:
    most = max(map(abs, one))
    return -most if min(*one, *other) < 0 else 0, most


def rest_of(one: Bounds, other: Bounds) -> Bounds:
    most = max(map(abs, other))
    return -most if other[0] < 0 else 0, most
