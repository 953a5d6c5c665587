"""What a seat has learnt of where hidden cards can be.

Takes the positions of a match, one after the other; keeps for every card that the seat cannot see the zones where it may lie,
and which hidden cards it still knows because it saw them laid there. Forgets rather than guesses: what was shown in passing
between two decisions, and the order of a hidden pile, are not remembered.
"""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from functools import lru_cache

from .. import ir
from ..engine.sight import can_see
from ..engine.state import State
from ..engine.world import World

Look = tuple[str, int]  # what everybody sees of a hidden card
Ways = dict[int, set[int]]  # from a zone to those where its hidden cards may have gone


class Memory:
    """One seat's memory. `may_be` holds the zones of every hidden card, `known` the hidden cards it could name."""

    def __init__(self, viewer: int) -> None:
        self.viewer = viewer
        self.may_be: dict[int, frozenset[int]] = {}
        self.known: frozenset[int] = frozenset()
        self._hidden: dict[Look, frozenset[int]] = {}  # the hidden cards that look alike
        self._last: State | None = None

    def copy(self) -> Memory:
        other = copy(self)
        other.may_be, other._hidden = self.may_be.copy(), self._hidden.copy()
        return other

    def stands_at(self, state: State) -> bool:
        """Whether this is how the table was seen last."""
        seen, now = ((one.rng, one.zones, one.face, one.shown) if one else None for one in (self._last, state))
        return seen == now

    def note(self, state: State) -> State:
        """Learn from the next position of the match, which is returned as it will be remembered. Of cards that look like none
        of those that were touched while they were hidden, nothing is to be learnt."""
        old, looks = self._last, _looks(state.world)
        self._last = kept = state.copy()
        touched = set(range(state.world.cards)) if old is None else _touched(old, state)
        hidden = {card for card in touched if not can_see(state, card, self.viewer)}
        stirred: dict[Look, set[int]] = {}
        for card in touched:
            if card in hidden or card in self.may_be:
                stirred.setdefault(looks[card], set()).add(card)
        known = self.known - touched
        for look, cards in stirred.items():
            self._hidden[look] = alike = (self._hidden.get(look, frozenset()) - cards) | (cards & hidden)
            if old is None:
                self.may_be |= dict.fromkeys(alike, frozenset([state.lies_in[card] for card in alike]))
            else:
                known |= self._still_known(old, state, cards & hidden)
                self._follow(old, state, alike, cards & hidden, known)
        for card in touched - hidden:
            self.may_be.pop(card, None)
        self.known = known
        return kept

    def _still_known(self, old: State, new: State, cards: set[int]) -> set[int]:
        """The hidden cards that the seat could follow with its eyes: one by one, and never into a hand or a shuffle."""
        arrived = [card for card in cards if card not in self.may_be]
        turned = {card for card in arrived if old.lies_in[card] == new.lies_in[card]}
        candidates = {*self.known.intersection(cards), *turned, *(arrived if len(arrived) == 1 else ())}
        return {card for card in candidates if _is_followed(old, new, card, seen=card not in self.may_be)}

    def _follow(self, old: State, new: State, alike: frozenset[int], touched: set[int], known: frozenset[int]) -> None:
        """Where hidden cards that look alike can have come to."""
        ways: Ways = {}
        entered: set[int] = set()
        for card in touched - known:
            if card not in self.may_be:
                entered.add(new.lies_in[card])
            elif old.lies_in[card] != new.lies_in[card]:
                ways.setdefault(old.lies_in[card], set()).add(new.lies_in[card])
        if old.rng != new.rng:
            _mix(ways, {zone for zone in {new.lies_in[card] for card in touched} if _is_touched(old, new, zone)})
        self.may_be |= {card: frozenset([new.lies_in[card]]) for card in touched & known}
        occupied = frozenset([new.lies_in[card] for card in alike])
        arrived, now = frozenset(entered), dict[frozenset[int], frozenset[int]]()
        for card in alike - known:
            before = self.may_be.get(card, arrived)
            if before not in now:
                now[before] = _reached(ways, before) & occupied
            self.may_be[card] = now[before]


@lru_cache(maxsize=256)
def _looks(world: World) -> tuple[Look, ...]:
    return tuple(map(world.look, range(world.cards)))


def _touched(old: State, new: State) -> set[int]:
    """The cards that lie where something was moved or shuffled, and those that were turned or shown."""
    touched: set[int] = set()
    for before, cards in zip(old.zones, new.zones, strict=True):
        if before is not cards:
            touched.update(cards)
    if old.face != new.face:
        touched |= {card for card, face in enumerate(new.face) if old.face[card] != face}
    if old.shown != new.shown:
        touched |= {card for card, _ in {*old.shown} ^ {*new.shown}}
    return touched


def _is_touched(old: State, new: State, zone: int) -> bool:
    """Whether cards of the zone were moved or shuffled, even if they came to lie as before: then it is another tuple."""
    return old.zones[zone] is not new.zones[zone]


def _is_followed(old: State, new: State, card: int, seen: bool) -> bool:
    """Whether an eye on this card's place still knows where it is. From a hand, or from a pile that somebody may look
    through, nobody else sees which card is taken."""
    families, zones = new.world.definition.families, new.world.zones
    came, went = families[zones[old.lies_in[card]].family], families[zones[new.lies_in[card]].family]
    if went.form.is_mixed:
        return False
    if went.form.is_stacked and old.rng != new.rng and _is_touched(old, new, new.lies_in[card]):
        return False
    in_sight = not came.form.is_mixed and (not came.form.is_stacked or came.seen_by == ir.SeenBy.NOBODY)
    return seen or in_sight or old.lies_in[card] == new.lies_in[card]


def _mix(ways: Ways, zones: set[int]) -> None:
    for zone in zones:
        ways.setdefault(zone, set()).update(zones)


def _reached(ways: Ways, zones: Iterable[int]) -> frozenset[int]:
    """Those zones, and where one comes from them."""
    reached = set(zones)
    waiting = list(reached)
    while waiting:
        more = ways.get(waiting.pop(), set()) - reached
        reached |= more
        waiting += more
    return frozenset(reached)
