"""Notes what decides something: the values by which a ranking went, step by step, and at the end those of every score.

Only where somebody listens, and for each viewer only what it may know; rules are carried out the same without it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Protocol

from ... import ir
from ...ir.walk import children, is_expression
from ...model.definition import Definition
from ..events import Decided, Event, Noted
from ..flatten import BeginEach, codes_of
from ..state import State
from ..tracing import ResultTracer, Trace, Tracer
from ..trouble import TROUBLE
from ..veils import Secrecy, Veil
from .following import Follower
from .running import Running

_UNNAMED = ("player", "this", "it", "each", "items", "index")  # places that no sentence has named
_PASSED_ON = (ir.Sign.LISTED, ir.Sign.ITEM, ir.Sign.AT, ir.Sign.UNTOLD)


class Telling(Protocol):
    """Rules that are being carried out while somebody listens."""

    state: State
    definition: Definition
    events: list[Noted] | None
    frames: list[Running]

    def follow(self) -> Follower: ...

    def notice(self, event: Event) -> None: ...


@dataclass(frozen=True, slots=True)
class Deciding:
    """An expression that ranks things or is a score, and the name of what it decides; `again` where that was decided before.
    The result of a game is for all to know."""

    value: ir.Expr
    name: str
    again: bool = False
    is_score: bool = False
    is_result: bool = False


def notice_decided(run: Telling, frame: Running) -> None:
    """Tell by what an instruction that comes next will decide something."""
    procedure, _, places = frame
    for one in deciding_in(run.definition)[procedure].get(frame[1], ()):
        _notice(run, one, places, run.definition.procedures[procedure].slots)


def notice_end(run: Telling) -> None:
    """Tell where every score comes from, and who has won by what."""
    definition = run.definition
    asked: list[Deciding] = []
    if definition.score is not None:
        players = [ir.Const(player, ir.PLAYER_TYPE) for player in range(run.state.world.players)]
        asked += [Deciding(ir.Apply(definition.score, (one, one)), "", is_score=True) for one in players]
    if definition.winner is not None:
        asked.append(Deciding(ir.Apply(definition.winner, (ir.Const(None), ir.Const(None))), "winner", is_result=True))
    for one in asked:
        _notice(run, one, [], ())


def _notice(run: Telling, one: Deciding, places: list[Any], types: tuple[ir.Type, ...]) -> None:
    """What everybody may know, each seat may; only else every seat is asked what it may know by itself. Of the result everybody
    may know something, and a seat perhaps more."""
    viewers = run.follow().viewers
    public = _traced(run, one, places, types, 0)
    for_all = None if one.is_result else public
    own = [for_all or _traced(run, one, places, types, number) for number in range(1, len(viewers))]
    if any(trace is not None for trace in (public, *own)):
        run.notice(Decided(one.name, one.again, (public, *own), one.is_score))


def _traced(run: Telling, one: Deciding, places: list[Any], types: tuple[ir.Type, ...], number: int) -> Trace | None:
    """What a viewer may know of it: nothing, if not even that the sentence is carried out."""
    follower = run.follow()
    veil = follower.veils[number][len(run.frames) - 1] if run.frames else Veil()
    if run.frames and veil.at(run.frames[-1][1]) != Secrecy.OPEN:
        return None
    tracer = (ResultTracer if one.is_result else Tracer)(run.state, follower.viewers[number])
    try:
        trace = tracer.asked_why(one.value, list(places), types, veil.slots & follower.rules.looked_into(one.value))
    except TROUBLE:
        return None
    return None if trace.secret else trace


# ---------------------------------------------------------------- what is written


@lru_cache(maxsize=32)
def deciding_in(definition: Definition) -> tuple[dict[int, tuple[Deciding, ...]], ...]:
    """For each procedure, by instruction, what ranks things there."""
    return tuple(_in_procedure(definition, number) for number in range(len(definition.procedures)))


def _in_procedure(definition: Definition, number: int) -> dict[int, tuple[Deciding, ...]]:
    found: dict[int, tuple[Deciding, ...]] = {}
    ranked: set[int] = set()
    for point, instruction in enumerate(codes_of(definition)[number].instructions):
        slot = instruction.slot if isinstance(instruction, ir.Let) else None
        is_again = slot in ranked
        decided = [
            Deciding(value, name, is_again)
            for value, name in _asked(definition, number, instruction)
            if is_again or ranks(definition, value)
        ]
        if decided:
            found[point] = tuple(decided)
            ranked |= {slot} if slot is not None else set()
    return found


def _asked(definition: Definition, procedure: int, instruction: Any) -> Iterator[tuple[ir.Expr, str]]:
    """The values that an instruction goes by, each with the name of what gets it."""
    match instruction:
        case ir.Let():
            yield instruction.value, _slot_name(definition, procedure, instruction.slot)
        case ir.Write() if not instruction.add:
            yield instruction.value, definition.variables[instruction.variable].name
        case BeginEach():
            yield instruction.node.source, ""
        case ir.Call():
            for slot, value in enumerate(instruction.arguments):
                yield value, _slot_name(definition, instruction.procedure, slot)
        case ir.Move() | ir.Discard() | ir.Face() | ir.Show():
            yield from ((value, "") for value in children(instruction) if is_expression(value))


def _slot_name(definition: Definition, procedure: int, slot: int) -> str:
    names = definition.procedures[procedure].names
    return names[slot] if slot < len(names) and names[slot] not in _UNNAMED else ""


def ranks(definition: Definition, node: ir.Expr, depth: int = 8) -> bool:
    """Whether an expression is, in the end, the best of several things or all of them in order."""
    match node:
        case ir.Sort():
            return bool(node.keys)
        case ir.Grouped():
            return True
        case ir.Apply() if depth:
            return ranks(definition, definition.functions[node.function].value, depth - 1)
        case ir.Either():
            return ranks(definition, node.then, depth) or ranks(definition, node.otherwise, depth)
        case ir.Op() if node.sign in _PASSED_ON:
            return ranks(definition, node.arguments[0], depth)
        case ir.Fold() if node.kind in ("first", "last", "list") and node.test is None and node.item is None:
            return ranks(definition, node.source, depth)
    return False
