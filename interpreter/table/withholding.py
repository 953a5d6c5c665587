"""Cards that a seat never gets, however the game goes: what a card is worth is told by playing without it.

Takes a position at a decision; a withheld card that lies where its seat could use it changes places with a card that looks the
same: the last one of where it began, else of where that is refilled from, else of another seat. Everything else, chance to come
among it, is as it was.
"""

from __future__ import annotations

from collections.abc import Sequence

from .. import ir
from ..engine.protocol import Withheld
from ..engine.state import State
from ..engine.world import World
from .redeal import renamed

NOWHERE = -1


def withheld_cards(world: World, seat: int, row: int) -> tuple[Withheld, ...]:
    """The cards of a row that a seat can have, each with the zones whose cards can come in their place."""
    return tuple(
        Withheld(seat, card, *_zones(world, card))
        for card in world.cards_of_row[row]
        if world.owner[card] in (seat, None)
    )


def _zones(world: World, card: int) -> tuple[int, int]:
    home = world.definition.kinds[world.kind[card]].home
    refill = world.definition.families[home].refill
    return _zone(world, card, home), NOWHERE if refill is None else _zone(world, card, refill)


def _zone(world: World, card: int, family: int) -> int:
    zone = world.zone_for(card, family, world.owner[card])
    return world.zones_of[family][0] if zone is None else zone


def withhold(state: State, withheld: Sequence[Withheld]) -> State:
    """The position without the cards where their seat could use them; the same one if there is nothing to do."""
    kept = {one.card for one in withheld}
    for one in withheld:
        zone = state.lies_in[one.card]
        if state.world.zone_owner(zone) != one.seat or _seen_by_nobody(state, zone) or not _is_loose(state, one.card):
            continue
        other = next((card for place in _places(state, one, zone) for card in _alike(state, place, one.card, kept)), None)
        if other is not None:
            state = renamed(state, {one.card: other, other: one.card})
    return state


def _seen_by_nobody(state: State, zone: int) -> bool:
    return state.world.definition.families[state.world.zones[zone].family].seen_by == ir.SeenBy.NOBODY


def _places(state: State, one: Withheld, zone: int) -> list[int]:
    """Where a card may come from, in this order."""
    world, family = state.world, state.world.zones[zone].family
    others = [other for other in world.zones_of[family] if world.zone_owner(other) != one.seat]
    return [place for place in (one.home, one.refill) if place not in (zone, NOWHERE)] + others


def _alike(state: State, zone: int, card: int, kept: set[int]) -> list[int]:
    """The cards of a zone that look the same, have a number wherever this one has, and are not withheld themselves, last
    ones first."""
    world = state.world
    look, numbers = world.look(card), world.numbers_on(card)
    return [
        one for one in reversed(state.zones[zone])
        if world.look(one) == look and numbers & ~world.numbers_on(one) == 0 and one not in kept and _is_loose(state, one)
    ]  # fmt: skip


def _is_loose(state: State, card: int) -> bool:
    """Whether a card neither lies under another nor covers one."""
    return card not in state.host and card not in state.host.values()
