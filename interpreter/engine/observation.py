"""What a seat may see of a position, as numbers: for programs that learn to play.

Takes a world; lays out a row of words that is equally long at every position, and says what each word is. Takes a position and
a seat; fills the row in, asking `sight` for everything that is not public. Seats and zones are counted from whoever looks, and
nothing is told that hangs on a card, an order or a variable which that seat may not know.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from .. import ir
from ..ir.ranges import ANY, LISTED, Bounds
from .actions import action_numbers
from .answering import open_seats
from .flatten import codes_of
from .frames import waiting_at
from .sight import can_read, can_see
from .state import NO_HOST, State
from .texts import zone_names
from .world import World

NOTHING = -(2**31)  # there is nothing
HIDDEN = NOTHING + 1  # there is something that this seat may not know
MOST_LISTED = 64  # things of a list that are told; how many there are is told of longer ones, too


@dataclass(frozen=True, slots=True)
class SeenColumn:
    """One word of a thing: what it is called, what it holds, and between which numbers it lies if it is neither `NOTHING` nor
    `HIDDEN`. `card` is a place among the cards of the observation, `player` how many seats further on, `zone` a place among
    the zones, `row` and `back` places in `game.definition.rows` and `Observation.backs`, `decision` the place of a decision."""

    name: str
    holds: str
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class SeenPart:
    """Words of one sort: from `start` on the columns of each thing, one thing after the other. `things` are their names; cards
    have none, since they are told in the order of the zones where they lie."""

    name: str
    start: int
    of: str
    things: tuple[str, ...]
    columns: tuple[SeenColumn, ...]

    @property
    def size(self) -> int:
        return len(self.things) * len(self.columns)

    @property
    def end(self) -> int:
        return self.start + self.size


class Observation:
    """How the words of a table are laid out. `variables` are the parts of the variables of the game, players, zones and members
    by their number; `notes` those variables of cards that are told of each card behind `CARD`."""

    def __init__(self, world: World) -> None:
        self.world = world
        definition, players = world.definition, world.players
        self.backs = tuple(sorted({*definition.backs}))
        numbers = action_numbers(definition)
        places = [numbers.zone_places(world, seat) for seat in range(players)]
        self.zones_from = [sorted(range(len(world.zones)), key=one.__getitem__) for one in places]
        self.seats = ("oneself", *(f"seat {number} further on" for number in range(1, players)))
        self.picks = _most_picked(world)
        names = zone_names(world, self.seats)
        self._zones = {zone: names[zone] for zone in self.zones_from[0]}
        held = list(enumerate(definition.variables))
        self.notes = tuple(number for number, one in held if one.of.is_card)
        self.parts: list[SeenPart] = []
        self._add("who decides", "player", self.seats, (SeenColumn("decides", "flag", 0, 1),))
        last = max(0, len(definition.sites) - 1)
        self._add("own decision", "game", ("game",), (SeenColumn("decision", "decision", 0, last),))
        self._add("own picks", "game", ("game",), _listed("picked", "picked", ANY, self.picks))
        self.variables = {number: self._variable(number) for number, one in held if not one.of.is_card}
        self._add("zone sizes", "zone", tuple(self._zones.values()), (SeenColumn("cards", "number", 0, world.cards),))
        noted = [column for number in self.notes for column in self._columns(number)]
        self._add("all cards", "card", ("",) * world.cards, (*self._of_cards(), *noted))
        self.size = self.parts[-1].end

    def part(self, name: str, of: str = "") -> SeenPart:
        """The part of a name, of whatever has it; raises KeyError if there is none."""
        return {one.name: one for one in self.parts if of in ("", one.of)}[name]

    def __repr__(self) -> str:
        return f"<Observation of {self.world.definition.id}, {self.world.players} players: {self.size:,} numbers>"

    def _add(self, name: str, of: str, things: tuple[str, ...], columns: tuple[SeenColumn, ...]) -> SeenPart:
        self.parts.append(SeenPart(name, self.parts[-1].end if self.parts else 0, of, things, columns))
        return self.parts[-1]

    def _of_cards(self) -> tuple[SeenColumn, ...]:
        definition, players = self.world.definition, self.world.players
        return (
            SeenColumn("zone", "zone", 0, len(self.world.zones) - 1), SeenColumn("back", "back", 0, len(self.backs) - 1),
            SeenColumn("row", "row", 0, len(definition.rows) - 1), SeenColumn("owner", "player", 0, players - 1),
            SeenColumn("face", "flag", 0, 1), SeenColumn("under", "flag", 0, 1),
        )  # fmt: skip

    def _variable(self, number: int) -> SeenPart:
        variable = self.world.definition.variables[number]
        of = "game"
        things: tuple[str, ...] = ("game",)
        if variable.of.is_player:
            of, things = "player", self.seats
        elif variable.of.is_zone:
            of, things = "zone", tuple(self._zones[zone] for zone in self.zones_of(0, variable.of.number))
        elif variable.of.is_member:
            type = self.world.definition.types[variable.of.number]
            of, things = type.name, tuple(type.ids)
        return self._add(variable.name, of, things, self._columns(number))

    def zones_of(self, seat: int, family: int) -> list[int]:
        """The zones of a family as a seat counts them."""
        return [zone for zone in self.zones_from[seat] if self.world.zones[zone].family == family]

    def _columns(self, number: int) -> tuple[SeenColumn, ...]:
        variable, world = self.world.definition.variables[number], self.world
        low, high = variable.type.bounds
        sort = variable.type.sort
        most = {ir.TypeSort.CARD: world.cards, ir.TypeSort.PLAYER: world.players, ir.TypeSort.ZONE: len(world.zones)}
        if sort in most:
            low, high = 0, most[sort] - 1
        elif sort is ir.TypeSort.MEMBER:
            low, high = 0, max(len(one.ids) for one in world.definition.types if one.name in variable.type.names) - 1
        if variable.type.many:
            return _listed(variable.name, str(sort), (low, high), listed_of(variable.type))
        return (SeenColumn(variable.name, str(sort), low, high),)


def listed_of(type: ir.Type) -> int:
    """How many things of a list are told."""
    return min(MOST_LISTED, type.length)


def _listed(name: str, holds: str, bounds: Bounds, most: int) -> tuple[SeenColumn, ...]:
    count = SeenColumn(f"count of {name}", "number", *LISTED)
    return (count, *(SeenColumn(f"{name} {place}", holds, *bounds) for place in range(1, most + 1)))


def _most_picked(world: World) -> int:
    """The longest row of picks that is told while it is being made."""
    most = 0
    for procedure, code in zip(world.definition.procedures, codes_of(world.definition), strict=True):
        for node in code.instructions:
            choice = node.choice if isinstance(node, ir.Ask) else node
            if isinstance(choice, ir.PickMany):
                most = max(most, listed_of(procedure.slots[choice.result]))
    return most


@lru_cache(maxsize=64)
def observation_of(world: World) -> Observation:
    return Observation(world)


def observed(state: State, viewer: int, deciding: Collection[int]) -> list[int]:
    """What a seat may see, if those seats must decide now."""
    eyes = _Eyes(state, viewer)
    seats = range(viewer, viewer + state.world.players)
    words = [int(seat % state.world.players in deciding) for seat in seats]
    words += eyes.decision(viewer in deciding)
    for number in eyes.layout.variables:
        words += eyes.variable(number)
    words += [len(state.zones[zone]) for zone in eyes.zones]
    return words + [word for row in eyes.rows for word in row]


class _Eyes:
    """One position before one seat: its cards as they are listed, and where each of them stands among those."""

    def __init__(self, state: State, viewer: int) -> None:
        self.state, self.viewer, self.world = state, viewer, state.world
        self.layout = observation_of(state.world)
        self.zones = self.layout.zones_from[viewer]
        self.place_of_zone = {zone: place for place, zone in enumerate(self.zones)}
        self.sees = [can_see(state, card, viewer) for card in range(self.world.cards)]
        self.place: dict[int, int] = {}
        self.rows: list[list[int]] = []
        self._list_cards()

    def _list_cards(self) -> None:
        """Zone by zone. Where there is no order that the seat may know, alike cards share the place of the first."""
        listed: list[int] = []
        for zone in self.zones:
            cards, first = list(self.state.zones[zone]), len(listed)
            if self._is_mixed(zone):
                plain = {card: self._row(card, False) for card in cards}
                cards.sort(key=plain.__getitem__)
                rows = [plain[card] for card in cards]
                self.place |= {card: first + rows.index(plain[card]) for card in cards}
            else:
                self.place |= {card: first + at for at, card in enumerate(cards)}
            listed += cards
        rows = [self._row(card, True) for card in listed]
        self.rows = [row for _, row in sorted(zip(map(self.place.__getitem__, listed), rows, strict=True))]

    def _is_mixed(self, zone: int) -> bool:
        form = self.world.definition.families[self.world.zones[zone].family].form
        return form.is_mixed or (form.is_stacked and not any(self.sees[card] for card in self.state.zones[zone]))

    def _row(self, card: int, names_cards: bool) -> list[int]:
        """The words of a card; those that name other cards only once these have their places."""
        state, world, zone = self.state, self.world, self.state.lies_in[card]
        back, owner = world.definition.backs[world.row[card]], world.owner[card]
        is_faced = world.definition.families[world.zones[zone].family].seen_by == ir.SeenBy.FACE
        words = [
            self.place_of_zone[zone], self.layout.backs.index(back), world.row[card] if self.sees[card] else HIDDEN,
            NOTHING if owner is None else self._told(owner, ir.PLAYER_TYPE), int(is_faced and bool(state.face[card])),
            int(state.host[card] != NO_HOST),
        ]  # fmt: skip
        for number in self.layout.notes:
            type = world.definition.variables[number].type
            if type.sort is ir.TypeSort.CARD and not names_cards:
                words += [0] * self._width(type)
            elif number not in world.noted[world.kind[card]]:
                words += [NOTHING] * self._width(type)
            else:
                words += self._words(number, card, self.sees[card])
        return words

    @staticmethod
    def _width(type: ir.Type) -> int:
        return 1 + listed_of(type) if type.many else 1

    # ---- values

    def _told(self, value: Any, type: ir.Type) -> int:
        if value is None:
            return NOTHING
        match type.sort:
            case ir.TypeSort.CARD:
                return self.place[value] if self.sees[value] else HIDDEN
            case ir.TypeSort.PLAYER:
                return int(value - self.viewer) % self.world.players
            case ir.TypeSort.ZONE:
                return self.place_of_zone[value]
        return int(value)

    def _told_list(self, values: Any, type: ir.Type, most: int) -> list[int]:
        """How many there are, and the first of them; cards that the seat cannot see come last."""
        if values is None:
            return [NOTHING] * (1 + most)
        in_order = sorted(values, key=lambda card: not self.sees[card]) if type.sort is ir.TypeSort.CARD else values
        told = [self._told(one, type) for one in in_order[:most]]
        return [len(values), *told, *[NOTHING] * (most - len(told))]

    def _words(self, number: int, thing: int | None, is_seen: bool = True) -> list[int]:
        """A variable of a thing."""
        type = self.world.definition.variables[number].type
        if not is_seen or not can_read(self.state, number, thing, self.viewer):
            return [HIDDEN] * self._width(type)
        value = self.state.read(number, thing)
        return self._told_list(value, type, listed_of(type)) if type.many else [self._told(value, type)]

    def variable(self, number: int) -> Iterator[int]:
        """A variable of all that have it, as the seat counts them."""
        of = self.world.definition.variables[number].of
        things: Any = [None] if of.is_game else self.world.things_of(of)
        if of.is_player:
            things = [(self.viewer + further) % self.world.players for further in things]
        elif of.is_zone:
            things = self.layout.zones_of(self.viewer, of.number)
        for thing in things:
            yield from self._words(number, thing)

    # ---- decisions

    def decision(self, is_asked: bool) -> list[int]:
        """The place of one's own decision, and what was picked so far in a row there."""
        node = waiting_at(self.state) if is_asked else None
        if node is None:
            return [NOTHING] * (2 + self.layout.picks)
        choice = node.choice if isinstance(node, ir.Ask) else node
        places, picked = list(self.state.stack[-1][2]), None
        if isinstance(choice, ir.PickMany):
            picked = dict(open_seats(node, places))[self.viewer] if isinstance(node, ir.Ask) else places[choice.picked] or ()
        type = choice.type if isinstance(choice, ir.PickMany) else ir.NOTHING
        return [choice.site, *self._told_list(picked, type, self.layout.picks)]
