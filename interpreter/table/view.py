"""What one seat may know of a match, as plain data.

Takes a match and a seat; returns zones with the cards that seat can see, counts of what it cannot, variables, scores and its
own decision. Bots, screens and servers get nothing else.
"""

from __future__ import annotations

from typing import Any

from .. import ir
from ..engine.sight import can_read, can_see, listed
from ..engine.starts import starting_value
from ..engine.state import NO_HOST, State
from ..engine.texts import Speaker
from .log import read_by
from .match import Match


def view(match: Match, seat: str) -> dict[str, Any]:
    """The table as this seat sees it."""
    viewer = match.seats.index(seat)
    state = match.state
    speaker = Speaker(state, match.seats, viewer)
    return {
        "game": match.definition.id,
        "seat": seat,
        "seats": list(match.seats),
        "zones": {speaker.zone(zone): zone_view(state, speaker, zone, viewer) for zone in range(len(state.zones))},
        "variables": _variables(state, speaker, viewer),
        "decisions": [_decision(one, seat) for one in match.decisions],
        "log": read_by(viewer, match.log),
        "over": match.is_over,
    }


def zone_view(state: State, speaker: Speaker, zone: int, viewer: int | None) -> list[dict[str, Any]]:
    """The cards of a zone in order; of a hand or a pile where nothing can be seen, only how many of whom."""
    return [card_view(state, speaker, card, viewer) for card in listed(state, zone, viewer)]


def card_view(state: State, speaker: Speaker, card: int, viewer: int | None) -> dict[str, Any]:
    """What a seat knows of one card: its name or only its back, whose it is, how it lies."""
    world, definition = state.world, state.world.definition
    kind = definition.kinds[world.kind[card]]
    shown: dict[str, Any] = {}
    if can_see(state, card, viewer):
        row = definition.rows[world.row[card]][1]
        shown |= {"card": row.id, "name": row.name}
        if kind.faces:
            shown["value"] = state.read(definition.variable_numbers["value"], card)
    else:
        shown["back"] = kind.back
    owner = world.owner[card]
    if owner is not None:
        shown["owner"] = speaker.seats[owner]
    if definition.families[world.zones[state.place[card]].family].seen_by == "face":
        shown["face"] = "up" if state.face[card] else "down"
    if state.host[card] != NO_HOST:
        shown["under"] = True
    return shown


def _variables(state: State, speaker: Speaker, viewer: int) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for number, variable in enumerate(state.world.definition.variables):
        value = state.variables[number]
        if variable.of.is_game:
            if can_read(state, number, None, viewer):
                found[variable.name] = _plain(speaker, value, variable.type)
            continue
        if variable.of.is_card:
            _card_variables(found, state, speaker, number, viewer)
            continue
        for thing in state.world.things_of(variable.of):
            if can_read(state, number, thing, viewer):
                name = _name(speaker, variable.of, thing)
                found[f"{variable.name} of {name}"] = _plain(speaker, value[thing], variable.type)
    return found


def _name(speaker: Speaker, of: ir.Owner, thing: int) -> str:
    """A player, a zone or a member that has a variable."""
    if of.is_player:
        return speaker.seats[thing]
    return speaker.zone(thing) if of.is_zone else speaker.definition.types[of.number].distinct_names[thing]


def _card_variables(found: dict[str, Any], state: State, speaker: Speaker, number: int, viewer: int) -> None:
    """Variables of cards the seat can see, where they differ from their start."""
    variable = state.world.definition.variables[number]
    if variable.name == "value" and variable.of == ir.OF_CARDS:
        return  # dice show it where they lie
    starts = starting_value(state.world, state, number)
    for card in state.world.things_of(variable.of):
        value = state.variables[number][card]
        if value != starts[card] and can_read(state, number, card, viewer) and can_see(state, card, viewer):
            place = f"{speaker.card(card)} in {speaker.zone(state.place[card])} at {state.position(card)}"
            found[f"{variable.name} of {place}"] = _plain(speaker, value, variable.type)


def _plain(speaker: Speaker, value: Any, type: Any) -> Any:
    if type.sort == "flag" and not type.many:
        return bool(value)
    return value if value is None or (type.sort == "number" and not type.many) else speaker.thing(value, type)


def _decision(decision: Any, seat: str) -> dict[str, Any]:
    """One's own decision in full; of others only that they must decide."""
    if decision.seat != seat:
        return {"seat": decision.seat}
    options = [{"text": option.text, "number": option.number} for option in decision.options]
    return {"seat": seat, "prompt": decision.prompt, "options": options}
