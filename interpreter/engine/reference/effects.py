"""What statements do to a state: moving, turning, writing, shuffling, rolling, ending.

Takes a running interpreter, a statement of the IR and the frame it stands in; changes the state and goes on. Never waits.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ... import ir
from .. import changes
from ..events import CardsSwapped, Marked, Moved, Rolled, Shown, Shuffled, Turned, ZonesSwapped, silences_in
from ..marks import end_marks, mark
from ..operations import within
from ..room import beside_host, check_dealt, check_room, discard_zone
from ..starts import clipped, starting_value
from ..state import NO_HOST
from .noticing import notice_change, notice_ends, notice_sight, readers_of, spoken, tell
from .running import Run, Running


def _let(run: Run, node: ir.Let, frame: Running) -> None:
    frame[2][node.slot] = _kept(run.evaluator.value(node.value, frame[2]))
    frame[1] += 1


def _kept(value: Any) -> Any:
    return tuple(value) if isinstance(value, list | range) else value


def _write(run: Run, node: ir.Write, frame: Running) -> None:
    frame[1] += 1
    thing = run.evaluator.value(node.of, frame[2]) if node.of is not None else None
    if node.of is None or thing is not None:
        write(run, node.variable, thing, _kept(run.evaluator.value(node.value, frame[2])), node.add)


def write(run: Run, variable: int, thing: int | None, value: Any, add: bool) -> None:
    if add:
        if value is None:
            return
        value = within(value + (run.state.read(variable, thing) or 0))
    before = run.state.read(variable, thing)
    run.state.write(variable, thing, clipped(run.definition.variables[variable], value))
    notice_change(run, variable, thing, before)


def _move(run: Run, node: ir.Move, frame: Running) -> None:
    frame[1] += 1
    cards = list(run.evaluator.things(node.cards, frame[2]))
    target = run.evaluator.value(node.to, frame[2])
    if target is None or not cards:
        return
    state = run.state
    host = target if node.where == ir.Where.UNDER else NO_HOST
    zone = state.lies_in[host] if node.where == ir.Where.UNDER else target
    move_cards(run, cards, zone, node.where, host, node.face)


def move_cards(run: Run, cards: list[int], zone: int, where: str, host: int = NO_HOST, face: int | None = None) -> None:
    """Everything moves at once: first all cards are lifted, then laid down in order."""
    state = run.state
    cards = beside_host(cards, host)
    check_room(state, run.seats, cards, zone)
    if run.events is not None:
        run.notice(Moved(tuple(cards), tuple(state.lies_in[card] for card in cards), zone))
    for card in cards:
        state.take_out(card)
        if face is not None:
            state.face[card] = face
    state.put(cards, zone, where, host)
    notice_sight(run, cards)


def _deal(run: Run, node: ir.Deal, frame: Running) -> None:
    """Every card to a zone of its own, all at once."""
    frame[1] += 1
    goals: dict[int, list[int]] = {}
    places = list(frame[2])
    for card in run.evaluator.things(node.cards, frame[2]):
        places[node.slot] = card
        zone = run.evaluator.value(node.to, places)
        if zone is not None:
            goals.setdefault(zone, []).append(card)
    state, cards = run.state, [card for arriving in goals.values() for card in arriving]
    check_dealt(state, run.seats, goals)
    for zone, arriving in goals.items():
        run.notice(Moved(tuple(arriving), tuple(state.lies_in[card] for card in arriving), zone))
    for card in cards:
        state.take_out(card)
        state.face[card] = state.face[card] if node.face is None else node.face
    for zone, arriving in goals.items():
        state.put(arriving, zone, node.where)
    notice_sight(run, cards)


def _discard(run: Run, node: ir.Discard, frame: Running) -> None:
    frame[1] += 1
    discard(run, run.evaluator.things(node.cards, frame[2]))


def discard(run: Run, cards: Sequence[int]) -> None:
    """Each card to its zone, as a move would lay it there: on top of a pile, else at the end, and in their order."""
    goals: dict[int, list[int]] = {}
    for card in cards:
        goals.setdefault(discard_zone(run.state, card), []).append(card)
    for zone, arriving in goals.items():
        move_cards(run, arriving, zone, "top" if zone in run.world.piles else "bottom")


def _face(run: Run, node: ir.Face, frame: Running) -> None:
    frame[1] += 1
    turn(run, run.evaluator.things(node.cards, frame[2]), node.up)


def turn(run: Run, cards: Sequence[int], up: int) -> None:
    for card in cards:
        if run.state.face[card] != up:
            run.state.face[card] = up
            run.notice(Turned(card, up))
            notice_sight(run, [card])


def _swap(run: Run, node: ir.Swap, frame: Running) -> None:
    frame[1] += 1
    swap(run, run.evaluator.value(node.left, frame[2]), run.evaluator.value(node.right, frame[2]), node.zones)


def swap(run: Run, left: int | None, right: int | None, zones: bool) -> None:
    if left is None or right is None or left == right:
        return
    state = run.state
    if zones:
        changes.swap_zones(state, run.seats, left, right)
        run.notice(ZonesSwapped(left, right))
        notice_sight(run, (*state.zones[left], *state.zones[right]))
    else:
        changes.swap_cards(state, run.seats, left, right)
        run.notice(CardsSwapped(left, right))
        notice_sight(run, (left, right))


def _shuffle(run: Run, node: ir.Shuffle, frame: Running) -> None:
    frame[1] += 1
    shuffle(run, run.evaluator.value(node.zone, frame[2]))


def shuffle(run: Run, zone: int | None) -> None:
    if zone is None:
        return
    changes.shuffle(run.state, run.forced, zone)
    if run.events is not None:
        run.notice(Shuffled(zone, run.state.zones[zone]))
        notice_sight(run, run.state.zones[zone])


def _random(run: Run, node: ir.Random, frame: Running) -> None:
    frame[2][node.slot] = changes.pick(run.state, run.forced, tuple(run.evaluator.things(node.source, frame[2])))
    frame[1] += 1


def _roll(run: Run, node: ir.Roll, frame: Running) -> None:
    frame[1] += 1
    roll(run, run.evaluator.things(node.dice, frame[2]))


def roll(run: Run, dice: Sequence[int]) -> None:
    for die, result in zip(dice, changes.roll(run.state, run.forced, dice), strict=True):
        run.notice(Rolled(die, result))


def _show(run: Run, node: ir.Show, frame: Running) -> None:
    frame[1] += 1
    show(run, run.evaluator.things(node.cards, frame[2]), run.evaluator.things(node.players, frame[2]))


def show(run: Run, cards: Sequence[int], players: Sequence[int]) -> None:
    changes.show(run.state, cards, players)
    run.notice(Shown(tuple(cards), tuple(players)))
    notice_sight(run, cards)


def _mark(run: Run, node: ir.Mark, frame: Running) -> None:
    frame[1] += 1
    thing = run.evaluator.value(node.of, frame[2])
    player = run.evaluator.value(node.player, frame[2]) if node.player is not None else None
    ends = mark(run.state, node.variable, thing, node.moment, player)
    if ends and node.moment is not None and run.events is not None:
        run.notice(Marked(node.variable, thing, node.moment, player, readers_of(run, node.variable, thing)))


def _expire(run: Run, node: ir.Expire, frame: Running) -> None:
    frame[1] += 1
    expire(run, node.moment)


def expire(run: Run, moment: int) -> None:
    for number, variable in enumerate(run.definition.variables):
        if variable.lasts == moment:
            before = run.state.variables[number]
            run.state.variables[number] = starting_value(run.world, run.state, number)
            notice_ends(run, number, before)
    if run.state.marks:
        for ended, before in end_marks(run.state, moment):
            notice_ends(run, ended, before)


# ---------------------------------------------------------------- telling


def _emit(run: Run, node: ir.Emit, frame: Running) -> None:
    frame[1] += 1
    if run.events is not None:
        ((card, _),) = node.arguments
        tell(run, run.evaluator.value(card, frame[2]))


def _say(run: Run, node: ir.Say, frame: Running) -> None:
    frame[1] += 1
    if run.events is not None:
        stretches = silences_in(run.definition).get(frame[0], ())
        run.notice(spoken(run, node.text, frame[2], any(start == frame[1] for start, _ in stretches)))


EFFECTS: dict[type, Callable[[Run, Any, Running], Any]] = {
    ir.Let: _let,
    ir.Write: _write,
    ir.Move: _move,
    ir.Deal: _deal,
    ir.Discard: _discard,
    ir.Face: _face,
    ir.Swap: _swap,
    ir.Shuffle: _shuffle,
    ir.Roll: _roll,
    ir.Random: _random,
    ir.Show: _show,
    ir.Mark: _mark,
    ir.Expire: _expire,
    ir.Emit: _emit,
    ir.Say: _say,
}
