"""Lowers moves: of single cards as the statements that lay them down, of several as a call of the runtime.

Nothing is more frequent than that one card goes from here to there, so that a call for each would be felt.
"""

from __future__ import annotations

from ... import ir
from ...ir.analysis.strangers import may_be_strange
from . import nodes as code
from .scope import CodeScope
from .values import Values

_ZONES, _PLACES, _FACES, _HOSTS = (code.Part(one) for one in "ZPFH")


def plain_source(node: ir.Expr) -> ir.Expr:
    """A list without the lists around it that leave nothing out."""
    while isinstance(node, ir.Fold) and node.kind == ir.FoldKind.LIST and node.test is None and node.item is None:
        node = node.source
    return node


def lower_move(ask: Values, node: ir.Move, scope: CodeScope) -> code.Body:
    cards, target, is_checked = node.cards, ask.value(node.to, scope), must_be_checked(ask, node, scope)
    rest = code.Literal(node.where.value), code.Literal(node.face)
    is_first = isinstance(cards, ir.Fold) and cards.kind == ir.FoldKind.FIRST and cards.test is None
    contents = cards.source if isinstance(cards, ir.Fold) and is_first else cards
    is_plain = node.where != ir.Where.UNDER and not is_checked
    if is_plain and isinstance(contents, ir.Contents) and ask.is_many(contents.of, scope) is False:
        if is_first:
            return _drawn(ask, node, contents.of, scope)
        return (code.Act(code.Call("move_contents", (code.STATE, ask.value(contents.of, scope), target, *rest))),)
    if node.where != ir.Where.UNDER and ask.is_many(cards, scope) is False:
        return _moved(ask, node, is_checked, scope)
    return (code.Act(code.Call("move_several", (code.RUN, code.STATE, ask.things(cards, scope), target, *rest))),)


def lower_deal(ask: Values, node: ir.Deal, scope: CodeScope) -> code.Body:
    """Several cards at once, each to the zone that is asked for it."""
    kept, (cards,) = ask.held(code.Call("tuple", (ask.things(node.cards, scope),)))
    card, zones = ask.fresh("k"), ask.fresh("l")
    goal = ask.value(node.to, scope.with_place(node.slot, card, 0))
    rest = code.Literal(node.where.value), code.Literal(node.face)
    return (
        *kept,
        code.assign(zones, code.Items("list", ())),
        code.For((card.id,), cards, (code.Append(zones.id, goal),)),
        code.Act(code.Call("deal", (code.RUN, code.STATE, cards, zones, *rest))),
    )


def _moved(ask: Values, node: ir.Move, is_checked: bool, scope: CodeScope) -> code.Body:
    """One card, wherever it lies."""
    kept, (card, zone) = ask.held(ask.value(node.cards, scope), ask.value(node.to, scope))
    checked = _check_room(ask, node, card, zone, scope) if is_checked else ()
    tests = [code.is_there(name) for name, one in ((card, node.cards), (zone, node.to)) if ask.can_be_none(one, scope)]
    return (
        *kept,
        *checked,
        *code.guarded(code.all_of(tests), (*_lifted(ask, card), *_laid(ask, card, zone, node.where, node.face))),
    )


def _drawn(ask: Values, node: ir.Move, source: ir.Expr, scope: CodeScope) -> code.Body:
    """The first card of a zone."""
    kept, (here, zone) = ask.held(ask.value(source, scope), ask.value(node.to, scope))
    row, card = ask.fresh(), ask.fresh()
    tests = [code.is_there(name) for name, one in ((here, source), (zone, node.to)) if ask.can_be_none(one, scope)]
    taken = code.assign(card, code.Load(row, code.ZERO)), code.Store(code.Load(_ZONES, here), code.Slice(row, code.ONE, None))
    drawn = code.assign(row, code.Load(_ZONES, here)), code.If(row, (*taken, *_laid(ask, card, zone, node.where, node.face)))
    return *kept, *code.guarded(code.all_of(tests), drawn)


def _lifted(ask: Values, card: code.Expression) -> code.Body:
    here, row = ask.fresh(), ask.fresh()
    cards = code.Load(_ZONES, here)
    return (
        code.assign(here, code.Load(_PLACES, card)),
        code.assign(row, code.Items("list", (code.Spread(cards),))),
        code.Act(code.Method(row, "remove", (card,))),
        code.Store(cards, code.Call("tuple", (row,))),
    )


