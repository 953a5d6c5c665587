"""What viewers learn of an answer from what is told of it: which option it was, and what was picked.

Whoever decides knows it all. Others know an option by its words, a thing by being named in them, and of a card that they do not
see, at most the place where all such cards lie.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from functools import lru_cache
from typing import Any

from ... import ir
from ...model.definition import Definition
from ..answering import choices_of
from ..options import DONE
from ..sight import can_see
from ..state import State
from ..texts import UNTOLD, Speaker

_OTHERWISE = ("nothing", UNTOLD)  # what a hole reads like that is empty, or not for the reader
_NUMBER = re.compile("-?([0-9]+)")
Unknown = list[bool]
Filled = Iterator[tuple[set[int], Unknown]]


class PicksTold:
    """`unknown` says who may not know what an expression is worth."""

    def __init__(self, state: State, seats: tuple[str, ...], unknown: Callable[[ir.Expr, list[Any]], Unknown]) -> None:
        self.state = state
        self.seats = seats
        self.viewers = (None, *range(state.world.players))
        self.unknown = unknown

    def of(self, node: Any, seat: int, branch: int, values: tuple[Any, ...], places: list[Any], at_once: bool) -> Filled:
        """The places that an answer fills, each with those who may not know what stands there. What several pick `at_once`
        is told to nobody."""
        is_kept = self.state.world.definition.sites[node.site].secret
        if isinstance(node, ir.PickMany):
            yield from self._row(node, seat, branch, values, places, is_kept or at_once)
            return
        picks = node.branches[branch].picks if branch >= 0 else ()
        for (slot, _, _), value in zip(picks, values, strict=True):
            places[slot] = value
        which = [is_kept or self._is_doubtful(node, branch, places, viewer) for viewer in self.viewers]
        yield {node.result}, self._for_others(seat, which)
        if branch < 0:
            yield {slot for one in node.branches for slot, _, _ in one.picks}, self._for_others(seat, which)
        for (slot, source, type), value in zip(picks, values, strict=True):
            own = self._picked(node.branches[branch].text, slot, source, type, value, places)
            yield {slot}, self._for_others(seat, [a or b for a, b in zip(which, own, strict=True)])

    def _row(
        self, node: ir.PickMany, seat: int, branch: int, values: tuple[Any, ...], places: list[Any], is_kept: bool
    ) -> Filled:
        """A row is unknown as soon as one of its picks is."""
        slots = {node.picked, node.result}
        if is_kept:
            yield slots, self._for_others(seat, [True] * len(self.viewers))
        elif branch >= 0 and values:
            own = self._picked(node.text, node.slot, node.source, node.type, values[0], places)
            begun = bool(places[node.picked])
            before = self.unknown(ir.Local(node.picked), places) if begun else [False] * len(self.viewers)
            yield slots, self._for_others(seat, [a or b for a, b in zip(before, own, strict=True)])
        elif not places[node.picked]:
            yield slots, [False] * len(self.viewers)

    def _for_others(self, seat: int, unknown: Unknown) -> Unknown:
        return [is_unknown and viewer != seat for is_unknown, viewer in zip(unknown, self.viewers, strict=True)]

    # ---- which option

    def _is_doubtful(self, node: ir.Choose, branch: int, places: list[Any], viewer: int | None) -> bool:
        """Whether what is told of an option could have been told of another one."""
        words = self._words(node, branch, places, viewer)
        others = [one.text for number, one in enumerate(node.branches) if number != branch]
        others += [node.decline] if node.decline is not None and branch >= 0 else []
        return bool(words) and any(self._could_read(one, words) for one in others)

    def _could_read(self, text: ir.Text, words: str) -> bool:
        return _could_read(text, words, self.state.world.definition, self.seats)

    def gives_away(self, node: Any, branch: int, values: tuple[Any, ...], places: list[Any], viewer: int | None) -> bool:
        """Whether what is told of an answer can be told of no other decision."""
        own = list(places)
        if branch >= 0:
            slots = [node.slot] if isinstance(node, ir.PickMany) else [slot for slot, _, _ in node.branches[branch].picks]
            for slot, value in zip(slots, values, strict=True):
                own[slot] = value
        words = self._words(node, branch, own, viewer)
        others = texts_of_decisions(self.state.world.definition)
        elsewhere = (text for site, texts in others.items() if site != node.site for text in texts)
        return not any(self._could_read(text, words) for text in elsewhere)

    def _words(self, node: Any, branch: int, places: list[Any], viewer: int | None) -> str:
        """What a viewer is told of an answer; nothing, if rules went on without one."""
        if branch < 0:
            taken = node.done if branch == DONE and isinstance(node, ir.PickMany) else node.decline
        else:
            taken = node.text if isinstance(node, ir.PickMany) else node.branches[branch].text
        return "" if taken is None else Speaker(self.state, self.seats, viewer).told(taken, places)[0]

    # ---- what was picked

    def _picked(
        self, text: ir.Text, slot: int, source: ir.Expr, type: ir.Type, value: Any, places: list[Any]
    ) -> Unknown:
        is_named = any(not isinstance(part, str) and part[0] == ir.Local(slot) for part in text.parts)
        if type.sort != ir.TypeSort.CARD or value is None:
            return [not is_named] * len(self.viewers)
        zone = self.state.lies_in[value]
        closed = zone in self.state.world.hands or zone in self.state.world.piles
        where = self._where(source, places) if closed else None
        unknown = []
        for number, viewer in enumerate(self.viewers):
            if not closed or can_see(self.state, value, viewer):
                unknown.append(not is_named)
            else:
                can_be_seen = any(can_see(self.state, card, viewer) for card in self.state.zones[zone])
                unknown.append(where is None or where[number] or (can_be_seen and not is_named))
        return unknown

    def _where(self, source: ir.Expr, places: list[Any]) -> Unknown | None:
        """Who may not know from which zone is picked; none if there is more than one."""
        while isinstance(source, ir.Fold | ir.Sort):
            source = source.source
        if not isinstance(source, ir.Contents) or not isinstance(source.of, ir.ZoneOf | ir.Local):
            return None
        return self.unknown(source.of, places)


@lru_cache(maxsize=64)
def texts_of_decisions(definition: Definition) -> dict[int, tuple[ir.Text, ...]]:
    """All that can be told of the answers to every decision."""
    texts = {}
    for site, (node, _) in choices_of(definition).items():
        own = [node.text, node.done] if isinstance(node, ir.PickMany) else [branch.text for branch in node.branches]
        texts[site] = (*own, *([] if node.decline is None else [node.decline]))
    return texts


def _could_read(text: ir.Text, words: str, definition: Definition, seats: tuple[str, ...]) -> bool:
    """Whether a text can read like this, whatever stands in its holes. `reached` are all letters at which the parts so far can
    end: a text of many holes can read so in more ways than could be tried one by one."""
    reached: Collection[int] = (0,)
    for part in text.parts:
        if isinstance(part, str):
            reached = {at + len(part) for at in reached if words.startswith(part, at)}
        else:
            reached = _filled(part[1], words, reached, definition, seats)
        if not reached:
            return False
    return len(words) in reached


def _filled(
    type: ir.Type, words: str, reached: Collection[int], definition: Definition, seats: tuple[str, ...]
) -> Collection[int]:
    """Where a hole can end: a number is one, and of a member or a player the names are known."""
    names: tuple[str, ...] = ()
    if type.sort is ir.TypeSort.PLAYER:
        names = seats
    elif type.sort is ir.TypeSort.MEMBER and len(type.names) == 1:
        names = next(one.names for one in definition.types if one.name == type.names[0])
    is_number = type.sort is ir.TypeSort.NUMBER
    if type.many or not (names or is_number):
        return range(min(reached), len(words) + 1)
    known = frozenset((*names, *_OTHERWISE))
    lengths = {len(name) for name in known}
    ends = {at + length for at in reached for length in lengths if words[at : at + length] in known}
    if is_number:
        digits = [found for at in reached if (found := _NUMBER.match(words, at))]
        ends.update(end for found in digits for end in range(found.start(1) + 1, found.end() + 1))
    return ends
