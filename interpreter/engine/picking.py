"""Rows of picks: which single picks can still become a legal whole.

Takes the candidates and the limits of a choice of several things; answers for a partial pick what may come next. Picks come
in ascending order of the candidates, so that every set can be said in one way only.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import Any, TypeVar

from .. import ir
from ..ir.limits import PICKED_NUMBER, TRIED
from .reference.evaluate import Evaluator, Places
from .trouble import TooMuch, Unpickable

Things = TypeVar("Things", bound=Sequence[Any])


def pickable(things: Things, type: ir.Type) -> Things:
    """What can be picked: of numbers only those that every decision has a number for."""
    if type.sort == "number" and any(abs(one) > PICKED_NUMBER.most for one in things):
        raise Unpickable
    return things


class Picking:
    def __init__(self, candidates: tuple[Any, ...], low: int | None, high: int | None, limits: list[Limited]) -> None:
        self.candidates = candidates
        count = len(candidates)
        self.high = count if high is None else max(0, min(high, count))
        self.tried = 0
        # Asking for 2 where 1 is there takes the 1; where nothing is there, nothing was chosen.
        self.is_hopeless = count == 0 and (low or 0) > 0
        self.low = max(0, min(low or 0, self.high))
        self.limits = limits
        self.only_reach = all(limit.is_reach for limit in limits)

    @classmethod
    def asked(cls, run: Evaluator, node: ir.PickMany, places: Places) -> Picking:
        """A row of picks of the IR, with what its expressions are worth now."""
        candidates = pickable(run.things(node.source, places), node.type)
        low, high = run.value(node.low, places), run.value(node.high, places) if node.high else None
        return cls(candidates, low, high, [_limited(run, limit, candidates, places) for limit in node.limits])

    def end(self, picked: tuple[int, ...], can_decline: bool) -> tuple[int, ...] | None:
        """What a row is that nothing more can be added to."""
        whole = self.is_whole(picked) and not self.is_hopeless and (picked or not can_decline)
        return picked if whole else None

    def next_candidates(self, picked: tuple[int, ...]) -> list[int]:
        """What may be picked next, so that some legal whole remains."""
        self.tried = 0
        if len(picked) >= self.high:
            return []
        start = self.candidates.index(picked[-1]) + 1 if picked else 0
        if self.only_reach:
            return self._reaching(picked, start)
        return [
            self.candidates[place]
            for place in range(start, len(self.candidates))
            if self.can_complete((*picked, self.candidates[place]), place + 1)
        ]

    def is_whole(self, picked: tuple[int, ...]) -> bool:
        return self.low <= len(picked) <= self.high and all(limit.is_met(picked) for limit in self.limits)

    def can_complete(self, picked: tuple[int, ...], rest: int) -> bool:
        """Whether picks from `rest` on can make these a legal whole."""
        self.tried += len(picked)
        if self.tried > TRIED.most:
            raise TooMuch
        if not all(limit.can_hold(picked) for limit in self.limits):
            return False
        if self.is_whole(picked):
            return True
        if len(picked) >= self.high or len(picked) + len(self.candidates) - rest < self.low:
            return False
        return any(
            self.can_complete((*picked, self.candidates[place]), place + 1) for place in range(rest, len(self.candidates))
        )

    def _reaching(self, picked: tuple[int, ...], start: int) -> list[int]:
        """Sums that only have to be reached: what may be picked so that the most that can follow reaches them."""
        count = len(picked) + 1
        stop = len(self.candidates) - max(0, self.low - count)  # so many must be left to follow
        room = self.high - count
        all_may_follow = room >= len(self.candidates) - start - 1
        found = list(range(start, stop))
        for limit, values, following in self.gains:
            missing = limit.bound - limit.total(picked)
            if all_may_follow:
                found = [place for place in found if values[place] + following[place + 1] >= missing]
            else:
                found = [place for place in found if values[place] + _most(values[place + 1 :], room) >= missing]
        return [self.candidates[place] for place in found]

    @cached_property
    def gains(self) -> list[tuple[Limited, list[int], list[int]]]:
        """For every limit what each candidate adds, and what all from a candidate on can add."""
        found = []
        for limit in self.limits:
            values = [limit.item[one] or 0 for one in self.candidates]
            sums = list(accumulate([max(one, 0) for one in reversed(values)], initial=0))
            found.append((limit, values, sums[::-1]))
        return found


def _most(values: list[int], room: int) -> int:
    """The largest sum of at most so many of these numbers."""
    gains = [one for one in values if one > 0]
    return sum(gains if len(gains) <= room else sorted(gains)[-room:] if room else ())


def _limited(run: Evaluator, limit: ir.Limit, candidates: tuple[Any, ...], places: Places) -> Limited:
    bound = (run.value(limit.bound, places) or 0) if limit.bound is not None else 0
    item: dict[int, Any] = {}
    for candidate in candidates:
        places[limit.slot] = candidate
        item[candidate] = run.value(limit.item, places)
    return Limited(limit.kind, limit.sign, bound, item)


@dataclass(frozen=True, slots=True)
class Limited:
    """A limit of a row of picks, with what counts for each candidate."""

    kind: str
    sign: str
    bound: int
    item: dict[int, Any]

    @property
    def is_reach(self) -> bool:
        return self.kind == "sum" and self.sign == ">="

    def can_hold(self, picked: tuple[int, ...]) -> bool:
        """Whether the picks so far break it already, whatever follows."""
        return self.is_reach or self.is_met(picked)

    def is_met(self, picked: tuple[int, ...]) -> bool:
        if self.kind == "sum":
            return self.total(picked) >= self.bound if self.sign == ">=" else self.total(picked) <= self.bound
        values = {self.item[one] for one in picked}
        return len(values) <= 1 if self.kind == "same" else len(values) == len(picked)

    def total(self, picked: tuple[int, ...]) -> int:
        return sum([self.item[one] or 0 for one in picked])
