"""Whole games between bots inside a library, with everything that is counted of them.

Takes the seed of many games and which of them are wanted; returns plain numbers. They are the same games as those of the other
engines, up to the first that a library cannot play to its end.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from ..opening import new_state
from ..protocol import PlayedGames, SeatedBots, Withheld
from ..python.stepper import Stepper
from ..world import World
from .library import Library, NativePosition
from .source import gauges_in
from .thinking import Thinker, players

_WORD = 1 << 64


@lru_cache(maxsize=16)
def first_position(library: Library) -> bytes:
    """The position at which every game begins, but for chance."""
    state, table = new_state(library.world, 0), NativePosition(library)
    Stepper(state, tuple(map(str, range(library.world.players)))).start()
    table.write(state)
    return bytes(table.memory)


def play_games(
    library: Library, seed: int, games: range, most_decisions: int, unit: int, keeps: bool, seated: SeatedBots | None = None,
    withheld: Sequence[Withheld] = (), take: int = 0,
) -> PlayedGames:  # fmt: skip
    """Some games of a seed; `unit` wins are one, so that those who share a win share them, and `keeps` says whether each single
    game is told. Another `take` has the same chance of the rules, and another one of each bot."""
    world, code = library.world, library.code
    table, start = NativePosition(library), first_position(library)
    words, left = [], seed
    while left not in (0, -1):
        words.append(left % _WORD)
        left >>= 64
    seed_words = (ctypes.c_uint64 * max(1, len(words)))(*words)
    each = 3 + world.players
    of_game = (ctypes.c_int * (each * max(1, len(games))))()
    of_rows = (ctypes.c_int64 * (4 * max(1, len(world.definition.rows))))()
    fired = (ctypes.c_int64 * (1 + len(world.definition.procedures)))()
    rows, procedures = max(1, len(world.definition.rows)), len(world.definition.procedures)
    of_each = (ctypes.c_int * ((2 * rows + procedures) * max(1, len(games))))() if keeps else None
    gauges = gauges_in(world)
    of_gauges = (ctypes.c_int * (2 * gauges * max(1, len(games))))()
    idle = library.thinkers.setdefault(seated, [])
    thinker = None if seated is None else idle.pop() if idle else Thinker(library, seated)
    done = code.rw_games(
        table.run, start, table.state, games.start, len(games), seed_words, len(words), most_decisions, unit, fired, of_game,
        of_rows, of_each, None if thinker is None else thinker.address, None if seated is None else players(seated),
        int(seated is not None and seated.rotates), of_gauges, _numbers(withheld), len(withheld), take,
    )  # fmt: skip
    idle += () if thinker is None else (thinker,)
    numbers = of_game[: done * each]
    return PlayedGames(
        numbers[0::each], numbers[1::each], numbers[2::each], [numbers[3 + seat :: each] for seat in range(world.players)],
        [of_rows[4 * row : 4 * row + 4] for row in range(len(world.definition.rows))],
        fired[: len(world.definition.procedures)], [_each(world, of_each, rows, at) for at in range(done if keeps else 0)],
        [_pairs(of_gauges[2 * gauges * at : 2 * gauges * (at + 1)]) for at in range(done)],
    )  # fmt: skip


def _each(world: World, words: Any, rows: int, game: int) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
    """Who had and played each row of cards in one game, and what came into effect."""
    procedures = len(world.definition.procedures)
    own = words[game * (2 * rows + procedures) : (game + 1) * (2 * rows + procedures)]
    there = len(world.definition.rows)
    return tuple(own[:there]), tuple(own[rows : rows + there]), tuple(own[2 * rows :])


def _numbers(withheld: Sequence[Withheld]) -> Any:
    words = [word for one in withheld for word in (one.seat, one.card, one.home, one.refill)]
    return (ctypes.c_int32 * max(1, len(words)))(*words)


def _pairs(words: list[int]) -> tuple[tuple[int, int], ...]:
    return tuple(zip(words[::2], words[1::2], strict=True))
