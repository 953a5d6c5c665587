"""Saves a match as JSON by names, and resumes it.

Takes a match, also in the middle of an effect; returns text that says everything by its name, so that it survives an edited
definition as long as the rules that are being carried out did not change. Refuses what it cannot resume, with the reason.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from .. import ir
from ..definition import Definition
from ..engine.effects import starting_value
from ..engine.evaluate import Evaluator
from ..engine.flatten import codes_of
from ..engine.generated.stepper import Stepper
from ..engine.state import Frame, State
from ..engine.texts import Speaker
from ..engine.trouble import RuleError
from ..engine.world import World, world_for
from .log import Line
from .match import Engine, Match

FORMAT = "rulewright save 1"


class BadSave(Exception):
    """A save that cannot be resumed: one sentence that says why."""


def save(match: Match, bots: Mapping[str, str] | None = None) -> str:
    """Everything about a match as text, and which seats bots play, if that is known."""
    seated = {} if bots is None else {"bots": dict(bots)}
    return json.dumps(to_json(match) | seated, indent=1, ensure_ascii=False)


def bots_in(text: str) -> dict[str, str] | None:
    """Which seats bots play in a save; None if it does not say so."""
    bots = json.loads(text).get("bots")
    named = isinstance(bots, dict) and all(isinstance(bot, str) for bot in bots.values())
    return dict(bots) if named else None


def is_edited_since(definition: Definition, text: str) -> bool:
    """Whether the files of the game are not what they were when it was saved."""
    return bool(json.loads(text).get("fingerprint") != definition.fingerprint)


def to_json(match: Match) -> dict[str, Any]:
    state = match.state
    names = _names(state.world, match.seats)
    definition = match.definition
    return {
        "format": FORMAT,
        "game": definition.id,
        "fingerprint": definition.fingerprint,
        "seats": list(match.seats),
        "seed": match.seed,
        "options": dict(match.options),
        "answers": [list(pair) for pair in match.answers],
        "log": [[line.public, list(line.own), line.is_answer] for line in match.log],
        "chance": state.rng,
        "zones": {names.zones[zone]: [names.cards[card] for card in cards] for zone, cards in enumerate(state.zones)},
        "face up": [names.cards[card] for card in range(state.world.cards) if state.face[card]],
        "under": {names.cards[card]: names.cards[host] for card, host in sorted(state.host.items())},
        "shown": [[names.cards[card], match.seats[player]] for card, player in state.shown],
        "variables": {
            variable.name: names.variable(variable.of, variable.type, state.variables[number])
            for number, variable in enumerate(definition.variables)
        },
        "marks": [
            [
                definition.variables[variable].name,
                names.owned(definition.variables[variable].of, thing),
                moment,
                player,
                waits,
            ]
            for variable, thing, moment, player, waits in state.marks
        ],
        "running": [_frame_to_json(definition, names, frame) for frame in state.stack],
    }


def resume(definition: Definition, text: str, engine: Engine = Stepper) -> Match:
    """The match that a save holds."""
    try:
        saved = json.loads(text)
    except json.JSONDecodeError as problem:
        raise BadSave(f"this is not a saved game: line {problem.lineno} cannot be read") from None
    except RecursionError:
        raise BadSave("this is not a saved game") from None
    if not isinstance(saved, dict) or saved.get("format") != FORMAT:
        raise BadSave("this is not a saved game")
    if saved.get("game") != definition.id:
        raise BadSave(f'this is a saved game of "{saved.get("game")}", not of "{definition.id}"')
    try:
        match = _from_json(definition, saved)
        match.engine = engine
        # Whatever is wrong with the rules that were being carried out shows here, not in the middle of play.
        _ = match.decisions
    except KeyError as problem:
        raise BadSave(f"this save does not fit the game any more: {problem} is missing or unknown") from None
    except (TypeError, ValueError, IndexError, AttributeError, AssertionError, OverflowError, RuleError):
        raise BadSave("this save does not fit the game any more, or was changed by hand") from None
    return match


def _from_json(definition: Definition, saved: dict[str, Any]) -> Match:
    seats = tuple(map(_as_text, saved["seats"]))
    if not definition.fewest <= len(seats) <= definition.most:
        raise BadSave(f"this save has {len(seats)} seats")
    known = {option.name for option in definition.options}
    options = {option.name: option.default for option in definition.options}
    options |= {name: int(value) for name, value in saved["options"].items() if name in known}
    world = world_for(definition, len(seats), options)
    names = _names(world, seats)
    state = State(world, int(saved["chance"]))
    _fill_zones(state, names, saved)
    evaluator = Evaluator(world, state)
    for number, variable in enumerate(definition.variables):
        start = starting_value(evaluator, number)
        state.variables.append(names.variable_back(variable.of, variable.type, saved["variables"][variable.name], start))
    numbers = definition.variable_numbers
    state.marks = tuple(
        (numbers[variable], names.owned_back(definition.variables[numbers[variable]].of, thing), moment, player, waits)
        for variable, thing, moment, player, waits in saved["marks"]
    )
    state.stack = [_frame_from_json(definition, names, frame) for frame in saved["running"]]
    match = Match(definition, seats, int(saved["seed"]), options, state)
    match.answers = [(_as_text(seat), _as_text(text)) for seat, text in saved["answers"]]
    match.log = [
        Line(_as_text(public), tuple(_as_text(own[seat]) for seat in range(len(seats))), bool(is_answer))
        for public, own, is_answer in saved["log"]
    ]
    return match


def _as_text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(value)
    return value


def _fill_zones(state: State, names: _Names, saved: dict[str, Any]) -> None:
    placed: set[int] = set()
    for name, cards in saved["zones"].items():
        zone = names.zone_numbers[name]
        numbers = [names.card_numbers[card] for card in cards]
        state.zones[zone] = tuple(numbers)
        for card in numbers:
            state.place[card] = zone
        placed |= set(numbers)
    if len(placed) != state.world.cards or sum(map(len, state.zones)) != state.world.cards:
        raise BadSave("this save does not fit the game any more: the cards are not the same")
    for card in saved["face up"]:
        state.face[names.card_numbers[card]] = 1
    for card, host in saved["under"].items():
        state.host[names.card_numbers[card]] = names.card_numbers[host]
    seats = list(names.seats)
    state.shown = tuple((names.card_numbers[card], seats.index(player)) for card, player in saved["shown"])


# ---------------------------------------------------------------- running rules


@lru_cache(maxsize=16)
def _digests(definition: Definition) -> tuple[str, ...]:
    """A short text for each procedure that changes when its rule does."""
    return tuple(hashlib.sha256(repr(code.instructions).encode()).hexdigest()[:12] for code in codes_of(definition))


def _frame_to_json(definition: Definition, names: _Names, frame: Frame) -> dict[str, Any]:
    number, point, places = frame
    procedure = definition.procedures[number]
    return {
        "rule": procedure.name,
        "number": number,
        "digest": _digests(definition)[number],
        "point": point,
        "places": [names.value(value, type) for value, type in zip(places, _types(procedure, len(places)), strict=True)],
    }


def _types(procedure: ir.Procedure, count: int) -> list[ir.Type]:
    """The types of the places; loops keep their limits in plain numbers at the end."""
    return [*procedure.slots, *[ir.NUMBER] * (count - len(procedure.slots))]


def _frame_from_json(definition: Definition, names: _Names, saved: dict[str, Any]) -> Frame:
    digests = _digests(definition)
    same = [
        number
        for number, procedure in enumerate(definition.procedures)
        if procedure.name == saved["rule"] and digests[number] == saved["digest"]
    ]
    if not same:
        raise BadSave(f'the rule "{saved["rule"]}" was being carried out and has changed since')
    number = saved["number"] if saved["number"] in same else same[0]
    types = _types(definition.procedures[number], len(saved["places"]))
    places = tuple(names.value_back(value, type) for value, type in zip(saved["places"], types, strict=True))
    return number, int(saved["point"]), places


# ---------------------------------------------------------------- names


class _Names:
    """Names for everything at one table, there and back."""

    def __init__(self, world: World, seats: tuple[str, ...]) -> None:
        self.world = world
        self.seats = seats
        self.cards = [self._card(card) for card in range(world.cards)]
        speaker = Speaker(State(world, 0), seats, None)
        self.zones = [speaker.zone(zone) for zone in range(len(world.zones))]
        self.card_numbers = {name: number for number, name in enumerate(self.cards)}
        self.zone_numbers = {name: number for number, name in enumerate(self.zones)}

    def _card(self, card: int) -> str:
        owner = self.world.owner[card]
        row = self.world.definition.rows[self.world.row[card]][1]
        name = row.id if owner is None else f"{self.seats[owner]} {row.id}"
        return f"{name} {self.world.copy[card] + 1}" if row.copies > 1 else name

    def value(self, value: Any, type: ir.Type) -> Any:
        if value is None:
            return None
        if isinstance(value, list | tuple):
            single = ir.Type(type.sort, type.names)
            return [self.value(one, single) for one in value]
        if type.sort == "card":
            return self.cards[value]
        if type.sort == "zone":
            return self.zones[value]
        if type.sort == "player":
            return self.seats[value]
        if type.sort == "member":
            return self._ids(type)[value]
        return value

    def _ids(self, type: ir.Type) -> tuple[str, ...]:
        return next(one.ids for one in self.world.definition.types if one.name == type.names[0])

    def value_back(self, value: Any, type: ir.Type) -> Any:
        if isinstance(value, list):
            single = ir.Type(type.sort, type.names)
            return tuple(self.value_back(one, single) for one in value)
        if not isinstance(value, str):
            return value
        if type.sort == "card":
            return self.card_numbers[value]
        if type.sort == "zone":
            return self.zone_numbers[value]
        if type.sort == "member":
            return self._ids(type).index(value)
        return self.seats.index(value)

    def owned(self, of: str, thing: int) -> Any:
        return self.value(thing, self._owner_type(of))

    def owned_back(self, of: str, thing: Any) -> Any:
        return self.value_back(thing, self._owner_type(of))

    def _owner_type(self, of: str) -> ir.Type:
        definition = self.world.definition
        if of == "player":
            return ir.PLAYER_TYPE
        if any(family.name == of for family in definition.families):
            return ir.Type("zone")
        return ir.NUMBER if any(one.name == of for one in definition.types) else ir.Type("card")

    def variable(self, of: str, type: ir.Type, value: Any) -> Any:
        """One value, or a mapping from the names of what has it."""
        if not of:
            return self.value(value, type)
        return {str(self.owned(of, thing)): self.value(one, type) for thing, one in self._things(of, value)}

    def _things(self, of: str, value: Any) -> list[tuple[int, Any]]:
        return [(thing, value[thing]) for thing in range(len(value)) if self._has(of, thing)]

    def _has(self, of: str, thing: int) -> bool:
        definition = self.world.definition
        names = [family.name for family in definition.families]
        if of in names:
            return self.world.zones[thing].family == names.index(of)
        kinds = [kind.name for kind in definition.kinds]
        return of not in kinds or self.world.kind[thing] == kinds.index(of)

    def variable_back(self, of: str, type: ir.Type, saved: Any, start: Any) -> Any:
        if not of:
            return self.value_back(saved, type)
        found = list(start)
        for name, value in saved.items():
            thing = self.owned_back(of, name) if self._owner_type(of).sort != "number" else int(name)
            found[thing] = self.value_back(value, type)
        return tuple(found)


@lru_cache(maxsize=16)
def _names(world: World, seats: tuple[str, ...]) -> _Names:
    return _Names(world, seats)
