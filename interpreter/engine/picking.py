"""Rows of picks: which single picks can still become a legal whole.

Takes the candidates and the limits of a choice of several things; answers for a partial pick what may come next: in ascending
order of the candidates, so that every set can be said in one way only, or in any order, as people pick.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import Any, TypeVar

from .. import ir
from ..ir.limits import PICKED_NUMBER, TRIED
from .evaluate import Evaluator, Places
from .trouble import TooMuch, Unpickable

Things = TypeVar("Things", bound=Sequence[Any])


def pickable(things: Things, type: ir.Type) -> Things:
    """What can be picked: of numbers only those that every decision has a number for."""
    if type.sort == ir.TypeSort.NUMBER and any(abs(one) > PICKED_NUMBER.most for one in things):
        raise Unpickable
    return things


class Picking:
    """A row may be made in ascending order, so that programs meet every set once, or in any order, as people name things: both
    ways lead to the same wholes."""

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

    def is_whole(self, picked: tuple[int, ...]) -> bool:
        return self.low <= len(picked) <= self.high and all(limit.is_met(picked) for limit in self.limits)

    def in_order(self, picked: Sequence[Any]) -> tuple[Any, ...]:
        """Picks that came in any order, as the candidates stand."""
        return tuple(sorted(picked, key=self.candidates.index))

    def next_candidates(self, picked: tuple[int, ...]) -> list[int]:
        """What may be picked next in ascending order, so that some legal whole remains."""
        self.tried = 0
        if len(picked) >= self.high:
            return []
        start = self.candidates.index(picked[-1]) + 1 if picked else 0
        if self._reaches_at_once(len(picked), len(self.candidates) - start):
            return self._reaching(picked, start)
        return [
            self.candidates[index]
            for index in range(start, len(self.candidates))
            if self._can_complete((*picked, self.candidates[index]), self._rest, index + 1)
        ]

    def additions(self, picked: Sequence[Any]) -> list[Any]:
        """What may be added in any order, so that some legal whole remains."""
        self.tried = 0
        if len(picked) >= self.high:
            return []
        left = list(self.candidates)
        for one in picked:
            left.remove(one)
        if self._reaches_at_once(len(picked), len(left)):
            return self._reaching_with(tuple(picked), left)
        return [
            one
            for index, one in enumerate(left)
            if self._can_complete((*picked, one), Rest.of([*left[:index], *left[index + 1 :]], self.limits), 0)
        ]

    def _can_complete(self, picked: tuple[int, ...], rest: Rest, start: int) -> bool:
        """Whether picks from the rest can make these a legal whole."""
        self.tried += len(picked)
        if self.tried > TRIED.most:
            raise TooMuch
        if not all(limit.can_hold(picked, rest, number, start) for number, limit in enumerate(self.limits)):
            return False
        if self.is_whole(picked):
            return True
        if len(picked) >= self.high or len(picked) + len(rest.things) - start < self.low:
            return False
        return any(self._can_complete((*picked, rest.things[at]), rest, at + 1) for at in range(start, len(rest.things)))

    @cached_property
    def _rest(self) -> Rest:
        return Rest.of(self.candidates, self.limits)

    # ---- sums that only have to be reached

    @cached_property
    def _only_rises(self) -> bool:
        return not any(least[0] for least in self._rest.least)

    def _reaches_at_once(self, count: int, left: int) -> bool:
        """Whether sums must only be reached, and what is best for one of them is best for all."""
        if not self.only_reach or not self._only_rises:
            return False
        return len(self.limits) < 2 or self.high - count >= left

    def _reaching(self, picked: tuple[int, ...], start: int) -> list[int]:
        """What may be picked so that the most that can follow it in ascending order reaches the sums."""
        count = len(picked) + 1
        stop = len(self.candidates) - max(0, self.low - count)  # so many must be left to follow
        room = self.high - count
        all_may_follow = room >= len(self.candidates) - start - 1
        places = list(range(start, stop))
        for limit, following in zip(self.limits, self._rest.most, strict=True):
            values, missing = limit.values(self.candidates), limit.bound - limit.total(picked)
            if all_may_follow:
                places = [index for index in places if values[index] + following[index + 1] >= missing]
            else:
                places = [index for index in places if values[index] + _most(values[index + 1 :], room) >= missing]
        return [self.candidates[index] for index in places]

    def _reaching_with(self, picked: tuple[Any, ...], left: list[Any]) -> list[Any]:
        """What may be added so that the most that can be added to it reaches the sums."""
        room = self.high - len(picked) - 1
        for limit in self.limits:
            best = sorted(limit.values(left), reverse=True)[: room + 1]
            missing = limit.bound - limit.total(picked)
            left = [one for one in left if _with(limit.item[one] or 0, best, room) >= missing]
        return left


def _with(value: int, best: list[int], room: int) -> int:
    """A number with the largest others that have room beside it."""
    return sum(best) if value in best else value + sum(best[:room])


def _most(values: list[int], room: int) -> int:
    """The largest sum of at most so many of these numbers."""
    gains = [one for one in values if one > 0]
    return sum(gains if len(gains) <= room else sorted(gains)[-room:] if room else ())


def _limited(run: Evaluator, limit: ir.PickLimit, candidates: tuple[Any, ...], places: Places) -> Limited:
    bound = (run.value(limit.bound, places) or 0) if limit.bound is not None else 0
    item: dict[int, Any] = {}
    for candidate in candidates:
        places[limit.slot] = candidate
        item[candidate] = run.value(limit.item, places)
    return Limited(limit.kind, limit.sign, bound, item)


@dataclass(frozen=True, slots=True)
class Limited:
    """A limit of a row of picks, with what counts for each candidate."""

    kind: ir.LimitKind
    sign: ir.BoundSign
    bound: int
    item: dict[int, Any]

    @property
    def is_reach(self) -> bool:
        return self.kind == ir.LimitKind.SUM and self.sign == ir.BoundSign.AT_LEAST

    def can_hold(self, picked: tuple[int, ...], rest: Rest, number: int, start: int) -> bool:
        """Whether these picks, with any of the rest from a place on, may still keep to it."""
        if self.kind != ir.LimitKind.SUM:
            return self.is_met(picked)
        if self.is_reach:
            return self.total(picked) + rest.most[number][start] >= self.bound
        return self.total(picked) + rest.least[number][start] <= self.bound

    def is_met(self, picked: tuple[int, ...]) -> bool:
        if self.kind == ir.LimitKind.SUM:
            return self.total(picked) >= self.bound if self.is_reach else self.total(picked) <= self.bound
        values = {self.item[one] for one in picked}
        return len(values) <= 1 if self.kind == ir.LimitKind.SAME else len(values) == len(picked)

    def total(self, picked: tuple[int, ...]) -> int:
        return sum([self.item[one] or 0 for one in picked])

    def values(self, things: Sequence[Any]) -> list[int]:
        """What each of some things adds to a sum."""
        return [self.item[one] or 0 for one in things]


@dataclass(frozen=True, slots=True)
class Rest:
    """What can still follow; for every limit the most and the least that all things from a place on can add to its sum."""

    things: Sequence[Any]
    most: list[list[int]]
    least: list[list[int]]

    @classmethod
    def of(cls, things: Sequence[Any], limits: Sequence[Limited]) -> Rest:
        values = [limit.values(things) if limit.kind == ir.LimitKind.SUM else [0] * len(things) for limit in limits]
        most = [_from_each([max(one, 0) for one in own]) for own in values]
        return cls(things, most, [_from_each([min(one, 0) for one in own]) for own in values])


def _from_each(values: list[int]) -> list[int]:
    """The sum from every place on, and behind the last."""
    return list(accumulate(reversed(values), initial=0))[::-1]
