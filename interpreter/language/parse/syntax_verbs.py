"""The shape of a verb after parsing: a class for each, in the order of `effects.lark`.

Comes out of `parse`, goes into `lower_verbs`. Holds no meaning.
"""

from __future__ import annotations

from dataclasses import dataclass

from .syntax import Syntax


@dataclass(frozen=True, slots=True)
class Place(Syntax):
    """top, bottom, under, inside."""

    where: str
    of: Syntax


@dataclass(frozen=True, slots=True)
class Move(Syntax):
    object: Syntax
    place: Place
    face: str = ""


@dataclass(frozen=True, slots=True)
class Draw(Syntax):
    amount: Syntax
    noun: str
    source: Syntax
    target: Syntax
    face: str = ""


@dataclass(frozen=True, slots=True)
class Discard(Syntax):
    object: Syntax


@dataclass(frozen=True, slots=True)
class Reveal(Syntax):
    object: Syntax


@dataclass(frozen=True, slots=True)
class Turn(Syntax):
    object: Syntax
    face: str


@dataclass(frozen=True, slots=True)
class Show(Syntax):
    object: Syntax
    to: Syntax


@dataclass(frozen=True, slots=True)
class Swap(Syntax):
    left: Syntax
    right: Syntax


@dataclass(frozen=True, slots=True)
class Shuffle(Syntax):
    object: Syntax
    into: Syntax | None = None


@dataclass(frozen=True, slots=True)
class Roll(Syntax):
    object: Syntax


@dataclass(frozen=True, slots=True)
class Gain(Syntax):
    amount: Syntax
    counter: str


@dataclass(frozen=True, slots=True)
class Give(Syntax):
    amount: Syntax
    counter: str
    to: Syntax


@dataclass(frozen=True, slots=True)
class Pay(Syntax):
    amount: Syntax
    counter: str
    to: Syntax | None = None


@dataclass(frozen=True, slots=True)
class Take(Syntax):
    amount: Syntax
    counter: str
    source: Syntax


@dataclass(frozen=True, slots=True)
class SetTo(Syntax):
    target: Syntax
    value: Syntax


@dataclass(frozen=True, slots=True)
class Change(Syntax):
    """raise, lower."""

    verb: str
    target: Syntax
    by: Syntax


@dataclass(frozen=True, slots=True)
class Moment(Syntax):
    name: str
    of: Syntax | None = None


@dataclass(frozen=True, slots=True)
class Mark(Syntax):
    object: Syntax
    flag: str
    until: Moment | None = None


@dataclass(frozen=True, slots=True)
class Unmark(Syntax):
    object: Syntax
    flag: str


@dataclass(frozen=True, slots=True)
class UseCell(Syntax):
    cell: Syntax


@dataclass(frozen=True, slots=True)
class End(Syntax):
    name: str


@dataclass(frozen=True, slots=True)
class Call(Syntax):
    verb: str
    arguments: tuple[Syntax, ...]
