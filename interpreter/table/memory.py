"""What a seat has learnt of where hidden cards can be.

Takes the positions of a match, one after the other; keeps for every card that the seat cannot see the zones where it may lie,
and which hidden cards it still knows because it saw them laid there. Forgets rather than guesses: what was shown in passing
between two decisions, and the order of a hidden pile, are not remembered.
"""

from __future__ import annotations

from collections.abc import Iterable

from .. import ir
from ..engine.sight import can_see
from ..engine.state import State

Look = tuple[str, int]  # what everybody sees of a hidden card
Ways = dict[int, set[int]]  # from a zone to those where its hidden cards may have gone


class Memory:
    """One seat's memory. `may_be` holds the zones of every hidden card, `known` the hidden cards it could name."""

    def __init__(self, viewer: int) -> None:
        self.viewer = viewer
        self.may_be: dict[int, frozenset[int]] = {}
        self.known: frozenset[int] = frozenset()
        self._last: State | None = None

    def note(self, state: State) -> None:
        """Learn from the next position of the match."""
        hidden: dict[Look, list[int]] = {}
        for card in range(state.world.cards):
            if not can_see(state, card, self.viewer):
                hidden.setdefault(state.world.look(card), []).append(card)
        may_be: dict[int, frozenset[int]] = {}
        known: set[int] = set()
        for cards in hidden.values():
            occupied = {state.lies_in[card] for card in cards}
            if self._last is None:
                may_be |= dict.fromkeys(cards, frozenset(occupied))
                continue
            stayed = self._still_known(self._last, state, cards)
            known |= stayed
            for card, zones in self._followed(self._last, state, cards, stayed):
                may_be[card] = frozenset([state.lies_in[card]]) if card in stayed else zones & occupied
        self.may_be, self.known, self._last = may_be, frozenset(known), state.copy()

    def _still_known(self, old: State, new: State, cards: list[int]) -> set[int]:
        """The hidden cards that the seat could follow with its eyes: one by one, and never into a hand or a shuffle."""
        arrived = [card for card in cards if card not in self.may_be]
        turned = {card for card in arrived if old.lies_in[card] == new.lies_in[card]}
        candidates = {*self.known.intersection(cards), *turned, *(arrived if len(arrived) == 1 else ())}
        return {card for card in candidates if _is_followed(old, new, card, seen=card not in self.may_be)}

    def _followed(self, old: State, new: State, cards: list[int], known: set[int]) -> Iterable[tuple[int, frozenset[int]]]:
        """Every hidden card of one look with the zones it can have come to."""
        ways: Ways = {}
        entered: set[int] = set()
        for card in cards:
            if card in known:
                continue
            if card not in self.may_be:
                entered.add(new.lies_in[card])
            elif old.lies_in[card] != new.lies_in[card]:
                ways.setdefault(old.lies_in[card], set()).add(new.lies_in[card])
        if old.rng != new.rng:
            _mix(ways, {zone for zone in {new.lies_in[card] for card in cards} if _is_touched(old, new, zone)})
        for card in cards:
            yield card, _reached(ways, self.may_be.get(card, entered))


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
