"""Bots that think inside a library: the memory they need there, and what one of them answers at a decision.

Takes positions, what a seat remembers and who plays against whom, all as plain numbers; returns the options that were looked
at, the best first, as the bots in Python would. Trouble is None: then those do it.
"""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Callable, Collection, Mapping
from functools import lru_cache, partial
from threading import Lock
from typing import Any

from ..protocol import BOTS_INSIDE, SeatedBots
from ..state import State
from ..world import World
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
        self._asked: list[Callable[[int], int]] = [lambda is_between: GO_ON]
        self._ask = ASK(partial(_ask_last, self._asked))
        self.begin(None)

    def begin(self, ask: Callable[[int], int] | None) -> None:
        """`ask` is asked before each deal (0) and between them (1) whether to go on."""
        self._asked += () if ask is None else (ask,)
        del self._asked[:-1]
        self.library.code.rw_think_begin(
            self.address, self.library.group, self._rivals, self._size, self._nodes, self._room, self._table, self._slots,
            self._ask if ask is not None else ASK(),
        )  # fmt: skip


def _ask_last(asked: list[Callable[[int], int]], is_between: int) -> int:
    return asked[-1](is_between)


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
        self, state: State, seat: int, may_be: Mapping[int, frozenset[int]], known: Collection[int], rng: int,
        ask: Callable[[int], int] | None = None,
    ) -> tuple[int, list[tuple[int, float]]] | None:  # fmt: skip
        """The next generator state and the places of options, the best first, each with its mean; None if it cannot be said
        here, and no options if somebody stopped it."""
        with self._lock:
            return self._weigh(state, seat, may_be, known, rng, ask)

    def _weigh(
        self, state: State, seat: int, may_be: Mapping[int, frozenset[int]], known: Collection[int], rng: int,
        ask: Callable[[int], int] | None,
    ) -> tuple[int, list[tuple[int, float]]] | None:  # fmt: skip
        world, definition = self.library.world, self.library.world.definition
        if not all(point in entries_of(definition, one) for one, point, _ in state.stack):
            return None
        try:
            self.table.write(state)
        except NoRoom:
            return None
        hidden, named, zones = _in_bytes(world, may_be, known)
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


def _in_bytes(world: World, may_be: Mapping[int, frozenset[int]], known: Collection[int]) -> tuple[bytes, bytes, bytes]:
    """What a seat remembers, as a library takes it: of every card whether it is hidden, whether the seat could name it, and
    where it may lie."""
    cards, words = max(1, world.cards), (max(1, len(world.zones)) + 63) // 64
    hidden, named, zones = bytearray(cards), bytearray(cards), bytearray(8 * cards * words)
    for card, where in may_be.items():
        hidden[card] = 1
        zones[8 * card * words : 8 * (card + 1) * words] = _as_bits(where, words)
    for card in known:
        named[card] = 1
    return bytes(hidden), bytes(named), bytes(zones)


@lru_cache(maxsize=4096)
def _as_bits(zones: frozenset[int], words: int) -> bytes:
    bits = sum(1 << zone for zone in zones)
    return array("Q", [bits >> 64 * word & (1 << 64) - 1 for word in range(words)]).tobytes()
