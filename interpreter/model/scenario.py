"""A scenario after it is read: a position, answers and expectations, with every name resolved.

Comes out of `language/scenarios`, is played by `table/playing_scenarios`. Holds IR for everything that is asked, and where it
was written. Knows no YAML.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from .. import ir
from .definition import Definition

Where = tuple[str, int, int, int]  # file, line, column, length


@dataclass(frozen=True, slots=True)
class ScenarioPiece:
    """A thing as written. What: a row, `any` card without abilities, the `rest`, or `hidden`."""

    what: str
    row: int | None
    owner: int | None
    number: int | None
    face: str
    under: tuple[int, int | None] | None
    has: tuple[tuple[int, int | None], ...]
    text: str
    where: Where


@dataclass(frozen=True, slots=True)
class ZoneIs:
    """A zone and what lies in it: pieces in their order or in any, or only how many."""

    zone: ir.Expr
    pieces: tuple[ScenarioPiece, ...]
    count: int | None
    phrase: str
    where: Where
    any_order: bool = False


@dataclass(frozen=True, slots=True)
class VariableIs:
    variable: int
    of: ir.Expr | None
    value: ir.Expr
    where: Where
    until: int | None = None  # the moment when a flag ends, and whose moments count for that
    until_of: ir.Expr | None = None


@dataclass(frozen=True, slots=True)
class Given:
    """A position. `out` are pieces that are out of the game, and so is the rest if `rest_is_out`; `stands` says whether play is
    put somewhere, or begins as it does after the set-up."""

    turn: int | None
    round: int | None
    at: str
    zones: tuple[ZoneIs, ...]
    variables: tuple[VariableIs, ...]
    out: tuple[ScenarioPiece, ...] = ()
    rest_is_out: bool = False
    after_setup: bool = False
    stands: bool = True


@dataclass(frozen=True, slots=True)
class Forced:
    """The next result of chance: a roll, the first cards after a shuffle of a zone, or what is picked at random."""

    roll: int | None = None
    top: ZoneIs | None = None
    pick: tuple[ir.Expr, ir.Type] | None = None


@dataclass(frozen=True, slots=True)
class ValueIs:
    value: ir.Expr
    type: ir.Type
    expected: ir.Expr
    expected_type: ir.Type
    phrase: str
    where: Where


@dataclass(frozen=True, slots=True)
class DecisionIs:
    seats: tuple[int, ...]
    where: Where


@dataclass(frozen=True, slots=True)
class Offered:
    """Texts that are offered to a seat: `some` of them, `only` them, or `none` of them."""

    seat: int
    mode: str
    texts: tuple[str, ...]
    where: Where


@dataclass(frozen=True, slots=True)
class HiddenIs:
    """A value that a seat may not know."""

    value: ir.Expr
    type: ir.Type
    phrase: str
    where: Where


@dataclass(frozen=True, slots=True)
class Seen:
    """Zones and values as a seat may know them."""

    seat: int
    parts: tuple[ZoneIs | ValueIs | HiddenIs, ...]
    where: Where


@dataclass(frozen=True, slots=True)
class Happened:
    texts: tuple[str, ...]
    negated: bool
    where: Where


@dataclass(frozen=True, slots=True)
class Over:
    over: bool
    where: Where


@dataclass(frozen=True, slots=True)
class Winners:
    seats: tuple[int, ...]
    where: Where


Expectation = ZoneIs | ValueIs | DecisionIs | Offered | Seen | Happened | Over | Winners


@dataclass(frozen=True, slots=True)
class ScenarioAnswer:
    seat: int
    text: str
    refused: str | None
    where: Where


@dataclass(frozen=True, slots=True)
class Until:
    """The game goes on, after the answer that stands before this, and stops before a step begins."""

    step: str
    where: Where
    answer: ScenarioAnswer | None = None


@dataclass(frozen=True, slots=True)
class Refusal:
    """A table that the game must refuse: its seats or their number, its options as written, and words of the reason."""

    seats: tuple[str, ...] | int
    options: tuple[tuple[str, str], ...]
    words: str
    where: Where


@dataclass(frozen=True, slots=True)
class ScenarioRun:
    """Statements that are carried out on the position: the number of a procedure that was added for them, and whether they mean
    somebody by `player`."""

    procedure: int
    needs_player: bool
    where: Where


Step = ScenarioAnswer | Until | ScenarioRun | Forced | tuple[Expectation, ...]


@dataclass(frozen=True, slots=True)
class Scenario:
    """`extended` is the definition with what the scenarios of a file run; None where this one runs nothing."""

    title: str
    rules: tuple[str, ...]
    seats: tuple[str, ...]
    options: tuple[tuple[str, int], ...]
    seed: int
    given: Given | None
    steps: tuple[Step, ...]
    where: Where
    extended: Definition | None = field(default=None, compare=False, repr=False)
    refusal: Refusal | None = None
    variant: str = ""


@dataclass(frozen=True, slots=True)
class Unread:
    """A scenario that could not be read: its title and the rules it cites, as far as they are there."""

    title: str
    rules: tuple[str, ...]
