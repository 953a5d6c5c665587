"""The shape of a verb after parsing: a class for each, in the order of `effects.lark`.

Comes out of `parse`, goes into `lower_verbs`. Holds no meaning.
"""

from __future__ import annotations

from dataclasses import dataclass

from .syntax import Syntax


@dataclass(frozen=True, slots=True)
class Verb(Syntax):
    """An action: its alias in the grammar, its class here and its function in `lower` are called alike."""


@dataclass(frozen=True, slots=True)
class Destination(Syntax):
    """top, bottom, under, inside."""

    where: str
    of: Syntax


@dataclass(frozen=True, slots=True)
class Move(Verb):
    object: Syntax
    destination: Destination
    face: str = ""


@dataclass(frozen=True, slots=True)
class Draw(Verb):
    amount: Syntax
    noun: str
    source: Syntax
    target: Syntax
    face: str = ""


@dataclass(frozen=True, slots=True)
class Discard(Verb):
    object: Syntax


@dataclass(frozen=True, slots=True)
class Reveal(Verb):
    object: Syntax


@dataclass(frozen=True, slots=True)
class Turn(Verb):
    object: Syntax
    face: str


@dataclass(frozen=True, slots=True)
class Show(Verb):
    object: Syntax
    to: Syntax


@dataclass(frozen=True, slots=True)
class Swap(Verb):
    left: Syntax
    right: Syntax


@dataclass(frozen=True, slots=True)
class Shuffle(Verb):
    object: Syntax
    into: Syntax | None = None


@dataclass(frozen=True, slots=True)
class Roll(Verb):
    object: Syntax


@dataclass(frozen=True, slots=True)
class Gain(Verb):
    amount: Syntax
    counter: str


@dataclass(frozen=True, slots=True)
class Give(Verb):
    amount: Syntax
    counter: str
    to: Syntax


@dataclass(frozen=True, slots=True)
class Pay(Verb):
    amount: Syntax
    counter: str
    to: Syntax | None = None


@dataclass(frozen=True, slots=True)
class Take(Verb):
    amount: Syntax
    counter: str
    source: Syntax


@dataclass(frozen=True, slots=True)
class SetTo(Verb):
    target: Syntax
    value: Syntax


@dataclass(frozen=True, slots=True)
class RaiseBy(Verb):
    target: Syntax
    by: Syntax


@dataclass(frozen=True, slots=True)
class LowerBy(Verb):
    target: Syntax
    by: Syntax


@dataclass(frozen=True, slots=True)
class Moment(Syntax):
    name: str
    of: Syntax | None = None


@dataclass(frozen=True, slots=True)
class Mark(Verb):
    object: Syntax
    flag: str
    until: Moment | None = None


@dataclass(frozen=True, slots=True)
class Unmark(Verb):
    object: Syntax
    flag: str


@dataclass(frozen=True, slots=True)
class UseCell(Verb):
    cell: Syntax


@dataclass(frozen=True, slots=True)
class End(Verb):
    name: str


@dataclass(frozen=True, slots=True)
class Call(Verb):
    verb: str
    arguments: tuple[Syntax, ...]
