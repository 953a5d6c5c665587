"""What a place on the table is good for: what the game defines of it, as it is now.

Takes a name such as `t2`, `t2 of Fields` or `Fields t2`; returns a line for each place that is called so, with the numbers and
facts that the game has names for, as far as whoever asks may know them. Of places that everybody has, one's own is meant.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from .. import ir
from ..engine.texts import zone_names
from ..engine.trouble import RuleError
from ..telling.plain_words import called, spoken
from ..telling.reasons import Kind
from ..telling.things import zone_thing
from .match import Match
from .why_value import why_value

MOST_PLACES = 6
_TOLD = (ir.TypeSort.NUMBER, ir.TypeSort.FLAG)


def place_facts(match: Match, seat: str | None, words: str, is_asked: Callable[[str], bool]) -> list[str]:
    """Lines about every place of this name, of which the game says something. `is_asked` tells whether something of that name
    is asked of a thing and of nothing besides."""
    asking = None if seat is None else match.seats.index(seat)
    found = list(_called(match, " ".join(words.casefold().split())))
    own = [zone for zone in found if asking is not None and match.state.world.zone_owner(zone) == asking]
    return [line for zone in (own or found)[:MOST_PLACES] if (line := _line(match, asking, zone, is_asked))]


def _called(match: Match, wanted: str) -> Iterator[int]:
    world = match.state.world
    for zone in range(len(world.zones)):
        names = {zone_thing(world, match.seats, zone).name.casefold(), zone_names(world, match.seats)[zone].casefold()}
        if any(wanted in _ways_to_call(name) for name in names):
            yield zone


def _ways_to_call(name: str) -> tuple[str, ...]:
    place, _, of = name.partition(" of ")
    return (name, f"{of} {place}", place) if of else (name,)


def _line(match: Match, asking: int | None, zone: int, is_asked: Callable[[str], bool]) -> str:
    world, functions = match.state.world, match.definition.functions
    family = match.definition.families[world.zones[zone].family].name
    asked = [number for number, one in enumerate(functions) if _is_of(one, family) and is_asked(one.name)]
    told = [words for number in asked if (words := _fact(match, asking, number, zone))]
    return f"{zone_thing(world, match.seats, zone).name} ({called(family)}): {', '.join(told)}" if told else ""


def _is_of(function: ir.Function, family: str) -> bool:
    of = function.slots[1:2]
    is_told = function.type.sort in _TOLD and not function.type.many
    return is_told and len(of) == 1 and of[0].sort is ir.TypeSort.ZONE and of[0].names == (family,)


def _fact(match: Match, asking: int | None, function: int, zone: int) -> str:
    """`cost 2`, `free` or `not free`; nothing of what may not be known, or cannot be worked out now."""
    try:
        reason = why_value(match, ir.Apply(function, (ir.Const(asking), ir.Const(zone))), asking)
    except RuleError:
        return ""
    if reason.kind is Kind.HIDDEN or reason.value is None:
        return ""
    name = called(match.definition.functions[function].name)
    if isinstance(reason.value, bool):
        return name if reason.value else f"not {name}"
    return f"{name} {spoken(reason.value)}"
