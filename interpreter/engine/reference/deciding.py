"""Notes what decides something: the values by which a ranking went, step by step, and at the end those of every score.

Only where somebody listens, and for each viewer only what it may know; rules are carried out the same without it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import Any, Protocol

from ... import ir
from ...ir.analysis.charges import CARE, charges_of
from ...ir.walk import walk
from ...model.definition import Definition
from ..budget import steps_of_looking
from ..discretion import Discreet
from ..evaluate import Evaluator
from ..events import Decided, Event, Noted, RanOut
from ..flatten import codes_of
from ..frames import is_called
from ..result_tracing import ResultTracer, came_first
from ..state import State
from ..tracing import Trace, TracedStep, Tracer
from ..trouble import TROUBLE
from ..veils import Secrecy, Veil
from .deciding_sentences import UNNAMED, Deciding, deciding_in, is_made_of, named, unlimited
from .following import Follower
from .running import Running

NOTED = 2  # how many times longer it takes to follow what rules ask than to ask it
DRAWN = "drawn"  # the place that counts the cards of a draw


class Telling(Protocol):
    """Rules that are being carried out while somebody listens."""

    state: State
    definition: Definition
    events: list[Noted] | None
    frames: list[Running]

    def follow(self) -> Follower: ...

    def notice(self, event: Event) -> None: ...


def notice_decided(run: Telling, frame: Running) -> None:
    """Tell by what an instruction that comes next will decide something."""
    procedure, _, places = frame
    for one in deciding_in(run.definition)[procedure].get(frame[1], ()):
        if one.given is None:
            _notice(run, one, places, run.definition.procedures[procedure].slots)
        elif (found := _given(run, one.given)) is not None:
            asked, depth = found
            calling, _, own = run.frames[-depth]
            handed = replace(one, value=asked, depth=depth)
            _notice(run, handed, own, run.definition.procedures[calling].slots)


def _given(run: Telling, slot: int) -> tuple[ir.Expr, int] | None:
    """What a rule that led here has given for a parameter, if that is made of other numbers, and how far out that rule stands:
    what only hands on what it was given itself is passed over."""
    for depth in range(2, len(run.frames) + 1):
        if not is_called(run.definition, run.frames[1 - depth][0]):
            return None
        procedure, point, _ = run.frames[-depth]
        instructions = codes_of(run.definition)[procedure].instructions
        call = instructions[point - 1]
        if not isinstance(call, ir.Call) or call.procedure != run.frames[1 - depth][0] or slot >= len(call.arguments):
            return None
        asked, handed_on = named(run.definition, procedure, instructions[: point - 1], call.arguments[slot])
        if handed_on is None:
            asked = unlimited(asked)
            return (asked, depth) if is_made_of(run.definition, asked) else None
        slot = handed_on
    return None


def notice_end(run: Telling) -> None:
    """Tell where every score comes from, and who has won by what."""
    definition = run.definition
    told: list[dict[int, TracedStep]] = [{} for _ in run.follow().viewers]
    for player in range(run.state.world.players) if definition.score is not None else ():
        one = ir.Const(player, ir.PLAYER_TYPE)
        score = Deciding(ir.Apply(definition.score, (one, one)), "", is_score=True, is_result=True)  # type: ignore[arg-type]
        for known, trace in zip(told, _notice(run, score, [], (), told), strict=True):
            known |= {} if trace is None else {player: trace.root}
    if definition.winner is not None:
        slots = definition.functions[definition.winner].slots
        winner = Deciding(came_first(definition, definition.winner), "winner", is_result=True)
        _notice(run, winner, [None] * len(slots), slots, told)


def notice_run_out(run: Telling, loop: ir.Loop, frame: Running) -> None:
    """Tell that a pile has not as many cards as were to be drawn, to those who may know that somebody draws there."""
    procedure, point, places = frame
    if run.definition.procedures[procedure].names[loop.count] != DRAWN:
        return
    pile = next(one.of for one in walk(loop.until) if isinstance(one, ir.Contents))
    goal = next(one.to for one in walk(loop.body) if isinstance(one, ir.Move) and one.to != pile)
    follower = run.follow()
    veils = [own[len(run.frames) - 1] for own in follower.veils]
    assert isinstance(pile, ir.Local) and isinstance(goal, ir.Local)
    if places[pile.slot] is None or places[goal.slot] is None:
        return  # nobody draws, or nowhere
    told = zip(follower.viewers, veils, strict=True)
    unknown = {pile.slot, goal.slot}
    viewers = tuple(viewer for viewer, veil in told if veil.at(point) == Secrecy.OPEN and not veil.slots & unknown)
    run.notice(RanOut(places[pile.slot], places[goal.slot], viewers))


def _notice(
    run: Telling, one: Deciding, places: list[Any], types: tuple[ir.Type, ...], told: Sequence[Mapping[int, TracedStep]] = ()
) -> tuple[Trace | None, ...]:
    """What everybody may know, each seat may; only else, or if it sees what others know by a back, it is asked by itself.
    Of the result everybody may know something, and a seat perhaps more; `told` are the scores that each viewer was told."""
    if one.is_end and not _is_so(run, one, places):
        return ()
    viewers = run.follow().viewers
    asked = partial(traced, run, one, places, types)
    public = asked(0, told[0] if told else {})
    for_all = None if public is None or public.is_kept else public
    own = [
        for_all if for_all and for_all.is_all_for(run.state, viewer) else asked(number, told[number] if told else {})
        for number, viewer in enumerate(viewers[1:], 1)
    ]
    if any(trace is not None for trace in (public, *own)):
        is_victory = one.is_result and not one.is_score
        kinds = one.is_score, one.is_amount, is_victory, one.is_end, one.is_instead
        run.notice(Decided(one.name, one.again, (public, *own), *kinds))
    return public, *own


def _is_so(run: Telling, one: Deciding, places: list[Any]) -> bool:
    """Whether rounds or turns end now: nobody follows what does not."""
    try:
        return bool(Evaluator(run.state.world, run.state).value(one.value, list(places)))
    except TROUBLE:
        return False


def traced(
    run: Telling, one: Deciding, places: list[Any], types: tuple[ir.Type, ...], number: int,
    scores: Mapping[int, TracedStep] = MappingProxyType({}),
) -> Trace | None:
    """What a viewer may know of it: nothing, if not even that the sentence is carried out."""
    follower = run.follow()
    veil = follower.veils[number][len(run.frames) - one.depth] if run.frames else Veil()
    is_open = all(_is_open(run, number, depth) for depth in range(1, one.depth + 1)) if run.frames else True
    if not is_open and one.shown is None:
        return None
    viewer = follower.viewers[number]
    tracer = ResultTracer(run.state, viewer, scores) if one.is_result else Tracer(run.state, viewer)
    tracer.gives_up = True
    try:
        tracer.spend(_steps_to_follow(run, one))
        trace = tracer.asked_why(one.value, list(places), types, veil.slots & follower.rules.looked_into(one.value))
        trace = trace if one.of is None or trace.secret else replace(trace, of=_whose(run, one.of, places, veil, viewer))
    except TROUBLE:
        return None
    if one.is_guard and not trace.root.value:
        return None
    if tracer.unsettled is not None and not is_open:
        return None
    is_shown = is_open or (one.shown is not None and trace.root.value != run.state.variables[one.shown])
    if not is_shown or trace.secret:
        return None
    return _with_names(run, trace, veil, one.depth) if is_open else trace


def _whose(run: Telling, of: ir.Expr, places: list[Any], veil: Veil, viewer: int | None) -> int | None:
    """Whose number is set, if the viewer may know that."""
    asked, is_unknown = Discreet(run.state, viewer).asked(of, list(places), veil.slots)
    return None if is_unknown else asked


def _is_open(run: Telling, number: int, depth: int) -> bool:
    """Whether a viewer may know that a rule is carried out: the innermost, or one that stands behind its call."""
    at = run.frames[-depth][1] - int(depth > 1)
    return run.follow().veils[number][len(run.frames) - depth].at(at) == Secrecy.OPEN


def _steps_to_follow(run: Telling, one: Deciding) -> int:
    """What it may take to follow an expression step by step, by how many cards lie where, which everybody may know."""
    charges = charges_of(run.definition)
    if isinstance(one.value, ir.Apply) and one.is_result:
        return CARE * steps_of_looking(run.state, charges.effort.function(one.value.function).terms)
    return NOTED * steps_of_looking(run.state, charges.looks(one.value).terms)


def _with_names(run: Telling, trace: Trace, veil: Veil, depth: int) -> Trace:
    """What the places of a rule are called, and with which members it was begun, as far as the reader knows them."""
    if not run.frames:
        return trace
    number, _, places = run.frames[-depth]
    rule = run.definition.procedures[number]
    names = tuple("" if name in UNNAMED or slot in veil.slots else name for slot, name in enumerate(rule.names))
    asked = [slot for slot in range(min(rule.parameters, len(names))) if names[slot]]
    members = [slot for slot in asked if rule.slots[slot].sort is ir.TypeSort.MEMBER]
    given = tuple((places[slot], rule.slots[slot]) for slot in members if places[slot] is not None)
    return replace(trace, names=names, given=given)
