"""What is noticed of one game at its decisions: which cards players had, which they played, and what they chose.

Takes the positions of a game, one after the other; keeps what is counted of them. Looks at no card that has not moved.
"""

from __future__ import annotations

from ..engine.budget import spent
from ..engine.state import State
from ..ir import SeenBy
from .choosing import ChoiceNotes


class Notes:
    """What is seen of one game at its decisions, how many there were and how many steps of rules between them: which cards
    players had, and which they played.

    A player *has* a card that lies in a zone of theirs which they can see into. They *play* it when it leaves a zone that only
    they see, and lies in one that others see at a later decision.
    """

    def __init__(self, state: State) -> None:
        self.had: set[tuple[int, int]] = set()
        self.played: set[tuple[int, int]] = set()
        self.decisions = -1
        self.steps = 0
        self._kept: dict[int, int] = {}
        self._seen_by = _sights(state)
        self._zones: list[tuple[int, ...]] = [()] * len(state.zones)
        self.choices = ChoiceNotes(state)
        self.look(state)

    def look(self, state: State) -> None:
        """Notice what an answer changed; a zone that was not touched is the same tuple as before."""
        self.decisions += 1
        self.steps += spent(state)
        changed = [zone for zone, cards in enumerate(state.zones) if cards is not self._zones[zone]]
        for zone in changed:
            seen_by, owner = self._seen_by[zone]
            cards = state.zones[zone]
            if owner is not None and seen_by is not SeenBy.NOBODY:
                self.had.update([(card, owner) for card in cards])
            if seen_by in (SeenBy.EVERYONE, SeenBy.FACE) and self._kept:
                self.played.update([(card, self._kept.pop(card)) for card in cards if card in self._kept])
        for zone in changed:
            seen_by, owner = self._seen_by[zone]
            if seen_by is SeenBy.OWNER and owner is not None:
                self._kept.update(dict.fromkeys(state.zones[zone], owner))
        self._zones = state.zones[:]

    def by_row(self, row_of: list[int], rows: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """For every row of cards the seats that had and that played one of them, as bits."""
        found = []
        for pairs in (self.had, self.played):
            bits = [0] * rows
            for card, seat in pairs:
                bits[row_of[card]] |= 1 << seat
            found.append(tuple(bits))
        return found[0], found[1]


def _sights(state: State) -> list[tuple[SeenBy, int | None]]:
    families = state.world.definition.families
    return [(families[zone.family].seen_by, state.world.zone_owner(number)) for number, zone in enumerate(state.world.zones)]
