"""How long rules may go on without a decision: one budget, counted alike by every engine.

Takes a state and what `ir/analysis/charges` says of a statement; counts before the statement is carried out, so that all
engines stop at the same one. Inside an expression only values that need themselves are counted, and how cards are grouped.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, Protocol

from ..ir.analysis.charges import STEP, charges_of
from ..ir.analysis.cost import Cost, Price, Size, Terms
from ..ir.limits import STEPS
from ..model.definition import Definition
from .flatten import BeginEach, BeginLoop, Jump, NextAnswer, NextEach, NextLoop, Unless, codes_of
from .trouble import Endless, NeedsItself, TooMuch


class Counted(Protocol):
    """A state, as far as it is counted how long rules go on."""

    world: Any
    zones: list[tuple[int, ...]]
    budget: int
    patience: int
    needed: int


class Patient(Protocol):
    """Whoever only looks, or a state for all that is told of it between two decisions."""

    patience: int


FRAMES = 40_000  # of Python, so that none of them stops rules before the budget does


def deepen() -> None:
    """Leave the counting of how deep rules go to the budget."""
    if sys.getrecursionlimit() < FRAMES:
        sys.setrecursionlimit(FRAMES)


def begin_anew(state: Counted) -> None:
    """Somebody has decided: the rules have time again."""
    state.budget = state.patience = STEPS.most
    state.needed = 0


def spent(state: Counted) -> int:
    """The steps since somebody decided."""
    return STEPS.most - state.budget


def spend(state: Counted, steps: int) -> None:
    state.budget -= steps
    if state.budget < 0:
        raise Endless


def spend_patience(whose: Patient, steps: int) -> None:
    """Count what those take who only look and tell: it is no part of the budget, since rules go on the same without them."""
    whose.patience -= steps
    if whose.patience < 0:
        raise TooMuch


def spend_looking(state: Counted, terms: Terms) -> None:
    """Count a statement by what it may have to look at, where the zones are as full as they are now."""
    state.budget -= steps_of_looking(state, terms)
    if state.budget < 0:
        raise TooMuch


def steps_of_looking(state: Counted, terms: Terms) -> int:
    zones, cost = state.zones, 0
    for times, sizes in price_of(state.world, terms):
        for places, is_together, most in sizes:
            held = [zones[zone] for zone in places]
            times *= min(most, together(held) if is_together else fullest(held))
        cost += times
    return cost // STEP


def fullest(zones: Sequence[Sequence[int]]) -> int:
    return max(map(len, zones)) if zones else 0


def together(zones: Sequence[Sequence[int]]) -> int:
    return sum(map(len, zones))


def price_of(world: Any, terms: Terms) -> Price:
    """The products of a cost with the zones of one world that they are about; what no zone is there for costs nothing."""
    known: Price | None = world.prices.get(terms)
    return _priced(world, terms) if known is None else known


def _priced(world: Any, terms: Terms) -> Price:
    placed = [(times, [_places(world, size) for size in sizes]) for sizes, times in terms]
    price = tuple([(times, tuple(sizes)) for times, sizes in placed if all(places for places, _, _ in sizes)])
    world.prices[terms] = price
    return price


def _places(world: Any, size: Size) -> tuple[tuple[int, ...], bool, int]:
    family, is_together, most = size
    return tuple(range(len(world.zones))) if family < 0 else world.zones_of[family], is_together, most


def need(state: Counted, most: int, answer: Callable[[], Any]) -> Any:
    """A value that may need itself: it is counted from the outermost on how often it does."""
    before = state.needed
    state.needed = before + 1
    if before >= most:
        raise NeedsItself
    try:
        return answer()
    finally:
        if not before:
            state.needed = 0


@lru_cache(maxsize=64)
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
