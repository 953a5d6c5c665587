"""Every feature of things: of what, its type, whether it can be none, what it looks at, what it tells, and its meaning.

Evaluation, checks, analyses, secrets and the language read this table and keep none of their own; a back end adds how it prints
each entry. A feature of none is none.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from functools import partial

from . import limits
from .aspects import FIXED, NEXT, PLACED, Aspect, Aspects
from .ranges import ANY, Bounds
from .ranges import FLAG as FROM_0_TO_1
from .table import Table
from .types import DIRECTIONS, FLAG, NUMBER, PLAYER_TYPE, FeatureName, ThingSort, Type, TypeSort

Meaning = Callable[[Table, int], int | None]


class Tells(Enum):
    """What an answer says of a card that its reader may not see."""

    NOTHING = "nothing"
    FACE = "what is printed on it"
    BACK = "its kind, which most often its back says as well"
    WHERE = "where a given face lies, or which side of it is up"
    OWNER = "whose it is, which is fixed for some and hangs on where they lie for others"


@dataclass(frozen=True, slots=True)
class FeatureEntry:
    """`type` has no names where those hang on the thing. `spoken` is the word of the language, if there is one. What is
    `searched` for takes longer than a look into a table. Only the cells of a grid have what is `of_grid`."""

    name: FeatureName
    of: ThingSort
    type: Type
    meaning: Meaning
    spoken: str = ""
    can_be_none: bool = False
    reads: Aspects = FIXED
    tells: Tells = Tells.NOTHING
    bounds: Bounds = ANY
    searched: bool = False
    of_grid: bool = False


ZONE, MEMBER = Type(TypeSort.ZONE), Type(TypeSort.MEMBER)
_PLACE_IN_GRID = (0, limits.ZONES.most)  # other zones stand nowhere: at 0


def _free(table: Table, zone: int) -> int:
    room = table.world.room(zone)
    return int(room is None or len(table.state.zones[zone]) < room)


SIDES = tuple(name for name, steps in DIRECTIONS.items() if 0 in steps)  # the others are across a corner


def _direction(name: FeatureName) -> FeatureEntry:
    spoken = name if name in SIDES else ""
    return FeatureEntry(name, ThingSort.ZONE, ZONE, partial(_neighbour, name), spoken=spoken, can_be_none=True, of_grid=True)


def _neighbour(direction: FeatureName, table: Table, zone: int) -> int | None:
    return table.world.neighbour(zone, direction)


_OF_CARDS = (
    FeatureEntry(
        FeatureName.OWNER, ThingSort.CARD, PLAYER_TYPE, lambda table, card: table.state.owner(card), spoken="owner",
        can_be_none=True, reads=PLACED, tells=Tells.OWNER, searched=True,
    ),
    FeatureEntry(
        FeatureName.POSITION, ThingSort.CARD, NUMBER, lambda table, card: table.state.position(card), spoken="position",
        reads=NEXT, tells=Tells.WHERE, bounds=(1, limits.CARDS.most), searched=True,
    ),
    FeatureEntry(
        FeatureName.FACE_UP, ThingSort.CARD, FLAG, lambda table, card: table.state.face[card], spoken="face_up",
        reads=frozenset((Aspect.FACE,)), tells=Tells.WHERE, bounds=FROM_0_TO_1,
    ),
    FeatureEntry(
        FeatureName.FACE_DOWN, ThingSort.CARD, FLAG, lambda table, card: 1 - table.state.face[card], spoken="face_down",
        reads=frozenset((Aspect.FACE,)), tells=Tells.WHERE, bounds=FROM_0_TO_1,
    ),
    FeatureEntry(
        FeatureName.ZONE, ThingSort.CARD, ZONE, lambda table, card: table.state.lies_in[card], spoken="zone",
        reads=PLACED, tells=Tells.WHERE,
    ),
    FeatureEntry(FeatureName.ROW, ThingSort.CARD, NUMBER, lambda table, card: table.world.row[card], tells=Tells.FACE),
    FeatureEntry(FeatureName.KIND, ThingSort.CARD, NUMBER, lambda table, card: table.world.kind[card], tells=Tells.BACK),
    FeatureEntry(
        FeatureName.MUTED, ThingSort.CARD, FLAG, lambda table, card: int(table.muted(card)),
        reads=frozenset((Aspect.MUTE,)), bounds=FROM_0_TO_1,
    ),
)  # fmt: skip
_OF_ZONES = (
    FeatureEntry(
        FeatureName.ZONE_OWNER, ThingSort.ZONE, PLAYER_TYPE, lambda table, zone: table.world.zone_owner(zone), spoken="owner",
        can_be_none=True,
    ),
    FeatureEntry(
        FeatureName.X, ThingSort.ZONE, NUMBER, lambda table, zone: table.world.zones[zone].x, spoken="x", bounds=_PLACE_IN_GRID
    ),
    FeatureEntry(
        FeatureName.Y, ThingSort.ZONE, NUMBER, lambda table, zone: table.world.zones[zone].y, spoken="y", bounds=_PLACE_IN_GRID
    ),
    FeatureEntry(
        FeatureName.INDEX, ThingSort.ZONE, NUMBER, lambda table, zone: table.world.zones[zone].index + 1, spoken="index",
        bounds=(1, limits.ZONES.most),
    ),
    FeatureEntry(FeatureName.FREE, ThingSort.ZONE, FLAG, _free, spoken="free", reads=PLACED, bounds=FROM_0_TO_1),
    FeatureEntry(
        FeatureName.PARENT, ThingSort.ZONE, MEMBER, lambda table, zone: table.world.zones[zone].parent, can_be_none=True
    ),
    *map(_direction, DIRECTIONS),
)  # fmt: skip
_OF_PLAYERS = (
    FeatureEntry(
        FeatureName.SEAT,
        ThingSort.PLAYER,
        NUMBER,
        lambda table, player: player + 1,
        spoken="seat",
        bounds=(1, limits.SEATS.most),
    ),
)

FEATURES = {entry.name: entry for entry in (*_OF_CARDS, *_OF_ZONES, *_OF_PLAYERS)}
assert set(FEATURES) == set(FeatureName), "every feature has its entry"

SPOKEN = {
    str(sort): {entry.spoken: entry for entry in FEATURES.values() if entry.of == sort and entry.spoken and not entry.of_grid}
    for sort in (ThingSort.CARD, ThingSort.ZONE, ThingSort.PLAYER)
}
