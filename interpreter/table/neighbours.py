"""Where what a card counts hangs on the cards beside it and means nothing, because nobody has laid them there: a hand, and
what is discarded.

Takes a world; answers whether a card that lies in some zone counts by its neighbours. Looks at no position.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from .. import ir
from ..engine.world import World
from ..ir.walk import walk
from ..model.definition import Definition


def is_unplaced(world: World, card: int, zone: int) -> bool:
    """Whether the order in a zone is none that a card could go by: it was dealt or thrown there."""
    family = world.zones[zone].family
    return family == world.definition.kinds[world.kind[card]].discards_to or zone in world.hands


@lru_cache(maxsize=64)
def goes_by_neighbours(definition: Definition) -> frozenset[tuple[int, int]]:
    """Values, each with the rows whose own abilities make them hang on a card above or below."""
    numbers = range(len(definition.values))
    return frozenset((number, row) for number in numbers for row in _rows_beside(definition, number, set()))


def _rows_beside(definition: Definition, number: int, seen: set[int]) -> Iterator[int]:
    """Of a value and of those that it starts from."""
    if number in seen:
        return
    seen.add(number)
    value = definition.values[number]
    for one in (*value.holds, *value.gets):
        if one.carrier is not None and any(_asks_beside(definition, function) for function in (one.applies, one.amount)):
            yield one.carrier
    for node in walk(definition.functions[value.starts].value):
        if isinstance(node, ir.Computed):
            yield from _rows_beside(definition, node.value, seen)


def _asks_beside(definition: Definition, function: int) -> bool:
    nodes = walk(definition.functions[function].value)
    return any(isinstance(one, ir.Beyond) and one.sort is ir.ThingSort.CARD for one in nodes)
