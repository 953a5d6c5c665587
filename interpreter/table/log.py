"""What people may read of what happened.

Takes chapters of the journal; returns lines, each as everybody reads it and as every seat does. A line never tells a seat more
than it may know.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from typing import Any

from ..engine.discretion import Sighting
from ..engine.world import World
from ..model.definition import Definition
from ..telling.aloud import read_aloud
from ..telling.conditions import CameBy, Condition
from ..telling.entries import Answer, Because, PlaceInRow, Thing, to_json
from ..telling.known import ThingSort
from ..telling.line_facts import LineFacts, line_facts
from ..telling.narration import Glimpse, Narrator, ToldLine
from ..telling.nouns import plurals_of_kinds
from ..telling.picked_in_a_row import ToldPick, in_one, pick_in
from .journal import Chapter, Happening

Retell = Callable[[int, int | None], CameBy]
_UNTOLD = ToldLine("", "")


@dataclass(frozen=True, slots=True)
class LogLine:
    """One line of the log. `public` and `own` are its words, for everybody and for each seat; nothing, where nothing is
    told. `read` is how people read them, where that differs (`1 coin`), everybody first. `kind` says what is told, and
    `is_spoken` whether in words of the game itself. `place` is where the sentence behind it is written; `causes` are that
    and more, and `things` what it speaks of, as far as everybody and each seat may know it. `seen` is what came to light
    with an answer, and `lost` what of it nobody could follow to where it was seen. `retold` tells by which conditions the rules
    came to it, once somebody asks, and `told` what the line was made of. `earlier` are lines that told everybody the same
    before: scenarios may still quote them. `picks` is what was picked in a row, and it `goes_on` if that is not the first
    of the row. What `lays_out` belongs to the set-up."""

    public: str
    own: tuple[str, ...]
    is_answer: bool = False
    kind: str = field(default="", compare=False)
    place: str = field(default="", compare=False)
    things: tuple[tuple[Thing, ...], ...] = field(default=(), compare=False, repr=False)
    causes: tuple[Because | None, ...] = field(default=(), compare=False, repr=False)
    seen: frozenset[Sighting] = field(default=frozenset(), compare=False, repr=False)
    lost: frozenset[Sighting] = field(default=frozenset(), compare=False, repr=False)
    read: tuple[str, ...] = field(default=(), compare=False, repr=False)
    retold: Callable[[int | None], CameBy] | None = field(default=None, compare=False, repr=False)
    earlier: tuple[str, ...] = field(default=(), compare=False, repr=False)
    told: Callable[[int | None], LineFacts] | None = field(default=None, compare=False, repr=False)
    picks: tuple[ToldPick | None, ...] = field(default=(), compare=False, repr=False)
    goes_on: bool = field(default=False, compare=False, repr=False)
    lays_out: bool = field(default=False, compare=False, repr=False)

    def __str__(self) -> str:
        return self.public

    @property
    def is_spoken(self) -> bool:
        return self.kind in ("", "answer", "say", "reveal", "roll")

    def seen_by(self, seat: int | None) -> str:
        if self.read:
            return self.read[0 if seat is None else 1 + seat]
        return self.public if seat is None else self.own[seat]

    def things_for(self, seat: int | None) -> tuple[Thing, ...]:
        """What the line speaks of, as far as a seat, or with none everybody, may know it."""
        return self.things[0 if seat is None else 1 + seat] if self.things else ()

    def because(self, seat: int | None) -> Because | None:
        """The sentence behind it and the rules cited there, as far as a seat, or with none everybody, may know them."""
        return self.causes[0 if seat is None else 1 + seat] if self.causes else None

    def conditions(self, seat: int | None) -> tuple[Condition, ...]:
        """What was so, or was not, that it happened, the outermost first, as far as a seat, or with none everybody, may know
        it."""
        return self.came_by(seat).conditions

    def came_by(self, seat: int | None) -> CameBy:
        """That, and the sentences that called the verb behind the line."""
        return CameBy() if self.retold is None else self.retold(seat)

    def facts(self, seat: int | None) -> LineFacts:
        """Who does what in it, with which numbers, as far as a seat, or with none everybody, may know it."""
        return LineFacts() if self.told is None else self.told(seat)


def read_by(viewer: int | None, lines: Sequence[LogLine]) -> list[str]:
    """What a seat, or with none everybody, reads of some lines; a row of picks is one line, and so is what was picked unseen
    with the line by which all of it comes to light."""
    told, row, picked = list[str](), list[ToldPick](), 0
    for line in lines:
        if not (words := line.seen_by(viewer)):
            continue
        pick = line.picks[0 if viewer is None else 1 + viewer] if line.picks else None
        is_next = line.goes_on and pick is not None and bool(row) and row[-1].goes_on(pick)
        row = [*(row if is_next else ()), *(() if pick is None else (pick,))]
        if is_next:
            told[-1] = in_one(row)
        elif told and _brings_to_light(told[-1], picked, line, words, viewer):
            told[-1] = words
        else:
            told.append(words)
        picked = len(row)
    return told


def _brings_to_light(answer: str, picked: int, line: LogLine, words: str, viewer: int | None) -> bool:
    """Whether a line tells by name what a row has just picked unseen, in its words: `Bo discards Fox and Owl` after
    `Bo: discard 2 cards`."""
    seat, _, said = answer.partition(": ")
    is_named = [one.row is not None for one in line.things_for(viewer) if one.sort == ThingSort.CARD]
    is_same = words.startswith(f"{seat} {said.partition(' ')[0]}") and len(is_named) == picked > 0
    return is_same and all(is_named) and not any(name in answer for name in (one.name for one in line.things_for(viewer)))


def lines_as_data(viewer: int | None, lines: Sequence[LogLine]) -> list[dict[str, Any]]:
    """What a seat, or with none everybody, reads, for programs: the text of each line, what it tells, the things it speaks of,
    and where the rule behind it is written, if the viewer may know that."""
    data = []
    for line in lines:
        if line.seen_by(viewer):
            because, facts = line.because(viewer), line.facts(viewer)
            told: dict[str, Any] = {"text": line.seen_by(viewer), "kind": line.kind or None, "things": line.things_for(viewer)}
            no_sentence = not line.place  # the result: what it comes to is written there, for everybody to know
            place, rules = (because.place, because.rules) if because is not None else facts.written if no_sentence else ("", ())
            told |= {"place": place or None, "rules": rules}
            data.append({name: to_json(value) for name, value in told.items() if value not in (None, ())} | facts.as_data())
    return data


def lines_of(chapter: Chapter, world: World, seats: tuple[str, ...], retell: Retell | None = None) -> list[LogLine]:
    """What people read of a chapter: the answer, what is said, and what happens besides. `retell` tells of an event and a
    viewer by which conditions the rules came to it."""
    narrator = _narrator(world, seats)
    told = [narrator.tell(_parts(chapter, viewer)) for viewer in range(1 + len(seats))]
    places = sorted({at for one in told for at in one})
    lines = [(chapter.happenings[at[0]], [one.get(at, _UNTOLD) for one in told]) for at in places]
    return [_line(narrator, chapter, *line, retell) for line in lines]


@lru_cache(maxsize=256)
def _narrator(world: World, seats: tuple[str, ...]) -> Narrator:
    return Narrator(world, seats)


def _parts(chapter: Chapter, viewer: int) -> list[Glimpse]:
    """What a viewer may know of each happening, in order."""
    return [Glimpse(one.entries[viewer], one.causes[viewer], one.lays_out) for one in chapter.happenings]


def _line(
    narrator: Narrator, chapter: Chapter, happening: Happening, told: list[ToldLine], retell: Retell | None
) -> LogLine:
    public, *own = [one.words for one in told]
    things = tuple(one.things for one in told)
    kind = next(one.kind for one in told if one.kind)
    read = tuple("" if one.read is None else read_aloud(narrator.world.definition, one.read or one.words) for one in told)
    read = () if read == (public, *own) else read
    is_answer = any(isinstance(entry, Answer) for entry in happening.entries)
    seen, lost = (chapter.seen, chapter.lost) if is_answer else (frozenset(), frozenset())
    retold = partial(retell, happening.event) if retell is not None and happening.event is not None else None
    words, causes, earlier = (public, tuple(own)), happening.causes, told[0].earlier
    facts = partial(_facts, narrator, told)
    line = LogLine(*words, is_answer, kind, happening.place, things, causes, seen, lost, read, retold, earlier, facts)
    line = replace(line, lays_out=True) if happening.lays_out else line
    return _in_row(narrator.world.definition, line, happening) if is_answer else line


def _facts(narrator: Narrator, told: list[ToldLine], seat: int | None) -> LineFacts:
    line = told[0 if seat is None else 1 + seat]
    return line_facts(narrator.world, narrator.seats, line.made_of, line.changes, line.reason)


def _in_row(definition: Definition, line: LogLine, happening: Happening) -> LogLine:
    """The same line of a pick in a row, with what was picked as each viewer knows it."""
    answers = [entry if isinstance(entry, Answer) else None for entry in happening.entries]
    if not any(one.row in (PlaceInRow.FIRST, PlaceInRow.NEXT) for one in answers if one is not None):
        return line
    many = plurals_of_kinds(definition)
    picks = tuple(
        None if one is None or one.picked is None else pick_in(words, one.picked, many.get(one.picked.name, ""))
        for one, words in zip(answers, line.read or (line.public, *line.own), strict=True)
    )
    return replace(line, picks=picks, goes_on=any(one.row is PlaceInRow.NEXT for one in answers if one is not None))
