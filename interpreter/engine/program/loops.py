"""Lowers what goes through lists: counting, adding up, finding and sorting.

Each is one plain loop; a list that is only gone through is never built, and a loop stops at the first hit.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ... import ir
from ...ir.analysis.none_ness import CAN_BE_NONE, HOLDS_NONE
from ...ir.ranges import is_safe
from . import nodes as code
from .scope import CodeScope
from .values import LOWER, Values

Loop = ir.Fold | ir.Sort | ir.Rank
# Cards lie in the order of their positions.
_ENDS = {ir.FoldKind.LOWEST: ir.FoldKind.FIRST, ir.FoldKind.HIGHEST: ir.FoldKind.LAST}


def _fold(ask: Values, node: ir.Fold, scope: CodeScope) -> code.Expression:
    by_position = node.item == ir.Feature(ir.FeatureName.POSITION, ir.Local(node.slot))
    if node.kind in _ENDS and by_position and _zone_of(ask, node.source, scope):
        end = replace(node, kind=_ENDS[node.kind], item=None)
        return ask.value(ir.Feature(ir.FeatureName.POSITION, end), scope)
    if node.test is None and node.item is None:
        return _whole(ask, node.kind, ask.listed(node.source, scope))
    whole = _of_all_players(ask, node, scope)
    return whole if whole is not None else ask.shared(node, scope, _searched(ask, node, scope), True)


def _whole(ask: Values, kind: ir.FoldKind, things: code.Expression) -> code.Expression:
    """What is asked of a list as it is."""
    if kind in (ir.FoldKind.LIST, ir.FoldKind.SOME):
        return things
    if kind is ir.FoldKind.COUNT:
        return code.length(things)
    if kind in (ir.FoldKind.FIRST, ir.FoldKind.LAST):
        end = code.Literal(0 if kind is ir.FoldKind.FIRST else -1)
        return ask.named(things, lambda name: code.Select(name, code.Load(name, end), code.NONE))
    return code.Call(kind.value, (things,))


def _zone_of(ask: Values, source: ir.Expr, scope: CodeScope) -> ir.Expr | None:
    """The one zone whose cards a list is picked from, in their order."""
    while isinstance(source, ir.Fold) and source.kind == ir.FoldKind.LIST and source.item is None:
        source = source.source
    return source.of if isinstance(source, ir.Contents) and ask.is_many(source.of, scope) is False else None


# ---------------------------------------------------------------- going through


def through(ask: Values, whole: Loop, scope: CodeScope, body: Callable[[CodeScope], code.Body]) -> code.Body:
    """A loop over a list; one that is itself picked out of another is picked out on the way."""
    node, slot, tests = whole.source, whole.slot, []
    while isinstance(node, ir.Fold) and node.kind == ir.FoldKind.LIST and node.item is None:
        if node.test is not None:
            tests.append((node.slot, node.test))
        node = node.source
    known = CAN_BE_NONE if ask.facts.of(node, scope.known) & HOLDS_NONE else 0
    name, about, bounds = ask.fresh("i"), ask.about(node, scope), ask.bounds(node, scope)
    source = ask.listed(node, scope)
    inner = scope.with_place(slot, name, known, about, bounds, name.id)
    inside = body(inner)
    for tested, test in tests:
        inside = code.guarded(ask.test(test, inner.with_place(tested, name, known, about, bounds)), inside)
    is_last = isinstance(whole, ir.Fold) and whole.kind == ir.FoldKind.LAST
    return (code.For((name.id,), code.Call("reversed", (source,)) if is_last else source, inside),)


def _searched(ask: Values, node: ir.Fold, scope: CodeScope) -> code.Expression:
    name = ask.fresh()
    starts: dict[str, code.Expression] = {
        "list": code.Items("list", ()),
        "count": code.ZERO,
        "total": code.ZERO,
        "some": code.ZERO,
    }
    zone = _zone_of(ask, node.source, scope) if isinstance(node.source, ir.Contents) else None

    def body(inner: CodeScope) -> code.Body:
        inner = _lying_in(ask, zone, node, scope, inner)
        test = ask.test(node.test, inner) if node.test is not None else code.Literal(True)
        return code.guarded(test, _taken(ask, node, name, inner))

    loop = through(ask, node, scope, body)
    is_large = node.kind == ir.FoldKind.TOTAL and not is_safe(ask.facts.numbers_of.before_check(node, scope.bounds))
    return code.Do((code.assign(name, starts.get(node.kind, code.NONE)), *loop, *(ask.checked(name) if is_large else ())), name)


def _taken(ask: Values, node: ir.Fold, name: code.Name, scope: CodeScope) -> code.Body:
    """What is done with a thing that passes."""
    if node.kind in (ir.FoldKind.SOME, ir.FoldKind.FIRST, ir.FoldKind.LAST):
        return code.assign(name, code.ONE if node.kind == ir.FoldKind.SOME else scope.names[node.slot]), code.Break()
    if node.kind == ir.FoldKind.COUNT:
        return (code.assign(name, code.Binary("+", name, code.ONE)),)
    item = node.item if node.item is not None else ir.Local(node.slot)
    value = ask.value(item, scope)
    if node.kind == ir.FoldKind.LIST:
        return (code.Append(name.id, value),)
    none = ask.can_be_none(item, scope)
    if node.kind == ir.FoldKind.TOTAL:
        return (code.assign(name, code.Binary("+", name, code.Logic("or", (value, code.ZERO)) if none else value)),)
    kept, (held,) = ask.held(value)
    better = code.Logic("or", (code.is_none(name), code.Binary(">" if node.kind == ir.FoldKind.HIGHEST else "<", held, name)))
    return *kept, code.If(code.all_of([code.is_there(held), better]) if none else better, (code.assign(name, held),))


def _lying_in(ask: Values, zone: ir.Expr | None, node: ir.Fold, outside: CodeScope, inside: CodeScope) -> CodeScope:
    """In a loop over the cards of a zone it is known where they lie."""
    lies = ask.value(zone, outside) if zone is not None and not ask.can_be_none(zone, outside) else None
    card = inside.names[node.slot]
    if lies is None or not code.is_simple(lies) or not isinstance(card, code.Name):
        return inside
    return replace(inside, zones={**inside.zones, card.id: lies})


# ---------------------------------------------------------------- what need not be gone through


def _of_all_players(ask: Values, node: ir.Fold, scope: CodeScope) -> code.Expression | None:
    """What is asked of one variable of all players is asked of the variable as a whole."""
    kind, item = node.kind, node.item
    if kind is ir.FoldKind.SOME and item is None:
        item = node.test
    if (
        (node.test is not None and kind is not ir.FoldKind.SOME)
        or node.source != ir.All(ir.ThingSort.PLAYER)
        or not isinstance(item, ir.Read)
    ):
        return None
    if item.of != ir.Local(node.slot) or ask.facts.variables[item.variable]:
        return None
    values = ask.variable(item.variable, True)
    if kind is ir.FoldKind.SOME:
        return (
            code.Binary("in", code.ONE, values)
            if ask.definition.variables[item.variable].type.sort == ir.TypeSort.FLAG
            else None
        )
    if not is_safe(ask.facts.numbers_of.before_check(node, scope.bounds)):
        return None
    builtin = {"highest": "max", "lowest": "min", "total": "sum"}.get(kind)
    return code.Call(builtin, (values,)) if builtin is not None else None


# ---------------------------------------------------------------- ordering


def _key(ask: Values, keys: tuple[tuple[ir.Expr, bool], ...], scope: CodeScope) -> code.Expression:
    """What a thing is ordered by, smallest first; none comes last."""
    parts = tuple(_part(ask, expr, most, scope) for expr, most in keys)
    return parts[0] if len(parts) == 1 else code.Items("tuple", parts)


def _part(ask: Values, node: ir.Expr, most: bool, scope: CodeScope) -> code.Expression:
    value = ask.value(node, scope)
    if not ask.can_be_none(node, scope):
        return code.Negative(value) if most else value
    last = code.Literal((1, 0))
    return ask.named(
        value,
        lambda name: code.Select(
            code.is_none(name), last, code.Items("tuple", (code.ZERO, code.Negative(name) if most else name))
        ),
    )


def _sort(ask: Values, node: ir.Sort, scope: CodeScope) -> code.Expression:
    if node.kind in (ir.SortKind.FIRST, ir.SortKind.LAST):
        return _foremost(ask, node, scope)
    if node.kind == ir.SortKind.BEST:
        return _best(ask, node, scope)
    ranked = ask.fresh()

    def body(inner: CodeScope) -> code.Body:
        ranks = _key(ask, node.keys, inner), code.Call("len", (ranked,)), inner.names[node.slot]
        return (code.Append(ranked.id, code.Items("tuple", ranks)),)

    loop = through(ask, node, scope, body)
    return code.Do((code.assign(ranked, code.Items("list", ())), *loop), code.Call("in_order", (ranked,)))


def _best(ask: Values, node: ir.Sort, scope: CodeScope) -> code.Expression:
    """All that share the first place."""
    things, best, key = ask.fresh(), ask.fresh(), ask.fresh()

    def body(inner: CodeScope) -> code.Body:
        thing = inner.names[node.slot]
        better: code.Body = (code.assign(best, key), code.assign(things, code.Items("list", (thing,))))
        as_good = code.If(code.Binary("==", key, best), (code.Append(things.id, thing),))
        is_better = code.Logic("or", (code.Not(things), code.Binary("<", key, best)))
        return code.assign(key, _key(ask, node.keys, inner)), code.If(is_better, better, (as_good,))

    return code.Do((code.assign(things, code.Items("list", ())), *through(ask, node, scope, body)), things)


def _foremost(ask: Values, node: ir.Sort, scope: CodeScope) -> code.Expression:
    """The first or last by the keys; what only settles ties is asked only when it could."""
    foremost, best, keys = ask.fresh(), [ask.fresh() for _ in node.keys], [ask.fresh() for _ in node.keys]
    sign, as_good = ("<", "<=") if node.kind == ir.SortKind.FIRST else (">=", ">=")

    def better(sign: str, count: int) -> code.Expression:
        one, other = (names[0] if count == 1 else code.Items("tuple", tuple(names[:count])) for names in (keys, best))
        return code.Logic("or", (code.is_none(best[0]), code.Binary(sign, one, other)))

    def body(inner: CodeScope) -> code.Body:
        parts = [code.assign(name, _key(ask, (key,), inner)) for name, key in zip(keys, node.keys, strict=True)]
        settle = (*map(code.assign, best, keys), code.assign(foremost, inner.names[node.slot]))
        if len(keys) == 1:
            return parts[0], code.If(better(sign, 1), settle)
        return parts[0], code.If(better(as_good, 1), (*parts[1:], code.If(better(sign, len(keys)), settle)))

    nothing = tuple(code.Assign((name.id,), code.NONE) for name in (foremost, *best))
    return code.Do((*nothing, *through(ask, node, scope, body)), foremost)


def _rank(ask: Values, node: ir.Rank, scope: CodeScope) -> code.Expression:
    rank, mine, thing = ask.fresh(), ask.fresh(), ask.fresh()
    known = ask.facts.of(node.of, scope.known) & ~CAN_BE_NONE

    def body(inner: CodeScope) -> code.Body:
        return (
            code.If(
                code.Binary("<", _key(ask, node.keys, inner), mine), (code.assign(rank, code.Binary("+", rank, code.ONE)),)
            ),
        )

    # The thing has a name of its own, so that nothing is asked of it before it is known to be there.
    own = _key(ask, node.keys, scope.with_place(node.slot, thing, known))
    ranked = (code.assign(mine, own), code.assign(rank, code.ONE), *through(ask, node, scope, body))
    return code.Do(
        (code.assign(thing, ask.value(node.of, scope)), code.assign(rank, code.NONE), code.If(code.is_there(thing), ranked)),
        rank,
    )


LOWER |= {ir.Fold: _fold, ir.Sort: _sort, ir.Rank: _rank}
