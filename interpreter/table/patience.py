"""How much may be looked at to show a table once: beyond that, values are left out.

Takes a position; counts before something is worked out, by how many cards lie where, which everybody may know. So nobody waits
for a view, and what is left out tells nothing.
"""

from __future__ import annotations

from .. import ir
from ..engine.budget import steps_of_looking
from ..engine.state import State
from ..ir.analysis.charges import CARE, charges_of
from ..ir.analysis.cost import Cost
from ..ir.limits import STEPS


class Patience:
    def __init__(self, state: State) -> None:
        self.state = state
        self.charges = charges_of(state.world.definition)
        self._steps: dict[Cost, int] = {}
        self._of_values: dict[int, int] = {}
        self._texts: dict[int, Cost] = {}
        state.patience = STEPS.most

    def lasts_for(self, cost: Cost, times: int = CARE) -> bool:
        """Count something that is about to be worked out; says whether there is time for it."""
        return self._lasts_for(times * self._steps_for(cost))

    def _lasts_for(self, steps: int) -> bool:
        self.state.patience -= steps
        return self.state.patience >= 0

    def _steps_for(self, cost: Cost) -> int:
        if cost not in self._steps:
            self._steps[cost] = steps_of_looking(self.state, cost.terms)
        return self._steps[cost]

    def lasts_for_function(self, number: int) -> bool:
        return self.lasts_for(self.charges.effort.function(number))

    def lasts_for_value(self, number: int) -> bool:
        """A value is asked as it is, against its start, and once more with care."""
        if number not in self._of_values:
            self._of_values[number] = (1 + CARE) * self._steps_for(self.charges.effort.value(number))
        return self._lasts_for(self._of_values[number])

    def lasts_for_condition(self, asked: ir.Expr) -> bool:
        """A condition of a zone: a function, or a value, that is asked about it."""
        if isinstance(asked, ir.Computed):
            return self.lasts_for_value(asked.value)
        return not isinstance(asked, ir.Apply) or self.lasts_for_function(asked.function)

    def lasts_for_text(self, text: ir.Text) -> bool:
        if id(text) not in self._texts:
            self._texts[id(text)] = self.charges.text(text, {})
        return self.lasts_for(self._texts[id(text)], 1)
