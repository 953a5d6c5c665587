"""Why an option is offered, and why something is not.

Takes the open decision and an option, words, or a thing by its key in a view; returns lines with the rule, its file and its
line. Asks the reference interpreter; tells no more than the seat may know, and where only the place can be named, names that.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial
from typing import Any

from .. import ir
from ..engine.options import Option, OptionKind, bound
from ..ir.walk import walk
from ..table.match import Decision, Match
from ..table.open_decision import OpenDecision, OptionRule, Way, every_option_rule, searched
from ..telling.aloud import read_aloud
from ..telling.plurals import listed
from ..telling.reason_words import reason_words
from ..telling.reasons import Kind, Reason
from .chronicle import MOST_CONDITIONS, as_lines, told_rules
from .offers import meant
from .sources import Sources
from .unfinished import unfinished

MOST_WAYS = 3  # in which something could be meant


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
        self.open = OpenDecision(match, decision.seat)
        self._defining: list[Reason] = []  # the definitions that were told

    # ---- why

    def why(self, option: Option) -> list[str]:
        rule = self.open.rule_of(option)
        if rule is None:
            written = self.sources.decision(*self.open.place)
            is_done = option.kind is OptionKind.DONE
            told = "is what ends it" if is_done else "is there because it may be declined"
            quoted = self.sources.quoted(written, "done" if is_done else "decline") or [self.sources.place(*self.open.place)]
            return [f'"{self._aloud(option)}" {told}:', *quoted, *told_rules(self.sources, [self.sources.cited(written)])]
        written = self.sources.decision(rule.file, rule.line)
        lines = [f'"{self._aloud(option)}" is offered by:']
        quoted = [line for slot in ("may", "if", "choose", "such that", "cost") for line in self.sources.quoted(written, slot)]
        lines += quoted or self.sources.quoted(written, "option") or [self.sources.place(rule.file, rule.line)]
        counts = list(self.open.counts(option))
        picked = [f"  {words} is {f'one of {count}' if count != 1 else 'the only one'}" for words, count in counts]
        led = [one for one in self.open.conditions if not _is_turn(self.sources.line_at(one.place))]
        conditions = led[-MOST_CONDITIONS:]
        as_told = [*self._so(option, rule), *as_lines(conditions)]
        cited = [self._cited(written), *self._defined_by(), *(one.rules for one in reversed(conditions))]
        return [*lines, *picked, *as_told, *told_rules(self.sources, cited)]

    def _cited(self, written: Any) -> tuple[str, ...]:
        """The rules beside an option, else those beside the decision that it belongs to."""
        return self.sources.cited(written) or self.sources.cited(self.sources.decision(*self.open.place))

    def _so(self, option: Option, rule: OptionRule) -> list[str]:
        """What is asked before an option is there, and of what it picks, with its numbers."""
        places, tests = list(self.open.places), [(rule.guard, list(self.open.places))]
        for (slot, source, _), value in zip(rule.picks, bound(option)[1], strict=True):
            asked = searched(source)
            if isinstance(asked, ir.Fold) and asked.test is not None:
                own = list(places)
                own[asked.slot] = value
                tests.append((asked.test, own))
            places[slot] = value
        reasons = [self.open.reason(*one) for one in tests]
        facts = [fact for one in reasons if one.value and one.kind is not Kind.GIVEN for fact in self._facts(one)]
        return [f"  as {fact}" for fact in dict.fromkeys(facts)]

    def _facts(self, reason: Reason) -> list[str]:
        facts = reason_words(self.open.definition).conditions.facts(reason)
        self._defining += [within for _, within in facts if within is not None]
        return [fact + self._defined(within) for fact, within in dict.fromkeys(facts)]

    def _rules(self, written: Any) -> list[str]:
        """The rules behind what is not offered, those of the definitions that were told first."""
        return told_rules(self.sources, [*self._defined_by(), self._cited(written)])

    def _defined_by(self) -> list[tuple[str, ...]]:
        """The rules that are cited beside the definitions that were told."""
        return [one.rules for one in self._defining]

    def _aloud(self, option: Option) -> str:
        return read_aloud(self.open.definition, option.text)

    # ---- why not

    def why_not(self, words: str) -> list[str]:
        offered = meant(self.open.offered, words, partial(read_aloud, self.open.definition))
        if offered:
            return self._offered(offered)
        if unfinished := self._unfinished(words):
            return unfinished
        reading = [(rule, named) for rule in self.open.rules if (named := _fits(rule, words)) is not None]
        ways = [self.open.way(rule, named) for rule, named in reading]
        ways = [way for way in ways if all(things for _, things in way.named.values())] or ways[:1]
        misread = next((told for way in ways if (told := self._misread(way.rule, words))), [])
        if ways:
            return misread or self._each(words, ways)
        ways = self.open.ways_to_pick(words, partial(self.open.called, words))
        offered = self._picking(ways) or [one for one in self.open.offered.options if not ways and _says(one.text, words)]
        ways = ways or [Way(rule, {}) for rule in self.open.rules if _says(_literal(rule), words)]
        if not (offered or ways):
            ways = self.open.ways_to_pick(words, partial(self.open.meant, words))
            offered = self._picking(ways)
        if offered or ways:
            return self._offered(offered) if offered else self._each(words, ways)
        return self._nothing_to_choose(words) if self.open.is_name(words) else self._elsewhere(words)

    def _unfinished(self, words: str) -> list[str]:
        """What picks still lack before they may end, if these words would end them."""
        node = self.open.node
        if not isinstance(node, ir.PickMany) or not any(isinstance(one, str) and _says(one, words) for one in node.done.parts):
            return []
        written = self.sources.decision(*self.open.place)
        quoted = self.sources.quoted(written, "such that") or self.sources.quoted(written, "choose")
        lacking = unfinished(self.open)
        facts = [fact for one in lacking for fact in self._facts(one)] if self.open.picked else ["nothing is picked yet"]
        told = [f'"{words}" is not offered:', *quoted, *(f"  but {fact}" for fact in facts), *self._rules(written)]
        return told if lacking else []

    def _picking(self, ways: list[Way]) -> list[Option]:
        return [one for one in self.open.offered.options if self.open.is_way(one, ways)]

    def _offered(self, options: list[Option]) -> list[str]:
        numbers = [str(self.open.offered.options.index(one) + 1) for one in options]
        return [f"It is offered: option{'' if len(numbers) == 1 else 's'} {listed(numbers)}."]

    def _each(self, words: str, ways: list[Way]) -> list[str]:
        """What keeps something from being offered; where it could be meant in several ways, each by the words of its option."""
        if len(ways) == 1:
            return self._missing(ways[0], words)
        told = [line for way in ways[:MOST_WAYS] for line in self._missing(way, self._as_option(way))]
        others = ", ".join(f'"{self._as_option(way)}"' for way in ways[MOST_WAYS:])
        return [*told, *([f"It could be meant otherwise, too: {others}."] if others else [])]

    def _as_option(self, way: Way) -> str:
        """What an option would read like that picks something: what else it picks is left open."""
        slots = {way.rule.picks[at][0]: name for at, (name, _) in way.named.items()}
        parts = way.rule.text.parts
        holes = (one if isinstance(one, str) else slots.get(getattr(one[0], "slot", -1), "…") for one in parts)
        return "".join(holes)

    def _nothing_to_choose(self, words: str) -> list[str]:
        asked = self.open.offered.prompt
        question = f' You are asked "{read_aloud(self.open.definition, asked)}"' if asked else ""
        return [f'"{words}" is nothing to choose here.{question}', f"{self.sources.place(*self.open.place)}: this decision"]

    def _misread(self, rule: OptionRule, words: str) -> list[str]:
        """What an option says here in place of what somebody asks for, where that is nothing to pick: the number of a die."""
        slots = {slot for slot, _, _ in rule.picks}
        for (expr, type), said in zip(_holes(rule), _said(rule, words) or (), strict=False):
            if not said or any(isinstance(one, ir.Local) and one.slot in slots for one in walk(expr)):
                continue
            (value, *_), peeked = self.open.seen(expr, self.open.places)
            told = self.open.words(value, type)
            if not peeked and told.casefold() != said.casefold():
                quoted = self.sources.quoted(self.sources.decision(rule.file, rule.line), "option")
                return [f'"{words}" is not offered:', *quoted, f'  but "{said}" is {told} now']
        return []

    def why_not_thing(self, key: str) -> list[str]:
        thing, type = self.open.by_key(key)
        words = self.open.words(thing, type)
        options = enumerate(self.open.offered.options, 1)
        offered = [f"  {number}: {self._aloud(one)}" for number, one in options if self.open.concerns(one, thing, type.sort)]
        if offered:
            return ["It is offered:", *offered]
        ways = self.open.ways_to_pick(words, lambda picked: [thing] if _is_sort(type, picked) else [])
        return self._each(words, ways) if ways else self._nothing_to_choose(words)

    def _missing(self, way: Way, words: str) -> list[str]:
        rule, named = way.rule, way.named
        written = self.sources.decision(rule.file, rule.line)
        where = self.sources.place(rule.file, rule.line)
        veiled = [f'"{words}" is not offered; the reason hangs on what you may not know:']
        veiled += self.sources.quoted(written, "if") + self.sources.quoted(written, "choose") or [where]
        veiled += self._rules(written)
        holds, peeked = self.open.asked(rule.guard, self.open.places)
        if peeked and not self.open.listed(rule):
            return veiled
        if not holds:
            return [f'"{words}" is not offered:', *self._false(rule, written), *self._rules(written)]
        places, before = list(self.open.places), tuple[Any, ...]()
        open: set[int] = set()
        for number, (slot, source, _) in enumerate(rule.picks):
            is_open = any(isinstance(one, ir.Local) and one.slot in open for one in walk(source))
            if number not in named or is_open:
                if not is_open and (none := self._none(rule, number, places)):
                    return [f'"{words}" is not offered:', *none, *self._rules(written)]
                open.add(slot)
                continue
            name, called = named[number]
            among, peeked = self._among(called, source, places, self.open.listed(rule, before))
            if peeked:
                return veiled
            if not among:
                kept_out = self._not_among(rule, number, name, called, places)
                return [f'"{words}" is not offered:', *kept_out, *self._rules(written)]
            places[slot], before = among[0], (*before, among[0])
            if among[0] in self.open.picked:
                return [f'"{words}" is picked already']
        quoted = self.sources.quoted(written, "such that") or self.sources.quoted(written, "choose") or [where]
        return [f'"{words}" is not offered, but each part of it is possible here:', *quoted, *self._rules(written)]

    def _among(self, called: list[Any], source: ir.Expr, places: list[Any], listed: set[Any]) -> tuple[list[Any], bool]:
        """Which of some things are in the set of a pick, and whether that is not for this seat to know. What is listed is."""
        source = searched(source)
        among, unknown = [thing for thing in called if thing in listed], False
        for thing in called if not among else ():
            own = list(places)
            things, peeked = self.open.seen(source, own)
            if peeked and isinstance(source, ir.Fold) and source.test is not None:
                things, peeked = self.open.seen(source.source, own)
                own[source.slot] = thing
                holds, looked = self.open.asked(source.test, own) if thing in things and not peeked else (False, False)
                things, peeked = (thing,) if holds else (), peeked or looked
            unknown = unknown or peeked
            among += [thing] if thing in things and not peeked else []
        return among, unknown and not among

    def _false(self, rule: OptionRule, written: Any) -> list[str]:
        """What the guard asks and is not so, with its numbers."""
        quoted = [line for slot in ("if", "cost") for line in self.sources.quoted(written, slot)]
        if not quoted:
            return [f"{self.sources.place(rule.file, rule.line)}: it cannot be done now, or was done already"]
        return [*quoted, *self._failing(rule.guard, self.open.places)]

    def _failing(self, test: ir.Expr, places: list[Any]) -> list[str]:
        """The facts that keep a condition from being so; nothing where that would tell what the seat cannot see."""
        reason = self.open.reason(test, places)
        if reason.kind is Kind.HIDDEN:
            return []
        return [f"  but {fact}" for fact in self._facts(reason)]

    def _defined(self, within: Reason | None) -> str:
        """Which definition asks it, and where that is written."""
        return f" ({within.name}, {within.place})" if within is not None else ""

    def _none(self, rule: OptionRule, number: int, places: list[Any]) -> list[str]:
        """Why there is nothing to pick at all; nothing if there is something, or if that is not for this seat to know. Of an
        ability that is told of one's own card."""
        source, type = searched(rule.picks[number][1]), rule.picks[number][2]
        if not isinstance(source, ir.Fold) or self.open.could_pick(rule, number, places):
            return []
        if isinstance(source.source, ir.All) and source.source.sort is ir.ThingSort.ROW:
            cards = self.open.in_sight(source.source)
            return self._not_among(rule, number, self.open.words(cards[0], type), cards, places) if cards else []
        return [*self._sought(rule), *self._failing(replace(source, kind=ir.FoldKind.SOME, item=None), places)]

    def _sought(self, rule: OptionRule) -> list[str]:
        """What is looked for, as it is written."""
        written = self.sources.decision(rule.file, rule.line)
        quoted = (self.sources.quoted(written, slot) for slot in ("choose", "if", "option"))
        return next((lines for lines in quoted if lines), [self.sources.place(rule.file, rule.line)])

    def _not_among(self, rule: OptionRule, number: int, name: str, called: list[Any], places: list[Any]) -> list[str]:
        quoted = self._sought(rule)
        _, source, type = rule.picks[number]
        if not called:
            return [*quoted, f'  {"nothing that you see" if type.sort == ir.TypeSort.CARD else "nothing"} is called "{name}"']
        source = searched(source)
        things, peeked = self.open.seen(source.source, places) if isinstance(source, ir.Fold) else ((), False)
        thing = self.open.nearest(called, () if peeked else things, type)
        lies = f": it lies in {self.open.lies_in(thing)}" if type.sort == ir.TypeSort.CARD else ""
        lines = [*quoted, f'  "{self.open.words(thing, type)}" is not among them{lies}']
        if not isinstance(source, ir.Fold) or peeked or thing not in things:
            return lines
        own = list(places)
        own[source.slot] = thing
        return [*lines, *(self._failing(source.test, own) if source.test is not None else [])]

    def _elsewhere(self, words: str) -> list[str]:
        """Whether any other decision of the game offers something like it."""
        lines = [f'Nothing here reads like "{words}". This decision is written at {self.sources.place(*self.open.place)}.']
        every = every_option_rule(self.open.definition)
        fitting = [rule for rule in every if rule.has_words and _fits(rule, words) is not None]
        places = list(dict.fromkeys(self.sources.place(rule.file, rule.line) for rule in fitting))
        return [*lines, f"It is offered at another moment: {', '.join(places[:4])}."] if places else lines


