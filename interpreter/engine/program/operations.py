"""Lowers operations: arithmetic, comparison, logic and choice between two values, with `none` among the numbers."""

from __future__ import annotations

from ... import ir
from ...ir.features import FEATURES, Tells
from ...ir.operations import OPERATIONS
from ...ir.ranges import is_safe
from ...ir.walk import walk
from ..operations import BY_NAME
from . import nodes as code
from .scope import CodeScope
from .values import LOWER, LOWER_TEST, Lowering, Values

_DEAREST = 50
_DEAR = dict.fromkeys((ir.Fold, ir.Sort, ir.Rank, ir.Apply, ir.Computed, ir.ByRow, ir.Reach, ir.Grouped, ir.Score), _DEAREST)
_TESTS = {
    **{sign: sign.value for sign in (ir.Sign.AT_LEAST, ir.Sign.AT_MOST, ir.Sign.MORE, ir.Sign.LESS)},
    ir.Sign.IS: "==",
}


def _called(ask: Values, node: ir.Op, scope: CodeScope) -> code.Expression:
    """An operation that the runtime has a function for; one that looks at the state is given it."""
    values = ask.values(node.arguments, scope)
    return code.Call(node.sign.value, (code.STATE, *values) if OPERATIONS[node.sign].reads else tuple(values))


def _length(ask: Values, node: ir.Op, scope: CodeScope) -> code.Expression:
    if not ask.is_many(node.arguments[0], scope):
        return _called(ask, node, scope)
    return code.length(ask.listed(node.arguments[0], scope))


def _at(ask: Values, node: ir.Op, scope: CodeScope) -> code.Expression:
    return code.Load(*ask.values(node.arguments, scope))


def _item(ask: Values, node: ir.Op, scope: CodeScope) -> code.Expression:
    if ask.can_be_none(node.arguments[1], scope):
        return _called(ask, node, scope)

    def item(things: code.Expression, index: code.Expression) -> code.Expression:
        count = (
            code.Literal(len(things.value))
            if isinstance(things, code.Literal) and things.value
            else code.Call("len", (things,))
        )
        there = [] if isinstance(things, code.Literal) else [things]
        inside = code.all_of([*there, code.Binary("<=", code.ZERO, index), code.Binary("<", index, count)])
        return code.Select(inside, code.Load(things, index), code.NONE) if things != code.NONE else code.NONE

    return ask.all_named(ask.values(node.arguments, scope), item)


def _of_family(ask: Values, node: ir.Op, scope: CodeScope) -> code.Expression:
    is_family, zone = ask.of_family(node, scope)
    return ask.named(zone, lambda name: code.Select(is_family(name), name, code.NONE))


def _listed(ask: Values, node: ir.Op, scope: CodeScope) -> code.Expression:
    if ask.is_many(node.arguments[0], scope) is False:
        return ask.things(node.arguments[0], scope)
    return _called(ask, node, scope)


def _owned(ask: Values, node: ir.Op, scope: CodeScope) -> code.Expression:
    """Cards of kinds that every player has: whose they are never changes."""
    cards, player = node.arguments
    if not ask.is_owned(cards, scope):
        return _called(ask, node, scope)
    return code.Call("owned_cards", (code.Table("OWNER"), ask.listed(cards, scope), ask.value(player, scope)))


def _arithmetic(ask: Values, node: ir.Op, scope: CodeScope) -> code.Expression:
    nones = [ask.can_be_none(one, scope) for one in node.arguments]
    values, checked = ask.values(node.arguments, scope), OPERATIONS[node.sign].checked

    def result(left: code.Expression, right: code.Expression) -> code.Expression:
        return code.Binary(node.sign.value, left, right) if checked else code.Call(node.sign.value, (left, right))

    if checked and not is_safe(ask.facts.numbers_of.before_check(node, scope.bounds)):
        return ask.all_named(values, lambda *names: _checked(ask, result(*names), _there(list(names), nones)))
    if not any(nones):
        return result(*values)
    return ask.all_named(values, lambda *names: code.Select(_there(list(names), nones), result(*names), code.NONE))


def _there(names: list[code.Expression], nones: list[bool]) -> code.Expression:
    return code.all_of([code.is_there(name) for name, none in zip(names, nones, strict=True) if none])


def _checked(ask: Values, value: code.Expression, there: code.Expression) -> code.Expression:
    """A result that may be too large to go on with."""
    result = ask.fresh()
    body: code.Body = (code.assign(result, value), *ask.checked(result))
    return code.Do(body if there == code.TRUE else (code.assign(result, code.NONE), code.If(there, body)), result)


def _or_else(ask: Values, node: ir.Op, scope: CodeScope) -> code.Expression:
    if not ask.can_be_none(node.arguments[0], scope) and not ask.strays(node.arguments[1]):
        return ask.value(node.arguments[0], scope)
    return ask.all_named(
        ask.values(node.arguments, scope), lambda value, instead: code.Select(code.is_none(value), instead, value)
    )


def _not(ask: Values, node: ir.Op, scope: CodeScope) -> code.Expression:
    return code.negated(ask.test(node.arguments[0], scope))


def _is_none(ask: Values, node: ir.Op, scope: CodeScope) -> code.Expression:
    if not ask.can_be_none(node.arguments[0], scope) and not ask.strays(node.arguments[0]):
        return code.FALSE
    return code.is_none(ask.value(node.arguments[0], scope))


def _one_of(ask: Values, node: ir.Op, scope: CodeScope) -> code.Expression:
    thing, things = ask.value(node.arguments[0], scope), ask.listed(node.arguments[1], scope)
    if not ask.can_be_none(node.arguments[0], scope):
        return code.Binary("in", thing, things)
    return ask.named(thing, lambda name: code.Logic("and", (code.is_there(name), code.Binary("in", name, things))))


