"""Draws grids and tracks as small maps of text.

Takes a family of zones and what lies in each; returns lines, a box for every cell of a grid and one line for a track. Knows no
game: a grid is a family of zones with `size`, a track one whose spaces have `ids`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .view import View, ZoneForm, ZoneView

WIDEST, NARROWEST = 12, 3  # what is written in a box
FRAME = 10  # what stands beside the boxes of a row: its number and the edge of the area


def map_of(view: View, zone: ZoneView) -> list[ZoneView]:
    """The zones that are drawn together with this one; none if it is on no grid and no track."""
    if zone.form not in (ZoneForm.GRID, ZoneForm.TRACK):
        return []
    return [one for one in view.zones if (one.family, one.parent) == (zone.family, zone.parent)]


def draw_map(zones: Sequence[ZoneView], texts: list[str], width: int) -> list[str]:
    """A grid or a track with these contents, on a screen of this width."""
    size = zones[0].size
    if size is None:
        return [draw_track([zone.label for zone in zones], texts)]
    most = max(NARROWEST, min(WIDEST, (width - FRAME) // size[0] - 3))
    return draw_grid([text if len(text) <= most else text[: most - 1] + "~" for text in texts], size[0])


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


def contents_of(zone: ZoneView, names: Mapping[str, str]) -> str:
    """The drawing of each card, its name or its back; with its owner where that is not clear from the place."""
    texts = []
    for card in zone.cards:
        shown = card.drawn or (card.name if card.value is None else f"{card.name} {card.value}")
        text = shown if card.is_seen else f"({card.name})"
        texts.append(f"{names[card.owner]} {text}" if card.owner is not None and card.owner != zone.owner else text)
    return " ".join(texts)