def _is_sort(type: ir.Type, picked: ir.Type) -> bool:
    return type.sort == picked.sort and (type.sort != ir.TypeSort.MEMBER or type.names == picked.names)


def _is_turn(written: list[str]) -> bool:
    """Whether a sentence only says whose turn is left out: that somebody is on turn needs no reason."""
    return any(slot in line for line in written for slot in (": skip: ", ": turns: "))


def _literal(rule: OptionRule) -> str:
    """What an option says besides what is picked: `buy the king`."""
    return " … ".join(part for part in rule.text.parts if isinstance(part, str))


def _says(text: str, words: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(words)}(?!\w)", text, re.IGNORECASE) is not None


def _fits(rule: OptionRule, words: str) -> dict[int, str] | None:
    """What stands in the holes of an option if it reads like these words, for each pick; the end may be missing."""
    slots = [slot for slot, _, _ in rule.picks]
    first = rule.text.parts[0] if rule.text.parts else ""
    if isinstance(first, str) and f"{first.casefold()} ".startswith(f"{words.casefold()} "):
        return {}
    said = _said(rule, words)
    if said is None:
        return None
    holes = [slots.index(expr.slot) if isinstance(expr, ir.Local) and expr.slot in slots else None for expr, _ in _holes(rule)]
    return {hole: text for hole, text in zip(holes, said, strict=True) if hole is not None and text}


def _holes(rule: OptionRule) -> list[tuple[ir.Expr, ir.Type]]:
    return [part for part in rule.text.parts if not isinstance(part, str)]


def _said(rule: OptionRule, words: str) -> tuple[str | None, ...] | None:
    """What stands in each hole of an option if it reads like these words."""
    pattern, ends = "", ""
    for part in rule.text.parts:
        if isinstance(part, str):
            pattern += re.escape(part.rstrip() if part is rule.text.parts[-1] else part)
        else:
            pattern += "(.+?)(?:"
            ends += ")?"
    fit = re.fullmatch(pattern + ends, words, re.IGNORECASE)
    return None if fit is None else fit.groups()
