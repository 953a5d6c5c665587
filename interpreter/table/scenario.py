"""Plays scenarios and says where the game and the expectation part.

Takes a definition and a Scenario; returns what failed: the place, what was expected and what was found. Every scenario is
played three times: as games are played, the same with a save and a resume before every step, and by the reference.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from .. import ir, script
from ..definition import Definition
from ..engine.chance import ForcedChance
from ..engine.evaluate import Evaluator
from ..engine.generated.stepper import Stepper
from ..engine.reference import Interpreter
from ..engine.sight import EVERYTHING, can_see
from ..engine.texts import Speaker
from ..engine.trouble import RuleError
from .match import Engine, Match, Refused
from .position import Impossible, begin, describe
from .resume import BadSave, reopened


@dataclass(frozen=True, slots=True)
class Failure:
    """What a scenario expected at a place, and what it found."""

    where: script.Where
    message: str
    expected: str = ""
    found: str = ""


class _Failed(Exception):
    """Something went wrong that leaves nothing to be looked at."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure.message)
        self.failure = failure


_WAYS: tuple[tuple[Engine, bool, str], ...] = (
    (Stepper, False, ""),
    (Stepper, True, ", but only with a save and a resume before every step"),
    (Interpreter, False, ", but only in the reference interpreter"),
)


def run_scenario(definition: Definition, scenario: script.Scenario) -> tuple[Failure, ...]:
    """Everything that goes wrong, in the first way of playing it that shows something."""
    for engine, saving, only in _WAYS:
        failures = _failures(definition, scenario, engine, saving)
        if failures:
            return tuple(replace(one, message=one.message + only) for one in failures)
    return ()


def _failures(
    definition: Definition, scenario: script.Scenario, engine: Engine, saving: bool
) -> list[Failure]:
    found: list[Failure] = []
    try:
        _Play(definition, scenario, engine, saving, found).play()
    except _Failed as problem:
        found.append(problem.failure)
    except Impossible as problem:
        found.append(Failure(problem.where, f"this position cannot be: {problem.reason}"))
    except BadSave as problem:
        found.append(Failure(scenario.where, f"a save in the middle of this could not be resumed: {problem}"))
    except RuleError as problem:
        found.append(Failure(scenario.where, f"{problem.message} ({problem.trace[0] if problem.trace else 'in no rule'})"))
    return found


