"""Everything that can change during a game, as plain data.

Made of whole numbers, tuples and lists only, so that it is copied in microseconds, compared and saved at every decision,
also in the middle of an effect. Knows no rules.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..ir import Where
from ..ir.limits import STEPS
from .world import World

Frame = tuple[int, int, tuple[Any, ...]]  # procedure, next instruction, places
Mark = tuple[int, int, int, int | None, int]  # variable, thing, moment, player, how often still to wait

NO_HOST = -1
_blank = object.__new__


class Hosts(dict[int, int]):
    """The cards that lie under another card, each with that card; all others have no host."""

    def __missing__(self, card: int) -> int:
        return NO_HOST


class State:
    """Where every card lies and how, every variable, chance, and the rules that are being carried out.

    `budget`, `depth`, `needed` and `patience` are no part of the position: they count how long and how deep rules go between
    two decisions, and how long it takes to tell of them.
    """

    __slots__ = (
        "budget",
        "depth",
        "face",
        "host",
        "lies_in",
        "marks",
        "needed",
        "patience",
        "rng",
        "shown",
        "shown_cards",
        "stack",
        "variables",
        "world",
        "zones",
    )  # fmt: skip

    def __init__(self, world: World, rng: int) -> None:
        self.world = world
        self.rng = rng
        self.zones: list[tuple[int, ...]] = [() for _ in world.zones]
        self.lies_in: list[int] = [0] * world.cards
        self.face: list[int] = [0] * world.cards
        self.host = Hosts()
        self.variables: list[Any] = []
        self.marks: tuple[Mark, ...] = ()
        self.shown: tuple[tuple[int, int], ...] = ()
        self.shown_cards: tuple[tuple[tuple[int, int], ...], frozenset[int]] = ((), frozenset())
        self.stack: list[Frame] = []
        self.budget = self.patience = STEPS.most
        self.depth = self.needed = 0

    def copy(self) -> State:
        other = _blank(State)
        other.world = self.world
        other.rng = self.rng
        other.zones = self.zones[:]
        other.lies_in = self.lies_in[:]
        other.face = self.face[:]
        other.host = Hosts(self.host) if self.host else Hosts()
        other.variables = self.variables[:]
        other.marks = self.marks
        other.shown = self.shown
        other.shown_cards = self.shown_cards
        other.stack = self.stack[:]
        other.budget = other.patience = STEPS.most
        other.depth = other.needed = 0
        return other

    def key(self) -> tuple[Any, ...]:
        """The whole position as one comparable value."""
        return (*self.table(), tuple(self.stack))

    def table(self) -> tuple[Any, ...]:
        """The position without the rules that are being carried out."""
        return (
            tuple(self.zones), tuple(self.face), tuple(sorted(self.host.items())), tuple(self.variables), self.marks,
            self.shown, self.rng,
        )  # fmt: skip

    # ---- cards

    def owner(self, card: int) -> int | None:
        """Whose card it is: fixed by its kind, else of whoever's zone it lies in."""
        owner = self.world.owner[card]
        return owner if owner is not None else self.world.zone_owner(self.lies_in[card])

    def position(self, card: int) -> int:
        """1 for the first card of its zone; a card under another shares its place."""
        hosts = self.host
        card = hosts.get(card, card)
        row = self.zones[self.lies_in[card]]
        position = row.index(card) + 1
        if hosts:
            for other in row[: position - 1]:
                if other in hosts:
                    position -= 1
        return position

    def next_card(self, card: int, down: bool) -> int | None:
        """The card above or below, counting places: what lies under another card is passed over."""
        hosts = self.host
        if card in hosts and not down:
            return hosts[card]
        row = self.zones[self.lies_in[card]]
        index = row.index(card) + (1 if down else -1)
        while 0 <= index < len(row):
            if row[index] not in hosts:
                return row[index]
            index += 1 if down else -1
        return None

    def take_out(self, card: int) -> None:
        """Lift a card from its zone; what lay under it stays where it is."""
        zones = self.zones
        zone = self.lies_in[card]
        row = [*zones[zone]]
        row.remove(card)
        zones[zone] = tuple(row)
        if self.shown or ((hosts := self.host) and (card in hosts or card in hosts.values())):
            self.come_loose(card)

    def come_loose(self, card: int) -> None:
        """A card that is lifted lies under nothing, nothing lies under it, and whoever was shown it has seen enough."""
        hosts = self.host
        hosts.pop(card, None)
        if card in hosts.values():
            for under in [under for under, host in hosts.items() if host == card]:
                del hosts[under]
        if self.shown and self._is_shown(card):
            self.shown = tuple(pair for pair in self.shown if pair[0] != card)

    def all_come_loose(self, cards: Iterable[int]) -> None:
        """The same for several cards at once."""
        hosts, lifted = self.host, frozenset(cards)
        for under in [under for under, host in hosts.items() if under in lifted or host in lifted]:
            del hosts[under]
        if self.shown:
            self.shown = tuple([pair for pair in self.shown if pair[0] not in lifted])

    def _is_shown(self, card: int) -> bool:
        """Whether anybody was shown a card; which cards are is found out once for all pairs that there are."""
        pairs, cards = self.shown_cards
        if pairs is not self.shown:
            cards = frozenset([one for one, _ in self.shown])
            self.shown_cards = self.shown, cards
        return card in cards

    def put(self, cards: list[int], zone: int, where: str, host: int = NO_HOST) -> None:
        """Lay cards that were lifted into a zone, in this order."""
        row = self.zones[zone]
        if where == Where.TOP:
            self.zones[zone] = (*cards, *row)
        elif where == Where.UNDER:
            after = row.index(host) + 1
            while after < len(row) and self.host[row[after]] == host:
                after += 1
            self.zones[zone] = (*row[:after], *cards, *row[after:])
        else:
            self.zones[zone] = (*row, *cards)
        lies_in = self.lies_in
        for card in cards:
            lies_in[card] = zone
        if host != NO_HOST:
            self.host.update(dict.fromkeys(cards, host))

    def has_room(self, zone: int, more: int = 1) -> bool:
        """Whether so many more cards may come to a zone."""
        room = self.world.room(zone)
        return room is None or len(self.zones[zone]) + more <= room

    # ---- variables

    def read(self, variable: int, thing: int | None) -> Any:
        value = self.variables[variable]
        return value[thing] if thing is not None else value

    def write(self, variable: int, thing: int | None, value: Any) -> None:
        if thing is None:
            self.variables[variable] = value
        else:
            values = [*self.variables[variable]]
            values[thing] = value
            self.variables[variable] = tuple(values)
