"""What is made of the members of a list: counted, added up, found; or put in an order, and what is taken of that.

Evaluation and analyses read these two tables; a back end adds how it prints each entry. Of a loop that `stops` at the first
member that passes, `hit` is the answer made of that member and `miss` the one if none passes; of all others the meaning is
given every member, or what was asked of each.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from .ranges import FLAG, Bounds
from .types import FoldKind, SortKind

Ranked = Sequence[tuple[Any, Any]]  # things in the order of their list, each behind the key that it is ordered by


@dataclass(frozen=True, slots=True)
class FoldEntry:
    """`spoken` is the word of the language, if there is one; `bounds` tells the range of the answer from that of what is asked
    of each and how many there are at most."""

    kind: FoldKind
    meaning: Callable[[Sequence[Any]], Any]
    spoken: str = ""
    can_be_none: bool = False
    gives_list: bool = False
    gives_member: bool = False
    stops: bool = False
    backwards: bool = False
    hit: Callable[[Any], Any] = lambda thing: thing
    miss: int | None = None
    checked: bool = False
    bounds: Callable[[Bounds, int], Bounds] = lambda item, most: item


def _there(values: Sequence[Any]) -> list[Any]:
    return [one for one in values if one is not None]


_FOLDS = (
    FoldEntry(FoldKind.COUNT, len, "count", bounds=lambda item, most: (0, most)),
    FoldEntry(
        FoldKind.TOTAL, lambda values: sum(_there(values)), "sum", checked=True,
        bounds=lambda item, most: (min(0, item[0]) * most, max(0, item[1]) * most),
    ),
    FoldEntry(FoldKind.HIGHEST, lambda values: max(_there(values), default=None), "highest", can_be_none=True),
    FoldEntry(FoldKind.LOWEST, lambda values: min(_there(values), default=None), "lowest", can_be_none=True),
    FoldEntry(
        FoldKind.SOME, lambda values: int(len(values) > 0), "some", stops=True, hit=lambda thing: 1, miss=0,
        bounds=lambda item, most: FLAG,
    ),
    FoldEntry(
        FoldKind.FIRST, lambda things: things[0] if len(things) else None, "first", can_be_none=True, gives_member=True,
        stops=True,
    ),
    FoldEntry(
        FoldKind.LAST, lambda things: things[-1] if len(things) else None, "last", can_be_none=True, gives_member=True,
        stops=True, backwards=True,
    ),
    FoldEntry(FoldKind.LIST, tuple, gives_list=True, gives_member=True),
)  # fmt: skip

FOLDS = {entry.kind: entry for entry in _FOLDS}
assert set(FOLDS) == set(FoldKind), "every kind has its entry"


@dataclass(frozen=True, slots=True)
class SortEntry:
    kind: SortKind
    meaning: Callable[[Ranked], Any]
    spoken: str
    gives_list: bool = False


def _best(ranked: Ranked) -> tuple[Any, ...]:
    best = min((key for key, _ in ranked), default=None)
    return tuple(thing for key, thing in ranked if key == best)


def _last(ranked: Ranked) -> Any:
    worst = max((key for key, _ in ranked), default=None)
    return next((thing for key, thing in reversed(ranked) if key == worst), None)


_SORTS = (
    SortEntry(
        SortKind.ALL, lambda ranked: tuple(thing for _, thing in sorted(ranked, key=lambda pair: pair[0])), "order",
        gives_list=True,
    ),
    SortEntry(SortKind.FIRST, lambda ranked: next(iter(_best(ranked)), None), "first"),
    SortEntry(SortKind.LAST, _last, "last"),
    SortEntry(SortKind.BEST, _best, "best", gives_list=True),
)  # fmt: skip

SORTS = {entry.kind: entry for entry in _SORTS}
assert set(SORTS) == set(SortKind), "every kind has its entry"
