"""Cards of which something is asked that can only hold in a few zones: only those that lie there are gone through.

Takes a fold over cards that are known by their numbers; returns a loop over the cards of the zones that its condition names, in
the order of their numbers. A condition that names no zone is none of its business.
"""

from __future__ import annotations

from ... import ir
from ...ir.analysis.effort import functions_in_circles
from ...ir.walk import walk, with_parts
from .writer import Each, NativeScope, Writer

MANY = 24  # cards: fewer are all asked
_CARDS = (ir.ThingSort.CARD, ir.ThingSort.ROW)


def gone_through(w: Writer, node: ir.Fold, scope: NativeScope, each: Each) -> tuple[str, str] | None:
    """What comes before the loop, and the loop; what it is given must still ask for the whole condition."""
    if not isinstance(node.source, ir.All) or node.source.sort not in _CARDS or node.test is None:
        return None
    members = w.rules.members(w, node.source)
    if len(members) < MANY or members != tuple(range(members[0], members[0] + len(members))):
        return None
    zones = _zones(w, node.test, node.slot)
    if not zones:
        return None
    there, card, left, word = w.fresh(), w.fresh("i"), w.fresh(), w.fresh("k")
    head = f"uint64_t {there}[(CARDS + 63) / 64] = {{0}}; "
    for one in dict.fromkeys(zones):
        zone = w.fresh()
        is_there = f"if ({zone} != NONE) " if w.can_be_none(one, scope) else ""
        put = f"{there}[c >> 6] |= 1ull << (c & 63);"
        head += f"{{ int {zone} = {w.value(one, scope)}; {is_there}EACH_CARD(c, AT({zone}, ZONES)) {put} }} "
    is_member = f"if ((unsigned){card} - {members[0]}u < {len(members)}u) " if len(members) < w.world.cards else ""
    return head, (
        f"for (int {word} = 0; {word} < (CARDS + 63) / 64; {word}++) for (uint64_t {left} = {there}[{word}]; {left}; "
        f"{left} &= {left} - 1) {{ int {card} = {word} * 64 + __builtin_ctzll({left}); {is_member}{{ {each(card)} }} }} "
    )


def _zones(w: Writer, node: ir.Expr, slot: int) -> tuple[ir.Expr, ...]:
    """The zones in one of which a card lies if the condition holds; nothing, if it can hold anywhere."""
    match node:
        case ir.Op(sign=ir.Sign.OR, arguments=(left, right)):
            sides = _zones(w, left, slot), _zones(w, right, slot)
            return (*sides[0], *sides[1]) if all(sides) else ()
        case ir.Op(sign=ir.Sign.AND, arguments=(left, right)):
            return _zones(w, left, slot) or _zones(w, right, slot)
        case ir.Op(sign=ir.Sign.IS, arguments=(left, right)):
            for place, zone in ((left, right), (right, left)):
                is_place = place == ir.Feature(ir.FeatureName.ZONE, ir.Local(slot))
                if is_place and all(isinstance(one, ir.ZoneOf | ir.Const) or _is_other(one, slot) for one in walk(zone)):
                    return (zone,)
        case ir.Apply(function=number, arguments=arguments) if number not in functions_in_circles(w.definition):
            inner = with_arguments(w.definition.functions[number].value, arguments)
            return () if inner is None else _zones(w, inner, slot)
    return ()


def _is_other(node: ir.Expr, slot: int) -> bool:
    return isinstance(node, ir.Local) and node.slot != slot


def with_arguments(node: ir.Expr, arguments: tuple[ir.Expr, ...]) -> ir.Expr | None:
    """What a function asks, in the words of who calls it; only if it has no places of its own."""
    if any(isinstance(one, ir.Local) and one.slot >= len(arguments) for one in walk(node)):
        return None

    def given(part: ir.Expr) -> ir.Expr:
        found: ir.Expr = arguments[part.slot] if isinstance(part, ir.Local) else with_parts(part, given)
        return found

    return given(node)
