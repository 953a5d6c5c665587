"""What each card is worth, for people and for programs.

Takes a `Weighing`; returns what it says in words, a table with what needs a look first, or the same as data.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import isfinite
from typing import Any

from .plan import is_by_chance
from .scale import ENDED, WATCHED
from .sequences import FEWEST_DIFFERENT, RunningMean
from .statistics import six_places
from .weights import Weighing, Weight, told_name

COLUMNS = (("removal", "without it"), ("blank", "blank"), ("choosing", "by choosing it"))
CELL = 24
BY_CHANCE = "Random bots take everything as chance has it: ask with --bots greedy what good players avoid."
MOST_TOLD = 6  # things in one sentence; all of them stand in the table

Column = tuple[str, int, Callable[[Weight], str]]  # its head, its width and what it tells of a row


def to_text(weighing: Weighing) -> str:
    return "\n".join([*_head(weighing), "", *_told(weighing), *_table(weighing), *_standings(weighing), *_foot(weighing)])


def _head(weighing: Weighing) -> Iterator[str]:
    bots = ", ".join(dict.fromkeys(weighing.bots))
    yield f"{weighing.game.name}: what a card is worth, {len(weighing.seats)} seats, {bots}, seed {weighing.seed}."
    if weighing.usual:
        first = weighing.usual[0]
        low, high = first.fixed_interval(ENDED)
        between = f" ({100 * low:z.1f} to {100 * high:z.1f})" if isfinite(low) else ""
        yield f"With all cards {weighing.seats[0]} wins {100 * first.mean:.1f}{between} % of {first.count:,} games."
        if weighing.saving is not None:
            yield f"Deals in common save {weighing.saving:.1f} times the games of plain counting, for the card in the middle."


# ---------------------------------------------------------------- in words


def in_words(weighing: Weighing) -> Iterator[str]:
    """What somebody wants to know who reads no table."""
    yield from _worth_in_words(weighing)
    yield from _choices_in_words(weighing)


def _told(weighing: Weighing) -> list[str]:
    lines = list(in_words(weighing))
    return [*lines, ""] if lines else []


def _worth_in_words(weighing: Weighing) -> Iterator[str]:
    cards = sorted((one for one in weighing.weights if one.removal.count), key=lambda one: -one.removal.mean)
    if not cards:
        return
    best, first = cards[0], weighing.seats[0]
    sure = _sure_in_words(weighing, best)
    head = f"Worth most to have: {best.name}. With" if len(cards) > 1 else f"{best.name}: with"
    yield f"{head} it {first} wins {_cell(best, best.removal)} games of a hundred more, {sure}."
    outstanding = [f"{one.name} {100 * one.removal.mean:+z.1f}" for one in cards if weighing.stands_out(one)]
    if outstanding:
        yield f"Worth more than other cards, by more than chance: {_listed(outstanding)}."
    elif len(cards) > 1:
        yield "No card is worth more than the others by more than chance."
    worse = [
        f"{one.name} {100 * one.removal.mean:+z.1f}" for one in reversed(cards) if "better without it" in weighing.remarks(one)
    ]
    yield (f"Better without, what comes instead is worth more: {_listed(worse)}." if worse
           else "No card is one better without, by more than chance.")  # fmt: skip


def _sure_in_words(weighing: Weighing, best: Weight) -> str:
    if weighing.is_sure(best.removal, best):
        return "more than chance"
    is_thin = best.removal.different < FEWEST_DIFFERENT
    return "too few to be sure of it" if is_thin else f"which may be chance where {weighing.rows} rows are looked at"


def _choices_in_words(weighing: Weighing) -> Iterator[str]:
    chosen = [one for one in weighing.weights if one.uptake.offered]
    if not chosen:
        return
    yield from (BY_CHANCE,) if is_by_chance(weighing.bots) else _wanted_in_words(weighing, chosen)
    dominated = [told_name(one) for one in chosen if weighing.is_dominated(one)]
    yield (f"Dominated, never better on the same deal with the same chance: {_listed(dominated)}." if dominated
           else f"Nothing is found to be dominated in {weighing.choices:,} games.")  # fmt: skip


def _wanted_in_words(weighing: Weighing, chosen: Sequence[Weight]) -> Iterator[str]:
    """What bots that think would rather not take."""
    bots = ", ".join(dict.fromkeys(weighing.bots))
    avoided = [one for one in chosen if {"avoided", "never chosen"} & set(weighing.remarks(one))]
    seldom = [one for one in chosen if one.uptake.interval()[1] < one.uptake.chance_share and one not in avoided]
    less = "less than half as often as chance would"
    if avoided:
        yield f"Avoided by {bots}, taken {less}: {_rates(avoided)}."
    else:
        yield f"Nothing is avoided by {bots}, that is taken {less}."
    if seldom:
        yield f"Taken less often than by chance: {_rates(seldom)}."


def _rates(weights: Sequence[Weight]) -> str:
    """How often things are taken, beside what chance would take; the least wanted first."""
    ordered = sorted(weights, key=lambda one: one.uptake.share / one.uptake.chance_share)
    return _listed([
        f"{told_name(one)} {100 * one.uptake.share:.0f} % (chance {100 * one.uptake.chance_share:.0f} %)" for one in ordered
    ])  # fmt: skip


def _listed(things: Sequence[str]) -> str:
    more = f" and {len(things) - MOST_TOLD} more" if len(things) > MOST_TOLD else ""
    return ", ".join(things[:MOST_TOLD]) + more


# ---------------------------------------------------------------- the table


def _table(weighing: Weighing) -> Iterator[str]:
    weights = weighing.sorted()
    if not weights:
        nothing = "Stopped before anything was known." if weighing.is_stopped else "There is nothing to weigh here."
        yield from () if weighing.standings else (nothing,)
        return
    columns = list(_columns(weighing, weights))
    width = max(len(told_name(one)) for one in weights) + 2
    yield (f"{'':<{width}}" + "".join(f"{head:<{size}}" for head, size, _ in columns)).rstrip()
    for one in weights:
        cells = "".join(f"{tell(one):<{size}}" for _, size, tell in columns)
        yield f"{told_name(one):<{width}}{cells}{', '.join(weighing.remarks(one))}".rstrip()
    evidence = [f"{told_name(one)}: {told}." for one in weights if (told := weighing.evidence(one))]
    yield from ["", *evidence] if evidence else ()


def _columns(weighing: Weighing, weights: Sequence[Weight]) -> Iterator[Column]:
    for way, head in COLUMNS:
        if any(getattr(one, way).count for one in weights):
            yield head, CELL, lambda one, way=way: _cell(one, getattr(one, way))  # type: ignore[misc]
            if way == "removal":
                yield "saved", 8, lambda one: _saved(weighing, one)
    if any(one.uptake.offered for one in weights):
        yield "chosen", 24, _chosen
        yield "of", 10, lambda one: f"{one.uptake.offered:,}" if one.uptake.offered else ""
        yield "chance", 8, lambda one: f"{100 * one.uptake.chance_share:.0f} %" if one.uptake.offered else ""
        yield "left", 7, lambda one: f"{one.uptake.left:.1f}" if one.uptake.offered else ""


def _cell(weight: Weight, running: RunningMean) -> str:
    return _points(running, weight.interval(running)) if running.count else ""


def _points(running: RunningMean, ends: tuple[float, float]) -> str:
    """In points of a hundred wins."""
    between = f" ({100 * ends[0]:+z.1f} to {100 * ends[1]:+z.1f})" if isfinite(ends[0]) else " (too few)"
    return f"{100 * running.mean:+z.1f}{between}"


def _saved(weighing: Weighing, weight: Weight) -> str:
    saved = weighing.saving_of(weight)
    return "" if saved is None else f"{saved:.1f} x"


def _chosen(weight: Weight) -> str:
    uptake = weight.uptake
    if not uptake.offered:
        return ""
    low, high = uptake.interval()
    between = f" ({100 * low:.1f} to {100 * high:.1f})" if isfinite(uptake.radius()) else ""
    return f"{100 * uptake.share:.1f} %{between}"


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
            told = _points(one.more, one.more.fixed_interval(ENDED))
            yield f"{one.name:<{max(width, len(kind)) + 2}}{told:<{CELL}}{sure}".rstrip()


def _foot(weighing: Weighing) -> Iterator[str]:
    yield ""
    yield f"In wins of a hundred: what {weighing.seats[0]} has more with the card than with what comes instead, or a blank;"
    yield "by choosing it, what whoever decides has more than by another answer. Saved: times fewer games than plain counting."
    yield "Of each row all that was shown, also before the end, holds with 95 %; \"more than chance\" has all rows in mind."


# ---------------------------------------------------------------- for programs


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
    saving = weighing.saving_of(weight)
    return {
        weight.thing[0]: weight.name,
        "id": weight.thing[1],
        **{way: _running_json(getattr(weight, way)) for way, _ in COLUMNS},
        "saving": None if saving is None else round(saving, 3),
        **_uptake_json(weight),
        "rivals": [
            {"beside": "any" if other is None else other[1], "decisions": one.count, "better": one.better, "worse": one.worse}
            for other, one in sorted(weight.rivals.each.items(), key=lambda item: (-item[1].count, item[0] or ()))
        ],
        "idle games": weight.idle,
        "broken off": weight.broken_off,
        "needed because": weight.needed or None,
        "remarks": list(weighing.remarks(weight)),
        "evidence": weighing.evidence(weight) or None,
    }


def _uptake_json(weight: Weight) -> dict[str, Any]:
    uptake = weight.uptake
    low, high = uptake.interval() if uptake.offered else (0.0, 1.0)
    return {
        "offered": uptake.offered,
        "chosen": uptake.chosen,
        "games offered": uptake.games,
        "chosen share": {"share": six_places(uptake.share), "low": six_places(low), "high": six_places(high)},
        "by chance": six_places(uptake.chance_share),
        "left": six_places(uptake.left),
    }


def _running_json(running: RunningMean) -> dict[str, Any] | None:
    """With the interval of the end, and the one that is true at all moments."""
    if not running.count:
        return None
    ends = *running.fixed_interval(ENDED), *running.interval(WATCHED)
    names = "low", "high", "watched low", "watched high"
    told = {name: six_places(end) if isfinite(end) else None for name, end in zip(names, ends, strict=True)}
    return {"games": running.count, "mean": six_places(running.mean), **told}
