"""What lines call places: `the deck`, `column 2`, `Ada's played cards`, `trail t2 of Forest`.

Takes the zones of a table; returns a name for each, without whose it is and with what it is a part of. Options, scenarios and
records know zones by other names, which never change: these are for reading only.
"""

from __future__ import annotations

import re
from functools import lru_cache

from ..engine.texts import name_of_second, zone_names
from ..engine.world import World
from ..model.definition import Definition, Family
from .plurals import as_place, plural

_IS_DONE = re.compile(
    r"(?:un)?(?:drawn|won|lost|taken|bought|sold|kept|spent|thrown|hidden|chosen|laid|held|caught|found|met|built|given|stolen"
    r"|seen|worn|broken|taught|left|dead|free|shown|sown|grown|fallen|hung|sent|dealt|paid|put|eaten|written|driven|sunk|frozen|\w*[^aeiou\W](?<!eed)ed)"
)


@lru_cache(maxsize=256)
def place_labels(world: World) -> tuple[str, ...]:
    """What each zone is called among those of its owner, or of what it is a part of."""
    labels = {zone.family: zone.label for zone in world.definition.look.zones if zone.label}
    return tuple(_label(world, zone, labels) for zone in range(len(world.zones)))


@lru_cache(maxsize=256)
def place_names(world: World, seats: tuple[str, ...]) -> tuple[str, ...]:
    """The same with what or whom it is a part of."""
    return tuple(_name(world, seats, zone) for zone in range(len(world.zones)))


@lru_cache(maxsize=256)
def read_names(world: World, seats: tuple[str, ...]) -> tuple[str, ...]:
    """What reasons call each zone: as the rules do, but for what has a label, which stands on the table."""
    labelled = {zone.family for zone in world.definition.look.zones if zone.label}
    names = zip(zone_names(world, seats), place_names(world, seats), world.zones, strict=True)
    families = world.definition.families
    return tuple(read if families[zone.family].name in labelled else name for name, read, zone in names)


def _name(world: World, seats: tuple[str, ...], zone: int) -> str:
    parent, per = world.zones[zone].parent, world.definition.families[world.zones[zone].family].per
    label = place_labels(world)[zone]
    if parent is None or per.is_game:
        return label
    if per.is_player:
        return f"{seats[parent]} in {label}" if zone in world.paired else f"{label} of {seats[parent]}"
    return f"{label} of {world.definition.types[per.number].names[parent] if per.is_member else _name(world, seats, parent)}"


def _label(world: World, zone: int, labels: dict[str, str]) -> str:
    entry = world.zones[zone]
    family = world.definition.families[entry.family]
    if family.pairs is not None:
        return name_of_second(world, entry, family.pairs)
    words = labels.get(family.name, family.name.replace("_", " "))
    if family.ids:
        own = family.ids[entry.index].replace("_", " ")
        return f"{words} {own}" if re.search(r"\d", own) else own
    if family.size:
        return f"c{entry.x}r{entry.y}"
    if family.count is not None:
        return f"{words} {entry.index + 1}"
    return f"{words} {_contents(world.definition, family)}" if _IS_DONE.fullmatch(words) else as_place(words)


def counted_in(world: World, zone: int) -> str:
    """What is counted in a zone: dice by their own noun, all else as cards."""
    family = world.definition.families[world.zones[zone].family]
    are_dice = all(world.definition.kinds[kind].faces for kind in family.holds)
    return _contents(world.definition, family).replace("_", " ") if family.holds and are_dice else "cards"


def _contents(definition: Definition, family: Family) -> str:
    """What lies in a zone that is only called by what was done to it, as `played` is."""
    kinds = [definition.kinds[kind] for kind in family.holds]
    return (kinds[0].plural or plural(kinds[0].back)) if len(kinds) == 1 else "cards"
