"""Carries rules out as the reference does, and counts what of them is carried out, asked, offered and chosen.

Takes counts that several runs may share; adds to them. What happens is the same with it and without.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

from ... import ir
from ...model.definition import Definition, Modifier
from ..budget import begin_anew, spend_looking
from ..evaluate import EVALUATE, Evaluator, Places, cell_of
from ..flatten import NextAnswer, Unless, codes_of
from ..frames import waiting_at
from ..options import candidates
from ..protocol import Maker
from ..state import State
from ..trouble import TooMuch
from ..world import World
from .interpreter import Interpreter
from .running import Running

Ways = list[int]  # how often something was not so, and how often it was


@dataclass
class Counts:
    """How often each instruction was carried out, by procedure; how its conditions came out, by procedure and point; how the
    conditions inside expressions did, by the node; how functions answered; which options were offered and chosen, by place of
    decision and branch; and which cells of tables were read, by column and row or member."""

    definition: Definition
    carried: list[list[int]] = field(default_factory=list)
    held: dict[tuple[int, int], Ways] = field(default_factory=dict)
    inside: dict[int, Ways] = field(default_factory=dict)
    asked: list[Ways] = field(default_factory=list)
    offered: Counter[tuple[int, int]] = field(default_factory=Counter)
    chosen: Counter[tuple[int, int]] = field(default_factory=Counter)
    read: set[tuple[int, int]] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.carried = [[0] * len(code.instructions) for code in codes_of(self.definition)]
        self.asked = [[0, 0] for _ in self.definition.functions]

    def is_written(self, procedure: int) -> bool:
        """Whether it is one of the definition, and not what a scenario put beside it."""
        return procedure < len(self.carried)

    def engine(self) -> Maker:
        """Makes engines that count here."""
        return lambda state, seats: Covering(state, seats, self)

    def evaluator(self, world: World, state: State) -> Evaluator:
        return CoveringEvaluator(world, state, self)


class CoveringEvaluator(Evaluator):
    def __init__(self, world: World, state: State, tally: Counts, counts: bool = False) -> None:
        super().__init__(world, state, counts)
        self.tally = tally
        self.asked = tally.asked

    def value(self, node: ir.Expr, places: Places) -> Any:
        if isinstance(node, ir.Local):
            return places[node.slot]
        return _COVERING[type(node)](self, node, places)

    def either(self, node: ir.Either, places: Places) -> Any:
        holds = bool(self.value(node.condition, places))
        self.tally.inside.setdefault(id(node), [0, 0])[holds] += 1
        return self.value(node.then if holds else node.otherwise, places)

    def cell(self, node: ir.Cell, places: Places) -> Any:
        thing = self.value(node.of, places)
        if thing is not None:
            of = self.definition.columns[node.column].of
            row = thing if of.is_member else self.world.row[thing] - self.definition.kinds[of.number].first_row
            self.tally.read.add((node.column, row))
        return cell_of(self, node, thing)

    def apply(self, function: int, arguments: Sequence[Any]) -> Any:
        answer = Evaluator.apply(self, function, arguments)
        if function < len(self.asked):
            self.asked[function][1 if answer else 0] += 1
        return answer

    def forget(self) -> None:
        """What one card was asked for many counts for each of them."""
        for lying in chain.from_iterable((self.found or {}).values()):
            for modifier in lying.by_card.values():
                self._count(modifier, *lying.answers)
            for modifier, applies in lying.apart:
                self._count(modifier, -(not applies), -applies)
        super().forget()

    def _count(self, modifier: Modifier, no: int, yes: int) -> None:
        asked = self.asked[modifier.applies]
        asked[0] += no
        asked[1] += yes
        self.asked[modifier.amount][1] += yes


_COVERING: dict[type, Callable[[Any, Any, Places], Any]] = {
    **EVALUATE, ir.Either: CoveringEvaluator.either, ir.Cell: CoveringEvaluator.cell,
}  # fmt: skip


class Covering(Interpreter):
    def __init__(self, state: State, seats: tuple[str, ...], tally: Counts) -> None:
        super().__init__(state, seats)
        self.tally = tally
        self.evaluator = CoveringEvaluator(self.world, state, tally, counts=True)

    def carry_out(self, instruction: Any, frame: Running) -> bool:
        procedure, point = frame[0], frame[1]
        waits = super().carry_out(instruction, frame)
        if self.tally.is_written(procedure):
            self.tally.carried[procedure][point] += 1
            if isinstance(instruction, Unless):
                self.tally.held.setdefault((procedure, point), [0, 0])[frame[1] == point + 1] += 1
        return waits

    def run(self, floor: int = 0, until: str = "") -> None:
        super().run(floor, until)
        if not self.state.stack:
            self._ask_for_the_result()

    def _ask_for_the_result(self) -> None:
        """A game that is over is judged: by its score, and by who wins; as far as there is time for all of it together."""
        begin_anew(self.state)
        asked = [(self.definition.score, (player, player)) for player in range(self.world.players)]
        try:
            for function, given in [*asked, (self.definition.winner, (None, None))]:
                if function is not None:
                    spend_looking(self.state, self.charges.effort.function(function).terms)
                    self.evaluator.apply(function, given)
        except TooMuch:
            return

    def answer(self, seat: int, branch: int, values: tuple[Any, ...], until: str = "") -> None:
        node = waiting_at(self.state)
        choice = node.choice if isinstance(node, ir.Ask) else node
        if isinstance(choice, ir.Choose | ir.PickMany) and choice.site < len(self.tally.definition.sites):
            self._count_options(choice, branch)
        super().answer(seat, branch, values, until)

    def _count_options(self, choice: ir.Choose | ir.PickMany, branch: int) -> None:
        """Every branch that could be taken once, and the one that was."""
        offered = {branch, -1} if choice.decline is not None else {branch}
        if isinstance(choice, ir.Choose):
            places = list(self.state.stack[-1][2])
            offered |= {one for one, _ in self.possible or candidates(self.evaluator, choice, places)}
        self.tally.offered.update([(choice.site, one) for one in offered])
        self.tally.chosen[choice.site, branch] += 1


def line_of(instruction: Any) -> int:
    """The line of a sentence that an instruction was written out from; 0 for what only goes on elsewhere."""
    node = instruction.node if hasattr(instruction, "node") and not isinstance(instruction, NextAnswer) else instruction
    return getattr(node, "line", 0)
