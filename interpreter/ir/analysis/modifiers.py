"""What of an `always` can be asked once for many things: the parts of its condition, and what each of them hangs on.

Takes a modifier of a value. The card whose `always` it is stands in the place of `this`, the thing whose value is asked for in
the next.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import takewhile

from ... import ir
from ...model.definition import Definition, Modifier
from ..operations import OPERATIONS
from ..walk import children, walk

CARRIER, THING = ir.Local(ir.THIS), ir.Local(ir.FIRST_FREE)


@dataclass(frozen=True, eq=False)
class Alike:
    """Modifiers that differ only in the cards whose `always` they are. If `by_place`, cards that lie in one zone and are of one
    owner do the same to every thing but themselves; else there is only one modifier, which is asked of card after card."""

    modifiers: tuple[Modifier, ...]
    by_place: bool

    @property
    def first(self) -> Modifier:
        return self.modifiers[0]


def conditions(definition: Definition, modifier: Modifier) -> Iterator[ir.Expr]:
    """What must hold for a value to be changed, one part after the other."""
    rest = [definition.functions[modifier.applies].value]
    while rest:
        node = rest.pop()
        if isinstance(node, ir.Op) and node.sign is ir.Sign.AND:
            rest += reversed(node.arguments)
        else:
            yield node


def asked_of_place(definition: Definition, modifier: Modifier) -> tuple[ir.Expr, ...]:
    """The first parts of a condition, as far as they only ask where the card lies whose `always` it is, and whose it is."""
    parts = conditions(definition, modifier)
    return tuple(takewhile(lambda part: CARRIER not in walk(part, lambda one: one in _LYING), parts))


def is_in_zone(node: ir.Expr) -> bool:
    """Whether a condition says that the card which changes a value lies in the zone that is asked about."""
    if not isinstance(node, ir.Op) or node.sign is not ir.Sign.IS:
        return False
    sides = [one.arguments[0] if _narrows(one) else one for one in node.arguments]  # type: ignore[union-attr]
    return sides in ([_zone_of(CARRIER), THING], [THING, _zone_of(CARRIER)])


@lru_cache(maxsize=64)
def alike_modifiers(definition: Definition) -> tuple[tuple[tuple[Alike, ...], tuple[Alike, ...]], ...]:
    """For each value what holds and what it gets, with those together that are alike. Of numbers that hold, the last one wins:
    they stay in their order."""
    return tuple(
        (
            _grouped(definition, value.holds, value.type.sort is ir.TypeSort.FLAG),
            _grouped(definition, value.gets, True),
        )
        for value in definition.values
    )


def _grouped(definition: Definition, modifiers: tuple[Modifier, ...], in_any_order: bool) -> tuple[Alike, ...]:
    groups: dict[object, list[Modifier]] = {}
    for number, modifier in enumerate(modifiers):
        functions = [definition.functions[one].value for one in (modifier.applies, modifier.amount)]
        by_place = in_any_order and modifier.carrier is not None and not modifier.own and all(map(_asks_place_only, functions))
        groups.setdefault(tuple(functions) if by_place else number, []).append(modifier)
    return tuple(Alike(tuple(group), isinstance(key, tuple)) for key, group in groups.items())


def _asks_place_only(node: ir.Expr) -> bool:
    """Whether an expression can neither fail nor be counted, and looks at nothing of the card whose `always` it is but where it
    lies, whose it is, and whether it is the thing itself."""
    if node in _ASKING_PLACE:
        return True
    if node == CARRIER or not isinstance(node, _PLAIN):
        return False
    if isinstance(node, ir.Op) and OPERATIONS[node.sign].checked:
        return all(isinstance(one, ir.Const) for one in node.arguments)
    return all(map(_asks_place_only, children(node)))


def _zone_of(card: ir.Expr) -> ir.Expr:
    return ir.Feature(ir.FeatureName.ZONE, card)


_LYING = (_zone_of(CARRIER), ir.Feature(ir.FeatureName.OWNER, CARRIER))
_ASKING_PLACE = (*_LYING, ir.Op(ir.Sign.IS, (THING, CARRIER)), ir.Op(ir.Sign.IS, (CARRIER, THING)))
_PLAIN = (ir.Local, ir.Const, ir.Read, ir.Setting, ir.Cell, ir.Feature, ir.ZoneOf, ir.Op)


def _narrows(node: ir.Expr) -> bool:
    return isinstance(node, ir.Op) and node.sign is ir.Sign.OF_FAMILY
