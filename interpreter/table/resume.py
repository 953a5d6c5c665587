"""Resumes a saved match, or refuses it in one sentence.

Takes the text of a save; returns a match. Under the definition it was saved with, seed and answers are played again and must
write the very same text. Under an edited one the position is read by its names, and what declarations forbid is refused.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from .. import ir
from ..engine.starts import starting_value
from ..engine.state import State
from ..engine.trouble import RuleError
from ..engine.world import World
from ..engine.worlds import world_for
from ..ir.limits import DEPTH
from ..model.definition import Definition
from ..telling.keys import Eyes, Keys, VisibleTable, viewers_of
from .lawful import Forbidden, check_position, check_running, try_out
from .log import LogLine
from .match import Match
from .naming import Names, names_for, whole
from .pick_rows import HalfMade
from .record import Record
from .replay import Diverged, replay
from .save import (
    FORMAT,
    OLD_FORMAT,
    WITH_SUBJECTS,
    WITHOUT_KEYS,
    is_sealed,
    laid_out,
    position_to_json,
    sealed,
    to_json,
    told_to_json,
    with_bots,
    without_keys,
    without_places,
)  # fmt: skip
from .saved import in_other_variants, in_words_of_today
from .taken_up import BadSave as BadSave
from .taken_up import RuleChanged, taken_up

NEW = object()  # a variable that the game had not when it was saved
POSITION = ("chance", "zones", "face up", "under", "shown", "variables", "marks")  # of a save, without its rules
MOST_RUNNING = 5 * DEPTH.most  # rules one inside the other; abilities and verbs that call themselves stop before that
MISFITS = (TypeError, ValueError, LookupError, AttributeError, AssertionError, ArithmeticError, RecursionError)


def resume(definition: Definition, text: str) -> Match:
    """The match that a save holds."""
    saved = _read(definition, text)
    try:
        match = _resumed(definition, in_words_of_today(definition, saved))
        # Whatever is wrong with the rules that were being carried out shows here, not in the middle of play.
        _ = match.decisions
    except BadSave:
        raise
    except KeyError as problem:
        raise BadSave(f"this save does not fit the game any more: {problem} is missing or unknown") from None
    except Forbidden as problem:
        raise BadSave(f"this save holds a position that the game does not allow: {problem}") from None
    except (*MISFITS, RuleError):
        raise BadSave("this save does not fit the game any more, or was changed by hand") from None
    return match


def reopened(match: Match, is_read: bool = True) -> Match:
    """The same match after a save and a resume, at whatever position it stands; where nobody reads what happened, that and the
    answers are left out, since they take much longer than the position does."""
    parts = to_json(match) if is_read else position_to_json(match) | {"log": [], "answers": []}
    again = by_names(match.definition, json.loads(sealed(laid_out(parts))), match.state.world)
    again.play_with(match.engine)
    return again


# ---------------------------------------------------------------- reading


def _read(definition: Definition, text: str) -> dict[str, Any]:
    """What is written in a save, if it is one of this game and as it was written."""
    try:
        saved = json.loads(text)
    except json.JSONDecodeError as problem:
        raise BadSave(f"this is not a saved game: line {problem.lineno} cannot be read") from None
    except (ValueError, RecursionError):
        raise BadSave("this is not a saved game") from None
    form = saved.get("format") if isinstance(saved, dict) else None
    if not isinstance(form, str) or not form.startswith("rulewright save "):
        raise BadSave("this is not a saved game")
    if form not in (FORMAT, WITH_SUBJECTS, WITHOUT_KEYS, OLD_FORMAT):
        raise BadSave(f'this save has the form "{form}", which this Rulewright does not read')
    if ("digest" in saved or form != OLD_FORMAT) and not is_sealed(text):
        raise BadSave("this save was changed since it was written, so nothing in it can be relied on")
    if saved.get("game") != definition.id:
        raise BadSave(f'this is a saved game of "{saved.get("game")}", not of "{definition.id}"')
    if saved.get("variant", "") != definition.variant:
        raise BadSave(in_other_variants("saved", saved.get("variant", ""), definition.variant))
    return dict(saved)


def _resumed(definition: Definition, saved: dict[str, Any]) -> Match:
    bots = _check_bots(saved)
    if saved["format"] == OLD_FORMAT:
        return _old(definition, saved)
    is_same = saved["fingerprint"] == definition.fingerprint
    if is_same and saved["replays"] is True:
        match = _replayed(definition, saved)
        if match is not None:
            _take_rows(match, saved)
        if match is None or not _says(match, bots, saved):
            raise BadSave("the answers in this save lead to another position than the one it holds")
        return match
    again = None if is_same else _replayed(definition, saved)
    try:
        match = by_names(definition, saved)
    except RuleChanged:
        if again is None or not _is_there(again, saved):
            raise
        return again
    if is_same and not _says(match, bots, saved):
        raise BadSave("this save says something that means nothing in the game")
    _check(match)
    return again if again is not None and again.state.key() == match.state.key() else match


def _says(match: Match, bots: Mapping[str, str] | None, saved: dict[str, Any]) -> bool:
    """Whether a match says all that a save says, and nothing else; of older forms whatever they told. What was
    told on the way is asked last, since it takes longest."""
    if saved["format"] != WITHOUT_KEYS:
        told = {part: saved[part] for part in ("log", "keys")}
        rest = {part: value for part, value in saved.items() if part not in ("format", "digest", *told)}
        position = with_bots(position_to_json(match), bots)
        if saved["format"] == WITH_SUBJECTS:
            position, rest = without_places(position), without_places(rest)
        return _reads_alike(position, rest) and _reads_alike(told_to_json(match), told)
    rest = {part: value for part, value in saved.items() if part not in ("format", "digest", "bots")}
    return _reads_alike(without_keys(to_json(match)), without_keys(rest))


def _reads_alike(one: dict[str, Any], other: dict[str, Any]) -> bool:
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


def _old(definition: Definition, saved: dict[str, Any]) -> Match:
    """A save without a digest is believed as far as its answers lead where it says."""
    again = _replayed(definition, saved)
    with suppress(RuleChanged):  # then its answers tell where the rules of today stand
        match = by_names(definition, saved)
        again = again if again is not None and again.state.key() == match.state.key() else None
    if again is None or not _is_there(again, saved):
        raise BadSave(f'this save has the older form "{OLD_FORMAT}" without a digest, and its answers lead to another position')
    return again


def _is_there(match: Match, saved: dict[str, Any]) -> bool:
    """Whether a match stands where a save says, whatever rules led there."""
    position = position_to_json(match)
    return _reads_alike({part: position[part] for part in POSITION}, {part: saved[part] for part in POSITION})


def _replayed(definition: Definition, saved: dict[str, Any]) -> Match | None:
    """The match that seed and answers lead to; None if an answer is not offered on the way."""
    seats, options = _seats(definition, saved), _options(definition, saved)
    answers = tuple((seat, text, 0) for seat, text in _answers(saved, seats))
    try:
        return replay(definition, Record(definition.id, seats, whole(saved["seed"]), {}, answers), options)
    except (Diverged, RuleError):
        return None


def _check_bots(saved: dict[str, Any]) -> Mapping[str, str] | None:
    bots = saved.get("bots")
    for seat, bot in ({} if bots is None else bots).items():
        if seat not in saved["seats"]:
            raise BadSave(f'a bot of this save sits at "{seat}", and no such seat is there')
        _as_text(bot)
    return None if bots is None else dict(bots)


def _check(match: Match) -> None:
    check_position(match.state)
    check_running(match.state)
    if any(line.is_answer for line in match.log) and sum(line.is_answer for line in match.log) != match.answer_count:
        raise Forbidden("its log and its answers do not belong together")
    try_out(match)


# ---------------------------------------------------------------- by names


def by_names(definition: Definition, saved: dict[str, Any], world: World | None = None) -> Match:
    """The match at the position that is written, whatever led there."""
    seats, options = _seats(definition, saved), _options(definition, saved)
    names = names_for(world or world_for(definition, len(seats), options), seats)
    match = Match(definition, seats, whole(saved["seed"]), options, _state(names, saved))
    match.keys_before = _keys(names, saved, match.state)
    match.answered_before = tuple(_answers(saved, seats))
    match.told_before = tuple(
        LogLine(_as_text(public), tuple(_as_text(own[seat]) for seat in range(len(seats))), bool(is_answer))
        for public, own, is_answer in saved["log"]
    )
    _take_rows(match, saved)
    return match


def _take_rows(match: Match, saved: dict[str, Any]) -> None:
    """Go on with rows of picks that were half made; what can not be picked any more is picked anew."""
    names = names_for(match.state.world, match.seats)
    for seat, things in saved.get("rows", {}).items():
        row = match.open_row(seat)
        with suppress(KeyError):
            picks = names.value_back(things, row.node.type) if row is not None else ()
            if row is not None and row.can_be(picks):
                match.rows[row.seat] = HalfMade(row.frame, picks)


def _seats(definition: Definition, saved: dict[str, Any]) -> tuple[str, ...]:
    seats = tuple(map(_as_text, saved["seats"]))
    if not definition.fewest <= len(seats) <= definition.most:
        raise BadSave(f"this save has {len(seats)} seats")
    if len(set(seats)) < len(seats):
        raise BadSave("two seats of this save have one name")
    return seats


def _options(definition: Definition, saved: dict[str, Any]) -> dict[str, int]:
    """The options of the game as they were settled; one that was added since has its default."""
    options = {}
    for option in definition.options:
        value = whole(saved["options"].get(option.name, option.default))
        seats = range(-1 if option.may_be_nobody else 0, len(saved["seats"]))
        allowed = seats if option.type.sort == ir.TypeSort.PLAYER else range(option.low, option.high + 1)
        if value not in allowed:
            raise BadSave(f'the option "{option.name}" of this save has a value that the game does not know')
        options[option.name] = value
    return options


def _answers(saved: dict[str, Any], seats: tuple[str, ...]) -> list[tuple[str, str]]:
    return [(seats[seats.index(seat)], _as_text(text)) for seat, text in saved["answers"]]


def _as_text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(value)
    return value


def _state(names: Names, saved: dict[str, Any]) -> State:
    definition, world = names.world.definition, names.world
    state = State(world, whole(saved["chance"]))
    _fill_zones(state, names, saved)
    if len(saved["variables"]) != _declared(names, saved)[1]:
        raise BadSave("this save does not fit the game any more: the variables are not the same")
    for number, variable in enumerate(definition.variables):
        start = starting_value(world, state, number)
        told = saved["variables"].get(variable.name, NEW)
        state.variables.append(start if told is NEW else names.variable_back(variable.of, variable.type, told, start))
    numbers = definition.variable_numbers
    moments = {name: number for number, name in reversed([*enumerate(definition.moments)])}
    state.marks = tuple(
        (numbers[of], names.owned_back(definition.variables[numbers[of]].of, thing), moments.get(moment, -1), player, waits)
        for of, thing, moment, player, waits in saved["marks"]
    )
    if len(saved["running"]) > MOST_RUNNING:
        raise Forbidden(f"{len(saved['running']):,} rules are being carried out in it")
    has_subjects = saved["format"] != FORMAT
    state.stack = [taken_up(names, frame, has_subjects) for frame in saved["running"]]
    return state


def _fill_zones(state: State, names: Names, saved: dict[str, Any]) -> None:
    """Every card where it lay. One that the game has no more must have lain in a pile; one that is new begins where its kind
    does."""
    placed: set[int] = set()
    count = 0
    for name, cards in saved["zones"].items():
        zone = names.zone_numbers[name]
        numbers = [names.card_numbers[card] for card in cards if _is_there_still(names, card, zone, name)]
        count += len(cards)
        state.zones[zone] = tuple(numbers)
        for card in numbers:
            state.lies_in[card] = zone
        placed |= set(numbers)
    if count != _declared(names, saved)[0] or sum(map(len, state.zones)) != len(placed):
        raise BadSave("this save does not fit the game any more: the cards are not the same")
    for card in sorted(set(range(state.world.cards)) - placed):
        _lay_new(state, card)
    for card in saved["face up"]:
        if card in names.card_numbers:
            state.face[names.card_numbers[card]] = 1
    for card, host in saved["under"].items():
        state.host[names.card_numbers[card]] = names.card_numbers[host]
    state.shown = tuple((names.card_numbers[card], names.seats.index(player)) for card, player in saved["shown"])


def _is_there_still(names: Names, card: str, zone: int, name: str) -> bool:
    if card not in names.card_numbers and zone not in names.world.piles:
        raise BadSave(f'this save does not fit the game any more: "{card}", which lies in {name}, is no card of it')
    return card in names.card_numbers


def _declared(names: Names, saved: dict[str, Any]) -> tuple[int, int]:
    """How many cards and variables the game had when it was saved."""
    cards, variables = saved.get("declared", (names.world.cards, len(names.world.definition.variables)))
    return whole(cards), whole(variables)


def _lay_new(state: State, card: int) -> None:
    world = state.world
    home = world.definition.kinds[world.kind[card]].home
    zone = world.zone_for(card, home, world.owner[card])
    state.lies_in[card] = world.zones_of[home][0] if zone is None else zone
    state.zones[state.lies_in[card]] += (card,)


def _keys(names: Names, saved: dict[str, Any], state: State) -> tuple[Keys, ...] | None:
    """The keys that viewers had; what they can follow and had none for, such as a new card, gets one."""
    if "keys" not in saved:
        return None
    keys, table = [], VisibleTable(state)
    for viewer, told in zip(viewers_of(state.world), saved["keys"], strict=True):
        cards = {names.card_numbers[card]: whole(key) for card, key in told["cards"].items() if card in names.card_numbers}
        used = whole(told["used"])
        if len(set(cards.values())) < len(cards) or any(not 0 < key <= used for key in cards.values()):
            raise Forbidden("two of its cards have one key")
        eyes = Eyes(viewer, Keys(cards, used))
        for zone in state.zones:
            eyes.look_at(table, zone)
        keys.append(eyes.keys)
    return tuple(keys)
