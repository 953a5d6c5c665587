"""Compares a position with what a scenario expects of it.

Takes a match and one expectation; returns what is different: the place, what was expected and what was found. Everything that
is written is compared; changes nothing and plays nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from .. import ir
from ..engine.budget import steps_of_looking
from ..engine.discretion import Discreet
from ..engine.evaluate import Evaluator
from ..engine.sight import EVERYTHING, can_see
from ..engine.state import State
from ..engine.texts import Speaker
from ..engine.trouble import STOPPING, TooMuch, error_of
from ..engine.world import World
from ..ir.analysis.effort import effort_of
from ..ir.limits import STEPS
from ..model import scenario as script
from ..telling.reasons import FROM_SEVERAL
from ..telling.things import Things
from .came_last import how_it_ended, lies_elsewhere, what_moved, what_set
from .earlier import as_before, called_before
from .given_cards import PLACES, describe, host_before
from .log import read_by
from .match import Match
from .why_value import why_value
from .wording import can_read


@dataclass(frozen=True, slots=True)
class Failure:
    """What a scenario expected at a place, what it found, and where that came from."""

    where: script.Where
    message: str
    expected: str = ""
    found: str = ""
    because: tuple[str, ...] = ()
    never_ends: bool = False


MOST_BECAUSE = 4  # lines
Difference = tuple[str, str, str] | tuple[str, str, str, tuple[str, ...]] | None  # what is different, expected, there, and why


@dataclass(slots=True)
class Attention:
    """What all expectations of one scenario may still look at: together no more than rules may at once."""

    left: int = STEPS.most


@dataclass(frozen=True)
class Inspection:
    """A scenario and the match it has come to; `evaluator` makes what works out the values that are asked for."""

    match: Match
    scenario: script.Scenario
    evaluator: Callable[[World, State], Evaluator]
    attention: Attention

    def at(self, expectation: script.Expectation) -> Iterator[Failure]:
        if isinstance(expectation, script.Seen):
            for part in expectation.parts:
                yield from self._seen(part, expectation.seat)
            return
        difference = self._compared(lambda: _CHECKS[type(expectation)](self, expectation))
        if difference is not None:
            yield Failure(expectation.where, *difference)

    def _seen(self, part: script.ZoneIs | script.ValueIs | script.HiddenIs, seat: int) -> Iterator[Failure]:
        difference = self._compared(lambda: _SEEN[type(part)](self, part, seat))
        if difference is not None:
            yield Failure(part.where, f"{self.seats[seat]} sees: {difference[0]}", *difference[1:])

    def _compared(self, compare: Callable[[], Difference]) -> Difference:
        """What is different; what cannot be worked out is, too."""
        try:
            return compare()
        except STOPPING as problem:
            return error_of(problem, self.match.definition, ()).message, "", ""

    @property
    def seats(self) -> tuple[str, ...]:
        return self.scenario.seats

    def value(self, expr: ir.Expr) -> Any:
        self.wait_for(expr)
        return self.evaluator(self.match.state.world, self.match.state).value(expr, [None] * PLACES)

    def wait_for(self, expr: ir.Expr) -> None:
        """Raises TooMuch, before something is worked out, where rules would be stopped as well."""
        steps = steps_of_looking(self.match.state, effort_of(self.match.definition).of(expr, {}).terms)
        if steps > self.attention.left:
            raise TooMuch
        self.attention.left -= steps

    def because(self, one: script.ValueIs) -> tuple[str, ...]:
        """Where a value came from; of one that is only remembered, where it was set last."""
        reason = why_value(self.match, one.value, words=one.phrase)
        if reason.comes_apart or reason.inner.kind in FROM_SEVERAL:
            return tuple(reason.lines(2)[:MOST_BECAUSE])
        return self._set_last(one.value) if isinstance(one.value, ir.Read) else ()

    def _set_last(self, read: ir.Read) -> tuple[str, ...]:
        state, variable = self.match.state, self.match.definition.variables[read.variable]
        thing = None if read.of is None else self.value(read.of)
        things = Things(state.world, self.seats, {}, range(state.world.cards))
        return what_set(self.match, variable.name, None if thing is None else things.owner(variable.of, thing))

    def spoken(self, value: Any, type: ir.Type) -> str:
        if value is None:
            return "none"
        if isinstance(value, bool):
            return str(value).lower()
        return Speaker(self.match.state, self.seats, EVERYTHING).thing(value, type)


# ---------------------------------------------------------------- zones


def _zone_is(look: Inspection, one: script.ZoneIs) -> Difference:
    return _zone_as_seen(look, one, EVERYTHING)


def _zone_as_seen(look: Inspection, one: script.ZoneIs, viewer: int) -> Difference:
    state = look.match.state
    zone = look.value(one.zone)
    if zone is None:
        return f'there is no "{one.phrase}" at this table', "", ""
    cards = list(state.zones[zone])
    shown = [describe(state, look.seats, card, viewer) for card in cards]
    if one.count is not None:
        if len(cards) == one.count:
            return None
        there = f"{len(cards)}: {', '.join(shown)}" if cards else "nothing"
        return f"{one.phrase} is different", f"{one.count} cards", there, what_moved(look.match, zone)
    pieces = _Pieces(look, zone, viewer)
    unclear = next((piece for piece in one.pieces if pieces.is_anybodys(piece)), None)
    if unclear is not None:
        return f'whose "{unclear.text}"? Write the owner before it', "", ", ".join(shown) or "nothing"
    family = state.world.definition.families[state.world.zones[zone].family]
    hidden = all(not can_see(state, card, viewer) for card in cards)
    if pieces.match(one.pieces, cards, not (family.form.is_mixed or hidden or one.any_order)):
        return None
    wanted, there = (", ".join(texts) or "nothing" for texts in ([piece.text for piece in one.pieces], shown))
    return f"{one.phrase} is different", wanted, there, (*pieces.elsewhere(one.pieces, cards), *what_moved(look.match, zone))


class _Pieces:
    """The pieces that are expected in one zone, as a viewer sees it."""

    def __init__(self, look: Inspection, zone: int, viewer: int) -> None:
        self.look = look
        self.state = look.match.state
        self.world = self.state.world
        self.zone = zone
        self.zone_owner = self.world.zone_owner(zone)
        self.viewer = viewer
        self.by_face = self.world.definition.families[self.world.zones[zone].family].seen_by == ir.SeenBy.FACE

    def match(self, pieces: tuple[script.ScenarioPiece, ...], cards: list[int], ordered: bool) -> bool:
        open_ended = bool(pieces) and pieces[-1].what == "rest"
        wanted = pieces[:-1] if open_ended else pieces
        if len(wanted) > len(cards) or (len(wanted) < len(cards) and not open_ended):
            return False
        if ordered:
            return all(self.is_piece(piece, card) for piece, card in zip(wanted, cards, strict=False))
        fitting = [[card for card in cards if self.is_piece(piece, card)] for piece in wanted]
        taken: dict[int, int] = {}
        return all(_find_card(fitting, number, taken, set()) for number in range(len(wanted)))

    def elsewhere(self, pieces: tuple[script.ScenarioPiece, ...], cards: list[int]) -> list[str]:
        """Where cards lie that are expected here and do not lie here; for whoever sees everything."""
        told, here = dict[str, str](), {self.world.row[card] for card in cards}
        for piece in pieces if self.viewer == EVERYTHING else ():
            if piece.row is not None and piece.row not in here and piece.what == "row":
                told[piece.text] = lies_elsewhere(self.look.match, piece.row, self.owner(piece), self.zone)
        return [f"{text} lies in {places}" for text, places in told.items() if places][:MOST_BECAUSE]

    def is_anybodys(self, piece: script.ScenarioPiece) -> bool:
        """Whether several players have such a card and nothing says whose it is."""
        return piece.what == "row" and self.is_owned(piece) and self.owner(piece) is None

    def is_owned(self, piece: script.ScenarioPiece) -> bool:
        definition = self.world.definition
        return piece.row is not None and definition.kinds[definition.rows[piece.row][0]].per_player

    def owner(self, piece: script.ScenarioPiece) -> int | None:
        """Whose the piece is: as written, of the owner of the zone, or of the only player whose one the scenario speaks of."""
        if piece.owner is not None:
            return piece.owner
        if self.zone_owner is not None or not self.is_owned(piece):
            return self.zone_owner
        owners = {owner for owner in _spoken_of(self.look, piece.row) if owner is not None}
        return owners.pop() if len(owners) == 1 else None

    def is_piece(self, piece: script.ScenarioPiece, card: int) -> bool:
        visible = self.viewer == EVERYTHING or can_see(self.state, card, self.viewer)
        return (
            self._is_row(piece, card, visible)
            and self._is_of(piece, card)
            and self._lies_under(piece, card)
            and self._lies_so(piece, card)
            and all(self.state.read(variable, card) == value for variable, value in piece.has)
        )

    def _is_row(self, piece: script.ScenarioPiece, card: int, visible: bool) -> bool:
        if piece.what == "hidden":
            return not visible
        if piece.what == "row":
            return visible and self.world.row[card] == piece.row
        return not (visible and self.world.definition.rows[self.world.row[card]][1].has_abilities)

    def _is_of(self, piece: script.ScenarioPiece, card: int) -> bool:
        if piece.owner is not None:
            return self.state.owner(card) == piece.owner
        owner = self.owner(piece)
        return owner is None or self.world.owner[card] in (None, owner)

    def _lies_under(self, piece: script.ScenarioPiece, card: int) -> bool:
        host = self.state.host[card]
        if piece.under is None:
            return host < 0 or piece.what == "hidden"
        row, owner = piece.under
        if host < 0 or self.world.row[host] != row:
            return False
        return host == host_before(self.state, self.zone, card, row, owner)

    def _lies_so(self, piece: script.ScenarioPiece, card: int) -> bool:
        """Face up or down as written; else as `given` would lay it: up, and under another card down."""
        if piece.face:
            return self.state.face[card] == int(piece.face == "up")
        if self.by_face and piece.what == "row":
            return self.state.face[card] == int(piece.under is None)
        return True


def _find_card(fitting: list[list[int]], number: int, taken: dict[int, int], tried: set[int]) -> bool:
    """A card for a piece; other pieces take another one if they must and can."""
    for card in fitting[number]:
        if card not in tried:
            tried.add(card)
            if card not in taken or _find_card(fitting, taken[card], taken, tried):
                taken[card] = number
                return True
    return False


def _spoken_of(look: Inspection, row: int | None) -> Iterator[int | None]:
    """Whose cards of a row stand in the scenario, with their owner or in a zone that has one."""
    world = look.match.state.world
    for one in _zones_of(look.scenario):
        for piece in one.pieces:
            if piece.row == row:
                zone = look.value(one.zone) if piece.owner is None else None
                yield piece.owner if zone is None else world.zone_owner(zone)


def _zones_of(scenario: script.Scenario) -> Iterator[script.ZoneIs]:
    if scenario.given is not None:
        yield from scenario.given.zones
    for step in scenario.steps:
        if isinstance(step, script.Forced) and step.top is not None:
            yield step.top
        elif isinstance(step, tuple):
            for one in step:
                parts = one.parts if isinstance(one, script.Seen) else (one,)
                yield from [part for part in parts if isinstance(part, script.ZoneIs)]


# ---------------------------------------------------------------- values


def _value_is(look: Inspection, one: script.ValueIs) -> Difference:
    return _compared(look, one, look.value(one.value))


def _compared(look: Inspection, one: script.ValueIs, value: Any) -> Difference:
    wanted = look.value(one.expected)
    if one.type.sort == ir.TypeSort.FLAG:
        value, wanted = bool(value), bool(wanted)
    if isinstance(value, list | range):
        value = tuple(value)
    if value == wanted:
        return None
    told = look.spoken(wanted, one.expected_type), look.spoken(value, one.type)
    return f"{one.phrase} is different", *told, look.because(one)


def _value_as_seen(look: Inspection, one: script.ValueIs, viewer: int) -> Difference:
    look.wait_for(one.value)
    value, hidden = Discreet(look.match.state, viewer).asked(one.value, [None] * PLACES)
    if hidden:
        return f"{one.phrase} is different", look.spoken(look.value(one.expected), one.expected_type), "hidden"
    return _compared(look, one, value)


def _hidden_is(look: Inspection, one: script.HiddenIs, viewer: int) -> Difference:
    look.wait_for(one.value)
    value, hidden = Discreet(look.match.state, viewer).asked(one.value, [None] * PLACES)
    return None if hidden else (f"{one.phrase} is different", "hidden", look.spoken(value, one.type))


# ---------------------------------------------------------------- decisions, the log and the end


def _decision_is(look: Inspection, one: script.DecisionIs) -> Difference:
    deciding = [decision.seat for decision in look.match.decisions]
    wanted = [look.seats[seat] for seat in one.seats]
    if sorted(deciding) == sorted(wanted):
        return None
    return "somebody else must decide", ", ".join(wanted) or "nobody", ", ".join(deciding) or "nobody"


def _offered(look: Inspection, one: script.Offered) -> Difference:
    """In a row of picks two offers count: what a person can add in any order, and what follows in the order of the set. One
    of them has the texts, or is made of them only; a text that is not offered stands in neither."""
    name = look.seats[one.seat]
    offers = _offers_to(look.match, name)
    wanted = {text.casefold() for text in one.texts}
    folded = [{text.casefold() for text in texts} for texts in offers]
    if one.mode == "none":
        holds = not any(wanted & texts for texts in folded)
    else:
        holds = any(wanted == texts if one.mode == "only" else wanted <= texts for texts in folded)
    if holds:
        return None
    wanting = [text for text in one.texts if one.mode != "none" and not can_read(look.match.state.world, look.seats, text)]
    because = tuple(f'no option of this game reads "{text}"' for text in wanting)[:MOST_BECAUSE]
    told = ", ".join(one.texts) or "nothing", ", ".join(offers[0]) or "nothing"
    return f"the offer to {name} is different", *told, because


def _offers_to(match: Match, seat: str) -> list[list[str]]:
    if seat not in [decision.seat for decision in match.decisions]:
        return [[]]
    row = match.open_row(seat)
    decisions = [match.offer(seat), *([row.decision(match.picks_in(row), in_order=True)] if row is not None else [])]
    return [[option.text for option in decision.options] for decision in decisions]


def _happened(look: Inspection, one: script.Happened) -> Difference:
    lines = read_by(None, look.match.log)
    words = [told.casefold() for line in look.match.log for told in (line.public, line.seen_by(None), *line.earlier)]
    places = called_before(look.match.state.world, look.seats)
    before = [as_before(told, places) for told in words]
    for text in one.texts:
        wanted = text.casefold()
        there = any(wanted in told for told in words) or any(as_before(wanted, places) in told for told in before)
        if there == one.negated:
            return ("this happened" if one.negated else "this did not happen"), text, "; ".join(lines) or "nothing"
    return None


def _over(look: Inspection, one: script.Over) -> Difference:
    if look.match.is_over == one.over:
        return None
    told = "the game is " + ("over" if look.match.is_over else "not over")
    asked = " and ".join(decision.seat for decision in look.match.decisions)
    return told, "", "", (f"{asked} must decide",) if asked else how_it_ended(look.match)[-MOST_BECAUSE:]


def _winners(look: Inspection, one: script.Winners) -> Difference:
    result = look.match.result
    wanted = sorted(look.seats[seat] for seat in one.seats)
    if result is None:
        return "the game is not over", ", ".join(wanted), "nobody yet"
    if sorted(result.winners) == wanted:
        return None
    told = ", ".join(wanted), ", ".join(result.winners) or "nobody"
    return "somebody else won", *told, how_it_ended(look.match)[-MOST_BECAUSE:]


_CHECKS: dict[type, Callable[[Inspection, Any], Difference]] = {
    script.ZoneIs: _zone_is,
    script.ValueIs: _value_is,
    script.DecisionIs: _decision_is,
    script.Offered: _offered,
    script.Happened: _happened,
    script.Over: _over,
    script.Winners: _winners,
}

_SEEN: dict[type, Callable[[Inspection, Any, int], Difference]] = {
    script.ZoneIs: _zone_as_seen,
    script.ValueIs: _value_as_seen,
    script.HiddenIs: _hidden_is,
}
