"""The decision that a seat has now, and what that seat may find out about it.

Takes a match and a seat; answers which kinds of options there are, what is called by a name, what a pick looks for and whether
something is so, each with whether the seat may know that. For those who tell why an option is there or not.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from .. import ir
from ..engine.discretion import Discreet
from ..engine.frames import waiting_at
from ..engine.likeness import likeness
from ..engine.options import DECLINE, DONE, Option, bound
from ..engine.sight import can_see
from ..engine.texts import Speaker
from ..engine.trouble import RuleError
from ..ir.walk import walk
from ..model.definition import Definition
from ..telling.conditions import Condition
from ..telling.places import read_names
from ..telling.reasons import Kind, Reason
from ..telling.things import thing_of
from .match import Match
from .why_value import why_at
from .witness import conditions_now

Picked = tuple[int, ir.Expr, ir.Type]
MOST_NUMBERS = 1000  # that can be meant by a name
BEGINNING = 3  # letters of a word are enough for it


@dataclass(frozen=True)
class OptionRule:
    """One kind of option of a decision: where it is written, when it is there, what is picked, how it reads."""

    file: str
    line: int
    guard: ir.Expr
    picks: tuple[Picked, ...]
    text: ir.Text

    @property
    def has_words(self) -> bool:
        """Whether it reads like something of its own; a hole alone reads like everything."""
        return any(isinstance(part, str) and part.strip() for part in self.text.parts)


@dataclass(frozen=True)
class Way:
    """An option that somebody can mean: for each pick that was named, by its number, the name and what is called so."""

    rule: OptionRule
    named: dict[int, tuple[str, list[Any]]]


class OpenDecision:
    """`offered` is the decision as a person is asked it, `places` the values that its rule works with, and `picked` what was
    picked so far in a row."""

    def __init__(self, match: Match, seat: str) -> None:
        self.definition = match.definition
        self.offered = match.offer(seat)
        self.seat = match.seats.index(seat)
        self._match = match
        self._state = match.state
        self._speaker = Speaker(match.state, match.seats, self.seat)
        self.node, self.places = _open(match, self.seat)
        self.rules = list(option_rules(match.definition, self.node))
        row = match.open_row(seat)
        self.picked = match.picks_in(row) if row is not None else ()

    @property
    def place(self) -> tuple[str, int]:
        """The file and the line at which it is written."""
        site = self.definition.sites[self.node.site]
        return self.definition.files[site.file], site.line

    @property
    def conditions(self) -> tuple[Condition, ...]:
        """By what the rules have come to this decision, the outermost first, as the seat may know it."""
        told = [step.told for step in self._match.steps] if self._match.journal else []
        return conditions_now([one for one in told if one is not None], self.seat)

    # ---- options

    def rule_of(self, option: Option) -> OptionRule | None:
        """Where an option comes from; nothing, if it ends or declines the decision."""
        branch, _ = bound(option)
        return None if branch in (DECLINE, DONE) else self.rules[branch]

    def counts(self, option: Option) -> Iterator[tuple[str, int]]:
        """Each thing that an option picks, and among how many."""
        places, (branch, values) = list(self.places), bound(option)
        for number, ((slot, source, type), value) in enumerate(zip(self.rules[branch].picks, values, strict=True)):
            things, peeked = self.seen(source, places)
            yield self.words(value, type), len(self.listed(self.rules[branch], values[:number]) if peeked else things)
            places[slot] = value

    def listed(self, rule: OptionRule, before: tuple[Any, ...] = ()) -> set[Any]:
        """What the options themselves offer as the next pick after others."""
        branch = self.rules.index(rule)
        own = [values for one, values in map(bound, self.offered.options) if one == branch]
        return {values[len(before)] if len(values) > len(before) else None for values in own if values[: len(before)] == before}

    def concerns(self, option: Option, thing: Any, sort: str) -> bool:
        """Whether an option binds a thing, or one that is alike in everything."""

        def same(value: Any) -> Any:
            return likeness(self._state, value, self.seat) if sort == "card" else value

        branch, values = bound(option)
        types = [type for _, _, type in self.rules[branch].picks] if branch >= 0 else []
        return any(type.sort == sort and same(value) == same(thing) for type, value in zip(types, values, strict=True))

    # ---- what somebody can mean

    def way(self, rule: OptionRule, names: dict[int, str]) -> Way:
        return Way(rule, {number: (name, self.meant(name, rule.picks[number][2])) for number, name in names.items()})

    def ways_to_pick(self, name: str, called: Callable[[ir.Type], list[Any]]) -> list[Way]:
        """The options that could pick what is called so: where some of them look for it where it is, only those."""
        found = []
        for rule in self.rules:
            for number, pick in enumerate(rule.picks):
                things = [one for one in called(pick[2]) if self._can_ever_be(one, pick)]
                if things:
                    found.append((Way(rule, {number: (name, things)}), self._looks_at(things, number, rule)))
        near = [way for way, is_near in found if is_near]
        ways = near or [way for way, _ in found]
        return [way for at, way in enumerate(ways) if way.rule not in [one.rule for one in ways[:at]]]

    def is_way(self, option: Option, ways: list[Way]) -> bool:
        """Whether an option picks what is meant."""
        every = ((way.rule.picks[number][2].sort, things) for way in ways for number, (_, things) in way.named.items())
        return any(self.concerns(option, thing, sort) for sort, things in every for thing in things)

    def is_name(self, name: str) -> bool:
        """Whether something on the table is called so."""
        families = tuple(one.name for one in self.definition.families)
        types = ir.Type(ir.TypeSort.CARD), ir.Type(ir.TypeSort.ZONE, families), ir.PLAYER_TYPE
        return any(self.called(name, type) for type in types)

    def _can_ever_be(self, thing: Any, pick: Picked) -> bool:
        """Whether a pick could be it at any time: an ability offers the cards that have it, and nothing else."""
        _, source, type = pick
        if type.sort == ir.TypeSort.CARD and type.names:
            kind, _ = self.definition.rows[self._state.world.row[thing]]
            return self.definition.kinds[kind].name in type.names and self._is_in_all(thing, source)
        return self._is_in_all(thing, source)

    def _is_in_all(self, thing: Any, source: ir.Expr) -> bool:
        source = searched(source)
        while isinstance(source, ir.Fold):
            source = source.source
        return not isinstance(source, ir.All) or thing in self.seen(source, self.places)[0]

    def _looks_at(self, things: list[Any], number: int, rule: OptionRule) -> bool:
        """Whether a pick looks at some of these things, whatever it asks of them then."""
        source, before = searched(rule.picks[number][1]), {slot for slot, _, _ in rule.picks[:number]}
        source = source.source if isinstance(source, ir.Fold) else source
        if isinstance(source, ir.All) or any(isinstance(one, ir.Local) and one.slot in before for one in walk(source)):
            return isinstance(source, ir.All)
        there, peeked = self.seen(source, self.places)
        return not peeked and any(one in there for one in things)

    # ---- what the seat may find out

    def seen(self, source: ir.Expr, places: list[Any]) -> tuple[tuple[Any, ...], bool]:
        """A set, and whether one must look at what this seat cannot see to know what is in it."""
        run = Discreet(self._state, self.seat)
        things = run.value(source, list(places))
        return tuple(things) if isinstance(things, list | tuple | range) else (things,), run.peeked

    def could_pick(self, rule: OptionRule, number: int, places: list[Any]) -> bool:
        """Whether there may be something to pick; of a single pick the options themselves say so."""
        there, peeked = self.seen(rule.picks[number][1], places)
        if peeked:
            return len(rule.picks) > 1 or bool(self.listed(rule))
        return any(one is not None for one in there)

    def in_sight(self, every: ir.All) -> list[int]:
        """Those of all cards of some rows that the seat sees."""
        return [card for card in self.seen(every, self.places)[0] if can_see(self._state, card, self.seat)]

    def asked(self, test: ir.Expr, places: list[Any]) -> tuple[bool, bool]:
        """Whether something is so, and whether one must look at what this seat cannot see to know it."""
        answer, peeked = Discreet(self._state, self.seat).asked(test, list(places))
        return bool(answer), peeked

    def reason(self, test: ir.Expr, places: list[Any]) -> Reason:
        """Why a condition is so or not, as the seat may know it, and in as many steps as can be read."""
        try:
            return why_at(self._match, test, list(places), self._slots, self.seat)
        except RuleError:
            return Reason(Kind.HIDDEN, None)

    @cached_property
    def _slots(self) -> tuple[ir.Type, ...]:
        return self.definition.procedures[self._state.stack[-1][0]].slots

    # ---- things

    def words(self, thing: Any, type: ir.Type) -> str:
        return self._speaker.thing(thing, type)

    def lies_in(self, card: int) -> str:
        """The name of the zone in which a card lies."""
        return self._read_name(self._state.lies_in[card])

    def _read_name(self, zone: int) -> str:
        return read_names(self._state.world, self._match.seats)[zone]

    def by_key(self, key: str) -> tuple[Any, ir.Type]:
        """A thing by its key in the view of the seat."""
        return thing_of(self._state.world, self._match.keys[1 + self.seat].cards, key)

    def called(self, name: str, type: ir.Type) -> list[Any]:
        """The things of a type that the seat sees under this name."""
        return [thing for thing in self._all(type) if self._has_name(thing, type, name.casefold())]

    def meant(self, name: str, type: ir.Type) -> list[Any]:
        """The same, or where nothing has this name, the things of which it is a part: `haste` for a Haste Scroll."""
        return self.called(name, type) or [thing for thing in self._all(type) if self._is_part(thing, type, name.casefold())]

    def nearest(self, called: list[Any], things: tuple[Any, ...], type: ir.Type) -> Any:
        """Of several of one name the one that somebody means: where the pick looks for it, else in a place of one's own."""
        state = self._state
        cards = called if type.sort == ir.TypeSort.CARD else ()
        own = [one for one in cards if state.world.zone_owner(state.lies_in[one]) == self.seat]
        among = [one for one in called if one in things]
        return next(one for one in (*(one for one in own if one in things), *among, *own, *called))

    def _all(self, type: ir.Type) -> list[Any]:
        world = self._state.world
        if type.sort == ir.TypeSort.CARD:
            return [card for cards in self._state.zones for card in cards if can_see(self._state, card, self.seat)]
        if type.sort == ir.TypeSort.ZONE:
            names = [family.name for family in self.definition.families]
            return [zone for name in type.names for zone in world.zones_of[names.index(name)]]
        if type.sort == ir.TypeSort.PLAYER:
            return list(range(world.players))
        if type.sort == ir.TypeSort.MEMBER:
            return list(range(len(next(one for one in self.definition.types if one.name == type.names[0]).ids)))
        return list(range(MOST_NUMBERS)) if type.sort == ir.TypeSort.NUMBER else []

    def _has_name(self, thing: Any, type: ir.Type, name: str) -> bool:
        return name in self._names(thing, type)

    def _is_part(self, thing: Any, type: ir.Type, name: str) -> bool:
        return type.sort != ir.TypeSort.NUMBER and any(_has_words(one, name.split()) for one in self._names(thing, type))

    def _names(self, thing: Any, type: ir.Type) -> list[str]:
        """What a thing can be called, in small letters."""
        names = [self.words(thing, type)]
        if type.sort == ir.TypeSort.CARD:
            row = self.definition.rows[self._state.world.row[thing]][1]
            names += [row.name, row.id]
        elif type.sort == ir.TypeSort.ZONE:
            names += [self._speaker.zone(thing), self._read_name(thing)]
        return [one.casefold() for one in names]


