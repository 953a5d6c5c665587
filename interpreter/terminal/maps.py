"""Draws grids and tracks as small maps of text.

Takes a match and a seat; returns lines, a box for every cell of a grid and one line for every track, with what that seat can
see there. Knows no game: a grid is a family of zones with `size`, a track one whose spaces have `ids`.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from ..engine.sight import can_see
from ..engine.state import State
from ..engine.texts import Speaker
from ..table.match import Match

MOST = 12  # the widest text in a box
FEWEST_SPACES = 3  # fewer named zones are places, not a track


@dataclass
class Maps:
    """What was drawn, and the names of the zones that need no line of their own any more."""

    lines: list[str] = field(default_factory=list)
    shown: set[str] = field(default_factory=set)


def draw_maps(match: Match, seat: str) -> Maps:
    """Every grid and track on which something lies."""
    viewer = match.seats.index(seat)
    speaker = Speaker(match.state, match.seats, viewer)
    maps = Maps()
    for zones in _groups(match.state):
        maps.shown |= {speaker.zone(zone) for zone in zones}
        if any(match.state.zones[zone] for zone in zones):
            maps.lines += _draw(speaker, zones)
    return maps


def _groups(state: State) -> list[tuple[int, ...]]:
    """The zones of each grid and track: those of one family that belong to the same thing."""
    found = []
    for number, family in enumerate(state.world.definition.families):
        if family.size or len(family.ids) >= FEWEST_SPACES:
            found += list(dict.fromkeys(state.world.group(zone) for zone in state.world.zones_of[number]))
    return found


def _draw(speaker: Speaker, zones: tuple[int, ...]) -> list[str]:
    place = speaker.world.zones[zones[0]]
    family = speaker.definition.families[place.family]
    _, of, whose = speaker.zone(zones[0]).partition(" of ")
    title = f"  {family.name.replace('_', ' ')}{of}{whose}:"
    texts = [_contents(speaker, zone) for zone in zones]
    if family.size:
        return [title, *draw_grid(texts, family.size[0])]
    names = [one.replace("_", " ") for one in family.ids]
    return [f"{title} {draw_track(names, texts)}"]


def draw_grid(texts: list[str], columns: int) -> list[str]:
    """Cells as boxes, the northern row first, with the numbers of rows and columns beside them."""
    width = max(3, *(len(text) for text in texts))
    rows = [texts[start : start + columns] for start in range(0, len(texts), columns)]
    edge = "    +" + ("-" * (width + 2) + "+") * columns
    lines = [edge]
    for number in range(len(rows), 0, -1):
        lines += [f"{number:>3} |" + "".join(f" {text:^{width}} |" for text in rows[number - 1]), edge]
    return [*lines, ("     " + "".join(f"{f'{x}':^{width + 3}}" for x in range(1, columns + 1))).rstrip()]


def draw_track(names: list[str], texts: list[str]) -> str:
    """Spaces in a line; what stands on one is written behind its name."""
    return " - ".join(f"{name} [{text}]" if text else name for name, text in zip(names, texts, strict=True))


def _contents(speaker: Speaker, zone: int) -> str:
    return " ".join(_short(speaker, card, zone) for card in speaker.state.zones[zone])


def _short(speaker: Speaker, card: int, zone: int) -> str:
    """The drawing of a card, or its name cut short; with its owner's initial where that is not clear from the place."""
    world = speaker.world
    kind = speaker.definition.kinds[world.kind[card]]
    if can_see(speaker.state, card, speaker.viewer) and kind.drawn_as is not None:
        text = speaker.text(kind.drawn_as, [None, card, *[None] * (kind.drawn_slots - 2)])
    else:
        text = speaker.card(card)
    owner = world.owner[card]
    if owner is not None and owner != world.zone_owner(zone):
        text = f"{speaker.seats[owner]} {text}"
    return text if len(text) <= MOST else text[: MOST - 1] + "~"
