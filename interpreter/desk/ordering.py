"""Options in the order in which things lie before whoever decides.

Takes what is offered and the view of the seat; returns the same options, those of one kind sorted by where what they pick lies:
cards as they are shown, zones as they stand, numbers as they are counted. Rules and records know nothing of it.
"""

from __future__ import annotations

from ..engine.options import bound
from ..table.appearance import Looks
from ..table.match import Decision
from ..table.view import OptionView, View, ZoneForm

MOST = 300  # options; more of them nobody looks through


def as_they_lie(decision: Decision, view: View, looks: Looks) -> Decision:
    """The decision with its options in the order of the table."""
    told = next((one.options for one in view.decisions if one.seat == decision.seat), ())
    if len(told) != len(decision.options) or len(told) > MOST:
        return decision
    places = _places(view, looks)
    kinds = [bound(option)[0] for option in decision.options]
    order = sorted(range(len(told)), key=lambda number: (kinds.index(kinds[number]), _where(told[number], places)))
    return Decision(decision.seat, decision.prompt, tuple(decision.options[number] for number in order), decision.place)


def _places(view: View, looks: Looks) -> dict[str | None, int]:
    """Where everything that has a key lies, counted over the whole table."""
    keys: list[str | None] = [*(player.key for player in view.players), *(member.key for member in view.members)]
    for zone in view.zones:
        cards = looks.side_by_side(zone) if zone.form is ZoneForm.HAND else zone.cards
        keys += [zone.key, *(card.key for card in cards)]
    return {key: index for index, key in enumerate(keys)}


def _where(option: OptionView, places: dict[str | None, int]) -> tuple[int, ...]:
    return tuple(pick.thing if isinstance(pick.thing, int) else places.get(pick.thing.key, 0) for pick in option.picks)
