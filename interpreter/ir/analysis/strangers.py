"""Whether a move could bring a card to a zone that does not hold its kind.

Takes what is known of the cards and of where they go; answers for those who carry moves out, which look at the cards then.
When in doubt it says that it could.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache

from ... import ir
from ...model.definition import Definition, Family
from ..walk import walk
from .typing import Typing


def may_be_strange(definition: Definition, kinds: Collection[int], families: Collection[int]) -> bool:
    """Whether zones of these families may not hold cards of these kinds; where none is named, of all."""
    goals = [definition.families[one] for one in families] or definition.families
    return any(not _holds_all(goal, kinds or range(len(definition.kinds))) for goal in goals)


def _holds_all(family: Family, kinds: Collection[int]) -> bool:
    return not family.holds or set(kinds) <= set(family.holds)


@lru_cache(maxsize=64)
def any_may_be_strange(definition: Definition) -> bool:
    """Whether some move of a game could."""
    for procedure in definition.procedures:
        typing = Typing(definition, procedure.slots)
        for node in walk(procedure.body):
            if isinstance(node, ir.Move | ir.Deal):
                kinds, families = _kinds(definition, typing.of(node.cards)), _goals(definition, typing.of(node.to))
                if may_be_strange(definition, kinds, families):
                    return True
    return False


def _kinds(definition: Definition, cards: ir.Type) -> list[int]:
    return [number for number, kind in enumerate(definition.kinds) if kind.name in cards.names]


def _goals(definition: Definition, goal: ir.Type) -> list[int]:
    """The families of the zones where cards come to; of a card that they come to lie under, those where it can lie."""
    if goal.sort is ir.TypeSort.CARD:
        hosts = set(_kinds(definition, goal))
        return [number for number, one in enumerate(definition.families) if not one.holds or hosts & set(one.holds)]
    return [number for number, one in enumerate(definition.families) if one.name in goal.names]
