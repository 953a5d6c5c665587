"""How much may be looked at to show a table once: beyond that, values are left out.

Takes a position; counts before something is worked out, by how many cards lie where, which everybody may know. So nobody waits
for a view, and what is left out tells nothing.
"""

from __future__ import annotations

from .. import ir
from ..engine.budget import spent, steps_of_looking
from ..engine.protocol import Engine
from ..engine.state import State
from ..ir.analysis.charges import CARE, charges_of
from ..ir.analysis.cost import Cost
from ..ir.limits import STEPS

Bill = dict[int | Cost, int]  # values of cards by their numbers, and costs: how often each was counted


def rules_took(run: Engine) -> int:
    """The steps since the last answer."""
    return spent(run.state)


class Patience:
    """`sizes` is the position by which costs are counted, `state` what keeps count."""

    def __init__(self, state: State, sizes: State) -> None:
        self.state = state
        self.sizes = sizes
        self.charges = charges_of(state.world.definition)
        self._bill: Bill = {}
        self._steps: Bill = {}
        self._texts: dict[int, Cost] = {}
        state.patience = STEPS.most

    def begin_bill(self) -> Bill:
        """What is counted from now on, until somebody else begins one."""
        self._bill = {}
        return self._bill

    def price(self, bill: Bill) -> int:
        """What a bill would come to at this position."""
        return sum([times * self._steps_for(what) for what, times in bill.items()])

    def lasts_for(self, cost: Cost, times: int = CARE) -> bool:
        """Count something that is about to be worked out; says whether there is time for it."""
        return self._lasts_for(cost, times)

    def _lasts_for(self, what: int | Cost, times: int) -> bool:
        self._bill[what] = self._bill.get(what, 0) + times
        self.state.patience -= times * self._steps_for(what)
        return self.state.patience >= 0

    def _steps_for(self, what: int | Cost) -> int:
        steps = self._steps.get(what)
        if steps is None:
            cost = self.charges.effort.value(what) if isinstance(what, int) else what
            steps = self._steps[what] = steps_of_looking(self.sizes, cost.terms)
        return steps

    def lasts_for_function(self, number: int) -> bool:
        return self.lasts_for(self.charges.effort.function(number))

    def lasts_for_value(self, number: int) -> bool:
        """A value is asked as it is, against its start, and once more with care."""
        return self._lasts_for(number, 1 + CARE)

    def lasts_for_condition(self, asked: ir.Expr) -> bool:
        """A condition of a zone: a function, or a value, that is asked about it."""
        if isinstance(asked, ir.Computed):
            return self.lasts_for_value(asked.value)
        return not isinstance(asked, ir.Apply) or self.lasts_for_function(asked.function)

    def lasts_for_text(self, text: ir.Text) -> bool:
        if id(text) not in self._texts:
            self._texts[id(text)] = self.charges.text(text, {})
        return self.lasts_for(self._texts[id(text)], 1)
