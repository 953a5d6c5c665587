"""How far a row of picks has come, and what it still lacks before it may end.

Takes the open decision of a seat; returns the conditions that its picks do not keep to yet, each with its reason, what the sums
that are asked of them have come to, and what each option would add. Of picks that differ or are alike there is nothing to tell:
what would break that is not offered.
"""

from __future__ import annotations

from typing import Any

from .. import ir
from ..engine.options import DECLINE, DONE, bound
from ..table.open_decision import OpenDecision
from ..telling.plain_words import called, spoken, summed_name
from ..telling.reasons import Kind, Reason


def unfinished(open: OpenDecision) -> list[Reason]:
    """Nothing where the row may end, or where no row is picked."""
    node = open.node
    if not isinstance(node, ir.PickMany):
        return []
    least = ir.Op(ir.Sign.AT_LEAST, (ir.Fold(ir.FoldKind.COUNT, node.slot, ir.Local(node.picked)), node.low))
    return [one for one in (*_sums(open, node), _asked(open, node, least)) if one.kind is not Kind.HIDDEN and not one.value]


def come_to(open: OpenDecision) -> list[str]:
    """`points: 6 of 8`, for each sum that is asked of the picks."""
    node = open.node
    sums = _sums(open, node) if isinstance(node, ir.PickMany) else []
    return [_in_words(*one.parts) for one in sums if one.kind is not Kind.HIDDEN]


def added(open: OpenDecision) -> dict[int, tuple[str, int]]:
    """What each option would add to the one sum that is asked of the picks, and what that is called: `points`, 2."""
    node = open.node
    limits = [one for one in node.limits if one.bound is not None] if isinstance(node, ir.PickMany) else []
    if len(limits) != 1:
        return {}
    found = {}
    for option in open.offered.options:
        branch, values = bound(option)
        reason = _one_more(open, limits[0], values[0]) if branch not in (DECLINE, DONE) else None
        if reason is not None and reason.kind is not Kind.HIDDEN and isinstance(reason.value, int):
            found[option.number] = called(reason.inner.name), reason.value
    return found


def _one_more(open: OpenDecision, limit: ir.PickLimit, thing: Any) -> Reason:
    places = list(open.places)
    places[limit.slot] = thing
    return open.reason(limit.item, places)


def _in_words(sum: Reason, bound: Reason) -> str:
    told = f"{spoken(sum.value)} of {spoken(bound.value)}"
    return f"{name}: {told}" if (name := summed_name(sum)) else told


def _sums(open: OpenDecision, node: ir.PickMany) -> list[Reason]:
    """What the sums are, and what they must reach or keep below."""
    tests = []
    for one in node.limits:
        if one.bound is not None:
            whole = ir.Fold(ir.FoldKind.TOTAL, one.slot, ir.Local(node.picked), None, one.item)
            tests.append(ir.Op(_SIGNS[one.sign], (whole, one.bound)))
    return [_asked(open, node, one) for one in tests]


def _asked(open: OpenDecision, node: ir.PickMany, test: ir.Expr) -> Reason:
    places = list(open.places)
    places[node.picked] = tuple(open.picked)
    return open.reason(test, places)


_SIGNS = {ir.BoundSign.AT_LEAST: ir.Sign.AT_LEAST, ir.BoundSign.AT_MOST: ir.Sign.AT_MOST}
