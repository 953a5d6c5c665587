"""Whatever is handed to a library, every entry comes back: a number below zero, never the end of the process."""

from __future__ import annotations

import ctypes
import os
import random

import pytest
import rulewright
from companions import debug_library
from rulewright.engine.native.library import MOST_OPTIONS, NativePosition
from rulewright.engine.native.whole_games import first_position

ROUNDS = int(os.environ.get("RULEWRIGHT_GAMES", "60"))
WRONG = (-(2**31), -2, -1, 7, 99, 70_000, 2**31 - 1)


def at_a_decision(library, seed: int, steps: int) -> NativePosition:
    """A table after some answers."""
    table, chance = NativePosition(library), random.Random(seed)
    ctypes.memmove(table.state, first_position(library), len(table.memory))
    table.exchange.parts["rng"][0] = seed
    status = table.go_on()
    for _ in range(steps):
        if status <= 0:
            break
        seat, count = table.decisions()[0]
        status = table.answer(seat, chance.randrange(count))
    return table


@pytest.mark.needs("compiler")
@pytest.mark.parametrize("name", ["crazy_eights", "liars_dice"])
def test_wrong_seats_and_answers_are_refused(name: str) -> None:
    library = debug_library(rulewright.load(name), rulewright.load(name).definition.most)
    chance, room = random.Random(3), (ctypes.c_int64 * MOST_OPTIONS)()
    for round in range(ROUNDS):
        table = at_a_decision(library, round, chance.randrange(20))
        before, wrong = bytes(table.memory), chance.choice(WRONG)
        open_now = table.decisions()
        if not open_now:
            continue
        seat, count = open_now[0]
        code = library.code
        assert code.rw_answer(table.run, table.state, wrong, 0) < 0
        assert code.rw_answer(table.run, table.state, seat, wrong if not 0 <= wrong < count else count) < 0
        assert code.rw_numbers(table.run, table.state, wrong, room, MOST_OPTIONS) < 0
        assert code.rw_numbers(table.run, table.state, seat, room, 0) < 0
        assert code.rw_observe(table.run, table.state, wrong, room) < 0
        if wrong >= count:
            assert code.rw_step(table.run, table.state, wrong, (ctypes.c_int * 1)()) < 0
        ctypes.memmove(table.state, before, len(before))
        assert table.decisions() == open_now


@pytest.mark.needs("compiler")
@pytest.mark.parametrize("name", ["crazy_eights", "liars_dice"])
def test_frames_and_variables_that_cannot_be_end_a_call(name: str) -> None:
    """Procedures and points that are not there, and things that are no things, in frames and in variables."""
    library = debug_library(rulewright.load(name), rulewright.load(name).definition.most)
    chance = random.Random(4)
    for round in range(ROUNDS):
        table = at_a_decision(library, round, chance.randrange(12))
        parts = table.exchange.parts
        top = parts["top"][0]
        if not top:
            continue
        frame = parts["last"][0]
        parts["stack"][frame + chance.randrange(2)] = chance.choice((-1, 99, 5000, 2**31 - 1))
        for variable in chance.sample(library.layout.variables, min(2, len(library.layout.variables))):
            part = parts[variable.name]
            part[chance.randrange(len(part))] = chance.choice((-1, 99, 126))
        table.observe(0)  # whatever it says, it comes back
        assert table.go_on() < 0
