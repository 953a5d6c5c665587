"""Shares numbered pieces of work out among workers, and hands back what each came to in their order.

Takes a game, a plan and what is to be done for one number; yields one answer for each number. Who does it, and how many they
are, changes nothing but the time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TypeVar

from ..engine.trouble import RuleError
from ..game import Game
from .hiring import Workers, hired
from .parts_left import Stretch, stretches
from .plan import Plan

Answer = TypeVar("Answer")
Piece = Callable[[Game, Plan, int], Answer]  # a function of a module: another process must be able to find it
Failure = tuple[str, tuple[str, ...]]  # what went wrong, and the lines that led there


def shared_out(game: Game, plan: Plan, piece: Piece[Answer], numbers: range, workers: Workers) -> Iterator[Answer]:
    """What a piece comes to for every number, in their order. Raises RuleError for the first of them in which a rule fails."""
    if workers == 1:
        for part in stretches(numbers, 1):
            yield from _sure(_done(plan, piece, game, part))
        return
    crew = hired(game, partial(_done, plan, piece), workers)
    waiting: dict[int, tuple[Stretch, list[Answer] | Failure]] = {}
    next_number = numbers.start
    for finished in crew.work(crew.parts(numbers, 1)):
        if finished is not None:
            waiting[finished[0][0]] = finished
        while next_number in waiting:
            part, done = waiting.pop(next_number)
            yield from _sure(done)
            next_number = part[1]


def _sure(done: list[Answer] | Failure) -> Sequence[Answer]:
    if isinstance(done, tuple):
        raise RuleError(*done)
    return done


def _done(plan: Plan, piece: Piece[Answer], game: Game, part: Stretch) -> list[Answer] | Failure:
    answers = []
    for number in range(*part):
        try:
            answers.append(piece(game, plan, number))
        except RuleError as problem:
            return f"{problem.message} (in game {number + 1}, seed {plan.seed_of(number)})", problem.trace
    return answers