def _has_words(name: str, said: Sequence[str]) -> bool:
    """Whether words of a name begin with those that are said, in their order: each is looked for once, behind the last."""
    at = 0
    for word in said:
        found = re.compile(rf"\b{re.escape(word)}" + ("" if len(word) >= BEGINNING else r"\b")).search(name, at)
        if found is None:
            return False
        at = found.end()
    return True


def _open(match: Match, seat: int) -> tuple[ir.Choose | ir.PickMany, list[Any]]:
    """The decision that a seat has now, and the values its rule works with."""
    node = waiting_at(match.state)
    places = list(match.state.stack[-1][2])
    if isinstance(node, ir.Ask):
        places[node.items] = seat
        return node.choice, places
    assert node is not None
    return node, places


def searched(source: ir.Expr) -> ir.Expr:
    """How a pick looks for what it offers, without the order in which that is laid out."""
    while isinstance(source, ir.Op) and (source.sign is ir.Sign.PLACED or _is_one_listed(source)):
        source = source.arguments[0]
    return source


def _is_one_listed(source: ir.Op) -> bool:
    return source.sign is ir.Sign.LISTED and len(source.arguments) == 1


def option_rules(definition: Definition, node: ir.Choose | ir.PickMany) -> Iterator[OptionRule]:
    written = definition.sites[node.site].written
    if isinstance(node, ir.PickMany):
        file, line = written[0]
        yield OptionRule(definition.files[file], line, ir.Const(1), ((node.slot, node.source, node.type),), node.text)
        return
    for branch, (file, line) in zip(node.branches, written, strict=True):
        yield OptionRule(definition.files[file], line, branch.guard, branch.picks, branch.text)


def every_option_rule(definition: Definition) -> Iterator[OptionRule]:
    """Every kind of option of the whole game."""
    for procedure in definition.procedures:
        for node in walk(procedure.body):
            if isinstance(node, ir.Choose | ir.PickMany):
                yield from option_rules(definition, node)
