"""Plays one game between bots in Python, and notes everything that is counted of it.

Takes a plan and the number of a game; returns its result. Which engine carries the rules out changes nothing of it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from ..engine import chance
from ..engine.choice import engine_for
from ..engine.frames import site_of
from ..engine.offering import offered_by
from ..engine.opening import new_state
from ..engine.options import bound
from ..engine.protocol import Engine
from ..engine.state import State
from ..engine.trouble import stop_if_endless
from ..engine.worlds import world_for
from ..game import Game
from ..players.bots import Players, new_bot
from ..table.match import Match
from ..table.withholding import withheld_cards
from .blanks import WEIGHED
from .measuring import found_at_end
from .noting import Notes
from .plan import Plan, is_by_chance
from .results import GameResult

MOST_SEATS = 16

Watch = Callable[[Engine, int], None]  # is shown every decision: the run that waits there, and how many options there are


def play_one(game: Game, plan: Plan, number: int, watch: Watch | None = None) -> GameResult:
    """One game; raises RuleError if a rule fails in it."""
    seed, bots = plan.seed_of(number), plan.bots_of(number)
    seeds = seeds_of(seed, len(bots), plan.take)
    fired = [0] * len(game.definition.procedures)
    play = _by_chance if is_by_chance(bots) and plan.withheld is None else _between
    return _result(number, bots, *play(game, plan, number, seed, seeds, fired, watch), fired)


def seeds_of(seed: int, seats: int, take: int = 0) -> list[int]:
    """The chance of every bot in the game of a seed, whenever it is played again: up to 16 times."""
    return [chance.seeded((seed << 8) + MOST_SEATS * take + chair) for chair in range(seats)]


def _between(
    game: Game, plan: Plan, number: int, seed: int, seeds: list[int], fired: list[int], watch: Watch | None
) -> tuple[Match, Notes]:
    counting = partial(_counting, fired, plan.engine)
    match = Match.begin(game.definition, plan.seats, seed, plan.options, False, counting, plan.absent)
    match.engine = engine_for(plan.engine)  # what bots try out is not counted
    withheld = () if plan.withheld is None else withheld_cards(match.state.world, WEIGHED, plan.withheld)
    seated = {seat: new_bot(bot, own) for seat, bot, own in zip(match.seats, plan.bots_of(number), seeds, strict=True)}
    players = Players(match, seated, withheld)
    notes = Notes(match.state)
    while match.decisions:
        if watch is not None:
            watch(match.runner, len(match.decisions[0].options))
        _answer(match, players, notes)
        notes.look(match.state)
    return match, notes


def _answer(match: Match, players: Players, notes: Notes) -> None:
    """One answer, with what it was chosen from."""
    decision, before = match.decisions[0], match.state.copy()
    options = list(decision.options)
    index = list(map(bound, options)).index(bound(players.answer()))
    notes.choices.note(before, match.seats.index(decision.seat), site_of(before), offered_by(options), index)


def _counting(fired: list[int], engine: str | None, state: State, seats: tuple[str, ...]) -> Engine:
    run = engine_for(engine)(state, seats)
    run.count_abilities(fired)
    return run


def _by_chance(
    game: Game, plan: Plan, number: int, seed: int, seeds: list[int], fired: list[int], watch: Watch | None
) -> tuple[Match, Notes]:
    """A game between random bots, in the run form of the rules: nobody waits and nothing is put into words."""
    state = new_state(world_for(game.definition, len(plan.seats), plan.options, plan.absent), seed)
    rngs = [chance.seeded(one) for one in seeds]
    notes: list[Notes] = []

    def pick(state: State, seat: int, options: int, site: int) -> int:
        if notes:
            notes[0].look(state)
            stop_if_endless(notes[0].decisions, notes[0].steps)
        else:
            notes.append(Notes(state))
        if watch is not None:
            watch(run, options)
        rngs[seat], index = chance.below(rngs[seat], options)
        notes[0].choices.note(state, seat, site, run.on_offer(), index)
        return index

    run = engine_for(plan.engine)(state, plan.seats)
    run.count_abilities(fired)
    run.start()
    run.play_out(pick)
    if notes:
        notes[0].look(state)
    own_notes = notes[0] if notes else Notes(state)
    return Match(game.definition, plan.seats, seed, plan.options, state, False, engine_for(plan.engine)), own_notes


def _result(number: int, bots: tuple[str, ...], match: Match, notes: Notes, fired: list[int]) -> GameResult:
    result, definition = match.result, match.definition
    assert result is not None
    return GameResult(
        number, bots, tuple(result.scores[seat] for seat in match.seats),
        tuple(seat for seat, name in enumerate(match.seats) if name in result.winners), notes.decisions,
        match.state.variables[definition.variable_numbers["round"]] or 0,
        *notes.by_row(match.state.world.row, len(definition.rows)), tuple(fired), found_at_end(match.runner),
        tuple(notes.choices.offered), tuple(notes.choices.chosen),
    )  # fmt: skip
