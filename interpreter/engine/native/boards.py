"""Conditions that step from zone to zone, as "some line of 3 mine cells" does: which zones must be what is known beforehand.

Takes `some` over zones that lie one behind the other; returns C that asks each of them once, as a bit, and holds the bits
against every pattern of zones that will do. Anything else, and what could go wrong where nobody asks, is none of its business.
"""

from __future__ import annotations

from ... import ir
from ...ir.walk import walk, with_parts
from .bitmaps import bits_where
from .values import never_fails
from .writer import NativeScope, Writer

MOST_ZONES, MOST_PATTERNS = 64, 64
FEW = 12  # zones for which every answer is written down beforehand
Patterns = frozenset[frozenset[int]]


class _Stepless(Exception):
    """A condition that is made of something else than zones that are asked the same."""


def patterns_of(w: Writer, node: ir.Fold) -> tuple[ir.Expr, Patterns] | None:
    """What is asked of zones, and the sets of zones of which one must be all that; only where several zones must."""
    if node.kind is not ir.FoldKind.SOME or not isinstance(node.source, ir.All) or node.source.sort is not ir.ThingSort.ZONE:
        return None
    board = _Board(w, node.slot)
    try:
        found = board.of(node, {})
    except _Stepless:
        return None
    zones = {zone for one in found for zone in one}
    if board.asked is None or max(zones) - min(zones) >= MOST_ZONES or not any(len(one) > 1 for one in found):
        return None
    return (board.asked, found) if never_fails(board.asked, w.definition) else None


class _Board:
    """Follows a condition through zones that are known; `asked` is what it asks of all of them, each in the same place."""

    def __init__(self, w: Writer, place: int) -> None:
        self.w = w
        self.place = place
        self.asked: ir.Expr | None = None

    def of(self, node: ir.Expr | None, at: dict[int, int]) -> Patterns:
        match node:
            case ir.Op(sign=ir.Sign.OR, arguments=(left, right)):
                return self._few(self.of(left, at) | self.of(right, at))
            case ir.Op(sign=ir.Sign.AND, arguments=(left, right)):
                return self._few(frozenset(one | other for one in self.of(left, at) for other in self.of(right, at)))
            case ir.Fold(kind=ir.FoldKind.SOME, item=None):
                ways = [self.of(node.test, {**at, node.slot: zone}) for zone in self._zones(node.source, at)]
                return self._few(frozenset(one for each in ways for one in each))
            case None:
                raise _Stepless
        return frozenset((frozenset((self._ask(node, at),)),))

    def _few(self, found: Patterns) -> Patterns:
        if len(found) > MOST_PATTERNS:
            raise _Stepless
        return found

    def _zones(self, source: ir.Expr, at: dict[int, int]) -> tuple[int, ...]:
        match source:
            case ir.All(sort=ir.ThingSort.ZONE):
                return self.w.rules.members(self.w, source)
            case ir.Op(sign=ir.Sign.LISTED, arguments=(one,)):
                zone = self._zone(one, at)
                return () if zone is None else (zone,)
        raise _Stepless

    def _zone(self, node: ir.Expr, at: dict[int, int]) -> int | None:
        match node:
            case ir.Local(slot=slot) if slot in at:
                return at[slot]
            case ir.Feature(name=name, of=of) if name in ir.DIRECTIONS:
                zone = self._zone(of, at)
                return None if zone is None else self.w.world.neighbour(zone, name)
        raise _Stepless

    def _ask(self, node: ir.Expr, at: dict[int, int]) -> int:
        """The zone of which something is asked: the same of every one, and of nothing else that is stepped to."""
        slots = {one.slot for one in walk(node) if isinstance(one, ir.Local)} & at.keys()
        if len(slots) != 1:
            raise _Stepless
        (slot,) = slots
        asked = _renamed(node, slot, self.place)
        if self.asked not in (None, asked):
            raise _Stepless
        self.asked = asked
        return at[slot]


def _renamed(node: ir.Expr, slot: int, place: int) -> ir.Expr:
    if node == ir.Local(slot):
        return ir.Local(place)
    renamed: ir.Expr = with_parts(node, lambda one: _renamed(one, slot, place))
    return renamed


def held_against(w: Writer, node: ir.Fold, scope: NativeScope, asked: ir.Expr, patterns: Patterns) -> str:
    """Every zone as a bit, and the bits against all patterns, without a branch."""
    found = {zone for one in patterns for zone in one}
    first, last = min(found), max(found)
    bits, zone = w.fresh(), w.fresh("i")
    masks = sorted({sum(1 << (one - first) for one in pattern) for pattern in patterns})
    known = bits_where(w, asked, node.slot, scope, tuple(range(first, last + 1)))
    if not known:
        test = w.test(asked, scope.with_place(node.slot, zone, 0))
        each = f"{bits} |= (uint64_t)({test} != 0) << ({zone} - {first});"
        known = f"0; for (int {zone} = {first}; {zone} <= {last}; {zone}++) {each}"
    return f"{{uint64_t {bits} = {known}; {_one_of(w, bits, masks, last - first + 1)};}}"


def _one_of(w: Writer, bits: str, masks: list[int], count: int) -> str:
    """Whether all bits of one of these masks are set: looked up where there are few bits, else tried one by one."""
    if count > FEW:
        return " | ".join(f"!(~{bits} & {mask}ull)" for mask in masks)
    answers = [any(not mask & ~one for mask in masks) for one in range(1 << count)]
    words = [sum(answer << at for at, answer in enumerate(answers[start : start + 16])) for start in range(0, len(answers), 16)]
    return f"{w.table(words)}[{bits} >> 4] >> ({bits} & 15) & 1"
