"""The same answers in another order: seats that are asked at once answer as they like, and people pick rows as they like.

Takes what was answered in a game, seat by seat; plays it again and returns the position it leads to, which must be the same.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

from lockstep import Answer
from rulewright.engine.likeness import likeness
from rulewright.engine.options import DONE, bound
from rulewright.engine.protocol import Engine
from rulewright.engine.python.stepper import Stepper
from rulewright.engine.state import State
from rulewright.model.definition import Definition
from rulewright.table.match import Match


@dataclass(frozen=True)
class Given:
    """One answer; of a row of picks also what was picked before it."""

    seat: int
    branch: int
    values: tuple[Any, ...]
    before: tuple[Any, ...] | None = None

    @classmethod
    def of(cls, answer: Answer) -> Given:
        return cls(answer.seat, *bound(answer.option), answer.before)


class TakesAnother(Exception):
    """Of cards that are alike the rules got a later one, as the first was passed over; people are offered the first."""


class Queues:
    """What every seat answers, one after the other; who comes next is a matter of luck."""

    def __init__(self, given: list[Given], seed: int) -> None:
        self.random = random.Random(seed)
        self.waiting: dict[int, list[Given]] = {}
        for one in given:
            self.waiting.setdefault(one.seat, []).append(one)

    def seat(self, open_seats: list[int]) -> int | None:
        able = [seat for seat in open_seats if self.waiting.get(seat)]
        return self.random.choice(able) if able else None

    def row(self, seat: int) -> list[Given]:
        """The next answer, with all that belongs to the same row."""
        queue = self.waiting[seat]
        found = [queue.pop(0)]
        while found[0].before is not None and queue and queue[0].before:
            found.append(queue.pop(0))
        return found


def with_seats_mixed(runner: Engine, given: list[Given], seed: int) -> State:
    """Whoever is asked answers next, whoever else is asked with them."""
    queues = Queues(given, seed)
    runner.start()
    runner.run()
    while (decisions := runner.decisions()) and (
        seat := queues.seat([runner.seats.index(one.seat) for one in decisions])
    ) is not None:
        answer = queues.waiting[seat].pop(0)
        runner.answer(seat, answer.branch, answer.values)
    return runner.state


def by_people(definition: Definition, seats: tuple[str, ...], seed: int, given: list[Given]) -> State:
    """At a table, where people name the things of a row as they come to mind."""
    queues = Queues(given, seed)
    options = {one.name: one.default for one in definition.options}
    match = Match.begin(definition, seats, seed, options, True, Stepper)
    while match.decisions and (seat := queues.seat([seats.index(one.seat) for one in match.decisions])) is not None:
        row = queues.row(seat)
        if row[0].before is None:
            match.answer(_offered(match, seats[seat], row[0].branch, row[0].values), seats[seat])
        else:
            _pick(match, seats[seat], row, queues.random)
    return match.state


def _pick(match: Match, seat: str, row: list[Given], luck: random.Random) -> None:
    """The things of a row in any order; of things that are alike the first is offered."""
    picks = [one.values[0] for one in row if one.branch >= 0]
    if not picks:
        match.answer(_offered(match, seat, row[0].branch, ()), seat)
        return
    luck.shuffle(picks)
    while picks:
        offered = {bound(one)[1][0]: one for one in match.offer(seat).options if bound(one)[1]}
        pick = next((one for one in picks if one in offered), None)
        if pick is None:
            assert {likeness(match.state, one, None) for one in picks} & {likeness(match.state, one, None) for one in offered}
            raise TakesAnother
        picks.remove(pick)
        match.answer(offered[pick], seat)
    if match.rows.get(match.seats.index(seat)) is not None:
        match.answer(_offered(match, seat, DONE, ()), seat)


def _offered(match: Match, seat: str, branch: int, values: tuple[Any, ...]) -> Any:
    return next(one for one in match.offer(seat).options if bound(one) == (branch, values))
