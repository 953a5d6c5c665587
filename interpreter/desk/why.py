"""Why an option is offered, and why something is not.

Takes the open decision and an option, words, or a thing by its key in a view; returns lines with the rule, its file and its
line. Asks the reference interpreter; tells no more than the seat may know, and where only the place can be named, names that.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from .. import ir
from ..engine.discretion import Discreet
from ..engine.frames import waiting_at
from ..engine.likeness import likeness
from ..engine.options import DECLINE, DONE, Option, bound
from ..engine.reference.evaluate import Evaluator
from ..engine.sight import can_see
from ..engine.texts import Speaker
from ..ir.walk import walk
from ..model.definition import Definition
from ..table.match import Decision, Match
from ..table.reason_words import facts
from ..table.reasons import Kind, Reason
from ..table.things import thing_of
from ..table.why_value import why_at
from .offers import meant
from .sources import Sources

Pick = tuple[int, ir.Expr, ir.Type]
Named = dict[int, tuple[str, list[Any]]]  # for a pick by its number how it is called, and what is called so


@dataclass(frozen=True)
class _Kind:
    """One kind of option of a decision: where it is written, when it is there, what is picked, how it reads."""

    file: str
    line: int
    guard: ir.Expr
    picks: tuple[Pick, ...]
    text: ir.Text

    @property
    def has_words(self) -> bool:
        """Whether it reads like something of its own; a hole alone reads like everything."""
        return any(isinstance(part, str) and part.strip() for part in self.text.parts)


def why(sources: Sources, match: Match, decision: Decision, option: Option) -> list[str]:
    """Where an option comes from."""
    return _Asking(sources, match, decision).why(option)


def why_not(sources: Sources, match: Match, decision: Decision, words: str) -> list[str]:
    """What keeps something from being offered."""
    return _Asking(sources, match, decision).why_not(words)


def why_not_thing(sources: Sources, match: Match, decision: Decision, key: str) -> list[str]:
    """What keeps one thing from being picked: this one, by its key in the view of whoever decides, and no other copy."""
    return _Asking(sources, match, decision).why_not_thing(key)


class _Asking:
    def __init__(self, sources: Sources, match: Match, decision: Decision) -> None:
        self.sources = sources
        self.definition = match.definition
        self.match = match
        self.decision = match.offer(decision.seat)
        self.seat = match.seats.index(decision.seat)
        self.speaker = Speaker(match.state, match.seats, self.seat)
        node, self.places = open_decision(match, self.seat)
        self.node = node
        self.kinds = list(_kinds(match.definition, node))
        row = match.open_row(decision.seat)
        self.picked = match.picks_in(row) if row is not None else ()

    # ---- why

    def why(self, option: Option) -> list[str]:
        branch, _ = bound(option)
        if branch in (DECLINE, DONE):
            site = self.definition.sites[self.node.site]
            written = self.sources.decision(self.definition.files[site.file], site.line)
            told = "is what ends it" if branch == DONE else "is there because it may be declined"
            slot = "done" if branch == DONE else "decline"
            found = self.sources.quoted(written, slot) or [f"{self.definition.files[site.file]}:{site.line}"]
            return [f'"{option.text}" {told}:', *found, *self.sources.cited(written)]
        kind = self.kinds[branch]
        written = self.sources.decision(kind.file, kind.line)
        lines = [f'"{option.text}" is offered by:']
        found = [line for slot in ("may", "if", "choose", "such that") for line in self.sources.quoted(written, slot)]
        lines += found or self.sources.quoted(written, "option") or [f"{kind.file}:{kind.line}"]
        return [*lines, *self._picked(kind, option), *self.sources.cited(written)]

    def _picked(self, kind: _Kind, option: Option) -> list[str]:
        """Each pick with how many there were to pick from."""
        lines = []
        places, (branch, values) = list(self.places), bound(option)
        for number, ((slot, source, type), value) in enumerate(zip(kind.picks, values, strict=True)):
            things, peeked = self._seen(source, places)
            count = len(self._listed(branch, values[:number]) if peeked else things)
            lines.append(f"  {self.speaker.thing(value, type)} is one of {count}")
            places[slot] = value
        return lines

    def _things(self, source: ir.Expr, places: list[Any]) -> tuple[Any, ...]:
        return Evaluator(self.match.state.world, self.match.state).things(source, list(places))

    def _seen(self, source: ir.Expr, places: list[Any]) -> tuple[tuple[Any, ...], bool]:
        """A set, and whether one must look at what this seat cannot see to know what is in it."""
        run = self._evaluator()
        return run.things(source, list(places)), run.peeked

    def _listed(self, branch: int, before: tuple[Any, ...] = ()) -> set[Any]:
        """What the options themselves offer as the next pick after others."""
        own = [values for one, values in map(bound, self.decision.options) if one == branch]
        return {values[len(before)] if len(values) > len(before) else None for values in own if values[: len(before)] == before}

    # ---- why not

    def why_not(self, words: str) -> list[str]:
        offered = meant(self.decision, words)
        if offered:
            numbers = ", ".join(str(self.decision.options.index(one) + 1) for one in offered)
            return [f"It is offered: option {numbers}."]
        for kind in self.kinds:
            named = _fits(kind, words)
            if named is not None:
                found = {number: (name, self._called(name, kind.picks[number][2])) for number, name in named.items()}
                return self._missing(kind, words, found)
        for kind in self.kinds:
            for number, (_, _, type) in enumerate(kind.picks):
                called = self._called(words, type)
                if called:
                    return self._missing(kind, words, {number: (words, called)})
        return self._elsewhere(words)

    def why_not_thing(self, key: str) -> list[str]:
        thing, type = thing_of(self.match.state.world, self.match.keys[1 + self.seat].cards, key)
        words = self.speaker.thing(thing, type)
        offered = [number for number, one in enumerate(self.decision.options, 1) if self._concerns(one, thing, type.sort)]
        if offered:
            return [f"It is offered: option {', '.join(map(str, offered))}."]
        found = [
            self._missing(kind, words, {number: (words, [thing])})
            for kind in self.kinds
            for number, (_, _, picked) in enumerate(kind.picks)
            if picked.sort == type.sort and (type.sort != "member" or picked.names == type.names)
        ]
        return found[0] if found else self._elsewhere(words)

    def _concerns(self, option: Option, thing: int, sort: str) -> bool:
        """Whether an option binds a thing, or one that is alike in everything."""

        def same(value: Any) -> Any:
            return likeness(self.match.state, value, self.seat) if sort == "card" else value

        branch, values = bound(option)
        types = [type for _, _, type in self.kinds[branch].picks] if branch >= 0 else []
        return any(type.sort == sort and same(value) == same(thing) for type, value in zip(types, values, strict=True))

    def _missing(self, kind: _Kind, words: str, named: Named) -> list[str]:
        written = self.sources.decision(kind.file, kind.line)
        where = f"{kind.file}:{kind.line}"
        cited = self.sources.cited(written)
        veiled = [f'"{words}" is not offered; the reason hangs on what you may not know:']
        veiled += [*(self.sources.quoted(written, "if") + self.sources.quoted(written, "choose") or [where]), *cited]
        holds, peeked = self._ask(kind.guard, self.places)
        if peeked and not self._listed(self.kinds.index(kind)):
            return veiled
        if not holds:
            return [f'"{words}" is not offered:', *self._false(kind, written), *cited]
        places, before = list(self.places), tuple[Any, ...]()
        open: set[int] = set()
        for number, (slot, source, _) in enumerate(kind.picks):
            if number not in named or any(isinstance(one, ir.Local) and one.slot in open for one in walk(source)):
                open.add(slot)
                continue
            name, called = named[number]
            among, peeked = self._among(called, source, places, self._listed(self.kinds.index(kind), before))
            if peeked:
                return veiled
            if not among:
                return [f'"{words}" is not offered:', *self._not_among(kind, number, name, called, places), *cited]
            places[slot], before = among[0], (*before, among[0])
            if among[0] in self.picked:
                return [f'"{words}" is picked already']
        quoted = self.sources.quoted(written, "such that") or self.sources.quoted(written, "choose") or [where]
        return [f'"{words}" is not offered, but each part of it is possible here:', *quoted, *cited]

    def _among(self, called: list[Any], source: ir.Expr, places: list[Any], listed: set[Any]) -> tuple[list[Any], bool]:
        """Which of some things are in the set of a pick, and whether that is not for this seat to know. What is listed is."""
        if isinstance(source, ir.Op) and source.sign == "placed":
            source = source.arguments[0]
        found, unknown = [thing for thing in called if thing in listed], False
        for thing in called if not found else ():
            own = list(places)
            things, peeked = self._seen(source, own)
            if peeked and isinstance(source, ir.Fold) and source.test is not None:
                things, peeked = self._seen(source.source, own)
                own[source.slot] = thing
                holds, looked = self._ask(source.test, own) if thing in things and not peeked else (False, False)
                things, peeked = (thing,) if holds else (), peeked or looked
            unknown = unknown or peeked
            found += [thing] if thing in things and not peeked else []
        return found, unknown and not found

    def _false(self, kind: _Kind, written: Any) -> list[str]:
        """What the guard asks and is not so, with its numbers."""
        condition = self.sources.slot(written, "if")
        if condition is None:
            return [f"{kind.file}:{kind.line}: it cannot be done now, or was done already"]
        where = f"{condition.span.file}:{condition.span.line}"
        return [f"{where}: if: {condition.words}", *self._failing(kind.guard, self.places)]

    def _failing(self, test: ir.Expr, places: list[Any]) -> list[str]:
        """The facts that keep a condition from being so; nothing where that would tell what the seat cannot see."""
        slots = self.definition.procedures[self.match.state.stack[-1][0]].slots
        reason = why_at(self.match, test, list(places), slots, self.seat)
        if reason.kind is Kind.HIDDEN:
            return []
        return [f"  but {fact}" + self._defined(within) for fact, within in dict.fromkeys(facts(reason))]

    def _defined(self, within: Reason | None) -> str:
        """Which definition asks it, and where that is written."""
        return f" ({within.name}, {self.sources.shown(within.place)})" if within is not None else ""

    def _not_among(self, kind: _Kind, number: int, name: str, called: list[Any], places: list[Any]) -> list[str]:
        written = self.sources.decision(kind.file, kind.line)
        choice = self.sources.slot(written, "choose")
        quoted = self.sources.quoted(written, "choose") or [f"{kind.file}:{kind.line}"]
        _, source, type = kind.picks[number]
        if not called:
            return [*quoted, f'  {"nothing that you see" if type.sort == "card" else "nothing"} is called "{name}"']
        if isinstance(source, ir.Op) and source.sign == "placed":
            source = source.arguments[0]
        things, peeked = self._seen(source.source, places) if isinstance(source, ir.Fold) else ((), False)
        thing = self._nearest(called, () if peeked else things, type)
        lies = f": it lies in {self.speaker.zone(self.match.state.place[thing])}" if type.sort == "card" else ""
        lines = [*quoted, f'  "{name}" is not among them{lies}']
        if choice is None or not isinstance(source, ir.Fold) or peeked or thing not in things:
            return lines
        own = list(places)
        own[source.slot] = thing
        return [*lines, *(self._failing(source.test, own) if source.test is not None else [])]

    def _nearest(self, called: list[Any], things: tuple[Any, ...], type: ir.Type) -> Any:
        """Of several of one name the one that somebody means: where the pick looks for it, else in a place of one's own."""
        state = self.match.state
        own = [one for one in called if type.sort == "card" and state.world.zone_owner(state.place[one]) == self.seat]
        return next(one for one in (*(one for one in called if one in things), *own, *called))

    def _elsewhere(self, words: str) -> list[str]:
        """Whether any other decision of the game offers something like it."""
        site = self.definition.sites[self.node.site]
        where = f"{self.definition.files[site.file]}:{site.line}"
        lines = [f'Nothing here reads like "{words}". This decision is written at {where}.']
        found = [kind for kind in _every_kind(self.definition) if kind.has_words and _fits(kind, words) is not None]
        places = list(dict.fromkeys(f"{kind.file}:{kind.line}" for kind in found))
        return [*lines, f"It is offered at another moment: {', '.join(places[:4])}."] if places else lines

    # ---- asking the rules

    def _evaluator(self) -> Discreet:
        return Discreet(self.match.state, self.seat)

    def _ask(self, test: ir.Expr, places: list[Any]) -> tuple[bool, bool]:
        """Whether something is so, and whether one must look at what this seat cannot see to know it."""
        found, peeked = self._evaluator().asked(test, list(places))
        return bool(found), peeked

    def _called(self, name: str, type: ir.Type) -> list[Any]:
        """The things of a type that the seat sees under this name."""
        return [thing for thing in self._all(type) if self._has_name(thing, type, name.casefold())]

    def _all(self, type: ir.Type) -> list[Any]:
        world = self.match.state.world
        if type.sort == "card":
            state = self.match.state
            return [card for cards in state.zones for card in cards if can_see(state, card, self.seat)]
        if type.sort == "zone":
            names = [family.name for family in self.definition.families]
            return [zone for name in type.names for zone in world.zones_of[names.index(name)]]
        if type.sort == "player":
            return list(range(world.players))
        if type.sort == "member":
            return list(range(len(next(one for one in self.definition.types if one.name == type.names[0]).ids)))
        return list(range(1000)) if type.sort == "number" else []

    def _has_name(self, thing: Any, type: ir.Type, name: str) -> bool:
        names = [self.speaker.thing(thing, type)]
        if type.sort == "card":
            row = self.definition.rows[self.match.state.world.row[thing]][1]
            names += [row.name, row.id]
        elif type.sort == "zone":
            names.append(self.speaker.zone(thing))
        return name in [one.casefold() for one in names]