def _compared(ask: Values, node: ir.Op, scope: CodeScope) -> code.Expression:
    left, right = node.arguments
    with_nothing = node.sign in (ir.Sign.IS, ir.Sign.MORE) and right == ir.Const(0)
    if with_nothing and isinstance(left, ir.Op) and left.sign == ir.Sign.LENGTH:
        things = ask.listed(left.arguments[0], scope)
        return code.Not(things) if node.sign == ir.Sign.IS else things
    if node.sign == ir.Sign.IS and (inside := _in_family(node.arguments)) is not None:
        return _same_zone(ask, *inside, scope)
    nones = [ask.can_be_none(one, scope) for one in node.arguments]
    sign = _TESTS[node.sign]
    if sign != "==" and nones == [False, True] and not any(map(ask.strays, node.arguments)):
        value = ask.value(left, scope)
        asked = ask.unless_none(right, scope, lambda other: code.Binary(sign, value, other), code.FALSE)
        return code.as_test(asked)
    values = ask.values(node.arguments, scope)
    if not any(nones) or (sign == "==" and not all(nones)):
        if (
            sign == "=="
            and values[1] == code.Literal(1)
            and isinstance(values[0], code.Select)
            and values[0].then == code.Literal(1)
        ):
            return code.as_test(values[0])
        return code.TRUE if sign == "==" and values[0] == values[1] else code.Binary(sign, *values)

    if sign == "==" and values[0] != values[1] and not any(map(ask.strays, node.arguments)):
        one, other = sorted(values, key=lambda value: not code.is_simple(value))  # the other need not be asked of nothing
        return ask.named(one, lambda name: code.Logic("and", (code.is_there(name), code.Binary("==", name, other))))

    def compared(one: code.Expression, other: code.Expression) -> code.Expression:
        if one == other:
            return code.is_there(one)
        return code.all_of([_there([one, other], nones), code.Binary(sign, one, other)])

    return ask.all_named(values, compared)


def _same_zone(ask: Values, zone: ir.Expr, other: ir.Expr, family: int, scope: CodeScope) -> code.Expression:
    table, one = ask.table("FAMILY", other, scope), ask.value(zone, scope)
    is_family = code.Literal(family)

    def same(name: code.Expression) -> code.Expression:
        return code.Logic("and", (code.Binary("==", one, name), code.Binary("==", code.Load(table, name), is_family)))

    return ask.named(ask.value(other, scope), same)


def _in_family(arguments: tuple[ir.Expr, ...]) -> tuple[ir.Expr, ir.Expr, int] | None:
    """`one zone is another of a family`: both zones and the family."""
    for one, other in (arguments, arguments[::-1]):
        if isinstance(other, ir.Op) and other.sign == ir.Sign.OF_FAMILY and isinstance(other.arguments[1], ir.Const):
            return one, other.arguments[0], int(other.arguments[1].value)  # type: ignore[arg-type]
    return None


def _effort(node: ir.Expr) -> int:
    """How dear a condition is, roughly: of two the cheaper one is asked first. What is dear anyhow stays in its order."""
    nodes = list(walk(node))
    searched = [one for one in nodes if isinstance(one, ir.Feature) and FEATURES[one.name].searched]
    return min(sum(_DEAR.get(type(one), 1) for one in nodes) + len(searched), _DEAREST)


def _guards(one: ir.Expr, other: ir.Expr) -> bool:
    """Whether the first condition says what kind of card it is, and the second asks for what other kinds do not have."""
    asked = [FEATURES[node.name] for node in walk(one) if isinstance(node, ir.Feature)]
    tests = [one for one in asked if one.tells in (Tells.FACE, Tells.BACK)]
    return bool(tests) and any(isinstance(node, ir.Cell | ir.Computed | ir.Apply) for node in walk(other))


def _and_or(ask: Values, node: ir.Op, scope: CodeScope) -> code.Expression:
    fixed = any(map(ask.strays, node.arguments)) or _guards(*node.arguments)
    asked = node.arguments if fixed else sorted(node.arguments, key=_effort)
    parts = [ask.test(one, scope) for one in asked]
    return code.all_of(parts) if node.sign == ir.Sign.AND else code.Logic("or", tuple(parts))


def _either(ask: Values, node: ir.Either, scope: CodeScope) -> code.Expression:
    return code.Select(ask.test(node.condition, scope), ask.value(node.then, scope), ask.value(node.otherwise, scope))


LOWER_TEST |= dict.fromkeys((ir.Sign.AND, ir.Sign.OR), _and_or) | dict.fromkeys(_TESTS, _compared)
LOWER_TEST |= {ir.Sign.NOT: _not, ir.Sign.IS_NONE: _is_none, ir.Sign.ONE_OF: _one_of}
PRINTED: dict[ir.Sign, Lowering] = {
    **{sign: _called for sign in map(ir.Sign, BY_NAME) if sign not in LOWER_TEST},
    **dict.fromkeys((ir.Sign.ADD, ir.Sign.SUBTRACT, ir.Sign.MULTIPLY, ir.Sign.MAX, ir.Sign.MIN), _arithmetic),
    **dict.fromkeys((ir.Sign.PLACED, ir.Sign.ZONES_OF), _called),
    ir.Sign.OR_ELSE: _or_else,
    ir.Sign.LENGTH: _length,
    ir.Sign.LISTED: _listed,
    ir.Sign.ITEM: _item,
    ir.Sign.AT: _at,
    ir.Sign.OF_FAMILY: _of_family,
    ir.Sign.OWNED: _owned,
}
LOWER |= {ir.Op: lambda ask, node, scope: PRINTED[node.sign](ask, node, scope), ir.Either: _either}
