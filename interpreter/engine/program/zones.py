"""Lowers where things are and what they are like: features, zones, their cards, and what lies next to what.

A table of the world answers what never changes; a card's zone, face and neighbours are looked up in the state.
"""

from __future__ import annotations

from functools import partial

from ... import ir
from . import nodes as code
from .scope import CodeScope
from .values import LOWER, Lowering, Values


def _from_table(name: str) -> Lowering:
    """What a table of the world answers."""
    return lambda ask, node, scope: ask.lookup(name, node.of, scope)


def _zone(ask: Values, node: ir.Feature, scope: CodeScope) -> code.Expression:
    known = scope.zone_of(node.of)
    if known is not None:
        return known
    return ask.shared(node, scope, ask.unless_none(node.of, scope, lambda card: code.Load(code.Part("P"), card)))


def _face_up(ask: Values, node: ir.Feature, scope: CodeScope) -> code.Expression:
    return ask.unless_none(node.of, scope, lambda card: code.Load(code.Part("F"), card))


def _face_down(ask: Values, node: ir.Feature, scope: CodeScope) -> code.Expression:
    return ask.unless_none(node.of, scope, lambda card: code.flag(code.Not(code.Load(code.Part("F"), card))))


def _owner(ask: Values, node: ir.Feature, scope: CodeScope) -> code.Expression:
    if ask.can_be_none(node.of, scope):
        return ask.unless_none(node.of, scope, lambda card: code.Call("owner", (code.STATE, card)))
    if ask.is_owned(node.of, scope):
        return code.Load(code.Table("OWNER"), ask.value(node.of, scope))

    def owner(card: code.Expression) -> code.Expression:
        fixed, lies = code.Load(code.Table("OWNER"), card), code.Load(code.Table("ZONE_OWNER"), code.Load(code.Part("P"), card))
        return code.Select(code.is_none(fixed), lies, fixed)

    return ask.named(ask.value(node.of, scope), owner)


def _free(ask: Values, node: ir.Feature, scope: CodeScope) -> code.Expression:
    families = [family for sort, family in ask.about(node.of, scope) or () if sort is ir.ThingSort.ZONE]
    rooms = {ask.definition.families[family].room for family in families}
    if len(rooms) == 1 and None not in rooms and not ask.can_be_none(node.of, scope):
        cards = code.Call("len", (code.Load(code.Part("Z"), ask.value(node.of, scope)),))
        return code.flag(code.Binary("<", cards, code.Literal(rooms.pop())))
    return ask.unless_none(node.of, scope, lambda zone: code.Call("free", (code.STATE, zone)))


def _position(ask: Values, node: ir.Feature, scope: CodeScope) -> code.Expression:
    def index_of(card: code.Expression) -> code.Expression:
        index = code.Binary("+", code.Method(_row_of(card, scope.zone_of(node.of)), "index", (card,)), code.ONE)
        return code.Select(code.Part("H"), code.Method(code.STATE, "position", (card,)), index) if ask.facts.hides else index

    value = ask.value(node.of, scope)
    if not ask.can_be_none(node.of, scope):
        return ask.named(value, index_of)
    return ask.named(value, lambda card: code.Select(code.is_none(card), code.NONE, index_of(card)))


def _muted(ask: Values, node: ir.Feature, scope: CodeScope) -> code.Expression:
    return ask.unless_none(node.of, scope, lambda card: code.Call("muted", (code.STATE, card)))


def _seat(ask: Values, node: ir.Feature, scope: CodeScope) -> code.Expression:
    return ask.unless_none(node.of, scope, lambda player: code.Binary("+", player, code.ONE))


FEATURES: dict[ir.FeatureName, Lowering] = {
    ir.FeatureName.OWNER: _owner,
    ir.FeatureName.POSITION: _position,
    ir.FeatureName.FACE_UP: _face_up,
    ir.FeatureName.FACE_DOWN: _face_down,
    ir.FeatureName.ZONE: _zone,
    ir.FeatureName.ROW: _from_table("ROW"),
    ir.FeatureName.KIND: _from_table("KIND"),
    ir.FeatureName.MUTED: _muted,
    ir.FeatureName.ZONE_OWNER: _from_table("ZONE_OWNER"),
    ir.FeatureName.X: _from_table("X"),
    ir.FeatureName.Y: _from_table("Y"),
    ir.FeatureName.INDEX: _from_table("INDEX"),
    ir.FeatureName.FREE: _free,
    ir.FeatureName.PARENT: _from_table("PARENT"),
    ir.FeatureName.SEAT: _seat,
    **{direction: _from_table(f"SIDE_{direction}") for direction in ir.DIRECTIONS},
}
assert set(FEATURES) == set(ir.FeatureName), "every feature is lowered"


