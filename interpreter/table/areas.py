"""Which zones belong together on a table, told from what they are declared to belong to.

Places that are counted stand in a row, each with what lies at it; parts belong to a member of a type; then what is shared, and
every player's own. The same for every viewer, and the same during a whole game.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from ..engine.texts import name_of_second, zone_names
from ..engine.world import World
from ..model.definition import Family
from ..telling.entries import Thing
from ..telling.things import member_thing, player_thing, zone_key, zone_thing
from .view import AreaSort, AreaView, ZoneForm

FEWEST_SPACES = 3  # fewer named zones are places, not a track
_ORDER = tuple(AreaSort)

About = tuple[Any, ...]  # the sort of an area, with the player, the zone, the type and its member, or the type


def form_of(family: Family) -> ZoneForm:
    """How cards lie in a zone: as a hand, a pile or a row, by what follows from its form; or on a grid or track of zones."""
    if family.size:
        return ZoneForm.GRID
    if len(family.ids) >= FEWEST_SPACES:
        return ZoneForm.TRACK
    form = family.form
    return ZoneForm.PILE if form.is_stacked else ZoneForm.HAND if form.is_mixed else ZoneForm.ROW


def label_of(world: World, zone: int) -> str:
    """What a zone is called within its area."""
    entry = world.zones[zone]
    family = world.definition.families[entry.family]
    if family.pairs is not None:
        return name_of_second(world, entry, family.pairs)
    if family.ids:
        return family.ids[entry.index].replace("_", " ")
    words = family.name.replace("_", " ")
    return f"{words} {entry.index + 1}" if family.count is not None else words


def parent_of(world: World, seats: tuple[str, ...], zone: int) -> Thing | None:
    """The player, zone or member that a zone belongs to."""
    entry = world.zones[zone]
    per = world.definition.families[entry.family].per
    if entry.parent is None:
        return None
    if per.is_player:
        return player_thing(seats, entry.parent)
    if per.is_member:
        return member_thing(world, world.definition.types[per.number].name, entry.parent)
    return zone_thing(world, seats, entry.parent)


def about(world: World, zone: int) -> About:
    """What a zone belongs to: a player, a part of the table, one of several places, or everybody."""
    entry = world.zones[zone]
    family = world.definition.families[entry.family]
    if family.per.is_player:
        return (AreaSort.PLAYER, entry.parent)
    if family.per.is_member:
        return (AreaSort.PART, world.definition.types[family.per.number].name, entry.parent)
    if entry.parent is not None:
        return about(world, entry.parent)
    return (AreaSort.PLACE, zone) if family.count is not None else (AreaSort.SHARED,)


@lru_cache(maxsize=256)
def areas_of(world: World, seats: tuple[str, ...]) -> tuple[AreaView, ...]:
    """All areas, those of one sort together: every player has one, and every type that something is remembered of."""
    zones_of: dict[About, list[int]] = {(AreaSort.PLAYER, player): [] for player in range(world.players)}
    for zone in (one for one in range(len(world.zones)) if one not in world.paired):
        zones_of.setdefault(about(world, zone), []).append(zone)
    for type in world.definition.types:
        if any((AreaSort.PART, type.name, member) not in zones_of for member in range(len(type.ids))):
            zones_of[(AreaSort.MEMBERS, type.name)] = []
    order = sorted(zones_of, key=lambda one: (_ORDER.index(one[0]), *one[1:]))
    return tuple(_area(world, seats, one, tuple(zones_of[one])) for one in order)


def _area(world: World, seats: tuple[str, ...], of: About, zones: tuple[int, ...]) -> AreaView:
    keys = tuple(zone_key(zone) for zone in zones)
    if of[0] == AreaSort.PLAYER:
        thing: Thing | None = player_thing(seats, of[1])
    elif of[0] == AreaSort.PART:
        thing = member_thing(world, of[1], of[2])
    else:
        thing = zone_thing(world, seats, of[1]) if of[0] == AreaSort.PLACE else None
    key = thing.key if thing is not None and thing.key is not None else "-".join(of)
    return AreaView(f"a-{key}", of[0], _title(world, seats, of), thing, keys)


def _title(world: World, seats: tuple[str, ...], of: About) -> str:
    if of[0] == AreaSort.PLAYER:
        return seats[of[1]]
    if of[0] == AreaSort.PART:
        return next(one for one in world.definition.types if one.name == of[1]).names[of[2]]
    if of[0] == AreaSort.MEMBERS:
        return str(of[1]).replace("_", " ")
    return zone_names(world, seats)[of[1]] if of[0] == AreaSort.PLACE else "table"
