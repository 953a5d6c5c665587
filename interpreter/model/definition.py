"""The compiled game: frozen, closed, complete.

Comes out of `language/compile`, is all that `engine` and `table` ever see of a game. Tables are tuples, and things refer to
each other by their number in a table. Holds no YAML, no grammar and no state.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import NoReturn

from .. import ir
from ..errors import WrongCall
from .look import DERIVED, Look
from .renaming import Renamed

NAMES = ("Ada", "Bo", "Cy", "Di", "Ed", "Fay", "Gus", "Hal", "Ida", "Jo", "Kit", "Lu")  # of seats that nobody named
MOMENTS = ("turn", "round")  # what ends in every game; their numbers are `ir.TURN` and `ir.ROUND`

Cell = int | tuple[int | None, ...] | None
Words = Mapping[int, tuple[str, ...]]  # by column


def emptying_verb(zone: str) -> str:
    """The verb that is carried out when more is drawn from a zone than is left, if the zone declares it."""
    return f"when_{zone}_is_empty"


@dataclass(frozen=True, slots=True)
class Row:
    """One card, tile or die of a kind: what is printed on it, how often it exists at the largest table, and how many fewer
    there are for each player who is missing there. `words` are those of cells that are carried out or asked anew each time,
    for people to read; there are several where the cell is a list. `back` is its own, if not all of its kind are alike."""

    id: str
    name: str
    text: str
    copies: int
    cells: Mapping[int, Cell]
    has_abilities: bool
    line: int = 0
    words: Words = field(default_factory=dict)
    each_player: int = 0
    back: str = ""


@dataclass(frozen=True, slots=True)
class ComponentKind:
    """A kind of component, with what is on all its backs. Its rows are `rows[first_row:first_row + len]` of the definition."""

    name: str
    per_player: bool
    first_row: int
    rows: tuple[Row, ...]
    home: int
    discards_to: int | None
    back: str
    faces: tuple[int, int] | None = None
    drawn_as: ir.Text | None = None
    drawn_slots: tuple[ir.Type, ...] = ()
    plural: str = ""


@dataclass(frozen=True, slots=True)
class Family:
    """A family of zones: one, one per owner, several in a row, or a grid. `order` are the columns by which its cards stand
    before whoever sees them, each with whether the highest comes first. Where it `pairs` its owners with something, each of
    its zones is no place but what remembers the variables of two owners: a player in a haven. Nothing ever lies there."""

    name: str
    per: ir.Owner
    count: ir.Expr | None
    ids: tuple[str, ...]
    size: tuple[int, int] | None
    ring: bool
    holds: tuple[int, ...]
    room: int | None
    seen_by: ir.SeenBy
    refill: int | None
    form: ir.Form
    count_slots: tuple[ir.Type, ...] = ()
    order: tuple[tuple[str, bool], ...] = ()
    pairs: ir.Owner | None = None


@dataclass(frozen=True, slots=True)
class Variable:
    """A remembered fact: of the game, or of each player, card, zone or member that has it. Without `lasts` it never ends."""

    name: str
    of: ir.Owner
    type: ir.Type
    starts: ir.Expr
    low: int | None
    high: int | None
    lasts: int | None = None
    seen_by: ir.SeenBy = ir.SeenBy.EVERYONE
    is_counter: bool = False
    start_slots: tuple[ir.Type, ...] = ()
    plural: str = ""


@dataclass(frozen=True, slots=True)
class Modifier:
    """An `always`. Functions get player, this (the carrier) and in place 2 the thing that is asked about."""

    carrier: int | None
    own: bool
    applies: int
    amount: int


@dataclass(frozen=True, slots=True)
class Value:
    """A number or flag computed when asked: starts, holds, gets, limits."""

    name: str
    of: ir.Owner
    type: ir.Type
    starts: int
    holds: tuple[Modifier, ...]
    gets: tuple[Modifier, ...]
    at_least: int | None
    at_most: int | None


@dataclass(frozen=True, slots=True)
class Column:
    """A printed column of a kind or of a type with members. A formula is asked anew each time; `edges` are the sides on which a
    tile is open: flags for north, east, south, west, before it is turned."""

    name: str
    of: ir.Owner
    type: ir.Type
    formula: bool = False
    edges: bool = False

    @property
    def can_be_sorted_by(self) -> bool:
        """Whether each row has a number, a member or a flag there."""
        is_ranked = self.type.sort in (ir.TypeSort.NUMBER, ir.TypeSort.MEMBER, ir.TypeSort.FLAG)
        return is_ranked and not (self.type.many or self.formula or self.edges)


@dataclass(frozen=True, slots=True)
class Members:
    """A type with named members, and what is written in the columns of each."""

    name: str
    ids: tuple[str, ...]
    names: tuple[str, ...]
    cells: tuple[Mapping[int, Cell], ...]
    words: tuple[Words, ...] = ()

    @property
    def distinct_names(self) -> tuple[str, ...]:
        """Their names, and the ids of those that share one."""
        return tuple(
            name if self.names.count(name) == 1 else id.replace("_", " ") for id, name in zip(self.ids, self.names, strict=True)
        )


NOBODY = -1  # the value of an option that names no seat


@dataclass(frozen=True, slots=True)
class GameOption:
    """Something that is settled before a game begins."""

    name: str
    type: ir.Type
    default: int
    low: int
    high: int
    choices: tuple[str, ...]
    about: str

    @property
    def may_be_nobody(self) -> bool:
        """Whether it is a seat that can be left open, as it is by default."""
        return self.type.sort == ir.TypeSort.PLAYER and self.default == NOBODY

    def value_of(self, text: str, seats: tuple[str, ...]) -> int | None:
        """The value that somebody writes for it; None if it cannot have that value. A seat can be called 2 or none, too:
        the number of a seat and nobody come first, because `written` tells them so."""
        if self.type.sort == ir.TypeSort.PLAYER:
            if text == "none" and self.may_be_nobody:
                return NOBODY
            if text.isdecimal() and 1 <= int(text) <= len(seats):
                return int(text) - 1
            return seats.index(text) if text in seats else None
        if self.type.sort == ir.TypeSort.FLAG:
            return {"yes": 1, "true": 1, "no": 0, "false": 0}.get(text)
        if self.type.sort == ir.TypeSort.MEMBER:
            return self.choices.index(text) if text in self.choices else None
        number = int(text) if text.removeprefix("-").isdecimal() else None
        return number if number is not None and self.low <= number <= self.high else None

    def written(self, value: int) -> str:
        """Such a value as somebody writes it."""
        if self.type.sort == ir.TypeSort.PLAYER:
            return "none" if value == NOBODY else str(value + 1)
        if self.type.sort == ir.TypeSort.FLAG:
            return "true" if value else "false"
        return self.choices[value] if self.choices else str(value)

    def values(self, seats: int) -> str:
        """What can be written for it, in words."""
        if self.type.sort == ir.TypeSort.PLAYER:
            return f"1 to {seats}, " + ("the name of a seat, or none" if self.may_be_nobody else "or the name of a seat")
        if self.type.sort == ir.TypeSort.FLAG:
            return "yes or no"
        return ", ".join(self.choices) or f"{self.low} to {self.high}"

    def as_read(self, value: int) -> int | None:
        """What the rules read of such a value."""
        return None if self.may_be_nobody and value == NOBODY else value


@dataclass(frozen=True, slots=True)
class Site:
    """A place in the rules where somebody decides: for each branch the types that are picked, and where it is written; then
    the file and the line of every branch. The answer to a secret one is nobody else's business; at a blind one cards may be
    offered that whoever decides cannot see."""

    branches: tuple[tuple[ir.Type, ...], ...]
    file: int
    line: int
    written: tuple[tuple[int, int], ...] = ()
    secret: bool = False
    blind: bool = False


@dataclass(frozen=True, slots=True)
class SetPattern:
    """A pattern of a grouping: columns that are the same, in a run, or different; its sizes; its worth by size; its name."""

    same: tuple[int, ...]
    run: int | None
    different: tuple[int, ...]
    low: int
    high: int | None
    worth: int
    name: str = ""


@dataclass(frozen=True, slots=True)
class Grouping:
    """How cards of a kind are grouped. Patterns refer to `columns` by their place here; a wild card, told by a function, takes
    any value that a function lists."""

    name: str
    kind: int
    columns: tuple[int, ...]
    patterns: tuple[SetPattern, ...]
    different: tuple[int, ...]
    wild: tuple[tuple[int, tuple[tuple[int, int], ...]], ...]
    sets: int | None
    item: int | None = None  # a function that tells what a card adds to the worth of its set

    @property
    def functions(self) -> tuple[int, ...]:
        wild = [number for test, takes in self.wild for number in (test, *(one for _, one in takes))]
        return (*(pattern.worth for pattern in self.patterns), *wild, *(() if self.item is None else (self.item,)))


@dataclass(frozen=True, slots=True)
class GameMeasure:
    """What a designer wants to know of many games, of each player or of the game: a function, asked at a step or at the end.
    No rule hangs on it. Where games are measured, `samples` is the variable that adds up what is found; the next one counts."""

    name: str
    of: ir.Owner
    function: int
    at: str = ""
    samples: int | None = None


@dataclass(frozen=True, slots=True)
class Citation:
    """A line of the definition and the rules that its comments name."""

    file: int
    line: int
    rules: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Definition:
    id: str
    name: str
    about: str
    fewest: int
    most: int
    files: tuple[str, ...]
    options: tuple[GameOption, ...]
    types: tuple[Members, ...]
    kinds: tuple[ComponentKind, ...]
    families: tuple[Family, ...]
    variables: tuple[Variable, ...]
    columns: tuple[Column, ...]
    texts: tuple[str, ...]
    values: tuple[Value, ...]
    functions: tuple[ir.Function, ...]
    procedures: tuple[ir.Procedure, ...]
    sites: tuple[Site, ...]
    steps: tuple[str, ...]
    stretches: tuple[str, ...]
    setup: int
    flow: int
    score: int | None
    winner: int | None
    mute: int | None
    fingerprint: str
    groupings: tuple[Grouping, ...] = ()
    hint: int | None = None
    look: Look = DERIVED
    citations: tuple[Citation, ...] = ()
    wordings: tuple[tuple[str, str], ...] = ()
    teams: int = 0  # how many there are; partners sit evenly round the table
    together: bool = False  # all win, or all lose
    variant: str = ""  # whose changes are in it
    renamed: tuple[Renamed, ...] = ()  # what it said before, and what it says today
    measures: tuple[GameMeasure, ...] = ()
    tables: tuple[tuple[str, tuple[int | None, ...]], ...] = ()  # by name, to speak of them: rules hold their own

    def __repr__(self) -> str:
        return f"<Definition of {self.id}>"

    def __reduce__(self) -> NoReturn:  # of whatever stands at a table: positions, decisions and options, lines of the log
        raise WrongCall("what belongs to a game stays in its process: send match.save(), or the text or number of an option")

    def counts(self, to: str) -> str:
        """How many people can play, in words; `to` stands between the fewest and the most."""
        return str(self.most) if self.fewest == self.most else f"{self.fewest}{to}{self.most}"

    @cached_property
    def rows(self) -> tuple[tuple[int, Row], ...]:
        """Every row with the number of its kind, in table order."""
        return tuple((number, row) for number, kind in enumerate(self.kinds) for row in kind.rows)

    @cached_property
    def backs(self) -> tuple[str, ...]:
        """What every row reads like for somebody who cannot see it, in table order."""
        return tuple(row.back or self.kinds[kind].back for kind, row in self.rows)

    def cells_of(self, column: int) -> list[Cell]:
        """What is printed in a column, for each row of its kind or each member of its type."""
        of = self.columns[column].of
        tables = self.types[of.number].cells if of.is_member else [row.cells for row in self.kinds[of.number].rows]
        return [cells.get(column) for cells in tables]

    def name_of(self, owner: ir.Owner) -> str:
        """What an owner is called, to speak of it; nothing for the game."""
        if owner.sort is ir.OwnerSort.KIND:
            return self.kinds[owner.number].name
        named: tuple[Family | Members, ...] = self.families if owner.is_zone else self.types if owner.is_member else ()
        return named[owner.number].name if named else "" if owner.is_game else owner.sort

    def type_of_owner(self, owner: ir.Owner) -> ir.Type:
        """What the things are that have what is declared of an owner; nothing for the game."""
        match owner.sort:
            case ir.OwnerSort.PLAYER:
                return ir.PLAYER_TYPE
            case ir.OwnerSort.CARD:
                return ir.Type(ir.TypeSort.CARD, tuple(kind.name for kind in self.kinds))
            case ir.OwnerSort.GAME:
                return ir.NOTHING
        sort = ir.TypeSort.CARD if owner.is_card else ir.TypeSort.ZONE if owner.is_zone else ir.TypeSort.MEMBER
        return ir.Type(sort, (self.name_of(owner),))

    def type_of_row(self, row: int) -> ir.Type:
        return ir.Type(ir.TypeSort.CARD, (self.kinds[self.rows[row][0]].name,))

    @cached_property
    def moments(self) -> tuple[str, ...]:
        """What can come to its end, by number: a turn, a round, or a step."""
        return (*MOMENTS, *self.steps)

    def forgets_soon(self, variable: Variable) -> bool:
        """Whether a variable goes back to its start before a round is over; a step that is played in rounds is longer than one
        of them, and counts them in a variable of its name."""
        ends = None if variable.lasts in (None, ir.ROUND) else self.moments[variable.lasts]
        return ends is not None and not any(one.of.is_game and one.name == ends for one in self.variables)

    @cached_property
    def stretch_numbers(self) -> dict[str, int]:
        """What can be ended or stood before, by its name."""
        return {name: number for number, name in enumerate(self.stretches)}

    @cached_property
    def variable_numbers(self) -> dict[str, int]:
        return {variable.name: number for number, variable in enumerate(self.variables)}

    @cached_property
    def cited(self) -> dict[tuple[int, int], tuple[str, ...]]:
        """The rules that are cited at a line of a file."""
        return {(one.file, one.line): one.rules for one in self.citations}
