"""A compiled library by ctypes: one table of it, its memory, and every entry of its door.

Takes a loaded library and a world; numbers go in and come out. Trouble is a number below zero, never an exception of its own;
the lock of Python is free while a call lasts, but for the step of a game that is driven answer by answer.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from functools import partial
from itertools import product
from typing import Any

from ..effect_rows import Row
from ..evaluate import Evaluator
from ..grouped import CardsToGroup, of_given
from ..state import State
from ..trouble import OutOfRange, TooMuch
from ..world import World
from .dealing import why_not_thinking
from .exchange import Exchange
from .folds import PARTS
from .layout import NONE, layout_of
from .rows import NoRoom, Rows

_NUMBERS = ctypes.POINTER(ctypes.c_int)
_GROUP = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_int, _NUMBERS, _NUMBERS)
_HELD = ctypes.PYFUNCTYPE(ctypes.c_int)
_P, _I, _Q = ctypes.c_void_p, ctypes.c_int, ctypes.c_int64
_ENTRIES: dict[str, tuple[Any, tuple[Any, ...]]] = {
    "rw_size": (_Q, ()), "rw_run_size": (_Q, ()), "rw_run_begin": (None, (_P, _GROUP)), "rw_rows": (None, (_P, _P, _Q)),
    "rw_row_count": (_Q, (_P,)), "rw_put": (_I, (_P, ctypes.c_uint64, _P, _Q)),
    "rw_fired": (None, (_P, _P)), "rw_copy": (None, (_P, _P)), "rw_decide": (_I, (_P, _P, _P)),
    "rw_numbers": (_I, (_P, _P, _I, _P, _I)), "rw_run": (_I, (_P, _P)), "rw_answer": (_I, (_P, _P, _I, _I)),
    "rw_step": (_I, (_P, _P, _I, _P)), "rw_play": (_I, (_P, _P, _P)), "rw_walk": (_I, (_P, _P, _P)),
    "rw_scores": (_I, (_P, _P, _P)), "rw_observe": (_I, (_P, _P, _I, _P)), "rw_observed_size": (_Q, ()),
    "rw_group": (_I, (_P, _I, _I, _I, _I, _NUMBERS, _NUMBERS)), "rw_winners": (_I, (_P, _P)), "rw_hints": (_I, (_P, _P, _P)),
    "rw_games": (_Q, (_P, _P, _P, _Q, _Q, _P, _I, _Q, _I, _P, _P, _P, _P, _P, _P, _P, _I, _P, _P, _I, _I)),
}  # fmt: skip
_THINKING: dict[str, tuple[Any, tuple[Any, ...]]] = {
    "rw_think_size": (_Q, ()), "rw_think_begin": (None, (_P, _GROUP, _P, ctypes.c_double, _P, _I, _P, _I)),
    "rw_think_alone": (None, (_P, _I, _Q, _P, _P)), "rw_think": (_I, (_P, _P)), "rw_followed_size": (_Q, ()),
    "rw_follow": (_I, (_P, ctypes.c_uint64, _P, _I)),
}  # fmt: skip
MOST_OPTIONS = 40_000
ROW_WORDS = 1 << 16


class Library:
    """What a file of machine code offers for one world."""

    def __init__(self, world: World, path: str) -> None:
        self.world = world
        self.layout = layout_of(world)
        self.code = ctypes.CDLL(path)
        self.thinks = not why_not_thinking(world.definition)
        for name, (result, given) in (_ENTRIES | _THINKING if self.thinks else _ENTRIES).items():
            entry = getattr(self.code, name, None)
            if entry is None:
                raise OSError("a library without its door")
            entry.restype, entry.argtypes = result, given
        if self.code.rw_size() != self.layout.size:
            raise OSError("a library of another table")
        self.group = _GROUP(self._group)
        self.rows = Rows(world, self.layout)
        self.thinkers: dict[Any, list[Any]] = {}  # memory in which bots have thought, to be used again

    def _group(self, number: int, part: int, which: int, words: int, hand: Any, found: Any) -> int:
        """The best grouping of cards, for whom the library asks: the steps that it takes, and a number or cards behind how many
        they are; 1 if it takes too long."""
        given = _given(hand[:words], len(self.world.definition.groupings[number].columns))
        run = _Counting(self.world)
        try:
            answer = of_given(run, number, PARTS[part], given, None if which == NONE else which)
        except (TooMuch, OutOfRange):
            return 1
        numbers = answer if isinstance(answer, tuple) else (answer,)
        found[0], found[1] = run.steps, len(numbers)
        for place, one in enumerate(numbers, 2):
            found[place] = one
        return 0


class _Counting(Evaluator):
    """Counts the steps of a grouping, where nothing lies on the table."""

    def __init__(self, world: World) -> None:
        super().__init__(world, None)
        self.steps = 0

    def spend(self, steps: int) -> None:
        self.steps += steps


def _given(words: Sequence[int], axes: int) -> CardsToGroup:
    """Cards as a library lays them out: each with what it adds, and what it can be."""
    known, at = [], 0
    while at < len(words):
        card, adds, at = words[at], words[at + 1], at + 2
        lists = []
        for _ in range(axes):
            lists.append(words[at + 1 : at + 1 + words[at]])
            at += 1 + words[at]
        known.append((tuple(product(*lists)), adds, card))
    return CardsToGroup.laid_out(known)


class NativePosition:
    """One position in the memory of a library, and what a call needs besides."""

    def __init__(self, library: Library) -> None:
        self.library = library
        code = library.code
        self.memory = bytearray(code.rw_size())
        self.exchange = Exchange(library.layout, self.memory)
        self._state = (ctypes.c_char * len(self.memory)).from_buffer(self.memory)
        self._run = ctypes.create_string_buffer(code.rw_run_size())
        self.state, self.run = ctypes.addressof(self._state), ctypes.addressof(self._run)
        self._found, self._seat = (ctypes.c_int * (1 + 2 * library.world.players))(), (ctypes.c_int * 1)()
        code.rw_run_begin(self.run, library.group)

    def write(self, state: State) -> None:
        """Raises NoRoom; what was there before is lost then."""
        row = self.library.rows.of(state)
        if self.library.code.rw_put(self.state, state.rng, row.buffer_info()[0], len(row)) < 0:
            raise NoRoom("a position that a library cannot hold")

    def read(self, state: State) -> None:
        self.exchange.read(state)

    def go_on(self) -> int:
        """To the next decision: 1 there, 0 at the end of the game, below 0 trouble."""
        return int(self.library.code.rw_run(self.run, self.state))

    def answer(self, seat: int, option: int) -> int:
        return int(self.library.code.rw_answer(self.run, self.state, seat, option))

    def step(self, option: int) -> int:
        """The answer of whoever decides by the place of the option, -1 to begin; how many options come next, 0 at the end."""
        return int(self.library.code.rw_step(self.run, self.state, option, self._seat))

    def driven(self, before: NativePosition) -> Callable[[int], int]:
        """A `step` that keeps the position before it in another. All else that the call needs is made once, here; it takes less
        than what it would take to let another thread go on meanwhile."""
        self._before = before
        self._given = (ctypes.c_void_p * 4)(self.run, self.state, before.state, ctypes.addressof(self._seat))
        return partial(_HELD(("rw_drive", self.library.code)), self._given)

    @property
    def site(self) -> int:
        """The place of the decisions that were asked for last."""
        return int(self._found[0])

    @property
    def seat(self) -> int:
        """Who decides after a step."""
        return int(self._seat[0])

    def decisions(self) -> list[tuple[int, int]]:
        """Everybody who must decide now: the seat, and how many options it has."""
        count = self.library.code.rw_decide(self.run, self.state, self._found)
        return [(self._found[1 + 2 * at], self._found[2 + 2 * at]) for at in range(max(0, count))]

    def numbers(self, seat: int) -> list[int]:
        """The numbers of the options of a seat."""
        found = (ctypes.c_int64 * MOST_OPTIONS)()
        count = self.library.code.rw_numbers(self.run, self.state, seat, found, MOST_OPTIONS)
        return list(found[: max(0, count)])

    def play(self, rngs: Sequence[int]) -> int:
        own = (ctypes.c_uint64 * len(rngs))(*rngs)
        return int(self.library.code.rw_play(self.run, self.state, own))

    def scores(self) -> list[int] | None:
        found = (ctypes.c_int * self.library.world.players)()
        return None if self.library.code.rw_scores(self.run, self.state, found) < 0 else list(found)

    def winners(self) -> list[int] | None:
        found = int(self.library.code.rw_winners(self.run, self.state))
        return None if found < 0 else [seat for seat in range(self.library.world.players) if found >> seat & 1]

    def observe(self, seat: int) -> list[int] | None:
        """What a seat may see, laid out as `engine/observation` says."""
        found = (ctypes.c_int * self.library.code.rw_observed_size())()
        return None if self.library.code.rw_observe(self.run, self.state, seat, found) < 0 else list(found)

    def note_rows(self) -> None:
        """From now on keep a row of every effect; only a debug build writes any."""
        self._rows = (ctypes.c_int64 * ROW_WORDS)()
        self.library.code.rw_rows(self.run, self._rows, ROW_WORDS)

    def rows(self) -> list[Row]:
        """The rows since the last look."""
        words, at = list(self._rows[: self.library.code.rw_row_count(self.run)]), 0
        self.library.code.rw_rows(self.run, self._rows, ROW_WORDS)
        found: list[Row] = []
        while at < len(words):
            kind, width, at = words[at], words[at + 1], at + 2
            row: list[Any] = [kind]
            for _ in range(width):
                if words[at]:
                    many = words[at + 1]
                    row.append(None if many < 0 else tuple(_one(one) for one in words[at + 2 : at + 2 + many]))
                    at += 2 + max(0, many)
                else:
                    row.append(_one(words[at + 1]))
                    at += 2
            found.append(tuple(row))
        return found


def _one(word: int) -> int | None:
    return None if word == NONE else word


