"""What variables are at the start, and again when they last no longer."""

from __future__ import annotations

from typing import Any

from ..model.definition import Variable
from .evaluate import Evaluator
from .state import State
from .world import World


def starting_value(world: World, state: State | None, number: int) -> Any:
    """What a variable is at the start: one value, or one for everything that has it. Without a state, only what is fixed."""
    variable = world.definition.variables[number]
    start = Evaluator(world, state).value(variable.starts, [None] * len(variable.start_slots))
    start = clipped(variable, tuple(start) if isinstance(start, list | range) else start)
    if variable.of.is_game:
        return start
    return (start,) * world.how_many(variable.of)


def clipped(declared: Variable, value: Any) -> Any:
    """A value between the limits of its variable."""
    if not isinstance(value, int):
        return value
    if declared.low is not None and value < declared.low:
        return declared.low
    return declared.high if declared.high is not None and value > declared.high else value
