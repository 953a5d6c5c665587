"""Writes a procedure so that it can wait in the middle and be entered again there: the step form.

It is the run form with `at` added: 0 means go on, anything else is where play stands. What lies before that place is skipped,
and every statement that may wait takes its own places up. What is alive while waiting goes into a plain tuple frame. Points
are numbered as in `flatten`, so that a frame means the same to the reference interpreter, to a save and here; `at` is twice
the point, and one more for a decision that was answered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

from ... import ir
from ...ir.analysis.calls import leaving
from ...ir.analysis.none_ness import Facts
from ..flatten import Code
from .deciding import Deciding, write_picking
from .flow import ALWAYS
from .runtime_effects import WAITS
from .source import Asked

_LATER = "?"  # stands for the last place inside of what is being written, until that is known


class Steps(Deciding):
    """Writes `s12(R, S, at, places, v0, v1, …)`: `places` are those of a frame, or None for a call with arguments. It returns
    None when it is done, 1 when it waits, or the stretch that it ends."""

    each = "call_each"
    letter = "s"

    def is_settled(self, slot: int) -> bool:
        return False  # frames hold every place

    def __init__(self, facts: Facts, procedure: int, rows: bool, code: Code) -> None:
        super().__init__(facts, procedure, rows)
        self.code = code
        self.entries = [0]
        self.shelves: list[str] = []
        self.earlier: list[Callable[[], None]] = []  # what comes just before, skipped under the same condition
        self.known: Asked = {}  # what a condition just before has asked

    def shelf(self, name: str) -> str:
        self.shelves.append(f"K{self.letter}{self.procedure}_{name}")
        return self.shelves[-1]

    # ---- places

    def wait(self, number: int) -> None:
        places = "".join(f"v{slot}, " for slot in range(self.code.slots))
        self.write(f"R.left.append(({self.procedure}, {number}, ({places})))")
        self.write(f"return {WAITS}")

    @contextmanager
    def going_on(self) -> Iterator[None]:
        """What is skipped when play stands further down."""
        self.changed()
        with self.block("if not at:"):
            self._write_earlier()
            yield
        self.changed()

    def _write_earlier(self) -> None:
        earlier, self.earlier, line = self.earlier, [], self.line
        self.recall(self.known)
        self.known = {}
        for write in earlier:
            write()
        self.line = line

    def flush(self) -> None:
        """Skip what comes before under a condition of its own."""
        if self.earlier:
            with self.going_on():
                pass
        self.known = {}

    @contextmanager
    def taken_up(self, place: int) -> Iterator[None]:
        """The other case of `going_on`: play stands here, and goes on behind it."""
        self.entries.append(place)
        with self.block(f"elif at == {place}:"):
            self.write("at = 0")
            yield

    @contextmanager
    def entered(self, is_last: bool) -> Iterator[None]:
        """What is skipped when play stands behind it; nothing that may wait lies behind the last."""
        if is_last:
            yield
            return
        header = len(self.lines)
        with self.block(f"if at <= {_LATER}:"):
            yield
        self.lines[header] = self.lines[header].replace(_LATER, str(self.entries[-1]))

    # ---- statements that may wait

    def cut(self, node: ir.Stmt) -> None:
        """A statement; whatever in it never waits is written in one piece."""
        parts = self._parts(node)
        last = max((number for number, one in enumerate(parts) if self.facts.waiting(one)), default=-1)
        for number, one in enumerate(parts[: last + 1]):
            if self.facts.waiting(one):
                self._cut(one, number == last)
                self.changed()
            else:
                self.earlier.append(partial(self.stretch, one))
        self._write_earlier()
        for one in parts[last + 1 :]:
            self.stretch(one)

    def _parts(self, node: ir.Stmt) -> list[ir.Stmt]:
        if isinstance(node, ir.Block) and node.label not in leaving(node.body, self.facts.leaks):
            return self._parts(node.body)
        if isinstance(node, ir.Seq):
            return [part for one in node.body for part in self._parts(one)]
        return [node]

    def _cut(self, node: ir.Stmt, is_last: bool) -> None:
        self.line = getattr(node, "line", 0) or self.line
        if isinstance(node, ir.If):
            self._cut_if(node)
        elif isinstance(node, ir.Each):
            self._cut_each(node, is_last)
        elif isinstance(node, ir.Loop):
            self._cut_loop(node, is_last)
        elif isinstance(node, ir.Block):
            self.flush()
            with self.entered(is_last), self.python_loop("while True:", node.label):
                self.cut(node.body)
                self.write("break")
        elif isinstance(node, ir.Call):
            self._cut_call(node)
        elif isinstance(node, ir.Dispatch):
            self._cut_dispatch(node)
        elif isinstance(node, ir.Choose):
            self.cut_choose(node)
        elif isinstance(node, ir.PickMany):
            self.cut_pick_many(node)
        elif isinstance(node, ir.Ask):
            self._cut_ask(node, is_last)

    def _cut_if(self, node: ir.If) -> None:
        if isinstance(node.then, ir.Dispatch) and self.is_asked_last(node):
            self._cut_dispatch(node.then, node.condition)
            return
        way = self.fresh("y")
        if node.otherwise == ir.NOTHING_TO_DO:
            self._cut_then(node, way)
            return
        # Which way to go, 1 or 2; neither if play stands behind both.
        with self.going_on():
            self.write(f"{way} = 1 if {self.test(node.condition, self.scope)} else 2")
            known = self.asked_lately()
        header = len(self.lines)
        self.write(f"else: {way} = 1 if at <= {_LATER}1 else 2 if at <= {_LATER}2 else 0")
        for number, branch in ((1, node.then), (2, node.otherwise)):
            before = len(self.entries)
            if branch != ir.NOTHING_TO_DO:
                with self.block(f"if {way} == {number}:"):
                    self.changed()
                    self.known = known
                    self.cut(branch)
                self.changed()
            last = self.entries[-1] if len(self.entries) > before else -1
            self.lines[header] = self.lines[header].replace(f"{_LATER}{number}", str(last))

    def _cut_then(self, node: ir.If, way: str) -> None:
        with self.going_on():
            self.write(f"{way} = {self.test(node.condition, self.scope)}")
            self.known = self.asked_lately()
        header = len(self.lines)
        self.write(f"else: {way} = at <= {_LATER}")
        with self.block(f"if {way}:"):
            known = self.known
            self.changed()
            self.known = known
            self.cut(node.then)
        self.changed()
        self.lines[header] = self.lines[header].replace(_LATER, str(self.entries[-1]))

    def _cut_each(self, node: ir.Each, is_last: bool) -> None:
        items, index = f"v{node.items}", f"v{node.index}"

        line = self.line

        def head() -> None:
            self.line = line
            self.write(f"{index} += 1")
            self.write(f"if {index} >= len({items}): break")
            self.write(f"v{node.slot} = {items}[{index}]")

        with self.going_on():
            self.write(f"{items} = tuple({self.things(node.source, self.scope)})")
            self.count_each(node, items)
            self.write(f"{index} = -1")
        with self.entered(is_last), self.python_loop("while True:", None):
            self.earlier.append(head)
            self.cut(node.body)
            if node.until is not None:
                self.write(f"if {self.test(node.until, self.scope)}: break")

    def _cut_loop(self, node: ir.Loop, is_last: bool) -> None:
        limit, count = f"v{self.code.limits[id(node)]}", f"v{node.count}"

        line = self.line

        def head() -> None:
            self.line = line
            self.write(f"{count} += 1")
            self.count_rounds(node)
            self.write(f"if {count} >= {limit}: break")
            self.write(f"if {self.test(node.until, self.scope)}: break")

        with self.going_on():
            self.write(f"{limit} = {self.value(node.most, self.scope)} or 0")
            self.write(f"{count} = -1")
        with self.entered(is_last), self.python_loop("while True:", None):
            self.earlier.append(head)
            self.cut(node.body)

    # ---- calls

    def call_of(self, procedure: int, arguments: str) -> str:
        waits = procedure in self.facts.waits
        return f"s{procedure}(R, S, 0, None{arguments})" if waits else f"p{procedure}(R, S{arguments})"

    def _cut_call(self, node: ir.Call) -> None:
        after = self.code.starts[id(node)] + 1
        with self.going_on():
            arguments = "".join(f", {self.value(one, self.scope)}" for one in node.arguments)
            self._returned(self.call_of(node.procedure, arguments), self.facts.leaks[node.procedure], after)
        with self.taken_up(2 * after):
            pass

    def _cut_dispatch(self, node: ir.Dispatch, condition: ir.Expr = ALWAYS) -> None:
        after = self.code.starts[id(node)] + 1
        with self.going_on():
            found, arguments, awake = self.dispatched(node)
            leaks = set().union(*(self.facts.leaks[procedure] for _, procedure in node.table))
            with self.block(f"if {found} is not None{awake}:"), self.block(f"if {self.test(condition, self.scope)}:"):
                self._returned(f"{self.each}(R, S, {found}, ({arguments}))", leaks, after)
        with self.taken_up(2 * after):
            pass

    def _returned(self, call: str, leaks: set[str], after: int) -> None:
        """A call that may wait or end a stretch; afterwards play goes on at a point of its own."""
        result = self.fresh()
        self.write(f"{result} = {call}")
        with self.block(f"if {result} is not None:"):
            with self.block(f"if {result} == {WAITS}:"):
                self.wait(after)
            for label in sorted(leaks):
                with self.block(f"if {result} == {self.facts.labels[label]}:"):
                    self.leave(label)

    # ---- decisions

    def cut_choose(self, node: ir.Choose) -> None:
        here = self.code.starts[id(node)]
        with self.going_on():
            seat = self.named_seat(node)
            count, found = self.offered(node)
            with self.block(f"if {count} and {seat} is not None:" if self.may_be_nobody(node) else f"if {count}:"):
                self.write(f"R.offered = ({node.site}, {seat}, {count}, {found})")
                self.wait(here)
            self.declined(node)
        with self.taken_up(2 * here + 1):
            self._bind(node)

    def _bind(self, node: ir.Choose) -> None:
        only = len(node.branches) == 1 and node.decline is None
        self.write(f"v{node.result} = R.branch")
        for number, branch in enumerate(node.branches):
            if branch.picks:
                places = "".join(f"v{slot}, " for slot, _, _ in branch.picks)
                self.write(f"{'' if only else f'if v{node.result} == {number}: '}{places}= R.values")
        if node.decline is not None:
            with self.block(f"if v{node.result} < 0:"):
                self.declined(node)

    def cut_pick_many(self, node: ir.PickMany) -> None:
        here = self.code.starts[id(node)]
        answered = 2 * here + 1
        self.flush()
        self.entries += [2 * here, answered]
        with self.block(f"if at == {answered} and R.branch < 0:"):
            self.write("at = 0")
            self.write(f"v{node.result} = None if R.branch == -1 else v{node.picked} or ()")
            self.write(f"v{node.picked} = None")
        self.changed()
        with self.block(f"elif at <= {answered}:"):
            self.write(f"if at == {answered}: v{node.picked} = (*(v{node.picked} or ()), *R.values)")
            self.write("at = 0")
            seat = self.named_seat(node)
            picking = write_picking(self, node, self.scope)
            picked = self.atom(f"v{node.picked} or ()")
            found = self.atom(f"{picking}.next_candidates({picked})")
            with self.block(f"if {found} and {seat} is not None:"):
                self.write(f"R.offered = ({node.site}, {seat}, {picking}, {found})")
                self.wait(here)
            self.write(f"v{node.result} = {picking}.end({picked}, {node.decline is not None})")
            self.write(f"v{node.picked} = None")

    # ---- several seats at once

    def _cut_ask(self, node: ir.Ask, is_last: bool) -> None:
        here = self.code.starts[id(node)]
        self.flush()
        self.entries += [2 * here, 2 * here + 2]
        self.changed()
        with self.block(f"if at <= {2 * here}:"):
            self.write("at = 0")
            self._open_question(node)
            with self.block(f"if any([one[0] for one in v{node.answers}[1:]]):"):
                self.wait_for_all(node, here)
            self.write(f"v{node.index} = -1")
        with self.entered(is_last), self.python_loop("while True:", None):
            with self.block(f"if at <= {2 * here + 2}:"):
                self.write("at = 0")
                self.write(f"v{node.index} += 1")
                with self.block(f"if v{node.index} >= len(v{node.answers}[0]):"):
                    self.write(f"v{node.answers} = None")
                    self.write("break")
                self._take_answer(node)
            self.changed()
            self.cut(node.body)

    def _open_question(self, node: ir.Ask) -> None:
        """Note for each seat whether it has something to answer; what all have answered before, and was left early, is over."""
        with self.block(f"if v{node.answers} is None or not any([one[0] for one in v{node.answers}[1:]]):"):
            seats = self.atom(f"tuple({self.things(node.choice.seats, self.scope)})")
            found, before = self.fresh(), self.fresh()
            self.write(f"{found} = []")
            self.write(f"{before} = v{node.items}")
            places = ", ".join(f"v{slot}" for slot in range(self.code.slots))
            offered = f"o{node.choice.site}(S, {places})"
            answer = f"(1 if {offered}[0] else 0, -1, ())"
            if isinstance(node.choice, ir.PickMany):
                answer = f"first_of_row({offered}, {node.choice.decline is not None})"
            with self.block(f"for v{node.items} in {seats}:"):
                self.write(f"{found}.append({answer})")
            self.write(f"v{node.items} = {before}")
            self.write(f"v{node.answers} = ({seats}, *{found})")
        self.changed()

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


class Resuming(Steps):
    """The step form with a policy: entered where play stands, it goes on to the end of the procedure without waiting."""

    each = "run_each"
    letter = "r"

    def call_of(self, procedure: int, arguments: str) -> str:
        return f"p{procedure}(R, S{arguments})"

    def cut_choose(self, node: ir.Choose) -> None:
        self._cut_decision(node)

    def cut_pick_many(self, node: ir.PickMany) -> None:
        self._cut_decision(node)

    def _cut_decision(self, node: ir.Choose | ir.PickMany) -> None:
        here = 2 * self.code.starts[id(node)]
        self.flush()
        self.entries.append(here)
        self.changed()
        with self.block(f"if at <= {here}:"):
            self.write("at = 0")
            self.decide(node)

    def wait_for_all(self, node: ir.Ask, here: int) -> None:
        places = "".join(f"v{slot}, " for slot in range(self.code.slots))
        self.write(f"{places}= answer_all(R, S, ASKED[{node.choice.site}], ({self.procedure}, {here}, ({places})))")
