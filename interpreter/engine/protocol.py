"""What every engine can do, however it carries rules out.

A match, a bot and a study know this and no engine. All engines lay the same frames on the stack of the same state, so that one
can go on where another stands.
"""

from __future__ import annotations

from typing import Any, Protocol

from ..model.definition import Definition
from .chance import ForcedChance
from .options import Decision
from .state import State


class Engine(Protocol):
    """Runs one state from decision to decision. `forced` is what chance must give next, if somebody says so."""

    state: State
    definition: Definition
    seats: tuple[str, ...]
    forced: ForcedChance

    def call(self, procedure: int, arguments: tuple[Any, ...]) -> None:
        """Begin a procedure, before anything that is waiting already."""

    def run(self, floor: int = 0, until: str = "") -> None:
        """Go on until somebody must decide, only `floor` frames are left, or a stretch of a name is what comes next."""

    def decisions(self) -> tuple[Decision, ...]:
        """Everybody who must decide now, with their options."""

    def answer(self, seat: int, branch: int, values: tuple[Any, ...], until: str = "") -> None:
        """Carry an answer out and go on, as `run` does."""

    def ask(self, function: int, arguments: tuple[Any, ...]) -> Any:
        """What a function of the definition answers now."""


class Maker(Protocol):
    """Makes an engine for a state."""

    def __call__(self, state: State, seats: tuple[str, ...], /) -> Engine: ...
