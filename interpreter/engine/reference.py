"""The reference interpreter: carries rules out, one instruction after the other, until somebody must decide.

Takes a state and answers; changes the state. Waits at `Choose`, `PickMany` and `Ask` only: there everything alive is in the
state, so that it can be copied, saved and compared. This is the meaning of the language, obvious before fast.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .. import ir
from . import chance
from .evaluate import Evaluator, TooMuch, has_room
from .flatten import BeginEach, BeginLoop, Jump, NextAnswer, NextEach, NextLoop, Unless, codes_of
from .limits import Picking
from .options import DECLINE, DONE, Decision, Option, candidates, options_of_choose, options_of_picking
from .state import NO_HOST, Frame, State
from .texts import Speaker
from .world import World
from .written import QuickEvaluator

STEP_BUDGET = 100_000
MOST_CALLS = 500


class RuleError(Exception):
    """A rule that cannot be carried out: what happened, and the lines that led there."""

    def __init__(self, message: str, trace: tuple[str, ...]) -> None:
        super().__init__(message)
        self.message = message
        self.trace = trace


class ForcedChance:
    """Results that chance must give next, for scenarios: dice by value, shuffles by their first cards."""

    def __init__(self) -> None:
        self.rolls: list[int] = []
        self.tops: list[tuple[int, tuple[int, ...]]] = []

    def order(self, zone: int, cards: tuple[int, ...]) -> tuple[int, ...] | None:
        for place, (wanted, tops) in enumerate(self.tops):
            if wanted == zone and set(tops) <= set(cards):
                del self.tops[place]
                return tops + tuple(card for card in cards if card not in tops)
        return None


class Interpreter:
    """Runs one state. `events` collects what people may notice; `plain` walks expressions instead of using written ones."""

    def __init__(
        self, state: State, seats: tuple[str, ...], events: list[tuple[Any, ...]] | None = None, plain: bool = False
    ) -> None:
        self.state = state
        self.world: World = state.world
        self.definition = state.world.definition
        self.codes = codes_of(self.definition)
        self.seats = seats
        self.evaluator = Evaluator(self.world, state) if plain else QuickEvaluator(self.world, state)
        self.events = events
        self.forced = ForcedChance()

    # ---- starting and going on

    def call(self, procedure: int, arguments: tuple[Any, ...]) -> None:
        code = self.codes[procedure]
        if len(self.state.stack) >= MOST_CALLS:
            raise self.error("this never ends: verbs or abilities go on calling each other")
        self.state.stack.append([procedure, 0, [*arguments, *[None] * (code.slots - len(arguments))]])

    def run(self) -> None:
        """Go on until somebody must decide or nothing is left to do."""
        self.evaluator.looked_at = 0
        try:
            self._run()
        except TooMuch:
            raise self.error("this never ends: too many things are looked at without a decision") from None
        except RecursionError:
            raise self.error("this never ends: a value needs itself to be known") from None

    def _run(self) -> None:
        stack = self.state.stack
        budget = STEP_BUDGET
        while stack:
            frame = stack[-1]
            code = self.codes[frame[0]].instructions
            if frame[1] >= len(code):
                stack.pop()
                continue
            instruction = code[frame[1]]
            budget -= 1
            if budget < 0:
                raise self.error("this never ends: the rules went on for too long without a decision")
            if _CARRY_OUT[type(instruction)](self, instruction, frame):
                return

    def error(self, message: str) -> RuleError:
        return RuleError(message, self.trace())

    def trace(self) -> tuple[str, ...]:
        """The lines of the definition that are being carried out, innermost first."""
        lines = []
        for procedure, point, _ in reversed(self.state.stack[-8:]):
            found = self.definition.procedures[procedure]
            code = self.codes[procedure].instructions
            node = code[min(point, len(code) - 1)] if code else None
            line = getattr(getattr(node, "node", node), "line", 0) or found.line
            file = self.definition.files[found.file] if self.definition.files else ""
            lines.append(f"{file}:{line}: in {found.name}")
        return tuple(lines)

    @property
    def waits(self) -> ir.Choose | ir.PickMany | ir.Ask | None:
        """The decision the state stands at."""
        if not self.state.stack:
            return None
        procedure, point, _ = self.state.stack[-1]
        node = self.codes[procedure].instructions[point]
        assert isinstance(node, ir.Choose | ir.PickMany | ir.Ask)
        return node

    # ---- decisions

    def decisions(self) -> tuple[Decision, ...]:
        """Everybody who must decide now, with their options."""
        node = self.waits
        if node is None:
            return ()
        places = self.state.stack[-1][2]
        if not isinstance(node, ir.Ask):
            return (self._decision(node, places, self.deciding_seat(node, places), _picked(node, places)),)
        found = []
        for seat, (open, _, picked) in zip(places[node.answers][0], places[node.answers][1:], strict=True):
            if open:
                own = list(places)
                own[node.items] = seat
                found.append(self._decision(node.choice, own, seat, picked))
        return tuple(found)

    def deciding_seat(self, node: ir.Choose | ir.PickMany, places: list[Any]) -> int:
        seats = self.evaluator.things(node.seats, places)
        if not seats:
            raise self.error("nobody is there to decide this")
        found: int = seats[0]
        return found

    def _decision(self, node: ir.Choose | ir.PickMany, places: list[Any], seat: int, picked: tuple[int, ...]) -> Decision:
        if isinstance(node, ir.Choose):
            options = options_of_choose(self.evaluator, node, places, seat, self.seats)
        else:
            options = options_of_picking(self.evaluator, node, places, seat, self.seats, picked)
        speaker = Speaker(self.state, self.seats, seat, self.evaluator)
        prompt = speaker.text(node.prompt, places) if node.prompt else ""
        site = self.definition.sites[node.site]
        file = self.definition.files[site.file] if self.definition.files else ""
        return Decision(seat, prompt, tuple(options), site.line, file)

    def answer(self, seat: int, option: Option) -> None:
        """Carry an answer out and go on to the next decision."""
        node = self.waits
        frame = self.state.stack[-1]
        if isinstance(node, ir.Ask):
            self._answer_among_others(node, frame, seat, option)
        elif isinstance(node, ir.Choose):
            _bind(node, frame[2], option.branch, option.values)
            frame[1] += 1
        elif isinstance(node, ir.PickMany):
            self._answer_pick(node, frame, option)
        self.run()

    def _answer_pick(self, node: ir.PickMany, frame: Frame, option: Option) -> None:
        """One pick more, or the end of the row; when nothing is left to pick, the row ends by itself."""
        places = frame[2]
        if option.branch >= 0:
            places[node.picked] = (*(places[node.picked] or ()), *option.values)
            return
        places[node.result] = None if option.branch == DECLINE else places[node.picked] or ()
        places[node.picked] = None
        frame[1] += 1

    def _answer_among_others(self, node: ir.Ask, frame: Frame, seat: int, option: Option) -> None:
        places = frame[2]
        answers = list(places[node.answers])
        place = 1 + answers[0].index(seat)
        _, _, picked = answers[place]
        if isinstance(node.choice, ir.Choose) or option.branch in (DECLINE, DONE):
            values = picked if option.branch == DONE else option.values
            answers[place] = (0, option.branch, values)
        else:
            picked = (*picked, *option.values)
            own = list(places)
            own[node.items] = seat
            more = Picking(self.evaluator, node.choice, own).next_candidates(picked)
            answers[place] = (int(bool(more)), 0, picked)
        places[node.answers] = tuple(answers)
        if not any(open for open, _, _ in answers[1:]):
            places[node.index] = -1
            frame[1] += 1

    # ---- noticing

    def notice(self, *event: Any) -> None:
        if self.events is not None:
            self.events.append(event)


def _picked(node: ir.Choose | ir.PickMany, places: list[Any]) -> tuple[int, ...]:
    return (places[node.picked] or ()) if isinstance(node, ir.PickMany) else ()


def _bind(node: ir.Choose, places: list[Any], branch: int, values: tuple[Any, ...]) -> None:
    places[node.result] = max(branch, -1)
    for number, one in enumerate(node.branches):
        for index, (slot, _, _) in enumerate(one.picks):
            if number == branch:
                places[slot] = values[index]
            elif branch < 0:
                places[slot] = None


# ---------------------------------------------------------------- control


def _jump(run: Interpreter, node: Jump, frame: Frame) -> None:
    frame[1] = node.target


def _unless(run: Interpreter, node: Unless, frame: Frame) -> None:
    frame[1] = frame[1] + 1 if run.evaluator.value(node.condition, frame[2]) else node.target


def _begin_each(run: Interpreter, node: BeginEach, frame: Frame) -> None:
    places = frame[2]
    places[node.node.items] = run.evaluator.things(node.node.source, places)
    places[node.node.index] = -1
    frame[1] += 1


def _next_each(run: Interpreter, node: NextEach, frame: Frame) -> None:
    places, each = frame[2], node.node
    places[each.index] += 1
    if places[each.index] >= len(places[each.items]):
        frame[1] = node.target
    else:
        places[each.slot] = places[each.items][places[each.index]]
        frame[1] += 1


def _begin_loop(run: Interpreter, node: BeginLoop, frame: Frame) -> None:
    frame[2][node.limit] = run.evaluator.value(node.node.most, frame[2]) or 0
    frame[2][node.node.count] = -1
    frame[1] += 1


def _next_loop(run: Interpreter, node: NextLoop, frame: Frame) -> None:
    places, count = frame[2], node.node.count
    places[count] += 1
    if places[count] >= places[node.limit] or run.evaluator.value(node.node.until, places):
        frame[1] = node.target
    else:
        frame[1] += 1


def _leave(run: Interpreter, node: ir.Leave, frame: Frame) -> None:
    """End the innermost running stretch of that name."""
    stack = run.state.stack
    while stack:
        procedure, point, _ = stack[-1]
        ends = [end for label, start, end in run.codes[procedure].blocks if label == node.label and start <= point < end]
        if ends:
            stack[-1][1] = min(ends)
            return
        stack.pop()
        if stack:
            stack[-1][1] -= 1
    if node.label != "game":
        raise run.error(f'there is no "{node.label}" to end here')


def _call(run: Interpreter, node: ir.Call, frame: Frame) -> None:
    arguments = tuple(run.evaluator.value(argument, frame[2]) for argument in node.arguments)
    frame[1] += 1
    run.call(node.procedure, arguments)


def _dispatch(run: Interpreter, node: ir.Dispatch, frame: Frame) -> None:
    card = run.evaluator.value(node.card, frame[2])
    player = run.evaluator.value(node.player, frame[2])
    frame[1] += 1
    if card is None or (node.sort == "card" and run.evaluator.muted(card)):
        return
    wanted = run.world.row[card] if node.sort == "card" else card
    if node.index is not None:
        wanted = wanted * ir.LONGEST_LIST + (run.evaluator.value(node.index, frame[2]) or 0)
    for row, procedure in reversed(node.table):
        if row == wanted:
            run.call(procedure, (player, card, card))


def _next_answer(run: Interpreter, node: NextAnswer, frame: Frame) -> None:
    places, ask = frame[2], node.node
    places[ask.index] += 1
    seats, *answers = places[ask.answers]
    if places[ask.index] >= len(seats):
        places[ask.answers] = None
        frame[1] = node.target
        return
    places[ask.items] = seats[places[ask.index]]
    _, branch, values = answers[places[ask.index]]
    if isinstance(ask.choice, ir.Choose):
        _bind(ask.choice, places, branch, values)
        if run.events is not None and branch >= 0:
            seat = (ir.Local(ask.items), ir.PLAYER_TYPE)
            run.notice("say", spoken(run, ir.Text((seat, ": ", *ask.choice.branches[branch].text.parts)), places))
    else:
        places[ask.choice.result] = None if branch == DECLINE else values
    frame[1] += 1


# ---------------------------------------------------------------- effects


def _let(run: Interpreter, node: ir.Let, frame: Frame) -> None:
    frame[2][node.slot] = _kept(run.evaluator.value(node.value, frame[2]))
    frame[1] += 1


def _kept(value: Any) -> Any:
    return tuple(value) if isinstance(value, list | range) else value


def _write(run: Interpreter, node: ir.Write, frame: Frame) -> None:
    frame[1] += 1
    thing = run.evaluator.value(node.of, frame[2]) if node.of is not None else None
    if node.of is not None and thing is None:
        return
    value = _kept(run.evaluator.value(node.value, frame[2]))
    if node.add:
        if value is None:
            return
        value += run.state.read(node.variable, thing) or 0
    run.state.write(node.variable, thing, _clipped(run, node.variable, value))


def _clipped(run: Interpreter, variable: int, value: Any) -> Any:
    declared = run.definition.variables[variable]
    if not isinstance(value, int):
        return value
    if declared.low is not None and value < declared.low:
        return declared.low
    return declared.high if declared.high is not None and value > declared.high else value


def _move(run: Interpreter, node: ir.Move, frame: Frame) -> None:
    frame[1] += 1
    cards = list(run.evaluator.things(node.cards, frame[2]))
    target = run.evaluator.value(node.to, frame[2])
    if target is None or not cards:
        return
    state = run.state
    host = target if node.where == "under" else NO_HOST
    zone = state.place[host] if node.where == "under" else target
    move_cards(run, cards, zone, node.where, host)
    if node.face is not None:
        for card in cards:
            state.face[card] = node.face


def move_cards(run: Interpreter, cards: list[int], zone: int, where: str, host: int = NO_HOST) -> None:
    """Everything moves at once: first all cards are lifted, then laid down in order."""
    state = run.state
    arriving = sum(state.place[card] != zone for card in cards)
    if not has_room(state, zone, arriving):
        name = Speaker(state, run.seats, None).zone(zone)
        raise run.error(f"{name} has no room for {len(cards)} more")
    if run.events is not None:
        for card in cards:
            run.notice("move", card, state.place[card], zone)
    for card in cards:
        state.take_out(card)
    state.put(cards, zone, where, host)


def _discard(run: Interpreter, node: ir.Discard, frame: Frame) -> None:
    frame[1] += 1
    for card in run.evaluator.things(node.cards, frame[2]):
        move_cards(run, [card], discard_zone(run, card), "top")


def discard_zone(run: Interpreter, card: int) -> int:
    kind = run.definition.kinds[run.world.kind[card]]
    if kind.discards_to is None:
        raise run.error(f"a {kind.name} has no zone to be discarded to")
    family = run.definition.families[kind.discards_to]
    parent = run.state.owner(card) if family.per == "player" else None
    zone = run.world.zone_at.get((kind.discards_to, parent, 0))
    if zone is None:
        raise run.error(f"nobody owns this {kind.name}, so it has no {family.name} to go to")
    return zone


def _face(run: Interpreter, node: ir.Face, frame: Frame) -> None:
    frame[1] += 1
    for card in run.evaluator.things(node.cards, frame[2]):
        if run.state.face[card] != node.up:
            run.state.face[card] = node.up
            run.notice("face", card, node.up)


def _swap(run: Interpreter, node: ir.Swap, frame: Frame) -> None:
    frame[1] += 1
    left, right = run.evaluator.value(node.left, frame[2]), run.evaluator.value(node.right, frame[2])
    if left is None or right is None or left == right:
        return
    state = run.state
    if node.zones:
        state.zones[left], state.zones[right] = state.zones[right], state.zones[left]
        for zone in (left, right):
            for card in state.zones[zone]:
                state.place[card] = zone
        run.notice("swap zones", left, right)
        return
    here, there = state.place[left], state.place[right]
    for zone in {here, there}:
        state.zones[zone] = tuple(right if card == left else left if card == right else card for card in state.zones[zone])
    state.place[left], state.place[right] = there, here
    state.host[left], state.host[right] = state.host[right], state.host[left]
    exchanged = {left: right, right: left}
    state.host = [exchanged.get(host, host) for host in state.host]
    run.notice("swap cards", left, right)


def _shuffle(run: Interpreter, node: ir.Shuffle, frame: Frame) -> None:
    frame[1] += 1
    zone = run.evaluator.value(node.zone, frame[2])
    if zone is None:
        return
    state = run.state
    forced = run.forced.order(zone, state.zones[zone])
    if forced is not None:
        state.zones[zone] = forced
    else:
        # From one order whatever came before, so that what nobody can know does not steer chance.
        state.rng, state.zones[zone] = chance.shuffled(state.rng, sorted(state.zones[zone]))
    if state.shown:
        state.shown = tuple(pair for pair in state.shown if pair[0] not in state.zones[zone])
    run.notice("shuffle", zone)


def _roll(run: Interpreter, node: ir.Roll, frame: Frame) -> None:
    frame[1] += 1
    value = run.definition.variable_numbers["value"]
    for die in run.evaluator.things(node.dice, frame[2]):
        faces = run.definition.kinds[run.world.kind[die]].faces
        assert faces is not None
        low, high = faces
        if run.forced.rolls:
            result = run.forced.rolls.pop(0)
        else:
            run.state.rng, result = chance.below(run.state.rng, high - low + 1)
            result += low
        run.state.write(value, die, result)
        run.notice("roll", die, result)


def _show(run: Interpreter, node: ir.Show, frame: Frame) -> None:
    frame[1] += 1
    pairs = list(run.state.shown)
    for card in run.evaluator.things(node.cards, frame[2]):
        for player in run.evaluator.things(node.players, frame[2]):
            pairs += [] if (card, player) in pairs else [(card, player)]
            run.notice("show", card, player)
    run.state.shown = tuple(pairs)


def _mark(run: Interpreter, node: ir.Mark, frame: Frame) -> None:
    frame[1] += 1
    thing = run.evaluator.value(node.of, frame[2])
    if thing is None:
        return
    player = run.evaluator.value(node.player, frame[2]) if node.player is not None else None
    active = run.definition.variable_numbers["active"]
    running = node.moment == "turn" and player is not None and run.state.variables[active] == player
    run.state.marks += ((node.variable, thing, node.moment, player, int(running)),)


def _expire(run: Interpreter, node: ir.Expire, frame: Frame) -> None:
    frame[1] += 1
    state = run.state
    for number, variable in enumerate(run.definition.variables):
        if variable.lasts == node.moment:
            state.variables[number] = starting_value(run.evaluator, number)
    active = state.variables[run.definition.variable_numbers["active"]]
    kept = []
    for variable_number, thing, moment, player, waits in state.marks:
        if moment != node.moment or (player is not None and player != active):
            kept.append((variable_number, thing, moment, player, waits))
        elif waits:
            kept.append((variable_number, thing, moment, player, waits - 1))
        else:
            state.write(variable_number, thing, 0)
    state.marks = tuple(kept)


def starting_value(run: Evaluator, number: int) -> Any:
    """What a variable is at the start: one value, or one for everything that has it."""
    variable = run.definition.variables[number]
    start = _kept(run.value(variable.starts, [None, None]))
    if not variable.of:
        return start
    return (start,) * how_many(run.world, variable.of)


def how_many(world: World, of: str) -> int:
    """How large the table of a variable must be: things are numbered over all of their sort."""
    if of == "player":
        return world.players
    members = next((one for one in world.definition.types if one.name == of), None)
    if members:
        return len(members.ids)
    if any(family.name == of for family in world.definition.families):
        return len(world.zones)
    return world.cards


# ---------------------------------------------------------------- waiting and telling


def _choose(run: Interpreter, node: ir.Choose, frame: Frame) -> bool:
    """Wait if there is anything to choose; otherwise it is as if declined."""
    possible = next(candidates(run.evaluator, node, list(frame[2])), None)
    if possible is not None:
        return True
    _bind(node, frame[2], DECLINE, ())
    frame[1] += 1
    return False


def _pick_many(run: Interpreter, node: ir.PickMany, frame: Frame) -> bool:
    """Wait while there is something to pick; with nothing there, the row is what it is."""
    places = frame[2]
    picked = places[node.picked] or ()
    picking = Picking(run.evaluator, node, list(places))
    if picking.next_candidates(picked):
        return True
    places[node.result] = picked if picking.is_whole(picked) and (picked or node.decline is None) else None
    places[node.picked] = None
    frame[1] += 1
    return False


def _ask(run: Interpreter, node: ir.Ask, frame: Frame) -> bool:
    """Open the question for every seat that has something to answer, and wait for the last of them."""
    places = frame[2]
    if places[node.answers] is not None and any(open for open, _, _ in places[node.answers][1:]):
        return True
    seats = run.evaluator.things(node.choice.seats, places)
    answers: list[tuple[int, int, tuple[int, ...]]] = []
    for seat in seats:
        own = list(places)
        own[node.items] = seat
        if isinstance(node.choice, ir.Choose):
            possible = next(candidates(run.evaluator, node.choice, own), None) is not None
        else:
            possible = bool(Picking(run.evaluator, node.choice, own).next_candidates(()))
        answers.append((int(possible), DECLINE, ()))
    places[node.answers] = (seats, *answers)
    if any(open for open, _, _ in answers):
        return True
    places[node.index] = -1
    frame[1] += 1
    return False


def _emit(run: Interpreter, node: ir.Emit, frame: Frame) -> None:
    frame[1] += 1
    if run.events is not None:
        run.notice(node.event, *[(run.evaluator.value(expr, frame[2]), type) for expr, type in node.arguments])


def _say(run: Interpreter, node: ir.Say, frame: Frame) -> None:
    frame[1] += 1
    if run.events is not None:
        run.notice("say", spoken(run, node.text, frame[2]))


def spoken(run: Interpreter, text: ir.Text, places: list[Any]) -> tuple[str, tuple[str, ...]]:
    """A text as everybody reads it, and as each seat does."""
    public = Speaker(run.state, run.seats, None).text(text, places)
    own = tuple(Speaker(run.state, run.seats, seat).text(text, places) for seat in range(run.world.players))
    return public, own


_CARRY_OUT: dict[type, Callable[[Interpreter, Any, Frame], Any]] = {
    Jump: _jump,
    Unless: _unless,
    BeginEach: _begin_each,
    NextEach: _next_each,
    BeginLoop: _begin_loop,
    NextLoop: _next_loop,
    NextAnswer: _next_answer,
    ir.Leave: _leave,
    ir.Call: _call,
    ir.Dispatch: _dispatch,
    ir.Let: _let,
    ir.Write: _write,
    ir.Move: _move,
    ir.Discard: _discard,
    ir.Face: _face,
    ir.Swap: _swap,
    ir.Shuffle: _shuffle,
    ir.Roll: _roll,
    ir.Show: _show,
    ir.Mark: _mark,
    ir.Expire: _expire,
    ir.Choose: _choose,
    ir.PickMany: _pick_many,
    ir.Ask: _ask,
    ir.Emit: _emit,
    ir.Say: _say,
}
