"""The frequent effects, and the calls that written source makes into the engine.

Means exactly what `effects` means; a test plays both side by side.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from ... import ir
from ...ir.analysis.charges import Charges
from ...ir.analysis.cost import Terms
from ...ir.analysis.none_ness import Facts
from .. import changes, room
from ..answering import answer_among_others, as_seen_by, first_of_row, open_seats
from ..budget import begin_anew, spend_looking
from ..changes import mix
from ..effect_rows import note
from ..frames import places_of
from ..likeness import likeness
from ..marks import end_marks, mark
from ..offering import DECLINED, ENDED, offered_by
from ..options import DECLINE, bound
from ..picking import Limited, Picking
from ..room import beside_host
from ..starts import starting_value
from ..state import NO_HOST, Frame, State
from ..trouble import Endless, TooDeep, TooMuch
from ..world import World
from .running import WrittenRun

WAITS = 1


def act_tables(world: World, facts: Facts) -> dict[str, Any]:
    """What written statements refer to by number, and the functions they call."""
    variables = world.definition.variables
    dispatches = [_dispatch_table(world, facts.charges, node) for node in facts.dispatches]
    return {
        "ASKED": facts.asked,
        **{f"DISPATCH_{number}": _for_each(world, table) for number, table in enumerate(dispatches)},
        **{f"DISPATCH_{number}_OR_NONE": table for number, table in enumerate(dispatches)},
        **{f"TABLE_{number}": _by_thing(world, *one) for one, number in facts.by_rows.items()},
        **{f"HEARD_{number}": frozenset(table) for number, table in enumerate(dispatches)},
        "STARTS": [
            starting_value(world, None, number) if isinstance(variable.starts, ir.Const) else None
            for number, variable in enumerate(variables)
        ],
        "Endless": Endless,
        "TooMuch": TooMuch,
        "TooDeep": TooDeep,
        "Picking": Picking,
        "Limited": Limited,
        **{function.__name__: function for function in FUNCTIONS},
    }


def _by_thing(world: World, sort: str, table: tuple[tuple[int, int], ...]) -> dict[int, int]:
    """From a card or member to the function of its row."""
    of_cards = sort == ir.ThingSort.CARD
    return {thing: function for row, function in table for thing in (world.cards_of_row[row] if of_cards else (row,))}


def _dispatch_table(world: World, charges: Charges, node: ir.Dispatch) -> dict[Any, tuple[int, tuple[int, ...]]]:
    """From a card or member (and the place in its list) to the procedures of its row, in order, and their steps."""
    table: dict[Any, tuple[int, ...]] = {}
    for wanted, procedure in node.table:
        row, index = divmod(wanted, ir.LONGEST_LIST) if node.index is not None else (wanted, 0)
        for thing in world.cards_of_row[row] if node.sort == ir.ThingSort.CARD else (row,):
            key = (thing, index) if node.index is not None else thing
            table[key] = (*table.get(key, ()), procedure)
    return {key: (sum(map(charges.procedure, procedures)), procedures) for key, procedures in table.items()}


def _for_each(world: World, table: dict[Any, Any]) -> tuple[Any, ...]:
    """The same for each card or member by its number."""
    things = max(world.cards, *(len(one.ids) for one in world.definition.types), 0)
    return tuple([table.get(thing) for thing in range(things)])


# ---------------------------------------------------------------- moving


def check_room(run: WrittenRun, state: State, card: int | None, zone: int | None) -> None:
    """A card may come only where there is room for it, and where its kind is held."""
    if zone is not None and card is not None:
        room.check_room(state, run.seats, (card,), zone)


def move_several(
    run: WrittenRun, state: State, cards: Sequence[int], target: int | None, where: str, face: int | None
) -> None:
    """Cards at once to a zone, or under a card."""
    if target is None or not cards:
        return
    host, zone = (target, state.lies_in[target]) if where == ir.Where.UNDER else (NO_HOST, target)
    moving = beside_host(list(cards), host)
    room.check_room(state, run.seats, moving, zone)
    _move_at_once(state, moving, zone, where, host, face)


def _move_at_once(state: State, cards: list[int], zone: int, where: str, host: int, face: int | None) -> None:
    for card in cards:
        state.take_out(card)
        if face is not None:
            state.face[card] = face
    state.put(cards, zone, where, host)


def deal(
    run: WrittenRun, state: State, cards: Sequence[int], zones: Sequence[int | None], where: str, face: int | None
) -> None:
    """Cards at once, each to its own zone; where there is none it stays."""
    goals: dict[int, list[int]] = {}
    for card, zone in zip(cards, zones, strict=True):
        if zone is not None:
            goals.setdefault(zone, []).append(card)
    room.check_dealt(state, run.seats, goals)
    for arriving in goals.values():
        for card in arriving:
            state.take_out(card)
            if face is not None:
                state.face[card] = face
    for zone, arriving in goals.items():
        state.put(arriving, zone, where)


def move_contents(state: State, source: int | None, zone: int | None, where: str, face: int | None) -> None:
    """All cards of a zone at once."""
    zones = state.zones
    row = () if source is None else zones[source]
    if not row or source is None or zone is None:
        return
    if state.host or state.shown or source == zone:
        _move_at_once(state, list(row), zone, where, NO_HOST, face)
        return
    zones[source] = ()
    zones[zone] = row + zones[zone] if where == ir.Where.TOP else zones[zone] + row
    lies_in, faces = state.lies_in, state.face
    for card in row:
        lies_in[card] = zone
    if face is not None:
        for card in row:
            faces[card] = face


def discard_card(run: WrittenRun, state: State, card: int | None) -> None:
    if card is not None:
        goal = state.world.discards.get(card)
        if goal is None:
            _discard(run, (card,))
        else:
            _move_at_once(state, [card], goal, "top" if goal in state.world.piles else "bottom", NO_HOST, None)


def discard_contents(run: WrittenRun, state: State, sources: Sequence[int]) -> None:
    """All cards of some zones at once."""
    zones = state.zones
    cards = [card for source in sources for card in zones[source]]
    goals = _goals_of(state, cards)
    if goals is None:
        _discard(run, cards)
        return
    for source in sources:
        zones[source] = ()
    if state.host or state.shown:
        state.all_come_loose(cards)
    _lay_at(state, goals)


def discard_all(run: WrittenRun, state: State, cards: Sequence[int]) -> None:
    """Several cards at once, wherever they lie."""
    goals = _goals_of(state, cards)
    if goals is None:
        _discard(run, cards)
        return
    for card in cards:
        state.take_out(card)
    _lay_at(state, goals)


def _goals_of(state: State, cards: Sequence[int]) -> dict[int, list[int]] | None:
    """The cards by where all of their kind go, in their order; None if that is not known of one."""
    goals: defaultdict[int, list[int]] = defaultdict(list)
    known = state.world.discards
    try:
        for card in cards:
            goals[known[card]].append(card)
    except KeyError:
        return None
    return goals


def _lay_at(state: State, goals: dict[int, list[int]]) -> None:
    for zone, arriving in goals.items():
        state.put(arriving, zone, "top" if zone in state.world.piles else "bottom")


def _discard(run: WrittenRun, cards: Sequence[int]) -> None:
    """Each card to its zone, wherever that is: as a move would lay it there, and in their order."""
    state = run.state
    goals: dict[int, list[int]] = {}
    for card in cards:
        goals.setdefault(room.discard_zone(state, card), []).append(card)
    for zone, arriving in goals.items():
        room.check_room(state, run.seats, arriving, zone)
        _move_at_once(state, arriving, zone, "top" if zone in state.world.piles else "bottom", NO_HOST, None)


def swap(run: WrittenRun, left: int | None, right: int | None, zones: bool) -> None:
    if left is not None and right is not None and left != right:
        exchange = changes.swap_zones if zones else changes.swap_cards
        exchange(run.state, run.seats, left, right)


def shuffle(run: WrittenRun, zone: int | None) -> None:
    if zone is not None:
        changes.shuffle(run.state, run.forced, zone)


def roll(run: WrittenRun, dice: Sequence[int]) -> None:
    changes.roll(run.state, run.forced, dice)


def pick(run: WrittenRun, things: Iterable[int]) -> int | None:
    return changes.pick(run.state, run.forced, tuple(things))


def show(run: WrittenRun, cards: Sequence[int], players: Sequence[int]) -> None:
    changes.show(run.state, cards, players)


def mark_all(state: State, variable: int, things: Sequence[int], value: int, moment: int | None) -> None:
    """Give a flag of many things a value, until a moment or for good; earlier moments are forgotten."""
    changed = values = state.variables[variable]
    for thing in things:
        if values[thing] != value:
            if changed is values:
                changed = list(values)
            changed[thing] = value
    if changed is not values:
        state.variables[variable] = tuple(changed)
    if state.marks:
        state.marks = tuple([one for one in state.marks if one[0] != variable or one[1] not in things])
    if moment is not None:
        state.marks += tuple([(variable, thing, moment, None, 0) for thing in things])


# ---------------------------------------------------------------- calling and picking


def call_each(run: WrittenRun, state: State, procedures: tuple[int, ...], arguments: tuple[Any, ...]) -> int | None:
    """Call procedures one after the other in the step form; those that have not begun when one waits are left for later."""
    for number, procedure in enumerate(procedures):
        result: int | None = run.module.steps[procedure](run, state, 0, None, *arguments)
        if result is not None:
            if result == WAITS:
                run.left += [(later, 0, places_of(run.definition, later, arguments)) for later in procedures[number + 1 :]]
            return result
    return None


def run_each(run: WrittenRun, state: State, procedures: tuple[int, ...], arguments: tuple[Any, ...]) -> int | None:
    """The same in the run form, where nothing waits."""
    for procedure in procedures:
        result: int | None = run.module.procedures[procedure](run, state, *arguments)
        if result is not None:
            return result
    return None


def answer_all(run: Any, state: State, node: ir.Ask, frame: Frame) -> tuple[Any, ...]:
    """The policy answers for every seat that has not answered yet; returns the places afterwards."""
    places, choice, is_over = list(frame[2]), node.choice, False
    row = run.module.sites[choice.site]
    while not is_over:
        seat, picked = open_seats(node, places)[0]
        options = run.decision(choice, as_seen_by(node, places, seat), seat, picked).options
        option = options[run.pick_offered(state, seat, len(options), choice.site, offered_by(options))]
        is_over = answer_among_others(node, places, seat, *bound(option), lambda own: row(state, *own))
    begin_anew(state)
    return tuple(places)


def mix_offered(run: Any, state: State, site: int, seats: Sequence[int | None], items: int | None, places: list[Any]) -> None:
    """Put hands in order of which a decision is about to offer hidden cards to these seats; `items` is where a seat stands."""
    offers = []
    for seat in seats:
        if items is not None:
            places[items] = seat
        if seat is not None:
            offers.append((seat, _offered_cards(run.definition.sites[site].branches, run.module.sites[site](state, *places))))
    mix(state, run.forced, offers)


def _offered_cards(types: tuple[tuple[ir.Type, ...], ...], offered: Any) -> list[int]:
    """The cards among what written source has found to pick from."""
    if isinstance(offered, Picking):
        return list(offered.candidates) if types[0][0].sort == ir.TypeSort.CARD else []
    cards: list[int] = []
    for branch, _, picked in offered[1]:
        lists = list(zip(*picked, strict=True)) if isinstance(picked, list) else picked
        if not all(map(len, lists)):
            continue  # where one part of a combination is missing, nothing of it is offered
        for type, values in zip(types[branch], lists, strict=False):
            cards += values if type.sort == ir.TypeSort.CARD else ()
    return cards


def distinct(
    state: State, is_card: tuple[bool, ...], rows: list[tuple[Any, ...]], seat: int | None
) -> list[tuple[Any, ...]]:
    """One of every group of options that are alike in everything; without a seat, all of them are seen."""
    kept: dict[Any, tuple[Any, ...]] = {}
    for values in rows:
        key = tuple([likeness(state, value, seat) if card else value for card, value in zip(is_card, values, strict=True)])
        kept.setdefault(key, values)
    return list(kept.values()) if len(kept) < len(rows) else rows


def distinct_cards(state: State, cards: Sequence[int], seat: int | None) -> Sequence[int]:
    """One of every group of cards that are alike in everything."""
    row = state.world.row
    if len({row[card] for card in cards}) == len(cards):
        return cards
    kept: dict[Any, int] = {}
    for card in cards:
        kept.setdefault(likeness(state, card, seat), card)
    return list(kept.values())


def pick_row(
    run: Any,
    state: State,
    seat: int | None,
    picking: Picking,
    picked: tuple[int, ...],
    can_decline: bool,
    alike: bool,
    blind: bool,
    site: int,
    cost: Terms,
) -> tuple[int, ...] | None:
    """A row of single picks by the policy. After each of them the rules have time again, and look again at what may follow."""
    while True:
        candidates: Sequence[int] = picking.next_candidates(picked)
        if not candidates or seat is None:
            return picking.end(picked, can_decline)
        if alike and len(candidates) > 1:
            candidates = distinct_cards(state, candidates, seat if blind else None)
        declining = can_decline and not picked
        count = len(candidates)
        ending = (DECLINED if declining else ENDED,) if declining or picking.is_whole(picked) else ()
        offered = (0, count, (candidates,)), *ending
        pick = run.pick_offered(state, seat, count + len(ending), site, offered)
        begin_anew(state)
        if pick == count:
            return None if declining else picked
        picked = (*picked, candidates[pick])
        if cost:
            spend_looking(state, cost)


def is_open(answers: tuple[Any, ...]) -> bool:
    """Whether some seat has still to answer."""
    return any(one[0] for one in answers[1:])


def first_of_choice(offered: tuple[int, Any]) -> tuple[int, int, tuple[Any, ...]]:
    """A choice that is still to be made, if there is anything to choose."""
    return int(offered[0] > 0), DECLINE, ()


FUNCTIONS: tuple[Callable[..., Any], ...] = (
    check_room, move_several, move_contents, deal, discard_card, discard_contents, discard_all, mark_all,
    call_each, run_each, is_open, first_of_choice, answer_all, first_of_row, mix_offered, distinct, pick_row, swap,
    shuffle, roll, pick, show, mark, end_marks, note, starting_value,
)  # fmt: skip
