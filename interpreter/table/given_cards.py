"""Lays the cards of a position: the named ones where the scenario says, the others where they lay before.

Takes a state and the zones as written; changes where cards lie and how. Complains of what the closed world does not allow: a
card that is not there, a zone that does not hold it or has no room.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from .. import ir
from ..engine.evaluate import Evaluator
from ..engine.sight import EVERYTHING, can_see
from ..engine.state import State
from ..model import scenario as script
from ..model.definition import Family

Taken = dict[int, tuple[script.Where, str]]  # cards that have a place, with the line and the words that give it to them

PLACES = 64  # for what a phrase looks through on its way


class Impossible(Exception):
    """A position that cannot be: the place in the scenario and the reason."""

    def __init__(self, where: script.Where, reason: str) -> None:
        super().__init__(reason)
        self.where = where
        self.reason = reason


@dataclass(frozen=True)
class _Laid:
    """One zone of a position, and the cards that its pieces were found to be."""

    zone: int
    written: script.ZoneIs
    pieces: list[tuple[script.ScenarioPiece, list[int]]] = field(default_factory=list)

    @property
    def cards(self) -> list[int]:
        return [card for _, cards in self.pieces for card in cards]


def lay(state: State, given: script.Given) -> list[int]:
    """Every named card where it is given; returns the cards that are out of the game."""
    laid = _zones(state, given)
    taken: Taken = {}
    for piece in given.out:
        taken |= dict.fromkeys(_cards_for(state, None, piece, taken), (piece.where, "out of the game"))
    out = list(taken)
    for what in ("row", "any", "rest"):
        for one in laid:
            for piece, cards in one.pieces:
                if piece.what == what:
                    cards += _cards_for(state, one.zone, piece, taken)
                    taken |= dict.fromkeys(cards, (one.written.where, f"in {one.written.phrase}"))
    if given.after_setup:
        _make_way(state, laid)
    for one in laid:
        _lay_zone(state, one)
    if given.rest_is_out:
        return [card for card in range(state.world.cards) if card not in taken or card in out]
    emptied = [one.zone for one in laid if not one.pieces]
    return out + [card for zone in emptied for card in state.zones[zone] if card not in out]


def _zones(state: State, given: script.Given) -> list[_Laid]:
    run = Evaluator(state.world, state)
    laid: list[_Laid] = []
    for one in given.zones:
        zone = run.value(one.zone, [None] * PLACES)
        if zone is None:
            raise Impossible(one.where, f'there is no "{one.phrase}" at this table')
        if any(zone == other.zone for other in laid):
            raise Impossible(one.where, f'"{one.phrase}" is given twice')
        laid.append(_Laid(zone, one, [(piece, []) for piece in one.pieces]))
    return laid


def _cards_for(state: State, zone: int | None, piece: script.ScenarioPiece, taken: Taken) -> list[int]:
    world = state.world
    owner = piece.owner if piece.owner is not None or zone is None else world.zone_owner(zone)
    if piece.what == "row":
        assert piece.row is not None
        fixed = world.definition.kinds[world.definition.rows[piece.row][0]].per_player
        if fixed and owner is None:
            raise Impossible(piece.where, f"whose {piece.text}? Write the owner before it")
        candidates = [card for card in world.cards_of_row[piece.row] if not fixed or world.owner[card] == owner]
        if piece.number is not None:
            candidates = candidates[piece.number - 1 : piece.number]
    else:
        candidates = _unnamed(state, zone, owner, piece)
    free = [card for card in candidates if card not in taken]
    if piece.what != "rest" and not free:
        raise Impossible(piece.where, _why_none_is_left(piece, candidates, taken))
    return free if piece.what == "rest" else free[:1]


def _why_none_is_left(piece: script.ScenarioPiece, candidates: list[int], taken: Taken) -> str:
    if not candidates:
        return f'there is no "{piece.text}": each component exists as often as it is declared'
    places = dict.fromkeys(f"{words} (line {where[1]})" for where, words in (taken[card] for card in candidates))
    which = "it lies" if len(candidates) == 1 else f"all {len(candidates)} lie"
    listed = " and ".join(places).replace(" and in ", " and ")
    return f'there is no further "{piece.text}": {which} {listed} already'


def _unnamed(state: State, zone: int | None, owner: int | None, piece: script.ScenarioPiece) -> list[int]:
    """Cards that may lie in a zone; for `any` only those without abilities."""
    world = state.world
    family = _family(state, zone) if zone is not None else None
    holds = (family.holds if family else ()) or range(len(world.definition.kinds))
    cards = []
    for kind in holds:
        fixed = world.definition.kinds[kind].per_player
        if fixed and owner is None:
            raise Impossible(piece.where, f'whose "{piece.text}"? Write the owner before it')
        for card in world.cards_of_kind[kind]:
            plain = not world.definition.rows[world.row[card]][1].has_abilities
            if (not fixed or world.owner[card] == owner) and (plain or piece.what == "rest"):
                cards.append(card)
    return cards


def _family(state: State, zone: int) -> Family:
    return state.world.definition.families[state.world.zones[zone].family]


def _make_way(state: State, laid: list[_Laid]) -> None:
    """After the set-up a pile gets named cards on top, and any other zone holds only what is named: what lay there goes where
    the named cards come from, and what is left over to where it starts."""
    named = {card for one in laid for card in one.cards}
    filled = {one.zone for one in laid if not _family(state, one.zone).form.is_stacked}
    leaving = [card for zone in filled for card in state.zones[zone] if card not in named]
    spots = [card for card in sorted(named) if state.lies_in[card] not in filled]
    for card, spot in zip(leaving, spots, strict=False):
        _exchange(state, card, spot)
    for card in leaving[len(spots) :]:
        _go_home(state, card, next(one for one in laid if one.zone == state.lies_in[card]))


def _exchange(state: State, card: int, other: int) -> None:
    first, second = state.lies_in[card], state.lies_in[other]
    state.zones[first] = tuple(other if one == card else one for one in state.zones[first])
    state.zones[second] = tuple(card if one == other else one for one in state.zones[second])
    state.lies_in[card], state.lies_in[other] = second, first
    state.face[card], state.face[other] = state.face[other], state.face[card]
    state.come_loose(card)
    state.come_loose(other)


def _go_home(state: State, card: int, given: _Laid) -> None:
    world = state.world
    kind = world.definition.kinds[world.kind[card]]
    home = world.zone_for(card, kind.home, world.owner[card])
    home = world.zones_of[kind.home][0] if home is None else home
    if home == given.zone:
        row = world.definition.rows[world.row[card]][1].id
        raise Impossible(given.written.where, f"{row} lies here after the set-up, and nothing says where it goes")
    state.take_out(card)
    state.put([card], home, "bottom")


def _lay_zone(state: State, one: _Laid) -> None:
    """Lay the cards in order on top of whatever lies there already."""
    family = _family(state, one.zone)
    for card in one.cards:
        if family.holds and state.world.kind[card] not in family.holds:
            raise Impossible(one.written.where, f"{family.name} does not hold this")
        state.take_out(card)
    state.put(one.cards, one.zone, "top")
    if family.room is not None and len(state.zones[one.zone]) > family.room and one.pieces:
        raise Impossible(one.written.where, f"{one.written.phrase} has room for {family.room}")
    for piece, cards in one.pieces:
        for card in cards:
            _turn(state, one.zone, piece, card, family)
            for variable, value in piece.has:
                check_limits(state, variable, value, piece.where)
                _check_face(state, card, variable, value, piece)
                state.write(variable, card, value)


def _turn(state: State, zone: int, piece: script.ScenarioPiece, card: int, family: Family) -> None:
    """Face up or down, and under which card."""
    state.face[card] = int(piece.face == "up" or (not piece.face and family.seen_by in (ir.SeenBy.FACE, ir.SeenBy.EVERYONE)))
    if piece.under is None:
        return
    host = host_before(state, zone, card, *piece.under)
    if host is None:
        raise Impossible(piece.where, "the card it lies under must stand before it in the list")
    state.host[card] = host
    state.face[card] = int(piece.face == "up")


def check_limits(state: State, variable: int, value: object, where: script.Where) -> None:
    declared = state.world.definition.variables[variable]
    low, high = declared.low, declared.high
    if not isinstance(value, int) or ((low is None or low <= value) and (high is None or value <= high)):
        return
    limits = f"at least {low}" if high is None else f"at most {high}" if low is None else f"{low} to {high}"
    raise Impossible(where, f"{declared.name} is {limits}, not {value}")


def _check_face(state: State, card: int, variable: int, value: int | None, piece: script.ScenarioPiece) -> None:
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
    family = world.definition.families[world.zones[state.lies_in[card]].family]
    host = state.host[card]
    if host >= 0:
        owner = world.owner[host]
        words += ["under", *([seats[owner]] if owner is not None else []), world.definition.rows[world.row[host]][1].id]
    if family.seen_by == ir.SeenBy.FACE and bool(state.face[card]) == (host >= 0):
        words.append("face up" if state.face[card] else "face down")
    return " ".join(words)