def _row_of(card: code.Expression, zone: code.Expression | None) -> code.Expression:
    """The cards of the zone that a card lies in."""
    return code.Load(code.Part("Z"), code.Load(code.Part("P"), card) if zone is None else zone)


def _place(ask: Values, node: ir.ZoneOf, scope: CodeScope) -> code.Expression:
    if node.number is not None:
        parent = ask.value(node.of, scope) if node.of is not None else code.NONE
        key = code.Items("tuple", (parent, ask.value(node.number, scope)))
        return code.Method(code.Table(f"NUMBERED_{node.family}"), "get", (key,))
    if node.of is None:
        return code.Table(f"ONE_{node.family}")
    if ask.has_one(node, scope):
        return ask.lookup(f"FIRST_{node.family}", node.of, scope)
    return ask.lookup_or_none(f"FIRST_{node.family}", node.of, scope)


def _contents(ask: Values, node: ir.Contents, scope: CodeScope) -> code.Expression:
    if ask.is_many(node.of, scope) is not False:
        return code.Call("contents", (code.STATE, ask.value(node.of, scope)))
    return ask.shared(node, scope, ask.unless_none(node.of, scope, lambda zone: code.Load(code.Part("Z"), zone), code.EMPTY))


def _beyond(ask: Values, node: ir.Beyond, scope: CodeScope) -> code.Expression:
    if node.sort == ir.ThingSort.CARD:
        next_to = partial(_next_to, ask, node.relation == ir.Relation.ABOVE)
        return ask.shared(node, scope, ask.unless_none(node.of, scope, lambda card: ask.named(card, next_to)), True)
    if node.sort in (ir.ThingSort.ZONE, ir.ThingSort.PLAYER):
        return ask.lookup(f"{node.sort.upper()}_{node.relation.upper()}", node.of, scope)
    sign = ir.Sign.ADD if node.relation == ir.Relation.AFTER else ir.Sign.SUBTRACT
    return ask.value(ir.Op(sign, (node.of, ir.Const(1))), scope)


def _next_to(ask: Values, is_above: bool, card: code.Expression) -> code.Expression:
    """The card above or below is the next one of its zone, unless one of them lies under another."""
    row, at, found, hosts = ask.fresh(), ask.fresh(), ask.fresh(), code.Part("H")
    index: code.Expression = code.Method(row, "index", (card,))
    if is_above:
        beside = code.Select(at, code.Load(row, code.Binary("-", at, code.ONE)), code.NONE)
    else:
        index = code.Binary("+", index, code.ONE)
        beside = code.Select(code.Binary("<", at, code.length(row)), code.Load(row, at), code.NONE)
    plain = code.assign(row, _row_of(card, None)), code.assign(at, index)
    if not ask.facts.hides:
        return code.Do(plain, beside)
    lie_under: list[code.Expression] = [code.Binary("in", one, hosts) for one in ((card, found) if is_above else (found,))]
    past = code.assign(found, code.Method(code.STATE, "next_card", (card, code.Literal(not is_above))))
    return code.Do((*plain, code.assign(found, beside), code.If(code.all_of([hosts, code.any_of(lie_under)]), (past,))), found)


def _spread(ask: Values, node: ir.Spread, scope: CodeScope) -> code.Expression:
    if node.sort == ir.ThingSort.CARD:
        return code.Call(f"cards_{node.relation}", (code.STATE, ask.value(node.of, scope)))
    sort = "ZONES" if node.sort == ir.ThingSort.ZONE or node.relation == ir.Relation.BESIDE else "PLAYERS"
    return ask.lookup_or_none(f"{sort}_{node.relation.upper()}", node.of, scope)


def _reach(ask: Values, node: ir.Reach, scope: CodeScope) -> code.Expression:
    among = [] if node.among is None else [ask.listed(node.among, scope)]
    given = (ask.value(node.start, scope), code.Table(f"f{node.function}"), ask.value(node.player, scope), *among)
    return code.Call("reach", (code.STATE, *given))


LOWER |= {
    ir.Feature: lambda ask, node, scope: FEATURES[node.name](ask, node, scope),
    ir.ZoneOf: _place, ir.Contents: _contents, ir.Beyond: _beyond, ir.Spread: _spread, ir.Reach: _reach,
}  # fmt: skip
