"""The memory of a library, part by part, and as a `State`.

Goes by the layout alone and carries nothing out. How a `State` comes there is told in `rows`.
"""

from __future__ import annotations

from typing import Any

from ..state import State
from .layout import ABSENT, NONE, Layout, PlaceField, PlaceShape


class Exchange:
    """Reads one piece of memory."""

    def __init__(self, layout: Layout, memory: bytearray) -> None:
        self.layout = layout
        whole = memoryview(memory)
        self.parts: dict[str, memoryview[int]] = {
            name: whole[one.offset : one.end].cast(_CAST[one.code])  # type: ignore[call-overload]
            for name, one in layout.fields.items()
        }

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
        if place.shape is PlaceShape.ONE:
            return None if own[0] == NONE else own[0]
        if place.shape is PlaceShape.LIST:
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


