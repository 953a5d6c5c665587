"""Conditions that are asked without a branch.

Takes the two parts of an `and` or `or`; says whether the second may be asked whatever the first one says: nothing can go wrong
in it, and it takes less than a processor loses by a wrong guess. Which of somebody's cards fit cannot be guessed; that a card
is not a certain one can.
"""

from __future__ import annotations

from typing import Protocol

from ... import ir
from ...ir.walk import is_expression, walk

MOST_ASKED = 12  # nodes
_CHEAP = (ir.Const, ir.Local, ir.Read, ir.Cell, ir.Setting, ir.ZoneOf, ir.Contents)
_CHEAP_SIGNS = (
    ir.Sign.AND, ir.Sign.OR, ir.Sign.NOT, ir.Sign.IS, ir.Sign.IS_NONE, ir.Sign.AT_LEAST, ir.Sign.AT_MOST, ir.Sign.MORE,
    ir.Sign.LESS, ir.Sign.OF_FAMILY,
)  # fmt: skip
_LOOKED_UP = (
    ir.FeatureName.OWNER, ir.FeatureName.FACE_UP, ir.FeatureName.FACE_DOWN, ir.FeatureName.ZONE, ir.FeatureName.ROW,
    ir.FeatureName.KIND, ir.FeatureName.ZONE_OWNER,
)  # fmt: skip


class Lists(Protocol):
    """Who knows which values are lists where they stand."""

    def is_list(self, node: ir.Expr) -> bool: ...


def are_asked_at_once(first: ir.Expr, second: ir.Expr, scope: Lists) -> bool:
    return not _can_be_guessed(first) and is_asked_anyway(second, scope)


def _can_be_guessed(node: ir.Expr) -> bool:
    return any(isinstance(one, ir.Feature) and one.name is ir.FeatureName.ROW for one in walk(node))


def is_asked_anyway(node: ir.Expr, scope: Lists) -> bool:
    """Whether a condition is so plain that it may be asked where nobody needs to know."""
    asked = [one for one in walk(node) if is_expression(one)]
    return len(asked) <= MOST_ASKED and all(_is_cheap(one, scope) for one in asked)


def _is_cheap(node: ir.Expr, scope: Lists) -> bool:
    match node:
        case ir.Op():
            return node.sign in _CHEAP_SIGNS
        case ir.Feature():
            return node.name in _LOOKED_UP
        case ir.Fold():  # the card at an end of a zone
            is_end = node.kind in (ir.FoldKind.FIRST, ir.FoldKind.LAST) and node.test is None and node.item is None
            return is_end and isinstance(node.source, ir.Contents) and not scope.is_list(node.source.of)
        case ir.Contents():
            return True  # of a fold, or it would be no number
    return isinstance(node, _CHEAP) and not scope.is_list(node)
