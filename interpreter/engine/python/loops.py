"""Writes what goes through lists: counting, adding up, finding and sorting.

Each is one plain loop; a list that is only gone through is never built, and a loop stops at the first hit.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from ... import ir
from ...ir.analysis.none_ness import CAN_BE_NONE, HOLDS_NONE
from ...ir.analysis.owners import owner_asked
from ...ir.ranges import is_safe
from .guards import MANY_LOOKS
from .values import WRITE, Scope, Values


def _fold(writer: Values, node: ir.Fold, scope: Scope) -> str:
    by_position = node.item == ir.Feature(ir.FeatureName.POSITION, ir.Local(node.slot))
    if node.kind in _ENDS and by_position and _zone_of(writer, node.source, scope):
        end = replace(node, kind=_ENDS[node.kind], item=None)
        return writer.value(ir.Feature(ir.FeatureName.POSITION, end), scope)
    if node.test is None and node.item is None:
        source = writer.listed(node.source, scope)
        if node.kind in ("list", "count"):
            return source if node.kind == "list" else "SEATS" if source == "PLAYERS" else f"len({source})"
        if node.kind in ("first", "last"):
            return _end(writer, source, node.kind)
        return f"({source})" if node.kind == "some" else f"{node.kind}({source})"
    if node.kind == "list":
        return writer.asked_again(node, scope, lambda: _gather(writer, node, scope))
    if not writer.in_loop:
        return writer.asked_again(node, scope, lambda: _searched(writer, node, scope))
    return writer.hoisted(node, scope, lambda: _searched(writer, node, scope))


# Cards lie in the order of their positions.
_ENDS = {ir.FoldKind.LOWEST: ir.FoldKind.FIRST, ir.FoldKind.HIGHEST: ir.FoldKind.LAST}


def _end(writer: Values, things: str, kind: str) -> str:
    name = writer.atom(things)
    return f"({name}[{0 if kind == 'first' else -1}] if {name} else None)"


def _zone_of(writer: Values, source: ir.Expr, scope: Scope) -> ir.Expr | None:
    """The one zone whose cards a list is picked from, in their order."""
    while isinstance(source, ir.Fold) and source.kind == "list" and source.item is None:
        source = source.source
    if isinstance(source, ir.Contents) and writer.is_many(source.of, scope) is False:
        return source.of
    return None


def through(
    writer: Values, node: ir.Expr, slot: int, scope: Scope, body: Callable[[Scope], None], whole: ir.Expr, given: str = ""
) -> None:
    """A loop over a list, which may be given; a list that is itself picked out of another is picked out on the way. What
    long loops look at is counted, so that nothing goes on for ever."""
    back = isinstance(whole, ir.Fold) and whole.kind == "last"
    tests = []
    while isinstance(node, ir.Fold) and node.kind == "list" and node.item is None:
        if node.test is not None:
            tests.append((node.slot, node.test))
        node = node.source
    known = CAN_BE_NONE if writer.facts.of(node, scope.known) & HOLDS_NONE else 0
    name = writer.fresh("i")
    source = given or writer.listed(node, scope)

    def work() -> None:
        if writer.facts.effort.of(whole) > MANY_LOOKS:
            writer.stop_if_too_much()
        _passing(writer, tests[::-1], inner, slot, body)

    about = writer.about(node, scope)
    inner = scope.with_place(slot, name, known, about, writer.bounds(node, scope.bounds))
    source = writer.counted(source, whole)
    writer.loop(f"for {name} in {f'reversed({source})' if back else source}:", (name,), work)


def _of_owner(writer: Values, node: ir.Fold, scope: Scope) -> tuple[str, ir.Fold]:
    """In a loop over players that asks for the cards of each: the cards are sorted by owner once, before the loop, and the
    test need not ask for the owner again."""
    source = node.source
    if not isinstance(source, ir.Contents) or not writer.in_loop or not writer.is_owned(source, scope):
        return "", node
    player, rest = owner_asked(node.test, node.slot)
    if not isinstance(player, ir.Local):
        return "", node
    needs = writer.needs(source, scope)
    groups = writer.once(needs, f"by owner {source} {needs}", lambda: f"by_owner(OWNER, {writer.listed(source, scope)})")
    if not groups.isidentifier():
        return "", node
    return f"{groups}.get({writer.value(player, scope)}, ())", replace(node, test=rest)


def _passing(writer: Values, tests: list[Any], inner: Scope, slot: int, body: Callable[[Scope], None]) -> None:
    if not tests:
        body(inner)
        return
    (place, test), *rest = tests
    scope = inner.with_place(place, inner.names[slot], inner.known[slot], inner.about[slot], inner.bounds[slot])
    with writer.block(f"if {writer.test(test, scope)}:"):
        _passing(writer, rest, inner, slot, body)


def _when(writer: Values, test: ir.Expr | None, scope: Scope, act: Callable[[], None]) -> None:
    if test is None:
        act()
    else:
        with writer.block(f"if {writer.test(test, scope)}:"):
            act()


def _gather(writer: Values, node: ir.Fold, scope: Scope) -> str:
    return writer.remembered(node, scope, lambda: _gathered(writer, node, scope))


def _gathered(writer: Values, node: ir.Fold, scope: Scope) -> str:
    name = writer.fresh()
    given, node = _of_owner(writer, node, scope)
    writer.write(f"{name} = []")

    zone = _zone_of(writer, node.source, scope) if isinstance(node.source, ir.Contents) else None

    def body(inner: Scope) -> None:
        if zone is not None:
            inner = writer.lying_in(zone, node, scope, inner)
        item = node.item if node.item is not None else ir.Local(node.slot)
        _when(writer, node.test, inner, lambda: writer.write(f"{name}.append({writer.value(item, inner)})"))

    through(writer, node.source, node.slot, scope, body, node, given)
    return name


def _of_all_players(writer: Values, node: ir.Fold, scope: Scope) -> str:
    """What is asked of one variable of all players is asked of the variable as a whole."""
    kind, item = ("some", node.test) if node.kind == "some" and node.item is None else (node.kind, node.item)
    whole = node.test is None or kind == "some"
    if not whole or node.source != ir.All(ir.Things.PLAYER) or not isinstance(item, ir.Read) or item.of != ir.Local(node.slot):
        return ""
    if writer.facts.variables[item.variable] or _can_be_too_large(writer, node, scope):
        return ""
    sort = writer.definition.variables[item.variable].type.sort
    ask = {"some": "(1 in {})" if sort == "flag" else "", "highest": "max({})", "lowest": "min({})", "total": "sum({})"}
    return ask.get(kind, "").format(writer.variable(item.variable, many=True))


def _an_empty_zone(writer: Values, node: ir.Fold) -> str:
    """Whether some player has nothing in their zone: the zones of a family lie next to each other."""
    if node.kind != "some" or node.source != ir.All(ir.Things.PLAYER):
        return ""
    test, player = node.test, ir.Local(node.slot)
    if isinstance(test, ir.Apply) and test.arguments[ir.THIS] == player:
        test, player = writer.definition.functions[test.function].value, ir.Local(ir.THIS)
    if not isinstance(test, ir.Op) or test.sign != "is":
        return ""
    counted, nothing = test.arguments
    if nothing != ir.Const(0) or not isinstance(counted, ir.Op) or counted.sign != "length":
        return ""
    cards = counted.arguments[0]
    place = cards.of if isinstance(cards, ir.Contents) else None
    if not isinstance(place, ir.Place) or place.of != player or place.number is not None:
        return ""
    family = writer.definition.families[place.family]
    alone = family.per.is_player and family.count is None and not family.ids and not family.size
    return f"(() in {writer.state('Z')}[ZONES_{place.family}])" if alone else ""


def _searched(writer: Values, node: ir.Fold, scope: Scope) -> str:
    whole = _of_all_players(writer, node, scope) or _an_empty_zone(writer, node)
    if whole:
        return whole
    given, node = _of_owner(writer, node, scope)
    if given and node.test is None and node.kind in ("first", "last"):
        return _end(writer, given, node.kind)
    if given and node.test is None and node.kind in ("some", "count"):
        return given if node.kind == "some" else f"len({given})"
    name = writer.fresh()
    writer.write(f"{name} = {'0' if node.kind in ('count', 'total', 'some') else 'None'}")
    zone = _zone_of(writer, node.source, scope) if isinstance(node.source, ir.Contents) else None

    def body(inner: Scope) -> None:
        if zone is not None:
            inner = writer.lying_in(zone, node, scope, inner)
        _when(writer, node.test, inner, lambda: _taken(writer, node, name, inner))

    through(writer, node.source, node.slot, scope, body, node, given)
    if _can_be_too_large(writer, node, scope):
        writer.checked(name)
    return name


def _can_be_too_large(writer: Values, node: ir.Fold, scope: Scope) -> bool:
    """A sum is looked at when all is added."""
    return node.kind == "total" and not is_safe(writer.facts.numbers_of.before_check(node, scope.bounds))


def _taken(writer: Values, node: ir.Fold, name: str, scope: Scope) -> None:
    thing = scope.names[node.slot]
    if node.kind in ("some", "first", "last"):
        writer.write(f"{name} = {1 if node.kind == 'some' else thing}")
        writer.write("break")
        return
    if node.kind == "count":
        writer.write(f"{name} += 1")
        return
    item = node.item if node.item is not None else ir.Local(node.slot)
    found = writer.value(item, scope)
    none = writer.can_be_none(item, scope)
    if node.kind == "total":
        writer.write(f"{name} += {found} or 0" if none else f"{name} += {found}")
        return
    found = writer.atom(found)
    sign = ">" if node.kind == "highest" else "<"
    there = f"{found} is not None and " if none else ""
    with writer.block(f"if {there}({name} is None or {found} {sign} {name}):"):
        writer.write(f"{name} = {found}")


# ---------------------------------------------------------------- ordering


def _key(writer: Values, keys: tuple[tuple[ir.Expr, bool], ...], scope: Scope) -> str:
    """What a thing is ordered by, smallest first; none comes last."""
    parts = []
    for expr, most in keys:
        text = writer.value(expr, scope)
        if writer.can_be_none(expr, scope):
            name = writer.atom(text)
            parts.append(f"((1, 0) if {name} is None else (0, {'-' if most else ''}{name}))")
        else:
            parts.append(f"-{writer.atom(text)}" if most else text)
    return parts[0] if len(parts) == 1 else f"({', '.join(parts)})"


def _sort(writer: Values, node: ir.Sort, scope: Scope) -> str:
    if node.kind in ("first", "last"):
        return _foremost(writer, node, scope)
    if node.kind == "best":
        return _best(writer, node, scope)
    ranked = writer.fresh()
    writer.write(f"{ranked} = []")

    def body(inner: Scope) -> None:
        key = _key(writer, node.keys, inner)
        writer.write(f"{ranked}.append(({key}, len({ranked}), {inner.names[node.slot]}))")

    through(writer, node.source, node.slot, scope, body, node)
    return f"in_order({ranked})"


def _best(writer: Values, node: ir.Sort, scope: Scope) -> str:
    """All that share the first place."""
    found, best = writer.fresh(), writer.fresh()
    writer.write(f"{found} = []")

    def body(inner: Scope) -> None:
        key = writer.atom(_key(writer, node.keys, inner))
        with writer.block(f"if not {found} or {key} < {best}:"):
            writer.write(f"{best} = {key}")
            writer.write(f"{found} = [{inner.names[node.slot]}]")
        with writer.block(f"elif {key} == {best}:"):
            writer.write(f"{found}.append({inner.names[node.slot]})")

    through(writer, node.source, node.slot, scope, body, node)
    return found


def _foremost(writer: Values, node: ir.Sort, scope: Scope) -> str:
    """The first or last by the keys; what only settles ties is asked only when it could."""
    name, best = writer.fresh(), [writer.fresh() for _ in node.keys]
    writer.write(f"{name} = {' = '.join(best)} = None")
    sign, as_good = ("<", "<=") if node.kind == "first" else (">=", ">=")

    def body(inner: Scope) -> None:
        keys = [writer.atom(_key(writer, node.keys[:1], inner))]
        none_yet = f"if {best[0]} is None or"
        with writer.block(f"{none_yet} {keys[0]} {as_good if len(best) > 1 else sign} {best[0]}:"):
            keys += [writer.atom(_key(writer, (key,), inner)) for key in node.keys[1:]]
            if len(best) > 1:
                with writer.block(f"{none_yet} {_tuple(keys)} {sign} {_tuple(best)}:"):
                    settle(keys, inner)
            else:
                settle(keys, inner)

    def settle(keys: list[str], inner: Scope) -> None:
        for one, key in zip(best, keys, strict=True):
            writer.write(f"{one} = {key}")
        writer.write(f"{name} = {inner.names[node.slot]}")

    through(writer, node.source, node.slot, scope, body, node)
    return name


def _tuple(parts: list[str]) -> str:
    return parts[0] if len(parts) == 1 else f"({', '.join(parts)})"


def _rank(writer: Values, node: ir.Rank, scope: Scope) -> str:
    thing = writer.named(node.of, scope)
    known = writer.facts.of(node.of, scope.known)
    name, mine = writer.fresh(), writer.fresh()
    writer.write(f"{name} = None")
    with writer.block(f"if {thing} is not None:"):
        writer.write(f"{name} = 1")
        writer.write(f"{mine} = {_key(writer, node.keys, scope.with_place(node.slot, thing, known & ~CAN_BE_NONE))}")

        def body(inner: Scope) -> None:
            with writer.block(f"if {_key(writer, node.keys, inner)} < {mine}:"):
                writer.write(f"{name} += 1")

        through(writer, node.source, node.slot, scope, body, node)
    return name


WRITE |= {ir.Fold: _fold, ir.Sort: _sort, ir.Rank: _rank}
