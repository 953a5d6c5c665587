"""Everything that can change during a game, as plain data.

Made of whole numbers, tuples and lists only, so that it is copied in microseconds, compared and saved at every decision,
also in the middle of an effect. Knows no rules.
"""

from __future__ import annotations

from typing import Any

from .world import World

Frame = list[Any]  # [procedure, next instruction, places]
Mark = tuple[int, int, str, int | None, int]  # variable, thing, moment, player, how often still to wait

NO_HOST = -1


class State:
    """Where every card lies and how, every variable, chance, and the rules that are being carried out."""

    __slots__ = ("face", "host", "marks", "place", "rng", "shown", "stack", "variables", "world", "zones")

    def __init__(self, world: World, rng: int) -> None:
        self.world = world
        self.rng = rng
        self.zones: list[tuple[int, ...]] = [() for _ in world.zones]
        self.place: list[int] = [0] * world.cards
        self.face: list[int] = [0] * world.cards
        self.host: list[int] = [NO_HOST] * world.cards
        self.variables: list[Any] = []
        self.marks: tuple[Mark, ...] = ()
        self.shown: tuple[tuple[int, int], ...] = ()
        self.stack: list[Frame] = []

    def copy(self) -> State:
        other = State.__new__(State)
        other.world = self.world
        other.rng = self.rng
        other.zones = self.zones[:]
        other.place = self.place[:]
        other.face = self.face[:]
        other.host = self.host[:]
        other.variables = self.variables[:]
        other.marks = self.marks
        other.shown = self.shown
        other.stack = [[procedure, point, places[:]] for procedure, point, places in self.stack]
        return other

    def key(self) -> tuple[Any, ...]:
        """The whole position as one comparable value."""
        stack = tuple((procedure, point, _frozen(places)) for procedure, point, places in self.stack)
        return (
            tuple(self.zones), tuple(self.face), tuple(self.host), _frozen(self.variables), self.marks, self.shown,
            self.rng, stack,
        )  # fmt: skip

    # ---- cards

    def owner(self, card: int) -> int | None:
        """Whose card it is: fixed by its kind, else of whoever's zone it lies in."""
        owner = self.world.owner[card]
        return owner if owner is not None else self.world.zone_owner(self.place[card])

    def position(self, card: int) -> int:
        """1 for the first card of its zone; a card under another shares its place."""
        if self.host[card] != NO_HOST:
            card = self.host[card]
        count = 0
        for other in self.zones[self.place[card]]:
            if self.host[other] == NO_HOST:
                count += 1
            if other == card:
                return count
        return count

    def next_card(self, card: int, down: bool) -> int | None:
        """The card above or below, counting places: what lies under another card is passed over."""
        host = self.host[card]
        if host != NO_HOST and not down:
            return host
        row = self.zones[self.place[card]]
        index = row.index(card)
        rest = row[index + 1 :] if down else row[:index][::-1]
        return next((other for other in rest if self.host[other] == NO_HOST), None)

    def take_out(self, card: int) -> None:
        """Lift a card from its zone; what lay under it stays where it is."""
        zone = self.place[card]
        self.zones[zone] = tuple(other for other in self.zones[zone] if other != card)
        self.host[card] = NO_HOST
        if card in self.host:
            self.host = [NO_HOST if under == card else under for under in self.host]
        if self.shown:
            self.shown = tuple(pair for pair in self.shown if pair[0] != card)

    def put(self, cards: list[int], zone: int, where: str, host: int = NO_HOST) -> None:
        """Lay cards that were lifted into a zone, in this order."""
        row = self.zones[zone]
        if where == "top":
            self.zones[zone] = (*cards, *row)
        elif where == "under":
            after = row.index(host) + 1
            while after < len(row) and self.host[row[after]] == host:
                after += 1
            self.zones[zone] = (*row[:after], *cards, *row[after:])
        else:
            self.zones[zone] = (*row, *cards)
        for card in cards:
            self.place[card] = zone
            self.host[card] = host

    # ---- variables

    def read(self, variable: int, thing: int | None) -> Any:
        value = self.variables[variable]
        return value[thing] if thing is not None else value

    def write(self, variable: int, thing: int | None, value: Any) -> None:
        if thing is None:
            self.variables[variable] = value
        else:
            old = self.variables[variable]
            self.variables[variable] = (*old[:thing], value, *old[thing + 1 :])


def _frozen(value: Any) -> Any:
    return tuple(_frozen(item) for item in value) if isinstance(value, list | tuple) else value
