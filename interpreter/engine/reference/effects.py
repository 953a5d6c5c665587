"""What statements do to a state: moving, turning, writing, shuffling, rolling, ending.

Takes a running interpreter, a statement of the IR and the frame it stands in; changes the state and goes on. Never waits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from ... import ir
from ...model.definition import Variable
from .. import chance
from ..events import CardsSwapped, Marked, Moved, Rolled, Shown, Shuffled, Turned, ZonesSwapped
from ..marks import end_marks, mark
from ..sight import can_see
from ..state import NO_HOST
from ..texts import Speaker
from ..trouble import RuleError
from .evaluate import Evaluator, has_room
from .noticing import notice_change, notice_changes, notice_sight, readers_of, spoken, tell
from .operations import within

if TYPE_CHECKING:
    from .interpreter import Interpreter, Running


def _let(run: Interpreter, node: ir.Let, frame: Running) -> None:
    frame[2][node.slot] = _kept(run.evaluator.value(node.value, frame[2]))
    frame[1] += 1


def _kept(value: Any) -> Any:
    return tuple(value) if isinstance(value, list | range) else value


def _write(run: Interpreter, node: ir.Write, frame: Running) -> None:
    frame[1] += 1
    thing = run.evaluator.value(node.of, frame[2]) if node.of is not None else None
    if node.of is None or thing is not None:
        write(run, node.variable, thing, _kept(run.evaluator.value(node.value, frame[2])), node.add)


def write(run: Interpreter, variable: int, thing: int | None, value: Any, add: bool) -> None:
    if add:
        if value is None:
            return
        value = within(value + (run.state.read(variable, thing) or 0))
    before = run.state.read(variable, thing)
    run.state.write(variable, thing, _clipped(run.definition.variables[variable], value))
    notice_change(run, variable, thing, before)


def _clipped(declared: Variable, value: Any) -> Any:
    if not isinstance(value, int):
        return value
    if declared.low is not None and value < declared.low:
        return declared.low
    return declared.high if declared.high is not None and value > declared.high else value


def _move(run: Interpreter, node: ir.Move, frame: Running) -> None:
    frame[1] += 1
    cards = list(run.evaluator.things(node.cards, frame[2]))
    target = run.evaluator.value(node.to, frame[2])
    if target is None or not cards:
        return
    state = run.state
    host = target if node.where == "under" else NO_HOST
    zone = state.place[host] if node.where == "under" else target
    move_cards(run, cards, zone, node.where, host, node.face)


def move_cards(run: Interpreter, cards: list[int], zone: int, where: str, host: int = NO_HOST, face: int | None = None) -> None:
    """Everything moves at once: first all cards are lifted, then laid down in order."""
    state = run.state
    cards = beside_host(cards, host)
    arriving = sum(state.place[card] != zone for card in cards)
    if not has_room(state, zone, arriving):
        raise no_room(run, zone, len(cards))
    if run.events is not None:
        run.notice(Moved(tuple(cards), tuple(state.place[card] for card in cards), zone))
    for card in cards:
        state.take_out(card)
        if face is not None:
            state.face[card] = face
    state.put(cards, zone, where, host)
    notice_sight(run, cards)


def beside_host(cards: list[int], host: int) -> list[int]:
    """The cards that can go under another: no card lies under itself."""
    return [card for card in cards if card != host] if host in cards else cards


def no_room(run: Interpreter, zone: int, more: int) -> RuleError:
    return run.error(f"{Speaker(run.state, run.seats, None).zone(zone)} has no room for {more} more")


def _discard(run: Interpreter, node: ir.Discard, frame: Running) -> None:
    frame[1] += 1
    discard(run, run.evaluator.things(node.cards, frame[2]))


def discard(run: Interpreter, cards: Sequence[int]) -> None:
    """Each card to its zone, as a move would lay it there: on top of a pile, else at the end, and in their order."""
    goals: dict[int, list[int]] = {}
    for card in cards:
        goals.setdefault(discard_zone(run, card), []).append(card)
    for zone, arriving in goals.items():
        move_cards(run, arriving, zone, "top" if zone in run.world.piles else "bottom")


def discard_zone(run: Interpreter, card: int) -> int:
    kind = run.definition.kinds[run.world.kind[card]]
    if kind.discards_to is None:
        raise run.error(f"a {kind.name} has no zone to be discarded to")
    family = run.definition.families[kind.discards_to]
    zone = run.world.zone_for(card, kind.discards_to, run.state.owner(card))
    if zone is None:
        raise run.error(f"nobody owns this {kind.name}, so it has no {family.name} to go to")
    return zone


def _face(run: Interpreter, node: ir.Face, frame: Running) -> None:
    frame[1] += 1
    turn(run, run.evaluator.things(node.cards, frame[2]), node.up)


def turn(run: Interpreter, cards: Sequence[int], up: int) -> None:
    for card in cards:
        if run.state.face[card] != up:
            run.state.face[card] = up
            run.notice(Turned(card, up))
            notice_sight(run, [card])


def _swap(run: Interpreter, node: ir.Swap, frame: Running) -> None:
    frame[1] += 1
    swap(run, run.evaluator.value(node.left, frame[2]), run.evaluator.value(node.right, frame[2]), node.zones)


def swap(run: Interpreter, left: int | None, right: int | None, zones: bool) -> None:
    if left is None or right is None or left == right:
        return
    state = run.state
    here, there = (left, right) if zones else (state.place[left], state.place[right])
    for cards, goal in ((state.zones[left] if zones else (left,), there), (state.zones[right] if zones else (right,), here)):
        _check_swapped(run, cards, goal, zones)
    moved = {*state.zones[left], *state.zones[right]} if zones else {left, right}
    state.shown = tuple(pair for pair in state.shown if pair[0] not in moved)
    if zones:
        state.zones[left], state.zones[right] = state.zones[right], state.zones[left]
        for zone in (left, right):
            for card in state.zones[zone]:
                state.place[card] = zone
        run.notice(ZonesSwapped(left, right))
        notice_sight(run, (*state.zones[left], *state.zones[right]))
        return
    for zone in {here, there}:
        state.zones[zone] = tuple(right if card == left else left if card == right else card for card in state.zones[zone])
    state.place[left], state.place[right] = there, here
    exchanged = {left: right, right: left}
    hosts = {exchanged.get(card, card): exchanged.get(host, host) for card, host in state.host.items()}
    state.host.clear()
    state.host.update(hosts)
    run.notice(CardsSwapped(left, right))
    notice_sight(run, (left, right))


def _check_swapped(run: Interpreter, cards: Sequence[int], zone: int, are_all: bool) -> None:
    """What is swapped can lie where it comes to."""
    family = run.definition.families[run.world.zones[zone].family]
    if are_all and family.room is not None and len(cards) > family.room:
        raise no_room(run, zone, len(cards) - len(run.state.zones[zone]))
    kind = next((kind for card in cards if (kind := run.world.kind[card]) not in family.holds), None)
    if family.holds and kind is not None:
        raise run.error(f"{Speaker(run.state, run.seats, None).zone(zone)} holds no {run.definition.kinds[kind].name}")


def _shuffle(run: Interpreter, node: ir.Shuffle, frame: Running) -> None:
    frame[1] += 1
    shuffle(run, run.evaluator.value(node.zone, frame[2]))


def shuffle(run: Interpreter, zone: int | None) -> None:
    if zone is None:
        return
    state = run.state
    put_in_fresh_order(run, zone)
    if state.shown:
        state.shown = tuple(pair for pair in state.shown if pair[0] not in state.zones[zone])
    if run.events is not None:
        run.notice(Shuffled(zone, state.zones[zone]))
        notice_sight(run, state.zones[zone])


def put_in_fresh_order(run: Interpreter, zone: int, key: Callable[[int], Any] | None = None) -> None:
    """Let chance, or whoever forces it, say in what order the cards of a zone lie."""
    state, zones = run.state, run.state.zones
    forced = run.forced.order(zone, zones[zone]) if run.forced.tops else None
    if forced is not None:
        zones[zone] = forced
    else:
        # From one order whatever came before, so that what nobody can know does not steer chance.
        state.rng, zones[zone] = chance.shuffled(state.rng, sorted(zones[zone], key=key))


def mix(run: Interpreter, offers: Iterable[tuple[int, Iterable[int]]]) -> None:
    """Before cards are offered, each to a seat: hands with cards among them that this seat cannot see have no order. Where
    those come to lie that it sees, or is offered, does not hang on the faces of the others."""
    state, hands = run.state, run.world.hands
    offered = [(seat, frozenset(cards)) for seat, cards in offers]
    found = {
        state.place[card]
        for seat, cards in offered
        for card in cards
        if state.place[card] in hands and not can_see(state, card, seat)
    }

    def known(card: int) -> tuple[Any, ...]:
        hidden = [not can_see(state, card, seat) for seat, _ in offered]
        passed = [is_hidden and card not in cards for is_hidden, (_, cards) in zip(hidden, offered, strict=True)]
        return hidden, *run.world.look(card), passed, card

    for zone in sorted(found):
        put_in_fresh_order(run, zone, known)


def _roll(run: Interpreter, node: ir.Roll, frame: Running) -> None:
    frame[1] += 1
    roll(run, run.evaluator.things(node.dice, frame[2]))


def roll(run: Interpreter, dice: Sequence[int]) -> None:
    value = run.definition.variable_numbers["value"]
    for die in dice:
        faces = run.definition.kinds[run.world.kind[die]].faces
        assert faces is not None
        low, high = faces
        if run.forced.rolls:
            result = run.forced.rolls.pop(0)
        else:
            run.state.rng, result = chance.below(run.state.rng, high - low + 1)
            result += low
        run.state.write(value, die, result)
        run.state.shown = tuple(pair for pair in run.state.shown if pair[0] != die)
        run.notice(Rolled(die, result))


def _show(run: Interpreter, node: ir.Show, frame: Running) -> None:
    frame[1] += 1
    show(run, run.evaluator.things(node.cards, frame[2]), run.evaluator.things(node.players, frame[2]))


def show(run: Interpreter, cards: Sequence[int], players: Sequence[int]) -> None:
    pairs = list(run.state.shown)
    for card in cards:
        for player in players:
            pairs += [] if (card, player) in pairs else [(card, player)]
    run.state.shown = tuple(pairs)
    run.notice(Shown(tuple(cards), tuple(players)))
    notice_sight(run, cards)


def _mark(run: Interpreter, node: ir.Mark, frame: Running) -> None:
    frame[1] += 1
    thing = run.evaluator.value(node.of, frame[2])
    player = run.evaluator.value(node.player, frame[2]) if node.player is not None else None
    if mark(run.state, node.variable, thing, node.moment, player) and run.events is not None:
        run.notice(Marked(node.variable, thing, node.moment, player, readers_of(run, node.variable, thing)))


def _expire(run: Interpreter, node: ir.Expire, frame: Running) -> None:
    frame[1] += 1
    expire(run, node.moment)


def expire(run: Interpreter, moment: str) -> None:
    for number, variable in enumerate(run.definition.variables):
        if variable.lasts == moment:
            before = run.state.variables[number]
            run.state.variables[number] = starting_value(run.evaluator, number)
            notice_changes(run, number, before)
    if run.state.marks:
        for ended, before in end_marks(run.state, moment):
            notice_changes(run, ended, before)


def starting_value(run: Evaluator, number: int) -> Any:
    """What a variable is at the start: one value, or one for everything that has it."""
    variable = run.definition.variables[number]
    start = _clipped(variable, _kept(run.value(variable.starts, [None] * variable.start_slots)))
    if variable.of.is_game:
        return start
    return (start,) * run.world.how_many(variable.of)


# ---------------------------------------------------------------- telling


def _emit(run: Interpreter, node: ir.Emit, frame: Running) -> None:
    frame[1] += 1
    if run.events is not None:
        ((card, _),) = node.arguments
        tell(run, run.evaluator.value(card, frame[2]))


def _say(run: Interpreter, node: ir.Say, frame: Running) -> None:
    frame[1] += 1
    if run.events is not None:
        run.notice(spoken(run, node.text, frame[2]))


EFFECTS: dict[type, Callable[[Interpreter, Any, Running], Any]] = {
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
    ir.Emit: _emit,
    ir.Say: _say,
}
