"""Zones as the bits of one number: which of them are free, or hold a card of somebody.

Takes a condition that is asked of each zone of a row; returns C that finds all answers at once: out of what a position keeps,
or of the places of somebody's few cards. No zone is looked at, so that nothing waits for the last move. Any other condition is
none of its business.
"""

from __future__ import annotations

from ... import ir
from ...ir.analysis.effort import functions_in_circles
from .whereabouts import with_arguments
from .writer import NativeScope, Writer

CARDS_FOR_A_ZONE = 2  # of somebody; with more of them it is sooner done to ask every zone


def row_of_zones(w: Writer, node: ir.Fold) -> tuple[int, ...]:
    """The zones that a fold goes through, if they follow one another and are known beforehand."""
    source = node.source
    if not isinstance(source, ir.All) or source.sort is not ir.ThingSort.ZONE or not w.layout.keeps_filled:
        return ()
    zones = w.rules.members(w, source)
    return zones if zones and zones == tuple(range(zones[0], zones[0] + len(zones))) else ()


def bits_where(w: Writer, test: ir.Expr | None, slot: int, scope: NativeScope, zones: tuple[int, ...]) -> str:
    """The zones of a row of which a condition holds, the first as the lowest bit; nothing, if that cannot be told by cards."""
    if test is None or not zones or not w.layout.keeps_filled:
        return ""
    return _Bits(w, slot, scope, zones).of(test)


class _Bits:
    def __init__(self, w: Writer, slot: int, scope: NativeScope, zones: tuple[int, ...]) -> None:
        self.w, self.scope, self.zones = w, scope, zones
        self.zone = ir.Local(slot)
        families = [w.definition.families[w.world.zones[zone].family] for zone in zones]
        self.holds_one = all(one.room == 1 for one in families)

    def of(self, node: ir.Expr) -> str:
        match node:
            case ir.Op(sign=ir.Sign.AND | ir.Sign.OR, arguments=(left, right)):
                sides = self.of(left), self.of(right)
                return f"({sides[0]} {'&' if node.sign is ir.Sign.AND else '|'} {sides[1]})" if all(sides) else ""
            case ir.Op(sign=ir.Sign.NOT, arguments=(one,)):
                return self._not(self.of(one))
            case ir.Apply(function=number, arguments=given) if number not in functions_in_circles(self.w.definition):
                inner = with_arguments(self.w.definition.functions[number].value, given)
                return "" if inner is None else self.of(inner)
            case ir.Feature(name=ir.FeatureName.FREE, of=self.zone) if self.holds_one:
                return self._not(self._filled())
            case ir.Op(sign=ir.Sign.IS, arguments=(ir.Op(sign=ir.Sign.LENGTH, arguments=(cards,)), ir.Const(value=0))):
                return self._not(self._filled()) if self.holds_one and cards == ir.Contents(self.zone) else ""
            case ir.Op(sign=ir.Sign.IS, arguments=(ir.Feature(name=ir.FeatureName.OWNER, of=card), ir.Local() as owner)):
                return self._owned(owner) if self.holds_one and self._is_its_card(card) and owner != self.zone else ""
        return ""

    def _is_its_card(self, node: ir.Expr) -> bool:
        if not isinstance(node, ir.Fold) or node.kind not in (ir.FoldKind.FIRST, ir.FoldKind.LAST) or node.test is not None:
            return False
        return node.source == ir.Contents(self.zone)

    @property
    def among(self) -> str:
        return f"{(1 << len(self.zones)) - 1}ull"

    def _not(self, bits: str) -> str:
        return f"(~{bits} & {self.among})" if bits else ""

    def _filled(self) -> str:
        return f"filled(S, {self.zones[0]}, {self.among})"

    def _owned(self, owner: ir.Local) -> str:
        """Where the cards of somebody lie, which must follow one another in the order of the seats."""
        cards, players = self.w.world.cards, self.w.world.players
        each = cards // players
        are_in_order = tuple(self.w.world.owner) == tuple(card // max(1, each) for card in range(cards))
        if not each or not are_in_order or each > CARDS_FOR_A_ZONE * len(self.zones):
            return ""
        seat = self.w.fresh()
        found = f"lying_in(S, {seat} * {each}, {each}) >> {self.zones[0]} & {self.among}"
        return f"({{ int {seat} = {self.w.value(owner, self.scope)}; (unsigned){seat} < PLAYERS ? {found} : 0; }})"
