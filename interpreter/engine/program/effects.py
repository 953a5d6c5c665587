"""Lowers statements that change something: keeping, writing, moving, turning, shuffling, marking.

What every engine does alike with a position is a call of the runtime; only variables are written on the spot.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ... import ir
from ...ir.ranges import is_safe, sum_of
from . import nodes as code
from .scope import Scope
from .values import Values


def lower_effect(ask: Values, node: ir.Stmt, scope: Scope) -> code.Body:
    return EFFECTS[type(node)](ask, node, scope)


def plain_source(node: ir.Expr) -> ir.Expr:
    """A list without the lists around it that leave nothing out."""
    while isinstance(node, ir.Fold) and node.kind == "list" and node.test is None and node.item is None:
        node = node.source
    return node


def _act(function: str, *arguments: code.Expression) -> code.Act:
    return code.Act(code.Call(function, arguments))


def _let(ask: Values, node: ir.Let, scope: Scope) -> code.Body:
    name = scope.names[node.slot]
    assert isinstance(name, code.Name)
    return (code.assign(name, ask.kept(node.value, scope)),)


# ---------------------------------------------------------------- variables


def _write(ask: Values, node: ir.Write, scope: Scope) -> code.Body:
    of = ask.value(node.of, scope) if node.of is not None else code.NONE
    kept, (thing, value) = ask.held(of, ask.value(node.value, scope) if node.add else ask.kept(node.value, scope))
    tests = [code.is_there(thing)] if node.of is not None and ask.can_be_none(node.of, scope) else []
    tests += [code.is_there(value)] if node.add and ask.can_be_none(node.value, scope) else []
    return *kept, *code.guarded(code.all_of(tests), _written(ask, node, thing, value, scope))


def _written(ask: Values, node: ir.Write, thing: code.Expression, value: code.Expression, scope: Scope) -> code.Body:
    place = code.Load(code.Part("V"), code.Literal(node.variable))
    values: code.Expression = ask.variable(node.variable, True)
    body: code.Body = ()
    if node.add:
        before: code.Expression = place if node.of is None else code.Load(values, thing)
        before = code.Logic("or", (before, code.ZERO)) if ask.facts.variables[node.variable] else before
        result = ask.fresh()
        body = (code.assign(result, code.Binary("+", value, before)),)
        if not is_safe(sum_of(ask.bounds(node.value, scope), ask.facts.numbers_of.variable(node.variable))):
            body += ask.checked(result)
        value = result
    clipped, value = _clipped(ask, node, value, scope)
    if node.of is None:
        return *body, *clipped, code.Store(place, value)
    row = ask.fresh()
    change = (
        code.assign(row, code.Items("list", (code.Spread(values),))),
        code.Enter(row.id, thing, value),
        code.Store(place, code.Call("tuple", (row,))),
    )
    return *body, *clipped, code.If(code.Binary("!=", code.Load(values, thing), value), change)


def _clipped(ask: Values, node: ir.Write, value: code.Expression, scope: Scope) -> tuple[code.Body, code.Expression]:
    """A value inside the range of its variable."""
    variable = ask.definition.variables[node.variable]
    low, high = variable.low, variable.high
    constant = node.value.value if isinstance(node.value, ir.Const) else None
    if isinstance(constant, int) and not node.add:
        constant = low if low is not None and constant < low else constant
        return (), code.Literal(high if high is not None and constant > high else constant)
    amount = constant if node.add and isinstance(constant, int) else 0
    limits = [(low, "<")] if low is not None and amount <= 0 else []
    limits += [(high, ">")] if high is not None and amount >= 0 else []
    if not limits or (isinstance(node.value, ir.Const) and not node.add):
        return (), value
    name = value if node.add and isinstance(value, code.Name) else ask.fresh()  # it may be known under its own name elsewhere
    there = [] if node.add or not ask.can_be_none(node.value, scope) else [code.is_there(name)]
    body: code.Body = () if name is value else (code.assign(name, value),)
    for limit, sign in limits:
        body += (
            code.If(
                code.all_of([*there, code.Binary(sign, name, code.Literal(limit))]), (code.assign(name, code.Literal(limit)),)
            ),
        )
    return body, name


# ---------------------------------------------------------------- moving


def _move(ask: Values, node: ir.Move, scope: Scope) -> code.Body:
    """Where nothing can be in the way, the frequent moves are done in a short way."""
    cards, where, target = node.cards, node.where, ask.value(node.to, scope)
    rest = code.Literal(where.value), code.Literal(node.face)
    is_full = may_be_full(ask, node.to, scope)
    if ask.is_many(cards, scope) is False and where != "under" and is_full:
        kept, (card, zone) = ask.held(ask.value(cards, scope), target)
        return (*kept, *_check_room(ask, node.to, card, zone, scope), _act("move_card", code.STATE, card, zone, *rest))
    is_first = isinstance(cards, ir.Fold) and cards.kind == "first" and cards.test is None
    contents = cards.source if isinstance(cards, ir.Fold) and is_first else cards
    is_plain = where != "under" and not is_full
    if is_plain and isinstance(contents, ir.Contents) and ask.is_many(contents.of, scope) is False:
        function = "draw_card" if is_first else "move_contents"
        return (_act(function, code.STATE, ask.value(contents.of, scope), target, *rest),)
    if is_plain and ask.is_many(cards, scope) is False:
        return (_act("move_card", code.STATE, ask.value(cards, scope), target, *rest),)
    return (_act("move_several", code.RUN, code.STATE, ask.things(cards, scope), target, *rest),)


def _check_room(ask: Values, to: ir.Expr, card: code.Expression, zone: code.Expression, scope: Scope) -> code.Body:
    """A card may come only where there is room for it; how much there is, is most often known."""
    check: code.Body = (code.Check(code.Call("check_room", (code.RUN, code.STATE, card, zone))),)
    rooms = {ask.definition.families[family].room for _, family in ask.about(to, scope) or ()}
    if len(rooms) != 1 or ask.can_be_none(to, scope):
        return check
    lies = code.length(code.Load(code.Part("Z"), zone))
    return (code.If(code.Binary(">=", lies, code.Literal(rooms.pop())), check),)


def may_be_full(ask: Values, node: ir.Expr, scope: Scope) -> bool:
    """Whether a zone can run out of room."""
    possible = ask.about(node, scope)
    limited = {("zone", number) for number, family in enumerate(ask.definition.families) if family.room is not None}
    return bool(limited if possible is None else limited & possible)


def _discard(ask: Values, node: ir.Discard, scope: Scope) -> code.Body:
    if ask.is_many(node.cards, scope) is False:
        return _discard_one(ask, node.cards, scope)
    source = plain_source(node.cards)
    if isinstance(source, ir.Contents):
        return (_act("discard_contents", code.RUN, code.STATE, ask.things(source.of, scope)),)
    return (_act("discard_all", code.RUN, code.STATE, ask.things(node.cards, scope)),)


def _discard_one(ask: Values, node: ir.Expr, scope: Scope) -> code.Body:
    """A card to the place where all of its kind go, if there is one: on top of a pile, else at the end."""
    kept, (card,) = ask.held(ask.value(node, scope))
    slow = _act("discard_card", code.RUN, code.STATE, card)
    goals = {kind.discards_to for kind in ask.definition.kinds if kind.discards_to is not None}
    ends = {"top" if ask.definition.families[goal].form.is_stacked else "bottom" for goal in goals}
    if len(ends) != 1:
        return (*kept, slow)
    goal = ask.fresh()
    quick = _act("move_card", code.STATE, card, goal, code.Literal(ends.pop()), code.NONE)
    table = code.Load(ask.table("DISCARD_TO", node, scope), card)
    return (*kept, code.assign(goal, table), code.If(code.is_none(goal), (slow,), (quick,)))


def _face(ask: Values, node: ir.Face, scope: Scope) -> code.Body:
    up = code.Literal(int(node.up))
    if ask.is_many(node.cards, scope) is False:
        kept, (card,) = ask.held(ask.value(node.cards, scope))
        test = code.is_there(card) if ask.can_be_none(node.cards, scope) else code.Literal(True)
        return *kept, *code.guarded(test, (code.Store(code.Load(code.Part("F"), card), up),))
    card = ask.fresh("i")
    return (code.For((card.id,), ask.things(node.cards, scope), (code.Store(code.Load(code.Part("F"), card), up),)),)


# ---------------------------------------------------------------- moments


def moment_of(ask: Values, moment: str) -> code.Expression:
    return code.Load(code.Table("MOMENTS"), code.Literal(ask.facts.moments.index(moment))) if moment else code.Literal("")


def _mark(ask: Values, node: ir.Mark, scope: Scope) -> code.Body:
    player = ask.value(node.player, scope) if node.player is not None else code.NONE
    marks = _act(
        "mark", code.STATE, code.Literal(node.variable), ask.value(node.of, scope), moment_of(ask, node.moment), player
    )
    return (marks,) if node.moment else (code.If(code.Field("S", "marks"), (marks,)),)


def _expire(ask: Values, node: ir.Expire, scope: Scope) -> code.Body:
    found: list[Any] = []
    for number, variable in enumerate(ask.definition.variables):
        if variable.lasts == node.moment:
            value: code.Expression = code.Call("starting_value", (code.Field("S", "world"), code.STATE, code.Literal(number)))
            if isinstance(variable.starts, ir.Const) and variable.of.is_game and isinstance(variable.starts.value, int):
                value = code.Literal(variable.starts.value)
            elif isinstance(variable.starts, ir.Const):
                value = code.Load(code.Table("STARTS"), code.Literal(number))
            found.append(code.Store(code.Load(code.Part("V"), code.Literal(number)), value))
    if node.moment in ask.facts.moments:
        found.append(code.If(code.Field("S", "marks"), (_act("end_marks", code.STATE, moment_of(ask, node.moment)),)))
    return tuple(found)


EFFECTS: dict[type, Callable[[Values, Any, Scope], code.Body]] = {
    ir.Let: _let,
    ir.Write: _write,
    ir.Move: _move,
    ir.Discard: _discard,
    ir.Face: _face,
    ir.Swap: lambda ask, node, scope: (
        _act("swap", code.RUN, ask.value(node.left, scope), ask.value(node.right, scope), code.Literal(node.zones)),
    ),
    ir.Shuffle: lambda ask, node, scope: (_act("shuffle", code.RUN, ask.value(node.zone, scope)),),
    ir.Roll: lambda ask, node, scope: (_act("roll", code.RUN, ask.things(node.dice, scope)),),
    ir.Show: lambda ask, node, scope: (_act("show", code.RUN, ask.things(node.cards, scope), ask.things(node.players, scope)),),
    ir.Mark: _mark,
    ir.Expire: _expire,
    ir.Emit: lambda ask, node, scope: (),
    ir.Say: lambda ask, node, scope: (),
}
