"""Writes a procedure cut at the points where it must wait: the step form.

The function goes through numbered blocks and can be entered at any point where play can stand. What is alive at a cut goes
into a plain tuple frame; stretches that never wait are written in one piece. Points are numbered as in `flatten`, so that a
frame means the same to the reference interpreter, to a save and here.
"""

from __future__ import annotations

from ... import ir
from ..flatten import Code
from .acts import WAITS
from .calls import leaving
from .deciding import Deciding
from .facts import Facts

_INNER = 1_000_000  # points that play never stands at are numbered from here


class Steps(Deciding):
    """Writes `s12(R, S, at, v0, v1, …)`. It returns None when it is done, 1 when it waits, or the stretch that it ends."""

    each = "call_each"

    def __init__(self, facts: Facts, procedure: int, watched: bool, code: Code) -> None:
        super().__init__(facts, procedure, watched)
        self.code = code
        self.inner = _INNER
        self.entries: list[int] = []
        self.ends: list[tuple[str, int]] = []
        self.indent = 2

    def whole(self, body: ir.Stmt) -> None:
        self.point(0)
        self.cut(body)
        self.write("return None")

    # ---- points

    def point(self, number: int) -> None:
        """Here begins a block; play can come here from anywhere in the function."""
        self.changed()
        if number < _INNER:
            self.entries.append(number)
        self.indent = 2
        self.write(f"if at == {number}:")
        self.indent = 3

    def new_point(self) -> int:
        self.inner += 1
        return self.inner

    def go(self, number: int, back: bool = False) -> None:
        self.write(f"at = {number}")
        if back:
            self.write("continue")

    def wait(self, number: int) -> None:
        places = "".join(f"v{slot}, " for slot in range(self.code.slots))
        self.write(f"R.left.append(({self.procedure}, {number}, ({places})))")
        self.write(f"return {WAITS}")

    # ---- statements that may wait

    def cut(self, node: ir.Stmt) -> None:
        """A statement; one that neither waits nor ends a stretch that is cut itself is written in one piece."""
        if self.facts.waiting(node) or leaving(node, self.facts.leaks) & {label for label, _ in self.ends}:
            self._cut(node)
        else:
            self.stretch(node)

    def _cut(self, node: ir.Stmt) -> None:
        self.line = getattr(node, "line", 0) or self.line
        if isinstance(node, ir.Seq):
            for one in node.body:
                self.cut(one)
        elif isinstance(node, ir.If):
            self._cut_if(node)
        elif isinstance(node, ir.Each):
            self._cut_each(node)
        elif isinstance(node, ir.Loop):
            self._cut_loop(node)
        elif isinstance(node, ir.Block):
            end = self.new_point()
            self.ends.append((node.label, end))
            self.cut(node.body)
            self.ends.pop()
            self.go(end)
            self.point(end)
        elif isinstance(node, ir.Leave):
            self.leave_to(node.label)
        elif isinstance(node, ir.Call):
            arguments = "".join(f", {self.value(one, self.scope)}" for one in node.arguments)
            after = self.code.starts[id(node)] + 1
            self._returned(self.call_of(node.procedure, arguments), self.facts.leaks[node.procedure], after)
        elif isinstance(node, ir.Dispatch):
            self._cut_dispatch(node)
        elif isinstance(node, ir.Choose | ir.PickMany):
            self._cut_decision(node)
        elif isinstance(node, ir.Ask):
            self._cut_ask(node)
        else:
            self.do(node)

    def call_of(self, procedure: int, arguments: str) -> str:
        waits = procedure in self.facts.waits
        return f"s{procedure}(R, S, 0{arguments})" if waits else f"p{procedure}(R, S{arguments})"

    def _cut_if(self, node: ir.If) -> None:
        otherwise, end = self.new_point(), self.new_point()
        then = self.new_point()
        self.write(f"at = {then} if {self.test(node.condition, self.scope)} else {otherwise}")
        self.point(then)
        self.cut(node.then)
        self.go(end)
        self.point(otherwise)
        self.cut(node.otherwise)
        self.go(end)
        self.point(end)

    def _cut_each(self, node: ir.Each) -> None:
        head, body, end = self.new_point(), self.new_point(), self.new_point()
        items, index = f"v{node.items}", f"v{node.index}"
        self.write(f"{items} = tuple({self.things(node.source, self.scope)})")
        self.write(f"{index} = -1")
        self.go(head)
        self.point(head)
        self.write(f"{index} += 1")
        with self.block(f"if {index} >= len({items}):"):
            self.go(end)
        with self.block("else:"):
            self.write(f"v{node.slot} = {items}[{index}]")
            self.go(body)
        self.point(body)
        self.cut(node.body)
        if node.until is not None:
            with self.block(f"if not {self.test(node.until, self.scope)}:"):
                self.go(head, back=True)
            self.go(end)
        else:
            self.go(head, back=True)
        self.point(end)

    def _cut_loop(self, node: ir.Loop) -> None:
        head, body, end = self.new_point(), self.new_point(), self.new_point()
        limit, count = f"v{self.code.limits[id(node)]}", f"v{node.count}"
        self.write(f"{limit} = {self.value(node.most, self.scope)} or 0")
        self.write(f"{count} = -1")
        self.go(head)
        self.point(head)
        self.count()
        self.write(f"{count} += 1")
        self.go(end)
        with self.block(f"if {count} < {limit}:"), self.block(f"if not {self.test(node.until, self.scope)}:"):
            self.go(body)
        self.point(body)
        self.cut(node.body)
        self.go(head, back=True)
        self.point(end)

    def leave_to(self, label: str) -> None:
        ends = [end for name, end in self.ends if name == label]
        if ends:
            self.go(ends[-1])
            self.write("continue")
        else:
            self.write(f"return {self.facts.labels[label]}")

    def _returned(self, call: str, leaks: set[str], after: int) -> None:
        """A call that may wait or end a stretch; afterwards play goes on at a point of its own."""
        result = self.atom(call)
        with self.block(f"if {result} is not None:"):
            with self.block(f"if {result} == {WAITS}:"):
                self.wait(after)
            for label in sorted(leaks):
                with self.block(f"if {result} == {self.facts.labels[label]}:"):
                    self.leave_to(label)
        self.go(after)
        self.point(after)

    def _cut_dispatch(self, node: ir.Dispatch) -> None:
        found, arguments, awake = self.dispatched(node)
        leaks = set().union(*(self.facts.leaks[procedure] for _, procedure in node.table))
        call = f"({self.each}(R, S, {found}, ({arguments})) if {found} is not None{awake} else None)"
        self._returned(call, leaks, self.code.starts[id(node)] + 1)

    def _cut_decision(self, node: ir.Choose | ir.PickMany) -> None:
        here = self.code.starts[id(node)]
        places = ", ".join(f"v{slot}" for slot in range(self.code.slots))
        after = here + 1
        if isinstance(node, ir.PickMany):
            self.go(here)
            self.point(here)
        seat = self.named_seat(node)
        offered = self.atom(f"o{node.site}(S, {places})")
        if isinstance(node, ir.PickMany):
            picked = self.atom(f"v{node.picked} or ()")
            with self.block(f"if {seat} is not None and {offered}.next_candidates({picked}):"):
                self.write(f"R.offered, R.asked = {offered}, {seat}")
                self.wait(here)
            self.write(f"v{node.result} = {offered}.end({picked}, {node.decline is not None})")
            self.write(f"v{node.picked} = None")
        else:
            with self.block(f"if {offered} and {seat} is not None:"):
                self.write(f"R.offered, R.asked = {offered}, {seat}")
                self.wait(here)
            self.declined(node)
        self.go(after)
        self.point(after)


    # ---- several seats at once

    def _cut_ask(self, node: ir.Ask) -> None:
        here = self.code.starts[id(node)]
        body, end = self.new_point(), self.new_point()
        self.go(here)
        self.point(here)
        self._open_question(node)
        with self.block(f"if any([one[0] for one in v{node.answers}[1:]]):"):
            self.wait_for_all(node, here)
        self.write(f"v{node.index} = -1")
        self.go(here + 1)
        self.point(here + 1)
        self.write(f"v{node.index} += 1")
        with self.block(f"if v{node.index} >= len(v{node.answers}[0]):"):
            self.write(f"v{node.answers} = None")
            self.go(end)
        with self.block("else:"):
            self._take_answer(node)
            self.go(body)
        self.point(body)
        self.cut(node.body)
        self.go(here + 1, back=True)
        self.point(end)

    def _open_question(self, node: ir.Ask) -> None:
        """Note for each seat whether it has something to answer."""
        with self.block(f"if v{node.answers} is None:"):
            seats = self.atom(f"tuple({self.things(node.choice.seats, self.scope)})")
            found, before = self.fresh(), self.fresh()
            self.write(f"{found} = []")
            self.write(f"{before} = v{node.items}")
            places = ", ".join(f"v{slot}" for slot in range(self.code.slots))
            possible = f"o{node.choice.site}(S, {places})"
            if isinstance(node.choice, ir.PickMany):
                possible += ".next_candidates(())"
            with self.block(f"for v{node.items} in {seats}:"):
                self.write(f"{found}.append((1 if {possible} else 0, -1, ()))")
            self.write(f"v{node.items} = {before}")
            self.write(f"v{node.answers} = ({seats}, *{found})")

    def wait_for_all(self, node: ir.Ask, here: int) -> None:
        self.wait(here)

    def _take_answer(self, node: ir.Ask) -> None:
        choice = node.choice
        self.write(f"v{node.items} = v{node.answers}[0][v{node.index}]")
        branch, values = self.fresh(), self.fresh()
        self.write(f"_, {branch}, {values} = v{node.answers}[1 + v{node.index}]")
        if isinstance(choice, ir.PickMany):
            self.write(f"v{choice.result} = None if {branch} == -1 else {values}")
            return
        for number, one in enumerate(choice.branches):
            if one.picks:
                with self.block(f"if {branch} == {number}:"):
                    self.write(f"{''.join(f'v{slot}, ' for slot, _, _ in one.picks)}= {values}")
        with self.block(f"if {branch} < 0:"):
            self.declined(choice)
        with self.block("else:"):
            self.write(f"v{choice.result} = {branch}")
            if self.watched:
                places = ", ".join(self.scope.names[slot] for slot in sorted(self.scope.names))
                self.write(f"tell_answer(R, ASKED[{choice.site}], {branch}, [{places}])")


class Resuming(Steps):
    """The step form with a policy: entered where play stands, it goes on to the end of the procedure without waiting."""

    each = "run_each"

    def call_of(self, procedure: int, arguments: str) -> str:
        return f"p{procedure}(R, S{arguments})"

    def _cut_decision(self, node: ir.Choose | ir.PickMany) -> None:
        here = self.code.starts[id(node)]
        self.go(here)
        self.point(here)
        self.decide(node)
        self.go(here + 1)
        self.point(here + 1)

    def wait_for_all(self, node: ir.Ask, here: int) -> None:
        places = "".join(f"v{slot}, " for slot in range(self.code.slots))
        self.write(f"{places}= answer_all(R, S, ASKED[{node.choice.site}], ({self.procedure}, {here}, ({places})))")
