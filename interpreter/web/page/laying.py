"""Zones as they lie on the table: hands, piles, rows, columns, slots, boards and tracks.

Takes zones of a view; returns zones of a page, several of them as one where they are a board or a track. What can be picked
in a pile is spread out for as long.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from operator import is_not

from ... import ir
from ...table.appearance import Looks
from ...table.view import CardView, View, ZoneView
from .design import Design
from .faces import Faces
from .parts import Chip, DrawnZone

Form = tuple[str, bool]  # a form, and whether it is a place of which more zones are part
Laid = dict[str, tuple[tuple[ZoneView, ...], Form, DrawnZone]]  # by key: what of a view was laid out, in which form, and how
WHOLE = ("board", "track")  # forms of several zones together


class Laying:
    """Lays out the zones of one view. `wanted` are keys of things that can be picked now, `laid` zones as they were laid out
    for the same viewer before: one that is the same in the view lies the same."""

    def __init__(
        self, view: View, design: Design, looks: Looks, faces: Faces, wanted: Collection[str], laid: Laid
    ) -> None:
        self.design = design
        self.looks = looks
        self.faces = faces
        self.wanted = wanted
        self.laid = laid
        self.groups: dict[tuple[str, str | None], list[ZoneView]] = {}
        self.inside: dict[str, list[ZoneView]] = {}
        boards = set()
        for zone in view.zones:
            parent = zone.parent.key if zone.parent is not None else None
            if design.forms[zone.family] in WHOLE:
                self.groups.setdefault((zone.family, parent), []).append(zone)
                boards.add(zone.key)
            elif parent in boards:
                self.inside.setdefault(parent or "", []).append(zone)
        self.within = {zone.key for zones in self.inside.values() for zone in zones}

    def is_inside(self, zone: ZoneView) -> bool:
        """Whether it is drawn within a space of a board or a track."""
        return zone.parent is not None and zone.key in self.within

    def together(self, zone: ZoneView) -> list[ZoneView]:
        """All zones that are drawn as one with this one, also those within."""
        if self.design.forms[zone.family] not in WHOLE:
            return [zone]
        zones = self.groups[zone.family, zone.parent.key if zone.parent is not None else None]
        return [*zones, *(one for cell in zones for one in self.inside.get(cell.key, ()))]

    def zone(self, zone: ZoneView, is_place: bool = False) -> DrawnZone:
        if self.design.forms[zone.family] in WHOLE:
            return self._whole(zone)
        return self._single(zone, is_place)

    # ---- one zone

    def _single(self, zone: ZoneView, is_place: bool) -> DrawnZone:
        form = self.form(zone)
        return self._as_before((zone,), (form, is_place), lambda: self._laid_out(zone, form, is_place))

    def _as_before(self, shown: tuple[ZoneView, ...], form: Form, lay: Callable[[], DrawnZone]) -> DrawnZone:
        """What lies there, from before if nothing of it has changed."""
        had = self.laid.get(shown[0].key)
        if had is None or had[1] != form or len(had[0]) != len(shown) or any(map(is_not, had[0], shown)):
            had = self.laid[shown[0].key] = shown, form, lay()
        return had[2]

    def _laid_out(self, zone: ZoneView, form: str, is_place: bool) -> DrawnZone:
        place = self.place(zone)
        cards, can_open = self._shown(zone, form)
        return DrawnZone(
            key=zone.key,
            form=form,
            label="" if is_place else self.looks.zones.get(zone.family, zone.label),
            place=place,
            count=zone.count,
            cards=self.faces.cards(zone, cards, place, form in ("row", "column") and zone.count > 1),
            notes=tuple(self._notes(zone)),
            is_small=zone.family in self.design.small,
            is_of_pieces=zone.family in self.design.of_pieces,
            can_open=can_open,
            is_place=is_place,
        )

    def form(self, zone: ZoneView) -> str:
        form = self.design.forms[zone.family]
        if form == "pile" and any(card.key in self.wanted for card in zone.cards):
            return "row"
        return form

    def _shown(self, zone: ZoneView, form: str) -> tuple[tuple[CardView, ...], bool]:
        """The cards that are drawn, and whether there are more that one may look at."""
        if form == "pile":
            seen = any(card.is_seen for card in zone.cards[1:])
            return zone.cards[:1], seen
        if form == "hand":
            return self.looks.side_by_side(zone), False
        return zone.cards, False

    def place(self, zone: ZoneView) -> str:
        """What a zone is called aloud: `your hand`, `Bo’s ship`, `head of column 1`; of a board, by column and row."""
        label = self.looks.zones.get(zone.family, zone.label)
        if zone.parent is not None and zone.parent.sort == ir.ThingSort.PLAYER:
            whose = "your" if zone.owner == self.faces.own else f"{zone.parent.name}’s"
            label = f"{whose} {label}"
        elif zone.cell is None:
            return self.design.aloud(zone.name)
        return label if zone.cell is None else "{}, column {} row {}".format(label, *zone.cell)

    def _notes(self, zone: ZoneView) -> Iterator[Chip]:
        """What is so of a zone, and how full it is."""
        if zone.limit:
            yield Chip("full" if zone.count >= zone.limit else f"{zone.count} of {zone.limit}")
        elif zone.room not in (None, 1) and zone.count:
            yield Chip("full" if zone.count == zone.room else f"{zone.count} of {zone.room}")
        yield from self.faces.tags(zone.facts)
        is_free = zone.cell is not None and not zone.count  # of a board: that nothing lies there is seen
        for name in () if is_free else zone.states:
            if name not in self.looks.hidden:
                yield Chip(name.replace("_", " "), key=name)

    # ---- boards and tracks

    def _whole(self, zone: ZoneView) -> DrawnZone:
        zones = self.groups[zone.family, zone.parent.key if zone.parent is not None else None]
        form = self.design.forms[zone.family]
        label = self.looks.zones.get(zone.family, zone.family.replace("_", " "))
        size = zone.size or (len(zones), 1)
        ordered = _rows_from_the_north(zones, size[0]) if form == "board" and zone.size else zones
        return DrawnZone(
            key=f"g{zone.key}",
            form=form,
            label=label,
            place=label,
            count=sum(one.count for one in zones),
            cells=tuple(self._cell(one) for one in ordered),
            columns=size[0],
            is_small=zone.family in self.design.small,
            is_of_pieces=zone.family in self.design.of_pieces,
        )

    def _cell(self, zone: ZoneView) -> DrawnZone:
        within = tuple(self.inside.get(zone.key, ()))
        return self._as_before((zone, *within), ("cell", False), lambda: self._laid_cell(zone, within))

    def _laid_cell(self, zone: ZoneView, within: tuple[ZoneView, ...]) -> DrawnZone:
        """A space, with all that lies in it or in zones within it."""
        place = self.place(zone)
        cards = self.faces.cards(zone, zone.cards, place, False)
        inner = [card for one in within for card in self.faces.cards(one, one.cards, self.place(one), False)]
        notes = [chip for one in (zone, *within) for chip in self._notes(one)]
        label = "" if zone.cell is not None else zone.label
        cells = tuple(DrawnZone(one.key, "inner", one.label, self.place(one), one.count) for one in within)
        return DrawnZone(zone.key, "cell", label, place, zone.count, (*cards, *inner), tuple(notes), cells)


def _rows_from_the_north(zones: list[ZoneView], columns: int) -> list[ZoneView]:
    """Cells are counted from the south; a page is read from the north."""
    rows: Iterable[list[ZoneView]] = [zones[start : start + columns] for start in range(0, len(zones), columns)]
    return [zone for row in reversed(list(rows)) for zone in row]