def _laid(ask: Values, card: code.Expression, zone: code.Expression, where: ir.Where, face: int | None) -> code.Body:
    """A card that was lifted comes to lie in a zone, and to lie loose."""
    there, one = code.Load(_ZONES, zone), code.Items("tuple", (card,))
    row = code.Binary("+", there, one) if where == ir.Where.BOTTOM else code.Binary("+", one, there)
    turned = () if face is None else (code.Store(code.Load(_FACES, card), code.Literal(face)),)
    is_host = code.Binary("in", card, code.Method(_HOSTS, "values", ()))
    is_bound = code.all_of([_HOSTS, code.Logic("or", (code.Binary("in", card, _HOSTS), is_host))])
    known = [code.Field("S", "shown")] * ask.facts.shows + [is_bound] * ask.facts.hides
    loose = code.guarded(code.any_of(known), (code.Act(code.Method(code.STATE, "come_loose", (card,))),))
    return code.Store(there, row), code.Store(code.Load(_PLACES, card), zone), *turned, *loose


def _check_room(ask: Values, node: ir.Move, card: code.Expression, zone: code.Expression, scope: CodeScope) -> code.Body:
    """A card may come only where its kind is held and where there is room for it; how much there is, is most often known."""
    check: code.Body = (code.Check(code.Call("check_room", (code.RUN, code.STATE, card, zone))),)
    rooms = {ask.definition.families[family].room for _, family in ask.about(node.to, scope) or ()}
    if len(rooms) != 1 or _may_meet_strangers(ask, node, scope):
        return check
    there = [code.is_there(zone)] if ask.can_be_none(node.to, scope) else []
    lies = code.length(code.Load(_ZONES, zone))
    return (code.If(code.all_of([*there, code.Binary(">=", lies, code.Literal(rooms.pop()))]), check),)


def must_be_checked(ask: Values, node: ir.Move, scope: CodeScope) -> bool:
    """Whether a zone could not take what is moved there."""
    return may_be_full(ask, node.to, scope) or _may_meet_strangers(ask, node, scope)


def _may_meet_strangers(ask: Values, node: ir.Move, scope: CodeScope) -> bool:
    kinds, families = ([number for _, number in ask.about(one, scope) or ()] for one in (node.cards, node.to))
    return may_be_strange(ask.definition, kinds, families)


def may_be_full(ask: Values, node: ir.Expr, scope: CodeScope) -> bool:
    """Whether a zone can run out of room."""
    possible = ask.about(node, scope)
    limited = {(ir.ThingSort.ZONE, number) for number, family in enumerate(ask.definition.families) if family.room is not None}
    return bool(limited if possible is None else limited & possible)


def lower_discard(ask: Values, node: ir.Discard, scope: CodeScope) -> code.Body:
    if ask.is_many(node.cards, scope) is False:
        return _discarded(ask, node.cards, scope)
    source = plain_source(node.cards)
    function, cards = ("discard_contents", source.of) if isinstance(source, ir.Contents) else ("discard_all", node.cards)
    return (code.Act(code.Call(function, (code.RUN, code.STATE, ask.things(cards, scope)))),)


def _discarded(ask: Values, node: ir.Expr, scope: CodeScope) -> code.Body:
    """A card to the place where all of its kind go, if there is one: on top of a pile, else at the end."""
    kept, (card,) = ask.held(ask.value(node, scope))
    slow = code.Act(code.Call("discard_card", (code.RUN, code.STATE, card)))
    goals = {kind.discards_to for kind in ask.definition.kinds if kind.discards_to is not None}
    ends = {ir.Where.TOP if ask.definition.families[goal].form.is_stacked else ir.Where.BOTTOM for goal in goals}
    if len(ends) != 1:
        return (*kept, slow)
    goal = ask.fresh()
    quick = *_lifted(ask, card), *_laid(ask, card, goal, ends.pop(), None)
    table = code.Load(ask.table("DISCARD_TO", node, scope), card)
    return (*kept, code.assign(goal, table), code.If(code.is_none(goal), (slow,), quick))
