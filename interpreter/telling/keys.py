"""Keys for cards: what one viewer's eyes can follow from one moment to the next.

A card has a key while the viewer sees it, or while it lies face down in an ordered row that everybody sees. Into a hand or a
pile that the viewer cannot look into, and through every shuffle, nobody follows a card: it comes out with a new key. Keys are
counted from one in the order in which cards come before the viewer's eyes, so nothing in them tells a true number.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from ..engine.events import CardSeen, CardsSwapped, Event, Moved, Rolled, Shuffled, Wrote, ZonesSwapped
from ..engine.sight import Viewer, watchers
from ..engine.state import State
from ..engine.world import World
from ..ir import SeenBy
from .things import card_key


def viewers_of(world: World) -> tuple[Viewer, ...]:
    """Whoever looks on, and every seat."""
    return (None, *range(world.players))


@dataclass(frozen=True)
class Keys:
    """The keys of one viewer: which card has which, and how many there have been."""

    cards: Mapping[int, int]
    used: int


class VisibleTable:
    """What everybody can see of where cards lie and who sees them, moment by moment; from a position on, event by event."""

    def __init__(self, position: State) -> None:
        self.world = position.world
        self.lies_in = list(position.lies_in)
        self.zones = [list(cards) for cards in position.zones]
        self.seen = watchers(position)
        self.sees = {
            viewer: {card for card, by in enumerate(self.seen) if viewer in by} for viewer in viewers_of(self.world)
        }
        self._noted = position.variables
        self._since: dict[tuple[int, int], object] = {}
        self._rolled: dict[int, object] = {}
        self._value = self.world.definition.variable_numbers.get("value")

    def apply(self, event: Event) -> None:
        if isinstance(event, Moved):
            for card in event.cards:
                self._lay(card, event.zone)
        elif isinstance(event, CardsSwapped):
            left, right = self.lies_in[event.left], self.lies_in[event.right]
            self._lay(event.left, right)
            self._lay(event.right, left)
        elif isinstance(event, ZonesSwapped):
            for card in (mine := [*self.zones[event.left]]) + (theirs := [*self.zones[event.right]]):
                self.lies_in[card] = event.right if self.lies_in[card] == event.left else event.left
            self.zones[event.left], self.zones[event.right] = theirs, mine
        elif isinstance(event, CardSeen):
            self._see(event.card, frozenset(event.viewers))
        elif isinstance(event, Wrote) and event.thing is not None:
            self._since[event.variable, event.thing] = event.after
            if event.variable == self._value:
                self._rolled[event.thing] = event.after
        elif isinstance(event, Rolled):
            self._rolled[event.die] = event.value

    def face(self, card: int) -> object:
        """What a die shows now; nothing, if it is none."""
        is_die = self.world.definition.kinds[self.world.kind[card]].faces is not None
        return self._rolled.get(card, self._noted[self._value][card]) if is_die and self._value is not None else None

    def _see(self, card: int, viewers: frozenset[Viewer]) -> None:
        self.seen[card] = viewers
        for viewer, cards in self.sees.items():
            (cards.add if viewer in viewers else cards.discard)(card)

    def _lay(self, card: int, zone: int) -> None:
        self.zones[self.lies_in[card]].remove(card)
        self.zones[zone].append(card)
        self.lies_in[card] = zone

    def can_follow(self, card: int, viewer: Viewer) -> bool:
        """Whether a viewer can tell this card from the others, if only by where it lies."""
        zone = self.lies_in[card]
        return viewer in self.seen[card] or (zone not in self.world.hands and zone not in self.world.piles)

    def look(self, card: int, viewer: Viewer) -> tuple[object, ...]:
        """What tells a card that a viewer sees apart from others of its hand."""
        numbers = self.world.noted[self.world.kind[card]] if self._noted else ()
        noted = [self._since.get((one, card), self._noted[one][card]) for one in numbers if self._can_read(one, card, viewer)]
        return self.world.row[card], self.world.owner[card], tuple(noted)

    def _can_read(self, variable: int, card: int, viewer: Viewer) -> bool:
        seen_by = self.world.definition.variables[variable].seen_by
        fixed = self.world.owner[card]
        owner = self.world.zone_owner(self.lies_in[card]) if fixed is None else fixed
        return seen_by is SeenBy.EVERYONE or (seen_by is SeenBy.OWNER and viewer is not None and owner == viewer)


class Eyes:
    """The keys of one viewer while events go by."""

    def __init__(self, viewer: Viewer, keys: Keys) -> None:
        self.viewer = viewer
        self._first = keys
        self.cards = dict(keys.cards)
        self.used = keys.used

    @property
    def keys(self) -> Keys:
        """Those of now; as long as they are what they were at first, the very same."""
        first = self._first
        return first if (self.used, self.cards) == (first.used, first.cards) else Keys(dict(self.cards), self.used)

    def key(self, card: int) -> str | None:
        return card_key(self.cards[card]) if card in self.cards else None

    def touch(self, table: VisibleTable, cards: Iterable[int]) -> None:
        """Before something is done to cards: of several that are alike in a hand it is the one with the first key, whichever of
        them it truly is."""
        touched = list(cards)
        for card in touched:
            if table.lies_in[card] in table.world.hands and self.viewer in table.seen[card]:
                self._touch(table, card, touched)

    def _touch(self, table: VisibleTable, card: int, touched: Sequence[int]) -> None:
        look = table.look(card, self.viewer)
        alike = [
            one
            for one in table.zones[table.lies_in[card]]
            if self.viewer in table.seen[one] and one in self.cards and table.look(one, self.viewer) == look
        ]
        alike.sort(key=lambda one: (touched.index(one) if one in touched else len(touched), self.cards[one]))
        self.cards.update(zip(alike, sorted(self.cards[one] for one in alike), strict=True))

    def lose(self, cards: Iterable[int]) -> None:
        for card in cards:
            self.cards.pop(card, None)

    def look_at(self, table: VisibleTable, cards: Iterable[int]) -> None:
        """After something happened to cards: what cannot be followed loses its key, what comes to the eyes gets one."""
        looked_at = list(cards)
        follows = {card for card in looked_at if table.can_follow(card, self.viewer)}
        self.lose(card for card in looked_at if card not in follows)
        new = [card for card in looked_at if card in follows and card not in self.cards]
        for card in sorted(new, key=lambda one: self._order(table, one)):
            self.used += 1
            self.cards[card] = self.used

    def _order(self, table: VisibleTable, card: int) -> tuple[int, str]:
        """In an ordered row as cards lie there, elsewhere by what is seen of them."""
        zone = table.lies_in[card]
        is_row = zone not in table.world.hands and zone not in table.world.piles
        return zone, "" if is_row else repr(table.look(card, self.viewer))

    def unseen(self, table: VisibleTable, cards: Sequence[int]) -> list[int]:
        return [card for card in cards if self.viewer not in table.seen[card]]


def first_keys(position: State) -> tuple[Keys, ...]:
    """The keys of all viewers who look at a position for the first time."""
    table = VisibleTable(position)
    everybody = [Eyes(viewer, Keys({}, 0)) for viewer in viewers_of(position.world)]
    for cards in position.zones:
        for eyes in everybody:
            eyes.look_at(table, cards)
    return tuple(eyes.keys for eyes in everybody)


def shift(eyes: Eyes, table: VisibleTable, event: Event) -> list[int]:
    """Before an event takes place: which keys nobody can follow through it."""
    if isinstance(event, Shuffled):
        return list(event.cards)
    if isinstance(event, Moved):
        # In what order several hidden cards are laid down may hang on their faces.
        unseen = eyes.unseen(table, event.cards)
        return unseen if len(unseen) > 1 else []
    return []
