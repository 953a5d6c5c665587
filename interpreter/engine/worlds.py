"""Finds the world of a table: the same one for the same table, so that what is known of it is worked out once.

How many zones there are is asked of the reference, which needs a world itself; so making one stands apart from what it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from .. import ir
from ..model.definition import Definition
from .evaluate import Evaluator
from .world import Identity, World


@lru_cache(maxsize=256)
def _world(
    definition: Definition, players: int, options: tuple[tuple[str, int], ...], absent: frozenset[Identity] = frozenset()
) -> World:
    return World(definition, players, dict(options), absent, _ask)


def world_for(
    definition: Definition, players: int, options: Mapping[str, int] | None = None, absent: frozenset[Identity] = frozenset()
) -> World:
    """The world of a table, without the cards that are absent; the same one for the same table."""
    chosen = {option.name: option.default for option in definition.options} | dict(options or {})
    return _world(definition, players, tuple(sorted(chosen.items())), absent)


def smaller(world: World, cards: frozenset[int]) -> World:
    """The same table without some of its cards."""
    gone = frozenset((world.row[card], world.owner[card], world.copy[card]) for card in cards)
    return _world(world.definition, world.players, world.settled, world.absent | gone)


def _ask(world: World, value: ir.Expr, places: int) -> Any:
    return Evaluator(world, None).value(value, [None] * places)
