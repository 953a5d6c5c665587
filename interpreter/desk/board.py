"""The table as areas and rows, ready to be drawn.

Takes a match and a seat; returns what that seat sees, sorted by what belongs together: places in a row with what lies at each,
the named parts of the table, what is shared, and every player's own things. Knows no game and no screen.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from ..engine.state import State
from ..engine.texts import Speaker
from ..engine.world import World
from ..model.definition import Members, Variable
from ..table.match import Match
from .maps import contents_of, draw_map, map_of

MOST_ITEMS = 10  # of a zone that is not one's own; the rest is counted

# What an area is about: ("player", 0), ("place", zone), ("part", type, member), ("members", type), ("shared",).
Key = tuple[Any, ...]
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


NOTHING_THERE = Row("", ("empty",))


@dataclass
class Area:
    title: str
    rows: list[Row] = field(default_factory=list)
    is_own: bool = False


@dataclass
class Board:
    """Everything a seat sees: the facts of the whole game, and areas in bands that belong side by side."""

    facts: tuple[str, ...]
    bands: list[list[Area]]

    @property
    def areas(self) -> Iterator[Area]:
        return (area for band in self.bands for area in band)

    def rows(self) -> dict[tuple[str, str], Row]:
        """Every row by the title of its area and its label."""
        return {(area.title, row.label): row for area in self.areas for row in area.rows}


def board(match: Match, seat: str, width: int = 80, whole: bool = False) -> Board:
    """The table as this seat sees it, for a screen of this width; `whole` leaves nothing out."""
    return _Drawing(match, seat, width, whole).board()


class _Drawing:
    def __init__(self, match: Match, seat: str, width: int, whole: bool) -> None:
        self.state: State = match.state
        self.world: World = match.state.world
        self.definition = match.definition
        self.seats = match.seats
        self.seat = seat
        self.width = width
        self.whole = whole
        self.view = match.view(seat)
        self.speaker = Speaker(match.state, match.seats, match.seats.index(seat))
        self.names = list(self.view["zones"])
        self.counters = {variable.name for variable in self.definition.variables if variable.is_counter}
        self.found: dict[Key, Area] = {}
        self.in_maps: set[int] = set()
        self.piles: list[str] = []

    def board(self) -> Board:
        for zone in range(len(self.names)):
            self._add(zone)
        if self.piles:
            self._area(("shared",)).rows.append(Row("piles", tuple(self.piles)))
        for player, seat in enumerate(self.seats):
            self._area(("player", player)).rows += self._facts_of("player", seat, "has")
        for type in self.definition.types:
            self._add_members(type)
        keys = sorted(self.found, key=self._order)
        bands = [[self.found[key] for key in keys if key[0] == band and self.found[key].rows] for band in BANDS]
        return Board(self._facts(), [band for band in bands if band])

    def _order(self, key: Key) -> Key:
        """Places and parts in the order of their tables, players as they sit, beginning with the one who looks."""
        if key[0] == "player":
            return (key[0], (key[1] - self.seats.index(self.seat)) % len(self.seats))
        return key

    # ---- areas

    def _key(self, zone: int) -> Key:
        """What a zone belongs to: a player, a part of the table, one of several places, or everybody."""
        place = self.world.zones[zone]
        family = self.definition.families[place.family]
        if family.per.is_player:
            return ("player", place.parent)
        if family.per.is_member:
            return ("part", self.definition.name_of(family.per), place.parent)
        if place.parent is not None:
            return self._key(place.parent)
        return ("place", zone) if family.count is not None else ("shared",)

    def _area(self, key: Key) -> Area:
        if key not in self.found:
            self.found[key] = Area(self._title(key), is_own=key == ("player", self.seats.index(self.seat)))
        return self.found[key]

    def _title(self, key: Key) -> str:
        if key[0] == "player":
            return self.seats[key[1]]
        if key[0] == "part":
            return next(one for one in self.definition.types if one.name == key[1]).names[key[2]]
        if key[0] == "members":
            return str(key[1]).replace("_", " ")
        return self.names[key[1]] if key[0] == "place" else "table"

    # ---- zones

    def _add(self, zone: int) -> None:
        if zone in self.in_maps:
            return
        drawn = map_of(self.state, zone)
        if drawn is not None:
            self._add_map(zone, drawn)
            return
        cards = self.view["zones"][self.names[zone]]
        notes = self._notes(zone)
        key = self._key(zone)
        if key[0] == "part":
            self._area(key)  # a region is drawn even if nothing lies there
        if key == ("shared",) and cards and not notes and _are_hidden(cards):
            self.piles.append(f"{self._label(zone)} {len(cards)}")
        elif cards or notes or key == ("place", zone):
            upright = key == ("place", zone)
            items = (*self._items(zone, cards), *notes) or ("empty",)
            self._put(key, zone, Row("" if upright else self._label(zone), items, upright=upright))

    def _put(self, key: Key, zone: int, row: Row) -> None:
        """What heads a place, and what is held in a hand, comes first."""
        family = self.definition.families[self.world.zones[zone].family]
        rows = self._area(key).rows
        first = family.form.is_mixed or (key[0] == "place" and family.room == 1)
        rows.insert(0, row) if first else rows.append(row)

    def _add_map(self, zone: int, zones: tuple[int, ...]) -> None:
        inside = [one for one in range(len(self.names)) if self.world.zones[one].parent in zones and self._is_in(one)]
        self.in_maps |= {*zones, *inside}
        owner = self.world.zone_owner(zone)
        if owner not in (None, self.speaker.viewer) and not any(self.state.zones[one] for one in (*zones, *inside)):
            return
        texts = [
            " ".join(filter(None, (contents_of(self.speaker, other) for other in (one, *self._inside(one, inside)))))
            for one in zones
        ]
        family = self.definition.families[self.world.zones[zone].family]
        lines = draw_map(family, texts, self.width)
        label = family.name.replace("_", " ")
        row = Row(label, (), tuple(lines)) if family.size else Row(label, tuple(lines))
        self._put(self._key(zone), zone, row)

    def _is_in(self, zone: int) -> bool:
        """Whether what a zone belongs to is a zone."""
        return self.definition.families[self.world.zones[zone].family].per.is_zone

    def _inside(self, zone: int, inside: list[int]) -> list[int]:
        return [one for one in inside if self.world.zones[one].parent == zone]

    def _label(self, zone: int) -> str:
        place = self.world.zones[zone]
        family = self.definition.families[place.family]
        if family.ids:
            return family.ids[place.index].replace("_", " ")
        words = family.name.replace("_", " ")
        return f"{words} {place.index + 1}" if family.count is not None else words

    def _items(self, zone: int, cards: list[dict[str, Any]]) -> tuple[str, ...]:
        if cards and _are_hidden(cards):
            return (_counted(cards),)
        owner = self.world.zone_owner(zone)
        texts = [_card_text(card, self.seats[owner] if owner is not None else "") for card in cards]
        items = [(text, len(list(same))) for text, same in groupby(texts)]
        told = [text if count == 1 else f"{count} × {text}" for text, count in items]
        if self.whole or self._key(zone) == ("place", zone) or owner == self.speaker.viewer:
            return tuple(told)
        left = sum(count for _, count in items[MOST_ITEMS:])
        return (*told[:MOST_ITEMS], f"and {left} more") if left else tuple(told)

    # ---- facts

    def _facts(self) -> tuple[str, ...]:
        """What is remembered of the whole game."""
        declared = [variable for variable in self.definition.variables if variable.of.is_game]
        return tuple(fact for variable in declared for fact in self._fact(variable, variable.name))

    def _facts_of(self, of: str, name: str, label: str) -> list[Row]:
        """What is remembered of a player or of a member of a type."""
        facts = [
            fact
            for variable in self.definition.variables
            if self.definition.name_of(variable.of) == of
            for fact in self._fact(variable, f"{variable.name} of {name}")
        ]
        return [Row(label, tuple(facts))] if facts else []

    def _add_members(self, type: Members) -> None:
        """Facts about the members of a type: at their part of the table, or one below the other where they have none."""
        noted = [one for one in self.definition.variables if self.definition.name_of(one.of) == type.name]
        is_counted = any(one.type.sort != "flag" for one in noted)
        for member, name in enumerate(type.distinct_names):
            part = ("part", type.name, member)
            if part in self.found:
                rows = self._area(part).rows
                rows += self._facts_of(type.name, name, "has") or ([] if rows else [NOTHING_THERE])
            else:
                nothing = [Row(name, ("-",))] if is_counted else []
                self._area(("members", type.name)).rows += self._facts_of(type.name, name, name) or nothing

    def _notes(self, zone: int) -> list[str]:
        """What is remembered of a zone and of the cards in it."""
        name = self.names[zone]
        found = []
        for variable in self.definition.variables:
            if variable.of.is_zone and zone in self.world.things_of(variable.of):
                found += self._fact(variable, f"{variable.name} of {name}")
        for key in self.view["variables"]:
            named, of, rest = key.partition(" of ")
            thing, where, place = rest.rpartition(f" in {name} at ")
            if of and where and place.isdecimal():
                found += [f"{fact} ({thing})" for fact in self._told(named, self.view["variables"][key])]
        return found

    def _fact(self, variable: Variable, key: str) -> list[str]:
        return self._told(variable.name, self.view["variables"].get(key))

    def _told(self, name: str, value: Any) -> list[str]:
        """Nothing of what is not so, nor of a number that is 0; of a counter always how much."""
        if not value and name not in self.counters:
            return []
        words = "turn of" if name == "active" else name.replace("_", " ")
        return [words if value is True else f"{words} {value}"]


def _are_hidden(cards: list[dict[str, Any]]) -> bool:
    """Whether only their number is known."""
    return all("card" not in card and "face" not in card for card in cards)


def _counted(cards: list[dict[str, Any]]) -> str:
    """Cards that nobody here can see: how many, and of what back."""
    backs = {card["back"] for card in cards}
    noun = backs.pop() if len(backs) == 1 else "card"
    return f"{len(cards)} {noun if len(cards) == 1 else noun + 's'}"


def _card_text(card: dict[str, Any], owner: str) -> str:
    """A card as its name, or as its back; in brackets when it lies face down."""
    name = card.get("name", card.get("back", "card"))
    value = f" {card['value']}" if "value" in card else ""
    whose = f"{card['owner']}'s " if card.get("owner", owner) != owner else ""
    text = f"({name}{value})" if card.get("face") == "down" or "card" not in card else f"{name}{value}"
    return f"{whose}{text}{' underneath' if card.get('under') else ''}"
