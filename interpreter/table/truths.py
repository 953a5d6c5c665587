"""What is so at one position, worked out once for everybody who looks at it.

Takes a position that does not change meanwhile; says which values of cards differ from their start, and which conditions hold,
as the rules have it. Tells nobody anything: what does not hold is shown to nobody, and of the rest it is asked who may know it.
"""

from __future__ import annotations

from .. import ir
from ..engine.reference.evaluate import Evaluator
from ..engine.state import State
from ..engine.trouble import STOPPING


class Truths:
    def __init__(self, state: State) -> None:
        self.state = state
        self._differs: dict[tuple[int, int], bool] = {}
        self._holds: dict[tuple[str, int], bool] = {}

    def differs(self, number: int, card: int, column: int | None) -> bool:
        """Whether a value of a card is not what is printed in a column, or where nothing is printed, what it starts from; not
        if it takes too long to say."""
        key = number, card
        if key not in self._differs:
            self._differs[key] = self._is_other(number, card, column)
        return self._differs[key]

    def _is_other(self, number: int, card: int, column: int | None) -> bool:
        world = self.state.world
        evaluator, value = Evaluator(world, self.state), world.definition.values[number]
        cells = world.definition.rows[world.row[card]][1].cells
        try:
            start = evaluator.apply(value.starts, (None, card)) if column is None else cells.get(column)
            return bool(evaluator.computed(number, card) != start)
        except STOPPING:
            return False

    def holds(self, name: str, zone: int, asked: ir.Expr) -> bool:
        """Whether a condition of a zone is so; not if it takes too long to say."""
        key = name, zone
        if key not in self._holds:
            try:
                self._holds[key] = bool(Evaluator(self.state.world, self.state).value(asked, []))
            except STOPPING:
                self._holds[key] = False
        return self._holds[key]
