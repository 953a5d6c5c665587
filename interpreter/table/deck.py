"""Every card of a table as it is printed, for those who list or print cards.

Takes a definition and the names of seats; returns for each card its kind, its face and its back, as views. Knows no position:
nothing is dealt and nothing lies anywhere.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..engine.worlds import world_for
from ..model.definition import Definition
from ..telling.things import player_key
from .album import album_of
from .view import CardView


@dataclass(frozen=True, slots=True)
class BothSides:
    """A card with what is printed on either side; `kind` is the name of its kind."""

    kind: str
    face: CardView
    back: CardView


def deck_of(definition: Definition, seats: tuple[str, ...]) -> list[BothSides]:
    """All copies, kind by kind; of cards that every player has, those of one player after those of the other."""
    world, found = world_for(definition, len(seats)), list[BothSides]()
    album = album_of(world, seats)
    for card in sorted(range(world.cards), key=lambda card: (world.kind[card], world.owner[card] or 0, world.row[card])):
        row, owner = world.row[card], world.owner[card]
        lying = None, None if owner is None else player_key(owner), None, False, None
        face, back = album.seen(row, lying, (None, 0), "", (), ()), album.hidden(definition.backs[row], lying)
        found.append(BothSides(definition.kinds[world.kind[card]].name, face, back))
    return found
