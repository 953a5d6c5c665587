"""Lowers a procedure so that it can wait in the middle and be entered again there: the step form.

It is the run form with `at` added: 0 means go on, anything else is where play stands. What lies before that place is skipped,
and every statement that may wait takes its own places up. What is alive while waiting goes into a plain tuple frame. Points
are numbered as in `flatten`, so that a frame means the same to the reference interpreter, to a save and here; `at` is twice
the point, and one more for a decision that was answered.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ... import ir
from ...ir.analysis.calls import leaving
from ...ir.analysis.none_ness import Facts
from ..flatten import Code
from . import nodes as code
from .charging import deeper, spent
from .decisions import unpack
from .flow import ALWAYS, Flow

WAITS = 1
AT = code.Name("at")
GO_ON = code.assign(AT, code.ZERO)
_STANDS_HERE = code.Not(AT)  # play is not further down


class StepForm:
    """Lowers `s12(R, S, at, places, v0, v1, …)`: `places` are those of a frame, or None for a call with arguments. It returns
    None when it is done, 1 when it waits, or the stretch that it ends. A form that `resumes` is entered where play stands and
    goes on to the end without waiting: a policy answers."""

    def __init__(self, flow: Flow, flat: Code, resumes: bool = False) -> None:
        self.flow = flow
        self.ask = flow.ask
        self.facts: Facts = flow.facts
        self.flat = flat
        self.resumes = resumes
        self.entries = [0]

    def whole(self) -> code.Body:
        return self.cut(self.flow.body_of(self.flow.procedure))

    # ---- places

    @property
    def places(self) -> tuple[code.Name, ...]:
        return tuple(code.Name(f"v{slot}") for slot in range(self.flat.slots))

    def wait(self, point: int) -> code.Body:
        frame = code.Items("tuple", (code.Literal(self.flow.procedure), code.Literal(point), code.Items("tuple", self.places)))
        return code.Act(code.Method(code.Field("R", "left"), "append", (frame,))), code.Return(code.Literal(WAITS))

    def taken_up(self, point: int, body: code.Body = ()) -> code.Body:
        """Play stands here, and goes on behind it."""
        self.entries.append(point)
        return (code.If(code.Binary("==", AT, code.Literal(point)), (GO_ON, *body)),)

    def entered(self, body: code.Body, is_last: bool) -> code.Body:
        """What is skipped when play stands behind it; nothing that may wait lies behind the last."""
        return body if is_last else (code.If(code.Binary("<=", AT, code.Literal(self.entries[-1])), body),)

    # ---- statements that may wait

    def cut(self, node: ir.Stmt, *head: Any) -> code.Body:
        """A statement; whatever in it never waits is lowered in one piece. `head` comes before it."""
        parts = self._parts(node)
        last = max((number for number, one in enumerate(parts) if self.facts.waiting(one)), default=-1)
        cuts: list[code.Body] = [(code.If(_STANDS_HERE, head),)] if head else []
        for number, one in enumerate(parts[: last + 1]):
            if self.facts.waiting(one):
                cuts.append(self._cut(one, number == last))
            else:
                cuts.append((code.If(_STANDS_HERE, self.flow.statement(one)),))
        rest = [one for part in parts[last + 1 :] for one in self.flow.statement(part)]
        return *_joined([one for cut in cuts for one in cut]), *rest

    def _parts(self, node: ir.Stmt) -> list[ir.Stmt]:
        if isinstance(node, ir.Block) and node.label not in leaving(node.body, self.facts.leaks):
            return self._parts(node.body)
        if isinstance(node, ir.Seq):
            return [part for one in node.body for part in self._parts(one)]
        return [node]

    def _cut(self, node: Any, is_last: bool) -> code.Body:
        first = (code.Line(self.flow.procedure, node.line),) if getattr(node, "line", 0) else ()
        return *first, *_CUT[type(node)](self, node, is_last)

    def _if(self, node: ir.If, is_last: bool) -> code.Body:
        if self.flow.is_asked_last(node):
            assert isinstance(node.then, ir.Dispatch)
            return self._dispatch(node.then, is_last, node.condition)
        way, test = self.ask.fresh("y"), self.ask.test(node.condition, self.flow.scope)
        places, bodies = [], []
        for branch in (node.then, node.otherwise):
            before = len(self.entries)
            bodies.append(self.cut(branch))
            places.append(code.Literal(self.entries[-1] if len(self.entries) > before else -1))
        # Which way to go, 1 or 2; neither if play stands behind both.
        stands = [code.Binary("<=", AT, point) for point in places]
        where = code.Select(stands[0], code.ONE, code.Select(stands[1], code.Literal(2), code.ZERO))
        decided = code.assign(way, code.Select(test, code.ONE, code.Literal(2)))
        decide = code.If(_STANDS_HERE, (*self.flow.looked(node.condition), decided), (code.assign(way, where),))
        second = (code.If(code.Binary("==", way, code.Literal(2)), bodies[1]),) if bodies[1] else ()
        return decide, code.If(code.Binary("==", way, code.ONE), bodies[0], second)

    def _each(self, node: ir.Each, is_last: bool) -> code.Body:
        items, index = code.Name(f"v{node.items}"), code.Name(f"v{node.index}")
        head = self._next_round(node, index, code.Call("len", (items,)))
        body = self.cut(node.body, *head, code.assign(code.Name(f"v{node.slot}"), code.Load(items, index)))
        if node.until is not None:
            body += code.Line(self.flow.procedure, node.line), *self._ended(node.until)
        return code.If(_STANDS_HERE, self.begin_each(node)), *self.entered((code.Forever(body),), is_last)

    def _next_round(self, node: ir.Each | ir.Loop, count: code.Name, most: code.Expression) -> code.Body:
        """One round more, or the end of them."""
        return (
            code.Line(self.flow.procedure, node.line),
            code.assign(count, code.Binary("+", count, code.ONE)),
            code.If(code.Binary(">=", count, most), (code.Break(),)),
        )

    def _ended(self, until: ir.Expr) -> code.Body:
        """No further round when a condition holds."""
        return *self.flow.looked(until), code.If(self.ask.test(until, self.flow.scope), (code.Break(),))

    def begin_each(self, node: ir.Each) -> code.Body:
        items = code.Name(f"v{node.items}")
        counted, _ = self.flow.spent_rounds(node, items)
        return (
            *self.flow.looked(node.source),
            code.assign(items, code.Call("tuple", (self.ask.things(node.source, self.flow.scope),))),
            *counted,
            code.assign(code.Name(f"v{node.index}"), code.Literal(-1)),
        )

    def _loop(self, node: ir.Loop, is_last: bool) -> code.Body:
        head = self._next_round(node, code.Name(f"v{node.count}"), code.Name(f"v{node.limit}"))
        body = self.cut(node.body, *head, *self._ended(node.until), *self.flow.begun_round(node))
        return code.If(_STANDS_HERE, self.begin_loop(node)), *self.entered((code.Forever(body),), is_last)

    def begin_loop(self, node: ir.Loop) -> code.Body:
        limit = code.Name(f"v{node.limit}")
        return (
            *self.flow.looked(node.most),
            code.assign(limit, code.Logic("or", (self.ask.value(node.most, self.flow.scope), code.ZERO))),
            code.assign(code.Name(f"v{node.count}"), code.Literal(-1)),
        )

    def _block(self, node: ir.Block, is_last: bool) -> code.Body:
        return self.entered((self.flow.stretch(node.label, lambda: self.cut(node.body)),), is_last)

    # ---- calls

    def _call(self, node: ir.Call, is_last: bool) -> code.Body:
        counted = *self.flow.looked(node), *spent(self.facts.charges.call(node))
        is_deep = node.procedure in self.facts.charges.deep
        returned = self._returned(self.call(node), self.facts.leaks[node.procedure], node, is_deep)
        return self._called(node, (*counted, *returned))

    def call(self, node: ir.Call, always: bool = False) -> code.Expression:
        """A call in the step form, if the procedure waits or `always`; else in the run form."""
        arguments = tuple(self.ask.values(node.arguments, self.flow.scope))
        if (always or node.procedure in self.facts.waits) and not self.resumes:
            return code.Call(f"s{node.procedure}", (code.RUN, code.STATE, code.ZERO, code.NONE, *arguments))
        return code.Call(f"p{node.procedure}", (code.RUN, code.STATE, *arguments))

    def call_each(self, procedures: code.Expression, arguments: tuple[code.Expression, ...]) -> code.Expression:
        """Calls of the procedures that a row names, one after the other."""
        each = "run_each" if self.resumes else "call_each"
        return code.Call(each, (code.RUN, code.STATE, procedures, code.Items("tuple", arguments)))

    def _dispatch(self, node: ir.Dispatch, is_last: bool, condition: ir.Expr = ALWAYS) -> code.Body:
        leaks = set().union(*(self.facts.leaks[procedure] for _, procedure in node.table))

        def act(procedures: code.Expression, arguments: tuple[code.Expression, ...]) -> code.Body:
            return self._returned(self.call_each(procedures, arguments), leaks, node, self.flow.is_deep(node))

        return self._called(node, (*self.flow.looked(node), *self.flow.dispatched(node, condition, act)))

    def _called(self, node: ir.Stmt, body: code.Body) -> code.Body:
        return (code.If(_STANDS_HERE, body, self.taken_up(2 * self.after(node))),)

    def after(self, node: ir.Stmt) -> int:
        return self.flat.starts[id(node)] + 1

    def _returned(self, call: code.Expression, leaks: set[int], node: ir.Stmt, is_deep: bool) -> code.Body:
        """A call that may wait or end a stretch; afterwards play goes on at a point of its own."""
        result = self.ask.fresh()
        waits = () if self.resumes else (code.If(code.Binary("==", result, code.Literal(WAITS)), self.wait(self.after(node))),)
        ends = (*waits, *self.flow.left(result, leaks))
        called = deeper(code.Store(result, call), is_deep)
        return *called, *((code.If(code.is_there(result), ends),) if ends else ())

    # ---- decisions

    def _decide(self, node: Any, is_last: bool) -> code.Body:
        here = self.flat.starts[id(node)]
        if not self.resumes:
            return self._choose(node, here) if isinstance(node, ir.Choose) else self._pick_many(node, here)
        self.entries.append(2 * here)
        return (code.If(code.Binary("<=", AT, code.Literal(2 * here)), (GO_ON, *self.flow.statement(node))),)

    def _offered(self, node: ir.Choose | ir.PickMany) -> code.Expression:
        return code.Call(f"o{node.site}", (code.STATE, *self.places))

    def _choose(self, node: ir.Choose, here: int) -> code.Body:
        return (code.If(_STANDS_HERE, self.offer(node, here), self.taken_up(2 * here + 1, self.bound(node))),)

    def offer(self, node: ir.Choose, here: int) -> code.Body:
        """Wait if there is anything to choose and somebody to ask; otherwise it is as if declined."""
        decisions, scope = self.flow.decisions, self.flow.scope
        body, seat = decisions.seat(node, scope, None)
        count, listing = self.ask.fresh("n"), self.ask.fresh("l")
        test = code.all_of([count, code.is_there(seat)]) if decisions.may_be_nobody(node, scope, None) else count
        offered = code.Items("tuple", (code.Literal(node.site), seat, count, listing))
        body = *self.flow.looked(node), *body, code.Assign((count.id, listing.id), self._offered(node))
        body += (code.If(test, (code.Store(code.Field("R", "offered"), offered), *self.wait(here))),)
        return *body, *decisions.declined(node, scope)

    def bound(self, node: ir.Choose) -> code.Body:
        return code.assign(code.Name(f"v{node.result}"), code.Field("R", "branch")), *self._taken(
            node, code.Field("R", "values")
        )

    def _taken(self, node: ir.Choose, values: code.Expression) -> code.Body:
        """What was picked, by the branch that the place for it holds."""
        result, body = code.Name(f"v{node.result}"), []
        for number, branch in enumerate(node.branches):
            names = tuple(code.Name(f"v{slot}") for slot, _, _ in branch.picks)
            if names:
                body.append(code.If(code.Binary("==", result, code.Literal(number)), unpack(names, values)))
        return *body, code.If(code.Binary("<", result, code.ZERO), self.flow.decisions.declined(node, self.flow.scope))

    def _pick_many(self, node: ir.PickMany, here: int) -> code.Body:
        self.entries += [2 * here, 2 * here + 1]
        answered = code.Binary("==", AT, code.Literal(2 * here + 1))
        ended, longer = self.picks(node)
        going_on: code.Body = (code.If(answered, longer), GO_ON, *self.offer_row(node, here))
        is_ended = code.all_of([answered, code.Binary("<", code.Field("R", "branch"), code.ZERO)])
        return (code.If(is_ended, (GO_ON, *ended), (code.If(code.Binary("<=", AT, code.Literal(2 * here + 1)), going_on),)),)

    def picks(self, node: ir.PickMany) -> tuple[code.Body, code.Body]:
        """What an answer does that ends a row, and one that makes it longer."""
        picked, branch = code.Name(f"v{node.picked}"), code.Field("R", "branch")
        so_far = code.Logic("or", (picked, code.EMPTY))
        row = code.Select(code.Binary("==", branch, code.Literal(-1)), code.NONE, so_far)
        longer = code.Items("tuple", (code.Spread(so_far), code.Spread(code.Field("R", "values"))))
        ended = code.assign(code.Name(f"v{node.result}"), row), code.assign(picked, code.NONE)
        return ended, (code.assign(picked, longer),)

    def offer_row(self, node: ir.PickMany, here: int) -> code.Body:
        """Wait while there is something to pick; with nothing there, the row is what it is."""
        result, picked = code.Name(f"v{node.result}"), code.Name(f"v{node.picked}")
        body, seat = self.flow.decisions.seat(node, self.flow.scope, None)
        kept, (picking, row) = self.ask.held(self._offered(node), code.Logic("or", (picked, code.EMPTY)))
        candidates = self.ask.fresh()
        offered = code.Items("tuple", (code.Literal(node.site), seat, picking, candidates))
        waits = code.Store(code.Field("R", "offered"), offered), *self.wait(here)
        return (
            *self.flow.looked(node),
            *body,
            *kept,
            code.assign(candidates, code.Method(picking, "next_candidates", (row,))),
            code.If(code.all_of([candidates, code.is_there(seat)]), waits),
            code.assign(result, code.Method(picking, "end", (row, code.Literal(node.decline is not None)))),
            code.assign(picked, code.NONE),
        )

    # ---- several seats at once

    def _ask(self, node: ir.Ask, is_last: bool) -> code.Body:
        here = self.flat.starts[id(node)]
        answers, index = code.Name(f"v{node.answers}"), code.Name(f"v{node.index}")
        self.entries += [2 * here, 2 * here + 2]
        is_over = code.Binary(">=", index, code.Call("len", (code.Load(answers, code.ZERO),)))
        head: code.Body = (
            GO_ON,
            code.assign(index, code.Binary("+", index, code.ONE)),
            code.If(is_over, (code.assign(answers, code.NONE), code.Break())),
            *self.take_answer(node),
        )
        begin = GO_ON, *self.open_question(node, here)
        body = code.If(code.Binary("<=", AT, code.Literal(2 * here + 2)), head), *self.cut(node.body)
        return code.If(code.Binary("<=", AT, code.Literal(2 * here)), begin), *self.entered((code.Forever(body),), is_last)

    def open_question(self, node: ir.Ask, here: int) -> code.Body:
        """Open the question for every seat that has something to answer, and wait for the last of them."""
        return (
            *self.flow.looked(node),
            *self._opened(node),
            code.If(code.Call("is_open", (code.Name(f"v{node.answers}"),)), self._wait_for_all(node, here)),
            code.assign(code.Name(f"v{node.index}"), code.Literal(-1)),
        )

    def take_answer(self, node: ir.Ask) -> code.Body:
        """The next of the seats, and what it has answered."""
        answers, index = code.Name(f"v{node.answers}"), code.Name(f"v{node.index}")
        seat = code.assign(code.Name(f"v{node.items}"), code.Load(code.Load(answers, code.ZERO), index))
        return seat, *self._answered(node, code.Load(answers, code.Binary("+", index, code.ONE)))

    def _opened(self, node: ir.Ask) -> code.Body:
        """Note for each seat whether it has something to answer; what all have answered before, and was left early, is over."""
        answers, seat = code.Name(f"v{node.answers}"), code.Name(f"v{node.items}")
        kept, (seats,) = self.ask.held(code.Call("tuple", (self.ask.things(node.choice.seats, self.flow.scope),)))
        listing, before, decline = self.ask.fresh(), self.ask.fresh(), code.Literal(node.choice.decline is not None)
        answer: code.Expression = code.Call("first_of_row", (self._offered(node.choice), decline))
        if isinstance(node.choice, ir.Choose):
            answer = code.Call("first_of_choice", (self._offered(node.choice),))
        asked = (
            *kept,
            code.assign(listing, code.Items("list", ())),
            code.assign(before, seat),
            code.For((seat.id,), seats, (code.Append(listing.id, answer),)),
            code.assign(seat, before),
            code.assign(answers, code.Items("tuple", (seats, code.Spread(listing)))),
        )
        return (code.If(code.Logic("or", (code.is_none(answers), code.Not(code.Call("is_open", (answers,))))), asked),)

    def _wait_for_all(self, node: ir.Ask, here: int) -> code.Body:
        if not self.resumes:
            return self.wait(here)
        frame = code.Items("tuple", (code.Literal(self.flow.procedure), code.Literal(here), code.Items("tuple", self.places)))
        asked = code.Load(code.Table("ASKED"), code.Literal(node.choice.site))
        answered = self.ask.fresh()
        return code.Store(answered, code.Call("answer_all", (code.RUN, code.STATE, asked, frame))), *unpack(
            self.places, answered
        )

    def _answered(self, node: ir.Ask, answer: code.Expression) -> code.Body:
        choice, result = node.choice, code.Name(f"v{node.choice.result}")
        branch, values = code.Load(answer, code.ONE), code.Load(answer, code.Literal(2))
        if isinstance(choice, ir.PickMany):
            return (code.assign(result, code.Select(code.Binary("==", branch, code.Literal(-1)), code.NONE, values)),)
        return code.assign(result, branch), *self._taken(choice, values)


def _joined(cuts: list[Any]) -> list[Any]:
    """Statements that are skipped under the same condition, one after the other, are skipped together."""
    joined: list[Any] = []
    lines: list[code.Line] = []
    for one in cuts:
        if isinstance(one, code.Line):
            lines.append(one)
            continue
        before = joined[-1] if joined else one
        if joined and _is_skipped(one) and _is_skipped(before) and not before.otherwise:
            joined[-1] = code.If(_STANDS_HERE, (*before.then, *lines, *one.then), one.otherwise)
        else:
            joined += [*lines, one]
        lines = []
    return joined + lines


def _is_skipped(one: Any) -> bool:
    return isinstance(one, code.If) and one.test == _STANDS_HERE


_CUT: dict[type, Callable[[StepForm, Any, bool], code.Body]] = {
    ir.If: StepForm._if,
    ir.Each: StepForm._each,
    ir.Loop: StepForm._loop,
    ir.Block: StepForm._block,
    ir.Call: StepForm._call,
    ir.Dispatch: StepForm._dispatch,
    ir.Choose: StepForm._decide,
    ir.PickMany: StepForm._decide,
    ir.Ask: StepForm._ask,
}
