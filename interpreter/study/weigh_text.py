"""What each card is worth, for people and for programs.

Takes a `Weighing`; returns a table with what needs a look first, or the same as data.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import isfinite
from typing import Any

from .scale import fewer_games
from .sequences import RunningMean
from .weigh import Weighing, Weight

COLUMNS = (("removal", "without it"), ("blank", "blank"), ("choosing", "by choosing it"))
CELL = 24


def to_text(weighing: Weighing) -> str:
    return "\n".join([*_head(weighing), "", *_table(weighing), *_standings(weighing), *_foot(weighing)])


def _head(weighing: Weighing) -> Iterator[str]:
    bots = ", ".join(dict.fromkeys(weighing.bots))
    yield f"{weighing.game.name}: what a card is worth, {len(weighing.seats)} seats, {bots}, seed {weighing.seed}."
    if weighing.usual:
        first = weighing.usual[0]
        yield f"With all cards {weighing.seats[0]} wins {_interval(first, False)} % of {first.count:,} games."
        if weighing.saving is not None:
            yield f"Deals in common save {weighing.saving:.1f} times the games of plain counting, for the card in the middle."


def _table(weighing: Weighing) -> Iterator[str]:
    weights = weighing.sorted()
    if not weights:
        yield from () if weighing.standings else ("There is nothing to weigh here.",)
        return
    shown = [(way, head) for way, head in COLUMNS if any(getattr(one, way).count for one in weights)]
    offered = any(one.offered for one in weights)
    width = max(len(_name(one)) for one in weights) + 2
    heads = "".join(f"{head:<{CELL}}" for _, head in shown)
    yield f"{'':<{width}}{heads}{'chosen of offered':<20}{'left':<7}".rstrip() if offered else f"{'':<{width}}{heads}".rstrip()
    for one in weights:
        cells = "".join(f"{_cell(getattr(one, way)):<{CELL}}" for way, _ in shown)
        chosen = f"{_chosen(one):<20}{f'{one.waits:.1f}' if one.offered else '':<7}" if offered else ""
        yield f"{_name(one):<{width}}{cells}{chosen}{', '.join(weighing.remarks(one))}".rstrip()
    evidence = [(one, told) for one in weights if (told := weighing.evidence(one))]
    if evidence:
        yield ""
    yield from (f"{_name(one)}: {told}." for one, told in evidence)


def _standings(weighing: Weighing) -> Iterator[str]:
    """Starting seats, and then options of the game, the dearest first."""
    first = weighing.seats[0]
    heads = ((True, "starting seat", "wins beyond its share"), (False, "option", f"wins of {first} beyond those as it is"))
    for is_seat, kind, head in heads:
        rows = [one for one in weighing.standings if one.is_seat == is_seat]
        width = max((len(one.name) for one in rows), default=0)
        if rows:
            yield ""
            yield f"{kind:<{max(width, len(kind)) + 2}}{head}"
        for one in rows:
            sure = "more than chance" if weighing.is_sure(one.more) else ""
            yield f"{one.name:<{max(width, len(kind)) + 2}}{_cell(one.more):<{CELL}}{sure}".rstrip()


def _name(weight: Weight) -> str:
    return weight.name if weight.thing[0] == "card" else f'"{weight.name}"'


def _chosen(weight: Weight) -> str:
    return f"{weight.chosen:,} of {weight.offered:,}" if weight.offered else ""


def _cell(running: RunningMean) -> str:
    return _interval(running, True) if running.count else ""


def _interval(running: RunningMean, signed: bool) -> str:
    """In points of a hundred wins."""
    sign = "+" if signed else ""
    low, high = running.fixed_interval()
    between = f" ({100 * low:{sign}.1f} to {100 * high:{sign}.1f})" if isfinite(low) else ""
    return f"{100 * running.mean:{sign}.1f}{between}"


def _foot(weighing: Weighing) -> Iterator[str]:
    yield ""
    yield f"In wins of a hundred: what {weighing.seats[0]} has more with the card than without it, or than with a blank for it;"
    yield "by choosing it, what whoever decides has more than by another answer."
    yield "Intervals hold for 95 % when it is over; only their width ends a weighing, never what they show."


def to_json(weighing: Weighing) -> dict[str, Any]:
    return {
        "game": weighing.game.definition.id,
        **weighing.lineup_json(),
        "within": weighing.within,
        "usual": _running_json(weighing.usual[0]) if weighing.usual else None,
        "saving": None if weighing.saving is None else round(weighing.saving, 3),
        "weights": [_weight_json(weighing, one) for one in weighing.sorted()],
        "standings": [
            {"seat" if one.is_seat else "option": one.name, "more": _running_json(one.more), "sure": weighing.is_sure(one.more)}
            for one in weighing.standings
        ],
    }


def _weight_json(weighing: Weighing, weight: Weight) -> dict[str, Any]:
    return {
        weight.thing[0]: weight.name,
        "id": weight.thing[1],
        **{way: _running_json(getattr(weight, way)) for way, _ in COLUMNS},
        "saving": _saving(weighing, weight),
        "offered": weight.offered,
        "chosen": weight.chosen,
        "left": round(weight.waits, 6),
        "better": weight.better,
        "worse": weight.worse,
        "needed because": weight.needed or None,
        "remarks": list(weighing.remarks(weight)),
        "evidence": weighing.evidence(weight) or None,
    }


def _saving(weighing: Weighing, weight: Weight) -> float | None:
    """How many times more games plain counting would need to know as well what removal costs."""
    saved = fewer_games(weighing.usual[0], weight.removal) if weight.removal.count else None
    return None if saved is None else round(saved, 3)


def _running_json(running: RunningMean) -> dict[str, Any] | None:
    if not running.count:
        return None
    low, high = running.fixed_interval()
    ends = (round(low, 6), round(high, 6)) if isfinite(low) else (None, None)
    return {"games": running.count, "mean": round(running.mean, 6), "low": ends[0], "high": ends[1]}
