"""What people may read of what happened.

Takes chapters of the journal; returns lines, each as everybody reads it and as every seat does. A line never tells a seat more
than it may know.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from ..engine.discretion import Sighting
from .entries import Answer, Entry, Reveal, Roll, Say, Thing
from .journal import Chapter, Happening


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the log. `own` holds what each seat reads, in seat order; nothing, where nothing is told. `place` is where
    the sentence behind it is written, `things` what it speaks of, for everybody and for each seat. `seen` is what came to light
    with an answer, and `lost` what of it nobody could follow to where it was seen."""

    public: str
    own: tuple[str, ...]
    is_answer: bool = False
    place: str = field(default="", compare=False)
    things: tuple[tuple[Thing, ...], ...] = field(default=(), compare=False, repr=False)
    seen: frozenset[Sighting] = field(default=frozenset(), compare=False, repr=False)
    lost: frozenset[Sighting] = field(default=frozenset(), compare=False, repr=False)

    def seen_by(self, seat: int | None) -> str:
        return self.public if seat is None else self.own[seat]

    def things_for(self, seat: int | None) -> tuple[Thing, ...]:
        """What the line speaks of, as far as a seat, or with none everybody, may know it."""
        return self.things[0 if seat is None else 1 + seat] if self.things else ()


def read_by(viewer: int | None, lines: Sequence[Line]) -> list[str]:
    """What a seat, or with none everybody, reads of some lines."""
    return [told for line in lines if (told := line.seen_by(viewer))]


def lines_of(chapter: Chapter, seats: tuple[str, ...]) -> list[Line]:
    """What people read of a chapter: the answer, what is said and revealed, and how dice fell."""
    return [_line(chapter, one, seats) for one in chapter.happenings if any(map(_is_read, one.entries))]


def _is_read(entry: Entry | None) -> bool:
    return isinstance(entry, Answer | Say | Reveal | Roll)


def _line(chapter: Chapter, happening: Happening, seats: tuple[str, ...]) -> Line:
    public, *own = [_words(entry, seats) for entry in happening.entries]
    things = tuple(_things(entry) for entry in happening.entries)
    if not any(isinstance(entry, Answer) for entry in happening.entries):
        return Line(public, tuple(own), False, happening.place, things)
    return Line(public, tuple(own), True, happening.place, things, chapter.seen, chapter.lost)


def _words(entry: Entry | None, seats: tuple[str, ...]) -> str:
    if isinstance(entry, Answer):
        return f"{entry.seat}: {entry.text}"
    if isinstance(entry, Say):
        return entry.text
    if isinstance(entry, Reveal):
        return f"{_name(entry.card, seats)} is revealed"
    return _rolled(entry, seats) if isinstance(entry, Roll) else ""


def _rolled(entry: Roll, seats: tuple[str, ...]) -> str:
    """What dice that were rolled together show, for those who can see them; the others know that they were rolled."""
    told: dict[str, list[str]] = {}
    for die, value in entry.dice:
        if value is None:
            told.setdefault(f"{_name(die, seats)} is rolled", [])
        else:
            told.setdefault(f"{_name(die, seats)} shows ", []).append(str(value))
    return "; ".join(words + ", ".join(results) for words, results in told.items())


def _name(card: Thing, seats: tuple[str, ...]) -> str:
    """A card with whose it is."""
    return card.name if card.owner is None else f"{seats[int(card.owner[1:])]}'s {card.name}"


def _things(entry: Entry | None) -> tuple[Thing, ...]:
    if isinstance(entry, Answer | Say):
        return entry.things
    if isinstance(entry, Reveal):
        return (entry.card,)
    return tuple(die for die, _ in entry.dice) if isinstance(entry, Roll) else ()
