"""What statements know of the run that carries them out."""

from __future__ import annotations

from typing import Any, Protocol

from ...model.definition import Definition
from ..chance import ForcedChance
from ..evaluate import Evaluator
from ..events import Event, Noted
from ..state import State
from ..trouble import RuleError
from ..world import World

Running = list[Any]  # a frame while it is carried out: procedure, next instruction, places that change


class Run(Protocol):
    """Rules that are being carried out. `possible` is what can be picked at the choice that waits, once it is found."""

    state: State
    world: World
    definition: Definition
    seats: tuple[str, ...]
    evaluator: Evaluator
    forced: ForcedChance
    events: list[Noted] | None
    possible: list[tuple[int, tuple[Any, ...]]] | None

    def notice(self, event: Event) -> None:
        """Note what happened, with the sentence behind it."""

    def error(self, message: str) -> RuleError:
        """Why rules cannot go on, with the lines that led there."""
