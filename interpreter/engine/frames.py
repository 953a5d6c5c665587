"""The rules that are being carried out, as they lie on the stack of a state: the same for every engine.

A frame is a procedure, the number of its next instruction, and its places. Says where a stack stands; never changes one.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from .. import ir
from ..model.definition import Definition
from .flatten import codes_of
from .state import State


def places_of(definition: Definition, procedure: int, arguments: tuple[Any, ...]) -> tuple[Any, ...]:
    """The places of a procedure that begins with some arguments."""
    return (*arguments, *[None] * (codes_of(definition)[procedure].slots - len(arguments)))


def waiting_at(state: State) -> ir.Choose | ir.PickMany | ir.Ask | None:
    """The decision that a state stands at; None if the game is over."""
    if not state.stack:
        return None
    procedure, point, _ = state.stack[-1]
    node = codes_of(state.world.definition)[procedure].instructions[point]
    assert isinstance(node, ir.Choose | ir.PickMany | ir.Ask)
    return node


def ends_of(definition: Definition, label: str, procedure: int, point: int) -> list[int]:
    """Where the stretches of a name end that a point lies in."""
    return [end for name, start, end in codes_of(definition)[procedure].blocks if name == label and start <= point < end]


def stands_before(definition: Definition, frames: Sequence[Sequence[Any]], label: str) -> bool:
    """Whether a stretch of that name is what comes next; not if it begins with a decision that was answered in part."""
    if not frames:
        return False
    procedure, point, places = frames[-1]
    code = codes_of(definition)[procedure]
    node = code.instructions[point] if point < len(code.instructions) else None
    begun = node.picked if isinstance(node, ir.PickMany) else node.answers if isinstance(node, ir.Ask) else None
    if begun is not None and places[begun] is not None:
        return False
    return any(name == label and start == point for name, start, _ in code.blocks)


def is_called(definition: Definition, procedure: int) -> bool:
    """Whether what lies below a procedure stands after its call, rather than at what it will do next."""
    return definition.procedures[procedure].name != ir.INSERTED


@lru_cache(maxsize=32)
def places_of_decision(definition: Definition) -> tuple[str, ...]:
    """Where each decision is written: file and line."""
    files = definition.files or ("",) * (1 + max((site.file for site in definition.sites), default=0))
    return tuple(f"{files[site.file]}:{site.line}" for site in definition.sites)
