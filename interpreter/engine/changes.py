"""Changes of a state that are more than a card laid from here to there: exchanges, fresh orders, dice, cards that are shown.

Every engine makes them through these functions, so that chance gives all of them the same; nothing is told here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import product
from typing import Any

from . import chance
from .chance import ForcedChance
from .room import check_swapped
from .sight import can_see
from .state import State


def swap_cards(state: State, seats: tuple[str, ...], left: int, right: int) -> None:
    """Two cards change places, with whatever lies under them."""
    here, there = state.lies_in[left], state.lies_in[right]
    check_swapped(state, seats, (left,), there, False)
    check_swapped(state, seats, (right,), here, False)
    hide(state, (left, right))
    for zone in {here, there}:
        state.zones[zone] = tuple(right if card == left else left if card == right else card for card in state.zones[zone])
    state.lies_in[left], state.lies_in[right] = there, here
    exchanged = {left: right, right: left}
    hosts = {exchanged.get(card, card): exchanged.get(host, host) for card, host in state.host.items()}
    state.host.clear()
    state.host.update(hosts)


def swap_zones(state: State, seats: tuple[str, ...], left: int, right: int) -> None:
    """All that lies in two zones changes places."""
    check_swapped(state, seats, state.zones[left], right, True)
    check_swapped(state, seats, state.zones[right], left, True)
    hide(state, (*state.zones[left], *state.zones[right]))
    state.zones[left], state.zones[right] = state.zones[right], state.zones[left]
    for zone in (left, right):
        for card in state.zones[zone]:
            state.lies_in[card] = zone


def show(state: State, cards: Sequence[int], players: Sequence[int]) -> None:
    """Let players see cards, for as long as these lie there."""
    state.shown = tuple(dict.fromkeys((*state.shown, *product(cards, players))))


def hide(state: State, cards: Sequence[int]) -> None:
    """Whoever was shown these cards has seen enough."""
    if state.shown:
        hidden = set(cards)
        state.shown = tuple(pair for pair in state.shown if pair[0] not in hidden)


def shuffle(state: State, forced: ForcedChance, zone: int) -> None:
    put_in_fresh_order(state, forced, zone)
    hide(state, state.zones[zone])


def put_in_fresh_order(state: State, forced: ForcedChance, zone: int, key: Callable[[int], Any] | None = None) -> None:
    """Let chance, or whoever forces it, say in what order the cards of a zone lie."""
    zones = state.zones
    order = forced.order(zone, zones[zone]) if forced.tops else None
    if order is not None:
        zones[zone] = order
    else:
        # From one order whatever came before, so that what nobody can know does not steer chance.
        state.rng, zones[zone] = chance.shuffled(state.rng, sorted(zones[zone], key=key))


def mix(state: State, forced: ForcedChance, offers: Iterable[tuple[int, Iterable[int]]]) -> None:
    """Before cards are offered, each to a seat: hands with cards among them that this seat cannot see have no order. Where
    those come to lie that it sees, or is offered, does not hang on the faces of the others."""
    offered = [(seat, frozenset(cards)) for seat, cards in offers]
    zones = {
        state.lies_in[card]
        for seat, cards in offered
        for card in cards
        if state.lies_in[card] in state.world.hands and not can_see(state, card, seat)
    }

    def known(card: int) -> tuple[Any, ...]:
        hidden = [not can_see(state, card, seat) for seat, _ in offered]
        passed = [is_hidden and card not in cards for is_hidden, (_, cards) in zip(hidden, offered, strict=True)]
        return hidden, *state.world.look(card), passed, card

    for zone in sorted(zones):
        put_in_fresh_order(state, forced, zone, known)


def pick(state: State, forced: ForcedChance, things: Sequence[int]) -> int | None:
    """One of some things, or none if there are none."""
    chosen = forced.picked(things) if forced.picks else None
    if chosen is None and things:
        state.rng, index = chance.below(state.rng, len(things))
        chosen = things[index]
    return chosen


def roll(state: State, forced: ForcedChance, dice: Sequence[int]) -> list[int]:
    """Roll dice, one after the other; what they show now."""
    results = [_rolled(state, forced, die) for die in dice]
    if results:
        variable = state.world.definition.variable_numbers["value"]
        shown = list(state.variables[variable])
        for die, result in zip(dice, results, strict=True):
            shown[die] = result
        state.variables[variable] = tuple(shown)
        hide(state, dice)
    return results


def _rolled(state: State, forced: ForcedChance, die: int) -> int:
    faces = state.world.definition.kinds[state.world.kind[die]].faces
    assert faces is not None
    low, high = faces
    if forced.rolls:
        return forced.rolls.pop(0)
    state.rng, result = chance.below(state.rng, high - low + 1)
    return result + low
