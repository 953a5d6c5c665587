"""What happens when a pile has run out: `when empty` of a zone.

Takes the sections as they are written; adds a verb to those of the game for every zone that says it, under a name of its own,
so that it is read, told and saved as any other verb is. Whoever draws from the zone calls it.
"""

from __future__ import annotations

from ...model.definition import emptying_verb
from ..read.nodes import Mapping

SLOT = "when empty"


def add_emptying(root: dict[str, Mapping]) -> None:
    zones = root.get("zones")
    for name, zone in zones.items.items() if zones else ():
        if isinstance(zone, Mapping) and SLOT in zone.items:
            verbs = root.setdefault("define", Mapping(zone.span))
            verbs.items[emptying_verb(name)] = Mapping(zone.items[SLOT].span, {"do": zone.items[SLOT]}, {"do": zone.keys[SLOT]})
            verbs.keys[emptying_verb(name)] = zone.keys[SLOT]
