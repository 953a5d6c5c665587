"""Values of the IR: what is asked, and the texts that values fill.

Every function has numbered places for its values. Place 0 is the player the block is about, place 1 is `this`.
Every value knows the line it came from; 0 is the line of what it stands in.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import get_args

from .types import NUMBER, FeatureName, FoldKind, GroupingPart, Relation, Sign, SortKind, ThingSort, Type

PLAYER = 0
THIS = 1
FIRST_FREE = 2
LONGEST_LIST = 100  # a list in a cell is shorter than this, so that row and place make one number

# ---------------------------------------------------------------- values


@dataclass(frozen=True, slots=True)
class Const:
    """A number, or a thing or list of things by number: `type` says of what. `none` is none of anything."""

    value: int | tuple[int | None, ...] | None
    type: Type = field(default=NUMBER, compare=False, repr=False)
    line: int = field(default=0, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Local:
    slot: int
    line: int = field(default=0, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Read:
    """A variable of a thing, or of the game when `of` is None."""

    variable: int
    of: Expr | None
    line: int = field(default=0, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Setting:
    """An option of the game, as it was settled before the game began."""

    option: int
    line: int = field(default=0, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Cell:
    """A printed column of a card or of a member of a type."""

    column: int
    of: Expr
    line: int = field(default=0, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Feature:
    """What every thing of a kind has: owner, place, position, face_up, x, north …"""

    name: FeatureName
    of: Expr
    line: int = field(default=0, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Computed:
    """A value asked now: its start, what holds, what it gets, its limits."""

    value: int
    of: Expr
    line: int = field(default=0, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Apply:
    """A defined value or condition; the arguments begin with player and this."""

    function: int
    arguments: tuple[Expr, ...]
    line: int = field(default=0, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class ByRow:
    """What the row of a card, or a member, says about itself: a function for each, none for the others."""

    of: Expr
    player: Expr
    sort: ThingSort
    table: tuple[tuple[int, int], ...]
    line: int = field(default=0, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Op:
    """Arithmetic, comparison and logic. `none` makes numbers none and comparisons false."""

    sign: Sign
    arguments: tuple[Expr, ...]
    line: int = field(default=0, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Either:
    condition: Expr
    then: Expr
    otherwise: Expr
    line: int = field(default=0, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class All:
    """Every thing of a sort, in the order of its table: `player`, `card`, `zone`, `member`; `names` narrow it."""

    sort: ThingSort
    names: tuple[int, ...] = ()
    line: int = field(default=0, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class ZoneOf:
    """A zone of a family: by its owner, by its number, or both."""

    family: int
    of: Expr | None = None
    number: Expr | None = None
    line: int = field(default=0, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Contents:
    """The cards of a zone, or of a list of zones, in order."""

    of: Expr
    line: int = field(default=0, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Numbers:
    low: Expr
    high: Expr
    line: int = field(default=0, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Beyond:
    """The nearest thing in a direction: card above, below; zone or player after, before."""

    relation: Relation
    sort: ThingSort
    of: Expr
    line: int = field(default=0, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Spread:
    """Every thing in a direction: above, below, under, after, before, beside."""

    relation: Relation
    sort: ThingSort
    of: Expr
    line: int = field(default=0, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Reach:
    """Every zone that a chain of neighbours leads to; a step counts when `joined(from, to)` holds. What has no neighbours on a
    grid steps to any of those `among` which it is looked for."""

    start: Expr
    function: int
    player: Expr
    among: Expr | None = None
    line: int = field(default=0, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Fold:
    """count, total, highest, lowest, some, first, last, list over the members of `source` that pass `test`."""

    kind: FoldKind
    slot: int
    source: Expr
    test: Expr | None = None
    item: Expr | None = None
    line: int = field(default=0, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Sort:
    """A stable ordering by keys: `all` of it, its `first`, its `last`, or the `best` (all equal ones)."""

    kind: SortKind
    slot: int
    source: Expr
    keys: tuple[tuple[Expr, bool], ...]
    line: int = field(default=0, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Rank:
    """1 + how many are ahead of a thing by the keys."""

    of: Expr
    slot: int
    source: Expr
    keys: tuple[tuple[Expr, bool], ...]
    line: int = field(default=0, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Clockwise:
    """Players in seat order, beginning with one or after one; `source` says who is asked."""

    source: Expr
    start: Expr
    after: bool
    line: int = field(default=0, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Score:
    """The score of a player, as the result of the game defines it."""

    of: Expr
    line: int = field(default=0, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Grouped:
    """The best grouping of some cards: its `worth`, how many cards are `unused` in it, which are `leftover`, the cards of its
    `sets`, one after the other, or of the set with a number; or whether they are one set, so that each `fits`."""

    part: GroupingPart
    grouping: int
    cards: Expr
    player: Expr
    which: Expr | None = None
    line: int = field(default=0, compare=False, repr=False)


Expr = (
    Const | Local | Read | Setting | Cell | Feature | Computed | Apply | ByRow | Op | Either | All | ZoneOf | Contents | Numbers
    | Beyond | Spread | Reach | Fold | Sort | Rank | Clockwise | Score | Grouped
)  # fmt: skip
EXPRESSIONS: tuple[type, ...] = get_args(Expr)

# ---------------------------------------------------------------- texts


@dataclass(frozen=True, slots=True)
class Text:
    """Words with holes: strings and (expression, type) in turn."""

    parts: tuple[str | tuple[Expr, Type], ...]
    line: int = field(default=0, compare=False, repr=False)
