"""Plays whole games in the run form: a policy or chance picks on the spot, nothing waits and nobody watches.

Takes a world and a seed, or any position; leaves the state at the end of the game.
"""

from __future__ import annotations

from collections.abc import Callable

from ..reference.interpreter import STEP_BUDGET
from ..state import State
from ..trouble import TROUBLE
from .module import module_for
from .stepper import Stepper

Policy = Callable[[State, int, int, int], int]  # state, seat, number of options, place of decision -> which one
Draw = Callable[[], float]  # a number from 0 up to 1


class Playout(Stepper):
    """A run of the rules with a policy."""

    def __init__(self, state: State, policy: Policy, seats: tuple[str, ...] = ()) -> None:
        # Nobody reads a word here, but options that only words can tell apart need somebody to speak of.
        super().__init__(state, seats or tuple([f"seat {seat + 1}" for seat in range(state.world.players)]))
        self.pick = policy
        self.draw: Draw | None = None

    def finish(self) -> None:
        """From wherever play stands to the end of the game, also in the middle of an effect."""
        state, stack = self.state, self.state.stack
        self.budget, state.looked_at = STEP_BUDGET, 0
        self.unkept.clear()
        try:
            while stack:
                procedure, point, places = stack[-1]
                if 2 * point not in self.module.entries(procedure, "r"):
                    self.walk()
                    continue
                stack.pop()
                result = self.module.resuming[procedure](self, state, 2 * point, places)
                if result is not None:
                    self.leave(result, procedure)
        except TROUBLE as problem:
            raise self.stopped(problem) from None

    @classmethod
    def drawn(cls, state: State, draw: Draw) -> Playout:
        """A run in which every option is as likely as every other: the draw is written into the source."""
        run = cls(state, lambda state, seat, count, site: int(draw() * count))
        run.draw = draw
        run.module = module_for(state.world, drawn=True)
        return run

    def again(self, state: State) -> None:
        """The same policy with another game, from its beginning to its end."""
        self.state = self.evaluator.state = state
        self.budget, state.looked_at = STEP_BUDGET, 0
        definition, procedures = self.definition, self.module.procedures
        try:
            procedures[definition.setup](self, state)
            procedures[definition.flow](self, state)
        except TROUBLE as problem:
            raise self.stopped(problem) from None

    def play(self) -> None:
        """From the beginning of the game to its end."""
        self.again(self.state)
