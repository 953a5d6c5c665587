"""Whole games between random players inside a library, with everything that is counted of them.

Takes the seed of many games and which of them are wanted; returns plain numbers. They are the same games as those of the other
engines, up to the first that a library cannot play to its end.
"""

from __future__ import annotations

import ctypes
from functools import lru_cache

from ..opening import new_state
from ..protocol import PlayedGames
from ..python.stepper import Stepper
from .library import Library, Table

_WORD = 1 << 64


@lru_cache(maxsize=16)
def first_position(library: Library) -> bytes:
    """The position at which every game begins, but for chance."""
    state, table = new_state(library.world, 0), Table(library)
    Stepper(state, tuple(map(str, range(library.world.players)))).start()
    table.write(state)
    return bytes(table.memory)


def play_games(library: Library, seed: int, games: range, most_decisions: int, unit: int) -> PlayedGames:
    """Some games of a seed; `unit` wins are one, so that those who share a win share them."""
    world, code = library.world, library.code
    table, start = Table(library), first_position(library)
    words, left = [], seed
    while left not in (0, -1):
        words.append(left % _WORD)
        left >>= 64
    seed_words = (ctypes.c_uint64 * max(1, len(words)))(*words)
    each = 3 + world.players
    of_game = (ctypes.c_int * (each * max(1, len(games))))()
    of_rows = (ctypes.c_int64 * (4 * max(1, len(world.definition.rows))))()
    fired = (ctypes.c_int64 * (1 + len(world.definition.procedures)))()
    done = code.rw_games(
        table.run, start, table.state, games.start, len(games), seed_words, len(words), most_decisions, unit, fired, of_game,
        of_rows,
    )  # fmt: skip
    numbers = of_game[: done * each]
    return PlayedGames(
        numbers[0::each], numbers[1::each], numbers[2::each], [numbers[3 + seat :: each] for seat in range(world.players)],
        [of_rows[4 * row : 4 * row + 4] for row in range(len(world.definition.rows))],
        fired[: len(world.definition.procedures)],
    )  # fmt: skip
