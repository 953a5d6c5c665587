"""Positions there and back: a `State` as the memory of a library, and that memory as a `State`.

Goes by the layout alone and carries nothing out. What has no room there is refused by name, and is then left to the engine in
Python.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import lru_cache
from math import inf
from typing import Any

from ..state import State
from ..world import World
from .layout import NONE, STACK_WORDS, Layout, PlaceField, VariableField

ABSENT = NONE + 1  # an ability is given three things, also if it has places for fewer; not every engine keeps the others


class NoRoom(Exception):
    """A position that does not fit into the memory of a library."""


def _number(value: Any) -> int:
    if value is None:
        return NONE
    if not isinstance(value, int):
        raise NoRoom(f"{value!r} where a number belongs")
    return int(value)


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


@lru_cache(maxsize=256)
def _rooms(world: World) -> tuple[float, ...]:
    """How many cards every zone holds."""
    return tuple(inf if room is None else room for room in map(world.room, range(len(world.zones))))


class Exchange:
    """Writes and reads one piece of memory."""

    def __init__(self, layout: Layout, memory: bytearray) -> None:
        self.layout = layout
        whole = memoryview(memory)
        self.parts: dict[str, memoryview[int]] = {
            name: whole[one.offset : one.end].cast(_CAST[one.code])  # type: ignore[call-overload]
            for name, one in layout.fields.items()
        }
        self._fill("host", [-1] * len(self.parts["host"]))

    # ---- there

    def write(self, state: State) -> None:
        parts = self.parts
        parts["rng"][0] = state.rng
        for name, value in (("budget", state.budget), ("needed", state.needed), ("depth", state.depth)):
            parts[name][0] = value
        self._fill("face", state.face)
        self._fill("place", state.lies_in)
        self._write_zones(state)
        self._write_hosts(state)
        self._write_shown(state)
        self._write_marks(state)
        for field, value in zip(self.layout.variables, state.variables, strict=True):
            self._write_variable(field, value)
        self._write_stack(state)

    def _fill(self, name: str, values: Sequence[int]) -> None:
        part = self.parts[name]
        part[: len(values)] = memoryview(array(part.format, values))

    def _write_zones(self, state: State) -> None:
        lengths = list(map(len, state.zones))
        if any(length > room for length, room in zip(lengths, _rooms(state.world), strict=True)):
            raise NoRoom("more cards than a zone has room for")
        first = len(self.parts["place"])
        following = list(range(first + len(lengths)))
        before = following.copy()
        for ring, cards in enumerate(state.zones, first):
            last = ring
            for card in cards:
                following[last], before[card] = card, last
                last = card
            following[last], before[ring] = ring, last
        for name, values in (("len", lengths), ("next", following), ("prev", before)):
            self._fill(name, values)
        if self.layout.keeps_filled:
            self.parts["filled"][0] = sum(1 << zone for zone, length in enumerate(lengths) if length)

    def _write_hosts(self, state: State) -> None:
        if not self.layout.hosts:  # then as it was at first
            if state.host:
                raise NoRoom("cards under others")
            return
        host, guests = [-1] * state.world.cards, [0] * state.world.cards
        for card, under in state.host.items():
            host[card] = under
            guests[under] += 1
        self._fill("host", host)
        self._fill("guests", guests)
        self.parts["hosted"][0] = len(state.host)

    def _write_shown(self, state: State) -> None:
        if len(state.shown) > self.layout.shown:
            raise NoRoom("cards that are shown")
        self.parts["shown_count"][0] = len(state.shown)
        self._fill("shown", [number for pair in state.shown for number in pair])

    def _write_marks(self, state: State) -> None:
        if len(state.marks) > self.layout.marks:
            raise NoRoom("flags that end")
        self.parts["marked"][0] = len(state.marks)
        self._fill("marks", [_number(number) for mark in state.marks for number in mark])

    def _write_variable(self, field: VariableField, value: Any) -> None:
        values: Sequence[Any] = value if isinstance(value, tuple) else (value,)
        if field.is_list and field.things == 1:
            values = _unpadded(value, field.words)
        elif field.is_list:
            values = [number for one in values for number in _listed(one, field.words)]
        elif None in values:
            values = [NONE if one is None else one for one in values]
        try:
            self._fill(field.name, values)
        except (TypeError, ValueError, OverflowError):
            raise NoRoom(f"{field.name}: {value!r}") from None

    def _write_stack(self, state: State) -> None:
        words: list[int] = []
        last = -1
        for procedure, point, places in state.stack:
            frame = self.layout.frames[procedure]
            if len(places) > len(frame.places):
                raise NoRoom("more places than a procedure has")
            below, last = last, len(words)
            words += [procedure, point, below, *[ABSENT] * (frame.words - 3)]
            for place, value in zip(frame.places, places, strict=False):
                begin = last + place.offset
                if place.sort == "one":
                    words[begin] = _number(value)
                else:
                    words[begin : begin + place.words] = self._place(place, value)
        if len(words) > STACK_WORDS:
            raise NoRoom("rules inside rules")
        self._fill("stack", words)
        self.parts["top"][0], self.parts["last"][0] = len(words), last

    def _place(self, place: PlaceField, value: Any) -> list[int]:
        if place.sort == "list":
            return _listed(value, place.words)
        return self._answers(place, value)

    def _answers(self, place: PlaceField, value: Any) -> list[int]:
        """The seats with their answers: whether each is open, its branch, and what was picked."""
        words = [-1 if value is None else len(value) - 1]
        for seat, (is_open, branch, picked) in zip(*(value[0], value[1:]) if value is not None else ((), ()), strict=True):
            words += [seat, is_open, branch, *_listed(picked, self.layout.picks + 1)]
        if len(words) > place.words:
            raise NoRoom("more answers than seats")
        return words + [0] * (place.words - len(words))

    # ---- and back

    def read(self, state: State) -> None:
        parts = self.parts
        state.rng = parts["rng"][0]
        state.budget, state.needed, state.depth = (parts[name][0] for name in ("budget", "needed", "depth"))
        world = state.world
        state.face[:] = parts["face"].tolist()[: world.cards]
        state.lies_in[:] = parts["place"].tolist()[: world.cards]
        self._read_zones(state)
        host = parts["host"].tolist()[: world.cards] if parts["hosted"][0] else ()
        state.host.clear()
        state.host.update({card: under for card, under in enumerate(host) if under >= 0})
        shown = parts["shown"].tolist()[: 2 * parts["shown_count"][0]]
        state.shown = tuple(zip(shown[::2], shown[1::2], strict=True))
        marks = _nones(parts["marks"].tolist()[: 5 * parts["marked"][0]])
        state.marks = tuple(tuple(marks[at : at + 5]) for at in range(0, len(marks), 5))  # type: ignore[misc]
        state.variables[:] = [self._variable(number, state) for number in range(len(self.layout.variables))]
        state.stack[:] = self._stack(parts["stack"][: parts["top"][0]].tolist())

    def _read_zones(self, state: State) -> None:
        following, rings = self.parts["next"].tolist(), len(self.parts["place"])
        for zone, count in enumerate(self.parts["len"].tolist()[: len(state.zones)]):
            cards, card = [], following[rings + zone]
            for _ in range(count):
                cards.append(card)
                card = following[card]
            state.zones[zone] = tuple(cards)

    def _variable(self, number: int, state: State) -> Any:
        field = self.layout.variables[number]
        words = self.parts[field.name].tolist()[: field.things * field.words]
        found: list[Any]
        if field.is_list:
            found = [_list(words[at : at + field.words]) for at in range(0, len(words), field.words)]
        else:
            found = _nones(words)
        return found[0] if state.world.definition.variables[number].of.is_game else tuple(found)

    def _stack(self, words: list[int]) -> list[Any]:
        frames, at = [], 0
        while at < len(words):
            frame = self.layout.frames[words[at]]
            there = [one for one in frame.places if words[at + one.offset] != ABSENT]
            frames.append((words[at], words[at + 1], tuple(self._read_place(one, words, at) for one in there)))
            at += frame.words
        return frames

    def _read_place(self, place: PlaceField, words: list[int], at: int) -> Any:
        own = words[at + place.offset : at + place.offset + place.words]
        if place.sort == "one":
            return None if own[0] == NONE else own[0]
        if place.sort == "list":
            return _list(own)
        if own[0] < 0:
            return None
        each = self.layout.answer_words
        rows = [own[start : start + each] for start in range(1, 1 + own[0] * each, each)]
        return (tuple(row[0] for row in rows), *((row[1], row[2], _list(row[3:])) for row in rows))


_CAST = {"q": "Q", "i": "i", "h": "h", "b": "b"}


def _nones(words: list[int]) -> list[int | None]:
    return [None if one == NONE else one for one in words]


def _list(words: list[int]) -> tuple[int | None, ...] | None:
    return None if words[0] < 0 else tuple(_nones(words[1 : 1 + words[0]]))


