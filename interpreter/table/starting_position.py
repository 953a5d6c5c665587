"""Builds the position that a scenario begins with.

Takes a scenario; returns a match in which every component lies somewhere, every variable has its value, and play stands where
it is given. Complains of a position that the closed world does not allow.
"""

from __future__ import annotations

from ..engine.evaluate import Evaluator
from ..engine.frames import NOBODY, places_of
from ..engine.marks import mark
from ..engine.opening import new_state
from ..engine.protocol import Maker
from ..engine.seek import NotFound, NoTurns, stand_at
from ..engine.state import State
from ..engine.worlds import world_for
from ..model import scenario as script
from ..model.definition import Definition
from .absence import without
from .given_cards import PLACES, Impossible, check_limits, lay
from .match import Match
from .witness import WentOn


def begin(definition: Definition, scenario: script.Scenario, engine: Maker) -> Match:
    """A match that stands where the scenario begins, before anything has run."""
    definition = scenario.extended or definition
    options = {option.name: option.default for option in definition.options} | dict(scenario.options)
    state = new_state(world_for(definition, len(scenario.seats), options), scenario.seed)
    given = scenario.given

    def match_at(state: State) -> Match:
        return Match(definition, scenario.seats, scenario.seed, options, state, engine=engine, is_laid_out=True)

    match = match_at(state)
    if given is None:
        _call(match, definition.flow)
        _call(match, definition.setup)
        return match
    if given.after_setup:
        _set_up(match, scenario.where)
    out = lay(state, given)
    _set_variables(state, given)
    match = match_at(without(state, frozenset(out)) if out else state)
    if given.stands:
        stand(match, given, scenario.where)
    else:
        _call(match, definition.flow)
    _set_ends(match, given)
    return match


def _call(match: Match, procedure: int) -> None:
    """Let a procedure be what comes next."""
    match.state.stack.append((procedure, 0, places_of(match.definition, procedure, NOBODY)))


def _set_up(match: Match, where: script.Where) -> None:
    """Play the set-up as the seed deals it."""
    match.go_on(WentOn(((match.definition.setup, NOBODY),)))
    if match.decisions:
        raise Impossible(where, f"the set-up asks {match.decisions[0].seat} something: answer it in play, without given")


def stand(match: Match, given: script.Given, where: script.Where) -> None:
    """Put play at the step and the turn that are given."""
    turn = given.turn if given.turn is not None else 0
    try:
        stand_at(match.state, given.at, turn, given.round or 1)
    except NotFound:
        if given.at == "turn":  # a game without turns stands at its beginning
            _call(match, match.definition.flow)
            return
        raise Impossible(where, f'the flow never comes to "{given.at}"') from None
    except NoTurns:
        raise Impossible(where, "nobody takes turns in this position: what says whose turn it is has no player") from None


def _set_variables(state: State, given: script.Given) -> None:
    run = Evaluator(state.world, state)
    for one in given.variables:
        thing = run.value(one.of, [None] * PLACES) if one.of is not None else None
        if one.of is not None and thing is None:
            raise Impossible(one.where, "this thing does not exist at this table")
        value = run.value(one.value, [None] * PLACES)
        check_limits(state, one.variable, value, one.where)
        state.write(one.variable, thing, tuple(value) if isinstance(value, list | range) else value)


def _set_ends(match: Match, given: script.Given) -> None:
    """Flags that are given until a moment end then, as if they had been marked now."""
    run = Evaluator(match.state.world, match.state)
    for one in given.variables:
        if one.until is not None:
            thing = run.value(one.of, [None] * PLACES) if one.of is not None else None
            player = run.value(one.until_of, [None] * PLACES) if one.until_of is not None else None
            mark(match.state, one.variable, thing, one.until, player)
