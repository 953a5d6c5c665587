"""The numbers of cards, to stand beside what is offered with them.

Takes what is offered and the view of the seat; returns for every option the cards that it picks, each with what stands behind
its name on the table. The texts of options stay as they are: records and typed answers use them.
"""

from __future__ import annotations

from collections.abc import Mapping

from ..table.appearance import Looks
from ..table.match import Decision
from ..table.view import CardView, PickView, View
from .offers import Beside, PickedCard


def numbers_beside(decision: Decision, view: View, looks: Looks) -> Beside:
    """For every option in its order, for each of its picks; nothing where nothing stands behind the name."""
    told = {option.number: option for one in view.decisions if one.seat == decision.seat for option in one.options}
    cards: dict[str | None, CardView] = {card.key: card for zone in view.zones for card in zone.cards}
    notes = []
    for option in decision.options:
        own = told.get(option.number)
        is_same = own is not None and own.text == option.text
        notes.append(tuple(_noted(pick, cards, looks) for pick in own.picks) if own is not None and is_same else ())
    return tuple(notes)


def _noted(pick: PickView, cards: Mapping[str | None, CardView], looks: Looks) -> PickedCard | None:
    card = None if isinstance(pick.thing, int) else cards.get(pick.thing.key)
    numbers = looks.behind(card) if card is not None else ""
    return PickedCard(card.name, numbers) if card is not None and numbers else None
