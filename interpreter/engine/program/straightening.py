"""Makes a program straight: values that need statements get them before the statement they stand in, what is shared is worked
out once.

What does not depend on a loop that changes nothing is worked out before it; what was asked in the same words is not asked again
until something changes. The right side of `and` and `or`, and the way that is not taken, stay behind an `if` of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Any

from . import nodes as code
from .inspection import assigned, changes, is_straight, is_touched, lasting, leads_on, looks_at, movable, repeated, with_values

Known = dict[Any, tuple[code.Name, frozenset[str], frozenset[str]]]  # the answer, and the names and parts that it depends on
Out = list[code.Statement]
NOT_ASKED = code.Literal(...)  # no part of a position is that


class Straightening:
    def __init__(self, fresh: Callable[[], code.Name]) -> None:
        self.fresh = fresh
        self.alias: dict[str, Any] = {}  # names that only stand for others
        self.repeated: frozenset[Hashable] = frozenset()  # what is asked more than once where we are
        self.lasting: dict[Hashable, tuple[code.Name, code.Name, code.Expression]] = {}  # what may be known in a loop

    def whole(self, statements: code.Body) -> code.Body:
        self.repeated = repeated(statements)
        return self.body(statements, {})

    def body(self, statements: code.Body, known: Known) -> code.Body:
        out: Out = []
        for one in statements:
            self.statement(one, known, out)
        return tuple(out)

    # ---- expressions

    def value(self, node: Any, known: Known, out: Out, aside: bool = False) -> Any:
        """A value without `Do` and `Shared`; what it needs first goes to `out`. `aside` stands what may not be asked at all."""
        rule = _VALUES.get(type(node))
        if rule is not None:
            return rule(self, node, known, out, aside)
        return with_values(node, lambda part: self.value(part, known, out, aside))

    def later(self, node: Any, known: Known) -> tuple[Out, Any]:
        """A value that may not be needed: its statements by themselves."""
        before: Out = []
        outside, self.repeated = self.repeated, repeated(node)
        value = self.value(node, dict(known), before, True)
        self.repeated = outside
        return before, value

    def shared(self, node: code.Shared, known: Known, out: Out, aside: bool) -> Any:
        if node.key in known:
            return known[node.key][0]
        if node.key in self.lasting:
            return self.known_unless_changed(node, known, out)
        value = self.value(node.value, known, out, aside)
        if node.key not in self.repeated and (aside or not node.is_dear):
            return value
        return self.remember(node, value, known, out)

    def remember(self, node: code.Shared, value: Any, known: Known, out: Out) -> code.Name:
        name = value if isinstance(value, code.Name) else self.fresh()
        if name is not value:
            out.append(code.assign(name, value))
        known[node.key] = name, node.needs | {name.id}, looks_at(node)
        return name

    def known_unless_changed(self, node: code.Shared, known: Known, out: Out) -> code.Name:
        """What was asked in an earlier round is asked again only if what it hangs on is not the same any more."""
        name, before, load = self.lasting[node.key]
        now = self.value(load, known, out)
        again: Out = [code.assign(before, now)]
        value = self.value(node.value, dict(known), again)
        out.append(code.If(code.Binary("is not", now, before), (*again, code.assign(name, value))))
        known[node.key] = name, node.needs | {name.id}, looks_at(node)
        return name

    def do(self, node: code.Do, known: Known, out: Out, aside: bool) -> Any:
        for one in node.body:
            self.statement(one, known, out)
        return self.value(node.result, known, out, aside)

    def logic(self, node: code.Logic, known: Known, out: Out, aside: bool) -> Any:
        parts = [self.value(node.parts[0], known, out, aside)]
        for part in node.parts[1:]:
            before, value = self.later(part, known)
            if before:
                so_far = code.Logic(node.sign, tuple(parts)) if len(parts) > 1 else parts[0]
                name = self.fresh()
                out.append(code.assign(name, so_far))
                out.append(code.If(name if node.sign == "and" else code.Not(name), (*before, code.assign(name, value))))
                parts = [name]
            else:
                parts.append(value)
        return code.Logic(node.sign, tuple(parts)) if len(parts) > 1 else parts[0]

    def select(self, node: code.Select, known: Known, out: Out, aside: bool) -> Any:
        test = self.value(node.test, known, out, aside)
        (first, then), (second, otherwise) = self.later(node.then, known), self.later(node.otherwise, known)
        if not first and not second:
            return code.Select(test, then, otherwise)
        name = self.fresh()
        out.append(code.If(test, (*first, code.assign(name, then)), (*second, code.assign(name, otherwise))))
        return name

    # ---- statements

    def statement(self, node: code.Statement, known: Known, out: Out) -> None:
        rule = _STATEMENTS.get(type(node))
        if rule is None:
            out.append(with_values(node, lambda part: self.value(part, known, out)))
        else:
            rule(self, node, known, out)

    def assigned(self, node: code.Assign, known: Known, out: Out) -> None:
        value = self.value(node.value, known, out)
        if node.once and isinstance(value, code.Name):
            self.alias[node.names[0]] = value
        else:
            out.append(code.Assign(node.names, value))
        forget(known, node.names)

    def changing(self, node: Any, known: Known, out: Out) -> None:
        """A statement that changes the position: what it touches must be asked anew."""
        out.append(with_values(node, lambda part: self.value(part, known, out)))
        leave(known, (node,))

    def conditional(self, node: code.If, known: Known, out: Out) -> None:
        test = node.test
        if isinstance(test, code.Logic) and test.sign == "and" and not node.otherwise:
            first, *rest = test.parts
            if not all(map(is_straight, rest)):
                node = code.If(first, (code.If(code.all_of(rest), node.then),))
        is_way_out = not node.otherwise and not leads_on(node.then)
        if is_way_out and isinstance(test, code.Logic) and test.sign == "or" and not all(map(is_straight, test.parts[1:])):
            for part in test.parts:
                self.conditional(code.If(part, node.then), known, out)
            return
        test = self.value(node.test, known, out)
        then, otherwise = self.body(node.then, dict(known)), self.body(node.otherwise, dict(known))
        out.append(code.If(test, then, otherwise))
        leave(known, (node,))

    def loop(self, node: code.For, known: Known, out: Out) -> None:
        source = self.value(node.source, known, out)
        leave(known, (node,))
        bound = assigned((node,))
        self.take_out(node.body, bound, known, out)
        outside, self.lasting = self.lasting, dict(self.lasting)
        for one, load in lasting(node.body, bound):
            if one.key not in self.lasting:
                before = self.fresh()
                self.lasting[one.key] = self.fresh(), before, load
                out.append(code.assign(before, NOT_ASKED))
        out.append(code.For(node.names, source, self.body(node.body, dict(known))))
        self.lasting = outside

    def take_out(self, body: code.Body, bound: frozenset[str], known: Known, out: Out) -> None:
        for one in movable(body, bound):
            if one.key not in known:
                self.remember(one, self.value(one.value, known, out), known, out)

    def again(self, node: Any, known: Known, out: Out) -> None:
        """A loop without end, or a stretch."""
        leave(known, (node,))
        body = self.body(node.body, dict(known))
        out.append(code.Forever(body) if isinstance(node, code.Forever) else code.Stretch(node.label, body))


def forget(known: Known, names: Iterable[str], changed: frozenset[str] = frozenset()) -> None:
    """Names get other values, and parts of the position change: what was asked of them must be asked anew."""
    gone = [key for key, (_, needs, parts) in known.items() if not needs.isdisjoint(names) or is_touched(parts, changed)]
    for key in gone:
        del known[key]


def leave(known: Known, body: code.Body) -> None:
    """What is still known after, or at any time inside of, statements that may have been carried out."""
    if known:
        forget(known, assigned(body), changes(body))


Rule = Callable[[Straightening, Any, Known, Out, bool], Any]
_VALUES: dict[type, Rule] = {
    code.Name: lambda to, node, *rest: to.alias.get(node.id, node),
    code.Shared: Straightening.shared,
    code.Do: Straightening.do,
    code.Logic: Straightening.logic,
    code.Select: Straightening.select,
}
_STATEMENTS: dict[type, Callable[[Straightening, Any, Known, Out], None]] = {
    code.Assign: Straightening.assigned,
    code.Store: Straightening.changing,
    code.Act: Straightening.changing,
    code.If: Straightening.conditional,
    code.For: Straightening.loop,
    code.Forever: Straightening.again,
    code.Stretch: Straightening.again,
}
