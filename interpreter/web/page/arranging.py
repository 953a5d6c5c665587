"""Where everything stands on a page: the others above, what is shared between, one's own below.

Takes a view and the design of the game; returns a page. Zones and areas follow the rows of `look`, and what nobody mentioned
comes after. A zone is drawn from the first time that something lies in it, and stays.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import partial

from ...model.definition import Definition
from ...table.appearance import TURN_OF, Looks, looks_of
from ...table.view import AreaSort, AreaView, Fact, PlayerView, View, ZoneView
from .design import Design, design_of
from .faces import Faces, initials_of
from .gatherings import Gatherings
from .laying import WHOLE, Laid, Laying
from .parts import Chip, DrawnArea, DrawnZone, Icon, Page

LAST = 1_000_000


def arrange(view: View, definition: Definition, used: Collection[str], wanted: Collection[str], laid: Laid) -> Page:
    """`used` are zones in which something has ever lain, and what is alone in its part of the table shows from the beginning;
    `wanted` are things that can be picked now, `laid` zones as they were laid out for this viewer before."""
    return _Arranging(view, definition, used, wanted, laid).page()


class _Arranging:
    def __init__(
        self, view: View, definition: Definition, used: Collection[str], wanted: Collection[str], laid: Laid
    ) -> None:
        self.view = view
        self.design: Design = design_of(definition)
        self.looks = looks_of(definition)
        self.own = next((player.key for player in view.players if player.name == view.seat), None)
        names = {player.key: player.name for player in view.players}
        self.faces = Faces(self.design, self.looks, names, self.own)
        self.laying = Laying(view, self.design, self.looks, self.faces, wanted, laid)
        initials = [initials_of(one.name, names.values()) for one in view.players]
        self._facts = partial(_drawn_facts, self.design, self.looks)
        self.gatherings = Gatherings(self.design, self.looks, view.players, initials, self._facts)
        self.zones = {zone.key: zone for zone in view.zones}
        lonely = (area.zones for area in view.areas if area.sort == AreaSort.PART and len(area.zones) == 1)
        self.used = {*used, *(key for zones in lonely for key in zones)}
        self.asked = {one.seat for one in view.decisions}
        self.tells_scores = self.design.tells_score and all(player.score is not None for player in view.players) and any(
            player.score for player in view.players
        )

    def page(self) -> Page:
        players = [self._player(player) for player in self._seated()]
        facts = tuple(self._facts(fact for fact in self.view.facts if fact.name != TURN_OF))
        return Page(
            title=self.design.name,
            facts=facts,
            others=tuple(area for area in players if not area.is_own),
            centre=self._centre(),
            own=next((area for area in players if area.is_own), None),
            aside=tuple(self._aside(area for area in self.view.areas if area.sort != AreaSort.PLAYER)),
        )

    # ---- players

    def _seated(self) -> list[PlayerView]:
        """As they sit, beginning with whoever looks."""
        players = list(self.view.players)
        first = next((number for number, one in enumerate(players) if one.key == self.own), 0)
        return [*players[first:], *players[:first]]

    def _player(self, player: PlayerView) -> DrawnArea:
        area = next(one for one in self.view.areas if one.sort == AreaSort.PLAYER and one.of and one.of.key == player.key)
        score = [Chip("score", str(player.score), "", "score")] if self.tells_scores else []
        aside = [Chip(chip.label, chip.value, "", chip.key) for chip in self._aside([area])]
        return DrawnArea(
            key=area.key,
            sort=AreaSort.PLAYER,
            title=player.name,
            thing=player.key,
            chips=(*score, *self._facts(player.facts), *aside),
            rows=self._rows([self.zones[key] for key in area.zones], self.design.seat),
            seat=player.key[1:],
            is_own=player.key == self.own,
            is_turn=player.key == self.view.turn and not self.view.over,
            is_asked=player.name in self.asked,
        )

    # ---- the middle

    def _centre(self) -> tuple[tuple[DrawnArea, ...], ...]:
        """Rows as the look says: areas of places and parts by their family or type, shared zones by theirs."""
        order = {name: number for number, row in enumerate(self.design.table) for name in row}
        rows: dict[int, list[tuple[int, int, DrawnArea]]] = {}
        shared: dict[int, list[ZoneView]] = {}
        for number, area in enumerate(self.view.areas):
            if area.sort in (AreaSort.PLACE, AreaSort.PART):
                name = self._named(area)
                row = order.get(name, -1 if area.sort == AreaSort.PLACE else LAST - 2)
                rows.setdefault(row, []).append((self.looks.order.get(name, LAST), number, self._part(area)))
            elif area.sort == AreaSort.SHARED:
                for key in area.zones:
                    shared.setdefault(order.get(self.zones[key].family, LAST - 1), []).append(self.zones[key])
            elif area.sort == AreaSort.MEMBERS and (members := self._members(area)):
                rows.setdefault(LAST, []).append((LAST, number, members))
        for row, zones in shared.items():
            laid = self._rows(zones, self.design.table)
            if laid:
                place = min(self.looks.order.get(zone.family, LAST) for zone in zones)
                key = f"a-shared-{row if row < LAST - 2 else 'rest'}"
                whole = DrawnArea(key, AreaSort.SHARED, "table", rows=(sum(laid, ()),))
                rows.setdefault(row, []).append((place, -1, whole))
        drawn = [tuple(area for _, _, area in sorted(rows[row], key=lambda one: one[:2])) for row in sorted(rows)]
        return tuple(drawn)

    def _named(self, area: AreaView) -> str:
        """By which name of the look an area has its place."""
        assert area.of is not None and area.of.key is not None
        if area.sort == AreaSort.PLACE:
            return self.zones[area.of.key].family
        return area.of.key.removeprefix("m-").rpartition("-")[0]

    def _part(self, area: AreaView) -> DrawnArea:
        """A place, or what belongs to a member of a type."""
        assert area.of is not None
        key = area.of.key
        member = next((one for one in self.view.members if one.key == key), None)
        zones = [self.zones[key] for key in area.zones]
        if area.sort == AreaSort.PLACE:
            zones.sort(key=lambda zone: (zone.room != 1, zone.key != key, self.looks.order.get(zone.family, LAST)))
        sign = self.design.sign_of(member.key, member.row) if member is not None else None
        laid = self._rows(zones, self.design.table, always=area.of.key)
        return DrawnArea(
            key=area.key,
            sort=area.sort,
            title=area.title,
            thing=area.of.key or "",
            icon=Icon(sign.icon, "", sign.colour) if sign else None,
            chips=(*self.gatherings.costs(member), *self._facts(member.facts)) if member is not None else (),
            rows=laid,
        )

    def _members(self, area: AreaView) -> DrawnArea | None:
        """What is told of members that have no part of the table."""
        type = area.key.removeprefix("a-members-")
        parts = {area.of.key for area in self.view.areas if area.sort == AreaSort.PART and area.of is not None}
        members = [one for one in self.view.members if one.type == type and one.key not in parts]
        lines = self.gatherings.lines(members)
        return DrawnArea(area.key, AreaSort.MEMBERS, area.title, lines=lines) if lines else None

    # ---- zones of an area

    def _rows(
        self, zones: Iterable[ZoneView], wanted: tuple[tuple[str, ...], ...], always: str | None = None
    ) -> tuple[tuple[DrawnZone, ...], ...]:
        """Zones in the rows of the look; those that it does not name come in the last row. At a place they keep their order."""
        row_of = {name: number for number, row in enumerate(wanted) for name in row}
        rows: dict[int, list[tuple[int, DrawnZone]]] = {}
        drawn: set[tuple[str, str | None]] = set()
        for zone in zones:
            if zone.family in self.looks.aside or self.laying.is_inside(zone):
                continue
            group = (zone.family, zone.parent.key if zone.parent is not None else None)
            if self.design.forms[zone.family] in WHOLE:
                if group in drawn:
                    continue
                drawn.add(group)
            if zone.key != always and not self._shows(zone):
                continue
            row = row_of.get(zone.family, max(0, len(wanted) - 1))
            laid = self.laying.zone(zone, zone.key == always)
            rank = 0 if always in self.zones else self.looks.order.get(zone.family, LAST)
            rows.setdefault(row, []).append((rank, laid))
        return tuple(tuple(zone for _, zone in sorted(rows[row], key=lambda one: one[0])) for row in sorted(rows))

    def _shows(self, zone: ZoneView) -> bool:
        """A board from the beginning, anything else once something lies in it or it can be picked."""
        together = self.laying.together(zone)
        return self.design.forms[zone.family] == "board" or any(
            one.count or one.key in self.used or one.key in self.laying.wanted for one in together
        )

    def _aside(self, areas: Iterable[AreaView]) -> Iterable[Chip]:
        for area in areas:
            for key in area.zones:
                zone = self.zones[key]
                if zone.family in self.looks.aside and zone.count:
                    yield Chip(self.looks.zones.get(zone.family, zone.label), str(zone.count), "", zone.key)


def _drawn_facts(design: Design, looks: Looks, facts: Iterable[Fact]) -> Iterable[Chip]:
    """Counters always; flags that are so; anything else when it is something."""
    for fact in facts:
        if fact.name in looks.hidden or (fact.value in (None, 0, False) and fact.sort != "counter"):
            continue
        words = "" if fact.value is True else design.aloud(fact.words)
        yield Chip(looks.called(fact), words, design.icons.get(fact.name, ""), fact.name)
