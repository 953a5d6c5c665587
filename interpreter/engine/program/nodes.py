"""A small neutral program: what rules become before they are printed as Python, or as C.

Expressions change nothing; `Do` is a value that needs statements first, and `Shared` one that can be worked out earlier and
only once. Statements are plain; a stretch is left by its label from any depth, and each back end says that in its own way.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any

# ---------------------------------------------------------------- expressions


@dataclass(frozen=True, slots=True)
class Literal:
    value: Any


@dataclass(frozen=True, slots=True)
class Name:
    """A place of the rules, a temporary, or what the function is given."""

    id: str


@dataclass(frozen=True, slots=True)
class Table:
    """Something of the world that never changes."""

    id: str


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the position: Z zones, P where cards lie, F faces, V variables, H hosts."""

    id: str


@dataclass(frozen=True, slots=True)
class Field:
    """Something that the run `R` or the state `S` keeps."""

    of: str
    id: str


@dataclass(frozen=True, slots=True)
class Load:
    of: Expression
    index: Expression


@dataclass(frozen=True, slots=True)
class Slice:
    """What comes before an index, or from it on."""

    of: Expression
    low: Expression | None
    high: Expression | None


@dataclass(frozen=True, slots=True)
class Binary:
    """Arithmetic, comparison, `is`, `in`."""

    sign: str
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class Negative:
    of: Expression


@dataclass(frozen=True, slots=True)
class Not:
    of: Expression


@dataclass(frozen=True, slots=True)
class Logic:
    """`and` or `or`: what comes later is asked only if it is needed."""

    sign: str
    parts: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Select:
    test: Expression
    then: Expression
    otherwise: Expression


@dataclass(frozen=True, slots=True)
class Call:
    """A function of the runtime, or a written one."""

    function: str
    arguments: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Invoke:
    """A written function by its number in a table of functions."""

    table: str
    number: Expression
    arguments: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Method:
    of: Expression
    name: str
    arguments: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Items:
    """Several values as one: a `tuple` or a `list`."""

    kind: str
    values: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Spread:
    """All members of a list, where values are put together."""

    of: Expression


@dataclass(frozen=True, slots=True)
class Do:
    """A value that needs statements first."""

    body: Body
    result: Expression


@dataclass(frozen=True, slots=True)
class Shared:
    """A value that can be asked at any time as long as the names it needs keep theirs and the position is the same: `key` says
    what is asked. It is worked out before a loop that it does not depend on, and, if it is dear, not twice in a row; one that
    `is_guarded` stays behind the condition that tells whether there is anything to ask of."""

    key: Hashable
    needs: frozenset[str]
    value: Expression
    is_dear: bool
    is_movable: bool = True
    is_guarded: bool = False


Expression = (
    Literal | Name | Table | Part | Field | Load | Slice | Binary | Negative | Not | Logic | Select | Call | Invoke | Method
    | Items | Spread | Do | Shared
)  # fmt: skip

# ---------------------------------------------------------------- statements


@dataclass(frozen=True, slots=True)
class Line:
    """What follows came from a line of a procedure; `around` are the lines that call it, outermost first, where it is written
    out in their place."""

    procedure: int
    number: int
    around: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Assign:
    """Names get a value: one, or each of several its part. A name that gets it `once` has no other as long as it is read."""

    names: tuple[str, ...]
    value: Expression
    once: bool = False


@dataclass(frozen=True, slots=True)
class Append:
    """Puts something at the end of a list that a name holds."""

    name: str
    value: Expression


@dataclass(frozen=True, slots=True)
class Enter:
    """Puts something into a temporary table or list that a name holds, under a key."""

    name: str
    key: Expression
    value: Expression


@dataclass(frozen=True, slots=True)
class Store:
    """Changes the position or the run; or a name gets what is left of a call that may have done so."""

    target: Load | Field | Name
    value: Expression


@dataclass(frozen=True, slots=True)
class Spend:
    """Takes steps off the budget, and stops the rules with a `trouble` when it is used up."""

    steps: Expression
    trouble: str = "Endless"


@dataclass(frozen=True, slots=True)
class Deepen:
    """The rules go one call deeper, and stop if that is too deep; or one back."""

    by: int


@dataclass(frozen=True, slots=True)
class Refill:
    """After a decision the rules have time again."""


@dataclass(frozen=True, slots=True)
class Act:
    """A call that may change the position."""

    call: Expression


