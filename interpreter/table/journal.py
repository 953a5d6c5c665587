"""What happened at a table, answer by answer, with its cause and with what each seat may know of it.

A chapter is folded from the position before, the answer and the events of the reference; from chapter to chapter only the keys
go on, by which each viewer follows cards. Log and animation are made of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from itertools import chain

from ..engine.discretion import Discreet, Sighting
from ..engine.events import CardSeen, Cause, Event, Moved, Noted, Revealed, Rolled, Said, ToldText
from ..engine.frames import waiting_at
from ..engine.options import Option, bound
from ..engine.sight import can_see
from ..engine.state import State
from ..engine.veils import Secrecy, Veils, no_veils, veils_over
from ..telling.answer_words import picked_before, place_in_row, told_answer
from ..telling.entries import Answer, Because, Entry, PlaceInRow, Thing, weight_of
from ..telling.history import History, Told
from ..telling.keys import Eyes, Keys, VisibleTable, first_keys, shift, viewers_of
from ..telling.retelling import Teller, cards_of
from ..telling.written import place_of, rules_of
from .sightings import followed, sightings

_LATELY = 200  # happenings of one chapter in which it is looked for what a number was set to


@dataclass(frozen=True, slots=True)
class Happening:
    """One thing that happened: its entry for whoever looks on and for each seat, none for those who may not know of it, and
    its cause as far as each may know that. `cause` and `place` are for those who may know everything: which sentence is
    carried out may hang on something hidden. `event` is the number of the first event that it tells; none for an answer."""

    entries: tuple[Entry | None, ...]
    causes: tuple[Because | None, ...]
    cause: Cause | None = None
    place: str = ""
    event: int | None = None

    @property
    def lays_out(self) -> bool:
        """Whether it belongs to the set-up; everybody knows that."""
        return self.cause is not None and self.cause.lays_out

    def for_viewer(self, viewer: int | None) -> Entry | None:
        return self.entries[0 if viewer is None else 1 + viewer]

    def because(self, viewer: int | None) -> Because | None:
        """Why, as far as a viewer may know that."""
        return self.causes[0 if viewer is None else 1 + viewer]


@dataclass(frozen=True)
class Chapter:
    """What an answer led to, or what came before the first one. `keys` are those of every viewer afterwards; `seen` is what
    came to light, and `lost` what of it nobody could follow to where it was seen. `veils` lie over the rules that wait now."""

    happenings: tuple[Happening, ...]
    keys: tuple[Keys, ...]
    veils: Veils
    seen: frozenset[Sighting] = frozenset()
    lost: frozenset[Sighting] = frozenset()

    @cached_property
    def weight(self) -> int:
        """How much there is to know of it, for everybody who may know it."""
        entries = chain.from_iterable(one.entries for one in self.happenings)
        return sum(weight_of(entry) for entry in entries if entry is not None)


@dataclass(frozen=True)
class RawChapter:
    """What a chapter is made of: a position, who answered what there, what happened then, and where that led. `asked` is what
    viewers may not know of the rules that waited for the answer, once they are told of it, `veils` of those that wait now."""

    before: State
    answer: tuple[int, Option] | None
    events: Sequence[Noted]
    after: State
    asked: Veils
    veils: Veils


@dataclass
class Journal:
    """The chapters of one match, from a position on that viewers came to with the keys they had before, if any. Of a
    position that was laid out everybody knows where the rules stand."""

    seats: tuple[str, ...]
    position: State
    keys_before: tuple[Keys, ...] | None = None
    is_laid_out: bool = False
    chapters: list[Chapter] = field(default_factory=list)

    @property
    def keys(self) -> tuple[Keys, ...]:
        """Those of every viewer now; viewers who were not there before the first chapter come with new ones."""
        return self.chapters[-1].keys if self.chapters else self._first

    @cached_property
    def _first(self) -> tuple[Keys, ...]:
        return self.keys_before or first_keys(self.position)

    @property
    def veils(self) -> Veils:
        if self.chapters:
            return self.chapters[-1].veils
        return no_veils(self.position) if self.is_laid_out else veils_over(self.position)

    def __repr__(self) -> str:
        return f"<Journal of {', '.join(self.seats)}: {len(self.chapters)} chapters>"

    def copy(self) -> Journal:
        """The chapters up to now, which stay as they are."""
        return replace(self, chapters=self.chapters[:])

    def told(self, given: RawChapter) -> Chapter:
        """What the next chapter is."""
        return _Fold(given, self).chapter()

    def for_seat(self, seat: str | None) -> tuple[tuple[Entry, ...], ...]:
        """What a seat, or with none whoever looks on, may know of each chapter."""
        viewer = None if seat is None else self.seats.index(seat)
        return tuple(
            tuple(entry for one in chapter.happenings if (entry := one.for_viewer(viewer)) is not None)
            for chapter in self.chapters
        )

    def told_to(self, viewer: int | None) -> Iterator[Told]:
        """Every entry of a viewer, with its cause."""
        return (one for chapter in self.chapters for one in told_of(chapter.happenings, viewer))

    def told_in_full(self) -> Iterator[Told]:
        """The same for somebody who may know everything."""
        procedures = self.position.world.definition.procedures
        for one in (one for chapter in self.chapters for one in chapter.happenings):
            entry = next((entry for entry in one.entries if entry is not None), None)
            because = next((because for because in one.causes if because is not None), None)
            if because is None and one.cause is not None:
                because = Because(one.place, procedures[one.cause.procedure].name)
            if entry is not None:
                yield entry, because

    def with_causes(self, seat: str | None) -> tuple[tuple[tuple[Entry, Because | None], ...], ...]:
        """The same, each entry with its cause as far as the seat may know that."""
        viewer = None if seat is None else self.seats.index(seat)
        return tuple(
            tuple((entry, one.because(viewer)) for one in chapter.happenings if (entry := one.for_viewer(viewer)) is not None)
            for chapter in self.chapters
        )

    def __len__(self) -> int:
        return len(self.chapters)

    def __iter__(self) -> Iterator[Chapter]:
        return iter(self.chapters)


class _Fold:
    """The making of one chapter: the table and everybody's eyes, moment by moment."""

    def __init__(self, given: RawChapter, journal: Journal) -> None:
        self.given = given
        self.journal = journal
        self.seats = journal.seats
        self.definition = given.before.world.definition
        self.table = VisibleTable(given.before)
        self.eyes = [Eyes(viewer, one) for viewer, one in zip(viewers_of(given.before.world), journal.keys, strict=True)]
        self.events = [one.event for one in given.events]
        self.seen = sightings(self.events)
        self.last_rolls = {one.die: one for one in self.events if isinstance(one, Rolled)}
        self.happenings: list[Happening] = []
        self._behind: dict[tuple[Cause, Thing | None], Because] = {}

    def chapter(self) -> Chapter:
        known = followed(self.given.before, self.events)
        if self.given.answer is not None:
            self.happenings.append(self._answered(*self.given.answer, known))
        numbers = {id(noted): number for number, noted in enumerate(self.given.events)}
        for noted, sights in _with_sights(self.given.events):
            self._take(noted, sights, numbers[id(noted[0])])
        keys = tuple(eyes.keys for eyes in self.eyes)
        return Chapter(tuple(self.happenings), keys, self.given.veils, frozenset(self.seen), frozenset(self.seen - known))

    def _told(self, told: ToldText, seat: int, option: Option, eyes: Eyes) -> Answer:
        """An answer as one viewer reads it, with what was picked before in the same row."""
        before, mentioned = self.given.before, Teller(self.table, self.seats, eyes).things.mentioned
        row, things = place_in_row(before, seat, option, eyes.viewer), mentioned(told.things)
        if row is None:
            return Answer(self.seats[seat], told.text, things)
        picked = mentioned(tuple(one for one in told.things if one[0] in bound(option)[1]))
        earlier = picked_before(before, self.seats, seat, eyes.viewer) if row is not PlaceInRow.FIRST else []
        named = tuple(thing for one in earlier for thing in mentioned(one.things))
        return Answer(self.seats[seat], told.text, things, row, picked[0] if picked else None, named)

    def _answered(self, seat: int, option: Option, known: set[Sighting]) -> Happening:
        before, entries = self.given.before, list[Entry | None]()
        for eyes in self.eyes:
            told = told_answer(before, self.seats, seat, option, eyes.viewer, known)
            entries.append(self._told(told, seat, option, eyes) if told.text else None)
        node = waiting_at(before)
        assert node is not None
        cause = Cause(before.stack[-1][0], node.line)
        openly = [(Teller(self.table, self.seats, eyes), self._openly(cause, seat, eyes)) for eyes in self.eyes]
        return Happening(tuple(entries), tuple(self._because(*one) for one in openly), cause, self._place(cause))

    def _openly(self, cause: Cause, seat: int, eyes: Eyes) -> Cause | None:
        """The sentence that asks a seat, for whoever may know that it does: the seat itself, and those who can follow the rules
        up to there, if only by what is told of the answer."""
        veil = self.given.asked[0 if eyes.viewer is None else 1 + eyes.viewer][-1]
        is_open = veil.at(self.given.before.stack[-1][1]) == Secrecy.OPEN
        return cause if eyes.viewer == seat or is_open else None

    def _take(self, noted: list[Noted], sights: list[CardSeen], number: int) -> None:
        """One event, or dice that were rolled together, and who sees what afterwards."""
        events = [one.event for one in noted]
        touched = [card for one in events for card in cards_of(one, self.table)]
        tellers = [
            Teller(self.table, self.seats, eyes, self._sighted(eyes, events), self._history(eyes.viewer)) for eyes in self.eyes
        ]
        for teller in tellers:
            teller.eyes.touch(self.table, touched)
            teller.look_before(events)
            teller.eyes.lose(shift(teller.eyes, self.table, events[0]))
        for one in (*events, *sights):
            self.table.apply(one)
        for teller in tellers:
            teller.eyes.look_at(self.table, [*touched, *(one.card for one in sights)])
        entries = tuple(teller.entry(events) if may_read(noted[0], one) else None for one, teller in enumerate(tellers))
        if any(entry is not None for entry in entries):
            cause, told = noted[0].cause, noted[0].told
            causes = tuple(self._because(teller, one) for teller, one in zip(tellers, told, strict=True))
            self.happenings.append(Happening(entries, causes, cause, self._place(cause), number))

    def _history(self, viewer: int | None) -> History:
        """What a viewer was told up to now."""
        told = partial(told_of, self.happenings, viewer)
        lately = partial(self._lately, viewer)
        return History(lambda: chain(self.journal.told_to(viewer), told()), lately)

    def _lately(self, viewer: int | None) -> Iterator[Told]:
        return told_of(self.happenings[-_LATELY:], viewer)

    def _sighted(self, eyes: Eyes, events: list[Event]) -> frozenset[int]:
        """Cards that the viewer comes to know in this chapter: what is revealed, and dice by what they show at its end."""
        revealed = {one.card for one in events if isinstance(one, Revealed)}
        last = {one.die for one in events if isinstance(one, Rolled) and self.last_rolls[one.die] is one}
        if not revealed and not last:
            return frozenset()
        asking = Discreet(self.given.after, eyes.viewer, self.seen)
        return frozenset(
            [card for card in revealed if asking.sees(card)]
            + [die for die in last if can_see(self.given.after, die, eyes.viewer)]
        )

    def _because(self, teller: Teller, cause: Cause | None) -> Because | None:
        """A cause as it is told to one viewer: its card by the viewer's own key. Most are told the same."""
        if cause is None:
            return None
        carrier = None if cause.carrier is None else teller.things.card(cause.carrier)
        told = self._behind.get((cause, carrier))
        if told is None:
            told = self._behind[cause, carrier] = self._told_as(cause, carrier)
        return told

    def _told_as(self, cause: Cause, carrier: Thing | None) -> Because:
        ability = None if cause.ability is None else self.definition.procedures[cause.ability].name
        procedure = self.definition.procedures[cause.procedure]
        rules = self._rules(cause)
        return Because(self._place(cause), procedure.name, ability, carrier, rules, cause.silent or None, cause.rule)

    def _rules(self, cause: Cause) -> tuple[str, ...]:
        """What is cited at the sentence, at the head of its procedure, and at the ability and the card that it belongs to."""
        procedures = self.definition.procedures
        rules = rules_of(self.definition, procedures[cause.procedure], cause.line)
        if cause.ability is not None:
            rules += rules_of(self.definition, procedures[cause.ability])
        if cause.ability is not None and cause.carrier is not None:
            row = self.definition.rows[self.given.before.world.row[cause.carrier]][1]
            rules += self.definition.cited.get((procedures[cause.ability].file, row.line), ())
        return tuple(dict.fromkeys(rules))

    def _place(self, cause: Cause | None) -> str:
        return "" if cause is None else place_of(self.definition, self.definition.procedures[cause.procedure], cause.line)


