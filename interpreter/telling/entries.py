"""What one viewer may know of what happened, as plain typed data.

An entry speaks of things: a card by the viewer's own key for it, or only by its back. Nothing here holds a true number of a
card or anything else that the viewer may not know, so entries can leave the table as they are.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields, is_dataclass
from enum import StrEnum
from functools import cache
from typing import Any, ClassVar, NamedTuple

from .known import Known as Known
from .known import Thing as Thing
from .reasons import Reason


@dataclass(frozen=True, slots=True)
class Because:
    """Why something happened, as far as a viewer may know it: where the sentence is written and in which procedure, the ability
    that it belongs to and the card whose ability that is, and the rules that are cited there. What is `silent` is told in the
    definition's own words, or not at all. `rule` is the verb or the step of the definition that it belongs to."""

    place: str
    procedure: str
    ability: str | None = None
    carrier: Thing | None = None
    rules: tuple[str, ...] = ()
    silent: bool | None = None
    rule: str = ""


class PlaceInRow(StrEnum):
    """Which answer of a row of picks one is."""

    FIRST = "first"
    NEXT = "next"
    END = "end"  # that nothing more is picked


@dataclass(frozen=True, slots=True)
class Answer:
    """A seat has answered. What is secret, or told only later, has no things. `row` is which of a row of picks it is, `picked`
    what it picks, and `before` are the things that were picked before in the same row."""

    kind: ClassVar[str] = "answer"
    seat: str
    text: str
    things: tuple[Thing, ...] = ()
    row: PlaceInRow | None = field(default=None, repr=False)
    picked: Thing | None = field(default=None, repr=False)
    before: tuple[Thing, ...] = field(default=(), repr=False)


@dataclass(frozen=True, slots=True)
class Step:
    """One card of a move: where it came from, and its key before and after. Both are there if the viewer could follow it."""

    card: Thing
    source: str
    before: str | None
    after: str | None


@dataclass(frozen=True, slots=True)
class Move:
    """Cards went to a zone, all at once."""

    kind: ClassVar[str] = "move"
    zone: str
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Turn:
    """A card was turned face up or face down."""

    kind: ClassVar[str] = "turn"
    card: Thing
    up: bool


@dataclass(frozen=True, slots=True)
class Reveal:
    """A card was turned up in front of everybody, and rules may answer to it."""

    kind: ClassVar[str] = "reveal"
    card: Thing


@dataclass(frozen=True, slots=True)
class Show:
    """Cards were shown to players where they lie."""

    kind: ClassVar[str] = "show"
    cards: tuple[Thing, ...]
    players: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Shuffle:
    kind: ClassVar[str] = "shuffle"
    zone: str


@dataclass(frozen=True, slots=True)
class Roll:
    """Dice that were rolled together, each with what it shows; none where the viewer cannot see it."""

    kind: ClassVar[str] = "roll"
    dice: tuple[tuple[Thing, int | None], ...]


@dataclass(frozen=True, slots=True)
class Swap:
    """Two cards changed places, or two zones their contents."""

    kind: ClassVar[str] = "swap"
    left: Thing
    right: Thing


@dataclass(frozen=True, slots=True)
class Change:
    """A variable has another value. A counter that grows is gained, one that shrinks is paid; what lasts for a time ends."""

    kind: str  # gain, pay, set, end
    variable: str
    of: Thing | None
    before: Known
    after: Known


@dataclass(frozen=True, slots=True)
class Mark:
    """A flag lasts until a moment: of a player, or of any."""

    kind: ClassVar[str] = "mark"
    variable: str
    of: Thing
    until: str
    player: str | None


@dataclass(frozen=True, slots=True)
class Say:
    kind: ClassVar[str] = "say"
    text: str
    things: tuple[Thing, ...] = ()


@dataclass(frozen=True, slots=True)
class Decide:
    """Something was decided by values: a ranking, or at the end a score. `name` is what got the answer, `again` whether it had
    another one before; the reason tells by what. An `amount` is how much of the counter is gained or paid next, or what a
    number is set to. A score is that `of` somebody, and so is a number that is set."""

    kind: ClassVar[str] = "decide"
    name: str
    again: bool
    text: str
    reason: Reason
    amount: bool | None = None
    of: Thing | None = None


@dataclass(frozen=True, slots=True)
class RunOut:
    """A pile did not have as many cards as were to be drawn to a zone."""

    kind: ClassVar[str] = "run out"
    pile: Thing
    zone: str


Entry = Answer | Move | Turn | Reveal | Show | Shuffle | Roll | Swap | Change | Mark | Say | Decide | RunOut


def weight_of(entry: Entry) -> int:
    """How much there is to know of an entry: itself, and everything that it is about."""
    match entry:
        case Move(steps=about) | Show(cards=about) | Roll(dice=about) | Answer(things=about) | Say(things=about):
            return 1 + len(about)
    return 1


PLAIN = frozenset({int, bool, str})


def to_json(value: Any) -> Any:
    """Typed data as numbers, texts, lists and mappings; what is none or empty is left out of a mapping."""
    if isinstance(value, tuple | list):
        return [to_json(one) for one in value]
    if isinstance(value, dict):
        return {key: to_json(one) for key, one in value.items()}
    form = _form(value.__class__)
    if form is None:
        return value
    data: dict[str, Any] = {"kind": form.kind} if form.kind else {}
    for name in form.fields:
        inner = getattr(value, name)
        if inner.__class__ in PLAIN:
            data[name] = inner
        elif inner is not None and inner != () and inner != {}:
            data[name] = to_json(inner)
    return data


class _Form(NamedTuple):
    """A class of typed data: the kind that its values are of, if all are of one, and the names of its fields."""

    kind: str
    fields: tuple[str, ...]


@cache
def _form(sort: type) -> _Form | None:
    """None for what is plain already."""
    if not is_dataclass(sort):
        return None
    kind = vars(sort).get("kind")
    names = (*(one.name for one in fields(sort) if one.repr), *vars(sort).get("DERIVED", ()))
    return _Form(kind if isinstance(kind, str) else "", names)
