"""What a game is like, for people and for programs.

Takes a `GameShape`; returns a table by groups, or the same as data.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from math import isfinite
from typing import Any

from .sequences import FEWEST
from .shape import NEAR, GameShape, Trait
from .statistics import rounded, six_places

UNITS = {"lead changes": "a game", "lead taken for good after": "of the game", "margin": "points", "comebacks": "of the games"}


TENSION = {
    "lead taken for good after": "the winner leads for good after {} of a game",
    "decided before the last round": "{} of games are decided before their last round",
    "comebacks": "{} are comebacks",
    "lead changes": "the lead changes {} times",
}


def to_text(shape: GameShape) -> str:
    return "\n".join([*_head(shape), "", *in_words(shape), *_known(shape), *_table(shape), *_foot(shape)])


def _head(shape: GameShape) -> Iterator[str]:
    bots = ", ".join(dict.fromkeys(shape.bots))
    yield f"{shape.game.name}: {shape.games:,} games, {len(shape.seats)} seats, {bots}, seed {shape.seed}."


def in_words(shape: GameShape) -> Iterator[str]:
    """What somebody wants to know who reads no table."""
    told = {row.name: row for row in shape.rows}
    parts = [words.format(number(told[name], told[name].running.mean)) for name, words in TENSION.items() if name in told]
    if parts:
        told_in_full = "; ".join(parts)
        yield f"{told_in_full[0].upper()}{told_in_full[1:]}."
    seats = [row for row in shape.rows if row.group == "seats"]
    unfair = [f"{row.name} are {number(row, row.running.mean)}" for row in seats if shape.is_unfair(row)]
    if unfair:
        fair = number(seats[0], seats[0].fair or 0.0)
        yield f"Not fair, by more than chance: {', '.join(unfair)}, where {fair} would be fair."
    elif seats:
        yield "No seat wins more or less than its share, as far as these games tell."


def _known(shape: GameShape) -> Iterator[str]:
    """How well it is known."""
    wide = [row for row in shape.rows if shape.games_to_go(row) != 0]
    known = f"to {100 * NEAR:g} points, or {100 * NEAR:g} % of a mean"
    yield (f"{len(wide)} of {len(shape.rows)} figures are not known {known}: behind them stands how many more games would do."
           if wide else f"Every figure is known {known}.")  # fmt: skip


def _table(shape: GameShape) -> Iterator[str]:
    width = max(len(row.name) for row in shape.rows) + 2
    for group, rows in groupby(shape.rows, lambda row: row.group):
        yield ""
        yield group
        for row in rows:
            told = f"  {row.name:<{width}}{number(row, row.running.mean):>8}  {_between(row):<20}"
            remarks = ", ".join(filter(None, (_remark(shape, row), _to_go(shape, row))))
            yield f"{told}{_saved(row)}{remarks}".rstrip()


def number(row: Trait, value: float) -> str:
    return f"{100 * value:z.1f} %" if row.is_share else f"{value:z.2f}"


def _between(row: Trait) -> str:
    low, high = ends(row)
    if low is None or high is None:
        return ""
    scale, digits = (100, 1) if row.is_share else (1, 2)
    return f"({scale * low:z.{digits}f} to {scale * high:z.{digits}f})"


def _saved(row: Trait) -> str:
    return "" if row.saving is None else f"{f'{row.saving:.1f} x':<8}"


def _remark(shape: GameShape, row: Trait) -> str:
    if row.fair is None:
        return UNITS.get(row.name, "")
    told = f"fair: {number(row, row.fair)}"
    return f"{told}, off by more than chance" if shape.is_unfair(row) else told


def _to_go(shape: GameShape, row: Trait) -> str:
    left = shape.games_to_go(row)
    return "" if not left else f"about {rounded(left):,} more games"


def _foot(shape: GameShape) -> Iterator[str]:
    yield ""
    yield f"Intervals hold for 95 %, however often one looks; there are none below {FEWEST} games."
    if any(row.saving is not None for row in shape.rows):
        yield "1.4 x: so many times fewer games than plain counting, without what the deals were worth before anybody chose."
    if not any(row.group == "skill" for row in shape.rows) and len(shape.seats) > 1:
        yield "What thinking is worth: --skill 100."


def ends(row: Trait) -> tuple[float, float] | tuple[None, None]:
    """The interval of a row, within what a share can be; None where nothing can be said yet."""
    if not isfinite(row.running.radius()):
        return None, None
    return row.running.share_interval() if row.is_share else row.running.interval()


def to_json(shape: GameShape) -> dict[str, Any]:
    return {
        "game": shape.game.definition.id,
        "games": shape.games,
        **shape.lineup_json(),
        "traits": [_row_json(shape, row) for row in shape.rows],
    }


def _row_json(shape: GameShape, row: Trait) -> dict[str, Any]:
    low, high = ends(row)
    told = {
        "group": row.group,
        "trait": row.name,
        "mean": six_places(row.running.mean),
        "low": None if low is None else six_places(low),
        "high": None if high is None else six_places(high),
        "games": row.running.count,
        "share": row.is_share,
        "saving": None if row.saving is None else round(row.saving, 3),
        "games to go": shape.games_to_go(row),
    }
    return told if row.fair is None else {**told, "fair": six_places(row.fair), "unfair": shape.is_unfair(row)}
