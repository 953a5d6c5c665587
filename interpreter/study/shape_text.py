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
    told = {trait.name: trait for trait in shape.traits}
    parts = [words.format(number(told[name], told[name].running.mean)) for name, words in TENSION.items() if name in told]
    if parts:
        told_in_full = "; ".join(parts)
        yield f"{told_in_full[0].upper()}{told_in_full[1:]}."
    seats = [trait for trait in shape.traits if trait.group == "seats"]
    unfair = [f"{trait.name} are {number(trait, trait.running.mean)}" for trait in seats if shape.is_unfair(trait)]
    if unfair:
        fair = number(seats[0], seats[0].fair or 0.0)
        yield f"Not fair, by more than chance: {', '.join(unfair)}, where {fair} would be fair."
    elif seats:
        yield "No seat wins more or less than its share, as far as these games tell."


def _known(shape: GameShape) -> Iterator[str]:
    """How well it is known."""
    wide = [trait for trait in shape.traits if shape.games_to_go(trait) != 0]
    known = f"to {100 * NEAR:g} points, or {100 * NEAR:g} % of a mean"
    yield (f"{len(wide)} of {len(shape.traits)} figures are not known {known}: behind them stands how many more games would do."
           if wide else f"Every figure is known {known}.")  # fmt: skip


def _table(shape: GameShape) -> Iterator[str]:
    width = max(len(trait.name) for trait in shape.traits) + 2
    for group, traits in groupby(shape.traits, lambda trait: trait.group):
        yield ""
        yield group
        for trait in traits:
            told = f"  {trait.name:<{width}}{number(trait, trait.running.mean):>8}  {_between(trait):<20}"
            remarks = ", ".join(filter(None, (_remark(shape, trait), _to_go(shape, trait))))
            yield f"{told}{_saved(trait)}{remarks}".rstrip()


def number(trait: Trait, value: float) -> str:
    return f"{100 * value:z.1f} %" if trait.is_share else f"{value:z.2f}"


def _between(trait: Trait) -> str:
    low, high = ends(trait)
    if low is None or high is None:
        return ""
    scale, digits = (100, 1) if trait.is_share else (1, 2)
    return f"({scale * low:z.{digits}f} to {scale * high:z.{digits}f})"


def _saved(trait: Trait) -> str:
    return "" if trait.saving is None else f"{f'{trait.saving:.1f} x':<8}"


def _remark(shape: GameShape, trait: Trait) -> str:
    if trait.fair is None:
        return UNITS.get(trait.name, "")
    told = f"fair: {number(trait, trait.fair)}"
    return f"{told}, off by more than chance" if shape.is_unfair(trait) else told


def _to_go(shape: GameShape, trait: Trait) -> str:
    left = shape.games_to_go(trait)
    return "" if not left else f"about {rounded(left):,} more games"


def _foot(shape: GameShape) -> Iterator[str]:
    yield ""
    yield f"Intervals hold for 95 %, however often one looks; there are none below {FEWEST} games."
    if any(trait.saving is not None for trait in shape.traits):
        yield "1.4 x: so many times fewer games than plain counting, without what the deals were worth before anybody chose."
    if not any(trait.group == "skill" for trait in shape.traits) and len(shape.seats) > 1:
        yield "What thinking is worth: --skill 100."


def ends(trait: Trait) -> tuple[float, float] | tuple[None, None]:
    """The interval of a trait, within what a share can be; None where nothing can be said yet."""
    if not isfinite(trait.running.radius()):
        return None, None
    return trait.running.share_interval() if trait.is_share else trait.running.interval()


def to_json(shape: GameShape) -> dict[str, Any]:
    return {
        "game": shape.game.definition.id,
        "games": shape.games,
        **shape.lineup_json(),
        "traits": [_trait_json(shape, trait) for trait in shape.traits],
    }


def _trait_json(shape: GameShape, trait: Trait) -> dict[str, Any]:
    low, high = ends(trait)
    told = {
        "group": trait.group,
        "trait": trait.name,
        "mean": six_places(trait.running.mean),
        "low": None if low is None else six_places(low),
        "high": None if high is None else six_places(high),
        "games": trait.running.count,
        "share": trait.is_share,
        "saving": None if trait.saving is None else round(trait.saving, 3),
        "games to go": shape.games_to_go(trait),
    }
    return told if trait.fair is None else {**told, "fair": six_places(trait.fair), "unfair": shape.is_unfair(trait)}
