"""Lowers a procedure in one piece: plain `if`, loops and stretches for the rules' control flow.

This is the run form, where a policy answers on the spot, and the way every stretch that never waits is lowered. Decisions are
lowered by `decisions`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ... import ir
from ...ir.analysis.about import About
from ...ir.analysis.calls import leaving
from ...ir.analysis.none_ness import CAN_BE_NONE, Facts
from ...ir.walk import places_filled, walk
from ..effect_rows import operands_of
from ..events import abilities_in
from . import nodes as code
from .charging import deeper, looked, spent
from .counting import Fired, counted
from .decisions import Decisions
from .effects import EFFECTS
from .inspection import names_read
from .scope import CodeScope
from .values import Values

ALWAYS = ir.Const(1)


class Flow:
    """Lowers the statements of one procedure. `drawn` source picks by a number between 0 and 1 that the run draws; `counts`
    says whether abilities that come into effect are counted, `rows` whether every effect is noted as a row of numbers."""

    def __init__(self, facts: Facts, procedure: int, drawn: bool = False, counts: bool = False, rows: bool = False) -> None:
        self.facts = facts
        self.definition = facts.definition
        self.ask = Values(facts)
        self.decisions = Decisions(self.ask, drawn, counts)
        self.procedure = procedure
        self.counts = counts
        self.rows = rows
        self.scope = self.scope_of(procedure)
        self.written_out: list[int] = []  # procedures that are being written where they are called, the innermost last
        self.called_at: list[tuple[int, int]] = []  # where each of them is called: procedure and line
        self.around: list[int] = []  # the stretches that are being lowered

    def scope_of(self, procedure: int) -> CodeScope:
        slots = self.definition.procedures[procedure].slots
        return CodeScope(
            {slot: code.Name(f"v{slot}") for slot in range(len(slots))},
            dict(self.facts.places[procedure]),
            {slot: None if type in (ir.ANSWERS, ir.NOTHING) else type.many for slot, type in enumerate(slots)},
            {slot: self._about(type) for slot, type in enumerate(slots)},
            dict(self.facts.bounds[procedure]),
        )

    def _about(self, type: ir.Type) -> About:
        """The kinds or families that a type names."""
        tables: tuple[Any, ...] = self.definition.kinds if type.sort == ir.TypeSort.CARD else self.definition.families
        if type.sort not in (ir.TypeSort.CARD, ir.TypeSort.ZONE) or not type.names:
            return None
        sort = ir.ThingSort(type.sort)
        return frozenset((sort, number) for number, one in enumerate(tables) if one.name in type.names)

    def whole(self) -> code.Body:
        """The procedure that was asked for."""
        return self.statement(self.body_of(self.procedure))

    def body_of(self, procedure: int) -> ir.Stmt:
        """What a procedure does, with what is counted in it."""
        body = self.definition.procedures[procedure].body
        return counted(body, procedure) if self.counts and procedure in abilities_in(self.definition) else body

    @property
    def lowering(self) -> int:
        """The procedure whose statements are being lowered, be it where it is called."""
        return self.written_out[-1] if self.written_out else self.procedure

    def line(self, number: int) -> code.Line:
        return code.Line(self.lowering, number, tuple(self.called_at))

    def name_of(self, slot: int) -> code.Name:
        name = self.scope.names[slot]
        assert isinstance(name, code.Name)
        return name

    def statement(self, node: Any) -> code.Body:
        """A statement with everything in it."""
        line = getattr(node, "line", 0)
        first = (self.line(line),) if line else ()
        if type(node) in EFFECTS:
            return *first, *self.looked(node), *self._noted(node), *EFFECTS[type(node)](self.ask, node, self.scope)
        seen = self.looked(node) if type(node) in _LOOKING else ()
        return *first, *seen, *_FLOW[type(node)](self, node)

    # ---- what the budget counts

    def looked(self, node: ir.Stmt | ir.Expr | None) -> code.Body:
        return looked(self.ask, node)

    def spent_rounds(self, node: ir.Each, source: code.Expression) -> tuple[code.Body, code.Expression]:
        """The rounds of a long loop over things are counted before it."""
        steps = self.facts.charges.round(node)
        if not steps:
            return (), source
        kept, (things,) = self.ask.held(source)
        return (*kept, code.Spend(code.Binary("*", code.length(things), code.Literal(steps)))), things

    def begun_round(self, node: ir.Loop) -> code.Body:
        return spent(self.facts.charges.round(node))

    def _noted(self, node: ir.Stmt) -> code.Body:
        """What a debug build notes of an effect. It is asked once more for that, which is no part of the budget."""
        operands = operands_of(node) if self.rows else None
        if operands is None:
            return ()
        lists = tuple(self.ask.things(one, self.scope) for one in operands.lists)
        others = tuple(code.NONE if one is None else self.ask.value(one, self.scope) for one in operands.others)
        needed, fixed = tuple(self.ask.values(tuple(operands.needed), self.scope)), tuple(map(code.Literal, operands.fixed))
        parts = (code.Items("tuple", part) for part in (lists, needed, (*fixed, *others)))
        noted = code.Check(code.Call("note", (code.Field("R", "rows"), code.Literal(operands.kind), *parts)))
        budget = self.ask.fresh()
        return code.assign(budget, code.BUDGET), noted, code.Store(code.BUDGET, budget)

    def _seq(self, node: ir.Seq) -> code.Body:
        """Statements one after the other. What is done with an answer stands where the answer is known."""
        body: code.Body = ()
        rest = list(node.body)
        while rest:
            one = rest.pop(0)
            ways = _answered(one, rest[0]) if isinstance(one, ir.Choose) and rest else None
            if ways and isinstance(one, ir.Choose):
                del rest[0]
                then = {number: self.statement(way) for number, way in ways.items()}
                chosen = self.decisions.choose(one, self.scope, then=then)
                body += (self.line(one.line), *self.looked(one), *chosen)
            else:
                body += self.statement(one)
        return body

    def _fired(self, node: Fired) -> code.Body:
        counter = code.Load(code.Field("R", "fired"), code.Literal(node.procedure))
        counts = (code.Store(counter, code.Binary("+", counter, code.Literal(1))),)
        return counts if node.answers is None else (code.If(code.is_none(self.scope.names[node.answers]), counts),)

    def _if(self, node: ir.If) -> code.Body:
        if self.is_asked_last(node):
            assert isinstance(node.then, ir.Dispatch)
            return self._dispatch(node.then, node.condition)
        test, outer = self.ask.test(node.condition, self.scope), self.scope
        self.scope = self._where(node.condition, node.then)
        then = self.statement(node.then)
        self.scope = outer
        return *self.looked(node.condition), code.If(test, then, self.statement(node.otherwise))

    def _where(self, condition: ir.Expr, then: ir.Stmt) -> CodeScope:
        """Where a condition says that things are there, they are as long as nothing else is put into their places."""
        known = dict(self.scope.known)
        filled = {filled.slot for one in walk(then) for filled in places_filled(one)}
        for slot in slots_there(condition) - filled:
            known[slot] = known.get(slot, CAN_BE_NONE) & ~CAN_BE_NONE
            self.ask.guarded |= names_read(self.scope.names[slot])
        return replace(self.scope, known=known)

    def is_asked_last(self, node: ir.Stmt) -> bool:
        """Whether a statement is about what is written on a card, which most cards know nothing of: then its condition can
        wait, unless it could stop the rules."""
        if not isinstance(node, ir.If) or not isinstance(node.then, ir.Dispatch) or node.otherwise != ir.NOTHING_TO_DO:
            return False
        is_dear = self.looked(node.condition) or self.looked(node.then)
        return not is_dear and not self.ask.strays(node.condition)

    # ---- loops

    def _each(self, node: ir.Each) -> code.Body:
        counted, source = self.spent_rounds(node, self.ask.things(node.source, self.scope))
        return *self.looked(node.source), *counted, *self._gone_through(node, source)

    def _gone_through(self, node: ir.Each, source: code.Expression) -> code.Body:
        all_at_once = self._marks_all(node, source)
        if all_at_once:
            return all_at_once
        act = node.body.then if isinstance(node.body, ir.If) and self.is_asked_last(node.body) else node.body
        is_heard = isinstance(act, ir.Dispatch) and act.card == ir.Local(node.slot) and act.index is None
        if not is_heard or node.until is not None:
            return self._repeat(node, source)
        kept, (things,) = self.ask.held(source)
        heard = code.Method(code.Table(f"HEARD_{self.facts.numbers[id(act)]}"), "isdisjoint", (things,))
        return *kept, code.If(code.Not(heard), self._repeat(node, things))

    def _repeat(self, node: ir.Each, source: code.Expression) -> code.Body:
        names: tuple[str, ...] = (self.name_of(node.slot).id,)
        if ir.Local(node.index) in walk(node.body):
            names, source = (self.name_of(node.index).id, *names), code.Call("enumerate", (source,))
        body = self.statement(node.body)
        if node.until is not None:
            end = code.If(self.ask.test(node.until, self.scope), (code.Break(),))
            body += self.line(node.line), *self.looked(node.until), end
        return (code.For(names, source, body),) if any(not isinstance(one, code.Line) for one in body) else ()

    def _marks_all(self, node: ir.Each, source: code.Expression) -> code.Body:
        """`mark every …` and `unmark every …` change a variable of many things at once."""
        steps = node.body.body if isinstance(node.body, ir.Seq) else (node.body,)
        if len(steps) != 2 or node.until is not None or self.rows:
            return ()
        write, mark = steps
        if not isinstance(write, ir.Write) or not isinstance(mark, ir.Mark):
            return ()
        same = write.variable == mark.variable and write.of == ir.Local(node.slot) == mark.of
        if not same or not isinstance(write.value, ir.Const) or write.add or mark.player is not None:
            return ()
        rest = source, code.Literal(write.value.value), code.Literal(mark.moment)
        return (code.Act(code.Call("mark_all", (code.STATE, code.Literal(write.variable), *rest))),)

    def _loop(self, node: ir.Loop) -> code.Body:
        until = self.ask.test(node.until, self.scope)
        count = self.name_of(node.count)
        watched, begun = self.looked(node.until), self.begun_round(node)
        if node.most == ir.Const(1):
            once = code.assign(count, code.ZERO), *begun, *self.statement(node.body)
            return *watched, code.If(code.negated(until), once)
        most = self.ask.value(node.most, self.scope)
        rounds = code.Call(
            "range", (code.Logic("or", (most, code.Literal(0))) if self.ask.can_be_none(node.most, self.scope) else most,)
        )
        body = *watched, code.If(until, (code.Break(),)), *begun, *self.statement(node.body)
        return *self.looked(node.most), code.For((count.id,), rounds, body)

    # ---- stretches

    def _block(self, node: ir.Block) -> code.Body:
        if node.label not in leaving(node.body, self.facts.leaks):
            return self.statement(node.body)
        return (self.stretch(node.label, lambda: self.statement(node.body)),)

    def stretch(self, label: int, lower: Any) -> code.Stretch:
        self.around.append(label)
        body = lower()
        self.around.pop()
        return code.Stretch(label, body)

    def begin_leaving(self, label: int) -> code.Body:
        """Notes where a stretch is ended that nothing may be running of, for the lines are gone once that is known."""
        if label in self.around or label not in self.facts.homeless:
            return ()
        return (code.Act(code.Method(code.RUN, "note_leaving", ())),)

    def leave(self, label: int) -> code.Body:
        return (code.Leave(label) if label in self.around else code.Return(code.Literal(self.facts.labels[label])),)

    # ---- calling

    def _call(self, node: ir.Call) -> code.Body:
        return *spent(self.facts.charges.call(node)), *self._calling(node)

    def _calling(self, node: ir.Call) -> code.Body:
        number = node.procedure
        if self.facts.is_small(number) and number not in self.written_out:
            return self._write_out(node)
        call = code.Call(f"p{number}", (code.RUN, code.STATE, *self.ask.values(node.arguments, self.scope)))
        return self.called(call, self.facts.leaks[number], number in self.facts.charges.deep)

    def _write_out(self, node: ir.Call) -> code.Body:
        """A small procedure is written where it is called, with places of its own."""
        outer = self.scope
        kept, names = self.ask.held(*self.ask.values(node.arguments, outer))
        self.scope = self._inner_scope(node, names)
        self.called_at.append((self.lowering, node.line))
        self.written_out.append(node.procedure)
        body = self.line(0), *self.statement(self.body_of(node.procedure))
        self.written_out.pop()
        self.called_at.pop()
        self.scope = outer
        return *kept, *body

    def _inner_scope(self, node: ir.Call, names: list[code.Expression]) -> CodeScope:
        procedure, outer = self.definition.procedures[node.procedure], self.scope
        inner = self.scope_of(node.procedure)
        for slot in range(len(procedure.slots)):
            if slot >= procedure.parameters:
                inner.names[slot] = self.ask.fresh("u")
            elif slot < len(names):
                argument = node.arguments[slot]
                inner.names[slot] = names[slot]
                none = CAN_BE_NONE if self.ask.can_be_none(argument, outer) else self.facts.of(argument, outer.known)
                inner.known[slot] = none
                inner.about[slot] = self.ask.about(argument, outer) or inner.about[slot]
            else:
                inner.names[slot] = code.NONE
        return inner

    def called(self, call: code.Expression, leaks: set[int], is_deep: bool) -> code.Body:
        """A call, and what to do when it ends a stretch around it."""
        if not leaks:
            return deeper(code.Act(call), is_deep)
        result = self.ask.fresh()
        return *deeper(code.Store(result, call), is_deep), *self.left(result, leaks)

    def left(self, result: code.Name, leaks: set[int]) -> code.Body:
        return tuple(
            code.If(code.Binary("==", result, code.Literal(self.facts.labels[one])), self.leave(one)) for one in sorted(leaks)
        )

    def _dispatch(self, node: ir.Dispatch, condition: ir.Expr = ALWAYS) -> code.Body:
        """Calls what the row of a card says, unless the card is mute. Most rows say nothing, so the condition is asked last."""
        leaks = set().union(*(self.facts.leaks[procedure] for _, procedure in node.table))
        number = self.ask.fresh("q")

        def each(procedures: code.Expression, arguments: tuple[code.Expression, ...]) -> code.Body:
            call = code.Invoke("PROC", number, (code.RUN, code.STATE, *arguments))
            return (code.For((number.id,), procedures, self.called(call, leaks, self.is_deep(node))),)

        return self.dispatched(node, condition, each)

    def dispatched(self, node: ir.Dispatch, condition: ir.Expr, act: Any) -> code.Body:
        """What is done with the procedures that the row of a card names, and with what they get."""
        asked = [self.ask.value(node.card, self.scope)]
        asked += [self.ask.value(node.index, self.scope)] if node.index is not None else []
        kept, (card, *entry_of) = self.ask.held(*asked)
        key = code.Items("tuple", (card, code.Logic("or", (entry_of[0], code.Literal(0))))) if entry_of else card
        entry, mute = self.ask.fresh(), self.definition.mute
        table = code.Table(f"DISPATCH_{self.facts.numbers[id(node)]}")
        is_plain = not entry_of and not self.ask.can_be_none(node.card, self.scope)
        get = code.Load(table, card) if is_plain else code.Method(code.Table(f"{table.id}_OR_NONE"), "get", (key,))
        tests = [code.is_there(entry)]
        if node.sort == ir.ThingSort.CARD and mute is not None:
            tests.append(code.Not(code.Load(code.Load(code.Part("V"), code.Literal(mute)), card)))
        tests.append(self.ask.test(condition, self.scope))
        arguments = self.ask.value(node.player, self.scope), card
        counted = code.Spend(code.Load(entry, code.ZERO))
        done = counted, *act(code.Load(entry, code.ONE), arguments)
        return *kept, code.assign(entry, get), code.If(code.all_of(tests), done)

    def is_deep(self, node: ir.Dispatch) -> bool:
        """Whether what the rows of cards name may lead to itself."""
        return any(procedure in self.facts.charges.deep for _, procedure in node.table)

    # ---- decisions

    def _ask(self, node: ir.Ask) -> code.Body:
        """Several seats answer the same question, then the body runs for each of them."""
        choice = node.choice
        slots = [slot for branch in choice.branches for slot, _, _ in branch.picks] if isinstance(choice, ir.Choose) else []
        bound = tuple(self.name_of(slot) for slot in (node.items, choice.result, *slots))
        seat, answers = bound[0], self.ask.fresh()
        kept, (seats,) = self.ask.held(self.ask.things(choice.seats, self.scope))
        asking = *self.decisions.decide(choice, self.scope, seat), code.Append(answers.id, code.Items("tuple", bound))
        return (
            *kept,
            code.assign(answers, code.Items("list", ())),
            code.For((seat.id,), seats, asking),
            code.For(tuple(one.id for one in bound), answers, self.statement(node.body)),
        )


def _answered(node: ir.Choose, after: ir.Stmt) -> dict[int, ir.Stmt] | None:
    """The ways that a statement goes by the answer to the choice before it; None if it does more than that."""
    ways: dict[int, ir.Stmt] = {}
    while isinstance(after, ir.If):
        test = after.condition
        if not isinstance(test, ir.Op) or test.sign != ir.Sign.IS or test.arguments[0] != ir.Local(node.result):
            return None
        wanted = test.arguments[1]
        if not isinstance(wanted, ir.Const) or wanted.value not in range(len(node.branches)):
            return None
        ways.setdefault(int(wanted.value), after.then)  # type: ignore[arg-type]
        after = after.otherwise
    return ways if after == ir.NOTHING_TO_DO else None


def slots_there(condition: ir.Expr) -> set[int]:
    """The places whose things are there if a condition holds."""
    match condition:
        case ir.Op(sign=ir.Sign.AND):
            return {slot for one in condition.arguments for slot in slots_there(one)}
        case ir.Op(sign=ir.Sign.NOT, arguments=(ir.Op(sign=ir.Sign.IS_NONE, arguments=(ir.Local(slot=slot),)),)):
            return {slot}
        case ir.Feature() | ir.Read() | ir.Cell() if isinstance(condition.of, ir.Local):  # asked of nothing, they are none
            return {condition.of.slot}
    return set()


_LOOKING = (ir.Call, ir.Dispatch, ir.Choose, ir.Ask, ir.Mix)
_FLOW: dict[type, Any] = {
    ir.Seq: Flow._seq,
    ir.If: Flow._if,
    ir.Each: Flow._each,
    ir.Loop: Flow._loop,
    ir.Block: Flow._block,
    ir.Leave: lambda flow, node: (*flow.begin_leaving(node.label), *flow.leave(node.label)),
    ir.Call: Flow._call,
    ir.Dispatch: Flow._dispatch,
    ir.Choose: lambda flow, node: flow.decisions.decide(node, flow.scope),
    ir.PickMany: lambda flow, node: flow.decisions.decide(node, flow.scope),
    ir.Ask: Flow._ask,
    ir.Mix: lambda flow, node: flow.decisions.mix(node, flow.scope),
    Fired: Flow._fired,
}
