"""How long rules may go on without a decision: one budget, counted alike by every engine.

Takes a state and what `ir/analysis/charges` says of a statement; counts before the statement is carried out, so that all
engines stop at the same one. Inside an expression only values that need themselves are counted, and how cards are grouped.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache, partial
from typing import Any, Protocol

from ..ir.analysis.charges import STEP, charges_of
from ..ir.analysis.cost import ANYWHERE, Cost, Size
from ..ir.analysis.effort import effort_of
from ..ir.limits import STEPS
from ..model.definition import Definition
from .flatten import BeginEach, BeginLoop, Jump, NextAnswer, NextEach, NextLoop, Unless, codes_of
from .trouble import Endless, NeedsItself, TooMuch


class Counted(Protocol):
    """A state, as far as it is counted how long rules go on."""

    world: Any
    zones: list[tuple[int, ...]]
    budget: int
    needed: int


FRAMES = 40_000  # of Python, so that none of them stops rules before the budget does


def deepen() -> None:
    """Leave the counting of how deep rules go to the budget."""
    if sys.getrecursionlimit() < FRAMES:
        sys.setrecursionlimit(FRAMES)


def begin_anew(state: Counted) -> None:
    """Somebody has decided: the rules have time again."""
    state.budget = STEPS.most
    state.needed = 0


def spend(state: Counted, steps: int) -> None:
    state.budget -= steps
    if state.budget < 0:
        raise Endless


def spend_looking(state: Counted, cost: Cost) -> None:
    """Count a statement by what it may have to look at, where the zones are as full as they are now."""
    state.budget -= cost.at(partial(size_now, state)) // STEP
    if state.budget < 0:
        raise TooMuch


def size_now(state: Counted, size: Size) -> int:
    zones = state.zones
    if size == ANYWHERE:
        return max(map(len, zones), default=0)
    family, together = divmod(size, 2)
    held = [len(zones[zone]) for zone in state.world.zones_of[family]]
    return sum(held) if together else max(held, default=0)


@contextmanager
def needing(state: Counted) -> Iterator[None]:
    """Around a value that may need itself: counts from the outermost on how often it does."""
    outermost = not state.needed
    state.needed += 1
    if state.needed > effort_of(state.world.definition).needed:
        raise NeedsItself
    try:
        yield
    finally:
        if outermost:
            state.needed = 0


@lru_cache(maxsize=32)
def dear_instructions(definition: Definition) -> tuple[tuple[Cost | None, ...], ...]:
    """For each instruction what it may have to look at, if it is counted by that."""
    return tuple(tuple(_dear(definition, one) for one in code.instructions) for code in codes_of(definition))


def _dear(definition: Definition, instruction: Any) -> Cost | None:
    match instruction:
        case Unless():
            return charges_of(definition).dear(instruction.condition)
        case BeginEach():
            return charges_of(definition).dear(instruction.node.source)
        case BeginLoop():
            return charges_of(definition).dear(instruction.node.most)
        case Jump() | NextEach() | NextLoop() | NextAnswer():
            return None
    return charges_of(definition).dear(instruction)
