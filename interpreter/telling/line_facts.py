"""What a line tells, as data for programs: who does what by which card, from where to where, with which numbers and parts.

Takes what one viewer's line was made of; returns a mapping of plain data. Knows no more than that line.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from .. import ir
from ..engine.world import World
from .deeds import Deed
from .entries import Answer, Change, Decide, Entry, Known, Roll, Thing, to_json
from .reasons import Kind, Reason
from .things import player_thing, zone_thing

DEEPEST = 3  # of a ranking its candidates, of each what it is ordered by, and of that the parts


@dataclass(frozen=True, slots=True)
class LineFacts:
    """`who` are the players whose doing it is, or whom it is about, `receiver` those who get what they pay, and `by` the card
    that does it. A `variable` is `now` so much, each player's or thing's in turn, and changed by `amount`; `parts` are what
    that comes to, in which `way`, and `changes` all that a text of the game tells. `name` is what a `value` was found for, of
    which `others` did not count; it is `written` in a file, with the rules that are cited there. `reasons` are those numbers
    with all that they are made of, for people."""

    who: tuple[Thing, ...] = ()
    receiver: tuple[Thing, ...] = ()
    by: Thing | None = None
    source: tuple[Thing, ...] = ()
    zone: tuple[Thing, ...] = ()
    variable: str | None = None
    amount: int | None = None
    now: tuple[Known, ...] = ()
    until: str | None = None
    dice: tuple[int, ...] = ()
    changes: tuple[Change, ...] = ()
    name: str | None = None
    value: Known = None
    way: str | None = None
    parts: tuple[dict[str, Any], ...] = ()
    others: tuple[dict[str, Any], ...] = ()
    written: tuple[str, tuple[str, ...]] = ("", ())
    reasons: tuple[Reason, ...] = ()

    def as_data(self) -> dict[str, Any]:
        told = {field.name: getattr(self, field.name) for field in fields(self) if field.name not in ("written", "reasons")}
        return {name: to_json(value) for name, value in told.items() if value is not None and value != ()}


def line_facts(
    world: World, seats: tuple[str, ...], made_of: Entry | Deed | None, changes: tuple[Change, ...], reason: Reason | None
) -> LineFacts:
    match made_of:
        case Deed():
            return _of_deed(world, seats, made_of)
        case Answer(seat):
            return LineFacts((player_thing(seats, seats.index(seat)),))
        case Roll(dice):
            return LineFacts(dice=tuple(shown for _, shown in dice if shown is not None))
        case Decide(name, _, _, reason, of=of):
            return _of_decision(reason, name, of)
        case Change(_, variable, of, _, after):
            reasons = () if reason is None else (reason,)
            return LineFacts(_players((of,)), variable=variable, now=(after,), parts=parts_of(reason), reasons=reasons)
    return LineFacts(changes=changes)


def _of_deed(world: World, seats: tuple[str, ...], deed: Deed) -> LineFacts:
    who, receiver = (tuple(player_thing(seats, int(key[1:])) for key in keys if key) for keys in (deed.who, deed.to))
    source, zone = (tuple(zone_thing(world, seats, int(key[1:])) for key in keys) for keys in (deed.sources, deed.zones))
    if len(who) > 1:  # each has a hand of their own
        source, zone = (tuple(one for one in places if one.owner is None) for places in (source, zone))
    way, parts = _made_of(deed)
    places = {"source": source, "zone": zone, "by": deed.carrier}
    numbers = {"variable": deed.variable or None, "amount": deed.amount or None, "until": deed.until or None}
    made_of = {"way": way, "parts": parts, "reasons": deed.made_of if parts else ()}
    return LineFacts(who, receiver, now=deed.values, **made_of, **places, **numbers)  # type: ignore[arg-type]


def _made_of(deed: Deed) -> tuple[str | None, tuple[dict[str, Any], ...]]:
    """What an amount comes to; of several together each is a part, if what they are made of is all of it."""
    comes_to = sum(one.value for one in deed.made_of if isinstance(one.value, int))
    if not deed.made_of or comes_to not in (deed.amount, *deed.values):
        return None, ()
    if len(deed.made_of) == 1:
        return str(deed.made_of[0].inner.kind), parts_of(deed.made_of[0])
    return str(Kind.SUM), tuple(_part(one.unplaced, DEEPEST) for one in deed.made_of)


def _of_decision(reason: Reason, name: str, of: Thing | None) -> LineFacts:
    found = reason.value if isinstance(reason.value, tuple) else (reason.value,)
    who, inner = _players(found) if of is None else (of,), reason.inner
    others = tuple(_part(one.unplaced, DEEPEST) for one in inner.others) if inner.kind is Kind.PASSED else ()
    written = reason.written_at, reason.all_rules(1)
    told = LineFacts(who, name=name or reason.name or None, value=reason.value, way=str(inner.kind), written=written)
    return replace(told, parts=parts_of(reason), others=others, reasons=(reason,))


def _players(values: Sequence[Known]) -> tuple[Thing, ...]:
    return tuple(one for one in values if isinstance(one, Thing) and one.sort == ir.ThingSort.PLAYER)


def parts_of(reason: Reason | None) -> tuple[dict[str, Any], ...]:
    """What a value comes to, part by part, with their parts in turn; what only has a name is what it is, and what reads alike
    is one."""
    return () if reason is None else _parts(reason.unplaced, DEEPEST)


def _parts(reason: Reason, depth: int) -> tuple[dict[str, Any], ...]:
    return tuple(_part(one, depth) for one in reason.inner.parts) if depth else ()


def _part(one: Reason, depth: int) -> dict[str, Any]:
    inner, below = one.inner, list(_parts(one, depth - 1))
    words = one.words or one.name or inner.words
    told = {"words": words, "value": to_json(one.value), "way": str(inner.kind), "parts": below}
    return {name: value for name, value in told.items() if value not in (None, "", [])}
