"""What need not be told: what an answer or the game's own words say already, and bookkeeping that lies on no table.

Takes entries of one viewer and what was said around them; answers whether a deed goes without saying. A rule that says nothing
itself is never silent here: each effect that a viewer can notice is told once.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import cached_property, lru_cache
from itertools import takewhile
from typing import TypeGuard

from .. import ir
from ..engine.reference.deciding_sentences import deciding_in
from ..engine.texts import UNTOLD
from ..engine.world import World
from ..ir.walk import walk
from ..model.definition import Definition, Variable
from .completing import bare_numbers, change_of, leaves_out
from .entries import Answer, Change, Decide, Entry, Mark, Move, Reveal, Roll, Say, Show, Shuffle, Step, Swap, Thing, Turn
from .plurals import counted

Spoken = Answer | Say | Reveal | Roll
_OF_CARDS = Move, Turn, Show
_BETWEEN = Turn, Show, Shuffle, Swap, Say, Roll, Reveal
_NEAR = 100  # happenings between a text and what it says are no more than people read together


def is_bookkeeping(definition: Definition, variable: Variable) -> bool:
    """Whether a variable lies on no table: as `look` says, or because rules only count or remember with it. That are whose turn
    it is, lists, what lasts no longer than a turn or a step, and of the game as a whole flags, cards that are pointed at, and
    numbers that neither the result nor the end of rounds goes by."""
    if variable.is_counter or variable.name == "round" or any(one.name == variable.name for one in definition.look.facts):
        return is_hidden_by_look(definition, variable.name)
    if variable.name == "active" or variable.type.many or definition.forgets_soon(variable):
        return True
    if not variable.of.is_game or variable.type.sort not in (ir.TypeSort.NUMBER, ir.TypeSort.FLAG, ir.TypeSort.CARD):
        return False
    return variable.type.sort is not ir.TypeSort.NUMBER or variable.name not in game_goes_by(definition)


@lru_cache(maxsize=64)
def game_goes_by(definition: Definition) -> frozenset[str]:
    """The variables that scores, winners and the end of rounds go by, also by way of what the game defines."""
    decided = (one for by_point in deciding_in(definition) for several in by_point.values() for one in several)
    asked = [one.value for one in decided if one.is_end and one.name.endswith(" count")]  # of rounds, not of turns
    waiting = [one for one in (definition.score, definition.winner) if one is not None]
    seen: set[int] = set()
    names: set[str] = set()
    while asked or waiting:
        nodes = list(walk(asked.pop() if asked else definition.functions[waiting.pop()].value))
        names |= {definition.variables[one.variable].name for one in nodes if isinstance(one, ir.Read)}
        called = {one.function for one in nodes if isinstance(one, ir.Apply)} - seen
        seen |= called
        waiting += sorted(called)
    return frozenset(names)


def is_hidden_by_look(definition: Definition, name: str) -> bool:
    """Whether `look` says that a variable is to be shown to nobody."""
    return any(one.name == name and one.hidden for one in definition.look.facts)


@lru_cache(maxsize=64)
def bookkeeping(definition: Definition) -> frozenset[str]:
    """The names of all such variables."""
    return frozenset(one.name for one in definition.variables if is_bookkeeping(definition, one))


class Silence:
    """What goes without saying in one chapter for one viewer. `rules` tell which rule is behind each entry, as far as the
    viewer may know it."""

    def __init__(
        self, world: World, seats: tuple[str, ...], entries: Sequence[Entry | None], rules: Sequence[object]
    ) -> None:
        self.world = world
        self.seats = seats
        self.entries = entries
        self.rules = rules
        self.numbers = {id(entry): number for number, entry in reversed([*enumerate(entries)])}
        self.tellers: dict[int, Say | None] = {}
        self.spoken = [number for number, entry in enumerate(entries) if isinstance(entry, Spoken)]
        self.given = answers = [entry for entry in entries if _is_answer(entry, seats)]
        self.answers = [answer.text for answer in answers]
        answered = [(thing, answer.text) for answer in answers for thing in (*answer.things, *_before_in_row(answer))]
        self.cards = [(thing, text) for thing, text in answered if thing.sort == ir.ThingSort.CARD]
        self.answered = {thing.key for thing, _ in self.cards}
        self.moved = {step.before for entry in entries if isinstance(entry, Move) for step in entry.steps}
        self.places = [thing.key for thing, _ in answered if thing.sort == ir.ThingSort.ZONE]

    def keeps(self, number: int) -> bool:
        """Whether the entry of this number goes without saying."""
        entry = self.entries[number]
        if isinstance(entry, Change | Mark) and (self.is_known(entry) or self._is_answered_with(entry)):
            return True
        if isinstance(entry, Move) and self._is_answered(entry):
            return True
        return self._is_turned_up_at_once(number) or self._is_said_of(number)

    # ---- variables

    def is_known(self, entry: Change | Mark) -> bool:
        """Whether a variable lies on no table, or what becomes of it is said anyway."""
        if entry.variable in bookkeeping(self.world.definition) or entry.kind == "end":
            return True
        return isinstance(entry, Change) and entry.variable == "round" and str(entry.after) in self._rounds_said

    @cached_property
    def _rounds_said(self) -> frozenset[str]:
        """The numbers of rounds that the game itself names."""
        said = "\n".join(one.text for one in self.entries if isinstance(one, Say))
        return frozenset(re.findall(r"\bround (\d+)\b", said, re.IGNORECASE))

    # ---- answers

    def _is_answered(self, entry: Move) -> bool:
        """Whether an answer names the cards of a move, or the place where a single one goes; each is named once."""
        left, is_told = self.cards[:], False
        for step in entry.steps:
            named = next((one for one in left if one[0].key == step.before), None)
            named = named or next((one for one in left if self._may_be(one[0], step)), None)
            if named is None:
                break
            left.remove(named)
            is_told = is_told or _comes_to_light(*named, step)
        else:
            self.cards = left
            return not is_told
        if entry.zone in self.places and len(entry.steps) == 1 and not self.cards:
            self.places.remove(entry.zone)
            return True
        return False

    def _may_be(self, named: Thing, step: Step) -> bool:
        """Whether a card looks like one that an answer names, unless that one moves by itself: then this is another copy."""
        return named.row is not None and named.row == step.card.row and (named.key is None or named.key not in self.moved)

    def _is_answered_with(self, entry: Change | Mark) -> bool:
        """Whether an answer says what a variable is set to, and no other number: `Ada: bid 3`, `Bo: wager 2 pearls`; or which
        member of a type a player's own one is, and names no other thing: `Ada: swear to cure a cough`."""
        if not isinstance(entry, Change) or entry.kind != "set":
            return False
        if isinstance(entry.after, Thing) and entry.after.sort == ir.ThingSort.MEMBER and entry.of is not None:
            own = (one for one in self.given if isinstance(one, Answer) and one.seat == entry.of.name)
            return entry.of.sort == ir.ThingSort.PLAYER and any(one.things == (entry.after,) for one in own)
        if type(entry.after) is not int:
            return False
        numbered = [text for text in self.answers if re.findall(r"\d+", text) == [str(entry.after)]]
        words = rf"\b{re.escape(entry.variable.replace('_', ' '))} {entry.after}\b"
        return any(re.search(words, text) for text in numbered)

    # ---- words of the game

    def _is_turned_up_at_once(self, number: int) -> bool:
        """A card that is revealed is turned up, too."""
        entry, after = self.entries[number], self.entries[number + 1 : number + 2]
        return isinstance(entry, Turn) and any(isinstance(one, Reveal) and one.card.key == entry.card.key for one in after)

    def _is_said_of(self, number: int) -> bool:
        """Whether the game itself says something of these very things just before or just after."""
        said = self._teller(number)
        return said is not None and not self._goes_on(number, said)

    def _teller(self, number: int) -> Say | None:
        if number not in self.tellers:
            self.tellers[number] = self._teller_of(number)
        return self.tellers[number]

    def _teller_of(self, number: int) -> Say | None:
        """What the game says of an entry: the next thing, else the last; rather what says of what it is than a bare number."""
        entry = self.entries[number]
        if entry is None:
            return None
        telling = (said for said in self._said_beside(number) if self._tells(said, entry) and self._is_near(number, said))
        in_full = next(telling, None)
        if in_full is not None or not isinstance(entry, Change):
            return in_full
        beside = (said for said in self._said_beside(number) if leaves_out(said, entry) and self._is_near(number, said))
        return next(beside, None)

    def _is_near(self, number: int, said: Say) -> bool:
        """Whether a text that names what a variable is set to stands right beside it and names nothing else like it: whoever
        shows dice need not be who starts the next round. A number that another variable is set to in between is that one's."""
        entry = self.entries[number]
        if not isinstance(entry, Change):
            return True
        first, last = sorted((number, self.numbers[id(said)]))
        between = self.entries[first + 1 : last]
        if not isinstance(entry.after, Thing):
            return not any(_is_set_to(one, entry) for one in between)
        alike = [one for one in said.things if one.sort == entry.after.sort]
        return alike == [entry.after] and not any(isinstance(one, _BETWEEN) for one in between)

    def _around(self, number: int) -> range:
        """The entries that people read together with one of them."""
        return range(max(0, number - _NEAR), min(len(self.entries), number + _NEAR + 1))

    def _goes_on(self, number: int, said: Say) -> bool:
        """Whether a text tells already what became of a card before: where a rule moves, turns or shows one, says something of
        that, and moves it on, or moves it twice, only the first goes without saying."""
        entry, place = self.entries[number], self.numbers[id(said)]
        if not isinstance(entry, _OF_CARDS):
            return False
        return any(
            isinstance(one := self.entries[other], _OF_CARDS)
            and (type(one) is type(entry) or other < place < number)
            and self.rules[other] == self.rules[number]
            and self._tells(said, one)
            and not _before(entry).isdisjoint(_after(one, self.answered))
            for other in self._around(number)
            if other < number
        )

    def told_by(self, number: int) -> dict[int, Change]:
        """The changes of counters that a text of the game tells, so that nothing else has to, by their numbers."""
        near = self._around(number)
        return {other: one for other, one in self._told.get(id(self.entries[number]), ()) if other in near}

    @cached_property
    def _told(self) -> dict[int, list[tuple[int, Change]]]:
        """The changes of counters with their numbers, by the text that tells them."""
        told: dict[int, list[tuple[int, Change]]] = {}
        for number, one in enumerate(self.entries):
            if isinstance(one, Change) and one.kind in ("gain", "pay") and (said := self._teller(number)) is not None:
                told.setdefault(id(said), []).append((number, one))
        return told

    def is_told_better(self, number: int) -> bool:
        """Whether a text of the game hides a number that the changes just before it tell, or says only the sum of them: of all
        players that it names, one counter changes there."""
        said, changed = self.entries[number], dict[str, dict[str | None, int]]()
        if not isinstance(said, Say):
            return False
        for index in range(number - 1, -1, -1):
            entry = self.entries[index]
            if self.rules[index] != self.rules[number] or not isinstance(entry, Change | Decide):
                break
            if isinstance(entry, Change) and entry.kind == "set" and bare_numbers(said) == [str(entry.after)]:
                return False  # that number is another variable's
            if isinstance(entry, Change) and entry.kind in ("gain", "pay") and entry.of is not None and not self.keeps(index):
                of = changed.setdefault(entry.variable, {})
                of[entry.of.key] = of.get(entry.of.key, 0) + change_of(entry)
        named = {thing.key for thing in said.things}
        fitting = [of for of in changed.values() if named and named <= of.keys()]
        return any(UNTOLD in said.text or bare_numbers(said) == [str(max(of.values()))] for of in fitting)

    def _said_beside(self, number: int) -> list[Say]:
        """What the same rule says next, after and before, or one that the viewer may not know: all of it, where several things
        are said in a row."""
        near, sayings = self._around(number), list[Say]()
        after, before = bisect_right(self.spoken, number), bisect_left(self.spoken, number)
        ways = [range(one, near.stop) for one in self.spoken[after : after + 1]]
        ways += [range(one, near.start - 1, -1) for one in self.spoken[max(0, before - 1) : before]]
        for way in ways:
            for index in takewhile(lambda index: self.rules[index] in (None, self.rules[number]), way):
                said = self.entries[index]
                if not isinstance(said, Say) or _is_answer(said, self.seats):
                    break
                sayings.append(said)
        return sayings

    def _tells(self, said: Say, entry: Entry) -> bool:
        named = {thing.key for thing in said.things if thing.key is not None}
        if isinstance(entry, Change):
            if entry.of is None or not isinstance(entry.before, int) or not isinstance(entry.after, int):
                return _thing_key(entry.after) in named and _thing_key(entry.after) is not None
            change = abs(entry.after - entry.before)
            words = (str(change),) if entry.kind == "set" else (counted(change, entry.variable), f"{change} {entry.variable}")
            return entry.of.key in named and any(re.search(rf"\b{re.escape(one)}\b", said.text) for one in words)
        if isinstance(entry, Move):
            return all(self._is_named(step, named) for step in entry.steps)
        cards = entry.cards if isinstance(entry, Show) else (entry.card,) if isinstance(entry, Turn) else ()
        return bool(cards) and {card.key for card in cards} <= named

    def _is_named(self, step: Step, named: set[str]) -> bool:
        """By itself, or by the zone that stands for it."""
        family = self.world.definition.families[self.world.zones[int(step.source[1:])].family]
        return bool({step.before, step.after} & named) or (family.room == 1 and step.source in named)


