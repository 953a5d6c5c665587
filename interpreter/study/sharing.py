"""Shares numbered pieces of work out among processes, and hands back what each came to in their order.

Takes a game, a plan and what is to be done for one number; yields one answer for each number. How many processes there are
changes nothing but the time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from multiprocessing import get_start_method
from pathlib import Path
from typing import Any, TypeVar

from ..engine.trouble import RuleError
from ..game import Game, load
from .crew import Crew
from .plan import Plan

Answer = TypeVar("Answer")
Piece = Callable[[Game, Plan, int], Answer]  # a function of a module: another process must be able to find it
Failure = tuple[str, tuple[str, ...]]  # what went wrong, and the lines that led there


def shared_out(game: Game, plan: Plan, piece: Piece[Answer], numbers: range, workers: int) -> Iterator[Answer]:
    """What a piece comes to for every number, in their order. Raises RuleError for the first of them in which a rule fails."""
    if workers == 1:
        yield from (_sure(_done(game, plan, piece, (number,))) for number in numbers)
        return
    source = game if get_start_method() == "fork" else (game.folder, game.variant)
    crew: Crew[tuple[int]] = Crew(partial(_begin, source, plan, piece), workers)
    waiting: dict[int, Any] = {}
    next_number = numbers.start
    for finished in crew.work((number,) for number in numbers):
        if finished is not None:
            waiting[finished[0][0]] = finished[1]
        while next_number in waiting:
            yield _sure(waiting.pop(next_number))
            next_number += 1


def _sure(done: tuple[Answer] | Failure) -> Answer:
    if len(done) == 2:
        raise RuleError(*done)
    return done[0]


def _begin(source: Game | tuple[Path, str], plan: Plan, piece: Piece[Any]) -> Callable[[tuple[int]], Any]:
    return partial(_done, source if isinstance(source, Game) else load(*source), plan, piece)


def _done(game: Game, plan: Plan, piece: Piece[Answer], part: tuple[int]) -> tuple[Answer] | Failure:
    (number,) = part
    try:
        return (piece(game, plan, number),)
    except RuleError as problem:
        return f"{problem.message} (in game {number + 1}, seed {plan.seed_of(number)})", problem.trace
