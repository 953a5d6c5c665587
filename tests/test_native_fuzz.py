"""Whatever is handed to a library, every entry comes back: a number below zero, never the end of the process."""

from __future__ import annotations

import ctypes
import os
import random
from array import array
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import rulewright
from companions import debug_library
from rulewright.engine.native.layout import PlaceShape
from rulewright.engine.native.library import MOST_OPTIONS, Library, NativePosition
from rulewright.engine.native.thinking import Mind
from rulewright.engine.native.whole_games import first_position
from rulewright.engine.opening import new_state
from rulewright.players.bots import seated

SWAP_MEET = Path(__file__).parent / "definitions" / "swap_meet"
ROUNDS = int(os.environ.get("RULEWRIGHT_GAMES", "60"))
ROOM = (ctypes.c_int64 * MOST_OPTIONS)()
ENTRIES: tuple[Callable[[NativePosition, int], Any], ...] = (
    lambda table, seat: table.decisions(),
    lambda table, seat: table.library.code.rw_numbers(table.run, table.state, seat, ROOM, MOST_OPTIONS),
    lambda table, seat: table.observe(seat),
    lambda table, seat: table.answer(seat, 0),
    lambda table, seat: table.step(0),
    lambda table, seat: (table.scores(), table.winners()),
    lambda table, seat: table.play(range(table.library.world.players)),
)
VALUES = (-128, -2, -1, 0, 1, 127)  # whatever fits into the narrowest word
WRONG = (-(2**31), -2, -1, 7, 99, 70_000, 2**31 - 1)


def at_a_decision(library: Library, seed: int, steps: int) -> NativePosition:
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


def refuses_wrong_answers(library: Library, rounds: int) -> None:
    """Seats and options that are not there, and too little room, are refused; the table goes on as before."""
    chance, room, code = random.Random(3), (ctypes.c_int64 * MOST_OPTIONS)(), library.code
    for round in range(rounds):
        table = at_a_decision(library, round, chance.randrange(20))
        before, wrong = bytes(table.memory), chance.choice(WRONG)
        open_now = table.decisions()
        if not open_now:
            continue
        seat, count = open_now[0]
        assert code.rw_answer(table.run, table.state, wrong, 0) < 0
        assert code.rw_answer(table.run, table.state, seat, wrong if not 0 <= wrong < count else count) < 0
        assert code.rw_numbers(table.run, table.state, wrong, room, MOST_OPTIONS) < 0
        assert code.rw_numbers(table.run, table.state, seat, room, 0) < 0
        assert code.rw_observe(table.run, table.state, wrong, room) < 0
        if wrong >= count:
            assert code.rw_step(table.run, table.state, wrong, (ctypes.c_int * 1)()) < 0
        ctypes.memmove(table.state, before, len(before))
        assert table.decisions() == open_now


def comes_back_from_wrong_frames(library: Library, rounds: int) -> None:
    """Procedures and points that are not there, and things that are no things, in frames and in variables."""
    chance = random.Random(4)
    for round in range(rounds):
        table = at_a_decision(library, round, chance.randrange(12))
        parts = table.exchange.parts
        if not parts["top"][0]:
            continue
        frame = parts["last"][0]
        parts["stack"][frame + chance.randrange(2)] = chance.choice((-1, 5000, 40_000, 2**31 - 1))
        for variable in chance.sample(library.layout.variables, min(2, len(library.layout.variables))):
            part = parts[variable.name]
            part[chance.randrange(len(part))] = chance.choice((-1, 99, 126))
        table.observe(0)  # whatever it says, it comes back
        assert table.go_on() < 0


def comes_back_from_wrong_values(library: Library, rounds: int) -> None:
    """Anything in any word of variables and frames, which are all that rules can write what they like in: every entry comes
    back, whatever it says."""
    chance = random.Random(5)
    for round in range(rounds):
        table = at_a_decision(library, round, chance.randrange(12))
        parts = table.exchange.parts
        names = [one.name for one in library.layout.variables]
        for name in chance.choices(["stack", *names], k=3):
            used = parts["top"][0] if name == "stack" else len(parts[name])
            if used:
                parts[name][chance.randrange(used)] = chance.choice((*VALUES, chance.randrange(128)))
        broken = bytes(table.memory)
        for entry in ENTRIES:
            table.memory[:] = broken
            entry(table, chance.randrange(library.world.players))


def comes_back_from_lists_that_are_too_long(library: Library, rounds: int) -> None:
    """Lists in frames and variables, and the answers of several seats, that say there is more than they have room for."""
    chance, tried = random.Random(6), 0
    for round in range(rounds):
        table = at_a_decision(library, round, chance.randrange(12))
        parts, last = table.exchange.parts, table.exchange.parts["last"][0]
        lists = [one for one in library.layout.variables if one.is_list]
        lengths = [(one.name, at) for one in lists for at in range(0, one.things * one.words, one.words)]
        if last >= 0:
            places = library.layout.frames[parts["stack"][last]].places
            lengths += [("stack", last + one.offset) for one in places if one.shape is not PlaceShape.ONE]
        tried += len(lengths)
        for name, at in chance.sample(lengths, min(2, len(lengths))):
            parts[name][at] = chance.choice((70_000, 2**31 - 1))
            if name == "stack" and chance.randrange(2):  # and behind it nothing that would be noticed
                begin = library.layout.fields[name].offset + 4 * (at + 1)
                table.memory[begin:] = bytes(len(table.memory) - begin)
        broken = bytes(table.memory)
        for entry in ENTRIES:
            table.memory[:] = broken
            entry(table, chance.randrange(library.world.players))
    assert tried or library.world.definition.id != "swap_meet"


def refuses_wrong_rows(library: Library, rounds: int) -> None:
    """Positions and memories of which some words are others, or are missing: laid out or not, nothing ends the process."""
    bots = seated(library.world, ("greedy",) * library.world.players)
    mind = Mind(library, bots) if library.thinks else None
    chance, table, state = random.Random(5), NativePosition(library), new_state(library.world, 0)
    followed, refused, code = None if mind is None else mind.follow(), 0, library.code

    def broken(row: array[int]) -> array[int]:
        found = row[: chance.choice((len(row), len(row), len(row) - 1, 3))]
        for _ in range(2):
            found[chance.randrange(len(found))] = chance.choice((*WRONG, 0, 3))
        return found

    for round in range(rounds):
        other = at_a_decision(library, round, chance.randrange(12))
        other.read(state)
        before, row = state.copy(), library.rows.of(state)
        assert code.rw_put(table.state, 1, row.buffer_info()[0], len(row)) == 0
        wrong = broken(row)
        if code.rw_put(table.state, 1, wrong.buffer_info()[0], len(wrong)) < 0:
            refused += 1
        else:
            table.decisions()
        if mind is not None and followed is not None:
            for each in (row, wrong, broken(library.rows.of(state, before)), row, wrong):
                code.rw_follow(followed.address, 1, each.buffer_info()[0], len(each))
                mind._think(mind._address, followed.address)
    assert refused > rounds // 4


PARTS = (
    refuses_wrong_answers, refuses_wrong_rows, comes_back_from_wrong_frames, comes_back_from_wrong_values,
    comes_back_from_lists_that_are_too_long,
)  # fmt: skip


@pytest.mark.needs("compiler")
@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.__name__)
@pytest.mark.parametrize("name", ["crazy_eights", "liars_dice", str(SWAP_MEET)], ids=lambda name: Path(name).name)
def test_a_library_comes_back(name: str, part: Callable[[Library, int], None]) -> None:
    part(debug_library(rulewright.load(name), rulewright.load(name).definition.most), ROUNDS)
