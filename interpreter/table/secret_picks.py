"""Secret picks that running rules still remember, picked anew.

Takes a position that was dealt anew for one seat; whatever others have picked in secret, and all that was made of it since, is
replaced by what they could have picked for all the seat knows. Where play stands tells which way an answer led; that stays.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from .. import ir
from ..engine import chance
from ..engine.answering import bind
from ..engine.evaluate import Evaluator
from ..engine.flatten import Instruction, Jump, NextEach, NextLoop, Unless, codes_of
from ..engine.options import DECLINE, candidates
from ..engine.picking import Picking
from ..engine.sight import can_read
from ..engine.state import State
from ..ir.analysis.flows import picks_of, places_in, questions_in, secret_chances
from ..model.definition import Definition
from .answers import drawn_row

Question = tuple[ir.Choose | ir.PickMany, ir.Ask | None]


def pick_anew(rng: int, state: State, viewer: int) -> int:
    """Replace the secret picks of others in everything that is being carried out; the next generator state."""
    definition = state.world.definition
    if not any(_secrets(definition)) and not any(_chances(definition)):
        return rng
    changed: set[int] = set()
    for depth in range(len(state.stack)):
        frame = _Frame(state, depth, viewer)
        frame.leave_loops()
        frame.receive(changed)
        for question in _secrets(definition)[frame.procedure]:
            rng = frame.pick(rng, *question)
        for chance_pick in _chances(definition)[frame.procedure]:
            rng = frame.pick_by_chance(rng, chance_pick)
        frame.follow()
        state.stack[depth] = (frame.procedure, frame.point, tuple(frame.places))
        changed = frame.changed
    return rng


@lru_cache(maxsize=64)
def _secrets(definition: Definition) -> tuple[tuple[Question, ...], ...]:
    """Of every procedure, the decisions whose answers are secret."""
    return tuple(
        tuple(one for one in questions_in(procedure) if definition.sites[one[0].site].secret)
        for procedure in definition.procedures
    )


@lru_cache(maxsize=64)
def _chances(definition: Definition) -> tuple[tuple[ir.Random, ...], ...]:
    """Of every procedure, what chance picks in secret; which card a hidden one is, was dealt already."""
    return tuple(
        tuple(one for one in secret_chances(procedure) if procedure.slots[one.slot].sort != ir.TypeSort.CARD)
        for procedure in definition.procedures
    )


class _Frame:
    """One running procedure. `changed` are the places that hold something else than before; `here` is the last instruction
    that was begun."""

    def __init__(self, state: State, depth: int, viewer: int) -> None:
        self.state = state
        self.depth = depth
        self.viewer = viewer
        self.run = Evaluator(state.world, state)
        self.procedure, self.point, places = state.stack[depth]
        self.places = list(places)
        self.code: list[Instruction] = codes_of(state.world.definition)[self.procedure].instructions
        self.here = self.point if depth == len(state.stack) - 1 else self.point - 1
        self.changed: set[int] = set()

    def leave_loops(self) -> None:
        """Loops that are over, or to come, have no need of what they last went through, nor of which options were taken."""
        names = self.state.world.definition.procedures[self.procedure].names
        for point, one in enumerate(self.code):
            if isinstance(one, NextEach | NextLoop) and not point <= self.here < one.target:
                inside = self.code[point : one.target]
                taken = [step.slot for step in inside if isinstance(step, ir.Let) and names[step.slot] == ir.TAKEN]
                own = [one.node.slot, one.node.items, one.node.index] if isinstance(one, NextEach) else [one.node.count]
                for slot in (*own, *taken):
                    self.places[slot] = None

    def receive(self, changed: set[int]) -> None:
        """What the caller hands over, where that has changed."""
        if not changed:
            return
        caller, point, places = self.state.stack[self.depth - 1]
        call = codes_of(self.state.world.definition)[caller].instructions[point - 1]
        if isinstance(call, ir.Call) and call.procedure == self.procedure:
            for slot, argument in enumerate(call.arguments):
                if places_in(argument) & changed:
                    self._put(slot, self.run.value(argument, list(places)))

    def _put(self, slot: int, value: Any) -> None:
        self.places[slot] = value
        self.changed.add(slot)

    def pick(self, rng: int, node: ir.Choose | ir.PickMany, question: ir.Ask | None) -> int:
        """Another answer of another seat that has given one."""
        asked = next(point for point, one in enumerate(self.code) if one is (question or node))
        if asked >= self.here or any(start < asked < end <= self.here for start, end, _ in self._branches()):
            self._forget(node)  # an answer of the last time round, or of a block that is over: nothing asks for it
            return rng
        seats = [self.places[question.items]] if question else list(self.run.things(node.seats, self.places))
        if not self._is_answered(node) or not seats or seats[0] in (None, self.viewer):
            return rng
        if isinstance(node, ir.PickMany):
            return self._pick_row(rng, node)
        possible = list(candidates(self.run, node, list(self.places)))
        if self._is_followed(node.result):
            possible = [one for one in possible if one[0] == self.places[node.result]]
        elif node.decline is not None:
            possible.append((DECLINE, ()))
        if not possible or not self._may_differ(node, possible):
            return rng
        rng, which = chance.below(rng, len(possible))
        bind(node, self.places, *possible[which])
        self.changed |= {*picks_of(node), node.result}
        return rng

    def pick_by_chance(self, rng: int, node: ir.Random) -> int:
        """Something else that chance could have picked in secret."""
        asked = next(point for point, one in enumerate(self.code) if one is node)
        possible = list(self.run.things(node.source, self.places))
        if asked >= self.here or self.places[node.slot] is None or not possible:
            return rng
        rng, which = chance.below(rng, len(possible))
        self._put(node.slot, possible[which])
        return rng

    def _forget(self, node: ir.Choose | ir.PickMany) -> None:
        for slot in (*picks_of(node), node.result):
            self.places[slot] = None

    def _is_answered(self, node: ir.Choose | ir.PickMany) -> bool:
        """Whether an answer was given. A row that was declined is none, as is one that nobody was asked for yet."""
        if self.places[node.result] is not None or isinstance(node, ir.Choose) or node.decline is None:
            return self.places[node.result] is not None
        return True

    def _pick_row(self, rng: int, node: ir.PickMany) -> int:
        picking = Picking.asked(self.run, node, list(self.places))
        if node.type.sort == ir.TypeSort.CARD and not set(self.places[node.result] or ()) <= set(picking.candidates):
            return rng
        can_decline = node.decline is not None and not self._is_followed(node.result)
        rng, (_, branch, picked) = drawn_row(rng, picking, can_decline)
        self._put(node.result, None if branch == DECLINE else picked)
        return rng

    def _may_differ(self, node: ir.Choose, possible: list[tuple[int, tuple[Any, ...]]]) -> bool:
        """Cards that have been moved since are where everybody saw them go, and which they are was dealt already."""
        branch = self.places[node.result]
        picks = node.branches[branch].picks if branch >= 0 else ()
        slots = [(index, slot) for index, (slot, _, type) in enumerate(picks) if type.sort == ir.TypeSort.CARD]
        return all(any(one[0] == branch and one[1][index] == self.places[slot] for one in possible) for index, slot in slots)

    def _is_followed(self, result: int) -> bool:
        """Whether play stands in what an answer has led to."""
        return any(result in places_in(one.condition) and start < self.here < end for start, end, one in self._branches())

    def _branches(self) -> list[tuple[int, int, Unless]]:
        """Every branching, from its condition to the end of both ways."""
        branches = []
        for start, one in enumerate(self.code):
            if isinstance(one, Unless):
                last = self.code[one.target - 1]
                over = isinstance(last, Jump) and last.target >= one.target
                branches.append((start, last.target if over and isinstance(last, Jump) else one.target, one))
        return branches

    def follow(self) -> None:
        """What was made of the picks before play came here: names, and hidden variables that were set to them."""
        if not self.changed:
            return
        for point, node in enumerate(self.code[: self.here]):
            if isinstance(node, ir.Let) and places_in(node.value) & self.changed:
                value = self.run.value(node.value, self.places)
                self._put(node.slot, tuple(value) if isinstance(value, list | range) else value)
            elif isinstance(node, ir.Write) and not node.add and places_in(node.value) & self.changed:
                self._write(node, point)

    def _is_certain(self, point: int) -> bool:
        """Whether play came by here with these picks; what depends on anything else cannot be told afterwards."""
        for start, end, one in self._branches():
            if start < point < end <= self.here:
                is_then = bool(self.run.value(one.condition, self.places))
                if not places_in(one.condition) & self.changed or is_then != (point < one.target):
                    return False
        return True

    def _write(self, node: ir.Write, point: int) -> None:
        if not self._is_certain(point):
            return
        thing = self.run.value(node.of, self.places) if node.of is not None else None
        if (node.of is not None and thing is None) or can_read(self.state, node.variable, thing, self.viewer):
            return
        declared = self.state.world.definition.variables[node.variable]
        value = self.run.value(node.value, self.places)
        if isinstance(value, int):
            value = value if declared.low is None else max(declared.low, value)
            value = value if declared.high is None else min(declared.high, value)
        self.state.write(node.variable, thing, value)
