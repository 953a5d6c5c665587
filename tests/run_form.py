"""Whole games in the run form of written source, for tests that compare it with the other engines."""

from __future__ import annotations

from rulewright.engine.protocol import Draw, Policy
from rulewright.engine.python.stepper import Stepper
from rulewright.engine.state import State


def stepper_at(state: State) -> Stepper:
    """The written engine at a position, with seats that nobody speaks of."""
    return Stepper(state, tuple(f"seat {number + 1}" for number in range(state.world.players)))


def played(state: State, policy: Policy) -> None:
    """A game from its very beginning, with a policy."""
    run = stepper_at(state)
    run.start()
    run.play_out(policy)


def drawn(state: State, draw: Draw) -> None:
    """A game from its very beginning, by chance."""
    run = stepper_at(state)
    run.start()
    run.play_by_chance(draw)
