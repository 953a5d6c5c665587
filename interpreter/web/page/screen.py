"""What the page of one viewer shows, and what has changed on it since.

Takes a match after every answer; returns messages of plain data for that page: parts of HTML by their ids, new lines of the
log, flights of cards, and what the viewer may answer. Remembers what the page has, and nothing of the game.
"""

from __future__ import annotations

from typing import Any

from ...game import Game
from ...table.log import LogLine
from ...table.match import Match
from ...table.view import View
from ...telling.entries import Entry
from .arranging import arrange
from .design import design_of
from .drawing import drawn, drawn_area, drawn_header, drawn_zone
from .laying import Laid
from .lines import drawn_line
from .motion import entries_of, flights, spoken_at, stirred, zones_in
from .offer_panel import OfferPanel, drawn_on, offer_of, own_decision, wanted_in
from .outcome import ending
from .pages import document
from .parts import DrawnArea, Page

Message = dict[str, Any]


class PageScreen:
    """One viewer's page; `seat` is none for whoever looks on."""

    def __init__(self, game: Game, seat: str | None) -> None:
        self.game = game
        self.seat = seat
        self._chapters = 0
        self._lines = 0
        self._read = 0
        self._used: set[str] = set()
        self._has: dict[str, Any] = {}
        self._laid: Laid = {}
        self._frame: Any = None

    def document(self, base: str = "/static", kind: str = "table") -> str:
        """What a browser loads first: nothing of the game but its name. `kind` is table or replay."""
        return document(self.game, base, kind)

    # ---- messages

    def whole(self, match: Match) -> Message:
        """Everything: after joining, a gap, undo or a restart."""
        self._used, self._has, self._laid, self._chapters, self._lines, self._read = set(), {}, {}, 0, 0, 0
        message = self._message(match)
        del message["moves"], message["stirs"], message["says"]
        return {"frame": self._frame, **message}

    def update(self, match: Match) -> Message:
        """What one answer has changed."""
        frame = self._frame
        message = self._message(match)
        return message if frame == self._frame else {"frame": self._frame, **message}

    def opened(self, match: Match, zone: str) -> str:
        """All cards of a zone that the viewer may look at."""
        view = match.view(self.seat, is_told=False)
        everything = frozenset(card.key for card in view.cards if card.key is not None)
        page = arrange(view, match.definition, self._used, everything, {})
        areas = _areas(page)
        zones = [one for area in areas for row in area.rows for one in row if one.key == zone]
        return drawn("opened.html", zone=zones[0]) if zones else ""

    # ---- making them

    def _message(self, match: Match) -> Message:
        viewer = None if self.seat is None else match.seats.index(self.seat)
        entries = self._new_entries(match, viewer)
        lines = self._new_lines(match)
        view = match.view(self.seat, is_told=False)
        self._used |= zones_in(entries)
        page = arrange(view, match.definition, self._used, wanted_in(own_decision(view)), self._laid)
        offer, decision = offer_of(view, drawn_on(page), design_of(match.definition).aloud)
        self._frame = _frame(page)
        return {
            "parts": self._changed(page, offer, view, match),
            "log": self._told(lines, viewer, match.seats),
            "moves": flights(entries),
            "stirs": stirred(entries),
            "says": spoken_at(lines, viewer),
            "decision": decision,
        }

    def _new_entries(self, match: Match, viewer: int | None) -> list[Entry]:
        chapters = match.journal.chapters
        new = chapters[self._chapters :]
        self._chapters = len(chapters)
        return entries_of(new, viewer)

    def _new_lines(self, match: Match) -> list[LogLine]:
        lines = match.log
        new = lines[self._lines :]
        self._lines = len(lines)
        return new

    def _told(self, lines: list[LogLine], viewer: int | None, seats: tuple[str, ...]) -> list[str]:
        found = []
        for line in lines:
            words = line.seen_by(viewer)
            if words:
                self._read += 1
                found.append(drawn_line(self._read, words, line, seats))
        return found

    def _changed(self, page: Page, offer: OfferPanel, view: View, match: Match) -> dict[str, str]:
        """Every part that the page does not have like this."""
        parts: dict[str, Any] = {"bar": (page.title, page.facts), **{area.key: area for area in _areas(page)}}
        parts["aside"] = page.aside
        parts["offer"] = (offer, ending(match, self.seat)) if view.over else (offer, None)
        had, self._has = self._has, parts
        changed: dict[str, str] = {}
        for id, shown in parts.items():
            if isinstance(shown, DrawnArea):
                changed |= _changed_in(had.get(id), shown)
            elif had.get(id) != shown:
                changed[id] = _drawn_part(id, shown)
        return changed


def _areas(page: Page) -> list[DrawnArea]:
    return [*page.others, *(area for row in page.centre for area in row), *([page.own] if page.own else [])]


def _changed_in(old: DrawnArea | None, new: DrawnArea) -> dict[str, str]:
    """Where the same zones stand as before, those that look otherwise; else the whole area."""
    if old == new:
        return {}
    if old is None or old.key != new.key or old.lines != new.lines or _places(old) != _places(new):
        return {new.key: drawn_area(new)}
    pairs = [pair for rows in zip(old.rows, new.rows, strict=True) for pair in zip(*rows, strict=True)]
    zones = {now.key: str(drawn_zone(now)) for before, now in pairs if before != now}
    return zones if old.head == new.head else {f"d-{new.key}": str(drawn_header(new)), **zones}


def _places(area: DrawnArea) -> list[list[str]]:
    return [[zone.key for zone in row] for row in area.rows]


def _drawn_part(id: str, shown: Any) -> str:
    if id == "bar":
        return drawn("bar.html", title=shown[0], facts=shown[1])
    if id == "aside":
        return drawn("aside.html", aside=shown)
    return drawn("offer.html", offer=shown[0], ending=shown[1])


def _frame(page: Page) -> dict[str, Any]:
    """Where every part stands, by their ids."""
    return {
        "others": [area.key for area in page.others],
        "centre": [[[area.key, area.sort] for area in row] for row in page.centre],
        "own": page.own.key if page.own else None,
    }
