"""Statements of the IR: what is done, in what order, and where rules wait.

Comes out of `language/lower_*`, is carried out by `engine`. Waiting happens at `Choose`, `PickMany` and `Ask` only.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from .types import ANY, BoundSign, Event, LimitKind, ThingSort, Type, Where
from .values import Expr, Text


@dataclass(frozen=True, slots=True)
class Seq:
    body: tuple[Stmt, ...]
    line: int = field(default=0, compare=False, repr=False)


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
    """Again and again until the condition holds, tested before each time, at most `most` times; `count` and `limit` are places
    for the loop itself, and `most` is asked once."""

    until: Expr
    most: Expr
    body: Stmt
    count: int
    limit: int
    line: int = 0


@dataclass(frozen=True, slots=True)
class Block:
    """A stretch that `Leave` can end, by its number among the stretches of the definition."""

    label: int
    body: Stmt
    line: int = 0


@dataclass(frozen=True, slots=True)
class Leave:
    label: int
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
    sort: ThingSort = ThingSort.CARD
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
    where: Where = Where.BOTTOM
    face: int | None = None
    line: int = 0


@dataclass(frozen=True, slots=True)
class Deal:
    """Cards at once, each to a zone of its own: `to` is asked for every card, which stands in `slot` meanwhile. Where that is
    none the card stays."""

    slot: int
    cards: Expr
    to: Expr
    where: Where = Where.BOTTOM
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
class Mix:
    """Puts the hands in a fresh order from which a decision is about to offer cards that somebody who decides cannot see."""

    site: int
    line: int = 0


@dataclass(frozen=True, slots=True)
class Roll:
    dice: Expr
    line: int = 0


@dataclass(frozen=True, slots=True)
class Random:
    """Chance picks one thing of a list; none where there is nothing. A `secret` one is told to nobody."""

    slot: int
    source: Expr
    secret: bool = False
    line: int = 0


@dataclass(frozen=True, slots=True)
class Show:
    """Lets a list of players see cards where they lie, until the cards move."""

    cards: Expr
    players: Expr
    line: int = 0


TURN, ROUND = 0, 1  # the ends of a turn and of a round, as moments; the steps of a game follow


@dataclass(frozen=True, slots=True)
class Mark:
    """Remember that a flag of a thing ends at a moment, by its number; with `player` only those of that player count. What was
    remembered before is forgotten; without a moment that is all."""

    variable: int
    of: Expr
    moment: int | None
    player: Expr | None = None
    line: int = 0


@dataclass(frozen=True, slots=True)
class Expire:
    """A moment has come: end every flag that waits for it and reset every variable that lasts until it."""

    moment: int
    line: int = 0


@dataclass(frozen=True, slots=True)
class Branch:
    """One kind of option: when it is there, what is picked for it, and how it reads."""

    guard: Expr
    picks: tuple[tuple[int, Expr, Type], ...]
    text: Text
    line: int = field(default=0, compare=False, repr=False)


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
class PickLimit:
    """What a set of picks must satisfy: sum, same or different of `item`; `sign` and `bound` belong to sums."""

    kind: LimitKind
    slot: int
    item: Expr
    sign: BoundSign = BoundSign.NEITHER
    bound: Expr | None = None
    line: int = field(default=0, compare=False, repr=False)


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
    limits: tuple[PickLimit, ...]
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

    event: Event
    arguments: tuple[tuple[Expr, Type], ...]
    line: int = 0


@dataclass(frozen=True, slots=True)
class Say:
    text: Text
    line: int = 0


Stmt = (
    Seq | If | Let | Each | Loop | Block | Leave | Call | Dispatch | Write | Move | Deal | Discard | Face | Swap | Shuffle | Mix
    | Roll | Random | Show | Mark | Expire | Choose | PickMany | Ask | Emit | Say
)  # fmt: skip

NOTHING_TO_DO = Seq(())
STRETCHES = ("game", "turn", "round", "without a word")  # of every game, by number; its steps, verbs and replaced events follow
GAME, OF_TURN, OF_ROUND, SILENT = range(len(STRETCHES))  # of what happens in the last one the log says nothing
TAKEN = "option taken"  # the name of a place that remembers whether an option was taken; no name of a definition is like it


@dataclass(frozen=True, slots=True)
class Function:
    """A value that is asked for: never waits, changes nothing. `terms` are the words of its parts, and `names` what its places
    are called, to speak of them."""

    name: str
    slots: tuple[Type, ...]
    value: Expr
    line: int = 0
    file: int = 0
    terms: tuple[tuple[str, Expr], ...] = ()
    type: Type = ANY
    names: tuple[str, ...] = ()


INSERTED = "run of a scenario"  # the name of a procedure that nothing calls: it is put before what would come next


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
