"""What written source calls: the tables of a world and small functions.

Takes a world; returns every name that written source may use. Each function means exactly what the reference evaluator means;
tables that end in OR_NONE also know what is asked of none.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ... import ir
from ..budget import fullest, spend, together
from ..grouped import grouped as group_cards
from ..operations import BY_NAME, numbers_between, within
from ..picking import pickable
from ..sight import by_place
from ..state import State
from ..trouble import NeedsItself, OutOfRange, TooManyOptions
from ..world import World


def tables(world: World) -> dict[str, Any]:
    """The tables of one world. Those that can be asked of none come twice: as they are, and quicker without it."""
    by_name = _tables(world)
    for name, table in list(by_name.items()):
        if isinstance(table, dict) and None in table:
            by_name[f"{name}_OR_NONE"] = table
            by_name[name] = tuple([table[number] for number in range(len(table) - 1)])
    return by_name


def _tables(world: World) -> dict[str, Any]:
    zones, players = range(len(world.zones)), range(world.players)

    def of_zones(ask: Callable[[int], Any], nothing: Any = None) -> dict[int | None, Any]:
        return {None: nothing, **{zone: ask(zone) for zone in zones}}

    def of_players(ask: Callable[[int], Any], nothing: Any = None) -> dict[int | None, Any]:
        return {None: nothing, **{player: ask(player) for player in players}}

    def around(zone: int, after: bool) -> tuple[int, ...]:
        group = world.group(zone)
        index = group.index(zone)
        return group[index + 1 :] if after else group[:index]

    families = range(len(world.definition.families))
    return {
        "ROW": {None: None, **dict(enumerate(world.row))},
        "KIND": {None: None, **dict(enumerate(world.kind))},
        "OWNER": tuple(world.owner),
        **{f"CELL_{number}": {None: None, **dict(enumerate(cells))} for number, cells in enumerate(world.cells)},
        "ZONE_OWNER": of_zones(world.zone_owner),
        "FAMILY": of_zones(lambda zone: world.zones[zone].family),
        "PARENT": of_zones(lambda zone: world.zones[zone].parent),
        "X": of_zones(lambda zone: world.zones[zone].x),
        "Y": of_zones(lambda zone: world.zones[zone].y),
        "INDEX": of_zones(lambda zone: world.zones[zone].index + 1),
        **{f"SIDE_{side}": of_zones(lambda zone, side=side: world.neighbour(zone, side)) for side in ir.DIRECTIONS},  # type: ignore[misc]
        "ZONE_AFTER": of_zones(lambda zone: world.step(zone, 1)),
        "ZONE_BEFORE": of_zones(lambda zone: world.step(zone, -1)),
        "ZONES_AFTER": of_zones(lambda zone: around(zone, True), ()),
        "ZONES_BEFORE": of_zones(lambda zone: around(zone, False), ()),
        "ZONES_BESIDE": of_zones(world.beside, ()),
        "PLAYER_AFTER": of_players(lambda player: (player + 1) % world.players),
        "PLAYER_BEFORE": of_players(lambda player: (player - 1) % world.players),
        "PLAYERS_AFTER": of_players(lambda player: tuple(players[player + 1 :]), ()),
        "PLAYERS_BEFORE": of_players(lambda player: tuple(players[:player]), ()),
        **{f"FIRST_{family}": _first_zones(world, family) for family in families},
        **{f"ONE_{family}": world.zone_at.get((family, None, 0)) for family in families},
        **{f"NUMBERED_{family}": _numbered_zones(world, family) for family in families},
        **_of_cards(world),
        **{f"KIND_{kind}": cards for kind, cards in enumerate(world.cards_of_kind)},
        **{f"FAMILY_{family}": cells for family, cells in enumerate(world.zones_of)},
        **{f"MEMBERS_{number}": tuple(range(len(one.ids))) for number, one in enumerate(world.definition.types)},
        **{f"ZONES_{family}": _stretch(cells) for family, cells in enumerate(world.zones_of)},
        "PLAYERS": tuple(players),
        "SEATS": world.players,
        "OPTIONS": world.options,
        **{function.__name__: function for function in FUNCTIONS},
        **BY_NAME,
    }


def _of_cards(world: World) -> dict[str, Any]:
    """Where each card is discarded to, and the cards of each row: in order and as a set."""
    by_name: dict[str, Any] = {"DISCARD_TO": {None: None, **{card: world.discards.get(card) for card in range(world.cards)}}}
    for row, cards in enumerate(world.cards_of_row):
        by_name |= {f"ROW_{row}": cards, f"CARDS_{row}": frozenset(cards)}
    return by_name


def _stretch(zones: Sequence[int]) -> slice:
    """The zones of a family, which have numbers in a row."""
    return slice(min(zones, default=0), max(zones, default=-1) + 1)


def _first_zones(world: World, family: int) -> dict[int | None, int | None]:
    """The first zone of a family for everything that can own zones, and under none the one that nobody owns."""
    owners = max(len(world.zones), world.players, *(len(members.ids) for members in world.definition.types), 0)
    return {owner: world.zone_at.get((family, owner, 0)) for owner in (None, *range(owners))}


def _numbered_zones(world: World, family: int) -> dict[tuple[int | None, int], int]:
    return {(parent, index): zone for (one, parent, index), zone in world.zone_at.items() if one == family}


def kept(value: Any) -> Any:
    return tuple(value) if isinstance(value, list | range) else value


def things(value: Any) -> Sequence[Any]:
    if value is None:
        return ()
    return value if isinstance(value, list | tuple | range) else (value,)


def free(state: State, zone: int) -> int:
    return int(state.has_room(zone))


def owner(state: State, card: int) -> int | None:
    return state.owner(card)


def muted(state: State, card: int) -> int:
    mute = state.world.definition.mute
    return int(mute is not None and bool(state.variables[mute][card]))


def owned(state: State, cards: Any, player: Any) -> tuple[int, ...]:
    return tuple(card for card in cards if state.owner(card) == player)


def owned_cards(owners: Sequence[int | None], cards: Sequence[int], player: Any) -> list[int]:
    """Cards whose owners never change."""
    return [card for card in cards if owners[card] == player]


def placed(state: State, cards: Any, seat: int | None) -> Sequence[int]:
    return by_place(state, cards or (), seat)


def zones_of(state: State, cards: Any) -> tuple[int, ...]:
    return tuple(state.lies_in[card] for card in cards or ())


def contents(state: State, zone: Any) -> Sequence[int]:
    if zone is None:
        return ()
    if isinstance(zone, int):
        return state.zones[zone]
    zones = state.zones
    return [card for one in zone for card in zones[one]]


def numbers(low: Any, high: Any) -> Any:
    return numbers_between(low, high)


def out_of_range(function: int | None) -> None:
    raise OutOfRange(function)


def too_many_options() -> None:
    raise TooManyOptions


def check_pickable(numbers: Sequence[int]) -> None:
    pickable(numbers, ir.NUMBER)


def total(values: Any) -> int:
    return within(sum(value for value in values if value is not None))


def highest(values: Any) -> Any:
    return max((value for value in values if value is not None), default=None)


def lowest(values: Any) -> Any:
    return min((value for value in values if value is not None), default=None)


def in_order(ranked: list[Any]) -> list[Any]:
    ranked.sort()
    return [one[2] for one in ranked]


def clockwise(seats: Sequence[int], source: Any, start: int | None, after: bool) -> tuple[int, ...]:
    first = (start or 0) + (1 if after else 0)
    row = (*seats[first:], *seats[:first])
    return row if source is seats else tuple(seat for seat in row if seat in source)


def reach(
    state: State, start: int | None, joined: Callable[..., Any], player: Any, among: Sequence[int] | None = None
) -> list[int]:
    reached = [] if start is None else [start]
    seen = set(reached)
    for zone in reached:
        for other in state.world.beside(zone) if among is None else among:
            if other not in seen and joined(state, player, zone, other):
                reached.append(other)
                seen.add(other)
    return reached


def needs_itself() -> None:
    raise NeedsItself


def cards_above(state: State, card: int | None) -> Sequence[int]:
    if card is None:
        return ()
    row = state.zones[state.lies_in[card]]
    return row[: row.index(card)]


def cards_below(state: State, card: int | None) -> Sequence[int]:
    if card is None:
        return ()
    row = state.zones[state.lies_in[card]]
    return row[row.index(card) + 1 :]


def cards_under(state: State, card: int | None) -> Sequence[int]:
    if card is None or not state.host:
        return ()
    return [other for other in state.zones[state.lies_in[card]] if state.host[other] == card]


class _Asked:
    """Asks written functions, where the best grouping of cards is looked for."""

    def __init__(self, state: State, functions: Sequence[Callable[..., Any]]) -> None:
        self.state = state
        self.world = state.world
        self.definition = state.world.definition
        self.functions = functions

    def apply(self, function: int, arguments: tuple[Any, ...]) -> Any:
        return self.functions[function](self.state, *arguments)

    def spend(self, steps: int) -> None:
        spend(self.state, steps)


def grouped(
    state: State, functions: Sequence[Callable[..., Any]], number: int, part: str, cards: Any, player: Any, *which: int | None
) -> Any:
    """A number of a set that is none is that of no set."""
    numbers = [-1 if one is None else one for one in which]
    return group_cards(_Asked(state, functions), number, part, cards, player, *numbers)


FUNCTIONS: tuple[Callable[..., Any], ...] = (
    fullest, together, kept, things, clockwise, free, owner, muted, owned, owned_cards, placed, zones_of,
    contents, numbers, out_of_range, too_many_options, needs_itself, check_pickable, total, highest, lowest, in_order,
    reach, cards_above, cards_below, cards_under, grouped,
)  # fmt: skip
