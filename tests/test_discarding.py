"""Discarding lays cards where a move to the same zone lays them, in the same order, by every engine."""

from __future__ import annotations

from pathlib import Path

import pytest
from rulewright.engine.opening import new_state
from rulewright.engine.python.stepper import Stepper
from rulewright.engine.reference.interpreter import Interpreter
from rulewright.table.match import Match
from run_form import played
from written import game_in

TIDYING = """
name: Tidying
about: Bits leave the pot.
players: 2
components:
  bit: {starts in: pot, discards to: bin, columns: {sort: text, size: number}, cross: {sort: [bit], size: [1, 2, 3, 4, 5, 6]}}
  bob: {starts in: pot, discards to: shelf}
zones:
  pot: {seen by: everyone}
  bin: {form: %s, seen by: everyone}
  shelf: {form: pile, seen by: everyone}
setup:
  - move every bit in pot with size <= 2 to bin
  - let: {several: order of bits in pot by most size}
  - %s
flow:
  - discard bob
result:
  score: count of bits in bin
  winner: best player by most score
"""
BITS = {
    "every bit in pot": [3, 4, 5, 6],
    "every bit in pot with size is not 4": [3, 5, 6],
    "every bit in several": [6, 5, 4, 3],
    "first bit in pot": [3],
    "every bit in bin": [1, 2],
    "every bit": [1, 2, 3, 4, 5, 6],
}
ENDS = {"row": lambda there, new: there + new, "hand": lambda there, new: there + new, "pile": lambda there, new: new + there}


def bins(folder: Path, form: str, sentence: str) -> list[list[int]]:
    """The sizes that lie in the bin in the end: by the reference and in the step form, and in the run form."""
    definition = game_in(folder, TIDYING % (form, sentence)).definition
    states = []
    for engine in (Interpreter, Stepper):
        states.append(Match.begin(definition, ("Ada", "Bo"), 1, {}, engine=engine).state)
    states.append(new_state(states[0].world, 1))
    played(states[-1], lambda state, seat, count, site: 0)
    sizes = [row.id for _, row in definition.rows]
    return [[int(sizes[state.world.row[card]][-1]) for card in state.zones[1]] for state in states]


@pytest.mark.parametrize("form", ENDS)
@pytest.mark.parametrize("those", BITS)
def test_discarding_is_moving_to_the_zone_of_the_kind(tmp_path: Path, form: str, those: str) -> None:
    there = [size for size in (1, 2) if those not in ("every bit in bin", "every bit")]
    expected = ENDS[form](there, BITS[those])
    assert bins(tmp_path, form, f"discard {those}") == [expected] * 3
    assert bins(tmp_path, form, f"move {those} to bin") == [expected] * 3
