"""What a page is made of, before it is HTML: typed, frozen, plain data.

Everything here is already what one viewer may know. Two parts that are equal look alike to the byte, so what is equal to what a
page has is not drawn again.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

from ...table.view import AreaSort

CARD_ROOM, LINE_OF_NAME, LINE_OF_TEXT, LINE_OF_FOOT = 6.1, 0.95, 0.84, 0.95  # in the unit that a card is drawn in
LINE_OF_SIGNS, SHORTEST, LONGEST = 9, 5, 16  # signs in a line of a name; words by which names are written smaller


def breadth(word: str) -> int:
    """How many usual letters a word is as wide as, in bold type."""
    return ceil(sum(_WIDTHS.get(letter, 1.4 if letter.isupper() else 1.16) for letter in word))


_WIDTHS = dict.fromkeys("ijl!'’.,:;|()I", 0.65) | dict.fromkeys("frt-", 0.85) | dict.fromkeys("mwMW", 1.75)


@dataclass(frozen=True, slots=True)
class Icon:
    """A drawn sign by its name, or one character; `name` is what it stands for."""

    sign: str
    name: str = ""
    colour: str = ""


@dataclass(frozen=True, slots=True)
class Chip:
    """A number or a word with its name: what somebody has, or what is so of something. `key` tells it from its neighbours."""

    label: str
    value: str = ""
    icon: str = ""
    key: str = ""


@dataclass(frozen=True, slots=True)
class DrawnFace:
    """What is printed on a card and what it counts now. `open` are the sides of a tile, `pips` what a die shows."""

    number: str = ""
    now: str = ""
    badge: Icon | None = None
    sign: str = ""
    text: str = ""
    words: tuple[str, ...] = ()
    foot: tuple[Chip, ...] = ()
    tags: tuple[Chip, ...] = ()
    open: tuple[str, ...] | None = None
    pips: int | None = None


@dataclass(frozen=True, slots=True)
class Card:
    """A card, piece, tile or die; without a face one sees its back. `keys` are those of all that are drawn as one, `label` is
    what is said of it, with where it lies. `owner` is whose it is, where the place does not tell, and `letter` what stands on a
    piece without a sign."""

    shape: str
    name: str
    label: str
    keys: tuple[str, ...] = ()
    face: DrawnFace | None = None
    colour: str = ""
    back: int = 0
    owner: str = ""
    letter: str = ""
    seat: str = ""
    is_down: bool = False
    is_under: bool = False
    count: int = 1

    @property
    def longest(self) -> int:
        """How long the longest word of its name is, which says how small the name is written."""
        return min(LONGEST, max(SHORTEST, *map(breadth, self.name.split()), 0))

    @property
    def lines(self) -> int:
        """How many lines of its text find room below number and name and above its foot, in the sizes of `cards.css`."""
        face = self.face or DrawnFace()
        head = 1.55 if face.number or face.now or face.badge else 0.0
        room = CARD_ROOM - head - LINE_OF_NAME * self._lines_of_name - LINE_OF_FOOT * (len(face.foot) + bool(face.tags))
        return max(0, int(room / LINE_OF_TEXT))

    @property
    def _lines_of_name(self) -> int:
        lines, left = 0, 0
        for word in self.name.split():
            if len(word) >= left:
                lines, left = lines + 1, max(LINE_OF_SIGNS, self.longest)
            left -= len(word) + 1
        return lines


@dataclass(frozen=True, slots=True)
class DrawnZone:
    """A zone, or several that are one board or track: then `cells` are its zones. `place` is what it is called
    aloud; where it is a place, the area that it is the place of is clicked."""

    key: str
    form: str
    label: str
    place: str
    count: int
    cards: tuple[Card, ...] = ()
    notes: tuple[Chip, ...] = ()
    cells: tuple[DrawnZone, ...] = ()
    columns: int = 0
    is_small: bool = False
    is_of_pieces: bool = False
    can_open: bool = False
    is_place: bool = False


@dataclass(frozen=True, slots=True)
class Visitor:
    """A player who is at a member: the letter on the piece, what it is, and the number of the seat."""

    letter: str
    label: str
    seat: str


@dataclass(frozen=True, slots=True)
class Member:
    """A member of a type that has no part of the table: its sign, its name, what is remembered and written of it, and who is
    there."""

    key: str
    name: str
    icon: Icon | None
    chips: tuple[Chip, ...]
    visitors: tuple[Visitor, ...] = ()
    written: tuple[Chip, ...] = ()


@dataclass(frozen=True, slots=True)
class DrawnArea:
    """What belongs together: a player, a place, a part of the table. `thing` is what is picked by its name, `rows` are rows of
    zones, the first of which always shows; `seat` is the number of the player."""

    key: str
    sort: AreaSort
    title: str
    thing: str = ""
    icon: Icon | None = None
    chips: tuple[Chip, ...] = ()
    rows: tuple[tuple[DrawnZone, ...], ...] = ()
    seat: str = ""
    is_own: bool = False
    is_turn: bool = False
    is_asked: bool = False
    lines: tuple[Member, ...] = ()

    @property
    def head(self) -> tuple[object, ...]:
        """All that is told of it as a whole, above its zones."""
        said = (self.key, self.sort, self.title, self.thing, self.icon, self.chips, self.seat)
        return *said, self.is_own, self.is_turn, self.is_asked, self.lines


@dataclass(frozen=True, slots=True)
class Page:
    """`centre` are rows of areas; `aside` is told as numbers only."""

    title: str
    facts: tuple[Chip, ...]
    others: tuple[DrawnArea, ...]
    centre: tuple[tuple[DrawnArea, ...], ...]
    own: DrawnArea | None
    aside: tuple[Chip, ...]
