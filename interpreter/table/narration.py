"""What one viewer reads of a chapter, line by line: answers, what the game itself says, and all that happens besides.

Takes the entries of one viewer; returns each line with its place in the chapter. What goes without saying is left out, and what
happens alike is folded, between one spoken line and the next.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..engine.world import World
from .deeds import Deed, Doer
from .entries import Answer, Because, Decide, Entry, Reveal, Roll, Say, Thing
from .folding import Place, Placed, folded
from .sentences import Wordsmith
from .silence import Silence, Spoken


@dataclass(frozen=True, slots=True)
class Told:
    """A line as one viewer reads it: its kind, its words, and the things it speaks of."""

    kind: str
    words: str
    things: tuple[Thing, ...] = ()


@dataclass(frozen=True)
class Part:
    """What one viewer may know of one happening, and of why it happened."""

    entry: Entry | None
    because: Because | None = None

    @property
    def carrier(self) -> Thing | None:
        """The card whose ability it was, if the viewer knows it by its name."""
        carrier = None if self.because is None else self.because.carrier
        return carrier if carrier is not None and carrier.row is not None else None

    @property
    def is_silent(self) -> bool:
        """Whether the definition has other words for it, or none."""
        return self.because is not None and bool(self.because.silent)

    @property
    def rule(self) -> object:
        """What tells the rule behind it from others."""
        return None if self.because is None else (self.because.procedure, self.because.ability, self.carrier)


class Narrator:
    """Tells chapters of one table."""

    def __init__(self, world: World, seats: tuple[str, ...]) -> None:
        self.world = world
        self.seats = seats
        self.doer = Doer(world, seats)
        self.words = Wordsmith(world, seats)

    def tell(self, parts: Sequence[Part]) -> dict[Place, Told]:
        """The lines of one viewer, each with the number of the happening that it begins with."""
        silence = Silence(self.world, self.seats, [part.entry for part in parts], [part.rule for part in parts])
        found: dict[Place, Told] = {}
        stretch: list[Placed] = []
        answer = ""
        for number, part in enumerate(parts):
            if isinstance(part.entry, Spoken):
                found |= self._lines(stretch, answer)
                stretch, answer = [], _carried_out(part.entry)
                found[number, 0] = spoken(part.entry, self.seats)
            elif isinstance(part.entry, Decide):
                found |= self._lines(stretch, answer)
                stretch, answer = [], ""
                found |= {} if part.is_silent else {(number, 0): Told(part.entry.kind, part.entry.text)}
            elif part.entry is not None and not part.is_silent and not silence.keeps(number):
                deeds = self.doer.deeds(part.entry, part.carrier)
                stretch += [((number, place), deed) for place, deed in enumerate(deeds)]
        return found | self._lines(stretch, answer)

    def _lines(self, stretch: list[Placed], answer: str) -> dict[Place, Told]:
        """What happened between two spoken lines; not what reads as the answer before does."""
        found = {place: self._told(deed) for place, deed in folded(stretch, self.world)}
        return {place: told for place, told in found.items() if told.words != answer}

    def _told(self, deed: Deed) -> Told:
        carrier = () if deed.carrier is None else (deed.carrier,)
        return Told(deed.kind, self.words.line(deed), (*carrier, *deed.things, *deed.likewise))


def _carried_out(entry: Spoken) -> str:
    """An answer as the line that would say just the same: `Ada draws a card`."""
    verb, _, rest = entry.text.partition(" ") if isinstance(entry, Answer) else ("", "", "")
    return f"{entry.seat} {verb}s {rest}" if isinstance(entry, Answer) else ""


def spoken(entry: Spoken, seats: tuple[str, ...]) -> Told:
    """What is said in words of the game: answers, its own sentences, and what comes to light."""
    match entry:
        case Answer(seat, text, things):
            return Told(entry.kind, f"{seat}: {text}", things)
        case Say(text, things):
            return Told(entry.kind, text, things)
        case Reveal(card):
            return Told(entry.kind, f"{_name(card, seats)} is revealed", (card,))
        case Roll(dice):
            return Told(entry.kind, _rolled(entry, seats), tuple(die for die, _ in dice))


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
