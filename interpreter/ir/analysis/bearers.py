"""Which cards have abilities that change their own values: of many cards that are looked at, only those take longer.

Takes a definition; returns how many cards there are for each set of values that their own abilities change, each card once.
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from ... import ir
from ...model.definition import Definition
from .lengths import Lengths

MOST_SETS = 4  # different ones are looked at as one


class Bearing(NamedTuple):
    """A card in a place, of which it is known which values its own abilities change at most."""

    changes: frozenset[int]


PLAIN = Bearing(frozenset())
Bearers = tuple[tuple[Bearing, int], ...]


def bearers_of(definition: Definition, lengths: Lengths) -> Bearers:
    changes: dict[int, set[int]] = {}
    for number, value in enumerate(definition.values):
        for one in (*value.holds, *value.gets):
            if one.own and one.carrier is not None:
                changes.setdefault(one.carrier, set()).add(number)
    counted: Counter[frozenset[int]] = Counter()
    for row, values in changes.items():
        counted[frozenset(values)] += lengths.most(ir.All(ir.ThingSort.ROW, (row,)))
    if len(counted) > MOST_SETS:
        counted = Counter({frozenset().union(*counted): counted.total()})
    return tuple((Bearing(values), cards) for values, cards in sorted(counted.items(), key=lambda one: sorted(one[0])))


def are_cards(node: ir.Expr) -> bool:
    """Whether a list is made of cards, none of them twice."""
    match node:
        case ir.All():
            return node.sort in (ir.ThingSort.CARD, ir.ThingSort.ROW)
        case ir.Contents():
            return True
        case ir.Fold(kind=ir.FoldKind.LIST, item=None) | ir.Sort():
            return are_cards(node.source)
    return False
