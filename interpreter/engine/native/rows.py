"""A position as one row of numbers, which a library lays out in its memory (`rw_put`).

Takes states; goes by the layout alone and carries nothing out. What cannot be a number, or has no room in a frame, is refused
by name; whether everything else has room is seen to by the library. Of a position that comes after another only what has
changed is told: zones, variables and frames are tuples, which never change, so that the same ones hold the same.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from itertools import chain, compress, count, takewhile
from operator import is_, is_not, ne
from typing import Any

from ..state import Frame, State
from ..world import World
from .layout import NONE, Layout, PlaceShape

_all = chain.from_iterable


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


class Rows:
    """Writes positions of one layout."""

    def __init__(self, world: World, layout: Layout) -> None:
        self.layout = layout
        declared = zip(layout.variables, world.definition.variables, strict=True)
        asked = [any(own.shape is PlaceShape.ANSWERS for own in one.places) for one in layout.frames]
        self._asking = {number for number, is_asked in enumerate(asked) if is_asked}
        self._variables = [(own.of.is_game, one.words if one.is_list else 0) for one, own in declared]
        self._nowhere = nowhere = State(world, 0)  # everything is other than it is there
        nowhere.zones, nowhere.face = [None] * len(world.zones), [None] * world.cards  # type: ignore[list-item]
        nowhere.variables = [self] * len(self._variables)

    def of(self, state: State, before: State | None = None) -> array[int]:
        """All of it but chance, which is wider than a word; or what has changed since a position before."""
        try:
            return self._of(state, before or self._nowhere)
        except (TypeError, OverflowError) as problem:
            raise NoRoom(str(problem)) from None

    def _of(self, state: State, before: State) -> array[int]:
        zones, face, variables = state.zones, state.face, state.variables
        host, shown, marks = state.host, state.shown, state.marks
        moved = [*compress(count(), map(is_not, before.zones, zones))]
        turned = [*compress(count(), map(ne, before.face, face))] if before.face != face else ()
        changed = [*compress(count(), map(is_not, before.variables, variables))]
        same = sum(takewhile(bool, map(is_, before.stack, state.stack)))
        words = [
            state.budget, state.needed, state.depth, len(moved), len(turned), len(changed), len(host), len(shown), len(marks),
            len(before.stack) - same, len(state.stack) - same,
        ]  # fmt: skip
        for zone in moved:
            cards = zones[zone]
            words += (zone, len(cards), *cards)
        for card in turned:
            words += (card, face[card])
        if host or shown or marks:
            words += _numbers((*_all(host.items()), *_all(shown), *_all(marks)))
        for number in changed:
            words.append(number)
            self._put_variable(words, number, variables[number])
        for frame in state.stack[same:]:
            self._put_frame(words, frame)
        return array("i", words)

    def _put_variable(self, words: list[int], number: int, value: Any) -> None:
        is_game, room = self._variables[number]
        each = (value,) if is_game else value
        words += [word for one in each for word in _unpadded(one, room)] if room else _numbers(each)

    def _put_frame(self, words: list[int], frame: Frame) -> None:
        """The procedure, the point and how many places are given; lists stand behind their lengths."""
        procedure, point, places = frame
        words += (procedure, point, len(places))
        for value in self._answered(procedure, places) if procedure in self._asking else places:
            if type(value) is tuple:
                words.append(len(value))
                words += _numbers(value)
            else:
                words.append(NONE if value is None else value)

    def _answered(self, procedure: int, places: tuple[Any, ...]) -> list[Any]:
        """Places of which some hold the answers of several seats, each as one list."""
        held = [one.shape for one in self.layout.frames[procedure].places]
        return [self._answers(one) if own is PlaceShape.ANSWERS else one for one, own in zip(places, held, strict=False)]

    def _answers(self, value: Any) -> tuple[int, ...] | None:
        """How many seats there are, and each with its answer: whether it is open, its branch, and what was picked."""
        if value is None:
            return None
        words = [len(value) - 1]
        for seat, (is_open, branch, picked) in zip(value[0], value[1:], strict=True):
            words += [seat, is_open, branch, *_listed(picked, self.layout.picks + 1)]
        return tuple(words)
