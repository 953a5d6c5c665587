"""The small typed language that sentences are lowered to.

Comes out of `language/lower`, is walked by `engine`. Values are whole numbers: a thing is its number in a table of the world,
a flag 0 or 1, `none` is None. Nothing here needs Python, a file or a game to mean something.

Every function has numbered places for its values. Place 0 is the player the block is about, place 1 is `this`.
"""

from __future__ import annotations

from dataclasses import dataclass, field

PLAYER = 0
THIS = 1
FIRST_FREE = 2
LONGEST_LIST = 100  # a list in a cell is shorter than this, so that row and place make one number

DIRECTIONS = {
    "north": (0, 1), "south": (0, -1), "east": (1, 0), "west": (-1, 0),
    "northeast": (1, 1), "northwest": (-1, 1), "southeast": (1, -1), "southwest": (-1, -1),
}  # fmt: skip

# ---------------------------------------------------------------- values


@dataclass(frozen=True, slots=True)
class Const:
    value: int | tuple[int | None, ...] | None


@dataclass(frozen=True, slots=True)
class Local:
    slot: int


@dataclass(frozen=True, slots=True)
class Read:
    """A variable of a thing, or of the game when `of` is None."""

    variable: int
    of: Expr | None


@dataclass(frozen=True, slots=True)
class Cell:
    """A printed column of a card or of a member of a type."""

    column: int
    of: Expr


@dataclass(frozen=True, slots=True)
class Feature:
    """What every thing of a kind has: owner, place, position, face_up, x, north …"""

    name: str
    of: Expr


@dataclass(frozen=True, slots=True)
class Computed:
    """A value asked now: its start, what holds, what it gets, its limits."""

    value: int
    of: Expr


@dataclass(frozen=True, slots=True)
class Apply:
    """A defined value or condition; the arguments begin with player and this."""

    function: int
    arguments: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class ByRow:
    """What the row of a card, or a member, says about itself: a function for each, none for the others."""

    of: Expr
    player: Expr
    sort: str
    table: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Op:
    """Arithmetic, comparison and logic. `none` makes numbers none and comparisons false."""

    sign: str
    arguments: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Either:
    condition: Expr
    then: Expr
    otherwise: Expr


@dataclass(frozen=True, slots=True)
class All:
    """Every thing of a sort, in the order of its table: `player`, `card`, `zone`, `member`; `names` narrow it."""

    sort: str
    names: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Place:
    """A zone of a family: by its owner, by its number, or both."""

    family: int
    of: Expr | None = None
    number: Expr | None = None


@dataclass(frozen=True, slots=True)
class Contents:
    """The cards of a zone, or of a list of zones, in order."""

    of: Expr


@dataclass(frozen=True, slots=True)
class Numbers:
    low: Expr
    high: Expr


@dataclass(frozen=True, slots=True)
class Beyond:
    """The nearest thing in a direction: card above, below; zone or player after, before."""

    relation: str
    sort: str
    of: Expr


@dataclass(frozen=True, slots=True)
class Spread:
    """Every thing in a direction: above, below, under, after, before, beside."""

    relation: str
    sort: str
    of: Expr


@dataclass(frozen=True, slots=True)
class Reach:
    """Every zone that a chain of neighbours leads to; a step counts when `joined(from, to)` holds."""

    start: Expr
    function: int
    player: Expr


@dataclass(frozen=True, slots=True)
class Fold:
    """count, total, highest, lowest, some, first, last, list over the members of `source` that pass `test`."""

    kind: str
    slot: int
    source: Expr
    test: Expr | None = None
    item: Expr | None = None


@dataclass(frozen=True, slots=True)
class Sort:
    """A stable ordering by keys: `all` of it, its `first`, its `last`, or the `best` (all equal ones)."""

    kind: str
    slot: int
    source: Expr
    keys: tuple[tuple[Expr, bool], ...]


