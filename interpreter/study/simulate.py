"""Plays many games of one table, on as many processes as wished.

Takes a game, bots and a seed; returns the figures of all games. The chance of a game depends on the seed and its own number
only, and tallies add up in any order, so that the number of processes, and whether one is killed, changes nothing but the time.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from multiprocessing import get_start_method
from pathlib import Path

from ..engine import chance
from ..engine.choice import WholeGames, engine_for
from ..engine.opening import new_state
from ..engine.protocol import Engine
from ..engine.state import State
from ..engine.trouble import RuleError
from ..engine.worlds import world_for
from ..game import Game, Unplayable, load
from ..players.bots import Players, UnknownBot, new_bot
from ..table.match import Match
from .breaks import Breaks
from .crew import Crew
from .figures import Figures
from .rush import MANY, rushed
from .tally import Notes, Tally

MOST_ANSWERS = 100_000
PARTS = 50  # how many parts a process gets, about
LARGEST_PART = 100
PATIENCE = 0.1  # seconds without news for somebody who watches

Progress = Callable[[int], None]  # how many games are done
Part = tuple[int, int]  # the first game, and the one after the last
Done = Tally | tuple[str, tuple[str, ...]]  # figures of a part, or what went wrong


@dataclass(frozen=True)
class Plan:
    """What is played: who sits where, and with which chance. With `rotates`, everybody moves one seat on after each game."""

    seats: tuple[str, ...]
    options: Mapping[str, int]
    bots: tuple[str, ...]
    seed: int
    rotates: bool
    engine: str | None = None

    def bots_of(self, number: int) -> tuple[str, ...]:
        shift = number % len(self.bots) if self.rotates else 0
        return self.bots[-shift:] + self.bots[:-shift]

    def seed_of(self, number: int) -> int:
        """The chance of one game: one of 2 to the 64."""
        return chance.seeded((self.seed << 64) + number)


def simulate(
    game: Game,
    games: int = 1000,
    seats: Sequence[str] | int | None = None,
    bots: str | Sequence[str] = "random",
    seed: int = 0,
    workers: int | None = None,
    options: Mapping[str, str | int | bool] | None = None,
    rotate: bool = False,
    progress: Progress | None = None,
    engine: str | None = None,
) -> Figures:
    """Play games between bots; `bots` is one for all seats or one for each, `engine` the one that must play.
    Ctrl-C ends it with what is done so far."""
    engine_for(engine)
    names = game.check_seats(seats)
    plan = Plan(names, game.check_options(options or {}, names), check_bots(bots, len(names)), seed, rotate, engine)
    total = Tally(len(names), plan.bots)
    with Breaks() as breaks:
        tallies = play_games(game, plan, range(games), max(1, workers or os.cpu_count() or 1))
        try:
            while (done := breaks.freely(lambda: next(tallies, None))) is not None:
                total.add(done)
                if progress is not None:
                    progress(total.games)
        except KeyboardInterrupt:
            pass
        tallies.close()
    seated = ("by turns",) * len(names) if rotate else plan.bots
    return Figures(game.definition, plan.seats, seated, seed, games, total)


def check_bots(bots: str | Sequence[str], seats: int) -> tuple[str, ...]:
    """A bot for every seat."""
    named = (bots,) * seats if isinstance(bots, str) else tuple(bots)
    if len(named) == 1:
        named *= seats
    for name in named:
        try:
            new_bot(name, 0)
        except UnknownBot as problem:
            raise Unplayable(str(problem)) from None
    if len(named) != seats:
        raise Unplayable(f"{len(named)} bots for {seats} seats: name one for all, or one for each seat")
    return named


def play_games(
    game: Game, plan: Plan, games: range, workers: int, patience: float | None = None
) -> Generator[Tally, None, None]:
    """Tallies of games that add up to all of them; raises RuleError for the first game in which a rule fails.

    With patience, nothing takes longer than that, in seconds: then a tally of no games comes in between."""
    whole = _whole_games(game, plan, len(games)) if patience is None else None
    if whole is not None:
        yield from _rushing(game, plan, games, workers, whole)
    else:
        yield from _one_by_one(game, plan, _parts(plan, games, workers if patience is None else len(games)), workers, patience)


def _whole_games(game: Game, plan: Plan, count: int) -> WholeGames | None:
    """What plays random games inside a library, if that is worth while or somebody wants it."""
    if set(plan.bots) != {"random"} or plan.engine not in (None, "native"):
        return None
    whole = WholeGames(world_for(game.definition, len(plan.seats), plan.options))
    if plan.engine is not None:
        whole.demand()
        return whole
    return whole if count >= MANY else None


def _rushing(game: Game, plan: Plan, games: range, workers: int, whole: WholeGames) -> Generator[Tally, None, None]:
    """Games one by one until a library is there, and all others inside it."""
    next_game = games.start

    def until_ready() -> Iterator[Part]:
        nonlocal next_game
        for part in _parts(plan, games, workers):
            if whole.is_ready:
                return
            next_game = part[1]
            yield part

    if not whole.is_ready:
        whole.prepare()
        yield from _one_by_one(game, plan, until_ready(), workers, None)
    if next_game < games.stop:
        alone = partial(_alone, game, plan)
        yield from rushed(whole, plan.seed, plan.bots, range(next_game, games.stop), workers, MOST_ANSWERS + 1, alone)


def _alone(game: Game, plan: Plan, number: int) -> Tally:
    return _tally(play_part(game, replace(plan, engine=None), (number, number + 1)))


def _one_by_one(
    game: Game, plan: Plan, parts: Iterator[Part], workers: int, patience: float | None
) -> Generator[Tally, None, None]:
    if workers == 1 and patience is None:
        for part in parts:
            yield _tally(play_part(game, plan, part))
        return
    # A process that is forked has the game already; another one loads it.
    source = game if get_start_method() == "fork" else game.folder
    crew: Crew[Part] = Crew(partial(_begin, source, plan), workers)
    failed: dict[Part, Done] = {}
    for finished in crew.work(parts, patience):
        part, done = finished or ((0, 0), Tally(len(plan.seats), plan.bots))
        if isinstance(done, Tally):
            yield done
        else:
            # What fails first in time is not what is told: with other processes that would be another game.
            failed[part] = done
            crew.leave_out_after(part)
    if failed:
        _tally(failed[min(failed)])


def random_games(game: Game, seats: int, most: int) -> Generator[Tally, None, None]:
    """Games between random bots that somebody waits for and may break off at any time."""
    plan = Plan(game.check_seats(seats), game.check_options({}, ()), ("random",) * seats, 0, False)
    return play_games(game, plan, range(most), os.cpu_count() or 1, PATIENCE)


def _tally(done: Done) -> Tally:
    if not isinstance(done, Tally):
        raise RuleError(*done)
    return done


def _parts(plan: Plan, games: range, workers: int) -> Iterator[Part]:
    """Games that are played before anything is told of them; of bots that look ahead, one."""
    size = max(1, min(LARGEST_PART, len(games) // (workers * PARTS))) if set(plan.bots) == {"random"} else 1
    return ((first, min(first + size, games.stop)) for first in games[::size])


def _begin(source: Game | Path, plan: Plan) -> Callable[[Part], Done]:
    return partial(play_part, source if isinstance(source, Game) else load(source), plan)


# ---------------------------------------------------------------- games


def play_part(game: Game, plan: Plan, part: Part) -> Done:
    """The tally of some games; or, if a rule fails, the message and the lines that led there."""
    tally = Tally(len(plan.seats), plan.bots)
    fired = [0] * len(game.definition.procedures)
    for number in range(*part):
        try:
            play_one(game, plan, number, tally, fired)
        except RuleError as problem:
            return f"{problem.message} (in game {number + 1}, seed {plan.seed_of(number)})", problem.trace
    tally.fired.update({procedure: times for procedure, times in enumerate(fired) if times})
    return tally


def play_one(game: Game, plan: Plan, number: int, tally: Tally, fired: list[int]) -> None:
    """One game, with the abilities that come into effect counted by procedure."""
    seed, bots = plan.seed_of(number), plan.bots_of(number)
    seeds = [chance.seeded((seed << 8) + chair) for chair in range(len(bots))]
    if set(bots) == {"random"}:
        tally.count(*_rush(game, plan, seed, seeds, fired), bots)
        return
    counting = partial(_counting, fired, plan.engine)
    match = Match.begin(game.definition, plan.seats, seed, plan.options, watched=False, engine=counting)
    match.engine = engine_for(plan.engine)  # what bots try out is not counted
    seated = {seat: new_bot(bots[chair], seeds[chair]) for chair, seat in enumerate(match.seats)}
    players, notes = Players(match, seated), Notes(match.state)
    while match.decisions:
        players.answer()
        notes.look(match.state)
        _stop_if_endless(notes)
    tally.count(match, notes, bots)


def _counting(fired: list[int], engine: str | None, state: State, seats: tuple[str, ...]) -> Engine:
    run = engine_for(engine)(state, seats)
    run.count_abilities(fired)
    return run


def _rush(game: Game, plan: Plan, seed: int, seeds: list[int], fired: list[int]) -> tuple[Match, Notes]:
    """A game between random bots, in the run form of the rules: nobody waits and nothing is put into words."""
    state = new_state(world_for(game.definition, len(plan.seats), plan.options), seed)
    rngs = [chance.seeded(one) for one in seeds]
    notes: list[Notes] = []

    def pick(state: State, seat: int, options: int, site: int) -> int:
        if notes:
            notes[0].look(state)
            _stop_if_endless(notes[0])
        else:
            notes.append(Notes(state))
        rngs[seat], index = chance.below(rngs[seat], options)
        return index

    run = engine_for(plan.engine)(state, plan.seats)
    run.count_abilities(fired)
    run.start()
    run.play_out(pick)
    if notes:
        notes[0].look(state)
    own_notes = notes[0] if notes else Notes(state)
    return Match(game.definition, plan.seats, seed, plan.options, state, False, engine_for(plan.engine)), own_notes


def _stop_if_endless(notes: Notes) -> None:
    if notes.decisions > MOST_ANSWERS:
        raise RuleError(f"after {MOST_ANSWERS} answers the game is not over", ())
