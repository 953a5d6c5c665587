"""What a seat has learnt since some answers.

Takes a match, how many answers to go back, and a seat; returns the names of what came to that seat's eyes in between. Follows
from who may see what; knows no game.
"""

from __future__ import annotations

from ..engine.sight import can_see
from ..engine.state import State
from ..engine.texts import Speaker
from ..model.definition import Definition
from .match import Match


def learnt_since(match: Match, answers: int, seat: str) -> list[str]:
    """The cards that this seat saw, however shortly, and did not see before the last answers; and dice that fell since."""
    viewer = match.seats.index(seat)
    given = [line for line in match.log if line.is_answer][-answers:]
    before, now = match.past[-answers], match.state
    seen = {card for line in given for card, who in line.seen if who == viewer}
    lost = {card for line in given for card, who in line.lost if who == viewer}
    seen |= {card for card in range(now.world.cards) if can_see(now, card, viewer)}
    new = [card for card in sorted(seen) if card in lost or not can_see(before, card, viewer) or _fell(before, now, card)]
    speaker = Speaker(now, match.seats, viewer, known=frozenset((card, viewer) for card in new))
    return list(dict.fromkeys(speaker.card(card) for card in new))


def _fell(before: State, now: State, card: int) -> bool:
    """Whether a die shows something else, and chance was asked."""
    definition: Definition = now.world.definition
    if definition.kinds[now.world.kind[card]].faces is None or before.rng == now.rng:
        return False
    value = definition.variable_numbers["value"]
    return bool(before.read(value, card) != now.read(value, card))
