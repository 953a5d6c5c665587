"""Lowers statements that change something: keeping, writing, turning, shuffling, marking.

What every engine does alike with a position is a call of the runtime; only variables, and in `moving` single cards, are written
on the spot.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ... import ir
from ...ir.ranges import is_safe, sum_of
from . import nodes as code
from .moving import lower_deal, lower_discard, lower_move
from .scope import CodeScope
from .values import Values


def _act(function: str, *arguments: code.Expression) -> code.Act:
    return code.Act(code.Call(function, arguments))


def _let(ask: Values, node: ir.Let, scope: CodeScope) -> code.Body:
    name = scope.names[node.slot]
    assert isinstance(name, code.Name)
    return (code.assign(name, ask.kept(node.value, scope)),)


def _random(ask: Values, node: ir.Random, scope: CodeScope) -> code.Body:
    name = scope.names[node.slot]
    assert isinstance(name, code.Name)
    return (code.Store(name, code.Call("pick", (code.RUN, ask.things(node.source, scope)))),)


# ---------------------------------------------------------------- variables


def _write(ask: Values, node: ir.Write, scope: CodeScope) -> code.Body:
    of = ask.value(node.of, scope) if node.of is not None else code.NONE
    kept, (thing, value) = ask.held(of, ask.value(node.value, scope) if node.add else ask.kept(node.value, scope))
    tests = [code.is_there(thing)] if node.of is not None and ask.can_be_none(node.of, scope) else []
    tests += [code.is_there(value)] if node.add and ask.can_be_none(node.value, scope) else []
    return *kept, *code.guarded(code.all_of(tests), _written(ask, node, thing, value, scope))


def _written(ask: Values, node: ir.Write, thing: code.Expression, value: code.Expression, scope: CodeScope) -> code.Body:
    variable = code.Load(code.Part("V"), code.Literal(node.variable))
    values: code.Expression = ask.variable(node.variable, True)
    body: code.Body = ()
    if node.add:
        before: code.Expression = variable if node.of is None else code.Load(values, thing)
        before = code.Logic("or", (before, code.ZERO)) if ask.facts.variables[node.variable] else before
        result = ask.fresh()
        body = (code.assign(result, code.Binary("+", value, before)),)
        if not is_safe(sum_of(ask.bounds(node.value, scope), ask.facts.numbers_of.variable(node.variable))):
            body += ask.checked(result)
        value = result
    clipped, value = _clipped(ask, node, value, scope)
    if node.of is None:
        return *body, *clipped, code.Store(variable, value)
    row = ask.fresh()
    change = (
        code.assign(row, code.Items("list", (code.Spread(values),))),
        code.Enter(row.id, thing, value),
        code.Store(variable, code.Call("tuple", (row,))),
    )
    return *body, *clipped, code.If(code.Binary("!=", code.Load(values, thing), value), change)


def _clipped(ask: Values, node: ir.Write, value: code.Expression, scope: CodeScope) -> tuple[code.Body, code.Expression]:
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


# ---------------------------------------------------------------- cards and dice


def _face(ask: Values, node: ir.Face, scope: CodeScope) -> code.Body:
    up = code.Literal(int(node.up))
    if ask.is_many(node.cards, scope) is False:
        kept, (card,) = ask.held(ask.value(node.cards, scope))
        test = code.is_there(card) if ask.can_be_none(node.cards, scope) else code.Literal(True)
        return *kept, *code.guarded(test, (code.Store(code.Load(code.Part("F"), card), up),))
    card = ask.fresh("i")
    return (code.For((card.id,), ask.things(node.cards, scope), (code.Store(code.Load(code.Part("F"), card), up),)),)


# ---------------------------------------------------------------- moments


def _mark(ask: Values, node: ir.Mark, scope: CodeScope) -> code.Body:
    player = ask.value(node.player, scope) if node.player is not None else code.NONE
    marks = _act(
        "mark", code.STATE, code.Literal(node.variable), ask.value(node.of, scope), code.Literal(node.moment), player
    )
    return (marks,) if node.moment is not None else (code.If(code.Field("S", "marks"), (marks,)),)


def _expire(ask: Values, node: ir.Expire, scope: CodeScope) -> code.Body:
    body: list[Any] = []
    for number, variable in enumerate(ask.definition.variables):
        if variable.lasts == node.moment:
            value: code.Expression = code.Call("starting_value", (code.Field("S", "world"), code.STATE, code.Literal(number)))
            if isinstance(variable.starts, ir.Const) and variable.of.is_game and isinstance(variable.starts.value, int):
                value = code.Literal(variable.starts.value)
            elif isinstance(variable.starts, ir.Const):
                value = code.Load(code.Table("STARTS"), code.Literal(number))
            body.append(code.Store(code.Load(code.Part("V"), code.Literal(number)), value))
    if node.moment in ask.facts.moments:
        body.append(code.If(code.Field("S", "marks"), (_act("end_marks", code.STATE, code.Literal(node.moment)),)))
    return tuple(body)


EFFECTS: dict[type, Callable[[Values, Any, CodeScope], code.Body]] = {
    ir.Let: _let,
    ir.Write: _write,
    ir.Move: lower_move,
    ir.Deal: lower_deal,
    ir.Discard: lower_discard,
    ir.Face: _face,
    ir.Swap: lambda ask, node, scope: (
        _act("swap", code.RUN, ask.value(node.left, scope), ask.value(node.right, scope), code.Literal(node.zones)),
    ),
    ir.Shuffle: lambda ask, node, scope: (_act("shuffle", code.RUN, ask.value(node.zone, scope)),),
    ir.Roll: lambda ask, node, scope: (_act("roll", code.RUN, ask.things(node.dice, scope)),),
    ir.Random: _random,
    ir.Show: lambda ask, node, scope: (_act("show", code.RUN, ask.things(node.cards, scope), ask.things(node.players, scope)),),
    ir.Mark: _mark,
    ir.Expire: _expire,
    ir.Emit: lambda ask, node, scope: (),
    ir.Say: lambda ask, node, scope: (),
}
