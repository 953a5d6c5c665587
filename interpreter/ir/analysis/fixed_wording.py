"""What can be told of the words of a decision before any game.

Takes a definition and a decision of the IR. A decision is plain when the text and the number of each option follow from what
is picked, whoever asks and when; all others are put into words by `options`, which looks at the whole state.
"""

from __future__ import annotations

from ... import ir
from ...model.definition import Definition, Family
from ..aspects import Aspect
from ..features import FEATURES
from ..walk import walk


def is_free(branch: ir.Branch) -> bool:
    """Whether no pick depends on an earlier one."""
    earlier: set[int] = set()
    for slot, source, _ in branch.picks:
        if any(isinstance(one, ir.Local) and one.slot in earlier for one in walk(source)):
            return False
        earlier.add(slot)
    return True


def is_worded_alike(text: ir.Text, picks: tuple[tuple[int, ir.Expr, ir.Type], ...]) -> bool:
    """Whether picks that are alike in everything make the same words: of what was picked they tell only what is written on it,
    where it lies and what is noted about it."""
    slots = {slot for slot, _, _ in picks}
    return all(_is_worded_alike(part[0], slots) for part in text.parts if not isinstance(part, str))


def _is_worded_alike(hole: ir.Expr, slots: set[int]) -> bool:
    if isinstance(hole, ir.Cell | ir.Read) or (isinstance(hole, ir.Feature) and Aspect.ORDER not in FEATURES[hole.name].reads):
        hole = hole.of if hole.of is not None else ir.Const(0)
    if isinstance(hole, ir.Local):
        return True
    return not any(isinstance(one, ir.Local) and one.slot in slots for one in walk(hole))


def is_plain(definition: Definition, node: ir.Choose | ir.PickMany) -> bool:
    """Whether no two options of a choice can read alike, and none depends on what lies where."""
    if not isinstance(node, ir.Choose) or not all(is_free(branch) for branch in node.branches):
        return False
    texts = [branch.text for branch in node.branches] + ([node.decline] if node.decline is not None else [])
    beginnings = [text.parts[0] if text.parts and isinstance(text.parts[0], str) else "" for text in texts]
    for number, one in enumerate(beginnings):
        if any(one.startswith(other) or other.startswith(one) for other in beginnings[number + 1 :]):
            return False
    seat = node.seats.arguments[0] if isinstance(node.seats, ir.Op) and node.seats.sign is ir.Sign.LISTED else None
    holes_of_decline = node.decline is not None and any(not isinstance(part, str) for part in node.decline.parts)
    return not holes_of_decline and all(_is_plain_branch(definition, branch, seat) for branch in node.branches)


def _is_plain_branch(definition: Definition, branch: ir.Branch, seat: ir.Expr | None) -> bool:
    slots = [slot for slot, _, _ in branch.picks]
    holes = [part[0] for part in branch.text.parts if not isinstance(part, str)]
    named = [hole.slot for hole in holes if isinstance(hole, ir.Local)]
    if len(named) != len(holes) or sorted(named) != sorted(slots):
        return False
    return all(_is_plain_pick(definition, source, type, seat) for _, source, type in branch.picks)


def _is_plain_pick(definition: Definition, source: ir.Expr, type: ir.Type, seat: ir.Expr | None) -> bool:
    if type.sort is ir.TypeSort.ZONE:
        families = [family for family in definition.families if not type.names or family.name in type.names]
        return all(family.room != 1 or family.size or family.ids for family in families)
    if type.sort is not ir.TypeSort.CARD:
        return type.sort in (ir.TypeSort.PLAYER, ir.TypeSort.MEMBER, ir.TypeSort.NUMBER) and not type.many
    kinds = [kind for kind in definition.kinds if not type.names or kind.name in type.names]
    names = [row.name for kind in kinds for row in kind.rows]
    if len(set(names)) < len(names) or any(row.copies > 1 for kind in kinds for row in kind.rows):
        return False
    if any(kind.faces for kind in kinds):
        return False
    zone = _place_of(source)
    family: Family | None = definition.families[zone.family] if zone is not None else None
    return family is not None and family.seen_by == ir.SeenBy.OWNER and family.per.is_player and zone.of == seat  # type: ignore[union-attr]


def _place_of(source: ir.Expr) -> ir.ZoneOf | None:
    """The zone that things are picked from."""
    while isinstance(source, ir.Fold) and source.kind is ir.FoldKind.LIST and source.item is None:
        source = source.source
    return source.of if isinstance(source, ir.Contents) and isinstance(source.of, ir.ZoneOf) else None
