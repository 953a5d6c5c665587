"""What cannot be taken back: whatever a seat has learnt since.

Takes a match, how many answers to go back, and a seat; returns the names of what came to that seat's eyes in between. Follows
from who may see what; knows no game.
"""

from __future__ import annotations

from ..engine.sight import can_see
from ..engine.state import State
from ..engine.texts import Speaker
from ..table.match import Match


def learnt_since(match: Match, answers: int, seat: str) -> list[str]:
    """The cards that this seat sees now or saw meanwhile, but not before the last answers; and dice that fell since."""
    viewer = match.seats.index(seat)
    moments = [(match.state, match.seats)]
    earlier = match.copy(watched=True)
    for _ in range(answers):
        earlier.undo()
        moments.append((earlier.state, match.seats))
    before, _ = moments.pop()
    found: dict[str, None] = {}
    for state, seats in moments:
        speaker = Speaker(state, seats, viewer)
        for card in range(state.world.cards):
            if can_see(state, card, viewer) and (not can_see(before, card, viewer) or _fell(before, state, card)):
                found[speaker.card(card)] = None
    return list(found)


def _fell(before: State, now: State, card: int) -> bool:
    """Whether a die shows something else, and chance was asked."""
    definition = now.world.definition
    if definition.kinds[now.world.kind[card]].faces is None or before.rng == now.rng:
        return False
    value = definition.variable_numbers["value"]
    return bool(before.read(value, card) != now.read(value, card))
