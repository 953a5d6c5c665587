"""Takes cards out of the game, for scenarios.

Takes a position and some cards; returns the same position in a world that never had them, so that no rule and no set such as
`every crate` meets them. Everything else is as it was.
"""

from __future__ import annotations

from typing import Any

from .. import ir
from ..engine.state import State
from ..engine.worlds import smaller


def without(state: State, out: frozenset[int]) -> State:
    """The same position without some cards."""
    cards = [card for card in range(state.world.cards) if card not in out]
    numbers = {card: number for number, card in enumerate(cards)}
    position = State(smaller(state.world, out), state.rng)
    position.zones = [tuple(numbers[card] for card in zone if card in numbers) for zone in state.zones]
    position.lies_in = [state.lies_in[card] for card in cards]
    position.face = [state.face[card] for card in cards]
    position.host.update({numbers[card]: numbers[host] for card, host in state.host.items() if {card, host} <= numbers.keys()})
    position.shown = tuple((numbers[card], seat) for card, seat in state.shown if card in numbers)
    for variable, values in zip(state.world.definition.variables, state.variables, strict=True):
        kept = [values[card] for card in cards] if variable.of.is_card else values
        position.variables.append(_renamed(kept, numbers) if variable.type.sort == ir.TypeSort.CARD else _frozen(kept))
    for number, thing, moment, player, waits in state.marks:
        of_cards = state.world.definition.variables[number].of.is_card
        if not of_cards or thing in numbers:
            position.marks += ((number, numbers[thing] if of_cards else thing, moment, player, waits),)
    return position


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def _renamed(value: Any, numbers: dict[int, int]) -> Any:
    """Cards by their new numbers; one that is gone is none."""
    if isinstance(value, list | tuple):
        return tuple(_renamed(one, numbers) for one in value)
    return None if value is None else numbers.get(value)
