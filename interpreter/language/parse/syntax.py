"""The shape of a sentence after parsing, before anybody asks what its names mean.

Comes out of `parse`, goes into `lower`. A class for every form of expression and of slot, in the order of `effects.lark`.
Holds no meaning: `at` is where the words stand in the sentence, as first and last column counted from 0.
"""

from __future__ import annotations

from dataclasses import dataclass

At = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Syntax:
    at: At


@dataclass(frozen=True, slots=True)
class Expression(Syntax):
    """An expression: what its class is called, its function in `lower` is called too."""


# ---- expressions


@dataclass(frozen=True, slots=True)
class Number(Expression):
    value: int


@dataclass(frozen=True, slots=True)
class Word(Expression):
    """it, none, true, false, this."""

    word: str


@dataclass(frozen=True, slots=True)
class ThisZone(Expression):
    """`this column`: the column where this lies."""

    noun: str


@dataclass(frozen=True, slots=True)
class Name(Expression):
    name: str


@dataclass(frozen=True, slots=True)
class Property(Expression):
    """`owner of x`, `column 2`, `worth(meld) of hand`: a name with whatever stands beside it."""

    name: str
    of: Syntax | None = None
    number: int | None = None
    arguments: tuple[Syntax, ...] = ()


@dataclass(frozen=True, slots=True)
class Owners(Expression):
    """`rival in harbour`: the two owners of a variable; or the variable itself, of whoever is near: `influence in harbour`.
    `word_at` is where the word between them stands."""

    first: Syntax
    second: Syntax
    word_at: At


@dataclass(frozen=True, slots=True)
class Beyond(Expression):
    """`card above x`, `column after c`, `player before p`."""

    relation: str
    noun: str
    of: Syntax


@dataclass(frozen=True, slots=True)
class EndCard(Expression):
    """`top card of deck`."""

    end: str
    noun: str
    of: Syntax


@dataclass(frozen=True, slots=True)
class Places(Expression):
    """`hand and heap`: several places that are one."""

    of: tuple[Syntax, ...]


@dataclass(frozen=True, slots=True)
class Where(Syntax):
    relation: str
    of: Syntax
    upto: Syntax | None = None
    through: str = ""


@dataclass(frozen=True, slots=True)
class Set(Syntax):
    """`other face_down cards in column 2 with number >= 10`."""

    words: tuple[Name, ...]
    other: bool = False
    where: Where | None = None
    facts: tuple[Syntax, ...] = ()


@dataclass(frozen=True, slots=True)
class Compare(Expression):
    left: Syntax
    sign: str
    right: Syntax


@dataclass(frozen=True, slots=True)
class Is(Expression):
    left: Syntax
    rest: Syntax
    negated: bool


@dataclass(frozen=True, slots=True)
class Inside(Syntax):
    of: Syntax


@dataclass(frozen=True, slots=True)
class Empty(Syntax):
    pass


@dataclass(frozen=True, slots=True)
class Fits(Expression):
    """`stray fits meld with pile`: one more card of a set."""

    card: Syntax
    grouping: str
    cards: Syntax


@dataclass(frozen=True, slots=True)
class Logic(Expression):
    """and, or."""

    sign: str
    left: Syntax
    right: Syntax


@dataclass(frozen=True, slots=True)
class Not(Expression):
    of: Syntax


@dataclass(frozen=True, slots=True)
class Either(Expression):
    """`x if c else y`."""

    then: Syntax
    condition: Syntax
    otherwise: Syntax


@dataclass(frozen=True, slots=True)
class Exists(Expression):
    set: Set
    negated: bool


@dataclass(frozen=True, slots=True)
class Line(Expression):
    """`some line of 4 mine cells`."""

    length: int
    set: Set
    negated: bool


@dataclass(frozen=True, slots=True)
class EveryIs(Expression):
    set: Set
    rest: Syntax
    negated: bool


@dataclass(frozen=True, slots=True)
class Arithmetic(Expression):
    sign: str
    left: Syntax
    right: Syntax


@dataclass(frozen=True, slots=True)
class Minus(Expression):
    of: Syntax


@dataclass(frozen=True, slots=True)
class Tally(Expression):
    """count, sum, highest, lowest of a set."""

    kind: str
    item: Syntax | None
    set: Set


@dataclass(frozen=True, slots=True)
class Different(Expression):
    """`count of different suit of cards in hand`."""

    item: Syntax
    set: Set


@dataclass(frozen=True, slots=True)
class AllOf(Expression):
    set: Set


@dataclass(frozen=True, slots=True)
class Key(Syntax):
    of: Syntax
    most: bool


@dataclass(frozen=True, slots=True)
class Order(Syntax):
    """by keys, by choice, clockwise from, clockwise after."""

    kind: str
    keys: tuple[Key, ...] = ()
    start: Syntax | None = None


@dataclass(frozen=True, slots=True)
class Pick(Expression):
    """first, last, best; players also `first player clockwise after dealer`."""

    which: str
    set: Set
    keys: tuple[Key, ...] = ()
    around: Order | None = None


@dataclass(frozen=True, slots=True)
class OrderOf(Expression):
    set: Set
    keys: tuple[Key, ...]


@dataclass(frozen=True, slots=True)
class StandingOf(Expression):
    of: Syntax
    set: Set
    keys: tuple[Key, ...]


@dataclass(frozen=True, slots=True)
class PrizeFor(Expression):
    """`prizes for player among players by most coins`."""

    table: str
    of: Syntax
    set: Set
    keys: tuple[Key, ...]


# ---- what the slots hold


@dataclass(frozen=True, slots=True)
class Every(Syntax):
    """`player clockwise from starter as rival`."""

    set: Set
    order: Order | None = None
    name: str = ""


@dataclass(frozen=True, slots=True)
class Quantity(Syntax):
    low: Syntax
    high: Syntax | None
    single: bool = False


@dataclass(frozen=True, slots=True)
class Chosen(Syntax):
    quantity: Quantity
    set: Set
    name: str
    keys: tuple[Key, ...] = ()
    by_chance: bool = False


@dataclass(frozen=True, slots=True)
class Choice(Syntax):
    chosen: tuple[Chosen, ...]


@dataclass(frozen=True, slots=True)
class Gets(Syntax):
    subject: Syntax
    sign: str
    amount: Syntax
    value: str
    each: Set | None = None


@dataclass(frozen=True, slots=True)
class Holds(Syntax):
    subject: Syntax
    value: Syntax


@dataclass(frozen=True, slots=True)
class Event(Syntax):
    """`this is revealed`, `a card enters hand`, `player gains coins`."""

    kind: str
    subject: Syntax
    word: str = ""
    place: Syntax | None = None


@dataclass(frozen=True, slots=True)
class Use(Syntax):
    verb: str
    operands: tuple[Syntax, ...]


@dataclass(frozen=True, slots=True)
class Program(Syntax):
    """`hunt + rest / gather 1`: alternatives of steps."""

    alternatives: tuple[tuple[Use, ...], ...]


@dataclass(frozen=True, slots=True)
class Range(Syntax):
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Piece(Syntax):
    """A thing as a scenario writes it: `Bo owl face down`."""

    words: tuple[str, ...]
    number: int | None = None
    face: str = ""
    under: tuple[str, ...] = ()
    has: tuple[tuple[str, str], ...] = ()
