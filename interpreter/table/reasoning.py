"""Makes a reason of the steps that an evaluation left behind, as one reader may know it.

Takes a trace and the things of a reader; returns a tree. Adds nothing and computes nothing: every value in it was found on the
way, and where the reader may not know the whole, there is no tree.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from .. import ir
from ..engine.tracing import Called, Step, Trace
from ..ir.analysis.typing import Typing, single
from ..model.definition import Definition, Value
from .history import History
from .known import Known, Thing
from .plain_words import asked_of, called, is_hidden, key_name, listed, refused, spoken
from .reason_words import line
from .reasons import Kind, Reason
from .things import Things
from .written import place_of, rules_of

MOST_OTHERS = 3  # of how many that do not count it is told why
Member = tuple[Known, Reason]  # one of several things, and what is told of it
_COMPARED = {">=", "<=", ">", "<", "is", "is_none", "one_of"}
_SHARES = {"div", "div_up", "mod"}
_OPERATIONS = {
    "*": Kind.PRODUCT, "max": Kind.HIGHEST, "min": Kind.LOWEST, "and": Kind.ALL_OF, "or": Kind.ONE_OF, "not": Kind.NOT,
}  # fmt: skip
_FOLDED = {"total": Kind.SUM, "count": Kind.COUNTED, "highest": Kind.HIGHEST, "lowest": Kind.LOWEST, "some": Kind.SOME}


def reason_of(trace: Trace, things: Things, history: History | None = None) -> Reason:
    """Where a value came from, and counters in it, if there is a history; or that the reader may not know it."""
    if trace.secret:
        zone = None if trace.hangs_on is None else things.of_sort("zone", trace.hangs_on)
        return Reason(Kind.HIDDEN, None, line=refused(zone))
    return _Reasoning(things, trace, history).reason(trace.root)


@lru_cache(maxsize=4096)
def _typing(definition: Definition, function: int) -> Typing:
    return Typing(definition, definition.functions[function].slots)


class _Reasoning:
    def __init__(self, things: Things, trace: Trace, history: History | None) -> None:
        self.things = things
        self.history = history
        self.definition = things.world.definition
        self.outside = Typing(self.definition, trace.types)
        self.lies = trace.lies

    def reason(self, step: Step) -> Reason:
        if step.is_kept:
            return Reason(Kind.HIDDEN, None, line=refused(None))
        if isinstance(step.node, Called):
            return self.reason(step.parts[0])
        return self._told(_REASONS[type(step.node)](self, step, step.node))

    def _told(self, reason: Reason) -> Reason:
        return replace(reason, line=line(reason))

    # ---- what the reader knows of a step

    def type(self, step: Step) -> ir.Type:
        if isinstance(step.node, Called):
            return self.definition.functions[step.node.function].type
        typing = self.outside if step.function is None else _typing(self.definition, step.function)
        return typing.of(step.node)

    def known(self, value: Any, type: ir.Type) -> Known:
        """A value as the reader knows it; what is asked of nothing known has no type, and then it is a number."""
        return self.things.value(value, type)

    def value(self, step: Step) -> Known:
        return self.known(step.value, self.type(step))

    def written(self, reason: Reason, function: int) -> Reason:
        """With the place where a function is written, and the rules that are cited there."""
        found = self.definition.functions[function]
        return replace(reason, place=place_of(self.definition, found), rules=rules_of(self.definition, found))

    def leaf(self, kind: Kind, step: Step, name: str = "", of: Known = None) -> Reason:
        value = self.value(step)
        return Reason(kind, value, called(name), asked_of(name, of, (), value) if name else spoken(value))

    # ---- functions

    def call(self, step: Step, name: str, of: Known, with_: Sequence[Known] = ()) -> Reason:
        """What something with a name is: what its definition says."""
        (node, body), *_ = reversed(step.calls)
        value = self.known(step.value, self.type(step))
        words = asked_of(name, of, with_, value)
        return self.written(Reason(Kind.DEFINED, value, called(name), words, (self.reason(body),)), node.function)

    def arguments(self, call: Called) -> tuple[Known, list[Known]]:
        """What a function is asked of, and with what besides."""
        slots = self.definition.functions[call.function].slots
        _, this, *rest = [self._argument(value, type) for value, type in zip(call.arguments, slots, strict=False)]
        return this, rest

    def _argument(self, value: Any, type: ir.Type) -> Known:
        return None if value is None else self.known(value, type)

    # ---- loops

    def members(self, step: Step, node: ir.Fold) -> tuple[tuple[Reason, ...], tuple[Reason, ...]]:
        """What each thing that counts brings, and those that do not count, each with what keeps it out."""
        source = step.part(node.source)
        assert source is not None
        type = single(self.type(source))
        if node.test is None and node.item is None:
            return self.things_in(source.value or (), type), ()
        counted: list[Member] = []
        others: list[tuple[Known, Step]] = []
        for asked in step.rounds(node.test, node.item):
            thing = self.known(asked[0].thing, type)
            if node.test is not None and not asked[0].value:
                others.append((thing, asked[0]))
            elif node.item is None and node.kind != "some":
                counted.append((thing, Reason(Kind.FOUND, thing)))
            else:
                counted.append((thing, self._item(asked[-1])))
        return self.in_order(counted), (*self._near(step, type), *self.in_order(self._others(others)))

    def _near(self, step: Step, type: ir.Type) -> tuple[Reason, ...]:
        """What would count but for one thing: told to those who see all."""
        found: list[Member] = []
        for value, missed in step.near:
            lies = spoken(self.things.of_sort("zone", self.lies[value])) if type.sort == "card" else ""
            why = self.reason(missed)
            found.append((self.known(value, type), Reason(Kind.NEAR, why.value, lies, parts=(why,))))
        return self.in_order(found)

    def asked_at_all(self, source: Step, type: ir.Type) -> tuple[Reason, ...]:
        """Of several things those that are asked at all, and what makes it so."""
        node = source.node
        if not isinstance(node, ir.Fold) or node.test is None:
            return ()
        passed = [asked[0] for asked in source.rounds(node.test, node.item) if asked[0].value]
        return self.in_order([(self.known(one.thing, type), self._item(one)) for one in passed])

    def _item(self, step: Step) -> Reason:
        worth = self.reason(step)
        return Reason(Kind.ITEM, worth.value, parts=(worth,))

    def _others(self, others: list[tuple[Known, Step]]) -> list[Member]:
        """What does not count; of the first that are seen, and of no hidden card, with what keeps it out."""
        told = [number for number, (thing, _) in enumerate(others) if not is_hidden(thing)][:MOST_OTHERS]
        return [
            (thing, self._item(step) if number in told else Reason(Kind.FOUND, thing))
            for number, (thing, step) in enumerate(others)
        ]

    def things_in(self, values: Any, type: ir.Type) -> tuple[Reason, ...]:
        found = [self.known(one, type) for one in values]
        return self.in_order([(one, Reason(Kind.FOUND, one)) for one in found])

    def in_order(self, members: list[Member]) -> tuple[Reason, ...]:
        """Several things side by side; cards of several players are told with whose they are. Hidden cards come last, and in
        an order that hangs on nothing but what is told of them."""
        has_owners = len({thing.owner for thing, _ in members if isinstance(thing, Thing)}) > 1
        named = [
            (is_hidden(thing), self._told(replace(one, words=(self._whose(thing) if has_owners else "") + spoken(thing))))
            for thing, one in members
        ]
        hidden = sorted((one for is_so, one in named if is_so), key=repr)
        return (*(one for is_so, one in named if not is_so), *hidden)

    def _whose(self, known: Known) -> str:
        is_owned = isinstance(known, Thing) and known.sort == "card" and known.owner is not None
        return f"{self.things.seats[int(known.owner[1:])]}'s " if is_owned else ""  # type: ignore[union-attr,index]

    # ---- values that cards change

    def changed(self, step: Step, value: Value, thing: Known) -> Reason:
        start, *rest = step.calls
        words = asked_of(value.name, thing, (), self.value(step))
        begun = self.reason(start[1])
        parts = [self._told(self.written(Reason(Kind.START, begun.value, parts=(begun,)), value.starts))]
        held, gained = ({one.amount for one in group} for group in (value.holds, value.gets))
        for call, inner in rest:
            if call.function in held or call.function in gained:
                parts.append(self._change(call, inner, Kind.HELD if call.function in held else Kind.GAINED))
        known = self.value(step)
        if len(parts) == 1 and known == parts[0].value:
            return self.written(Reason(Kind.DEFINED, known, called(value.name), words, parts[0].parts), value.starts)
        parts += self._limits(value, parts, known)
        return self.written(Reason(Kind.CHANGED, known, called(value.name), words, tuple(parts)), value.starts)

    def _change(self, call: Called, inner: Step, kind: Kind) -> Reason:
        """What an `always` does: by which card, unless it is the thing itself."""
        _, carrier, thing = call.arguments[:3]
        card = "" if carrier is None or carrier == thing else spoken(self.things.card(carrier))
        worth = self.reason(inner)
        return self._told(self.written(Reason(kind, worth.value, words=card, parts=(worth,)), call.function))

    def _limits(self, value: Value, parts: list[Reason], known: Known) -> list[Reason]:
        """The limit that the whole has come to, if it is one."""
        held = [one.value for one in parts if one.kind in (Kind.START, Kind.HELD)][-1]
        gained = [one.value for one in parts if one.kind is Kind.GAINED]
        numbers = [one for one in (held, *gained) if isinstance(one, int) and not isinstance(one, bool)]
        if isinstance(known, bool) or not numbers or sum(numbers) == known:
            return []
        bounds = ((Kind.AT_LEAST, value.at_least), (Kind.AT_MOST, value.at_most))
        return [self._told(Reason(kind, bound)) for kind, bound in bounds if bound is not None and bound == known]


# ---------------------------------------------------------------- a function for every node


def _const(run: _Reasoning, step: Step, node: ir.Const) -> Reason:
    return run.leaf(Kind.GIVEN, step)


def _found(run: _Reasoning, step: Step, node: ir.Expr) -> Reason:
    return run.leaf(Kind.FOUND, step)


def _read(run: _Reasoning, step: Step, node: ir.Read) -> Reason:
    of = None if node.of is None else run.value(step.parts[0])
    found = run.leaf(Kind.KEPT, step, run.definition.variables[node.variable].name, of)
    parts = run.history.parts(run.definition, node.variable, of, found.value) if run.history is not None else ()
    return replace(found, parts=tuple(run._told(one) for one in parts))


def _setting(run: _Reasoning, step: Step, node: ir.Setting) -> Reason:
    return run.leaf(Kind.GIVEN, step, run.definition.options[node.option].name)


def _cell(run: _Reasoning, step: Step, node: ir.Cell) -> Reason:
    return run.leaf(Kind.PRINTED, step, run.definition.columns[node.column].name, run.value(step.parts[0]))


def _feature(run: _Reasoning, step: Step, node: ir.Feature) -> Reason:
    return run.leaf(Kind.FOUND, step, node.name, run.value(step.parts[0]))


def _computed(run: _Reasoning, step: Step, node: ir.Computed) -> Reason:
    value, of = run.definition.values[node.value], step.part(node.of)
    thing = None if of is None or of.value is None else run.value(of)
    return run.changed(step, value, thing) if step.calls else run.leaf(Kind.FOUND, step, value.name, thing)


def _apply(run: _Reasoning, step: Step, node: ir.Apply) -> Reason:
    call, _ = step.calls[-1]
    return run.call(step, run.definition.functions[node.function].name, *run.arguments(call))


def _by_row(run: _Reasoning, step: Step, node: ir.ByRow) -> Reason:
    if not step.calls:
        return _found(run, step, node)
    call, _ = step.calls[-1]
    return run.call(step, run.definition.functions[call.function].name, run.arguments(call)[0])


def _score(run: _Reasoning, step: Step, node: ir.Score) -> Reason:
    return run.call(step, "score", run.value(step.parts[0])) if step.calls else run.leaf(Kind.GIVEN, step, "score")


def _op(run: _Reasoning, step: Step, node: ir.Op) -> Reason:
    if node.sign in ("+", "-"):
        return Reason(Kind.SUM, run.value(step), parts=tuple(_addends(run, step)))
    asked = [found for one in node.arguments if (found := step.part(one)) is not None]
    if node.sign == "untold":
        return run.reason(asked[0])
    if node.sign == "length":
        return _length(run, step, asked[0])
    kind = _kind_of(node.sign)
    if kind is None:
        return _found(run, step, node)
    parts = tuple(run.reason(one) for one in asked)
    return Reason(kind, run.value(step), parts=parts, sign=str(node.sign))


def _kind_of(sign: str) -> Kind | None:
    if sign in _COMPARED or sign in _SHARES:
        return Kind.COMPARED if sign in _COMPARED else Kind.SHARE
    return _OPERATIONS.get(sign)


def _addends(run: _Reasoning, step: Step) -> list[Reason]:
    """Everything that is added up, whatever stands in brackets; what is taken away with its sign."""
    node = step.node
    if not isinstance(node, ir.Op) or node.sign not in ("+", "-"):
        return [run.reason(step)]
    left, right = (step.part(one) for one in node.arguments)
    assert left is not None and right is not None
    first = [] if isinstance(left.node, ir.Const) and left.value == 0 else _addends(run, left)
    second = _addends(run, right)
    return [*first, *(second if node.sign == "+" else [_negated(run, one) for one in second])]


def _negated(run: _Reasoning, reason: Reason) -> Reason:
    if reason.kind is Kind.NEGATED:
        return reason.parts[0]
    value = -reason.value if isinstance(reason.value, int) else None
    return run._told(Reason(Kind.NEGATED, value, reason.name, reason.words, (reason,)))


def _length(run: _Reasoning, step: Step, things: Step) -> Reason:
    found = Reason(Kind.COUNTED, run.value(step), parts=run.things_in(things.value or (), single(run.type(things))))
    return _of_zone(run, found, things)


def _of_zone(run: _Reasoning, reason: Reason, source: Step) -> Reason:
    """Of all cards of one zone it is told which zone that is."""
    while isinstance(source.node, ir.Fold) and source.node.kind == "list" and source.node.test is None:
        source = source.parts[0]
    zone = source.parts[0] if isinstance(source.node, ir.Contents) else None
    if zone is None or not isinstance(zone.value, int):
        return reason
    name = spoken(run.value(zone))
    return replace(reason, name=f"cards in {name}", words=f"cards in {name}")


def _either(run: _Reasoning, step: Step, node: ir.Either) -> Reason:
    condition = step.part(node.condition)
    assert condition is not None
    taken = step.parts[-1]
    return Reason(Kind.CHOSEN, run.value(step), parts=(run.reason(condition), run.reason(taken)))


def _fold(run: _Reasoning, step: Step, node: ir.Fold) -> Reason:
    if node.kind not in _FOLDED:
        return _found(run, step, node)
    counted, others = run.members(step, node)
    found = Reason(_FOLDED[node.kind], run.value(step), parts=counted, others=others)
    is_whole = node.kind == "count" and node.test is None
    return _of_zone(run, found, step.parts[0]) if is_whole else found


def _ranking(run: _Reasoning, step: Step, node: ir.Sort | ir.Rank, kind: Kind) -> Reason:
    source = step.part(node.source)
    assert source is not None
    type = single(run.type(source))
    candidates: list[Member] = []
    for asked in step.rounds(*[key for key, _ in node.keys]):
        thing = run.known(asked[0].thing, type)
        candidates.append((thing, Reason(Kind.CANDIDATE, thing, parts=tuple(run.reason(one) for one in asked))))
    first = candidates[0][1].parts if candidates else ()
    by = [f"{'most' if most else 'least'} {key_name(key)}" for (_, most), key in zip(node.keys, first, strict=False)]
    mine = candidates[: int(kind is Kind.RANK)]  # a rank is asked of the thing first, then of everybody
    parts = (*run.in_order(mine), *run.in_order(candidates[len(mine) :]))
    return Reason(kind, run.value(step), parts=parts, others=run.asked_at_all(source, type), by=tuple(by))


def _rank(run: _Reasoning, step: Step, node: ir.Rank) -> Reason:
    return _ranking(run, step, node, Kind.RANK) if step.value is not None else _found(run, step, node)


def _grouped(run: _Reasoning, step: Step, node: ir.Grouped) -> Reason:
    cards = step.part(node.cards)
    assert cards is not None
    type = single(run.type(cards))
    sets = []
    for together, worth in step.sets:
        things = run.things_in(together, type)
        sets.append(run._told(Reason(Kind.SET, worth, words=listed(one.words for one in things), parts=things)))
    kind = run.definition.groupings[node.grouping].kind
    used = {card for found, _ in step.sets for card in found}
    unused = [card for card in cards.value or () if card not in used and run.things.world.kind[card] == kind]
    name = ("unused in " if node.part == "unused" else "") + called(run.definition.groupings[node.grouping].name)
    others = run.things_in(unused, type)
    return Reason(Kind.GROUPED, run.value(step), name, name, tuple(sets), others, sign=str(node.part))


_REASONS: dict[type, Callable[[_Reasoning, Step, Any], Reason]] = {
    ir.Const: _const,
    ir.Local: _found,
    ir.Read: _read,
    ir.Setting: _setting,
    ir.Cell: _cell,
    ir.Feature: _feature,
    ir.Computed: _computed,
    ir.Apply: _apply,
    ir.ByRow: _by_row,
    ir.Op: _op,
    ir.Either: _either,
    ir.All: _found,
    ir.Place: _found,
    ir.Contents: _found,
    ir.Numbers: _found,
    ir.Beyond: _found,
    ir.Spread: _found,
    ir.Reach: _found,
    ir.Fold: _fold,
    ir.Sort: lambda run, step, node: _ranking(run, step, node, Kind.RANKED),
    ir.Rank: _rank,
    ir.Clockwise: _found,
    ir.Score: _score,
    ir.Grouped: _grouped,
}