def may_read(noted: Noted, viewer: int) -> bool:
    """Whether words of the game that stand in place of the usual lines are for a viewer, in the order of viewers."""
    stands_for_lines = isinstance(noted.event, Said) and noted.event.instead and noted.cause is not None
    return not stands_for_lines or noted.told[viewer] is not None


def told_of(happenings: Iterable[Happening], viewer: int | None) -> Iterator[Told]:
    """What a viewer may know of happenings, with the causes."""
    return ((entry, one.because(viewer)) for one in happenings if (entry := one.for_viewer(viewer)) is not None)


def _with_sights(events: Sequence[Noted]) -> list[tuple[list[Noted], list[CardSeen]]]:
    """Each event with those after it that only say who can see its cards now; dice that are rolled together go together."""
    told: list[tuple[list[Noted], list[CardSeen]]] = []
    for noted in events:
        if isinstance(noted.event, CardSeen):
            told[_seen_by(told, noted.event.card)][1].append(noted.event)
        elif told and _rolled_together(told[-1][0], noted):
            told[-1][0].append(noted)
        else:
            told.append(([noted], []))
    return told


def _seen_by(told: Sequence[tuple[list[Noted], list[CardSeen]]], card: int) -> int:
    """By which event a card was seen: the last one, or of cards that have moved all at once to several places, its own move."""
    last, number = told[-1][0][0], len(told)
    while number and isinstance(moved := told[number - 1][0][0].event, Moved) and told[number - 1][0][0].cause == last.cause:
        number -= 1
        if card in moved.cards:
            return number
    return -1


def _rolled_together(rolled: list[Noted], noted: Noted) -> bool:
    dice = [one.event.die for one in rolled if isinstance(one.event, Rolled)]
    return bool(dice) and isinstance(noted.event, Rolled) and noted.event.die not in dice