# ---------------------------------------------------------------- the decision


def open_decision(match: Match, seat: int) -> tuple[ir.Choose | ir.PickMany, list[Any]]:
    """The decision that a seat has now, and the values its rule works with."""
    node = waiting_at(match.state)
    places = list(match.state.stack[-1][2])
    if isinstance(node, ir.Ask):
        places[node.items] = seat
        return node.choice, places
    assert node is not None
    return node, places


def _kinds(definition: Definition, node: ir.Choose | ir.PickMany) -> Iterator[_Kind]:
    written = definition.sites[node.site].written
    if isinstance(node, ir.PickMany):
        file, line = written[0]
        yield _Kind(definition.files[file], line, ir.Const(1), ((node.slot, node.source, node.type),), node.text)
        return
    for branch, (file, line) in zip(node.branches, written, strict=True):
        yield _Kind(definition.files[file], line, branch.guard, branch.picks, branch.text)


def _every_kind(definition: Definition) -> Iterator[_Kind]:
    """Every kind of option of the whole game."""
    waiting: list[Any] = [procedure.body for procedure in definition.procedures]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ir.Choose | ir.PickMany):
            yield from _kinds(definition, node)
        elif isinstance(node, ir.Ask):
            waiting += [node.choice, node.body]
        elif isinstance(node, ir.Seq):
            waiting += node.body
        elif isinstance(node, ir.If):
            waiting += [node.then, node.otherwise]
        elif isinstance(node, ir.Each | ir.Loop | ir.Block):
            waiting.append(node.body)


def _fits(kind: _Kind, words: str) -> dict[int, str] | None:
    """What stands in the holes of an option if it reads like these words, for each pick; the end may be missing."""
    slots = [slot for slot, _, _ in kind.picks]
    pattern, ends, holes = "", "", []
    for part in kind.text.parts:
        if isinstance(part, str):
            pattern += re.escape(part.rstrip() if part is kind.text.parts[-1] else part)
        else:
            pattern += "(.+?)"
            ends += ")?"
            expr = part[0]
            holes.append(slots.index(expr.slot) if isinstance(expr, ir.Local) and expr.slot in slots else None)
            pattern += "(?:"
    found = re.fullmatch(pattern + ends, words, re.IGNORECASE)
    if found is None:
        return None
    return {hole: text for hole, text in zip(holes, found.groups(), strict=True) if hole is not None and text}
