"""The reference interpreter: carries rules out, one instruction after the other, until somebody must decide.

Takes a state and answers; changes the state. Waits at `Choose`, `PickMany` and `Ask` only: there everything alive is in the
state, so that it can be copied, saved and compared. This is the meaning of the language, obvious before fast.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from ... import ir
from ...ir.analysis.charges import charges_of
from ...ir.limits import DEPTH
from ..answering import answer_among_others, answer_pick, as_seen_by, bind, open_seats
from ..budget import begin_anew, dear_instructions, deepen, spend, spend_looking
from ..chance import ForcedChance
from ..effect_rows import Row, note, operands_of
from ..evaluate import Evaluator, Places
from ..events import Event, Noted, abilities_in
from ..flatten import BeginEach, BeginLoop, Jump, NextEach, NextLoop, Unless, codes_of
from ..frames import NOBODY, ends_of, is_called, lines_of, places_of, site_of, stands_before, waiting_at
from ..offering import Offered, offered_by
from ..options import Asked, Decision, bound, deciding_seat, decision_of, picked_so_far
from ..picking import Picking
from ..protocol import Draw, Policy
from ..state import Frame, State
from ..trouble import TROUBLE, RuleError, TooDeep, asked_for, error_of
from ..veils import Veils
from ..world import World
from .causes import cause_of
from .deciding import notice_decided, notice_end, notice_run_out
from .effects import EFFECTS
from .following import Follower
from .running import Running
from .waiting import WAITING

Looked = TypeVar("Looked")



class Interpreter:
    """Runs one state. `events` collects what people may notice. At rest all frames lie in the state; `frames` are those of a
    run that is under way."""

    def __init__(self, state: State, seats: tuple[str, ...], events: list[Noted] | None = None) -> None:
        self.state = state
        self.world: World = state.world
        self.definition = state.world.definition
        self.codes = codes_of(self.definition)
        self.charges, self.dear = charges_of(self.definition), dear_instructions(self.definition)
        deepen()
        self.seats = seats
        self.evaluator = Evaluator(self.world, state, counts=True)
        self.events = events
        self.following: Follower | None = None  # where somebody listens: who may know which sentence is carried out
        self.rows: list[Row] | None = None  # each effect as numbers, to be compared with other engines
        self.fired: list[int] | None = None  # how often each ability came into effect, by procedure
        self.forced = ForcedChance()
        self.frames: list[Running] = []
        self.point = 0  # the instruction that is being carried out in the innermost frame
        self.until = ""  # a stretch of the flow: a run stops before it begins, if it comes there
        self.possible: list[tuple[int, tuple[Any, ...]]] | None = None  # what can be picked at the choice that waits

    def ask(self, function: int, arguments: tuple[Any, ...]) -> Any:
        """What a function of the definition answers now."""
        return self.ask_each(function, (arguments,))[0]

    def ask_each(self, function: int, questions: Sequence[tuple[Any, ...]]) -> list[Any]:
        begin_anew(self.state)
        try:
            return self.careful(lambda: [self._answered(function, one) for one in questions])
        except RuleError as problem:
            raise asked_for(problem, self.definition, function) from None

    def _answered(self, function: int, arguments: tuple[Any, ...]) -> Any:
        spend_looking(self.state, self.charges.effort.function(function).terms)
        return self.evaluator.apply(function, arguments)

    def careful(self, look: Callable[[], Looked]) -> Looked:
        """Look at something between two runs of the rules."""
        try:
            return look()
        except TROUBLE as problem:
            raise self.stopped(problem) from None

    def copy(self) -> Interpreter:
        """The same position in an engine of its own, which nobody listens to."""
        return Interpreter(self.state.copy(), self.seats)

    # ---- starting and going on

    def start(self) -> None:
        """Let the set-up come next, and then the flow."""
        self.call(self.definition.flow, NOBODY)
        self.call(self.definition.setup, NOBODY)

    def call(self, procedure: int, arguments: tuple[Any, ...]) -> None:
        """Begin a procedure, before anything that is waiting already."""
        self.state.stack.append((procedure, 0, places_of(self.definition, procedure, arguments)))

    def run(self, floor: int = 0, until: str = "") -> None:
        """Go on until somebody must decide, only `floor` frames are left, or a stretch of a name is what comes next."""
        self.until = until
        begin_anew(self.state)
        self.possible = None
        self._thaw()
        try:
            self._run(floor)
        except TROUBLE as problem:
            raise self.stopped(problem) from None
        finally:
            self.state.stack[:] = [frozen(frame) for frame in self.frames]
        if self.events is not None and not self.frames:
            notice_end(self)

    def begin(self, procedure: int, arguments: tuple[Any, ...]) -> None:
        """Begin a procedure in the middle of a run."""
        if procedure in self.charges.deep:
            running = sum(point > 0 for number, point, _ in self.frames if number in self.charges.deep)
            if running >= DEPTH.most:
                raise TooDeep
        self.frames.append([procedure, 0, list(places_of(self.definition, procedure, arguments))])
        if self.following is not None:
            self.following.begin()

    def _thaw(self) -> None:
        self.frames = [[procedure, point, list(places)] for procedure, point, places in self.state.stack]
        if self.events is not None:
            self.follow().thaw(self.frames)

    def follow(self, veils: Veils | None = None) -> Follower:
        """Find out who may know which sentence is carried out; without veils, those that could lie over the position."""
        if self.following is None:
            self.following = Follower(self.state, self.seats, self.frames, veils)
        return self.following

    def _run(self, floor: int) -> None:
        frames = self.frames
        while len(frames) > floor:
            frame = frames[-1]
            code = self.codes[frame[0]].instructions
            if frame[1] >= len(code):
                frames.pop()
                continue
            if self.until and stands_before(self.definition, frames, self.until):
                return
            if self.carry_out(code[frame[1]], frame):
                return

    def carry_out(self, instruction: Any, frame: Running) -> bool:
        """One instruction; whether somebody must decide first."""
        self.point = frame[1]
        if self.following is not None:
            self.following.before(instruction, frame)
        if self.events is not None:
            notice_decided(self, frame)
        if self.fired is not None:
            self._count(instruction, frame)
        cost = self.dear[frame[0]][self.point]
        if cost is not None:
            spend_looking(self.state, cost.terms)
        if self.rows is not None:
            self._note_row(instruction, frame[2])
        return bool(_CARRY_OUT[type(instruction)](self, instruction, frame))

    def test(self, condition: ir.Expr, places: Places) -> bool:
        """Whether a loop is to end; counted where it is asked."""
        cost = self.charges.dear(condition)
        if cost is not None:
            spend_looking(self.state, cost.terms)
        return bool(self.evaluator.value(condition, places))

    def note_rows(self) -> None:
        """From now on note each effect as a row."""
        self.rows = []

    def _note_row(self, instruction: Any, places: Places) -> None:
        """What is noted is asked once more for it, which is no part of the budget."""
        operands, run, budget = operands_of(instruction), self.evaluator, self.state.budget
        if operands is not None and self.rows is not None:
            lists = tuple([run.things(one, places) for one in operands.lists])
            needed = tuple([run.value(one, places) for one in operands.needed])
            others = [None if one is None else run.value(one, places) for one in operands.others]
            note(self.rows, operands.kind, lists, needed, (*operands.fixed, *others))
            self.state.budget = budget

    def error(self, message: str) -> RuleError:
        return RuleError(message, self.trace())

    def stopped(self, problem: Exception) -> RuleError:
        """Why rules cannot go on as a sentence, with the lines of the definition that led there."""
        if isinstance(problem, RuleError):
            return RuleError(problem.message, problem.trace or self.trace())
        return error_of(problem, self.definition, self.trace())

    def trace(self) -> tuple[str, ...]:
        """The lines of the definition that are being carried out, innermost first."""
        frames, here = (self.frames, self.point) if self.frames else (self.state.stack, None)
        return lines_of(self.definition, frames, here)

    # ---- decisions

    def decisions(self) -> tuple[Decision, ...]:
        """Everybody who must decide now, with their options."""
        begin_anew(self.state)
        return self.careful(self.asked_now)

    def asked_now(self) -> tuple[Decision, ...]:
        node, state, seats = waiting_at(self.state), self.state, self.seats
        if node is None:
            return ()
        places = list(state.stack[-1][2])
        if isinstance(node, ir.Ask):
            choice = node.choice
            asked = [(seat, as_seen_by(node, places, seat), picked) for seat, picked in open_seats(node, places)]
            return tuple(decision_of(Asked(state, seats, choice, own, seat, picked)) for seat, own, picked in asked)
        seat, picked = deciding_seat(state, node, places), picked_so_far(node, places)
        return (decision_of(Asked(state, seats, node, places, seat, picked), self.possible),)

    def answer(self, seat: int, branch: int, values: tuple[Any, ...], until: str = "") -> None:
        """Carry an answer out and go on to the next decision."""
        node = waiting_at(self.state)
        frame: Running = [*self.state.stack[-1][:2], list(self.state.stack[-1][2])]
        if self.events is not None:
            self.follow().answered(node, seat, branch, values, frame[2])
        frame[1] += self._take(node, frame[2], seat, branch, values)
        self.state.stack[-1] = frozen(frame)
        self.run(until=until)

    def _take(self, node: Any, places: Places, seat: int, branch: int, values: tuple[Any, ...]) -> bool:
        """Write an answer down; says whether the decision is over with it."""
        if isinstance(node, ir.Ask):
            choice = node.choice
            return answer_among_others(
                node, places, seat, branch, values, lambda own: Picking.asked(self.evaluator, choice, own)  # type: ignore[arg-type]
            )
        if isinstance(node, ir.PickMany):
            return answer_pick(node, places, branch, values)
        bind(node, places, branch, values)
        return True

    def play_out(self, policy: Policy) -> None:
        """Go on to the end of the game: the policy picks."""
        if self.state.stack:
            self.run()
        while self.state.stack:
            left = self.state.budget
            decision, site = self.decisions()[0], site_of(self.state)
            self.state.budget = left  # for a policy that counts what the rules took
            seat = self.seats.index(decision.seat)
            self.asked = decision
            option = decision.options[policy(self.state, seat, len(decision.options), site)]
            self.answer(seat, *bound(option))

    def on_offer(self) -> Offered:
        return offered_by(self.asked.options)

    def play_by_chance(self, draw: Draw) -> None:
        """Go on to the end of the game, with every option as likely as every other."""
        self.play_out(lambda state, seat, count, site: int(draw() * count))

    # ---- counting

    def count_abilities(self, fired: list[int]) -> None:
        """From now on count in a list, by procedure, how often each ability comes into effect."""
        self.fired = fired

    def _count(self, instruction: Any, frame: Running) -> None:
        """An ability comes into effect when it is begun and its `if` holds. A question that several are asked, and a row of
        picks, is come to again after every answer."""
        procedure, point, places = frame
        if self.fired is None or point or procedure not in abilities_in(self.definition):
            return
        again = isinstance(instruction, ir.Ask) and places[instruction.answers] is not None
        again = again or (isinstance(instruction, ir.PickMany) and bool(places[instruction.picked]))
        holds = not isinstance(instruction, Unless) or self.evaluator.value(instruction.condition, places)
        self.fired[procedure] += bool(holds and not again)

    # ---- noticing

    def notice(self, event: Event) -> None:
        """Note what happened, with the sentence behind it."""
        if self.events is not None:
            cause = cause_of(self.definition, self.frames, self.point)
            self.events.append(Noted(event, cause, self.follow().told(event, cause, self.point)))


def frozen(frame: Running) -> Frame:
    """A frame as it lies in the state."""
    procedure, point, places = frame
    return procedure, point, tuple(places)


# ---------------------------------------------------------------- control


def _jump(run: Interpreter, node: Jump, frame: Running) -> None:
    frame[1] = node.target


def _unless(run: Interpreter, node: Unless, frame: Running) -> None:
    frame[1] = frame[1] + 1 if run.evaluator.value(node.condition, frame[2]) else node.target


def _begin_each(run: Interpreter, node: BeginEach, frame: Running) -> None:
    places = frame[2]
    places[node.node.items] = run.evaluator.things(node.node.source, places)
    places[node.node.index] = -1
    spend(run.state, len(places[node.node.items]) * run.charges.round(node.node))
    frame[1] += 1


def _next_each(run: Interpreter, node: NextEach, frame: Running) -> None:
    places, each = frame[2], node.node
    places[each.index] += 1
    if places[each.index] >= len(places[each.items]):
        frame[1] = node.target
    else:
        places[each.slot] = places[each.items][places[each.index]]
        frame[1] += 1


def _begin_loop(run: Interpreter, node: BeginLoop, frame: Running) -> None:
    frame[2][node.node.limit] = run.evaluator.value(node.node.most, frame[2]) or 0
    frame[2][node.node.count] = -1
    frame[1] += 1


def _next_loop(run: Interpreter, node: NextLoop, frame: Running) -> None:
    places, count = frame[2], node.node.count
    places[count] += 1
    if places[count] < places[node.node.limit] and not run.test(node.node.until, places):
        spend(run.state, run.charges.round(node.node))
        frame[1] += 1
    else:
        if run.events is not None and places[count] < places[node.node.limit]:
            notice_run_out(run, node.node, frame)
        frame[1] = node.target


def _leave(run: Interpreter, node: ir.Leave, frame: Running) -> None:
    """End the innermost running stretch of that name."""
    frames = run.frames
    lines = run.trace()
    while frames:
        procedure, point, _ = frames[-1]
        ends = ends_of(run.definition, node.label, procedure, point)
        if ends:
            frames[-1][1] = min(ends)
            return
        frames.pop()
        if frames:
            frames[-1][1] -= is_called(run.definition, procedure)
    if node.label != ir.GAME:
        raise RuleError(f'there is no "{run.definition.stretches[node.label]}" to end here', lines)


def _call(run: Interpreter, node: ir.Call, frame: Running) -> None:
    spend(run.state, run.charges.call(node))
    arguments = tuple(run.evaluator.value(argument, frame[2]) for argument in node.arguments)
    frame[1] += 1
    run.begin(node.procedure, arguments)


def _dispatch(run: Interpreter, node: ir.Dispatch, frame: Running) -> None:
    card = run.evaluator.value(node.card, frame[2])
    player = run.evaluator.value(node.player, frame[2])
    frame[1] += 1
    if card is None or (node.sort == ir.ThingSort.CARD and run.evaluator.muted(card)):
        return
    wanted = run.world.row[card] if node.sort == ir.ThingSort.CARD else card
    if node.index is not None:
        wanted = wanted * ir.LONGEST_LIST + (run.evaluator.value(node.index, frame[2]) or 0)
    procedures = [procedure for row, procedure in node.table if row == wanted]
    spend(run.state, sum(map(run.charges.procedure, procedures)))
    for procedure in reversed(procedures):
        run.begin(procedure, (player, card))


_CARRY_OUT: dict[type, Callable[[Interpreter, Any, Running], Any]] = {
    Jump: _jump,
    Unless: _unless,
    BeginEach: _begin_each,
    NextEach: _next_each,
    BeginLoop: _begin_loop,
    NextLoop: _next_loop,
    ir.Leave: _leave,
    ir.Call: _call,
    ir.Dispatch: _dispatch,
    **EFFECTS,
    **WAITING,
}
