"""Bots that think inside a library: the memory they need there, and what one of them answers at a decision.

Takes the positions of a game one after the other, and who plays against whom, all as plain numbers; returns the options that
were looked at, the best first, as the bots in Python would. Trouble is None: then those do it.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from contextlib import suppress
from operator import attrgetter
from threading import Lock
from typing import Any

from ..protocol import BOTS_INSIDE, SeatedBots
from ..state import State
from .library import Library
from .rows import NoRoom

ASK = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_int)
Ask = Callable[[int], int]
Worths = tuple[int, list[tuple[int, float]]]
GO_ON, TIME_IS_UP, STOPPED = range(3)
STOPPED_THINKING = -12
MOST_LOOKED_AT = 100
SPARE = 300  # iterations that come on top, since every option that is left is tried on each deal
NODE = 40  # bytes
WITHOUT_END = 400_000  # iterations, where only time ends them


class Thinker:
    """The memory in which bots think, one after the other. Several threads need several."""

    def __init__(self, library: Library, seated: SeatedBots) -> None:
        self.library = library
        if len(seated.bots) != library.world.players or len(seated.rivals) != library.world.players:
            raise ValueError("a bot for every seat")
        code = library.code
        most = max([budget or WITHOUT_END for kind, budget in seated.bots if kind == "search"], default=0) + SPARE
        slots = 1 << (2 * most).bit_length()
        self._memory = ctypes.create_string_buffer(code.rw_think_size())
        self._nodes = ctypes.create_string_buffer(NODE * most)
        self._table = (ctypes.c_int32 * slots)()
        self._rivals = (ctypes.c_int32 * library.world.players)(*seated.rivals)
        self.address = ctypes.addressof(self._memory)
        code.rw_think_begin(
            self.address, library.group, self._rivals, seated.size, self._nodes, most, self._table, slots
        )  # fmt: skip


def players(seated: SeatedBots) -> Any:
    """The bots of all seats as the library knows them."""
    return (_Player * len(seated.bots))(*[_Player(BOTS_INSIDE.index(name), budget) for name, budget in seated.bots])


class _Player(ctypes.Structure):
    _fields_ = (("kind", ctypes.c_int32), ("budget", ctypes.c_int64))


class _Thought(ctypes.Structure):
    """What goes in and comes out of a thought, besides the position."""

    _fields_ = (
        ("rng", ctypes.c_uint64), ("seat", ctypes.c_int32), ("asks", ctypes.c_int32),
        ("order", ctypes.c_int32 * MOST_LOOKED_AT), ("means", ctypes.c_double * MOST_LOOKED_AT),
    )  # fmt: skip


class GameInside:
    """A game in the memory of a library, where every seat learns from what has changed since the last position."""

    def __init__(self, library: Library) -> None:
        self.library = library
        self._memory = ctypes.create_string_buffer(library.code.rw_followed_size())
        self.address = ctypes.c_void_p(ctypes.addressof(self._memory))
        self._last: State | None = None

    def stands_at(self, state: State) -> bool:
        """Whether this is the position that was seen last; where it fails, it stands nowhere."""
        return self._last is not None and _parts(self._last) == _parts(state)

    def note(self, state: State) -> None:
        """Learn from the next position, which is kept."""
        last, self._last = self._last, None
        with suppress(NoRoom):
            row = self.library.rows.of(state, last)
            if not self.library.code.rw_follow(self.address, state.rng, row.buffer_info()[0], len(row)):
                self._last = state


_parts = attrgetter("rng", "zones", "face", "variables", "shown", "marks", "host", "stack")


class Mind:
    """One bot that thinks inside a library from decision to decision."""

    def __init__(self, library: Library, seated: SeatedBots) -> None:
        self.library = library
        self._thinker = Thinker(library, seated)
        self._thought = _Thought()
        self._order, self._means = self._thought.order, self._thought.means
        self._asked: Ask | None = None
        self._callback = ASK(self._ask)
        self._lock = Lock()
        self._address = ctypes.c_void_p(self._thinker.address)
        self._think = library.code.rw_think
        player = players(seated)[0]
        library.code.rw_think_alone(self._address, player.kind, player.budget, ctypes.addressof(self._thought), self._callback)

    def follow(self) -> GameInside:
        """A game that has still to begin."""
        return GameInside(self.library)

    def weigh(self, followed: GameInside, seat: int, rng: int, ask: Ask | None = None) -> Worths | None:
        """The next generator state and the places of options where a game stands, the best first, each with its mean; None if
        it cannot be said here, and no options if somebody stopped it. `ask` is asked now and then (0), and between deals where
        only time ends them (1), whether to go on."""
        thought = self._thought
        with self._lock:
            thought.rng, thought.seat, thought.asks, self._asked = rng, seat, ask is not None, ask
            many = self._think(self._address, followed.address)
            if many < 0:
                return (rng, []) if many == STOPPED_THINKING else None
            return thought.rng, list(zip(self._order[:many], self._means[:many], strict=True))

    def _ask(self, is_between: int) -> int:
        return GO_ON if self._asked is None else self._asked(is_between)
