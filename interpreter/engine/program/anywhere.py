"""Lowers a procedure so that it can be entered at every one of its instructions: the walking form.

Play comes to such points when a stretch is ended from inside a call that had waited, and where a scenario lays it. The form
goes from instruction to instruction as `flatten` numbers them: slow beside the step form, in which it goes on with every call.
A form that `stops` also waits before a stretch whose number the run has been given, and calls only forms that do so too.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ... import ir
from ..flatten import BeginEach, BeginLoop, Jump, NextAnswer, NextEach, NextLoop, Unless
from . import nodes as code
from .charging import deeper, spent
from .flow import ALWAYS
from .steps import AT, WAITS, StepForm

ANSWERED = code.Name("answered")


class Anywhere:
    """`steps` lowers the same procedure in the step form, or in the resuming form, and knows how decisions wait."""

    def __init__(self, steps: StepForm, stops: bool = False) -> None:
        self.steps = steps
        self.flow, self.ask, self.flat = steps.flow, steps.flow.ask, steps.flat
        self.stops = stops

    def whole(self) -> code.Body:
        split = code.Store(ANSWERED, code.Binary("&", AT, code.ONE)), code.Store(AT, code.Binary(">>", AT, code.ONE))
        return *split, code.Forever(self._chosen(0, len(self.flat.instructions)))

    def _chosen(self, first: int, last: int) -> code.Body:
        """What is done at a point between two, found by halves; behind the last instruction nothing is left to do."""
        if first == last:
            return self._at(first) if first < len(self.flat.instructions) else (code.Return(code.NONE),)
        middle = (first + last + 1) // 2
        before, after = self._chosen(first, middle - 1), self._chosen(middle, last)
        return (code.If(code.Binary("<", AT, code.Literal(middle)), before, after),)

    def _at(self, point: int) -> code.Body:
        node = self.flat.instructions[point]
        line = getattr(getattr(node, "node", node), "line", 0)
        first = (code.Line(self.flow.procedure, line),) if line else ()
        lower = _LOWER.get(type(node))
        if lower is not None:
            return *first, *self._stopped_before(point, node), *lower(self, node, point)
        return *first, *self._stopped_before(point, node), *self.flow.statement(node), _go_to(point + 1)

    def _stopped_before(self, point: int, node: Any) -> code.Body:
        """Wait before a stretch that play must not begin; not if it begins with a decision that was answered in part."""
        if not self.stops:
            return ()
        named = sorted({label for label, start, _ in self.flat.blocks if start == point})
        begun = node.picked if isinstance(node, ir.PickMany) else node.answers if isinstance(node, ir.Ask) else None
        fresh = [code.Not(ANSWERED)] if begun is None else [code.Not(ANSWERED), code.is_none(code.Name(f"v{begun}"))]
        until = code.Field("R", "until")
        return tuple(
            code.If(code.all_of([code.Binary("==", until, code.Literal(one)), *fresh]), self.steps.wait(point)) for one in named
        )

    # ---- control

    def _jump(self, node: Jump, point: int) -> code.Body:
        return (_go_to(node.target),)

    def _unless(self, node: Unless, point: int) -> code.Body:
        test = self.ask.test(node.condition, self.flow.scope)
        return *self.flow.looked(node.condition), code.If(test, (_go_to(point + 1),), (_go_to(node.target),))

    def _begin_each(self, begin: BeginEach, point: int) -> code.Body:
        return *self.steps.begin_each(begin.node), _go_to(point + 1)

    def _next_each(self, one: NextEach, point: int) -> code.Body:
        node = one.node
        items, index = code.Name(f"v{node.items}"), code.Name(f"v{node.index}")
        taken = code.assign(code.Name(f"v{node.slot}"), code.Load(items, index))
        is_over = code.Binary(">=", index, code.Call("len", (items,)))
        return _more(index), code.If(is_over, (_go_to(one.target),), (taken, _go_to(point + 1)))

    def _begin_loop(self, begin: BeginLoop, point: int) -> code.Body:
        return *self.steps.begin_loop(begin.node), _go_to(point + 1)

    def _next_loop(self, one: NextLoop, point: int) -> code.Body:
        node, count = one.node, code.Name(f"v{one.node.count}")
        on = *self.flow.begun_round(node), _go_to(point + 1)
        ends = code.If(self.ask.test(node.until, self.flow.scope), (_go_to(one.target),), on)
        is_over = code.Binary(">=", count, code.Name(f"v{node.limit}"))
        return _more(count), code.If(is_over, (_go_to(one.target),), (*self.flow.looked(node.until), ends))

    def _leave(self, node: ir.Leave, point: int) -> code.Body:
        return *self.flow.begin_leaving(node.label), *self._left(node.label, point)

    def _left(self, label: int, point: int) -> code.Body:
        ends = [end for one, start, end in self.flat.blocks if one == label and start <= point < end]
        return (_go_to(min(ends)),) if ends else (code.Return(code.Literal(self.flow.facts.labels[label])),)

    # ---- calls

    def _call(self, node: ir.Call, point: int) -> code.Body:
        call = self.steps.call(node, always=self.stops)
        counted = *self.flow.looked(node), *spent(self.flow.facts.charges.call(node))
        is_deep = node.procedure in self.flow.facts.charges.deep
        return _go_to(point + 1), *counted, *self._returned(call, self.flow.facts.leaks[node.procedure], point, is_deep)

    def _dispatch(self, node: ir.Dispatch, point: int) -> code.Body:
        leaks = set().union(*(self.flow.facts.leaks[procedure] for _, procedure in node.table))

        def act(procedures: code.Expression, arguments: tuple[code.Expression, ...]) -> code.Body:
            return self._returned(self.steps.call_each(procedures, arguments), leaks, point, self.flow.is_deep(node))

        return _go_to(point + 1), *self.flow.looked(node), *self.flow.dispatched(node, ALWAYS, act)

    def _returned(self, call: code.Expression, leaks: set[int], point: int, is_deep: bool) -> code.Body:
        result = self.ask.fresh()
        ends: code.Body = ()
        if not self.steps.resumes:
            ends += (code.If(code.Binary("==", result, code.Literal(WAITS)), self.steps.wait(point + 1)),)
        for label in sorted(leaks):
            number = code.Literal(self.flow.facts.labels[label])
            ends += (code.If(code.Binary("==", result, number), self._left(label, point)),)
        return *deeper(code.Store(result, call), is_deep), *((code.If(code.is_there(result), ends),) if ends else ())

    # ---- decisions

    def _choose(self, node: ir.Choose, point: int) -> code.Body:
        if self.steps.resumes:
            return *self.flow.statement(node), _go_to(point + 1)
        bound = code.Store(ANSWERED, code.ZERO), *self.steps.bound(node)
        return code.If(ANSWERED, bound, self.steps.offer(node, point)), _go_to(point + 1)

    def _pick_many(self, node: ir.PickMany, point: int) -> code.Body:
        if self.steps.resumes:
            return *self.flow.statement(node), _go_to(point + 1)
        ended, longer = self.steps.picks(node)
        is_ended = code.all_of([ANSWERED, code.Binary("<", code.Field("R", "branch"), code.ZERO)])
        going_on = code.If(ANSWERED, longer), code.Store(ANSWERED, code.ZERO), *self.steps.offer_row(node, point)
        return code.If(is_ended, (code.Store(ANSWERED, code.ZERO), *ended), going_on), _go_to(point + 1)

    def _ask(self, node: ir.Ask, point: int) -> code.Body:
        return *self.steps.open_question(node, point), _go_to(point + 1)

    def _next_answer(self, one: NextAnswer, point: int) -> code.Body:
        node = one.node
        answers, index = code.Name(f"v{node.answers}"), code.Name(f"v{node.index}")
        is_over = code.Binary(">=", index, code.Call("len", (code.Load(answers, code.ZERO),)))
        over = code.assign(answers, code.NONE), _go_to(one.target)
        return _more(index), code.If(is_over, over, (*self.steps.take_answer(node), _go_to(point + 1)))


def _go_to(point: int) -> code.Statement:
    return code.Store(AT, code.Literal(point))


def _more(name: code.Name) -> code.Statement:
    return code.assign(name, code.Binary("+", name, code.ONE))


_LOWER: dict[type, Callable[[Anywhere, Any, int], code.Body]] = {
    Jump: Anywhere._jump,
    Unless: Anywhere._unless,
    BeginEach: Anywhere._begin_each,
    NextEach: Anywhere._next_each,
    BeginLoop: Anywhere._begin_loop,
    NextLoop: Anywhere._next_loop,
    NextAnswer: Anywhere._next_answer,
    ir.Leave: Anywhere._leave,
    ir.Call: Anywhere._call,
    ir.Dispatch: Anywhere._dispatch,
    ir.Choose: Anywhere._choose,
    ir.PickMany: Anywhere._pick_many,
    ir.Ask: Anywhere._ask,
}
