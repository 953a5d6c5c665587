"""The table as areas and rows, ready to be drawn.

Takes a view; returns what it shows, sorted by what belongs together: places in a row with what lies at each,
the named parts of the table, what is shared, and every player's own things. Knows no game and no screen.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import groupby

from .maps import contents_of, draw_map, map_of
from .view import AreaView, CardView, Fact, MemberView, View, ZoneView

MOST_ITEMS = 10  # of a zone that is not one's own; the rest is counted
BANDS = ("place", "part", "members", "shared", "player")


@dataclass(frozen=True)
class Row:
    """One line of an area: a zone or a fact with its name. A map has lines, a column has its items one below the other."""

    label: str
    items: tuple[str, ...]
    lines: tuple[str, ...] = ()
    upright: bool = False

    @property
    def text(self) -> str:
        return ", ".join(self.items)

    def __str__(self) -> str:
        return f"{self.label}: {self.text}".rstrip() if self.label else self.text


NOTHING_THERE = Row("", ("empty",))


@dataclass
class Area:
    title: str
    rows: list[Row] = field(default_factory=list)
    is_own: bool = False

    def __str__(self) -> str:
        return f"{self.title} (you)" if self.is_own else self.title


@dataclass
class Board:
    """Everything a seat sees: the facts of the whole game, and areas in bands that belong side by side."""

    facts: tuple[str, ...]
    bands: list[list[Area]]

    @property
    def areas(self) -> Iterator[Area]:
        return (area for band in self.bands for area in band)

    def __str__(self) -> str:
        """Areas with their rows, line by line."""
        lines = [", ".join(self.facts)] if self.facts else []
        for area in self.areas:
            lines.append(str(area))
            for row in area.rows:
                lines += [f"  {row}", *(f"    {line}" for line in row.lines)]
        return "\n".join(lines)

    def rows(self) -> dict[tuple[str, str], Row]:
        """Every row by the title of its area and its label."""
        return {(area.title, row.label): row for area in self.areas for row in area.rows}


def board(view: View, width: int = 80, whole: bool = False) -> Board:
    """The table as somebody sees it, for a screen of this width; `whole` leaves nothing out."""
    return _Drawing(view, width, whole).board()


def as_text(view: View) -> str:
    """The table line by line, and below it who must decide or how it ended."""
    asked = [f"{one.seat} must decide" for one in view.decisions]
    names = {player.key: player.name for player in view.players}
    scores = view.result.scores.items() if view.result is not None else ()
    over = ["over: " + ", ".join(f"{names[key]} {score}" for key, score in scores)] if view.over else []
    return "\n".join([str(board(view)), *asked, *over])


class _Drawing:
    def __init__(self, view: View, width: int, whole: bool) -> None:
        self.view = view
        self.width = width
        self.whole = whole
        self.own = next((player.key for player in view.players if player.name == view.seat), None)
        self.names = {player.key: player.name for player in self.view.players}
        self.area_of = {zone: area for area in self.view.areas for zone in area.zones}
        self.found: dict[str, Area] = {}
        self.in_maps: set[str] = set()
        self.piles: list[str] = []

    def board(self) -> Board:
        for zone in self.view.zones:
            self._add(zone)
        for area in self.view.areas:
            if area.sort == "shared" and self.piles:
                self._area(area).rows.append(Row("piles", tuple(self.piles)))
            elif area.sort == "player":
                player = next(one for one in self.view.players if area.of is not None and one.key == area.of.key)
                self._area(area).rows += _facts_row("has", player.facts)
        for member in self.view.members:
            self._add_member(member)
        areas = sorted(self.view.areas, key=self._order)
        drawn = [(area.sort, self.found[area.key]) for area in areas if area.key in self.found]
        bands = [[area for sort, area in drawn if sort == band and area.rows] for band in BANDS]
        return Board(tuple(text for fact in self.view.facts for text in _told(fact)), [band for band in bands if band])

    def _order(self, area: AreaView) -> int:
        """As they are, and players as they sit, beginning with the one who looks."""
        seats: list[str | None] = list(self.names)
        if area.sort != "player" or area.of is None or area.of.key is None:
            return 0
        first = seats.index(self.own) if self.own is not None else 0
        return (seats.index(area.of.key) - first) % len(seats)

    def _area(self, area: AreaView) -> Area:
        if area.key not in self.found:
            is_own = self.own is not None and area.sort == "player" and area.of is not None and area.of.key == self.own
            self.found[area.key] = Area(area.title, is_own=is_own)
        return self.found[area.key]

    # ---- zones

    def _add(self, zone: ZoneView) -> None:
        if zone.key in self.in_maps:
            return
        zones = map_of(self.view, zone)
        if zones:
            self._add_map(zone, zones)
            return
        notes = [*_facts_of(zone.facts), *(f"{text} ({_named(card)})" for card in zone.cards for text in _facts_of(card.facts))]
        area = self.area_of[zone.key]
        is_place = area.sort == "place" and area.of is not None and area.of.key == zone.key
        if area.sort == "part":
            self._area(area)  # a region is drawn even if nothing lies there
        if area.sort == "shared" and zone.cards and not notes and _are_hidden(zone.cards):
            self.piles.append(f"{zone.label} {len(zone.cards)}")
        elif zone.cards or notes or is_place:
            items = (*self._items(zone, is_place), *notes) or ("empty",)
            self._put(zone, Row("" if is_place else zone.label, items, upright=is_place))

    def _put(self, zone: ZoneView, row: Row) -> None:
        """What heads a place, and what is held in a hand, comes first."""
        area = self.area_of[zone.key]
        rows = self._area(area).rows
        first = zone.form == "hand" or (area.sort == "place" and zone.room == 1)
        rows.insert(0, row) if first else rows.append(row)

    def _add_map(self, zone: ZoneView, zones: list[ZoneView]) -> None:
        keys = {one.key for one in zones}
        inside = [one for one in self.view.zones if one.parent is not None and one.parent.key in keys]
        self.in_maps |= {*keys, *(one.key for one in inside)}
        if zone.owner not in (None, self.own) and not any(one.cards for one in (*zones, *inside)):
            return
        texts = [
            " ".join(filter(None, (contents_of(other, self.names) for other in (one, *_inside(one, inside))))) for one in zones
        ]
        lines, label = draw_map(zones, texts, self.width), zone.family.replace("_", " ")
        self._put(zone, Row(label, (), tuple(lines)) if zone.size else Row(label, tuple(lines)))

    def _items(self, zone: ZoneView, is_place: bool) -> tuple[str, ...]:
        if zone.cards and _are_hidden(zone.cards):
            return (_counted(zone.cards),)
        texts = [self._card_text(card, zone.owner) for card in zone.cards]
        items = [(text, len(list(same))) for text, same in groupby(texts)]
        told = [text if count == 1 else f"{count} × {text}" for text, count in items]
        if self.whole or is_place or zone.owner == self.own:
            return tuple(told)
        left = sum(count for _, count in items[MOST_ITEMS:])
        return (*told[:MOST_ITEMS], f"and {left} more") if left else tuple(told)

    def _card_text(self, card: CardView, owner: str | None) -> str:
        """A card as its name, or as its back; in brackets when it lies face down."""
        whose = f"{self.names[card.owner]}'s " if card.owner is not None and card.owner != owner else ""
        text = f"({_named(card)})" if card.face == "down" or not card.is_seen else _named(card)
        return f"{whose}{text}{' underneath' if card.is_under else ''}"

    # ---- members

    def _add_member(self, member: MemberView) -> None:
        """Facts about a member of a type: at its part of the table, or one below the other where they have none."""
        part = next((area for area in self.view.areas if area.sort == "part" and area.of and area.of.key == member.key), None)
        if part is not None and part.key in self.found:
            rows = self.found[part.key].rows
            rows += _facts_row("has", member.facts) or ([] if rows else [NOTHING_THERE])
            return
        is_counted = any(fact.sort != "flag" for one in self.view.members if one.type == member.type for fact in one.facts)
        nothing = [Row(member.name, ("-",))] if is_counted else []
        rows = _facts_row(member.name, member.facts) or nothing
        if rows:
            area = next(one for one in self.view.areas if one.sort == "members" and one.key == f"a-members-{member.type}")
            self._area(area).rows += rows


def _inside(zone: ZoneView, inside: list[ZoneView]) -> list[ZoneView]:
    return [one for one in inside if one.parent is not None and one.parent.key == zone.key]


def _facts_row(label: str, facts: tuple[Fact, ...]) -> list[Row]:
    told = _facts_of(facts)
    return [Row(label, tuple(told))] if told else []


def _facts_of(facts: tuple[Fact, ...]) -> list[str]:
    return [text for fact in facts for text in _told(fact)]


def _told(fact: Fact) -> list[str]:
    """Nothing of what is not so, nor of a number that is 0; of a counter always how much."""
    if fact.value in (None, 0) and fact.sort != "counter":
        return []
    words = "turn of" if fact.name == "active" else fact.name.replace("_", " ")
    return [words if fact.value is True else f"{words} {fact.words}"]


def _named(card: CardView) -> str:
    return card.name if card.value is None else f"{card.name} {card.value}"


def _are_hidden(cards: tuple[CardView, ...]) -> bool:
    """Whether only their number is known."""
    return all(not card.is_seen and card.face is None for card in cards)


def _counted(cards: tuple[CardView, ...]) -> str:
    """Cards that nobody here can see: how many, and of what back."""
    backs = {card.name for card in cards}
    noun = backs.pop() if len(backs) == 1 else "card"
    return f"{len(cards)} {noun if len(cards) == 1 else noun + 's'}"
