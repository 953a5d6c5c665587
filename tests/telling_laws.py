"""What must hold of every chapter, told independently of how lines are made: all that a reader may notice is accounted for.

A ledger of what was told. Every thing that a line speaks of, every amount and every thing that an answer or a sentence of the
game names accounts for one happening, and for no second one; what is left over was told by nothing.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import pairwise
from typing import Any

from rulewright import ir
from rulewright.engine.world import World
from rulewright.ir.walk import walk
from rulewright.model.definition import Definition
from rulewright.table.journal import Chapter
from rulewright.table.log import LogLine
from rulewright.telling.entries import (
    Answer,
    Because,
    Change,
    Decide,
    Entry,
    Mark,
    Move,
    PlaceInRow,
    Reveal,
    Roll,
    RunOut,
    Say,
    Show,
    Shuffle,
    Step,
    Swap,
    Thing,
    Turn,
)  # fmt: skip
from rulewright.telling.known import Known
from rulewright.telling.nouns import plurals_of, plurals_of_kinds
from rulewright.telling.places import place_labels
from rulewright.telling.plurals import article, counted, plural
from rulewright.telling.silence import bookkeeping
from rulewright.telling.things import zone_thing

MOVED = ("draw", "discard", "play", "put back", "take", "itself", "within", "move")
BECAME = ("become", "become again", "rise", "fall", "redraw", "set", "round")
PURSE = ("gain", "pay")
Happened = tuple[Entry, Because | None]


def untold(world: World, seats: tuple[str, ...], chapter: Chapter, lines: Sequence[LogLine], viewer: int | None) -> list[Entry]:
    """What a viewer may know of a chapter and was told by no line, answer or sentence of the game. What lies on no table, what
    ends by itself and what the definition has other words for, or none, need not be told."""
    known = ((one.for_viewer(viewer), one.because(viewer)) for one in chapter.happenings)
    happened = [(entry, because) for entry, because in known if entry is not None and not (because and because.silent)]
    needed = [one for one in happened if not _is_on_no_table(world.definition, one[0])]
    ledger = Ledger(world, seats, lines, viewer, needed)
    return [entry for number, (entry, _) in enumerate(needed) if not ledger.tells(number)]


def _is_on_no_table(definition: Definition, entry: Entry) -> bool:
    if not isinstance(entry, Change | Mark):
        return False
    return entry.kind == "end" or entry.variable in bookkeeping(definition) or entry.variable in _only_drawn(definition)


class Told:
    """A line as one viewer reads it, with what of it has not accounted for anything yet."""

    def __init__(self, line: LogLine, viewer: int | None, seats: tuple[str, ...]) -> None:
        self.words = line.public if viewer is None else line.own[viewer]
        self.read = line.seen_by(viewer)
        is_answer = line.kind == "say" and self.words.startswith(tuple(f"{seat}: " for seat in seats))  # told when all have
        self.kind = "answer" if is_answer else line.kind
        self.things = Counter(line.things_for(viewer))
        self.used: Counter[object] = Counter()
        because = line.because(viewer)
        self.procedure = None if because is None else because.procedure
        self.sides: dict[object, bool] = {}


class Ledger:
    """What one viewer was told of one chapter, and all that should have been told."""

    def __init__(
        self, world: World, seats: tuple[str, ...], lines: Sequence[LogLine], viewer: int | None, needed: Sequence[Happened]
    ) -> None:
        self.world = world
        self.definition: Definition = world.definition
        self.seats = seats
        self.needed = needed
        told = [Told(line, viewer, seats) for line in lines]
        self.lines = [line for line in told if line.read]
        self.said = [line for line in told if line.kind == "say"]  # what is told better is in other lines
        self.passed = 0
        answers = [entry for entry, _ in needed if isinstance(entry, Answer)]
        self.picked = Counter(thing for one in answers for thing in one.before)  # told in the same row before
        self.moved = {step.before for entry, _ in needed if isinstance(entry, Move) for step in entry.steps}

    def of(self, *kinds: str) -> Iterator[Told]:
        return (line for line in self.lines if line.kind in kinds)

    def tells(self, number: int) -> bool:
        entry = self.needed[number][0]
        return _TELLS[type(entry)](self, entry, number)

    # ---- words

    def names(self, words: str, thing: Thing) -> bool:
        """Whether words can be about a thing: they have its name or what several like it are called."""
        return any(one in words for one in _names(self.world, thing))

    def speaks(self, thing: Thing, *kinds: str) -> Told | None:
        """A line of such a kind that speaks of a thing, and has not accounted for anything else."""
        for line in self.of(*kinds):
            if line.things[thing] and self.names(line.words, thing):
                line.things[thing] -= 1
                return line
        return None

    def says(self, keys: Sequence[str | None], number: int, what: str) -> bool:
        """Whether the same rule says something of a thing: of what happens to it before that or after it, and once."""
        for place, line in enumerate(self.said):
            known = {thing.key for thing in line.things if thing.key is not None}
            side = place >= self.passed
            for key in known & set(keys) if self.rules(line, number) else ():
                if line.sides.setdefault(key, side) == side and not line.used[key, what]:
                    line.used[key, what] += 1
                    return True
        return False

    # ---- in words of the game

    def answer(self, entry: Answer, _number: int) -> bool:
        """What ends a row of picks need not be told; its picks were."""
        return entry.row is PlaceInRow.END or any(line.words == f"{entry.seat}: {entry.text}" for line in self.of("answer"))

    def say(self, entry: Say, _number: int) -> bool:
        self.passed += any(line.words == entry.text for line in self.said[self.passed : self.passed + 1])
        return any(line.words == entry.text for line in (*self.said, *self.of("answer")))

    def reveal(self, entry: Reveal, _number: int) -> bool:
        return self.speaks(entry.card, "reveal") is not None

    def roll(self, entry: Roll, _number: int) -> bool:
        return _every([(line := self.speaks(die, "roll")) and (n is None or str(n) in line.words) for die, n in entry.dice])

    def decide(self, entry: Decide, number: int) -> bool:
        """What is decided otherwise later on is told together with that; an amount with what changes by it."""
        later = [one for one, _ in self.needed[number + 1 :] if isinstance(one, Decide) and one.again]
        is_later = any(one.name == entry.name for one in later)
        if entry.amount or is_later or any(line.words == entry.text for line in self.of("decide")):
            return True
        order = entry.text.removeprefix("the ").replace(" first: ", ": ")  # told already where one of them was found
        if not entry.name and any(order in line.words for line in self.of("decide")):
            return True
        return entry.again and any(entry.name.replace("_", " ") in line.words for line in self.of("decide"))

    # ---- cards

    def move(self, entry: Move, number: int) -> bool:
        return _every([self.step(step, entry, number) for step in entry.steps])

    def step(self, step: Step, move: Move, number: int) -> bool:
        if self.is_picked(step) or self.speaks(step.card, *MOVED) or self.is_like(step) or self.is_done(step):
            return True
        if len(move.steps) == 1 and self.is_place(move.zone):
            return True
        if self.is_on_its_way(step, number):
            return True
        room = self.definition.families[self.world.zones[int(step.source[1:])].family].room
        return self.says((step.before, step.after, *([step.source] if room == 1 else [])), number, "move")

    def is_on_its_way(self, step: Step, number: int) -> bool:
        """Whether a card goes on from where it has come to, and the line about it names the place where it stops."""
        moves = [(one, entry.zone) for entry, _ in self.needed if isinstance(entry, Move) for one in entry.steps]
        way = [(one.source, zone) for one, zone in moves if one.before == step.before == one.after is not None]
        stops = place_labels(self.world)[int(way[-1][1][1:])] if way else ""
        is_one_way = all(before[1] == after[0] for before, after in pairwise(way))
        told = (line.words for line in self.of("move") if step.card in line.things)
        return is_one_way and len(way) > 1 and any(words.endswith(stops) for words in told)

    def is_picked(self, step: Step) -> bool:
        """Whether an answer names a card as its reader knows it, by its key; not by its back where more of it is seen now."""
        return step.before is not None and self._named(step, lambda thing: thing.key == step.before)

    def is_like(self, step: Step) -> bool:
        """Whether it names one by its looks that might be this one."""
        rows, apart = (None, step.card.row), self.moved - {None}
        return self._named(step, lambda thing: thing.sort == ir.ThingSort.CARD and thing.row in rows and thing.key not in apart)

    def _named(self, step: Step, fits: Callable[[Thing], bool]) -> bool:
        for line in self.of("answer"):
            for thing in line.things:
                is_known = thing.row is not None or step.card.row is None or step.card.name in line.words
                if line.things[thing] and is_known and fits(thing):
                    line.things[thing] -= 1
                    return True
        for thing in self.picked:
            is_known = thing.row is not None or step.card.row is None
            if self.picked[thing] and is_known and fits(thing):
                self.picked[thing] -= 1
                return True
        return False

    def is_done(self, step: Step) -> bool:
        """Whether an answer says just what is done, as `draw a card` does, to who sees no more of it."""
        words = f" {article(step.card.name)}"
        for line in self.of("answer"):
            if line.words.endswith(words) and step.card.row is None and not line.things and not line.used[words]:
                line.used[words] += 1
                return True
        return False

    def is_place(self, zone: str) -> bool:
        """Whether an answer names where a card goes, and no card."""
        for line in self.of("answer"):
            for thing in line.things:
                if thing.key == zone and not line.used[zone]:
                    line.used[zone] += 1
                    return True
        return False

    def turn(self, entry: Turn, number: int) -> bool:
        if self.speaks(entry.card, "turn up" if entry.up else "turn down") or self.says((entry.card.key,), number, "turn"):
            return True
        return entry.up and any(thing.key == entry.card.key for line in self.of("reveal") for thing in line.things)

    def show(self, entry: Show, number: int) -> bool:
        return _every([self.speaks(card, "show") or self.says((card.key,), number, "turn") for card in entry.cards])

    def shuffle(self, entry: Shuffle, _number: int) -> bool:
        return self.speaks(zone_thing(self.world, self.seats, int(entry.zone[1:])), "shuffle") is not None

    def swap(self, entry: Swap, _number: int) -> bool:
        return _every([self.speaks(one, "swap") for one in (entry.left, entry.right)])

    def run_out(self, entry: RunOut, _number: int) -> bool:
        return any(self.names(line.words, entry.pile) for line in self.of("run out"))

    # ---- variables

    def mark(self, entry: Mark, _number: int) -> bool:
        """How long a flag lasts is told where it is told that it is so."""
        until = f"until end of {entry.until.replace('_', ' ')}" if entry.player is None else f"'s next {entry.until}"
        wanted = entry.variable.replace("_", " "), until
        lines = [line.words for line in self.of("become") if self.names(line.words, entry.of)]
        return not entry.until or any(all(one in words for one in wanted) for words in lines)

    def change(self, entry: Change, number: int) -> bool:
        if entry.variable == "round":
            lines = (*self.of("round"), *self.said)
            return any(f"round {entry.after}" in line.words.casefold() for line in lines)
        if isinstance(entry.before, int) and isinstance(entry.after, int) and entry.kind in PURSE:
            return self.is_counted(entry, number) or self.is_said(entry, number)
        if self.becomes(entry, entry.after):
            return True
        return self.is_decided(entry) or self.is_answered(entry) or self.is_said(entry, number)

    def is_counted(self, entry: Change, number: int) -> bool:
        """Whether so much of a counter is told, with what it is made of; a line may tell of several changes together."""
        before, amount = self.needed[number - 1][0] if number else None, _change(entry)
        many = plurals_of(self.definition).get(entry.variable, "")
        reason = before.text if isinstance(before, Decide) and before.amount and before.reason.value == amount else ""
        reason = reason if isinstance(before, Decide) and before.name == entry.variable else ""
        for line in self.of(entry.kind, "pay over"):
            if entry.of is None or self.names(line.words, entry.of):
                told = [int(n) for n in re.findall(r"\d+", line.words) if counted(int(n), entry.variable, many) in line.words]
                purse = (entry.variable, None if entry.of is None else entry.of.key)
                if told and line.used[purse] + amount <= told[0] and (told[0] != amount or reason in line.words):
                    line.used[purse] += amount
                    return True
        return False

    def becomes(self, entry: Change, after: Known) -> bool:
        """Whether a line tells of a variable what it is now, and of whom."""
        for line in self.of(*BECAME):
            is_value = type(after) is not int or line.kind == "redraw" or str(after) in line.words
            is_value = self.names(line.words, after) if isinstance(after, Thing) else is_value
            is_named = entry.variable.replace("_", " ") in line.words or line.kind == "redraw"
            if is_value and is_named and (entry.of is None or line.things[entry.of]):
                line.things[entry.of] -= 1  # type: ignore[index]
                return entry.of is None or self.names(line.words, entry.of)
        return False

    def is_decided(self, entry: Change) -> bool:
        """Whether a variable is set to what a line says that it is."""
        name = entry.variable.replace("_", " ")
        after = entry.after.name if isinstance(entry.after, Thing) else str(entry.after)
        return any(name in line.words and after in line.words for line in self.of("decide"))

    def is_answered(self, entry: Change) -> bool:
        if isinstance(entry.after, Thing) and entry.of is not None:
            answers = [line for line in self.of("answer") if line.words.startswith(f"{entry.of.name}: ")]
            return any(self.names(line.words, entry.after) for line in answers)
        words = rf"\b{entry.variable.replace('_', ' ')} {entry.after}\b"
        return entry.kind == "set" and any(re.search(words, line.words) for line in self.of("answer"))

    def is_said(self, entry: Change, number: int) -> bool:
        """Whether the game itself names, next or last and by the same rule, whose it is and how much, or what it is now; of a
        counter also how much there is now, where it does not change again."""
        of, after = entry.of, entry.after
        for line in self.said[max(0, self.passed - 1) : self.passed + 2]:
            is_told = self.rules(line, number) and not line.used[entry.variable, of, after] and type(after) is not bool
            if isinstance(after, Thing):
                is_told = is_told and [thing for thing in line.things if thing.sort == after.sort] == [after]
            else:
                is_told = is_told and self.is_amount(line, entry, number)
            if is_told:
                line.used[entry.variable, of, after] += 1
                return True
        return False

    def is_amount(self, line: Told, entry: Change, number: int) -> bool:
        of, after = entry.of, entry.after
        if of is None or of not in line.things or re.search(rf"(?<!\d){_change(entry)}(?!\d)", line.words) is None:
            return False
        later = [one for one, _ in self.needed[number + 1 :] if isinstance(one, Change)]
        is_last = not any((one.variable, one.of) == (entry.variable, of) for one in later)
        return not (line.read and is_last and entry.kind in PURSE and str(after) not in line.read)

    def rules(self, line: Told, number: int) -> bool:
        """Whether one rule may be behind a line and what happened."""
        because = self.needed[number][1]
        return because is None or line.procedure in (None, because.procedure)


def _every(accounted: Sequence[object]) -> bool:
    """Of a list, so that each of its things is accounted for even if one before it is not."""
    return all(accounted)


def _change(entry: Change) -> int:
    before, after = entry.before, entry.after
    return abs(after - before) if isinstance(before, int) and isinstance(after, int) else -1


@cache
def _names(world: World, thing: Thing) -> tuple[str, ...]:
    definition = world.definition
    if thing.sort == ir.ThingSort.ZONE and thing.key is not None:
        number = int(thing.key[1:])
        family = definition.families[world.zones[number].family].name.replace("_", " ")
        return thing.name, place_labels(world)[number], plural(family), "piles", "places"
    backs = {row.id: definition.kinds[kind].back for kind, row in definition.rows}
    names = [thing.name.removesuffix(" of value"), *([backs[thing.row]] if thing.row in backs else [])]
    several = [many for name in names for many in (plurals_of_kinds(definition).get(name, ""), plural(name)) if many]
    return (names[0], *several, *(["everybody"] if thing.sort == ir.ThingSort.PLAYER else []))


@cache
def _only_drawn(definition: Definition) -> frozenset[str]:
    """Variables that only choose how a card is drawn, where the game has no words for that."""
    if any(words for name, words in definition.wordings if name.startswith("redraw/")):
        return frozenset()
    texts = [kind.drawn_as.parts for kind in definition.kinds if kind.drawn_as is not None]
    holes = [part[0] for parts in texts for part in parts if not isinstance(part, str)]
    reads = {one.variable for hole in holes for one in walk(hole) if isinstance(one, ir.Read) and one is not hole}
    return frozenset(definition.variables[one].name for one in reads)


_TELLS: dict[type, Callable[[Ledger, Any, int], bool]] = {
    Answer: Ledger.answer,
    Say: Ledger.say,
    Reveal: Ledger.reveal,
    Roll: Ledger.roll,
    Decide: Ledger.decide,
    RunOut: Ledger.run_out,
    Move: Ledger.move,
    Turn: Ledger.turn,
    Show: Ledger.show,
    Shuffle: Ledger.shuffle,
    Swap: Ledger.swap,
    Mark: Ledger.mark,
    Change: Ledger.change,
}
