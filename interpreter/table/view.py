"""The table as one viewer may know it: typed, frozen, plain data.

A view is all that a screen, a server or a foreign program gets of a table. Cards have the viewer's own keys, everything else
public ones; what the viewer may not know is not there. `viewing` makes it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from ..telling.entries import Known, Thing, to_json


@dataclass(frozen=True, slots=True)
class Fact:
    """A variable with its value now: of the game, or of a player, zone, member or card. `sort` is counter, flag, number or what
    else the value is, `words` the value as it is told. What is of a player and something else is `within` that."""

    name: str
    value: Known
    words: str
    sort: str
    of: Thing | None = None
    within: str = ""


@dataclass(frozen=True, slots=True)
class CardView:
    """A card, tile or die where it lies. Of one that the viewer cannot see, `name` is its back and there is nothing printed.
    `now` are the values that count otherwise than they are printed; `words` those of cells that are carried out; `drawn` is a
    short drawing; `open` are the sides on which a tile is open as it lies; `under` is the key of the card it lies under."""

    name: str
    key: str | None = None
    kind: str | None = None
    row: str | None = None
    owner: str | None = None
    face: str | None = None
    is_under: bool = False
    under: str | None = None
    value: int | None = None
    text: str = ""
    drawn: str = ""
    printed: Mapping[str, Known] = field(default_factory=dict)
    words: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    now: Mapping[str, Known] = field(default_factory=dict)
    open: tuple[str, ...] | None = None
    facts: tuple[Fact, ...] = ()

    @property
    def is_seen(self) -> bool:
        return self.row is not None


class ZoneForm(StrEnum):
    """How a zone lies on the table."""

    HAND = "hand"
    PILE = "pile"
    ROW = "row"
    GRID = "grid"
    TRACK = "track"


@dataclass(frozen=True, slots=True)
class ZoneView:
    """A zone: `form` is how it lies; `number` its number in the family, `cell` its column and row on a grid,
    `neighbours` the zones beside it. `parent` is the player, zone or member that it belongs to, `owner` the player, `room` how
    many cards it can hold, and `limit` at how many of them a condition of it changes. `states` are its conditions that are so.
    Cards of a hand, and those that cannot be told apart, are in no order."""

    key: str
    name: str
    label: str
    family: str
    form: ZoneForm
    seen_by: str
    number: int
    parent: Thing | None
    owner: str | None
    cell: tuple[int, int] | None
    size: tuple[int, int] | None
    neighbours: tuple[str, ...]
    room: int | None
    count: int
    cards: tuple[CardView, ...]
    facts: tuple[Fact, ...] = ()
    states: tuple[str, ...] = ()
    limit: int | None = None


class AreaSort(StrEnum):
    """What has an area, from the middle of the table outwards: one of several places in a row, a member of a type, the members
    of a type that have no zones, everybody, or a player."""

    PLACE = "place"
    PART = "part"
    MEMBERS = "members"
    SHARED = "shared"
    PLAYER = "player"


@dataclass(frozen=True, slots=True)
class AreaView:
    """What belongs together; `of` is what it is the area of, `zones` the keys of its zones."""

    key: str
    sort: AreaSort
    title: str
    of: Thing | None
    zones: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlayerView:
    """A seat, with the score that it has now, as far as the viewer may reckon it."""

    key: str
    name: str
    facts: tuple[Fact, ...]
    score: int | None = None


@dataclass(frozen=True, slots=True)
class MemberView:
    """A member of a type, with what is written and remembered of it."""

    key: str
    type: str
    row: str
    name: str
    printed: Mapping[str, Known]
    words: Mapping[str, tuple[str, ...]]
    facts: tuple[Fact, ...]


@dataclass(frozen=True, slots=True)
class PickView:
    """One thing that an option binds: the name of the pick, and the thing or number; `alike` are all that mean the same."""

    name: str
    thing: Thing | int
    alike: tuple[Thing | int, ...]


@dataclass(frozen=True, slots=True)
class OptionView:
    """`kind` says whether it chooses something, declines, or ends a row of picks; `reads` is the text as people read it, where
    that differs (`1 coin`)."""

    text: str
    number: int
    kind: str
    picks: tuple[PickView, ...] = ()
    reads: str | None = None


@dataclass(frozen=True, slots=True)
class DecisionView:
    """One's own decision in full; of others only who must decide. `picked` is what was picked so far in a row."""

    seat: str
    prompt: str = ""
    kind: str = ""
    options: tuple[OptionView, ...] = ()
    picked: tuple[PickView, ...] = ()


@dataclass(frozen=True, slots=True)
class ResultView:
    """How the game ended, which everybody is told: the score of every seat and who won, by the keys of players."""

    scores: Mapping[str, int]
    winners: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class View:
    """`seat` is whose view it is; none for whoever looks on. `turn` is the key of the player whose turn it is."""

    game: str
    seat: str | None
    seats: tuple[str, ...]
    areas: tuple[AreaView, ...]
    zones: tuple[ZoneView, ...]
    players: tuple[PlayerView, ...]
    members: tuple[MemberView, ...]
    facts: tuple[Fact, ...]
    turn: str | None
    decisions: tuple[DecisionView, ...]
    log: tuple[str, ...]
    over: bool
    result: ResultView | None = None

    def zone(self, name: str) -> ZoneView:
        """A zone by its key or its name: `z3`, `hand of Ada`. Raises KeyError if there is none."""
        for one in self.zones:
            if name in (one.key, one.name):
                return one
        raise KeyError(name)

    def __repr__(self) -> str:
        whose = "whoever looks on" if self.seat is None else self.seat
        return f"<View of {self.game} for {whose}: {len(self.zones)} zones, {len(self.decisions)} decisions>"

    @property
    def cards(self) -> Iterator[CardView]:
        return (card for zone in self.zones for card in zone.cards)

    @property
    def all_facts(self) -> Iterator[Fact]:
        """Whatever is remembered of anything."""
        yield from self.facts
        holders: list[PlayerView | MemberView | ZoneView | CardView] = [*self.players, *self.members, *self.zones, *self.cards]
        for holder in holders:
            yield from holder.facts

    def fact(self, name: str, of: str | None = None) -> Known:
        """The value of a variable: of the game, or of the thing with a key or a name. Raises KeyError if the view has none."""
        for fact in self.all_facts:
            if fact.name == name and of in ((None,) if fact.of is None else (fact.of.key, fact.of.name)):
                return fact.value
        raise KeyError(name if of is None else f"{name} of {of}")

    def to_json(self) -> dict[str, Any]:
        """As numbers, texts, lists and mappings; what is none or empty is left out."""
        data: dict[str, Any] = to_json(self)
        return data
