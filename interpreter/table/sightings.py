"""Who came to see which cards while rules were carried out, and who could follow them there.

Takes the events of one answer and the position before; what nobody could follow is not named by what it was before.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..engine.discretion import Sighting
from ..engine.events import CardSeen, CardsSwapped, Event, Moved, Shuffled, ZonesSwapped
from ..engine.sight import watchers
from ..engine.state import State


def sightings(events: Sequence[Event]) -> set[Sighting]:
    """Which cards somebody could see at some moment of what happened."""
    return {(event.card, viewer) for event in events if isinstance(event, CardSeen) for viewer in event.viewers}


def followed(before: State, events: Sequence[Event]) -> set[Sighting]:
    """Which sightings tell of a card that it is one of the position before: not of one that went into somebody's hand, or was
    shuffled, unseen by whoever sees it later."""
    viewers = (None, *range(before.world.players))
    lies_in = list(before.lies_in)
    seen = watchers(before)
    lost: set[Sighting] = set()
    still_seen: set[Sighting] = set()
    for event in events:
        if isinstance(event, Moved):
            for card in event.cards:
                lies_in[card] = event.zone
        elif isinstance(event, CardSeen):
            card, by = event.card, event.viewers
            seen[card] = frozenset(by)
            if lies_in[card] in before.world.hands:
                lost |= {(card, viewer) for viewer in viewers if viewer not in by}
            still_seen |= {(card, viewer) for viewer in by if (card, viewer) not in lost}
        elif isinstance(event, Shuffled):
            lost |= {(card, viewer) for card in event.cards for viewer in viewers if viewer not in seen[card]}
        elif isinstance(event, ZonesSwapped):
            exchanged = {event.left: event.right, event.right: event.left}
            lies_in = [exchanged.get(zone, zone) for zone in lies_in]
        elif isinstance(event, CardsSwapped):
            lies_in[event.left], lies_in[event.right] = lies_in[event.right], lies_in[event.left]
    return still_seen
