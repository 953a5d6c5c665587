"""One game inside a library, driven answer by answer from Python: numbers go in and come out, and no `State` is made.

Takes a library and a seed. What a library cannot do ends with `Unable` and the position before, from where another engine goes
on.
"""

from __future__ import annotations

import ctypes

from .. import chance
from ..opening import new_state
from ..protocol import Unable
from .library import Library, NativePosition
from .whole_games import first_position


class DrivenInside:
    """`seat` is who decides, among `count` options; at the end of the game there are none."""

    def __init__(self, library: Library, seed: int) -> None:
        self._table, self._before = NativePosition(library), NativePosition(library)
        ctypes.memmove(self._table.state, first_position(library), len(self._table.memory))
        self._table.exchange.parts["rng"][0] = chance.seeded(seed)
        self.seat, self.count = 0, 0
        self._drive = self._table.driven(self._before)
        self.answer(-1)

    def copy(self) -> DrivenInside:
        """The same position in memory of its own."""
        other: DrivenInside = object.__new__(DrivenInside)
        library = self._table.library
        other._table, other._before = NativePosition(library), NativePosition(library)
        library.code.rw_copy(other._table.state, self._table.state)
        other._drive = other._table.driven(other._before)
        other.seat, other.count = self.seat, self.count
        return other

    def answer(self, option: int) -> None:
        """The answer of whoever decides by the place of the option; the next question follows in the same call."""
        self.count = self._drive(option)
        if self.count < 0:
            raise self._unable(self._before)
        self.seat = self._table.seat

    @staticmethod
    def _unable(table: NativePosition) -> Unable:
        state = new_state(table.library.world, 0)
        table.read(state)
        return Unable(state)

    def _known(self, found: list[int] | None) -> list[int]:
        if found is None:
            raise self._unable(self._table)
        return found

    def numbers(self) -> list[int]:
        return self._known(self._table.numbers(self.seat) or None)

    def observe(self, seat: int) -> list[int]:
        return self._known(self._table.observe(seat))

    def scores(self) -> list[int]:
        return self._known(self._table.scores())

    def winners(self) -> list[int]:
        return self._known(self._table.winners())
