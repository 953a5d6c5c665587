"""Builds the position that a scenario gives.

Takes the pieces as written; lays every component of the world somewhere: the named ones where the scenario says, the others
where they lie before the set-up. Complains of a position that the closed world does not allow.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from .. import script
from ..definition import Definition
from ..engine.evaluate import Evaluator
from ..engine.opening import new_state
from ..engine.seek import NotFound, stand_at
from ..engine.sight import EVERYTHING, can_see
from ..engine.state import State
from ..engine.world import world_for
from .match import Engine, Match

PLACES = 64  # for what a phrase looks through on its way


class Impossible(Exception):
    """A position that cannot be: the place in the scenario and the reason."""

    def __init__(self, where: script.Where, reason: str) -> None:
        super().__init__(reason)
        self.where = where
        self.reason = reason


@lru_cache(maxsize=4)
def extended(definition: Definition, additions: script.Additions) -> Definition:
    """A definition with what the scenarios of a file run."""
    procedures = (*definition.procedures, *additions.procedures)
    return replace(definition, procedures=procedures, sites=additions.sites, files=additions.files)


def begin(definition: Definition, scenario: script.Scenario, engine: Engine) -> Match:
    """A match that stands where the scenario begins, before anything has run."""
    if scenario.additions is not None:
        definition = extended(definition, scenario.additions)
    options = {option.name: option.default for option in definition.options} | dict(scenario.options)
    world = world_for(definition, len(scenario.seats), options)
    state = new_state(world, scenario.seed)
    match = Match(definition, scenario.seats, scenario.seed, options, state, engine=engine)
    if scenario.given is None:
        match.interpreter.call(definition.flow, (None, None))
        match.interpreter.call(definition.setup, (None, None))
        return match
    _lay(state, scenario.seats, scenario.given)
    _set_variables(state, scenario.given)
    stand(match, scenario.given, scenario.where)
    return match


def stand(match: Match, given: script.Given, where: script.Where) -> None:
    """Put play at the step and the turn that are given."""
    turn = given.turn if given.turn is not None else 0
    try:
        stand_at(match.state, given.at, turn, given.round or 1)
    except NotFound:
        if given.at == "turn":  # a game without turns stands at its beginning
            match.interpreter.call(match.definition.flow, (None, None))
            return
        raise Impossible(where, f'the flow never comes to "{given.at}"') from None


def _set_variables(state: State, given: script.Given) -> None:
    run = Evaluator(state.world, state)
    for one in given.variables:
        thing = run.value(one.of, [None] * PLACES) if one.of is not None else None
        if one.of is not None and thing is None:
            raise Impossible(one.where, "this thing does not exist at this table")
        value = run.value(one.value, [None] * PLACES)
        state.write(one.variable, thing, tuple(value) if isinstance(value, list | range) else value)


# ---------------------------------------------------------------- pieces


def _lay(state: State, seats: tuple[str, ...], given: script.Given) -> None:
    """Named cards first, then `any`, then `rest`; every card once."""
    run = Evaluator(state.world, state)
    taken: dict[int, script.ZoneIs] = {}
    chosen: list[tuple[int, list[tuple[script.Piece, list[int]]], script.ZoneIs]] = []
    for one in given.zones:
        zone = run.value(one.zone, [None] * PLACES)
        if zone is None:
            raise Impossible(one.where, f'there is no "{one.phrase}" at this table')
        if any(zone == other for other, _, _ in chosen):
            raise Impossible(one.where, f'"{one.phrase}" is given twice')
        chosen.append((zone, [(piece, []) for piece in one.pieces], one))
    for what in ("row", "any", "rest"):
        for zone, pieces, one in chosen:
            for piece, cards in pieces:
                if piece.what == what:
                    cards += _cards_for(state, seats, zone, piece, taken)
                    taken |= dict.fromkeys(cards, one)
    for zone, pieces, one in chosen:
        _lay_zone(state, zone, pieces, one)


def _cards_for(
    state: State, seats: tuple[str, ...], zone: int, piece: script.Piece, taken: dict[int, script.ZoneIs]
) -> list[int]:
    world = state.world
    owner = piece.owner if piece.owner is not None else world.zone_owner(zone)
    if piece.what == "row":
        assert piece.row is not None
        fixed = world.definition.kinds[world.definition.rows[piece.row][0]].per_player
        if fixed and owner is None:
            raise Impossible(piece.where, f"whose {piece.text}? Write the owner before it")
        found = [card for card in world.cards_of_row[piece.row] if not fixed or world.owner[card] == owner]
        if piece.number is not None:
            found = found[piece.number - 1 : piece.number]
    else:
        found = _unnamed(state, zone, owner, piece)
    free = [card for card in found if card not in taken]
    if piece.what != "rest" and not free:
        raise Impossible(piece.where, _why_none_is_left(piece, found, taken))
    return free if piece.what == "rest" else free[:1]


def _why_none_is_left(piece: script.Piece, found: list[int], taken: dict[int, script.ZoneIs]) -> str:
    if not found:
        return f'there is no "{piece.text}": each component exists as often as it is declared'
    places = dict.fromkeys(f"{taken[card].phrase} (line {taken[card].where[1]})" for card in found)
    which = "it lies" if len(found) == 1 else f"all {len(found)} lie"
    return f'there is no further "{piece.text}": {which} in {" and ".join(places)} already'


def _unnamed(state: State, zone: int, owner: int | None, piece: script.Piece) -> list[int]:
    """Cards that may lie in a zone; for `any` only those without abilities."""
    world = state.world
    holds = world.definition.families[world.zones[zone].family].holds or range(len(world.definition.kinds))
    found = []
    for kind in holds:
        fixed = world.definition.kinds[kind].per_player
        if fixed and owner is None:
            raise Impossible(piece.where, f'whose "{piece.text}"? Write the owner before it')
        for card in world.cards_of_kind[kind]:
            plain = not world.definition.rows[world.row[card]][1].has_abilities
            if (not fixed or world.owner[card] == owner) and (plain or piece.what == "rest"):
                found.append(card)
    return found


def _lay_zone(state: State, zone: int, pieces: list[tuple[script.Piece, list[int]]], one: script.ZoneIs) -> None:
    """Lay the cards in order on top of whatever lies there by default."""
    world = state.world
    family = world.definition.families[world.zones[zone].family]
    cards = [card for _, found in pieces for card in found]
    for card in cards:
        if family.holds and world.kind[card] not in family.holds:
            raise Impossible(one.where, f"{family.name} does not hold this")
        state.take_out(card)
    if family.room is not None and len(cards) > family.room:
        raise Impossible(one.where, f"{one.phrase} has room for {family.room}")
    state.put(cards, zone, "top")
    for piece, found in pieces:
        for card in found:
            up = piece.face == "up" or (not piece.face and family.seen_by in ("face", "everyone"))
            state.face[card] = int(up)
            if piece.under is not None:
                host = host_before(state, zone, card, *piece.under)
                if host is None:
                    raise Impossible(piece.where, "the card it lies under must stand before it in the list")
                state.host[card] = host
                state.face[card] = int(piece.face == "up")
            for variable, value in piece.has:
                _check_face(state, card, variable, value, piece)
                state.write(variable, card, value)


def _check_face(state: State, card: int, variable: int, value: int | None, piece: script.Piece) -> None:
    """A die can only show one of its faces, or 0 when it was emptied."""
    definition = state.world.definition
    kind = definition.kinds[state.world.kind[card]]
    if not kind.faces or definition.variables[variable].name != "value":
        return
    if not min(kind.faces[0], 0) <= (value or 0) <= kind.faces[1]:
        raise Impossible(piece.where, f"a {kind.name} shows {kind.faces[0]} to {kind.faces[1]}, not {value}")


def host_before(state: State, zone: int, card: int, row: int, owner: int | None) -> int | None:
    """The card that another lies under, if it lies under one of a row: the nearest before it in the list."""
    before = state.zones[zone][: state.zones[zone].index(card)]
    fitting = (one for one in reversed(before) if state.world.row[one] == row and owner in (None, state.owner(one)))
    return next(fitting, None)


# ---------------------------------------------------------------- describing


def describe(state: State, seats: tuple[str, ...], card: int, viewer: int | None) -> str:
    """A card as a scenario writes it."""
    world = state.world
    row = world.definition.rows[world.row[card]][1]
    words = [seats[owner]] if (owner := world.owner[card]) is not None else []
    words.append(row.id if viewer == EVERYTHING or can_see(state, card, viewer) else "hidden")
    family = world.definition.families[world.zones[state.place[card]].family]
    host = state.host[card]
    if host >= 0:
        owner = world.owner[host]
        words += ["under", *([seats[owner]] if owner is not None else []), world.definition.rows[world.row[host]][1].id]
    if family.seen_by == "face" and bool(state.face[card]) == (host >= 0):
        words.append("face up" if state.face[card] else "face down")
    return " ".join(words)
