"""Plays many games of one table, on as many processes as wished.

Takes a game, bots and a seed; returns the figures of all games. The chance of a game depends on the seed and its own number
only, and tallies add up in any order, so that the number of processes changes nothing but the time.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from .engine import chance
from .engine.generated.playout import Playout
from .engine.opening import new_state
from .engine.state import State
from .engine.trouble import RuleError
from .engine.world import world_for
from .figures import Figures
from .game import Game, Unplayable, load
from .table.bots import Players, UnknownBot, new_bot
from .table.firing import follow
from .table.match import Match
from .table.tally import Notes, Tally

MOST_ANSWERS = 100_000
PARTS = 50  # how many parts a process gets, about
LARGEST_PART = 100
FOLLOWED = 200  # games in which abilities are counted: following them takes time
FOLLOWED_PART = 2

Progress = Callable[[int], None]  # how many games are done
Part = tuple[int, int]  # the first game, and the one after the last
Done = Tally | tuple[str, tuple[str, ...]]  # figures of a part, or what went wrong


@dataclass(frozen=True)
class Plan:
    """What is played: who sits where, and with which chance. With `rotates`, everybody moves one seat on after each game; in
    the first `followed` games abilities are counted."""

    seats: tuple[str, ...]
    options: Mapping[str, int]
    bots: tuple[str, ...]
    seed: int
    rotates: bool
    followed: int = FOLLOWED

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
    followed: int = FOLLOWED,
) -> Figures:
    """Play games between bots; `bots` is one for all seats or one for each. In the first `followed` games abilities are
    counted, which takes time. Ctrl-C ends it with what is done so far."""
    names = game.check_seats(seats)
    plan = Plan(names, game.check_options(options or {}, names), check_bots(bots, len(names)), seed, rotate, followed)
    workers = max(1, workers or os.cpu_count() or 1)
    total = Tally(len(names), plan.bots)
    parts = _parts(plan, games, workers)
    try:
        for done in _alone(game, plan, parts) if workers == 1 else _together(game, plan, parts, workers):
            if not isinstance(done, Tally):
                raise RuleError(*done)
            total.add(done)
            if progress is not None:
                progress(total.games)
    except KeyboardInterrupt:
        pass
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


def _parts(plan: Plan, games: int, workers: int) -> list[Part]:
    """Games that are played before anything is told of them: few where they are followed; of bots that look ahead, one."""
    size = max(1, min(LARGEST_PART, games // (workers * PARTS))) if set(plan.bots) == {"random"} else 1
    slow, few = min(plan.followed, games), min(FOLLOWED_PART, size)
    parts = [(first, min(first + few, slow)) for first in range(0, slow, few)]
    return parts + [(first, min(first + size, games)) for first in range(slow, games, size)]


# ---------------------------------------------------------------- processes


def _alone(game: Game, plan: Plan, parts: list[Part]) -> Iterator[Done]:
    return (play_part(game, plan, part) for part in parts)


def _together(game: Game, plan: Plan, parts: list[Part], workers: int) -> Iterator[Done]:
    """A process that is forked has the game already; another one loads it."""
    context = multiprocessing.get_context()
    source = game if context.get_start_method() == "fork" else game.folder
    with context.Pool(min(workers, len(parts) or 1), _begin, (source, plan)) as pool:
        yield from pool.imap_unordered(_play_here, parts)


_here: list[tuple[Game, Plan]] = []  # what this process plays


def _begin(source: Game | Path, plan: Plan) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _here[:] = [(source if isinstance(source, Game) else load(source), plan)]


def _play_here(part: Part) -> Done:
    game, plan = _here[0]
    return play_part(game, plan, part)


# ---------------------------------------------------------------- games


def play_part(game: Game, plan: Plan, part: Part) -> Done:
    """The tally of some games; or, if a rule fails, the message and the lines that led there."""
    tally = Tally(len(plan.seats), plan.bots)
    for number in range(*part):
        try:
            play_one(game, plan, number, tally)
        except RuleError as problem:
            return f"{problem.message} (in game {number + 1}, seed {plan.seed_of(number)})", problem.trace
    return tally


def play_one(game: Game, plan: Plan, number: int, tally: Tally) -> None:
    seed, bots = plan.seed_of(number), plan.bots_of(number)
    seeds = [chance.seeded((seed << 8) + place) for place in range(len(bots))]
    if number >= plan.followed and set(bots) == {"random"}:
        tally.count(*_rush(game, plan, seed, seeds), bots)
        return
    match = Match.begin(game.definition, plan.seats, seed, plan.options, watched=False)
    if number < plan.followed:
        follow(match, tally.fired)
        tally.followed += 1
    seated = {seat: new_bot(bots[place], seeds[place]) for place, seat in enumerate(match.seats)}
    players, notes = Players(match, seated), Notes(match.state)
    while match.decisions:
        players.answer()
        notes.look(match.state)
        _stop_if_endless(notes)
    tally.count(match, notes, bots)


def _rush(game: Game, plan: Plan, seed: int, seeds: list[int]) -> tuple[Match, Notes]:
    """The same game between random bots, in the run form of the rules: nobody waits and nothing is put into words."""
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

    Playout(state, pick).play()
    if notes:
        notes[0].look(state)
    found = notes[0] if notes else Notes(state)
    return Match(game.definition, plan.seats, seed, plan.options, state, watched=False), found


def _stop_if_endless(notes: Notes) -> None:
    if notes.decisions > MOST_ANSWERS:
        raise RuleError(f"after {MOST_ANSWERS} answers the game is not over", ())
