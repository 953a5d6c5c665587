"""Notes what decides something: the values by which a ranking went, step by step, and at the end those of every score.

Only where somebody listens, and for each viewer only what it may know; rules are carried out the same without it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from types import MappingProxyType
from typing import Any, Protocol

from ... import ir
from ...ir.analysis.charges import CARE, charges_of
from ...ir.walk import children, is_expression, walk
from ...model.definition import Definition
from ..budget import steps_of_looking
from ..events import Decided, Event, Noted, RanOut
from ..flatten import BeginEach, Jump, NextLoop, Unless, codes_of
from ..frames import is_called
from ..result_tracing import ResultTracer
from ..state import State
from ..tracing import Trace, TracedStep, Tracer
from ..trouble import TROUBLE
from ..veils import Secrecy, Veil
from .evaluate import Evaluator
from .following import Follower
from .running import Running
from .worth_telling import COMPARING, compares, is_worked_out, ranks

_UNNAMED = ("player", "this", "it", "each", "items", "index", "turn items")  # places that no sentence has named
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


@dataclass(frozen=True, slots=True)
class Deciding:
    """An expression that ranks or compares or is a score, and the name of what it decides; `again` where that was decided
    before. The result of a game is for all to know. Whoever sees `shown`, a variable of the game, change knows that it is
    decided here, because no other sentence sets it."""

    value: ir.Expr
    name: str
    again: bool = False
    is_score: bool = False
    is_result: bool = False
    shown: int | None = None
    is_guard: bool = False  # nothing happens, and nothing is told, where it is not so
    is_amount: bool = False  # how much of a counter is gained or paid
    is_end: bool = False  # rounds or turns of that name end where it is so
    given: int | None = None  # the place of a parameter that says how much: what was given for it is told
    depth: int = 1  # whose places are asked: those of the rule itself, or of the one that called it


def notice_decided(run: Telling, frame: Running) -> None:
    """Tell by what an instruction that comes next will decide something."""
    procedure, _, places = frame
    for one in deciding_in(run.definition)[procedure].get(frame[1], ()):
        if one.given is None:
            _notice(run, one, places, run.definition.procedures[procedure].slots)
        elif (asked := _given(run, one.given)) is not None:
            calling, _, own = run.frames[-2]
            handed = replace(one, value=asked, depth=2)
            _notice(run, handed, own, run.definition.procedures[calling].slots)


def _given(run: Telling, slot: int) -> ir.Expr | None:
    """What the rule that called this one has given for a parameter, if that is made of other numbers."""
    if len(run.frames) < 2 or not is_called(run.definition, run.frames[-1][0]):
        return None
    procedure, point, _ = run.frames[-2]
    instructions = codes_of(run.definition)[procedure].instructions
    call = instructions[point - 1]
    if not isinstance(call, ir.Call) or call.procedure != run.frames[-1][0] or slot >= len(call.arguments):
        return None
    asked, _ = _named(run.definition, procedure, instructions[: point - 1], call.arguments[slot])
    asked = _unlimited(asked)
    return asked if _is_made_of(run.definition, asked) else None


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
        winner = Deciding(_winner(definition, definition.winner), "winner", is_result=True)
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


def _winner(definition: Definition, number: int) -> ir.Expr:
    """Who has won; of teams, who came first: their partners win with them."""
    node = definition.functions[number].value
    if definition.teams and isinstance(node, ir.Fold) and isinstance(node.test, ir.Fold):
        return node.test.source
    return ir.Apply(number, (ir.Const(None), ir.Const(None)))


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
        run.notice(Decided(one.name, one.again, (public, *own), one.is_score, one.is_amount, is_victory, one.is_end))
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


def _is_open(run: Telling, number: int, depth: int) -> bool:
    """Whether a viewer may know that a rule is carried out: the innermost, or one that stands behind its call."""
    at = run.frames[-depth][1] - (depth - 1)
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
    names = tuple("" if name in _UNNAMED or slot in veil.slots else name for slot, name in enumerate(rule.names))
    asked = [slot for slot in range(min(rule.parameters, len(names))) if names[slot]]
    members = [slot for slot in asked if rule.slots[slot].sort is ir.TypeSort.MEMBER]
    given = tuple((places[slot], rule.slots[slot]) for slot in members if places[slot] is not None)
    return replace(trace, names=names, given=given)


# ---------------------------------------------------------------- what is written


@lru_cache(maxsize=64)
def deciding_in(definition: Definition) -> tuple[dict[int, tuple[Deciding, ...]], ...]:
    """For each procedure, by instruction, what ranks or compares things there."""
    written = Counter(one.variable for code in codes_of(definition) for one in code.instructions if isinstance(one, ir.Write))
    shown = {
        number
        for number, one in enumerate(definition.variables)
        if written[number] == 1 and one.of.is_game and one.seen_by == ir.SeenBy.EVERYONE
    }
    return tuple(_in_procedure(definition, number, shown) for number in range(len(definition.procedures)))


def _in_procedure(definition: Definition, number: int, shown: Set[int]) -> dict[int, tuple[Deciding, ...]]:
    by_point: dict[int, tuple[Deciding, ...]] = {}
    ranked: set[int] = set()
    instructions = codes_of(definition)[number].instructions
    for point, instruction in enumerate(instructions):
        slot = instruction.slot if isinstance(instruction, ir.Let) else None
        own = instruction.variable if isinstance(instruction, ir.Write) and instruction.variable in shown else None
        is_again = slot in ranked
        decided = [
            Deciding(value, name, is_again, shown=own, is_guard=_is_guard(instructions, point))
            for value, name in _asked(definition, number, instruction)
            if is_again or (_tells(definition, instruction, value) and not _goes_back(instruction, point))
        ]
        decided += _amount(definition, number, instructions, point)
        if isinstance(instruction, ir.Let) and instruction.slot in (ends := _ends(definition, number, instructions)):
            decided = _end(instruction, ends[instruction.slot])
        if decided:
            by_point[point] = tuple(decided)
            ranked |= {slot} if slot is not None and not decided[-1].is_amount else set()
    return by_point


def _ends(definition: Definition, procedure: int, instructions: Sequence[Any]) -> dict[int, str]:
    """The places that tell whether rounds or turns are over, with what counts them."""
    names = definition.procedures[procedure].names
    loops = [one.node for one in instructions if isinstance(one, NextLoop)]
    return {one.until.slot: names[one.count] for one in loops if isinstance(one.until, ir.Local) and names[one.count]}


def _end(over: ir.Let, name: str) -> list[Deciding]:
    """What ends rounds or turns before they have come to their number: what is written, not what only counts them."""
    asked = list(walk(over.value))
    lengths = (one.arguments[0] for one in asked if isinstance(one, ir.Op) and one.sign is ir.Sign.LENGTH)
    is_counting = any(isinstance(one, ir.Local) for one in lengths) or ir.Local(over.slot) in asked
    is_written = not is_counting and any(not isinstance(one, ir.Op | ir.Local | ir.Const) for one in asked)
    return [Deciding(over.value, name, is_end=True)] if is_written else []


def _amount(definition: Definition, procedure: int, instructions: Sequence[Any], point: int) -> list[Deciding]:
    """How much is gained or paid next, where that is made of other numbers: what a sentence asks for, before it is kept to what
    there is."""
    instruction, after = instructions[point], instructions[point + 1 : point + 2]
    if isinstance(instruction, ir.Write) and not instruction.add:
        variable = definition.variables[instruction.variable]
        is_number = variable.of.is_player and variable.type.sort is ir.TypeSort.NUMBER
        is_told = is_number and _is_made_of(definition, instruction.value)
        return [Deciding(instruction.value, variable.name, is_amount=True)] if is_told else []
    if isinstance(instruction, ir.Write) and not definition.variables[instruction.variable].is_counter:
        return _change(definition, procedure, instruction)
    if isinstance(instruction, ir.Write) and isinstance(instruction.value, ir.Local):  # where an `instead` has let it pass
        name, (_, given) = definition.variables[instruction.variable].name, _named(definition, procedure, (), instruction.value)
        return [] if given is None else [Deciding(instruction.value, name, is_amount=True, given=given)]
    write = after[0] if after else None
    if not isinstance(instruction, ir.Let) or not isinstance(write, ir.Write) or not write.add:
        return []
    node = _unlimited(instruction.value)
    if node is instruction.value:
        return []
    found, given = _named(definition, procedure, instructions[:point], node)
    is_paid = given is not None or _is_made_of(definition, found)
    return [Deciding(found, definition.variables[write.variable].name, is_amount=True, given=given)] if is_paid else []


def _change(definition: Definition, procedure: int, instruction: ir.Write) -> list[Deciding]:
    """By how much a variable is raised or lowered, where that is made of other numbers."""
    node = instruction.value
    if isinstance(node, ir.Op) and node.sign is ir.Sign.SUBTRACT and node.arguments[0] == ir.Const(0):
        node = node.arguments[1]
    _, given = _named(definition, procedure, (), node)
    is_told = given is not None or _is_made_of(definition, node)
    name = definition.variables[instruction.variable].name
    return [Deciding(node, name, is_amount=True, given=given)] if is_told else []


def _unlimited(node: ir.Expr) -> ir.Expr:
    """What a sentence asks for, before it is kept to what there is."""
    for sign in (ir.Sign.MIN, ir.Sign.MAX):
        if isinstance(node, ir.Op) and node.sign == sign and len(node.arguments) == 2:
            node = node.arguments[0] if sign == ir.Sign.MIN else node.arguments[1]
    return node


def _named(definition: Definition, procedure: int, before: Sequence[Any], node: ir.Expr) -> tuple[ir.Expr, int | None]:
    """What a name stands for, if only names were given since then, so that it is worth the same still: what a `let` has worked
    out, or the place of a parameter."""
    if not isinstance(node, ir.Local):
        return node, None
    for one in reversed(before):
        if not isinstance(one, ir.Let):
            return node, None
        if one.slot == node.slot:
            return one.value, None
    is_parameter = node.slot < definition.procedures[procedure].parameters
    return node, node.slot if is_parameter else None


def _is_made_of(definition: Definition, node: ir.Expr) -> bool:
    is_share = isinstance(node, ir.Op) and node.sign in (ir.Sign.DIV, ir.Sign.DIV_UP)
    is_counted = isinstance(node, ir.Fold) and node.kind == ir.FoldKind.COUNT
    return is_share or is_counted or isinstance(node, ir.Cell) or is_worked_out(definition, node)


def _goes_back(instruction: Any, point: int) -> bool:
    """Whether it only asks if something is done once more."""
    return isinstance(instruction, Unless) and instruction.target <= point


def _is_guard(instructions: Sequence[Any], point: int) -> bool:
    """Whether something is done only if one number that is worked out passes, and nothing otherwise."""
    asking = instructions[point]
    last = instructions[asking.target - 1] if isinstance(asking, Unless) and asking.target else None
    if not isinstance(asking, Unless) or (isinstance(last, Jump) and last.target >= asking.target):
        return False
    node = asking.condition
    is_compared = isinstance(node, ir.Op) and node.sign in COMPARING
    return not is_compared or any(not isinstance(one, ir.Apply) for one in node.arguments)  # type: ignore[union-attr]


def _tells(definition: Definition, instruction: Any, value: ir.Expr) -> bool:
    """Whether a value that an instruction goes by is decided by numbers that are worth telling."""
    if isinstance(instruction, Unless):
        return compares(definition, value)
    is_list = isinstance(instruction, BeginEach) and isinstance(value, ir.Fold) and value.test is not None
    return ranks(definition, value) or (is_list and _picks_by_numbers(definition, value))  # type: ignore[arg-type]


def _picks_by_numbers(definition: Definition, node: ir.Fold) -> bool:
    """Whether it is players, or members of a type, who pass a comparison."""
    is_of_few = isinstance(node.source, ir.All) and node.source.sort in (ir.ThingSort.PLAYER, ir.ThingSort.MEMBER)
    return is_of_few and node.test is not None and compares(definition, node.test)


def _asked(definition: Definition, procedure: int, instruction: Any) -> Iterator[tuple[ir.Expr, str]]:
    """The values that an instruction goes by, each with the name of what gets it."""
    match instruction:
        case ir.Let():
            yield instruction.value, _slot_name(definition, procedure, instruction.slot)
        case ir.Write() if not instruction.add:
            yield instruction.value, definition.variables[instruction.variable].name
        case BeginEach():
            yield instruction.node.source, ""
        case Unless():
            yield instruction.condition, ""
        case ir.Call():
            for slot, value in enumerate(instruction.arguments):
                yield value, _slot_name(definition, instruction.procedure, slot)
        case ir.Move() | ir.Discard() | ir.Face() | ir.Show():
            yield from ((value, "") for value in children(instruction) if is_expression(value))


def _slot_name(definition: Definition, procedure: int, slot: int) -> str:
    names = definition.procedures[procedure].names
    return names[slot] if slot < len(names) and names[slot] not in _UNNAMED else ""
