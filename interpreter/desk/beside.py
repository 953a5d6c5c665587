"""The numbers of cards, to stand beside what is offered with them.

Takes what is offered and the view of the seat; returns for every option the cards that it picks, each with what stands behind
its name on the table. The texts of options stay as they are: records and typed answers use them.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from ..table.appearance import Looks
from ..table.match import Decision
from ..table.view import CardView, PickView, View
from .offers import Beside, PickedCard

NOTHING: Mapping[int, tuple[str, int]] = MappingProxyType({})


def numbers_beside(decision: Decision, view: View, looks: Looks, adds: Mapping[int, tuple[str, int]] = NOTHING) -> Beside:
    """For every option in its order, for each of its picks; nothing where nothing stands behind the name. What a pick `adds` to
    a sum that is asked for stands there in place of another number."""
    told = {option.number: option for one in view.decisions if one.seat == decision.seat for option in one.options}
    cards: dict[str | None, CardView] = {card.key: card for zone in view.zones for card in zone.cards}
    notes = []
    for option in decision.options:
        own = told.get(option.number)
        is_same = own is not None and own.text == option.text
        added = adds.get(option.number)
        notes.append(tuple(_noted(pick, cards, looks, added) for pick in own.picks) if own is not None and is_same else ())
    return tuple(notes)


def _noted(
    pick: PickView, cards: Mapping[str | None, CardView], looks: Looks, added: tuple[str, int] | None
) -> PickedCard | None:
    card = None if isinstance(pick.thing, int) else cards.get(pick.thing.key)
    if card is None:
        return None
    numbers = looks.behind(card).removeprefix("· ")  # a badge alone stands there by itself
    if added is not None and str(added[1]) not in f"{card.name} {numbers}".split():
        numbers = f"{added[0]} {added[1]}".lstrip()
    return PickedCard(card.name, numbers) if numbers else None
