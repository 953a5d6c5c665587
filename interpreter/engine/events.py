"""What happens while rules are carried out, one event for each effect, and the sentence behind it.

The reference interpreter notes them, and nothing else does; journal, log and animation are made of them. Events name cards,
zones and players by their true numbers: they are for the table, which tells each seat its part, and never for a seat.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from .. import ir
from ..model.definition import Definition
from .flatten import Instruction, Jump, Unless, codes_of
from .tracing import Trace as Trace

Plain = int | tuple[Any, ...] | None  # a value as a state holds it
Viewers = tuple[int | None, ...]  # seats, and None for everybody


@dataclass(frozen=True, slots=True)
class Moved:
    """Cards went to a zone, all at once."""

    cards: tuple[int, ...]
    sources: tuple[int, ...]
    zone: int


@dataclass(frozen=True, slots=True)
class Turned:
    card: int
    up: int


@dataclass(frozen=True, slots=True)
class CardSeen:
    """From now on these can see a card where it lies, and nobody else."""

    card: int
    viewers: Viewers


@dataclass(frozen=True, slots=True)
class Shown:
    cards: tuple[int, ...]
    players: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Shuffled:
    """A zone is in a fresh order: the cards in it, as they lie now."""

    zone: int
    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Rolled:
    die: int
    value: int


@dataclass(frozen=True, slots=True)
class CardsSwapped:
    left: int
    right: int


@dataclass(frozen=True, slots=True)
class ZonesSwapped:
    left: int
    right: int


@dataclass(frozen=True, slots=True)
class Wrote:
    """A variable has another value; `readers` may know it. `ends` if its time is over and it is as it was."""

    variable: int
    thing: int | None
    before: Plain
    after: Plain
    readers: Viewers
    ends: bool = False


@dataclass(frozen=True, slots=True)
class Marked:
    """A flag of a thing ends at a moment, of a player's or of any."""

    variable: int
    thing: int
    moment: int
    player: int | None
    readers: Viewers


@dataclass(frozen=True, slots=True)
class ToldText:
    """A text as one viewer reads it, and the things in its holes, as far as this viewer may know them."""

    text: str
    things: tuple[tuple[Plain, ir.Type], ...] = ()


@dataclass(frozen=True, slots=True)
class Said:
    """Something is told: to everybody, and to each seat; `instead` of the lines about what is done next, if the definition has
    these words for that."""

    public: ToldText
    own: tuple[ToldText, ...]
    instead: bool = False


@dataclass(frozen=True, slots=True)
class Revealed:
    card: int


@dataclass(frozen=True, slots=True)
class Decided:
    """Something was decided by values: what gets the answer, whether it had another one before, and how the answer came about,
    for whoever looks on and for each seat; nothing for those who may not know it. `is_score` where the game has ended and it is
    what a player has come to, `is_victory` where it is who has won, `is_amount` where it is how much of a counter changes hands
    next, `is_end` where it ends rounds or turns, `is_instead` where something else is done than what was to happen."""

    name: str
    again: bool
    traces: tuple[Trace | None, ...]
    is_score: bool = False
    is_amount: bool = False
    is_victory: bool = False
    is_end: bool = False
    is_instead: bool = False


@dataclass(frozen=True, slots=True)
class RanOut:
    """More cards were to be drawn to a zone than lie in a pile; `viewers` may know that they were."""

    pile: int
    goal: int
    viewers: Viewers


Event = (
    Moved | Turned | CardSeen | Shown | Shuffled | Rolled | CardsSwapped | ZonesSwapped | Wrote | Marked | Said | Revealed
    | Decided | RanOut
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Cause:
    """The sentence that is carried out: its procedure and line. If it belongs to an ability, that and the card it is of. What
    `silent` sentences do is not told, because the definition says so or tells it in its own words. `rule` is the verb or the
    step of the definition that it belongs to. What `lays_out` belongs to the set-up, whatever verb it is."""

    procedure: int
    line: int
    ability: int | None = None
    carrier: int | None = None
    silent: bool = False
    rule: str = ""
    lays_out: bool = False


@dataclass(frozen=True, slots=True)
class Noted:
    """An event and its true cause; `told` is what whoever looks on, and each seat, may know of the cause."""

    event: Event
    cause: Cause | None = None
    told: tuple[Cause | None, ...] = ()


@lru_cache(maxsize=64)
def abilities_in(definition: Definition) -> frozenset[int]:
    """The procedures that are abilities or programs of cards, or that listen to what happens."""
    nodes = [node for code in codes_of(definition) for node in code.instructions if isinstance(node, ir.Dispatch)]
    heard = {procedure for node in nodes for _, procedure in node.table}
    named = {number for number, one in enumerate(definition.procedures) if one.name.startswith(("when ", "instead "))}
    return frozenset(heard | named)


@lru_cache(maxsize=64)
def silences_in(definition: Definition) -> dict[int, list[tuple[int, int]]]:
    """The instructions of which nothing is told, by procedure."""
    silences = {
        number: [(start, end) for label, start, end in code.blocks if label == ir.SILENT]
        for number, code in enumerate(codes_of(definition))
    }
    return {number: stretches for number, stretches in silences.items() if stretches}


@lru_cache(maxsize=64)
def silent_to_the_end(definition: Definition) -> frozenset[int]:
    """The procedures that do one thing or nothing, and of that nothing is told, whatever else they hang on."""
    codes = codes_of(definition)
    return frozenset(
        number for number, stretches in silences_in(definition).items() if _is_all(codes[number].instructions, *stretches[-1])
    )


def _is_all(instructions: Sequence[Instruction], start: int, end: int) -> bool:
    """Whether a stretch is the end of it, and nothing else is done where it is not."""
    ways = [one.target for one in instructions[:start] if isinstance(one, Unless | Jump)]
    return end == len(instructions) and all(target == end for target in ways)
