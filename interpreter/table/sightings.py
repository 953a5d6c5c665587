"""Who came to see which cards while rules were carried out, and who could follow them there.

Takes the events of one answer and the position before; what nobody could follow is not named by what it was before.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..engine.discretion import Sighting
from ..engine.events import CardsSwapped, Event, Moved, Seen, Shuffled, ZonesSwapped
from ..engine.sight import watchers
from ..engine.state import State


def sightings(events: Sequence[Event]) -> set[Sighting]:
    """Which cards somebody could see at some moment of what happened."""
    return {(event.card, viewer) for event in events if isinstance(event, Seen) for viewer in event.viewers}


def followed(before: State, events: Sequence[Event]) -> set[Sighting]:
    """Which sightings tell of a card that it is one of the position before: not of one that went into somebody's hand, or was
    shuffled, unseen by whoever sees it later."""
    viewers = (None, *range(before.world.players))
    place = list(before.place)
    seen = watchers(before)
    lost: set[Sighting] = set()
    found: set[Sighting] = set()
    for event in events:
        if isinstance(event, Moved):
            for card in event.cards:
                place[card] = event.zone
        elif isinstance(event, Seen):
            card, by = event.card, event.viewers
            seen[card] = frozenset(by)
            if place[card] in before.world.hands:
                lost |= {(card, viewer) for viewer in viewers if viewer not in by}
            found |= {(card, viewer) for viewer in by if (card, viewer) not in lost}
        elif isinstance(event, Shuffled):
            lost |= {(card, viewer) for card in event.cards for viewer in viewers if viewer not in seen[card]}
        elif isinstance(event, ZonesSwapped):
            exchanged = {event.left: event.right, event.right: event.left}
            place = [exchanged.get(zone, zone) for zone in place]
        elif isinstance(event, CardsSwapped):
            place[event.left], place[event.right] = place[event.right], place[event.left]
    return found
