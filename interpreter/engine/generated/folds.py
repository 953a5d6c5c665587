"""Writes what goes through lists: counting, adding up, finding, sorting, and values with everything that changes them.

Each is one plain loop; a list that is only gone through is never built, and a loop stops at the first hit.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ... import ir
from ...definition import Modifier, Value
from .calls import walk
from .facts import CAN_BE_NONE, HOLDS_NONE, Facts
from .values import WRITE, About, Scope, Values


def _fold(writer: Values, node: ir.Fold, scope: Scope) -> str:
    if node.test is None and node.item is None:
        source = writer.listed(node.source, scope)
        if node.kind in ("list", "count"):
            return source if node.kind == "list" else f"len({source})"
        if node.kind in ("first", "last"):
            name = writer.atom(source)
            return f"({name}[{0 if node.kind == 'first' else -1}] if {name} else None)"
        return f"({source})" if node.kind == "some" else f"{node.kind}({source})"
    if node.kind == "list":
        return _gather(writer, node, scope)
    return writer.hoisted(node, scope, lambda: _searched(writer, node, scope))


def through(writer: Values, node: ir.Expr, slot: int, scope: Scope, body: Callable[[Scope], None], whole: ir.Expr) -> None:
    """A loop over a list; a list that is itself picked out of another is picked out on the way. Loops in loops in loops are
    counted, so that nothing goes on for ever."""
    heavy = writer.facts.depth(whole) > 2
    back = isinstance(whole, ir.Fold) and whole.kind == "last"
    tests = []
    while isinstance(node, ir.Fold) and node.kind == "list" and node.item is None:
        if node.test is not None:
            tests.append((node.slot, node.test))
        node = node.source
    known = CAN_BE_NONE if writer.facts.of(node, scope.known) & HOLDS_NONE else 0
    name = writer.fresh("i")
    source = _of_owner(writer, node, whole, scope) or writer.listed(node, scope)

    def work() -> None:
        _passing(writer, tests[::-1], inner, slot, body)

    about = writer.about(node, scope)
    inner = scope.with_place(slot, name, known, about)
    if heavy:
        source = f"look_at(S, {source})"
    writer.loop(f"for {name} in {f'reversed({source})' if back else source}:", (name,), work)


def _of_owner(writer: Values, source: ir.Expr, whole: ir.Expr, scope: Scope) -> str:
    """In a loop over players that asks for the cards of each: the cards are sorted by owner once, before the loop."""
    if not isinstance(whole, ir.Fold) or not writer.in_loop or not writer.is_owned(source, scope):
        return ""
    player = _owner_asked(whole.test, whole.slot)
    if player is None or not isinstance(source, ir.Contents):
        return ""
    needs = writer.needs(source, scope)
    groups = writer.once(needs, f"by owner {source} {needs}", lambda: f"by_owner(OWNED, {writer.listed(source, scope)})")
    return f"{groups}.get({writer.value(player, scope)}, ())" if groups.isidentifier() else ""


def _owner_asked(test: ir.Expr | None, slot: int) -> ir.Expr | None:
    """Whose cards a test lets pass, where it says so."""
    if isinstance(test, ir.Op) and test.sign == "and":
        return _owner_asked(test.arguments[0], slot) or _owner_asked(test.arguments[1], slot)
    if isinstance(test, ir.Op) and test.sign == "is":
        for one, other in (test.arguments, test.arguments[::-1]):
            if one == ir.Feature("owner", ir.Local(slot)) and ir.Local(slot) not in walk(other):
                return other
    return None


def _passing(writer: Values, tests: list[Any], inner: Scope, slot: int, body: Callable[[Scope], None]) -> None:
    if not tests:
        body(inner)
        return
    (place, test), *rest = tests
    scope = inner.with_place(place, inner.names[slot], inner.known[slot], inner.about[slot])
    with writer.block(f"if {writer.test(test, scope)}:"):
        _passing(writer, rest, inner, slot, body)


def _when(writer: Values, test: ir.Expr | None, scope: Scope, act: Callable[[], None]) -> None:
    if test is None:
        act()
    else:
        with writer.block(f"if {writer.test(test, scope)}:"):
            act()


def _gather(writer: Values, node: ir.Fold, scope: Scope) -> str:
    name = writer.fresh()
    writer.write(f"{name} = []")

    def body(inner: Scope) -> None:
        item = node.item if node.item is not None else ir.Local(node.slot)
        _when(writer, node.test, inner, lambda: writer.write(f"{name}.append({writer.value(item, inner)})"))

    through(writer, node.source, node.slot, scope, body, node)
    return name


def _searched(writer: Values, node: ir.Fold, scope: Scope) -> str:
    name = writer.fresh()
    writer.write(f"{name} = {'0' if node.kind in ('count', 'total', 'some') else 'None'}")

    def body(inner: Scope) -> None:
        _when(writer, node.test, inner, lambda: _taken(writer, node, name, inner))

    through(writer, node.source, node.slot, scope, body, node)
    return name


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
    ranked = writer.fresh()
    writer.write(f"{ranked} = []")

    def body(inner: Scope) -> None:
        key = _key(writer, node.keys, inner)
        writer.write(f"{ranked}.append(({key}, len({ranked}), {inner.names[node.slot]}))")

    through(writer, node.source, node.slot, scope, body, node)
    return f"{'in_order' if node.kind == 'all' else 'best_of'}({ranked})"


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


# ---------------------------------------------------------------- computed values


class Computing(Values):
    """Writes a value in its layers: start, what holds (the last one wins, flags add up), what it gets, limits. The thing that
    is asked about is `t`, a card that changes it `m`, the result so far `r`."""

    def __init__(self, facts: Facts, value: Value) -> None:
        super().__init__(facts)
        self.value_asked = value
        definition = facts.definition
        tables: tuple[Any, ...] = (*definition.kinds, *definition.families)
        found = next((number for number, one in enumerate(tables) if one.name == value.of), None)
        count = len(definition.kinds)
        self.thing: About = None
        if found is not None:
            self.thing = frozenset({("card", found) if found < count else ("zone", found - count)})
        self.known = 0 if value.of else CAN_BE_NONE

    def whole(self) -> None:
        value = self.value_asked
        if value.of:
            with self.block("if t is None:"):
                self.write("return None")
        is_flag = value.type.sort == "flag"
        if any(modifier.own for modifier in (*value.holds, *value.gets)):
            self.write("row = ROW[t]")
        self.write(f"r = {self._ask(value.starts, {1: 't'})}")
        for modifier in value.holds:
            self._modifier(modifier, "r = r or {}" if is_flag else "r = {}")
        if is_flag:
            self.write("return r")
            return
        if self.facts.computed[self.definition.values.index(value)] & CAN_BE_NONE:
            with self.block("if r is None:"):
                self.write("return None")
        for modifier in value.gets:
            self._modifier(modifier, "r += {} or 0" if self.facts.results[modifier.amount] & CAN_BE_NONE else "r += {}")
        for bound, sign in ((value.at_least, "<"), (value.at_most, ">")):
            if bound is not None:
                self.write(f"if r {sign} {bound}: r = {bound}")
        self.write("return r")

    def _ask(self, function: int, places: dict[int, str], carrier: int | None = None, test: bool = False) -> str:
        """A function of the definition written out with these places; the others are none."""
        names = {slot: places.get(slot, "None") for slot in range(4)}
        facts = {"t": self.known, "m": 0, "None": CAN_BE_NONE}
        kind = None if carrier is None else frozenset({("card", self.definition.rows[carrier][0])})
        about = {slot: kind if slot == 1 and carrier is not None else self.thing for slot in places}
        scope = Scope(names, {slot: facts[name] for slot, name in names.items()}, dict.fromkeys(places, False), about)
        node = self.definition.functions[function].value
        return self.test(node, scope) if test else self.value(node, scope)

    def _modifier(self, modifier: Modifier, act: str) -> None:
        if modifier.carrier is None:
            self._applied(modifier, "None", act)
            return
        if modifier.own:
            with self.block(f"if row == {modifier.carrier}:"):
                self._applied(modifier, "t", act)
        else:
            self.loop(f"for m in ROW_{modifier.carrier}:", ("m",), lambda: self._applied(modifier, "m", act))

    def _applied(self, modifier: Modifier, carrier: str, act: str) -> None:
        mute = self.definition.mute
        places = {1: carrier, 2: "t"}
        with self.block(f"if {self._ask(modifier.applies, places, modifier.carrier, test=True)}:"):
            if mute is None or carrier == "None":
                self.write(act.format(self._ask(modifier.amount, places, modifier.carrier)))
                return
            with self.block(f"if not {self.state('V')}[{mute}][{carrier}]:"):
                self.write(act.format(self._ask(modifier.amount, places, modifier.carrier)))
