"""What the one budget of rules counts, told before any game: the same for every engine.

Takes a definition; says of every statement how many steps it is, and what is counted on its own while rules are carried out:
the rounds of long loops, abilities, verbs that can call themselves, and statements that may look at much. All else is counted
together with the round, verb or ability that it stands in, whichever way that goes.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from math import prod
from typing import Any

from ... import ir
from ...model.definition import Definition
from .. import limits
from ..walk import children, is_expression, is_text, walk
from .calls import in_circles
from .cost import NOTHING, ONE, Cost, fixed
from .effort import LOOK, LOOKED, effort_of
from .lengths import Known

Picks = tuple[tuple[int, ir.Expr, ir.Type], ...]

FEW_STEPS = 20  # a loop or verb that takes no more is counted with what it stands in, and so is a loop of one round
MOST_BETWEEN = 40  # verbs that call each other between two that make the rules deeper
STEP = limits.LOOKS.most * LOOK
MOST_TOGETHER = 400 * STEP  # and so is a statement that takes no more to be carried out
HOLE = 100 * LOOK  # what it takes to put one thing into words
CARE = 5  # how many times longer it takes to look at something and to note who may know it
TOUCH = 25 * LOOK  # what it takes to change one card
PASSED = 3  # what it takes to go past one card that somebody was shown before

_TOUCHING: dict[type, tuple[str, ...]] = {
    ir.Move: ("cards",), ir.Discard: ("cards",), ir.Face: ("cards",), ir.Roll: ("dice",),
}  # fmt: skip


class Charges:
    """`turning` are the verbs that call themselves, whatever is written on cards; `deep` are the procedures that make the rules
    deeper while they run, at least one in every circle."""

    def __init__(self, definition: Definition) -> None:
        self.definition = definition
        self.effort = effort_of(definition)
        self.full = self.effort.lengths.full
        bodies = [procedure.body for procedure in definition.procedures]
        self.turning = in_circles(list(map(called_by, bodies)))
        self.deep = self._find_deep(bodies)
        self._known = self._find_known()
        self._choices = {one.site: one for body in bodies for one in walk(body, is_expression) if _decides(one)}
        self._procedures: dict[int, int] = {}
        self._by_round: dict[int, int] = {}
        self._worst: dict[int, int] = {}
        self._looks: dict[int, Cost] = {}

    def _find_deep(self, bodies: list[ir.Stmt]) -> frozenset[int]:
        """The verbs that call themselves, and the abilities that are called where one of them may lead to itself; where many
        verbs call each other in between, all that may lead to themselves."""
        calls = list(map(called_by, bodies))
        circles = in_circles([called | abilities_of(body) for called, body in zip(calls, bodies, strict=True)])
        tables = [{procedure for _, procedure in one.table} for body in bodies for one in dispatches_of(body)]
        deep = self.turning.union(*[table for table in tables if not table.isdisjoint(circles)])
        between = set(range(len(calls)))
        for _ in range(MOST_BETWEEN):
            between = set().union(*[calls[one] - deep for one in between])
        return deep | circles if between else deep

    def _find_known(self) -> dict[int, Known]:
        """What is known of the places where a statement or an expression stands; nothing if it stands at several."""
        by_statement: dict[int, Known] = {}
        for procedure in self.definition.procedures:
            known = self.effort.lengths.given(procedure.slots)
            for one in walk(procedure.body, is_expression):
                by_statement[id(one)] = known if by_statement.get(id(one), known) == known else {}
        return by_statement

    # ---- what is counted on its own

    def procedure(self, number: int) -> int:
        """The steps of a verb or ability, without what is counted in it on its own."""
        if number not in self._procedures:
            self._procedures[number] = 0
            self._procedures[number] = 1 + self.steps(self.definition.procedures[number].body)
        return self._procedures[number]

    def call(self, node: ir.Call) -> int:
        """The steps that a call counts on its own; none if it is counted with what it stands in."""
        number = node.procedure
        return self.procedure(number) if number in self.turning or self._long(number) > FEW_STEPS else 0

    def round(self, node: ir.Each | ir.Loop) -> int:
        """The steps that each round of a loop counts; none if the loop is counted with what it stands in."""
        if id(node) not in self._by_round:
            is_long = self._rounds(node) > 1 and self.worst(node) > FEW_STEPS
            self._by_round[id(node)] = self._round(node) if is_long else 0
        return self._by_round[id(node)]

    def dear(self, node: ir.Stmt | ir.Expr) -> Cost | None:
        """What a statement or condition may have to look at, if it is counted by how full the zones are just then."""
        cost = self.looks(node)
        return cost if cost.at(self.full) > MOST_TOGETHER else None

    # ---- steps

    def steps(self, node: ir.Stmt) -> int:
        """The steps of a statement, without what is counted in it on its own; of two ways the longer."""
        match node:
            case ir.Each():
                return self._own(node.source) + (0 if self.round(node) else self._rounds(node) * self._round(node))
            case ir.Loop():
                return self._own(node.most) + (0 if self.round(node) else self._rounds(node) * self._round(node))
            case ir.Call():
                return self._own(node) + (0 if self.call(node) else self.procedure(node.procedure))
        return self._added_up(node, self._own, self.steps)

    def _added_up(self, node: ir.Stmt, own: Callable[[ir.Stmt | ir.Expr], int], inside: Callable[[ir.Stmt], int]) -> int:
        """What the statements in a statement come to with its own steps; of two ways the longer."""
        match node:
            case ir.Seq():
                return sum(map(inside, node.body))
            case ir.Block():
                return inside(node.body)
            case ir.If():
                return own(node.condition) + max(inside(node.then), inside(node.otherwise))
            case ir.Ask():
                return own(node) + self.definition.most * inside(node.body)
        return own(node)

    def _own(self, node: ir.Stmt | ir.Expr) -> int:
        looked = self.looks(node).at(self.full)
        return 1 + (0 if looked > MOST_TOGETHER else looked // STEP)

    def _round(self, node: ir.Each | ir.Loop) -> int:
        until = 0 if node.until is None else self._own(node.until)
        return 1 + until + self.steps(node.body)

    def _rounds(self, node: ir.Each | ir.Loop) -> int:
        if isinstance(node, ir.Each):
            return self.effort.length(node.source, self._known[id(node)]).at(self.full)
        most = node.most
        return most.value if isinstance(most, ir.Const) and isinstance(most.value, int) else limits.ROUNDS.most

    def worst(self, node: ir.Stmt) -> int:
        """The steps of a statement with everything in it, as far as that can be told."""
        match node:
            case ir.Each() | ir.Loop():
                until = 0 if node.until is None else self._whole(node.until)
                return 1 + self._rounds(node) * (1 + until + self.worst(node.body))
            case ir.Call():
                return self._whole(node) + self._long(node.procedure)
        return self._added_up(node, self._whole, self.worst)

    def _whole(self, node: ir.Stmt | ir.Expr) -> int:
        return 1 + self.looks(node).at(self.full) // STEP

    def _long(self, number: int) -> int:
        if number not in self._worst:
            self._worst[number] = limits.STEPS.most  # what leads back to itself
            self._worst[number] = 1 + self.worst(self.definition.procedures[number].body)
        return self._worst[number]

    # ---- what a statement looks at

    def looks(self, node: ir.Stmt | ir.Expr) -> Cost:
        """What a statement itself may have to look at, without the statements in it."""
        if id(node) not in self._looks:
            self._looks[id(node)] = self._looked_at(node)
        return self._looks[id(node)]

    def _looked_at(self, node: ir.Stmt | ir.Expr) -> Cost:
        known = self._known.get(id(node), {})
        if is_expression(node):
            return self.effort.of(node, known)
        match node:
            case ir.Choose():
                return self._choosing(node, known)
            case ir.PickMany():
                return self._picking(node, known)
            case ir.Ask():
                return fixed(self.definition.most) * self.looks(node.choice)
            case ir.Mix():
                return fixed(self.definition.most) * self.looks(self._choices[node.site])
            case ir.Deal():
                goals = self.effort.rounds(node.cards, node.slot, known, partial(self.effort.of, node.to))
                return self.effort.of(node.cards, known) + goals + self._touched(node.cards, known)
            case ir.Show():
                before = fixed(PASSED * self.effort.lengths.cards * self.definition.most)
                touched = self._touched(node.cards, known) * self.effort.length(node.players, known)
                return self._asked(node, known) + before + touched
            case ir.Random():  # what may be picked is laid out
                return self.effort.of(node.source, known) + self.effort.length(node.source, known)
            case ir.Shuffle():
                return self.effort.of(node.zone, known) + self._touched(ir.Contents(node.zone), known)
            case ir.Swap(zones=True):
                lying = (self._touched(ir.Contents(zone), known) for zone in (node.left, node.right))
                return sum(lying, self._asked(node, known))
        asked = self._asked(node, known)
        return sum((self._touched(getattr(node, name), known) for name in _TOUCHING.get(type(node), ())), asked)

    def _asked(self, node: Any, known: Known) -> Cost:
        """The expressions and texts of a statement."""
        parts = [one for one in children(node) if is_expression(one) or is_text(one)]
        return sum((self.text(one, known) if is_text(one) else self.effort.of(one, known) for one in parts), NOTHING)

    def text(self, text: ir.Text | None, known: Known) -> Cost:
        """What it takes to fill the holes of a text."""
        cost = NOTHING
        for part in text.parts if text is not None else ():
            if not isinstance(part, str):
                hole, type = part
                named = fixed(HOLE) * (self.effort.length(hole, known) if type.many else ONE)
                cost += named + fixed(CARE) * self.effort.of(hole, known)
        return cost

    def _touched(self, cards: ir.Expr, known: Known) -> Cost:
        return fixed(TOUCH) * self.effort.length(cards, known)

    def _choosing(self, node: ir.Choose, known: Known) -> Cost:
        cost = self.effort.of(node.seats, known) + self.text(node.prompt, known) + self.text(node.decline, known)
        return sum((self.effort.of(one.guard, known) + self._ways(one.picks, known) for one in node.branches), cost)

    def _ways(self, picks: Picks, known: Known, most: int = limits.OPTIONS.most) -> Cost:
        """Every way to pick, one pick after the other; there are no more of them than a decision may have options."""
        if not picks:
            return NOTHING
        (slot, source, _), *others = picks
        length = self.effort.length(source, known)
        if length.sizes:
            rounds = self.effort.rounds(source, slot, known, lambda inside: self._ways(tuple(others), inside, most))
        else:
            count = min(most, length.at(self.full))
            inside = {**known, slot: self.effort.lengths.families_of(source, known)}
            rounds = fixed(count) * (LOOKED + self._ways(tuple(others), inside, most // max(1, count)))
        return self.effort.of(source, known) + rounds

    def wording(self, node: ir.Choose | ir.PickMany) -> int:
        """The steps that it takes at worst to put all options of a decision into words; nobody counts them in a game."""
        known = self._known.get(id(node), {})
        if isinstance(node, ir.PickMany):
            return self._worded(node.text, ((node.slot, node.source, node.type),), known)
        return sum(self._worded(one.text, one.picks, known) for one in node.branches)

    def _worded(self, text: ir.Text, picks: Picks, known: Known) -> int:
        inside = {**known, **{slot: self.effort.lengths.families_of(source, known) for slot, source, _ in picks}}
        ways = prod(self.effort.length(source, inside).at(self.full) for _, source, _ in picks)
        return min(limits.OPTIONS.most, ways) * self.text(text, inside).at(self.full) // STEP

    def _picking(self, node: ir.PickMany, known: Known) -> Cost:
        asked = [node.seats, node.source, node.low, node.high, *(limit.bound for limit in node.limits)]
        cost = sum((self.effort.of(one, known) for one in asked), NOTHING)
        cost += sum((self.text(one, known) for one in (node.prompt, node.done, node.decline)), NOTHING)
        for limit in node.limits:
            cost += self.effort.rounds(node.source, limit.slot, known, partial(self.effort.of, limit.item))
        if any(limit.kind != ir.LimitKind.SUM or limit.sign != ir.BoundSign.AT_LEAST for limit in node.limits):
            cost += fixed(limits.TRIED.most * LOOK)
        return cost


def _decides(node: Any) -> bool:
    return isinstance(node, ir.Choose | ir.PickMany)


def called_by(body: ir.Stmt) -> set[int]:
    """The procedures that are called by name."""
    return {one.procedure for one in walk(body, is_expression) if isinstance(one, ir.Call)}


def abilities_of(body: ir.Stmt) -> set[int]:
    """The procedures that the rows of cards or members can name."""
    return {procedure for one in dispatches_of(body) for _, procedure in one.table}


def dispatches_of(body: ir.Stmt) -> list[ir.Dispatch]:
    return [one for one in walk(body, is_expression) if isinstance(one, ir.Dispatch)]


@lru_cache(maxsize=64)
def charges_of(definition: Definition) -> Charges:
    return Charges(definition)
