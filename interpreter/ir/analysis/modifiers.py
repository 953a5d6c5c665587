"""What of an `always` can be asked once for many things: the parts of its condition, and what each of them hangs on.

Takes a modifier of a value. The card whose `always` it is stands in the place of `this`, the thing whose value is asked for in
the next; all cards of a batch lie in one zone, so that whatever asks only where they lie is asked once.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile

from ... import ir
from ...model.definition import Definition, Modifier
from ..walk import walk

CARRIER, THING = ir.Local(ir.THIS), ir.Local(ir.FIRST_FREE)


def conditions(definition: Definition, modifier: Modifier) -> Iterator[ir.Expr]:
    """What must hold for a value to be changed, one part after the other."""
    rest = [definition.functions[modifier.applies].value]
    while rest:
        node = rest.pop()
        if isinstance(node, ir.Op) and node.sign is ir.Sign.AND:
            rest += reversed(node.arguments)
        else:
            yield node


def is_about_one(node: ir.Expr) -> bool:
    """Whether a condition hangs on the single card of a batch, and not only on where it lies."""
    return THING in walk(node, lambda one: one == _zone_of(THING))


def asked_of_place(definition: Definition, modifier: Modifier) -> tuple[ir.Expr, ...]:
    """The first parts of a condition, as far as they only ask where the card lies whose `always` it is, and whose it is."""
    parts = conditions(definition, modifier)
    return tuple(takewhile(lambda part: CARRIER not in walk(part, lambda one: one in _LYING), parts))


def is_in_zone(node: ir.Expr, of_cards: bool) -> bool:
    """Whether a condition says that the card which changes a value lies in the same zone as the card that is asked about, or in
    the zone that is asked about."""
    if not isinstance(node, ir.Op) or node.sign is not ir.Sign.IS:
        return False
    sides = [one.arguments[0] if _narrows(one) else one for one in node.arguments]  # type: ignore[union-attr]
    asked = _zone_of(THING) if of_cards else THING
    return sides in ([_zone_of(CARRIER), asked], [asked, _zone_of(CARRIER)])


def _zone_of(card: ir.Expr) -> ir.Expr:
    return ir.Feature(ir.FeatureName.ZONE, card)


_LYING = (_zone_of(CARRIER), ir.Feature(ir.FeatureName.OWNER, CARRIER))


def _narrows(node: ir.Expr) -> bool:
    return isinstance(node, ir.Op) and node.sign is ir.Sign.OF_FAMILY
