"""Draws grids and tracks as small maps of text.

Takes a family of zones and what lies in each; returns lines, a box for every cell of a grid and one line for a track. Knows no
game: a grid is a family of zones with `size`, a track one whose spaces have `ids`.
"""

from __future__ import annotations

from ..engine.sight import can_see
from ..engine.state import State
from ..engine.texts import Speaker
from ..model.definition import Family

FEWEST_SPACES = 3  # fewer named zones are places, not a track
WIDEST, NARROWEST = 12, 3  # what is written in a box
FRAME = 10  # what stands beside the boxes of a row: its number and the edge of the area


def map_of(state: State, zone: int) -> tuple[int, ...] | None:
    """The zones that are drawn together with this one; None if it is on no grid and no track."""
    family = state.world.definition.families[state.world.zones[zone].family]
    return state.world.group(zone) if family.size or len(family.ids) >= FEWEST_SPACES else None


def draw_map(family: Family, texts: list[str], width: int) -> list[str]:
    """A grid or a track with these contents, on a screen of this width."""
    if not family.size:
        return [draw_track([one.replace("_", " ") for one in family.ids], texts)]
    columns = family.size[0]
    most = max(NARROWEST, min(WIDEST, (width - FRAME) // columns - 3))
    return draw_grid([text if len(text) <= most else text[: most - 1] + "~" for text in texts], columns)


def draw_grid(texts: list[str], columns: int) -> list[str]:
    """Cells as boxes, the northern row first, with the numbers of rows and columns beside them."""
    width = max(NARROWEST, *(len(text) for text in texts))
    rows = [texts[start : start + columns] for start in range(0, len(texts), columns)]
    edge = "  +" + ("-" * (width + 2) + "+") * columns
    lines = [edge]
    for number in range(len(rows), 0, -1):
        lines += [f"{number:>2}|" + "".join(f" {text:^{width}} |" for text in rows[number - 1]), edge]
    return [*lines, ("   " + "".join(f"{f'{x}':^{width + 3}}" for x in range(1, columns + 1))).rstrip()]


def draw_track(names: list[str], texts: list[str]) -> str:
    """Spaces in a line; what stands on one is written behind its name."""
    return " - ".join(f"{name} [{text}]" if text else name for name, text in zip(names, texts, strict=True))


def contents_of(speaker: Speaker, zone: int) -> str:
    return " ".join(_short(speaker, card, zone) for card in speaker.state.zones[zone])


def _short(speaker: Speaker, card: int, zone: int) -> str:
    """The drawing of a card, its name or its back; with its owner where that is not clear from the place."""
    world = speaker.world
    kind = speaker.definition.kinds[world.kind[card]]
    seen = can_see(speaker.state, card, speaker.viewer)
    if seen and kind.drawn_as is not None:
        text = speaker.text(kind.drawn_as, [None, card, *[None] * (kind.drawn_slots - 2)])
    else:
        text = speaker.card(card) if seen else f"({kind.back})"
    owner = world.owner[card]
    return f"{speaker.seats[owner]} {text}" if owner is not None and owner != world.zone_owner(zone) else text