@dataclass(frozen=True, slots=True)
class Rank:
    """1 + how many are ahead of a thing by the keys."""

    of: Expr
    slot: int
    source: Expr
    keys: tuple[tuple[Expr, bool], ...]


@dataclass(frozen=True, slots=True)
class Clockwise:
    """Players in seat order, beginning with one or after one; `source` says who is asked."""

    source: Expr
    start: Expr
    after: bool


@dataclass(frozen=True, slots=True)
class Score:
    """The score of a player, as the result of the game defines it."""

    of: Expr


@dataclass(frozen=True, slots=True)
class Grouped:
    """The best grouping of some cards: its `worth`, or how many cards are `unused` in it."""

    part: str
    grouping: int
    cards: Expr
    player: Expr


Expr = (
    Const | Local | Read | Cell | Feature | Computed | Apply | ByRow | Op | Either | All | Place | Contents | Numbers | Beyond
    | Spread | Reach | Fold | Sort | Rank | Clockwise | Score | Grouped
)  # fmt: skip

EXPRESSIONS = (
    Const, Local, Read, Cell, Feature, Computed, Apply, ByRow, Op, Either, All, Place, Contents, Numbers, Beyond, Spread, Reach,
    Fold, Sort, Rank, Clockwise, Score, Grouped,
)  # fmt: skip

# ---------------------------------------------------------------- texts


@dataclass(frozen=True, slots=True)
class Text:
    """Words with holes: strings and (expression, type) in turn."""

    parts: tuple[str | tuple[Expr, Type], ...]


# ---------------------------------------------------------------- types


@dataclass(frozen=True, slots=True)
class Type:
    """number, flag, player, card, zone, member, program, text, none, any; `names` are kinds, families or the type's name."""

    sort: str
    names: tuple[str, ...] = ()
    many: bool = False


NUMBER, FLAG, PLAYER_TYPE, NOTHING, ANY = Type("number"), Type("flag"), Type("player"), Type("none"), Type("any")

# ---------------------------------------------------------------- statements


@dataclass(frozen=True, slots=True)
class Seq:
    body: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True)
class If:
    condition: Expr
    then: Stmt
    otherwise: Stmt
    line: int = 0


@dataclass(frozen=True, slots=True)
class Let:
    slot: int
    value: Expr
    line: int = 0


@dataclass(frozen=True, slots=True)
class Each:
    """One after the other; the list is taken at the start. `items` and `index` are places for the loop itself."""

    slot: int
    source: Expr
    body: Stmt
    until: Expr | None
    items: int
    index: int
    line: int = 0


@dataclass(frozen=True, slots=True)
class Loop:
    """Again and again until the condition holds, tested before each time, at most `most` times."""

    until: Expr
    most: Expr
    body: Stmt
    count: int
    line: int = 0


@dataclass(frozen=True, slots=True)
class Block:
    """A named stretch that `Leave` can end."""

    label: str
    body: Stmt
    line: int = 0


@dataclass(frozen=True, slots=True)
class Leave:
    label: str
    line: int = 0


@dataclass(frozen=True, slots=True)
class Call:
    procedure: int
    arguments: tuple[Expr, ...]
    line: int = 0


@dataclass(frozen=True, slots=True)
class Dispatch:
    """Calls what the row of a card (or a member) says, unless the card is mute. `table` goes from row to procedure;
    with `index`, from row and place in the row's list."""

    player: Expr
    card: Expr
    table: tuple[tuple[int, int], ...]
    line: int = 0
    sort: str = "card"
    index: Expr | None = None


@dataclass(frozen=True, slots=True)
class Write:
    """Sets or adds, clipped to the range of the variable."""

    variable: int
    of: Expr | None
    value: Expr
    add: bool = False
    line: int = 0


@dataclass(frozen=True, slots=True)
class Move:
    """A card, or a list of cards at once, to a zone: `top`, `bottom`, or `under` a card. Face: None keeps it."""

    cards: Expr
    to: Expr
    where: str = "bottom"
    face: int | None = None
    line: int = 0


