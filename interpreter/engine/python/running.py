"""What written source, and the functions that it calls, know of the run that carries it out."""

from __future__ import annotations

from typing import Any, Protocol

from ... import ir
from ...model.definition import Definition
from ..chance import ForcedChance
from ..options import Decision
from ..state import Frame, State


class WrittenPieces(Protocol):
    """The functions of written source, by number."""

    procedures: list[Any]
    steps: list[Any]
    sites: dict[int, Any]


class WrittenRun(Protocol):
    """A run of written source. `left` collects the frames that a wait leaves behind, and `pick` decides in the run form."""

    state: State
    definition: Definition
    seats: tuple[str, ...]
    forced: ForcedChance
    left: list[Frame]
    pick: Any

    @property
    def module(self) -> WrittenPieces: ...

    def decision(self, node: ir.Choose | ir.PickMany, places: list[Any], seat: int, picked: tuple[int, ...]) -> Decision: ...
