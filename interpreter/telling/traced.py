"""What one reader knows of the steps that an evaluation left behind: values, things, and what was counted.

Takes a trace and the things of a reader; what becomes of each kind of expression is said from outside. Adds nothing and works
nothing out: every value was found on the way.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from .. import ir
from ..engine.tracing import Called, Trace, TracedStep
from ..ir.analysis.typing import Typing, single
from ..model.definition import Definition, Value
from .entries import to_json
from .history import History
from .known import Known, Thing
from .plain_words import asked_of, called, is_hidden, spoken
from .reason_words import reason_words
from .reasons import Kind, Reason, finished
from .things import Things
from .written import place_of, rules_of

MOST_OTHERS = 3  # of how many that do not count it is told why
Member = tuple[Known, Reason]  # one of several things, and what is told of it
Nodes = Mapping[type, Callable[["Reasoning", TracedStep, Any], Reason]]


@lru_cache(maxsize=4096)
def _typing(definition: Definition, function: int) -> Typing:
    return Typing(definition, definition.functions[function].slots)


class Reasoning:
    """One trace and its reader. `nodes` tells what to make of each kind of expression."""

    def __init__(self, things: Things, trace: Trace, history: History | None, nodes: Nodes) -> None:
        self.nodes = nodes
        self.things = things
        self.history = history
        self.definition = things.world.definition
        self.outside = Typing(self.definition, trace.types)
        self.lies = trace.lies
        self.names = trace.names
        self.line = reason_words(self.definition).line

    def reason(self, step: TracedStep) -> Reason:
        if step.is_kept:
            return self.told(Reason(Kind.HIDDEN, None))
        if isinstance(step.node, Called):
            return self.reason(step.parts[0])
        return self.told(self.nodes[type(step.node)](self, step, step.node))

    def told(self, reason: Reason) -> Reason:
        return finished(reason, speech=self.line)

    # ---- what the reader knows of a step

    def type(self, step: TracedStep) -> ir.Type:
        if isinstance(step.node, Called):
            return self.definition.functions[step.node.function].type
        typing = self.outside if step.function is None else _typing(self.definition, step.function)
        return typing.of(step.node)

    def known(self, value: Any, type: ir.Type) -> Known:
        """A value as the reader knows it; what is asked of nothing known has no type, and then it is a number."""
        return self.things.value(value, type)

    def value(self, step: TracedStep) -> Known:
        return self.known(step.value, self.type(step))

    def written(self, reason: Reason, function: int) -> Reason:
        """With the place where a function is written, and the rules that are cited there."""
        formula = self.definition.functions[function]
        return finished(reason, place=place_of(self.definition, formula), rules=rules_of(self.definition, formula))

    def leaf(self, kind: Kind, step: TracedStep, name: str = "", of: Known = None) -> Reason:
        value = self.value(step)
        return Reason(kind, value, called(name), asked_of(name, of, (), value) if name else spoken(value))

    def elsewhere(self, step: TracedStep, node: ir.Op) -> Reason:
        """A card that is not where it is looked for, of which the reader may not know where it is."""
        looked_for, where = step.part(node.arguments[0].of), step.part(node.arguments[1])  # type: ignore[union-attr]
        assert looked_for is not None and looked_for.value is not None and where is not None
        name = self.definition.rows[self.things.world.row[looked_for.value]][1].name
        return self.told(Reason(Kind.FOUND, False, words=f"{name} is in {spoken(self.value(where))}"))

    # ---- functions

    def call(self, step: TracedStep, name: str, of: Known, with_: Sequence[Known] = ()) -> Reason:
        """What something with a name is: what its definition says."""
        (node, body), *_ = reversed(step.calls)
        value = self.known(step.value, self.type(step))
        words = asked_of(name, of, with_, value)
        given = tuple(spoken(one) for one in with_)
        reason = Reason(Kind.DEFINED, value, called(name), words, (self.reason(body),), given=given)
        return self.written(reason, node.function)

    def arguments(self, call: Called) -> tuple[Known, list[Known]]:
        """What a function is asked of, and with what besides."""
        slots = self.definition.functions[call.function].slots
        _, this, *rest = [self._argument(value, type) for value, type in zip(call.arguments, slots, strict=False)]
        return this, rest

    def _argument(self, value: Any, type: ir.Type) -> Known:
        return None if value is None else self.known(value, type)

    # ---- loops

    def members(self, step: TracedStep, node: ir.Fold) -> tuple[tuple[Reason, ...], tuple[Reason, ...]]:
        """What each thing that counts brings, and those that do not count, each with what keeps it out."""
        source = step.part(node.source)
        assert source is not None
        type = single(self.type(source))
        if node.test is None and node.item is None:
            return self.things_in(source.value or (), type), ()
        counted: list[Member] = []
        others: list[tuple[Known, TracedStep]] = []
        for asked in step.rounds(node.test, node.item):
            thing = self.known(asked[0].thing, type)
            if node.test is not None and not asked[0].value:
                others.append((thing, asked[0]))
            elif node.item is None and node.kind is not ir.FoldKind.SOME:
                counted.append((thing, Reason(Kind.FOUND, thing)))
            else:
                counted.append((thing, self.item(asked[-1])))
        return self.in_order(counted), (*self._near(step, type), *self.in_order(self._others(others)))

    def _near(self, step: TracedStep, type: ir.Type) -> tuple[Reason, ...]:
        """What would count but for one thing: told to those who see all."""
        near: list[Member] = []
        for value, missed in step.near:
            lies = spoken(self.things.of_sort("zone", self.lies[value])) if type.sort == ir.TypeSort.CARD else ""
            why = self.reason(missed)
            near.append((self.known(value, type), Reason(Kind.NEAR, why.value, lies, parts=(why,))))
        return self.in_order(near)

    def asked_at_all(self, source: TracedStep, type: ir.Type) -> tuple[Reason, ...]:
        """Of several things those that are asked at all, and what makes it so."""
        node = source.node
        if not isinstance(node, ir.Fold) or node.test is None:
            return ()
        passed = [asked[0] for asked in source.rounds(node.test, node.item) if asked[0].value]
        return self.in_order([(self.known(one.thing, type), self.item(one)) for one in passed])

    def item(self, step: TracedStep) -> Reason:
        worth = self.reason(step)
        return Reason(Kind.ITEM, worth.value, parts=(worth,))

    def _others(self, others: list[tuple[Known, TracedStep]]) -> list[Member]:
        """What does not count; of the first that are seen, and of no hidden card, with what keeps it out."""
        told = [number for number, (thing, _) in enumerate(others) if not is_hidden(thing)][:MOST_OTHERS]
        return [
            (thing, self.item(step) if number in told else Reason(Kind.FOUND, thing))
            for number, (thing, step) in enumerate(others)
        ]

    def things_in(self, values: Any, type: ir.Type) -> tuple[Reason, ...]:
        things = [self.known(one, type) for one in values]
        return self.in_order([(one, Reason(Kind.FOUND, one)) for one in things])

    def in_order(self, members: list[Member]) -> tuple[Reason, ...]:
        """Several things side by side; cards of several players are told with whose they are. Hidden cards come last, and in
        an order that hangs on nothing but what is told of them."""
        has_owners = len({thing.owner for thing, _ in members if isinstance(thing, Thing)}) > 1
        named = [
            (is_hidden(thing), self.told(finished(one, words=(self._whose(thing) if has_owners else "") + spoken(thing))))
            for thing, one in members
        ]
        hidden = sorted((one for is_so, one in named if is_so), key=lambda one: repr(to_json(one)))
        return (*(one for is_so, one in named if not is_so), *hidden)

    def _whose(self, known: Known) -> str:
        is_owned = isinstance(known, Thing) and known.sort == ir.ThingSort.CARD and known.owner is not None
        return f"{self.things.seats[int(known.owner[1:])]}'s " if is_owned else ""  # type: ignore[union-attr,index]

    # ---- values that cards change

    def changed(self, step: TracedStep, value: Value, thing: Known) -> Reason:
        start, *rest = step.calls
        words = asked_of(value.name, thing, (), self.value(step))
        begun = self.reason(start[1])
        parts = [self.told(self.written(Reason(Kind.START, begun.value, parts=(begun,)), value.starts))]
        held, gained = ({one.amount for one in group} for group in (value.holds, value.gets))
        for call, inner in rest:
            if call.function in held or call.function in gained:
                parts.append(self._change(call, inner, Kind.HELD if call.function in held else Kind.GAINED))
        known = self.value(step)
        if len(parts) == 1 and known == parts[0].value:
            return self.written(Reason(Kind.DEFINED, known, called(value.name), words, parts[0].parts), value.starts)
        parts += self._limits(value, parts, known)
        return self.written(Reason(Kind.CHANGED, known, called(value.name), words, tuple(parts)), value.starts)

    def _change(self, call: Called, inner: TracedStep, kind: Kind) -> Reason:
        """What an `always` does: by which card, unless it is the thing itself."""
        _, carrier, thing = call.arguments[:3]
        card = "" if carrier is None or carrier == thing else spoken(self.things.card(carrier))
        worth = self.reason(inner)
        return self.told(self.written(Reason(kind, worth.value, words=card, parts=(worth,)), call.function))

    def _limits(self, value: Value, parts: list[Reason], known: Known) -> list[Reason]:
        """The limit that the whole has come to, if it is one."""
        held = [one.value for one in parts if one.kind in (Kind.START, Kind.HELD)][-1]
        gained = [one.value for one in parts if one.kind is Kind.GAINED]
        numbers = [one for one in (held, *gained) if isinstance(one, int) and not isinstance(one, bool)]
        if isinstance(known, bool) or not numbers or sum(numbers) == known:
            return []
        bounds = ((Kind.AT_LEAST, value.at_least), (Kind.AT_MOST, value.at_most))
        return [self.told(Reason(kind, bound)) for kind, bound in bounds if bound is not None and bound == known]