class _Play:
    """One way of playing a scenario; `failures` collects what is not as expected, and play goes on."""

    def __init__(
        self,
        definition: Definition,
        scenario: script.Scenario,
        engine: Engine,
        saving: bool,
        failures: list[Failure],
    ) -> None:
        self.scenario = scenario
        self.saving = saving
        self.failures = failures
        self.match: Match = begin(definition, scenario, engine)
        self.forced = ForcedChance()
        self.match.interpreter.forced = self.forced
        self.started = False

    def play(self) -> None:
        for step in self.scenario.steps:
            if self.saving and self.started:
                self._save_and_resume()
            if isinstance(step, script.Forced):
                self._force(step)
            elif isinstance(step, script.Answer):
                self._start()
                self._answer(step)
            elif isinstance(step, script.Run):
                if self.scenario.given is None:
                    self._start()
                self._run(step)
            else:
                if self._must_start(step):
                    self._start()
                for expectation in step:
                    self._check(expectation)
        if not self.forced.is_used_up:
            self.failures.append(Failure(self.scenario.where, "a result of chance was given that nothing asked for"))

    def _must_start(self, expectations: tuple[script.Expectation, ...]) -> bool:
        """A position that is only looked at stays as it is given."""
        moving = (script.DecisionIs, script.Offered, script.Happened, script.Over, script.Winners)
        return self.scenario.given is None or any(isinstance(one, moving) for one in expectations)

    def _start(self) -> None:
        """Let the game run from where it stands to its first decision."""
        if not self.started:
            self.started = True
            self.match.advance(self.match.interpreter.run)

    def _save_and_resume(self) -> None:
        before = self.match.state.key()
        self.match = reopened(self.match)
        self.match.interpreter.forced = self.forced
        if self.match.state.key() != before:
            raise _Failed(Failure(self.scenario.where, "a save and a resume changed the game"))

    # ---- steps

    def _force(self, step: script.Forced) -> None:
        if step.roll is not None:
            self.forced.rolls.append(step.roll)
        elif step.top is not None:
            zone = self._value(step.top.zone)
            self.forced.tops.append((zone, self._named_cards(step.top)))

    def _named_cards(self, top: script.ZoneIs) -> tuple[tuple[int, ...], ...]:
        world = self.match.state.world
        zone_owner = world.zone_owner(self._value(top.zone))
        found: list[tuple[int, ...]] = []
        for piece in top.pieces:
            owner = piece.owner if piece.owner is not None else zone_owner
            cards = world.cards_of_row[piece.row] if piece.row is not None else ()
            fits = tuple(card for card in cards if world.owner[card] in (None, owner))
            if not fits:
                raise Impossible(piece.where, f'there is no "{piece.text}"')
            found.append(fits)
        return tuple(found)

    def _answer(self, step: script.Answer) -> None:
        seat = self.scenario.seats[step.seat]
        try:
            self.match.answer(step.text, seat)
        except Refused as problem:
            if step.refused is None:
                raise _Failed(Failure(step.where, str(problem))) from None
            if step.refused.casefold() not in str(problem).casefold():
                self.failures.append(Failure(step.where, "this was refused for another reason", step.refused, str(problem)))
            return
        if step.refused is not None:
            raise _Failed(Failure(step.where, f'"{step.text}" should have been refused, and was taken'))

    def _run(self, step: script.Run) -> None:
        match = self.match
        active = match.state.variables[match.definition.variable_numbers["active"]]
        floor = 0 if self.started else len(match.state.stack)
        match.interpreter.call(step.procedure, (active, None))
        match.advance(lambda: match.interpreter.run(floor))
        self.started = self.started or len(match.state.stack) > floor

    # ---- expectations

    def _value(self, expr: ir.Expr) -> Any:
        return Evaluator(self.match.state.world, self.match.state).value(expr, [None] * 64)

    def _check(self, expectation: script.Expectation) -> None:
        found = _CHECKS[type(expectation)](self, expectation)
        if found is not None:
            message, wanted, got = found
            self.failures.append(Failure(expectation.where, message, wanted, got))


Found = tuple[str, str, str] | None


def _zone_is(play: _Play, one: script.ZoneIs) -> Found:
    return _zone_as_seen(play, one, EVERYTHING)


def _zone_as_seen(play: _Play, one: script.ZoneIs, viewer: int) -> Found:
    state, seats = play.match.state, play.scenario.seats
    zone = play._value(one.zone)
    if zone is None:
        return f'there is no "{one.phrase}" at this table', "", ""
    cards = list(state.zones[zone])
    shown = [describe(state, seats, card, viewer) for card in cards]
    if one.count is not None:
        if len(cards) == one.count:
            return None
        return f"{one.phrase} is different", f"{one.count} cards", f"{len(cards)}: {', '.join(shown)}"
    family = state.world.definition.families[state.world.zones[zone].family]
    hidden = all(not can_see(state, card, viewer) for card in cards)
    if _match_pieces(play, one.pieces, cards, zone, viewer, family.form != "hand" and not hidden):
        return None
    return f"{one.phrase} is different", ", ".join(piece.text for piece in one.pieces), ", ".join(shown) or "nothing"


def _match_pieces(
    play: _Play, pieces: tuple[script.Piece, ...], cards: list[int], zone: int, viewer: int, ordered: bool
) -> bool:
    open_ended = bool(pieces) and pieces[-1].what == "rest"
    wanted = pieces[:-1] if open_ended else pieces
    if len(wanted) > len(cards) or (len(wanted) < len(cards) and not open_ended):
        return False
    if ordered:
        return all(_is_piece(play, piece, card, zone, viewer) for piece, card in zip(wanted, cards, strict=False))
    left = list(cards)
    for piece in wanted:
        found = next((card for card in left if _is_piece(play, piece, card, zone, viewer)), None)
        if found is None:
            return False
        left.remove(found)
    return True