@dataclass(frozen=True, slots=True)
class Check:
    """A call that changes nothing, but may stop the rules."""

    call: Expression


@dataclass(frozen=True, slots=True)
class If:
    test: Expression
    then: Body
    otherwise: Body = ()


@dataclass(frozen=True, slots=True)
class For:
    names: tuple[str, ...]
    source: Expression
    body: Body


@dataclass(frozen=True, slots=True)
class Forever:
    """Again and again until something breaks out."""

    body: Body


@dataclass(frozen=True, slots=True)
class Break:
    """Ends the innermost loop."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """What `Leave` can end by its label."""

    label: int
    body: Body


@dataclass(frozen=True, slots=True)
class Leave:
    label: int


@dataclass(frozen=True, slots=True)
class Return:
    value: Expression


Statement = (
    Line | Assign | Append | Enter | Store | Spend | Deepen | Refill | Act | Check | If | For | Forever | Break
    | Stretch | Leave | Return
)  # fmt: skip
Body = tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Function:
    """A written function: its name, what it is given, which of that may be left out, and what it does."""

    name: str
    given: tuple[str, ...]
    optional: tuple[str, ...]
    body: Body
    rest: bool = False
    empty: tuple[str, ...] = ()  # names that are none at the start, besides those that are found to need it


# ---------------------------------------------------------------- small ones that are used everywhere

NONE, ZERO, ONE, TRUE, FALSE = Literal(None), Literal(0), Literal(1), Literal(True), Literal(False)
STATE, RUN = Name("S"), Name("R")
EMPTY = Literal(())
NEEDED = Field("S", "needed")  # how often values need themselves; no part of the position
BUDGET = Field("S", "budget")


def is_simple(value: Expression) -> bool:
    """Whether a value can be written twice and costs nothing."""
    return isinstance(value, Literal | Name | Table)


def assign(name: Name, value: Expression) -> Assign:
    return Assign((name.id,), value)


def length(things: Expression) -> Expression:
    return Table("SEATS") if things == Table("PLAYERS") else Call("len", (things,))


def is_none(value: Expression) -> Expression:
    return Literal(value.value is None) if isinstance(value, Literal) else Binary("is", value, NONE)


def is_there(value: Expression) -> Expression:
    return Literal(value.value is not None) if isinstance(value, Literal) else Binary("is not", value, NONE)


_OPPOSITES = {"is": "is not", "==": "!=", "in": "not in", "<": ">=", ">": "<="}
_OPPOSITES |= {other: one for one, other in _OPPOSITES.items()}


def negated(test: Expression) -> Expression:
    """The opposite, without saying not twice."""
    if isinstance(test, Not):
        return test.of
    if isinstance(test, Binary) and test.sign in _OPPOSITES:
        return Binary(_OPPOSITES[test.sign], test.left, test.right)
    if isinstance(test, Logic):
        return Logic("or" if test.sign == "and" else "and", tuple(map(negated, test.parts)))
    return Literal(not test.value) if isinstance(test, Literal) else Not(test)


def all_of(parts: list[Expression]) -> Expression:
    """Whether all tests hold; those that always do are left out."""
    asked = tuple(one for one in parts if not (isinstance(one, Literal) and one.value))
    return Logic("and", asked) if len(asked) > 1 else asked[0] if asked else TRUE


def any_of(tests: list[Expression]) -> Expression:
    return Logic("or", tuple(tests)) if len(tests) > 1 else tests[0] if tests else FALSE


def flag(test: Expression) -> Expression:
    return Select(test, ONE, ZERO)


def as_test(value: Expression) -> Expression:
    """A value as a test: a flag made of a test is that test again, and what is none does not hold."""
    if isinstance(value, Do):
        return Do(value.body, as_test(value.result))
    if isinstance(value, Select) and (value.then, value.otherwise) == (ONE, ZERO):
        return value.test
    if isinstance(value, Select) and value.then in (NONE, FALSE):
        return Logic("and", (negated(value.test), as_test(value.otherwise)))
    if isinstance(value, Select) and value.otherwise in (NONE, FALSE):
        return Logic("and", (value.test, as_test(value.then)))
    return value


def guarded(test: Expression, body: Body) -> Body:
    """A body under a test, unless the test always holds."""
    if isinstance(test, Literal):
        return body if test.value else ()
    return (If(test, body),) if body else ()
