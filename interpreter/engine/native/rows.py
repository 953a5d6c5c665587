"""A position as one row of numbers, which a library lays out in its memory (`rw_put`).

Takes states; goes by the layout alone and carries nothing out. What cannot be a number, or has no room in a frame, is refused
by name; whether everything else has room is seen to by the library. The words of a variable or a frame that was the same the
last time are not made again: both are tuples, which never change.
"""

from __future__ import annotations

from array import array
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import chain, count
from typing import Any

from ..state import Frame, State
from ..world import World
from .layout import NONE, Layout

MOST_KEPT = 4096  # frames whose words are kept: those at the bottom are the same for a whole game
_all = chain.from_iterable


Sets = Mapping[int, frozenset[int]]


class NoRoom(Exception):
    """A position that does not fit into the memory of a library."""


def _number(value: Any) -> int:
    if value is None:
        return NONE
    if not isinstance(value, int):
        raise NoRoom(f"{value!r} where a number belongs")
    return int(value)


def _numbers(values: Iterable[Any]) -> list[int]:
    return [NONE if one is None else one for one in values]


def _listed(values: Sequence[Any] | None, words: int) -> list[int]:
    """A list behind its length, in as many words as it has; -1 stands for none."""
    listed = _unpadded(values, words)
    return listed + [0] * (words - len(listed))


def _unpadded(values: Sequence[Any] | None, words: int) -> list[int]:
    """The same without the room that is left."""
    if values is None:
        return [-1]
    if len(values) >= words:
        raise NoRoom(f"a list of {len(values)}")
    return [len(values), *map(_number, values)]


def of_memory(may_be: Sets, known: Collection[int]) -> array[int]:
    """What a seat remembers: the hidden cards, the set of zones in which each may lie, these sets behind how many zones they
    have, and the cards that it could name."""
    sets = dict(zip(dict.fromkeys(may_be.values()), count(), strict=False))
    words = [len(may_be), *may_be, *map(sets.__getitem__, may_be.values()), len(sets)]
    for zones in sets:
        words.append(len(zones))
        words += zones
    words.append(len(known))
    words += known
    return array("i", words)


class Rows:
    """Writes positions of one layout."""

    def __init__(self, world: World, layout: Layout) -> None:
        self.layout = layout
        self._frames: dict[Frame, array[int]] = {}
        declared = zip(layout.variables, world.definition.variables, strict=True)
        self._asking = {number for number, one in enumerate(layout.frames) if any(own.sort == "answers" for own in one.places)}
        self._variables = [(own.of.is_game, one.words if one.is_list else 0) for one, own in declared]
        self._last: list[tuple[Any, array[int]]] = [(self, array("i"))] * len(self._variables)

    def of(self, state: State) -> array[int]:
        """All of it but chance, which is wider than a word."""
        try:
            return self._of(state)
        except (TypeError, OverflowError) as problem:
            raise NoRoom(str(problem)) from None

    def _of(self, state: State) -> array[int]:
        host, shown, marks = state.host, state.shown, state.marks
        row = array("i", (
            state.budget, state.needed, state.depth, len(host), len(shown), len(marks), len(state.stack),
            *state.face, *state.lies_in, *map(len, state.zones), *_all(state.zones),
        ))  # fmt: skip
        if host or shown or marks:
            row.extend(_numbers((*_all(host.items()), *_all(shown), *_all(marks))))
        for number, value in enumerate(state.variables):
            if type(value) is int:
                row.append(value)
            else:
                of, words = self._last[number]
                row += words if value is of else self._variable(number, value)
        for frame in state.stack:
            row += self._frames.get(frame) or self._frame(frame)
        return row

    def _variable(self, number: int, value: Any) -> array[int]:
        is_game, room = self._variables[number]
        each = (value,) if is_game else value
        words = array("i", [word for one in each for word in _unpadded(one, room)] if room else _numbers(each))
        self._last[number] = value, words
        return words

    def _frame(self, frame: Frame) -> array[int]:
        """The procedure, the point and how many places are given; lists stand behind their lengths."""
        procedure, point, places = frame
        words: list[Any] = [procedure, point, len(places)]
        asks = procedure in self._asking
        for value in self._answered(procedure, places) if asks else places:
            if type(value) is tuple:
                words.append(len(value))
                words += value
            else:
                words.append(value)
        if len(self._frames) >= MOST_KEPT:
            self._frames.clear()
        self._frames[frame] = found = array("i", _numbers(words))
        return found

    def _answered(self, procedure: int, places: tuple[Any, ...]) -> list[Any]:
        """Places of which some hold the answers of several seats, each as one list."""
        sorts = [one.sort for one in self.layout.frames[procedure].places]
        return [self._answers(one) if sort == "answers" else one for one, sort in zip(places, sorts, strict=False)]

    def _answers(self, value: Any) -> tuple[int, ...] | None:
        """How many seats there are, and each with its answer: whether it is open, its branch, and what was picked."""
        if value is None:
            return None
        words = [len(value) - 1]
        for seat, (is_open, branch, picked) in zip(value[0], value[1:], strict=True):
            words += [seat, is_open, branch, *_listed(picked, self.layout.picks + 1)]
        return tuple(words)
