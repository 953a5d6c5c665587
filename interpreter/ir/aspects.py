"""What of the cards on a table can change, and which statements change it; variables change, too, and go by their numbers.

Features, operations and relations say which of these they look at. So "what may have changed" is asked of one table: by checks
that act by themselves, by whoever remembers an answer, and by whoever may not tell it.
"""

from __future__ import annotations

from enum import Enum

from .statements import Deal, Discard, Face, Mix, Move, Roll, Show, Shuffle, Swap


class Aspect(Enum):
    PLACE = "which zone a card lies in"
    ORDER = "which cards of a zone come before it"
    HOST = "which card it lies under"
    FACE = "which side of a card is up"
    SHOWN = "who was shown a card"
    MUTE = "which cards are mute, which a variable says"


Aspects = frozenset[Aspect]

FIXED: Aspects = frozenset()  # of what never changes
PLACED: Aspects = frozenset((Aspect.PLACE,))
LISTED: Aspects = frozenset((Aspect.PLACE, Aspect.ORDER))  # the cards of a zone, one after the other
NEXT: Aspects = frozenset((Aspect.PLACE, Aspect.ORDER, Aspect.HOST))  # what lies under another card is passed over
_ALL_OF_A_CARD: Aspects = frozenset((Aspect.PLACE, Aspect.ORDER, Aspect.HOST, Aspect.FACE, Aspect.SHOWN))

# What a statement changes itself; what it calls is asked for its own changes.
CHANGED_BY: dict[type, Aspects] = {
    Move: _ALL_OF_A_CARD,
    Deal: _ALL_OF_A_CARD,
    Discard: _ALL_OF_A_CARD,
    Swap: _ALL_OF_A_CARD,
    Face: frozenset((Aspect.FACE,)),
    Shuffle: frozenset((Aspect.ORDER, Aspect.SHOWN)),
    Mix: frozenset((Aspect.ORDER,)),
    Show: frozenset((Aspect.SHOWN,)),
    Roll: frozenset((Aspect.SHOWN,)),
}
