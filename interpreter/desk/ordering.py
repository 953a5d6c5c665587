"""Options in the order in which things lie before whoever decides.

Takes what is offered and the view of the seat; returns the same options, those of one kind sorted by where what they pick lies:
cards as they are shown, zones as they stand, numbers as they are counted. Where the rules say in which order things are offered
(`choose: a card by …`), that order stays. Rules and records know nothing of it.
"""

from __future__ import annotations

from bisect import bisect_right
from functools import lru_cache

from .. import ir
from ..engine.actions import action_numbers
from ..engine.options import bound
from ..ir.analysis.flows import inside
from ..model.definition import Definition
from ..table.appearance import Looks
from ..table.match import Decision
from ..table.view import OptionView, View, ZoneForm

MOST = 300  # options; more of them nobody looks through


def as_they_lie(definition: Definition, decision: Decision, view: View, looks: Looks) -> Decision:
    """The decision with its options in the order of the table."""
    told = next((one.options for one in view.decisions if one.seat == decision.seat), ())
    if len(told) != len(decision.options) or len(told) > MOST:
        return decision
    places = _places(view, looks)
    kinds = [bound(option)[0] for option in decision.options]
    site = bisect_right(action_numbers(definition).last, decision.options[0].number) if decision.options else 0
    kept = {kind for kind in kinds if (site, kind) in _ordered(definition)}
    wheres = [() if kind in kept else _where(one, places) for one, kind in zip(told, kinds, strict=True)]
    order = sorted(range(len(told)), key=lambda number: (kinds.index(kinds[number]), wheres[number]))
    return Decision(decision.seat, decision.prompt, tuple(decision.options[number] for number in order), decision.place)


@lru_cache(maxsize=64)
def _ordered(definition: Definition) -> frozenset[tuple[int, int]]:
    """The branches of decisions whose things the rules put in an order."""
    choices = [node for one in definition.procedures for node in inside(one.body) if isinstance(node, ir.Choose)]
    return frozenset(
        (node.site, number)
        for node in choices
        for number, branch in enumerate(node.branches)
        if any(_is_sorted(source) for _, source, _ in branch.picks)
    )


def _is_sorted(source: ir.Expr) -> bool:
    """Whether things are sorted, also where some of them are offered by their place alone."""
    if isinstance(source, ir.Op) and source.sign is ir.Sign.PLACED:
        source = source.arguments[0]
    return isinstance(source, ir.Sort)


def _places(view: View, looks: Looks) -> dict[str | None, int]:
    """Where everything that has a key lies, counted over the whole table."""
    keys: list[str | None] = [*(player.key for player in view.players), *(member.key for member in view.members)]
    for zone in view.zones:
        cards = looks.side_by_side(zone) if zone.form is ZoneForm.HAND else zone.cards
        keys += [zone.key, *(card.key for card in cards)]
    return {key: index for index, key in enumerate(keys)}


def _where(option: OptionView, places: dict[str | None, int]) -> tuple[int, ...]:
    return tuple(pick.thing if isinstance(pick.thing, int) else places.get(pick.thing.key, 0) for pick in option.picks)
