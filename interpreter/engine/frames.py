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

NOBODY = (None, None)  # with whom and what a procedure of the game itself begins: no player, no card

MOST_LINES = 8  # that are told of rules that stop


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


def site_of(state: State) -> int:
    """The place of the decision that a state stands at."""
    node = waiting_at(state)
    assert node is not None
    return node.choice.site if isinstance(node, ir.Ask) else node.site


def ends_of(definition: Definition, label: int, procedure: int, point: int) -> list[int]:
    """Where the stretches of a number end that a point lies in."""
    return [end for one, start, end in codes_of(definition)[procedure].blocks if one == label and start <= point < end]


def is_within(definition: Definition, stack: Sequence[Sequence[Any]], label: int) -> bool:
    """Whether the rules stand in a stretch of a number, such as a turn, in whatever procedure."""
    within = False
    for number, (procedure, point, _) in enumerate(stack):
        is_caller = number < len(stack) - 1 and is_called(definition, stack[number + 1][0])
        within = within or bool(ends_of(definition, label, procedure, point - 1 if is_caller else point))
    return within


def stands_before(definition: Definition, frames: Sequence[Sequence[Any]], name: str) -> bool:
    """Whether a stretch of that name is what comes next; not if it begins with a decision that was answered in part."""
    if not frames:
        return False
    procedure, point, places = frames[-1]
    code = codes_of(definition)[procedure]
    node = code.instructions[point] if point < len(code.instructions) else None
    begun = node.picked if isinstance(node, ir.PickMany) else node.answers if isinstance(node, ir.Ask) else None
    if begun is not None and places[begun] is not None:
        return False
    label = definition.stretch_numbers.get(name)
    return any(one == label and start == point for one, start, _ in code.blocks)


def is_called(definition: Definition, procedure: int) -> bool:
    """Whether what lies below a procedure stands after its call, rather than at what it will do next."""
    return definition.procedures[procedure].name != ir.INSERTED


def lines_of(
    definition: Definition, frames: Sequence[Sequence[Any]], here: int | None = None, inside: Sequence[str] = ()
) -> tuple[str, ...]:
    """The lines of the definition that are being carried out, innermost first; `here` is the instruction there, if not the
    next one, and `inside` the lines of what has left the frames already."""
    lines = list(inside[:MOST_LINES])
    for procedure, point, _ in reversed(frames):
        if len(lines) == MOST_LINES:
            break
        if lines and not point:
            continue  # it waits for those before it
        code = codes_of(definition)[procedure].instructions
        at = point - 1 if lines else point if here is None else here  # further out stands a call that is done
        node = code[min(at, len(code) - 1)] if code else None
        lines.append(line_of(definition, procedure, getattr(getattr(node, "node", node), "line", 0)))
    return tuple(lines)


def line_of(definition: Definition, procedure: int, line: int = 0) -> str:
    """A line of a procedure as it is told; without one, where the procedure begins."""
    rule = definition.procedures[procedure]
    file = definition.files[rule.file] if definition.files else ""
    return f"{file}:{line or rule.line}: in {rule.name}"


@lru_cache(maxsize=64)
def places_of_decision(definition: Definition) -> tuple[str, ...]:
    """Where each decision is written: file and line."""
    files = definition.files or ("",) * (1 + max((site.file for site in definition.sites), default=0))
    return tuple(f"{files[site.file]}:{site.line}" for site in definition.sites)
