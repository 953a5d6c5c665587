"""What is known of a thing before any game: of which kinds a card can be, of which families a zone.

Takes expressions and what is known of the places around them; answers for writers, which need not ask a game for what is
always so. When in doubt it knows nothing.
"""

from __future__ import annotations

from collections.abc import Mapping

from ... import ir
from ...model.definition import Definition
from ..gathering import FOLDS

About = frozenset[tuple[ir.ThingSort, int]] | None  # the kinds of cards or families of zones it can be of; None if unknown
Places = Mapping[int, About]


def about(definition: Definition, node: ir.Expr, places: Places) -> About:
    """What kind of card or family of zone an expression can be, or those in a list."""
    match node:
        case ir.Local():
            return places.get(node.slot)
        case ir.ZoneOf():
            return frozenset({(ir.ThingSort.ZONE, node.family)})
        case ir.All(sort=ir.ThingSort.ROW):
            return frozenset({(ir.ThingSort.CARD, definition.rows[node.names[0]][0])})
        case ir.All(sort=ir.ThingSort.CARD | ir.ThingSort.ZONE):
            return frozenset((node.sort, name) for name in node.names)
        case ir.Op(sign=ir.Sign.OF_FAMILY, arguments=(_, ir.Const(value=int() as family))):
            return frozenset({(ir.ThingSort.ZONE, family)})
        case ir.Beyond(sort=ir.ThingSort.ZONE):  # the next one of the same family
            return about(definition, node.of, places)
        case ir.Contents():
            holds = [definition.families[family].holds for _, family in about(definition, node.of, places) or ()]
            return frozenset((ir.ThingSort.CARD, kind) for kinds in holds for kind in kinds) if holds and all(holds) else None
        case ir.Fold() if not FOLDS[node.kind].gives_member or node.item is not None:
            return None
        case ir.Fold() | ir.Sort():
            return about(definition, node.source, places)
    return None


def about_value(definition: Definition, value: int) -> About:
    """What a computed value is of, if that is a card or a zone."""
    of = definition.values[value].of
    sort = {ir.OwnerSort.KIND: ir.ThingSort.CARD, ir.OwnerSort.FAMILY: ir.ThingSort.ZONE}.get(of.sort)
    return frozenset([(sort, of.number)]) if sort is not None else None


def is_owned(definition: Definition, known: About) -> bool:
    """Whether a card belongs to the same player wherever it lies."""
    return bool(known) and all(sort is ir.ThingSort.CARD and definition.kinds[kind].per_player for sort, kind in known or ())


def has_one(definition: Definition, node: ir.ZoneOf, owner: About) -> bool:
    """Whether everything that a zone of this family can belong to has one, and only one."""
    family = definition.families[node.family]
    single = node.number is None and family.count is None and not family.ids and not family.size
    fit = [sort is ir.ThingSort.ZONE and family.per == ir.Owner(ir.OwnerSort.FAMILY, one) for sort, one in owner or ()]
    return single and bool(fit) and all(fit)
