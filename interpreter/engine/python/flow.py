"""Writes a procedure in one piece: Python's own `if`, `for` and `break` for the rules' control flow.

This is the run form, where a policy answers on the spot, and the way every stretch that never waits is written.
"""

from __future__ import annotations

from collections import Counter
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Any

from ... import ir
from ...ir.analysis.calls import leaving
from ...ir.analysis.none_ness import CAN_BE_NONE, MANY_STEPS, Facts
from ...ir.walk import is_expression, walk
from ..reference.interpreter import STEP_BUDGET
from .counting import Fired
from .doing import Doing
from .loop_shapes import Ways, answered, drawn_from, left_out, one_by_one, rest_of_round, settles
from .values import Scope

ALWAYS = ir.Const(1)
ROUNDS = 64  # the rounds of a loop are counted so many at a time
BEGIN_ANEW = f"R.budget = {STEP_BUDGET}; S.looked_at = 0"  # after a decision the rules have time again


@dataclass
class _Around:
    """A Python loop that is being written: for a named stretch or for one of the rules' own loops."""

    label: str | None
    crossed: bool = False


class Flow(Doing):
    def __init__(self, facts: Facts, procedure: int, rows: bool = False) -> None:
        super().__init__(facts, procedure, rows)
        self.around: list[_Around] = []
        self.stands_for: str | None = None  # the stretch that ends with the loop which is written next
        self.goals: dict[str, int] = {}  # stretches that are left from inside further loops, by number

    @property
    def repeats(self) -> bool:
        return bool(self.around)

    def stretch(self, node: ir.Stmt | Fired) -> None:
        """A statement with everything in it."""
        self.line = getattr(node, "line", 0) or self.line
        if isinstance(node, ir.Seq):
            self._row(list(node.body))
        elif isinstance(node, ir.If):
            self._if(node)
        elif isinstance(node, ir.Each):
            self._each(node)
        elif isinstance(node, ir.Loop):
            self._loop(node)
        elif isinstance(node, ir.Block):
            self._block(node)
        elif isinstance(node, ir.Leave):
            self.leave(node.label)
        elif isinstance(node, ir.Call):
            self._call(node)
        elif isinstance(node, ir.Dispatch):
            self._dispatch(node)
        elif isinstance(node, ir.Choose | ir.PickMany):
            self.decide(node)
            picked = dict(self.origins)
            self.changed()
            self.origins = picked
        elif isinstance(node, ir.Ask):
            self.ask(node)
        elif isinstance(node, Fired):
            unless = "" if node.answers is None else f"if {self.scope.names[node.answers]} is None: "
            self.write(f"{unless}R.fired[{node.procedure}] += 1")
        elif isinstance(node, ir.Mix):
            self.mix(node)
            self.changed()
        else:
            self.do(node)

    def _row(self, rest: list[ir.Stmt]) -> None:
        """Statements one after the other. What is done with an answer is written where the answer is known."""
        while rest:
            node = rest.pop(0)
            then = answered(node, rest[0]) if isinstance(node, ir.Choose) and rest else None
            if then is None:
                self.stretch(node)
            else:
                assert isinstance(node, ir.Choose)
                self.line = node.line or self.line
                self.choose(node, then)
                self.changed()
                del rest[0]

    def decide(self, node: ir.Choose | ir.PickMany) -> None:
        raise NotImplementedError

    def choose(self, node: ir.Choose, then: Ways) -> None:
        """A choice among options, and what is done after each of them."""
        raise NotImplementedError

    def ask(self, node: ir.Ask) -> None:
        raise NotImplementedError

    def mix(self, node: ir.Mix) -> None:
        raise NotImplementedError

    def _if(self, node: ir.If) -> None:
        if isinstance(node.then, ir.Dispatch) and self.is_asked_last(node):
            self._dispatch(node.then, node.condition)
            return
        with self.block(f"if {self.test(node.condition, self.scope)}:"):
            self.stretch(node.then)
        self.changed()
        if node.otherwise != ir.NOTHING_TO_DO:
            with self.block("else:"):
                self.stretch(node.otherwise)
            self.changed()

    def is_asked_last(self, node: ir.Stmt) -> bool:
        """Whether a statement is about what is written on a card, which most cards know nothing of: then its condition can
        wait, unless it could stop the rules."""
        is_about_card = isinstance(node, ir.If) and isinstance(node.then, ir.Dispatch) and node.otherwise == ir.NOTHING_TO_DO
        return is_about_card and not self.strays(node.condition)  # type: ignore[union-attr]

    # ---- loops

    def _each(self, node: ir.Each) -> None:
        if self._marks_all(node):
            return
        source = self.things(node.source, self.scope)
        act = node.body.then if isinstance(node.body, ir.If) and self.is_asked_last(node.body) else node.body
        if isinstance(act, ir.Dispatch) and act.card == ir.Local(node.slot) and act.index is None and node.until is None:
            source = self.atom(source)
            with self.block(f"if not HEARD_{self.facts.numbers[id(act)]}.isdisjoint({source}):"):
                self._repeat(node, source)
        else:
            self._repeat(node, source)

    def _repeat(self, node: ir.Each, source: str) -> None:
        source = self.count_each(node, source)
        start = len(self.lines)
        each = self.scope.names[node.slot]
        if ir.Local(node.index) in walk(node.body):
            each, source = f"{self.scope.names[node.index]}, {each}", f"enumerate({source})"
        with self.python_loop(f"for {each} in {source}:", None):
            if self.facts.is_dear(node.body):
                self.stop_if_too_much()
            self.stretch(node.body)
            if node.until is not None:
                self.write(f"if {self.test(node.until, self.scope)}: break")
        if len(self.lines) == start + 2 and self.lines[-1].split()[0] == "pass":
            del self.lines[start:]

    def _marks_all(self, node: ir.Each) -> bool:
        """`mark every …` and `unmark every …` change a variable of many things at once."""
        steps = node.body.body if isinstance(node.body, ir.Seq) else (node.body,)
        thing = ir.Local(node.slot)
        if len(steps) != 2 or node.until is not None or self.rows:
            return False
        write, mark = steps
        if not isinstance(write, ir.Write) or not isinstance(mark, ir.Mark):
            return False
        same = write.variable == mark.variable and write.of == thing == mark.of
        if not same or not isinstance(write.value, ir.Const) or write.add or mark.player is not None:
            return False
        moment = f"MOMENTS[{self.facts.moments.index(mark.moment)}]" if mark.moment else "''"
        things = self.things(node.source, self.scope)
        change = f"mark_all(S, {write.variable}, {things}, {write.value.value}, {moment})"
        if things == "PLAYERS" and not mark.moment:
            change = f"if S.marks or {self.state('V')}[{write.variable}].count({write.value.value}) < len(PLAYERS): {change}"
        self.write(change)
        return True

    def _loop(self, node: ir.Loop) -> None:
        most = node.most.value if isinstance(node.most, ir.Const) else None
        count = self.scope.names[node.count]
        zone = drawn_from(node)
        if most == 1 and zone is not None:
            self.stretch(node.body)
            return
        if most == 1:
            with self.block(f"if {self.test(ir.Op(ir.Sign.NOT, (node.until,)), self.scope)}:"):
                self.write(f"{count} = 0")
                self.stretch(node.body)
            return
        if zone is not None and isinstance(node.body, ir.Move) and self.draws_several(zone, node.body, node.most):
            return
        flag = self._settled_flag(node)
        with nullcontext() if flag is None else self.block(f"if not {self.test(node.until, self.scope)}:"):
            limit = self.named(node.most, self.scope)
            times = limit if not self.can_be_none(node.most, self.scope) else f"{limit} or 0"
            with self.python_loop(f"for {count} in range({times}):", None):
                start = len(self.lines)
                self.count_rounds(node)
                counted = len(self.lines)
                if flag is None:
                    self.write(f"if {self.test(node.until, self.scope)}: break")
                    self.stretch(node.body)
                else:
                    self._round(node.body, flag)
                if any(line.startswith(f"{'    ' * self.indent}{BEGIN_ANEW}") for line in self.lines[counted:]):
                    del self.lines[start:counted]  # there is a decision in every round

    def _settled_flag(self, node: ir.Loop) -> int | None:
        """The flag that ends a loop, if each round settles it at its end and nobody asks for it otherwise."""
        if self.written_out or not isinstance(node.until, ir.Local):
            return None
        flag = node.until.slot
        kept = {one.slot for one in walk(left_out(node.body, flag), is_expression) if isinstance(one, ir.Let)}
        asked = Counter(one.slot for one in walk(self.definition.procedures[self.procedure].body) if isinstance(one, ir.Local))
        inside = Counter(one.slot for one in walk(node) if isinstance(one, ir.Local))
        if asked[flag] > 1 or any(asked[slot] > inside[slot] for slot in kept):
            return None
        settled = sum(isinstance(one, ir.Let) and one.slot == flag for one in walk(node.body, is_expression))
        return flag if settled and settled == settles(node.body, flag) else None

    def _round(self, node: ir.Stmt, flag: int) -> None:
        """A round of a loop; where it would settle the flag, it ends the loop."""
        (*before, settle), after = rest_of_round(node, flag)
        self._row(before)
        if isinstance(settle, ir.If):
            with self.block(f"if {self.test(settle.condition, self.scope)}:"):
                self._round(settle.then, flag)
            self.changed()
            with self.block("else:"):
                self._round(settle.otherwise, flag)
            self.changed()
        elif not isinstance(settle, ir.Let) or settle.slot != flag:
            self.stretch(settle)
        elif settle.value != ir.Const(0):
            self.write(f"if {self.test(settle.value, self.scope)}: break")
        self._row(list(after))

    def count_each(self, node: ir.Each, source: str) -> str:
        """The rounds of a loop over many things are counted before it."""
        weight = self.facts.weight(node.body)
        if self.facts.effort.steps(node) <= MANY_STEPS and weight == 1:
            return source
        name = self.atom(source)
        self.write(f"R.budget -= len({name}) * {weight}" if weight > 1 else f"R.budget -= len({name})")
        self.write("if R.budget < 0: raise Endless")
        return name

    def count_rounds(self, node: ir.Loop) -> None:
        if self.facts.is_dear(node.body):
            self.stop_if_too_much()
        if self.facts.effort.steps(node) > MANY_STEPS:
            few = isinstance(node.most, ir.Const) and isinstance(node.most.value, int) and node.most.value < ROUNDS
            weight = self.facts.weight(node.body)
            if few or weight > 1:
                self.count(weight)
                return
            with self.block(f"if {self.scope.names[node.count]} & {ROUNDS - 1} == {ROUNDS - 1}:"):
                self.count(ROUNDS)

    def count(self, steps: int = 1) -> None:
        """Rules that go on for too long without a decision are stopped."""
        self.write(f"R.budget -= {steps}")
        self.write("if R.budget < 0: raise Endless")

    def python_loop(self, header: str, label: str | None) -> Any:
        return _PythonLoop(self, header, label)

    # ---- ending a stretch

    def _block(self, node: ir.Block) -> None:
        if node.label not in leaving(node.body, self.facts.leaks):
            self.stretch(node.body)
            return
        *before, last = one_by_one(node.body)
        first_left = leaving(ir.Seq(tuple(before)), self.facts.leaks)
        if isinstance(last, ir.Loop) and last.most != ir.Const(1) and node.label not in first_left:
            self._row(before)
            self.stands_for = node.label
            self.stretch(last)
            return
        with self.python_loop("while True:", node.label):
            self.stretch(node.body)
            self.write("break")

    def leave(self, label: str) -> None:
        places = [number for number, one in enumerate(self.around) if one.label == label]
        if not places:
            self.write(f"return {self.facts.labels[label]}")
            return
        if places[-1] < len(self.around) - 1:
            self.write(f"leave = {self.goals.setdefault(label, len(self.goals) + 1)}")
            for one in self.around[places[-1] + 1 :]:
                one.crossed = True
        self.write("break")

    # ---- calling

    def _call(self, node: ir.Call) -> None:
        number = node.procedure
        if self.facts.is_small(number) and number not in self.written_out:
            self._write_out(node)
            return
        arguments = "".join(f", {self.value(one, self.scope)}" for one in node.arguments)
        self.called(f"p{number}(R, S{arguments})", self.facts.leaks[number])

    def _write_out(self, node: ir.Call) -> None:
        """A small procedure is written where it is called, with places of its own."""
        outer, line, mark = self.scope, self.line, self.mark
        names = [self.named(one, outer) for one in node.arguments]
        self.scope = self._inner_scope(node, names)
        self.written_out.append(node.procedure)
        self.mark = f"p{node.procedure} "
        self.changed()
        self.stretch(self.body_of(node.procedure))
        self.written_out.pop()
        self.scope, self.line, self.mark = outer, line, mark
        self.changed()

    def _inner_scope(self, node: ir.Call, names: list[str]) -> Scope:
        procedure, outer = self.definition.procedures[node.procedure], self.scope
        inner = self.scope_of(node.procedure)
        for slot in range(len(procedure.slots)):
            if slot >= procedure.parameters:
                inner.names[slot] = self.fresh("u")
            elif slot < len(names):
                argument = node.arguments[slot]
                inner.names[slot] = names[slot]
                inner.known[slot] = CAN_BE_NONE if self.can_be_none(argument, outer) else self.facts.of(argument, outer.known)
                inner.about[slot] = self.about(argument, outer) or inner.about[slot]
            else:
                inner.names[slot] = "None"
        return inner

    def called(self, call: str, leaks: set[str]) -> None:
        """A call, and what to do when it ends a stretch around it."""
        self.changed()
        if not leaks:
            self.write(call)
            return
        result = self.atom(call)
        for label in sorted(leaks):
            with self.block(f"if {result} == {self.facts.labels[label]}:"):
                self.leave(label)

    def _dispatch(self, node: ir.Dispatch, condition: ir.Expr = ALWAYS) -> None:
        """Calls what the row of a card says, unless the card is mute. Most rows say nothing, so the condition is asked last."""
        found, arguments, awake = self.dispatched(node)
        leaks = set().union(*(self.facts.leaks[procedure] for _, procedure in node.table))
        with self.block(f"if {found} is not None{awake}:"), self.block(f"if {self.test(condition, self.scope)}:"):
            procedure = self.fresh("q")
            with self.python_loop(f"for {procedure} in {found}:", None):
                self.called(f"PROC[{procedure}](R, S, {arguments})", leaks)

    def dispatched(self, node: ir.Dispatch) -> tuple[str, str, str]:
        """Where the procedures are found, what they get, and when the card may act at all."""
        scope: Scope = self.scope
        card = self.named(node.card, scope)
        key = card
        if node.index is not None:
            place = self.named(node.index, scope)
            key = f"({card}, {place} or 0)"
        found = self.atom(f"DISPATCH_{self.facts.numbers[id(node)]}.get({key})")
        mute = self.definition.mute
        awake = f" and not {self.state('V')}[{mute}][{card}]" if node.sort == "card" and mute is not None else ""
        return found, f"{self.value(node.player, scope)}, {card}, {card}", awake


class _PythonLoop:
    """A Python loop around what is written meanwhile; when something in it leaves a stretch further out, so does the loop."""

    def __init__(self, writer: Flow, header: str, label: str | None) -> None:
        self.writer = writer
        self.block = writer.block(header)
        self.one = _Around(label or writer.stands_for)
        writer.stands_for = None

    def __enter__(self) -> None:
        self.writer.changed()
        self.writer.around.append(self.one)
        self.block.__enter__()

    def __exit__(self, *problem: Any) -> None:
        self.block.__exit__(*problem)
        self.writer.changed()
        self.writer.around.pop()
        if not self.one.crossed:
            return
        goal = self.writer.goals.get(self.writer.around[-1].label or "")
        with self.writer.block("if leave:"):
            if goal is not None:
                self.writer.write(f"if leave == {goal}: leave = 0")
            self.writer.write("break")