@dataclass(frozen=True, slots=True)
class Discard:
    """Each card to the discard zone of its kind and owner."""

    cards: Expr
    line: int = 0


@dataclass(frozen=True, slots=True)
class Face:
    cards: Expr
    up: int
    line: int = 0


@dataclass(frozen=True, slots=True)
class Swap:
    """Two cards change places, or two zones their contents."""

    left: Expr
    right: Expr
    zones: bool
    line: int = 0


@dataclass(frozen=True, slots=True)
class Shuffle:
    zone: Expr
    line: int = 0


@dataclass(frozen=True, slots=True)
class Roll:
    dice: Expr
    line: int = 0


@dataclass(frozen=True, slots=True)
class Show:
    """Lets a list of players see cards where they lie, until the cards move."""

    cards: Expr
    players: Expr
    line: int = 0


@dataclass(frozen=True, slots=True)
class Mark:
    """Remember that a flag of a thing ends at a moment: `turn`, `round`, a step; `of` counts only that player's.
    What was remembered before is forgotten; an empty moment only forgets."""

    variable: int
    of: Expr
    moment: str
    player: Expr | None = None
    line: int = 0


@dataclass(frozen=True, slots=True)
class Expire:
    """A moment has come: end every flag that waits for it and reset every variable that lasts until it."""

    moment: str
    line: int = 0


@dataclass(frozen=True, slots=True)
class Branch:
    """One kind of option: when it is there, what is picked for it, and how it reads."""

    guard: Expr
    picks: tuple[tuple[int, Expr, Type], ...]
    text: Text


@dataclass(frozen=True, slots=True)
class Choose:
    """A decision: one option of one branch, or the decline. `result` gets the branch, -1 for declined or nothing there."""

    site: int
    seats: Expr
    branches: tuple[Branch, ...]
    decline: Text | None
    prompt: Text | None
    result: int
    line: int = 0


@dataclass(frozen=True, slots=True)
class Limit:
    """What a set of picks must satisfy: sum, same or different of `item`; `sign` and `bound` belong to sums."""

    kind: str
    slot: int
    item: Expr
    sign: str = ""
    bound: Expr | None = None


@dataclass(frozen=True, slots=True)
class PickMany:
    """A row of single picks in ascending order. A candidate stands in `slot`, the picks so far in `picked`;
    `result` gets the list."""

    site: int
    seats: Expr
    slot: int
    source: Expr
    type: Type
    low: Expr
    high: Expr | None
    limits: tuple[Limit, ...]
    text: Text
    done: Text
    decline: Text | None
    prompt: Text | None
    result: int
    picked: int
    line: int = 0


@dataclass(frozen=True, slots=True)
class Ask:
    """Several seats make the same choice at once, unseen by each other; then `body` runs for each in order."""

    choice: Choose | PickMany
    body: Stmt
    answers: int
    items: int
    index: int
    line: int = 0


@dataclass(frozen=True, slots=True)
class Emit:
    """Something happened that rules or people may notice: a name and the things it concerns."""

    event: str
    arguments: tuple[tuple[Expr, Type], ...]
    line: int = 0


@dataclass(frozen=True, slots=True)
class Say:
    text: Text
    line: int = 0


Stmt = (
    Seq | If | Let | Each | Loop | Block | Leave | Call | Dispatch | Write | Move | Discard | Face | Swap | Shuffle | Roll
    | Show | Mark | Expire | Choose | PickMany | Ask | Emit | Say
)  # fmt: skip

NOTHING_TO_DO = Seq(())


@dataclass(frozen=True, slots=True)
class Function:
    """A value that is asked for: never waits, changes nothing."""

    name: str
    slots: int
    value: Expr
    line: int = 0


@dataclass(frozen=True, slots=True)
class Procedure:
    """Something that is done; may wait for an answer at any `Choose`."""

    name: str
    slots: tuple[Type, ...]
    parameters: int
    body: Stmt
    file: int = 0
    line: int = 0
    names: tuple[str, ...] = field(default=())
