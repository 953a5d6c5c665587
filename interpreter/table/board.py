"""The table as areas and rows, ready to be drawn.

Takes a view and how things look; returns what it shows, sorted by what belongs together: places in a row with what lies at
each, the named parts of the table, what is shared, and every player's own things. Knows no game and no screen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from ..model.definition import Definition
from ..telling.plurals import listed
from .appearance import Looks, looks_of
from .maps import contents_of, draw_map, map_of
from .view import AreaSort, AreaView, CardView, Fact, MemberView, PlayerView, View, ZoneForm, ZoneView
from .what_changed import NOTHING_NEW, Changes

MOST_BACKS = 4  # that hidden cards of one zone are told by; of more, cards are only counted
MOST_ITEMS = 10  # of a zone that is not one's own; the rest is counted
LAST = 1_000_000  # behind all that have their place


@dataclass(frozen=True)
class BoardRow:
    """One line of an area: a zone or a fact with its name. A map has lines, a column has its items one below the other.
    `fresh` are the items that are new, and a row can have changed without any."""

    label: str
    items: tuple[str, ...]
    lines: tuple[str, ...] = ()
    upright: bool = False
    fresh: frozenset[int] = field(default=frozenset(), compare=False)
    is_changed: bool = field(default=False, compare=False)

    @property
    def text(self) -> str:
        return ", ".join(self.items)

    def __str__(self) -> str:
        return f"{self.label}: {self.text}".rstrip() if self.label else self.text


NOTHING_THERE = BoardRow("", ("empty",))


@dataclass
class Area:
    """`note` is what everybody may know of it as a whole, such as the score of a player."""

    title: str
    rows: list[BoardRow] = field(default_factory=list)
    is_own: bool = False
    note: str = ""

    @property
    def is_changed(self) -> bool:
        return any(row.is_changed for row in self.rows)

    def __str__(self) -> str:
        return f"{self.title}{' (you)' if self.is_own else ''}{f' · {self.note}' if self.note else ''}"


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


def board(view: View, looks: Looks, width: int = 80, whole: bool = False, changes: Changes = NOTHING_NEW) -> Board:
    """The table as somebody sees it, for a screen of this width; `whole` leaves nothing out."""
    return _Drawing(view, looks, width, whole, changes).board()


def as_text(view: View, definition: Definition) -> str:
    """The table line by line, and below it who must decide or how it ended."""
    asked = [f"{one.seat} must decide" for one in view.decisions]
    names = {player.key: player.name for player in view.players}
    scores = view.result.scores.items() if view.result is not None else ()
    over = ["over: " + ", ".join(f"{names[key]} {score}" for key, score in scores)] if view.over else []
    return "\n".join([str(board(view, looks_of(definition))), *asked, *over])


class _Drawing:
    def __init__(self, view: View, looks: Looks, width: int, whole: bool, changes: Changes) -> None:
        self.view = view
        self.looks = looks
        self.width = width
        self.whole = whole
        self.changes = changes
        self.own = next((player.key for player in view.players if player.name == view.seat), None)
        self.names = {player.key: player.name for player in self.view.players}
        self.area_of = {zone: area for area in self.view.areas for zone in area.zones}
        self.areas: dict[str, Area] = {}
        self.ranks: dict[str, list[int]] = {}
        self.in_maps: set[str] = set()
        self.counted: dict[str, dict[str, list[ZoneView]]] = {}

    def board(self) -> Board:
        for zone in self.view.zones:
            self._add(zone)
        for area in self.view.areas:
            for label, zones in sorted(self.counted.get(area.key, {}).items(), reverse=True):  # piles, then what is aside
                items = tuple(f"{self._label(zone)} {zone.count}" for zone in zones)
                changed = self.changes.has_any(zone.key for zone in zones)
                self._put(area, BoardRow(label, items, is_changed=changed), LAST)
            if area.sort == AreaSort.PLAYER:
                self._add_player(area)
        for member in self.view.members:
            self._add_member(member)
        areas = sorted(self.view.areas, key=self._order)
        drawn = [(area, self.areas[area.key]) for area in areas if area.key in self.areas]
        bands = [[one for area, one in drawn if area.sort == band and one.rows] for band in self._bands()]
        return Board(tuple(self._facts_of(self.view.facts)), [band for band in bands if band])

    # ---- order

    def _bands(self) -> list[AreaSort]:
        """Sorts of areas, those first that have their place; players come last."""

        def rank(sort: AreaSort) -> int:
            families = [zone.family for zone in self.view.zones if self.area_of[zone.key].sort == sort]
            types = [area.of.key for area in self.view.areas if area.sort == sort == AreaSort.PART and area.of is not None]
            names = [*families, *((key or "").removeprefix("m-").rpartition("-")[0] for key in types)]
            return min((self.looks.order[name] for name in names if name in self.looks.order), default=LAST)

        return sorted(AreaSort, key=lambda sort: (sort is AreaSort.PLAYER, rank(sort)))

    def _order(self, area: AreaView) -> int:
        """As they are, and players as they sit, beginning with the one who looks."""
        seats: list[str | None] = list(self.names)
        if area.sort != AreaSort.PLAYER or area.of is None or area.of.key is None:
            return 0
        first = seats.index(self.own) if self.own is not None else 0
        return (seats.index(area.of.key) - first) % len(seats)

    def _area(self, area: AreaView) -> Area:
        if area.key not in self.areas:
            is_own = self.own is not None and area.sort == AreaSort.PLAYER and area.of is not None and area.of.key == self.own
            self.areas[area.key] = Area(area.title, is_own=is_own)
            self.ranks[area.key] = []
        return self.areas[area.key]

    def _put(self, area: AreaView, row: BoardRow, rank: int) -> None:
        """A row behind all that come before it."""
        rows, ranks = self._area(area).rows, self.ranks[area.key]
        index = sum(one <= rank for one in ranks)
        rows.insert(index, row)
        ranks.insert(index, rank)

    def _rank(self, zone: ZoneView) -> int:
        """As the look says; else what heads a place, and what is held in a hand, comes first."""
        if zone.family in self.looks.order:
            return self.looks.order[zone.family]
        area = self.area_of[zone.key]
        return -1 if zone.form is ZoneForm.HAND or (area.sort == AreaSort.PLACE and zone.room == 1) else LAST - 1

    # ---- zones

    def _add(self, zone: ZoneView) -> None:
        if zone.key in self.in_maps:
            return
        area = self.area_of[zone.key]
        if zone.family in self.looks.aside and not self.whole:
            self._count(area, "aside", zone)
            return
        zones = map_of(self.view, zone)
        if zones:
            self._add_map(zone, zones)
            return
        notes = self._notes(zone)
        is_place = area.sort == AreaSort.PLACE and area.of is not None and area.of.key == zone.key
        if area.sort == AreaSort.PART:
            self._area(area)  # a region is drawn even if nothing lies there
        if area.sort == AreaSort.SHARED and zone.cards and not notes and _are_hidden(zone.cards):
            self._count(area, "piles", zone)
        elif zone.cards or notes or is_place:
            row = self._row(zone, is_place, notes)
            self._put(area, row, self._rank(zone))

    def _count(self, area: AreaView, label: str, zone: ZoneView) -> None:
        """A zone of which only the number of its cards is told."""
        if zone.count:
            self.counted.setdefault(area.key, {}).setdefault(label, []).append(zone)

    def _row(self, zone: ZoneView, is_place: bool, notes: list[str]) -> BoardRow:
        told = self._items(zone, is_place)
        items = (*(text for text, _ in told), *notes)
        fresh = frozenset(number for number, (_, fresh) in enumerate(told) if fresh)
        facts = (*zone.facts, *(fact for card in zone.cards for fact in card.facts))
        is_changed = bool(fresh) or zone.key in self.changes.things or self._are_changed(facts)
        if is_changed and not fresh and (notes or not told):
            fresh = frozenset([len(told)])  # nothing has come: what is now so of the zone is new
        return BoardRow("" if is_place else self._label(zone), items or ("empty",), (), is_place, fresh, is_changed)

    def _label(self, zone: ZoneView) -> str:
        return self.looks.zones.get(zone.family, zone.label)

    def _notes(self, zone: ZoneView) -> list[str]:
        """What is so of a zone, how full it is, and what is remembered of its cards."""
        states = [name.replace("_", " ") for name in zone.states if self.whole or name not in self.looks.hidden]
        cards = [f"{text} ({_named(card)})" for card in zone.cards for text in self._facts_of(card.facts)]
        return [*self._filled(zone), *self._facts_of(zone.facts), *states, *cards]

    def _filled(self, zone: ZoneView) -> list[str]:
        """How full a zone is, where something says how much is enough, or it has room for several."""
        if zone.limit or (zone.count and zone.room not in (None, 1, zone.count)):
            return [f"{zone.count} of {self.looks.count(zone.limit or zone.room or 0, self.looks.nouns[zone.family])}"]
        return ["full"] if zone.count and zone.room == zone.count != 1 else []

    def _add_map(self, zone: ZoneView, zones: list[ZoneView]) -> None:
        keys = {one.key for one in zones}
        inside = [one for one in self.view.zones if one.parent is not None and one.parent.key in keys]
        self.in_maps |= {*keys, *(one.key for one in inside)}
        if zone.owner not in (None, self.own) and not any(one.cards for one in (*zones, *inside)):
            return
        texts = [
            " ".join(filter(None, (contents_of(other, self.names) for other in (one, *_inside(one, inside))))) for one in zones
        ]
        lines = tuple(draw_map(zones, texts, self.width))
        label = self.looks.zones.get(zone.family, zone.family.replace("_", " "))
        is_changed = self.changes.has_any(one.key for one in (*zones, *inside))
        row = BoardRow(label, (), lines, is_changed=is_changed) if zone.size else BoardRow(label, lines, is_changed=is_changed)
        self._put(self.area_of[zone.key], row, self._rank(zone))

    def _items(self, zone: ZoneView, is_place: bool) -> list[tuple[str, bool]]:
        """What lies in a zone, each with whether it is new there."""
        if zone.cards and _are_hidden(zone.cards):
            return [(text, False) for text in self._backs(zone.cards)]
        cards = self.looks.side_by_side(zone) if zone.form is ZoneForm.HAND else zone.cards
        texts = [(self._card_text(card, zone.owner), card.key in self.changes.things) for card in cards]
        items = [(text, [fresh for _, fresh in same]) for text, same in groupby(texts, key=lambda one: one[0])]
        told = [(text if len(fresh) == 1 else f"{len(fresh)} × {text}", any(fresh)) for text, fresh in items]
        if self.whole or is_place or zone.owner == self.own:
            return told
        left = sum(len(fresh) for _, fresh in items[MOST_ITEMS:])
        return [*told[:MOST_ITEMS], (f"and {left} more", False)] if left else told

    def _backs(self, cards: Sequence[CardView]) -> list[str]:
        """How many there are of each back, where those are few."""
        backs = Counter(card.name for card in cards)
        if len(backs) > MOST_BACKS:
            return [self.looks.count(len(cards), "card")]
        return [self.looks.count(number, back) for back, number in backs.items()]

    def _card_text(self, card: CardView, owner: str | None) -> str:
        """A card as its name with its numbers, or as its back; in brackets when it lies face down."""
        whose = f"{self.names[card.owner]}'s " if card.owner is not None and card.owner != owner else ""
        shown = " ".join(filter(None, (_named(card), self.looks.behind(card))))
        text = f"({shown})" if card.face == "down" or not card.is_seen else shown
        return f"{whose}{text}{' underneath' if card.is_under else ''}"

    # ---- players and members

    def _add_player(self, area: AreaView) -> None:
        """What a player has; the score, if that of everybody is known and not everybody has none yet."""
        player = next(one for one in self.view.players if area.of is not None and one.key == area.of.key)
        for row in self._facts_row("has", player.facts):
            self._put(area, row, LAST)
        scores = [one.score for one in self.view.players]
        is_scored = None not in scores and any(scores)
        told = [f"with {listed(partners)}"] if (partners := self._partners(player)) else []
        self._area(area).note = " · ".join([*told, *([f"score {player.score}"] if is_scored else [])])

    def _partners(self, player: PlayerView) -> list[str]:
        """Who wins and loses with a player, where there are teams."""
        teams, seats = self.looks.teams, self.view.players
        own = [one.key for one in seats].index(player.key)
        return [one.name for seat, one in enumerate(seats) if teams and seat != own and (seat - own) % teams == 0]

    def _add_member(self, member: MemberView) -> None:
        """Facts about a member of a type: at its part of the table, or one below the other where they have none."""
        parts = [area for area in self.view.areas if area.sort is AreaSort.PART]
        part = next((area for area in parts if area.of and area.of.key == member.key), None)
        if part is not None and part.key in self.areas:
            rows = self.areas[part.key].rows
            rows += self._facts_row("has", member.facts) or ([] if rows else [NOTHING_THERE])
            return
        is_counted = any(fact.sort != "flag" for one in self.view.members if one.type == member.type for fact in one.facts)
        nothing = [BoardRow(member.name, ("-",))] if is_counted else []
        rows = self._facts_row(member.name, member.facts) or nothing
        if rows:
            area = next(one for one in self.view.areas if one.key == f"a-members-{member.type}")
            self._area(area).rows += rows

    # ---- facts

    def _facts_row(self, label: str, facts: tuple[Fact, ...]) -> list[BoardRow]:
        told = [(text, self._are_changed([fact])) for fact in facts for text in self._facts_of([fact])]
        fresh = frozenset(number for number, (_, is_fresh) in enumerate(told) if is_fresh)
        changed = self._are_changed(facts)
        return [BoardRow(label, tuple(text for text, _ in told), fresh=fresh, is_changed=changed)] if told else []

    def _are_changed(self, facts: Iterable[Fact]) -> bool:
        return any((fact.name, fact.of.key if fact.of is not None else None) in self.changes.facts for fact in facts)

    def _facts_of(self, facts: Iterable[Fact]) -> list[str]:
        """Nothing of what is not so, nor of a number that is 0; of a counter always how much."""
        shown = [fact for fact in facts if self.whole or fact.name not in self.looks.hidden]
        told = [fact for fact in shown if fact.value not in (None, 0) or fact.sort == "counter"]
        return [self.looks.called(fact) + ("" if fact.value is True else f" {fact.words}") for fact in told]


def _inside(zone: ZoneView, inside: list[ZoneView]) -> list[ZoneView]:
    return [one for one in inside if one.parent is not None and one.parent.key == zone.key]


def _named(card: CardView) -> str:
    return card.name if card.value is None else f"{card.name} {card.value}"


def _are_hidden(cards: tuple[CardView, ...]) -> bool:
    """Whether nothing but their backs is known."""
    return all(not card.is_seen and card.face is None for card in cards)
