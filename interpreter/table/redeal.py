"""Deals out anew what a seat cannot know.

Takes a position and what a seat remembers; returns positions that look the same to that seat, each consistent deal as likely
as every other. Chance to come is drawn anew as well. Looks at which hidden card lies where only as the last resort that is
told below, and forgets it again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from .. import ir
from ..engine import chance
from ..engine.sight import can_see
from ..engine.state import Hosts, State
from ..model.definition import Definition
from .answers import answer_anew, answers_renamed, questions
from .memory import Look, Memory
from .secret_picks import pick_anew
from .secrets import make_up

TRIES = 50
FIRST_STEPS, STEPS = 20, 3  # exchanges per card that make a deal, where there is no shorter way


@dataclass(frozen=True, slots=True)
class HiddenGroup:
    """Hidden cards of one look, the places they lie at, and which card may lie at which place.

    `rows` are served one after the other, the least free first: things that all fit the same others. They are cards and the
    others places (by their index), or the other way round. Where any two of those sets of others are disjoint or one holds the
    other, everything finds the same number of others free, whatever came before, and every deal is equally likely. If only
    what is declared nests like that, and not what the seat remembers, then `is_loose`: a deal may have to be thrown away.
    """

    places: tuple[int, ...]
    may: tuple[frozenset[int], ...]
    rows: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]
    of_cards: bool
    is_loose: bool


class Dealer:
    """Makes deals of one position for one seat."""

    def __init__(self, state: State, memory: Memory) -> None:
        self.state = state
        self.viewer = memory.viewer
        self.groups = _groups(state, memory)
        self._walks: dict[int, list[int]] = {}
        self._first: dict[int, int] = {}

    def deal(self, rng: int) -> tuple[int, State]:
        """The next generator state and a position that the seat cannot tell from the true one."""
        new: dict[int, int] = {}
        for number, group in enumerate(self.groups):
            rng, dealt = self._dealt(rng, number)
            new |= zip(group.places, dealt, strict=True)
        return self._position(rng, new)

    def _dealt(self, rng: int, number: int) -> tuple[int, list[int]]:
        """A card for every place of a group: laid out row by row, or some way on from the last deal where that never fits."""
        group = self.groups[number]
        if number in self._walks:
            return _walked(rng, group, self._walks[number], STEPS), self._walks[number]
        for _ in range(TRIES if group.is_loose else 1):
            rng, dealt = _filled(rng, group)
            if not group.is_loose or all(map(frozenset.__contains__, group.may, dealt)):
                return rng, dealt
        rng, self._walks[number] = _matched(rng, group)
        return _walked(rng, group, self._walks[number], FIRST_STEPS), self._walks[number]

    def nudge(self, rng: int, fits: Callable[[State], bool]) -> tuple[int, State]:
        """The last resort where nearly no deal fits: exchange pairs of cards as long as the position fits."""
        self._first = self._first or self._first_fitting(fits)
        new = dict(self._first)
        rng, best = self._position(rng, new)
        for group in self.groups:
            for _ in range(2 * len(group.places)):
                rng, one = chance.below(rng, len(group.places))
                rng, other = chance.below(rng, len(group.places))
                here, there = group.places[one], group.places[other]
                if new[here] not in group.may[other] or new[there] not in group.may[one]:
                    continue
                rng, state = self._position(rng, new | {here: new[there], there: new[here]})
                if fits(state):
                    new[here], new[there] = new[there], new[here]
                    best = state
        return rng, best

    def _first_fitting(self, fits: Callable[[State], bool]) -> dict[int, int]:
        """The deal to begin with: from place to place the first card that still fits there. So positions that a seat cannot
        tell apart begin alike, though each is found by way of the true one."""
        new = {card: card for group in self.groups for card in group.places}
        rng = chance.seeded(len(new))
        for group in self.groups:
            for one, here in enumerate(group.places):
                later = sorted((new[there], other + one, there) for other, there in enumerate(group.places[one:]))
                for card, other, there in later:
                    if card == new[here]:
                        break
                    if card in group.may[one] and new[here] in group.may[other]:
                        changed = new | {here: card, there: new[here]}
                        if fits(self._position(rng, changed)[1]):
                            new = changed
                            break
        return new

    def _position(self, rng: int, new: dict[int, int]) -> tuple[int, State]:
        state = renamed(self.state, {card: other for card, other in new.items() if card != other})
        rng = make_up(rng, state, self.viewer)
        rng = answer_anew(rng, state, self.viewer)
        rng = pick_anew(rng, state, self.viewer)
        rng, state.rng = chance.below(rng, 1 << 64)
        return rng, state


# ---------------------------------------------------------------- which cards, which places


def _groups(state: State, memory: Memory) -> list[HiddenGroup]:
    places: dict[Look, list[int]] = {}
    for row in state.zones:
        for card in row:
            if card not in memory.known and not can_see(state, card, memory.viewer):
                places.setdefault(state.world.look(card), []).append(card)
    strict = _strict_families(state, [card for same in places.values() for card in same])
    return [_group(state, memory, tuple(cards), strict) for cards in places.values() if len(cards) > 1]


def _group(state: State, memory: Memory, places: tuple[int, ...], strict: frozenset[int]) -> HiddenGroup:
    """What fits where: by what is declared and remembered if that nests on one side, else by what is declared alone."""
    zones = {state.lies_in[card] for card in places}
    declared = {zone: frozenset(card for card in places if _belongs(state, card, zone, strict)) for zone in zones}
    known = {zone: frozenset(card for card in cards if zone in memory.may_be[card]) for zone, cards in declared.items()}
    may = tuple(known[state.lies_in[card]] for card in places)
    rows = _rows(places, may)
    if rows is not None:
        return HiddenGroup(places, may, *rows, is_loose=False)
    loosely = tuple(declared[state.lies_in[card]] for card in places)
    return HiddenGroup(places, may, *(_rows(places, loosely) or ((), False)), is_loose=True)


Rows = tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]


def _rows(places: tuple[int, ...], may: tuple[frozenset[int], ...]) -> tuple[Rows, bool] | None:
    """The rows to serve, and whether they are of cards; None if nothing nests."""
    fitting = {card: frozenset(index for index, cards in enumerate(may) if card in cards) for card in sorted(places)}
    for alike, of_cards in ((_alike(fitting), True), (_alike(dict(enumerate(may))), False)):
        if _are_nested(alike):
            return _served(alike), of_cards
    return None


Alike = dict[frozenset[int], list[int]]


def _alike(fitting: dict[int, frozenset[int]]) -> Alike:
    """Things that fit the same others, together."""
    alike: Alike = {}
    for thing, others in fitting.items():
        alike.setdefault(others, []).append(thing)
    return alike


def _are_nested(alike: Alike) -> bool:
    sets = sorted(alike, key=len)
    return all(one <= other or not one & other for index, one in enumerate(sets) for other in sets[index + 1 :])


def _served(alike: Alike) -> Rows:
    rows = sorted((len(others), things, sorted(others)) for others, things in alike.items())
    return tuple((tuple(things), tuple(others)) for _, things, others in rows)


def _belongs(state: State, card: int, zone: int, strict: frozenset[int]) -> bool:
    """Whether a card of its kind may lie in a zone: by what the zone holds, and by the member that is printed on the card."""
    number = state.world.zones[zone].family
    family = state.world.definition.families[number]
    if family.holds and state.world.kind[card] not in family.holds:
        return False
    return number not in strict or state.world.zone_for(card, number, None) in (None, zone)


def _strict_families(state: State, cards: list[int]) -> frozenset[int]:
    """Families with a zone per member where every hidden card lies with the member that is printed on it."""
    strict = {number for number, family in enumerate(state.world.definition.families) if family.per.is_member}
    for card in cards:
        number = state.world.zones[state.lies_in[card]].family
        if number in strict and state.world.zone_for(card, number, None) not in (None, state.lies_in[card]):
            strict.discard(number)
    return frozenset(strict)


# ---------------------------------------------------------------- dealing


def _filled(rng: int, group: HiddenGroup) -> tuple[int, list[int]]:
    """A card for every place: serve every row from what is still free."""
    dealt = [-1] * len(group.places)
    taken: set[int] = set()
    for things, others in group.rows:
        rng, order = chance.shuffled(rng, [one for one in others if one not in taken] if taken else others)
        for thing, other in zip(things, order, strict=False):
            taken.add(other)
            index, card = (other, thing) if group.of_cards else (thing, other)
            dealt[index] = card
    return rng, dealt


def _matched(rng: int, group: HiddenGroup) -> tuple[int, list[int]]:
    """A card for every place where nothing nests: each place takes a fitting card, from another place if it must."""
    dealt = [-1] * len(group.places)
    for index in range(len(dealt)):
        rng, order = chance.shuffled(rng, sorted(group.may[index]))
        _take(group, dealt, index, order, set())
    return rng, dealt


def _take(group: HiddenGroup, dealt: list[int], index: int, order: Sequence[int], asked: set[int]) -> bool:
    """Give a place a card that is free, or one whose place can take another."""
    for card in order:
        if card not in asked:
            asked.add(card)
            holder = dealt.index(card) if card in dealt else None
            if holder is None or _take(group, dealt, holder, sorted(group.may[holder]), asked):
                dealt[index] = card
                return True
    return False


def _walked(rng: int, group: HiddenGroup, dealt: list[int], steps: int) -> int:
    """Exchange two cards or three, again and again: in the long run every deal that is reached is equally likely."""
    for _ in range(steps * len(dealt)):
        rng, size = chance.below(rng, 2)
        places = []
        for _ in range(size + 2):
            rng, index = chance.below(rng, len(dealt))
            places.append(index)
        cards = [dealt[index] for index in places]
        targets = [*places[1:], places[0]]
        if len({*places}) == len(places) and all(card in group.may[index] for card, index in zip(cards, targets, strict=True)):
            for card, index in zip(cards, targets, strict=True):
                dealt[index] = card
    return rng


# ---------------------------------------------------------------- the new position


def renamed(state: State, new: dict[int, int]) -> State:
    """A copy in which the card `new[card]` is everything that `card` was: it lies there, and the rules speak of it."""
    other = state.copy()
    if not new:
        return other
    for zone in {state.lies_in[card] for card in new}:
        other.zones[zone] = tuple([new.get(card, card) for card in state.zones[zone]])
    for card, name in new.items():
        other.lies_in[name], other.face[name] = state.lies_in[card], state.face[card]
    other.host = Hosts({new.get(card, card): new.get(host, host) for card, host in state.host.items()})
    other.shown = tuple((new.get(card, card), player) for card, player in state.shown)
    tables, values = _about_cards(state.world.definition)
    for number in values:
        other.variables[number] = _named(other.variables[number], new)
    for number in tables:
        moved = list(other.variables[number])
        for card, name in new.items():
            moved[name] = other.variables[number][card]
        other.variables[number] = tuple(moved)
    other.marks = tuple((mark[0], new.get(mark[1], mark[1]), *mark[2:]) if mark[0] in tables else mark for mark in state.marks)
    other.stack = [_frame_renamed(state.world.definition, frame, new) for frame in state.stack]
    return other


@lru_cache(maxsize=64)
def _about_cards(definition: Definition) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The variables that every card has, and those whose values are cards."""
    tables = [number for number, variable in enumerate(definition.variables) if variable.of.is_card]
    values = [number for number, variable in enumerate(definition.variables) if variable.type.sort == ir.TypeSort.CARD]
    return tuple(tables), tuple(values)


def _frame_renamed(definition: Definition, frame: Any, new: dict[int, int]) -> Any:
    procedure, point, places = frame
    named = list(places)
    for index in _card_slots(definition)[procedure]:
        if index < len(named):
            named[index] = _named(named[index], new)
    for node in questions(definition)[procedure]:
        if named[node.answers] is not None:
            named[node.answers] = answers_renamed(node, named[node.answers], lambda card: new.get(card, card))
    return type(frame)((procedure, point, type(places)(named)))


@lru_cache(maxsize=64)
def _card_slots(definition: Definition) -> tuple[tuple[int, ...], ...]:
    """Of every procedure, which of its places hold cards."""
    return tuple(
        tuple(index for index, type in enumerate(procedure.slots) if type.sort == ir.TypeSort.CARD)
        for procedure in definition.procedures
    )


def _named(value: Any, new: dict[int, int]) -> Any:
    if isinstance(value, list | tuple):
        return tuple(_named(one, new) for one in value)
    return new.get(value, value)
