"""The position before the set-up: every component where it starts, every variable at its start.

Worked out once for each world and copied for every match.
"""

from __future__ import annotations

from functools import lru_cache

from . import chance
from .starts import starting_value
from .state import State
from .world import World


def new_state(world: World, seed: int) -> State:
    """A state of its own, with chance as the seed says."""
    state = _opening(world).copy()
    state.rng = chance.seeded(seed)
    return state


@lru_cache(maxsize=256)
def _opening(world: World) -> State:
    state = State(world, 0)
    zones: list[list[int]] = [[] for _ in world.zones]
    for card in range(world.cards):
        kind = world.definition.kinds[world.kind[card]]
        zone = world.zone_for(card, kind.home, world.owner[card])
        state.lies_in[card] = world.zones_of[kind.home][0] if zone is None else zone
        zones[state.lies_in[card]].append(card)
    state.zones = [tuple(cards) for cards in zones]
    for number in range(len(world.definition.variables)):
        state.variables.append(starting_value(world, state, number))
    return state
