"""Whole games between bots inside a library, with everything that is counted of them.

Takes the seed of many games and which of them are wanted; returns plain numbers. They are the same games as those of the other
engines, up to the first that a library cannot play to its end.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from ..offering import choice_numbers
from ..opening import new_state
from ..protocol import OneOfMany, PlayedGames, SeatedBots, Withheld
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
    choices = max(1, choice_numbers(world.definition).count)
    of_choices = (ctypes.c_int64 * (2 * choices))()
    words_of_game = 2 * max(1, len(world.definition.rows)) + len(world.definition.procedures) + 2 * choices
    of_each = (ctypes.c_int * (words_of_game * max(1, len(games))))() if keeps else None
    gauges = gauges_in(world)
    of_gauges = (ctypes.c_int * (2 * gauges * max(1, len(games))))()
    idle = library.thinkers.setdefault(seated, [])
    thinker = None if seated is None else idle.pop() if idle else Thinker(library, seated)
    done = code.rw_games(
        table.run, start, table.state, games.start, len(games), seed_words, len(words), most_decisions, unit, fired, of_game,
        of_rows, of_choices, of_each, None if thinker is None else thinker.address, None if seated is None else players(seated),
        int(seated is not None and seated.rotates), of_gauges, _numbers(withheld), len(withheld), take,
    )  # fmt: skip
    idle += () if thinker is None else (thinker,)
    numbers = of_game[: done * each]
    return PlayedGames(
        numbers[0::each], numbers[1::each], numbers[2::each], [numbers[3 + seat :: each] for seat in range(world.players)],
        [of_rows[4 * row : 4 * row + 4] for row in range(len(world.definition.rows))],
        fired[: len(world.definition.procedures)],
        [_each(world, of_each[words_of_game * at : words_of_game * (at + 1)]) for at in range(done) if of_each is not None],
        [_pairs(of_gauges[2 * gauges * at : 2 * gauges * (at + 1)]) for at in range(done)],
        *_halves(world, of_choices[:]),
    )  # fmt: skip


def _each(world: World, words: list[int]) -> OneOfMany:
    """Who had and played each row of cards in one game, what came into effect, and what was offered and chosen."""
    there, behind = len(world.definition.rows), 2 * max(1, len(world.definition.rows))
    choices = behind + len(world.definition.procedures)
    offered, chosen = map(tuple, _halves(world, words[choices:]))
    return tuple(words[:there]), tuple(words[behind // 2 : behind // 2 + there]), tuple(words[behind:choices]), offered, chosen


def _halves(world: World, words: list[int]) -> tuple[list[int], list[int]]:
    """What was offered, and what was chosen."""
    count = choice_numbers(world.definition).count
    return words[:count], words[len(words) // 2 :][:count]


def _numbers(withheld: Sequence[Withheld]) -> Any:
    words = [word for one in withheld for word in (one.seat, one.card, one.home, one.refill)]
    return (ctypes.c_int32 * max(1, len(words)))(*words)


def _pairs(words: list[int]) -> tuple[tuple[int, int], ...]:
    return tuple(zip(words[::2], words[1::2], strict=True))
