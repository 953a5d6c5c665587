"""The best grouping of cards in a library: what the search in Python finds, with as many steps."""

from __future__ import annotations

import ctypes
import os
import random
from pathlib import Path

import pytest
import rulewright
from companions import debug_library
from rulewright.engine.native.folds import PARTS
from rulewright.engine.native.layout import NONE
from rulewright.engine.native.library import Library, NativePosition

HANDS = int(os.environ.get("RULEWRIGHT_GAMES", "150"))
DEFINITIONS = Path(__file__).parent / "definitions"
GROUPED = ["gin_rummy", "ruthless", str(DEFINITIONS / "little_rummy"), str(DEFINITIONS / "knock_house")]


def hand_of(world, number: int, chance: random.Random, is_weighted: bool) -> list[int]:
    """Some cards as a library lays them out: card, what it adds, and for each axis what it can be; some of them wild."""
    grouping, words = world.definition.groupings[number], []
    ours = world.cards_of_kind[grouping.kind]
    cards = chance.sample(ours, min(chance.randrange(12), len(ours)))
    for card in cards:
        words += [card, chance.randrange(-2, 4) if is_weighted else 0]
        is_wild = chance.random() < 0.15
        for column in grouping.columns:
            known = sorted({cell for cell in world.cells[column] if cell is not None})
            own = world.cells[column][card]
            values = chance.sample(known, min(len(known), chance.choice((1, 3, 7)))) if is_wild else [own] * (own is not None)
            words += [len(values), *values]
    return words


def answered(call, number: int, part: int, which: int, hand: list[int], room: int) -> tuple[int, list[int]]:
    words, found = (ctypes.c_int * max(1, len(hand)))(*hand), (ctypes.c_int * room)()
    status = call(number, part, which, len(hand), words, found)
    return status, [] if status else list(found[: 2 + found[1]])


def groups_as_python_does(library: Library) -> None:
    table, world, chance, same = NativePosition(library), library.world, random.Random(5), 0

    def here(*given) -> int:
        return library.code.rw_group(table.run, *given)

    for round in range(HANDS):
        number = chance.randrange(len(world.definition.groupings))
        hand, part = hand_of(world, number, chance, round % 3 == 0), chance.randrange(len(PARTS))
        which = chance.choice((NONE, 1, 2)) if PARTS[part] == "sets" else NONE
        found = answered(here, number, part, which, hand, world.cards + 8)
        if found[0] >= 0:  # else it has no room, and Python is asked
            assert found == answered(library._group, number, part, which, hand, world.cards + 8), (number, part, hand)
            same += 1
    assert same > HANDS * 0.9


@pytest.mark.needs("compiler")
@pytest.mark.parametrize("name", GROUPED, ids=lambda name: Path(name).name)
def test_a_library_groups_cards_as_python_does(name: str) -> None:
    game = rulewright.load(name)
    groups_as_python_does(debug_library(game, game.definition.fewest))
