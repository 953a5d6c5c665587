"""Bots that think inside a library: the memory they need there, and what one of them answers at a decision.

Takes positions, what a seat remembers and who plays against whom, all as plain numbers; returns the options that were looked
at, the best first, as the bots in Python would. Trouble is None: then those do it.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Collection, Mapping
from threading import Lock
from typing import Any

from ..protocol import BOTS_INSIDE, SeatedBots
from ..state import State
from .exchange import NoRoom
from .flow import entries_of
from .library import Library, NativePosition

ASK = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_int)
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
        self._room, self._slots, self._size = most, slots, seated.size
        self.address = ctypes.addressof(self._memory)
        self.begin(None)

    def begin(self, ask: Callable[[int], int] | None) -> None:
        """`ask` is asked before each deal (0) and between them (1) whether to go on."""
        self._ask = ASK(ask) if ask is not None else ASK()
        self.library.code.rw_think_begin(
            self.address, self.library.group, self._rivals, self._size, self._nodes, self._room, self._table, self._slots,
            self._ask,
        )  # fmt: skip


def players(seated: SeatedBots) -> Any:
    """The bots of all seats as the library knows them."""
    return (_Player * len(seated.bots))(*[_Player(BOTS_INSIDE.index(name), budget) for name, budget in seated.bots])


class _Player(ctypes.Structure):
    _fields_ = (("kind", ctypes.c_int32), ("budget", ctypes.c_int64))


class Mind:
    """One bot that thinks inside a library from decision to decision; `ask` as in `Thinker`."""

    def __init__(self, library: Library, seated: SeatedBots) -> None:
        self.library = library
        self.table = NativePosition(library)
        self.thinker = Thinker(library, seated)
        self.player = players(seated)[0]
        self._lock = Lock()

    def weigh(
        self, state: State, seat: int, may_be: Mapping[int, Collection[int]], known: Collection[int], rng: int,
        ask: Callable[[int], int] | None = None,
    ) -> tuple[int, list[tuple[int, float]]] | None:  # fmt: skip
        """The next generator state and the places of options, the best first, each with its mean; None if it cannot be said
        here, and no options if somebody stopped it."""
        with self._lock:
            return self._weigh(state, seat, may_be, known, rng, ask)

    def _weigh(
        self, state: State, seat: int, may_be: Mapping[int, Collection[int]], known: Collection[int], rng: int,
        ask: Callable[[int], int] | None,
    ) -> tuple[int, list[tuple[int, float]]] | None:  # fmt: skip
        world, definition = self.library.world, self.library.world.definition
        if not all(point in entries_of(definition, one) for one, point, _ in state.stack):
            return None
        try:
            self.table.write(state)
        except NoRoom:
            return None
        cards, words = max(1, world.cards), (max(1, len(world.zones)) + 63) // 64
        hidden, named = (ctypes.c_ubyte * cards)(), (ctypes.c_ubyte * cards)()
        zones = (ctypes.c_uint64 * (cards * words))()
        for card, where in may_be.items():
            hidden[card] = 1
            _set_bits(zones, card * words, where)
        for card in known:
            named[card] = 1
        chance, order = (ctypes.c_uint64 * 1)(rng), (ctypes.c_int * MOST_LOOKED_AT)()
        means = (ctypes.c_double * MOST_LOOKED_AT)()
        self.thinker.begin(ask)
        many = self.library.code.rw_think(
            self.thinker.address, self.table.state, seat, self.player.kind, self.player.budget, hidden, named, zones, chance,
            order, means,
        )  # fmt: skip
        if many < 0:
            return (rng, []) if many == STOPPED_THINKING else None
        return chance[0], list(zip(order[:many], means[:many], strict=True))


def _set_bits(words: Any, first: int, members: Collection[int]) -> None:
    for one in members:
        words[first + (one >> 6)] |= 1 << (one & 63)

