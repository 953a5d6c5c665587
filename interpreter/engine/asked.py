"""What written expressions ask with: the tables of a world and small functions that know `none`.

Takes a world; returns the names that generated source may use. Each function means exactly what the reference evaluator means.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from .evaluate import Evaluator, has_room, numbers_between
from .grouped import grouped
from .state import State
from .world import World

Key = Callable[[Any], tuple[Any, ...]]


def tables(world: World) -> dict[str, Any]:
    """Every name that written source may use."""
    definition = world.definition

    def reach(start: int | None, joined: Callable[[int, int], Any]) -> list[int]:
        found = [] if start is None else [start]
        for zone in found:
            found += [other for other in world.beside(zone) if other not in found and joined(zone, other)]
        return found

    def clockwise(source: Any, start: int | None, after: bool) -> tuple[int, ...]:
        members = set(source or ())
        first = (start or 0) + (1 if after else 0)
        seats = [(first + offset) % world.players for offset in range(world.players)]
        return tuple(seat for seat in seats if seat in members)

    def of_family(zone: int | None, family: int) -> int | None:
        return zone if zone is not None and world.zones[zone].family == family else None

    def muted(state: State, card: int) -> bool:
        return definition.mute is not None and bool(state.variables[definition.mute][card])

    return {
        "ROW": world.row,
        "KIND": world.kind,
        "CELLS": world.cells,
        "ZONES": world.zones,
        "ZONE_AT": world.zone_at,
        "ZONE_OWNER": [world.zone_owner(zone) for zone in range(len(world.zones))],
        "PARENT": [zone.parent for zone in world.zones],
        "OF_ROW": world.cards_of_row,
        "OF_KIND": world.cards_of_kind,
        "OF_FAMILY": world.zones_of,
        "MEMBERS": [tuple(range(len(members.ids))) for members in definition.types],
        "PLAYERS": tuple(range(world.players)),
        "OPTIONS": world.options,
        "neighbour": world.neighbour,
        "reach": reach,
        "clockwise": clockwise,
        "of_family": of_family,
        "muted": muted,
        "beyond": _beyond,
        "spread": _spread,
        "grouped": _grouped,
        **{function.__name__: function for function in _PLAIN},
    }


def get(table: Sequence[Any], thing: int | None) -> Any:
    return None if thing is None else table[thing]


def have(thing: Any, ask: Callable[[Any], Any]) -> Any:
    return None if thing is None else ask(thing)


def owner(state: State, card: int) -> int | None:
    return state.owner(card)


def free(state: State, zone: int) -> int:
    return int(has_room(state, zone))


def by_row(state: State, table: dict[int, Any], rows: Any, player: Any, thing: Any) -> Any:
    if thing is None:
        return None
    function = table.get(thing if rows is None else rows[thing])
    return None if function is None else function(state, player, thing)


def plus(a: Any, b: Any) -> Any:
    return None if a is None or b is None else a + b


def minus(a: Any, b: Any) -> Any:
    return None if a is None or b is None else a - b


def times(a: Any, b: Any) -> Any:
    return None if a is None or b is None else a * b


def larger(a: Any, b: Any) -> Any:
    return None if a is None or b is None else max(a, b)


def smaller(a: Any, b: Any) -> Any:
    return None if a is None or b is None else min(a, b)


def div(a: Any, b: Any) -> Any:
    return None if a is None or not b else a // b


def div_up(a: Any, b: Any) -> Any:
    return None if a is None or not b else -(-a // b)


def mod(a: Any, b: Any) -> Any:
    return None if a is None or not b else a % b


def at_least(a: Any, b: Any) -> bool:
    return a is not None and b is not None and a >= b


def at_most(a: Any, b: Any) -> bool:
    return a is not None and b is not None and a <= b


def more(a: Any, b: Any) -> bool:
    return a is not None and b is not None and a > b


def less(a: Any, b: Any) -> bool:
    return a is not None and b is not None and a < b


def same(a: Any, b: Any) -> bool:
    return a is not None and a == b


def listed(thing: Any) -> tuple[Any, ...]:
    return () if thing is None else (thing,)


def length(things: Any) -> int:
    return len(things or ())


def item(things: Any, index: int | None) -> Any:
    return things[index] if things and index is not None and 0 <= index < len(things) else None


def one_of(thing: Any, things: Any) -> bool:
    return thing is not None and thing in (things or ())


def without(things: Any, thing: Any) -> tuple[Any, ...]:
    return tuple(one for one in things if one != thing)


def owned(state: State, cards: Any, player: Any) -> tuple[int, ...]:
    return tuple(card for card in cards if state.owner(card) == player)


def zones_of(state: State, cards: Any) -> tuple[int, ...]:
    return tuple(state.place[card] for card in cards or ())


def contents(state: State, zone: Any) -> Any:
    if zone is None:
        return ()
    if isinstance(zone, int):
        return state.zones[zone]
    return [card for one in zone for card in state.zones[one]]


def numbers(low: Any, high: Any) -> Any:
    return numbers_between(low, high)


def first_of(things: Any) -> Any:
    return things[0] if things else None


def last_of(things: Any) -> Any:
    return things[-1] if things else None


def some_of(things: Any) -> bool:
    return len(things or ()) > 0


def total(values: list[Any]) -> int:
    return sum(value for value in values if value is not None)


def highest(values: list[Any]) -> Any:
    return max((value for value in values if value is not None), default=None)


def lowest(values: list[Any]) -> Any:
    return min((value for value in values if value is not None), default=None)


def key(value: Any, most: bool) -> tuple[int, int]:
    return (1, 0) if value is None else (0, -value if most else value)


def sort_all(things: Any, by: Key) -> tuple[Any, ...]:
    return tuple(sorted(things, key=by))


def sort_first(things: Any, by: Key) -> Any:
    return min(things, key=by, default=None)


def sort_last(things: Any, by: Key) -> Any:
    return max(reversed(things), key=by, default=None)


def sort_best(things: Any, by: Key) -> tuple[Any, ...]:
    ranked = [(by(thing), thing) for thing in things]
    best = min((rank for rank, _ in ranked), default=None)
    return tuple(thing for rank, thing in ranked if rank == best)


def rank(thing: Any, things: Any, by: Key) -> Any:
    if thing is None:
        return None
    mine = by(thing)
    return 1 + sum(by(other) < mine for other in things)


def _beyond(state: State, relation: str, sort: str, thing: Any) -> Any:
    return None if thing is None else Evaluator(state.world, state).beyond(relation, sort, thing)


def _spread(state: State, relation: str, sort: str, thing: Any) -> Any:
    return () if thing is None else Evaluator(state.world, state).spread(relation, sort, thing)


def _grouped(state: State, number: int, part: str, cards: Any, player: Any) -> int:
    return grouped(Evaluator(state.world, state), number, part, cards or (), player)


_PLAIN = (
    get, have, owner, free, by_row, plus, minus, times, larger, smaller, div, div_up, mod, at_least, at_most, more, less,
    same, listed,
    length, item, one_of, without, owned, zones_of, contents, numbers, first_of, last_of, some_of, total, highest, lowest, key,
    sort_all, sort_first, sort_last, sort_best, rank,
)  # fmt: skip