def _is_answer(entry: Entry | None, seats: tuple[str, ...]) -> TypeGuard[Answer | Say]:
    """An answer, or one that is told later, when all have answered."""
    return isinstance(entry, Answer) or (isinstance(entry, Say) and entry.text.startswith(tuple(f"{seat}: " for seat in seats)))


def _before_in_row(answer: Answer | Say) -> tuple[Thing, ...]:
    return answer.before if isinstance(answer, Answer) else ()


def _comes_to_light(named: Thing, answer: str, step: Step) -> bool:
    """Whether only now it can be seen which card an answer has called by its back."""
    return named.row is None and step.card.row is not None and step.card.name not in answer


def _is_set_to(entry: Entry | None, change: Change) -> bool:
    """Whether another variable of the same owner is set to just the number by which a counter changes."""
    is_other = isinstance(entry, Change) and entry.kind == "set" and change.kind in ("gain", "pay") and entry.of == change.of
    return is_other and isinstance(entry, Change) and entry.after == change_of(change)


def _before(entry: Move | Turn | Show) -> set[str | None]:
    """The keys of cards to which something happens, as far as a viewer can follow them."""
    if isinstance(entry, Move):
        return {step.before for step in entry.steps} - {None}
    return {card.key for card in (entry.cards if isinstance(entry, Show) else (entry.card,))} - {None}


def _after(entry: Move | Turn | Show, answered: set[str | None]) -> set[str | None]:
    """The same when it has happened, without the cards that an answer has moved."""
    if isinstance(entry, Move):
        return {step.after for step in entry.steps if step.before not in answered} - {None}
    return _before(entry)


def _thing_key(value: object) -> str | None:
    return value.key if isinstance(value, Thing) else None