def _is_piece(play: _Play, piece: script.Piece, card: int, zone: int, viewer: int) -> bool:
    state, world = play.match.state, play.match.state.world
    visible = viewer == EVERYTHING or can_see(state, card, viewer)
    owner = piece.owner if piece.owner is not None else world.zone_owner(zone)
    if world.owner[card] is not None and owner is not None and world.owner[card] != owner:
        return False
    if piece.what == "hidden" and visible:
        return False
    if piece.what == "row" and (not visible or world.row[card] != piece.row):
        return False
    if piece.what == "any" and visible and world.definition.rows[world.row[card]][1].has_abilities:
        return False
    if (piece.under is not None) != (state.host[card] >= 0) and piece.what != "hidden":
        return False
    if any(state.read(variable, card) != value for variable, value in piece.has):
        return False
    family = world.definition.families[world.zones[zone].family]
    if piece.face or (family.seen_by == "face" and piece.under is None and piece.what == "row"):
        return state.face[card] == int(piece.face != "down")
    return True


def _value_is(play: _Play, one: script.ValueIs) -> Found:
    found, wanted = play._value(one.value), play._value(one.expected)
    if one.type.sort == "flag":
        found, wanted = bool(found), bool(wanted)
    if isinstance(found, list | range):
        found = tuple(found)
    if found == wanted:
        return None
    speaker = Speaker(play.match.state, play.scenario.seats, EVERYTHING)
    spoken = [
        "none" if value is None else str(value).lower() if isinstance(value, bool) else speaker.thing(value, type)
        for value, type in ((wanted, one.expected_type), (found, one.type))
    ]
    return f"{one.phrase} is different", spoken[0], spoken[1]


def _decision_is(play: _Play, one: script.DecisionIs) -> Found:
    found = [decision.seat for decision in play.match.decisions]
    wanted = [play.scenario.seats[seat] for seat in one.seats]
    if sorted(found) == sorted(wanted):
        return None
    return "somebody else must decide", ", ".join(wanted) or "nobody", ", ".join(found) or "nobody"


def _offered(play: _Play, one: script.Offered) -> Found:
    name = play.scenario.seats[one.seat]
    offers = [option.text for decision in play.match.decisions if decision.seat == name for option in decision.options]
    lower = {text.casefold() for text in offers}
    wanted = {text.casefold() for text in one.texts}
    right = {"some": wanted <= lower, "only": wanted == lower, "none": not wanted & lower}[one.mode]
    if right:
        return None
    return f"the offer to {name} is different", ", ".join(one.texts) or "nothing", ", ".join(offers) or "nothing"


def _seen(play: _Play, one: script.Seen) -> Found:
    for zone in one.zones:
        found = _zone_as_seen(play, zone, one.seat)
        if found is not None:
            return f"{play.scenario.seats[one.seat]} sees: {found[0]}", found[1], found[2]
    return None


def _happened(play: _Play, one: script.Happened) -> Found:
    lines = [line.public for line in play.match.log]
    for text in one.texts:
        there = any(text.casefold() in line.casefold() for line in lines)
        if there == one.negated:
            return ("this happened" if one.negated else "this did not happen"), text, "; ".join(lines) or "nothing"
    return None


def _over(play: _Play, one: script.Over) -> Found:
    if play.match.is_over == one.over:
        return None
    return "the game is " + ("over" if play.match.is_over else "not over"), "", ""


def _winners(play: _Play, one: script.Winners) -> Found:
    result = play.match.result
    wanted = sorted(play.scenario.seats[seat] for seat in one.seats)
    if result is None:
        return "the game is not over", ", ".join(wanted), "nobody yet"
    if sorted(result.winners) == wanted:
        return None
    return "somebody else won", ", ".join(wanted), ", ".join(result.winners) or "nobody"


_CHECKS: dict[type, Any] = {
    script.ZoneIs: _zone_is,
    script.ValueIs: _value_is,
    script.DecisionIs: _decision_is,
    script.Offered: _offered,
    script.Seen: _seen,
    script.Happened: _happened,
    script.Over: _over,
    script.Winners: _winners,
}
