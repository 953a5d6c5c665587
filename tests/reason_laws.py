"""What must hold of every reason, told independently of how reasons are made: its parts come to what it is worth."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from dataclasses import fields
from typing import Any

from rulewright.telling.known import Thing
from rulewright.telling.reasons import Kind, Reason

COMPARISONS = {">=": operator.ge, "<=": operator.le, ">": operator.gt, "<": operator.lt, "is": operator.eq}
SHARES = {"div": lambda a, b: a // b, "div_up": lambda a, b: -(-a // b), "mod": operator.mod}


def everything_in(reason: Reason) -> Iterator[Reason]:
    yield reason
    for part in (*reason.parts, *reason.others):
        yield from everything_in(part)


def in_full(reason: Reason) -> list[object]:
    """All that a reason holds; what it is called in a shell is short."""
    own = [getattr(reason, one.name) for one in fields(reason) if one.repr and one.name not in ("parts", "others")]
    return [own, [in_full(one) for one in reason.parts], [in_full(one) for one in reason.others]]


def broken(reason: Reason) -> list[Reason]:
    """Every reason in a tree whose parts do not come to it."""
    return [one for one in everything_in(reason) if one.kind in LAWS and not LAWS[one.kind](one)]


def values(reason: Reason) -> list[Any]:
    return [part.value for part in reason.parts]


def there(reason: Reason) -> list[Any]:
    return [value for value in values(reason) if value is not None]


def _sum(one: Reason) -> bool:
    return None in values(one) if one.value is None else sum(there(one)) == one.value


def _product(one: Reason) -> bool:
    left, right = values(one)
    return one.value == (None if None in (left, right) else left * right)


def _share(one: Reason) -> bool:
    left, right = values(one)
    return one.value == (SHARES[one.sign](left, right) if left is not None and right else None)


def _looked_up(one: Reason) -> bool:
    (place,) = values(one)
    is_there = place is not None and 1 <= place <= len(one.given)
    return one.value == (int(one.given[place - 1].replace("−", "-")) if is_there else None)


def _extreme(choose: Callable[..., Any]) -> Callable[[Reason], bool]:
    return lambda one: one.value == choose(there(one), default=None) or (one.value is None and None in values(one))


def _is_last(one: Reason) -> bool:
    return one.value == one.parts[-1].value


def _compared(one: Reason) -> bool:
    if one.sign == "is_none":
        return one.value == (one.parts[0].value is None)
    left, right = values(one)
    if one.sign == "one_of":
        return one.value == (left is not None and left in (right or ()))
    if left is None or right is None:
        return not one.value
    if one.sign == "is" and getattr(left, "sort", "") == "card":  # copies of a card look alike
        return not one.value or left == right
    return one.value == COMPARISONS[one.sign](left, right)


def _changed(one: Reason) -> bool:
    by_kind = {kind: [part.value for part in one.parts if part.kind is kind] for kind in Kind}
    (start,), held = by_kind[Kind.START], by_kind[Kind.HELD]
    if isinstance(one.value, bool):
        return one.value == bool(start or any(held))
    found = held[-1] if held else start
    if found is None:
        return one.value is None
    found += sum(value or 0 for value in by_kind[Kind.GAINED])
    found = max([found, *by_kind[Kind.AT_LEAST]])
    return one.value == min([found, *by_kind[Kind.AT_MOST]])


def _order(one: Reason, candidate: Reason) -> tuple[Any, ...]:
    """By what a candidate is ordered, as many keys as it took; none comes last, unless the last is taken."""
    assert len(candidate.parts) <= len(one.by)
    keys = [(by, _place(key.value)) for by, key in zip(one.by, candidate.parts, strict=False)]
    none = (-1, 0) if one.sign == "last" else (1, 0)
    return tuple(none if place is None else (0, -place if by.startswith("most") else place) for by, place in keys)


def _asks_what_it_took(one: Reason) -> bool:
    """Whoever is asked one key less than there are is alone with those before."""
    asked = [[key.value for key in part.parts] for part in one.parts]
    return all(
        sum(other[: len(keys)] == keys for other in asked) == 1 for keys in asked if len(keys) < len(one.by)
    )


def _place(value: Any) -> int | None:
    """A number, or of a member of a type its place among the others."""
    return int(value.key.rpartition("-")[2]) if isinstance(value, Thing) else value


def _ranked(one: Reason) -> bool:
    if not one.parts:
        return not one.value
    if one.value is None:  # something hidden has settled it
        return any(key.kind is Kind.HIDDEN for part in one.parts for key in part.parts)
    found = one.value if isinstance(one.value, tuple) else (one.value,)
    orders = sorted(_order(one, part) for part in one.parts)
    told = [_order(one, part) for value in found for part in one.parts if part.value == value]
    return bool(told) and min(told) == orders[0] and _asks_what_it_took(one)


def _rank(one: Reason) -> bool:
    mine, *others = [_order(one, part) for part in one.parts]
    return one.value == 1 + sum(other < mine for other in others)


def _passed(one: Reason) -> bool:
    is_found = len(one.value) == len(one.parts) if isinstance(one.value, tuple) else bool(one.parts) is (one.value is not None)
    return is_found and all(values(one)) and not any(part.value for part in one.others)


def _grouped(one: Reason) -> bool:
    return one.value == (len(one.others) if one.sign == "unused" else sum(values(one)))


LAWS: dict[Kind, Callable[[Reason], bool]] = {
    Kind.SUM: _sum,
    Kind.KEPT: lambda one: not one.parts or one.value == sum(values(one)),
    Kind.NEGATED: lambda one: one.value == (None if one.parts[0].value is None else -one.parts[0].value),
    Kind.PRODUCT: _product,
    Kind.SHARE: _share,
    Kind.LOOKED_UP: _looked_up,
    Kind.HIGHEST: _extreme(max),
    Kind.LOWEST: _extreme(min),
    Kind.COUNTED: lambda one: one.value == len(one.parts),
    Kind.SOME: lambda one: one.value == bool(one.parts),
    Kind.COMPARED: _compared,
    Kind.ALL_OF: lambda one: one.value == all(values(one)),
    Kind.ONE_OF: lambda one: one.value == any(values(one)),
    Kind.NOT: lambda one: one.value == (not one.parts[0].value),
    Kind.CHANGED: _changed,
    Kind.GROUPED: _grouped,
    Kind.PASSED: _passed,
    Kind.RANKED: _ranked,
    Kind.RANK: _rank,
    **dict.fromkeys((Kind.DEFINED, Kind.CHOSEN, Kind.START, Kind.HELD, Kind.GAINED, Kind.ITEM), _is_last),
}
