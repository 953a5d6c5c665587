"""Flags that end at a moment: of a turn, a round, or whatever the rules name.

Takes a state and changes its marks; the same for every engine.
"""

from __future__ import annotations

from typing import Any

from .. import ir
from .state import State


def mark(state: State, variable: int, thing: int | None, moment: int | None, player: int | None) -> bool:
    """Let a flag of a thing end at a moment, or never; earlier moments are forgotten. Says whether it will end."""
    if thing is None:
        return False
    for at, one in enumerate(state.marks):
        if one[1] == thing and one[0] == variable:
            state.marks = state.marks[:at] + state.marks[at + 1 :]
            break
    if moment is not None:
        active = state.world.definition.variable_numbers["active"]
        running = moment == ir.TURN and player is not None and state.variables[active] == player
        state.marks += ((variable, thing, moment, player, int(running)),)
    return moment is not None


def end_marks(state: State, now: int) -> list[tuple[int, Any]]:
    """End every flag that waits for this moment; returns the variables that have changed, each as it was."""
    active = state.variables[state.world.definition.variable_numbers["active"]]
    kept = []
    ended: dict[int, list[int]] = {}
    for one in state.marks:
        variable, thing, moment, player, waits = one
        if moment != now or (player is not None and player != active):
            kept.append(one)
        elif waits:
            kept.append((variable, thing, moment, player, waits - 1))
        else:
            ended.setdefault(variable, []).append(thing)
    state.marks = tuple(kept)
    before = [(variable, state.variables[variable]) for variable in ended]
    for variable, things in ended.items():
        values = list(state.variables[variable])
        for thing in things:
            values[thing] = 0
        state.variables[variable] = tuple(values)
    return before
