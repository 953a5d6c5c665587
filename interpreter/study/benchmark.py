"""How fast a game runs here: whole games in the run form and through matches, and what a copy costs.

Takes a game and a number of players; returns figures for one table. Processor time, best of several turns, because a busy
machine can only slow a turn down.
"""

from __future__ import annotations

import cProfile
import pstats
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from itertools import cycle
from typing import Any

from ..engine import chance
from ..engine.budget import spent
from ..engine.choice import engine_for
from ..engine.opening import new_state
from ..engine.protocol import Maker
from ..engine.trouble import stop_if_endless
from ..engine.world import World
from ..engine.worlds import world_for
from ..model.definition import Definition
from ..table.match import Match

COPIES = 500
Draws = Iterator[float]


@dataclass(frozen=True)
class Pace:
    """Figures of one table. Times are per game, decision or copy; `written` is the share of time in written source and in what
    it calls."""

    game: str
    players: int
    playouts_per_second: float
    matches_per_second: float
    decisions_per_game: float
    microseconds_per_decision: float
    copy_microseconds: float
    written: float

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def new_draws() -> Draws:
    """Random numbers from 0 to 1, over and over again: picking must cost next to nothing."""
    rng, draws = chance.seeded(1), []
    for _ in range(9973):
        rng, number = chance.below(rng, 1 << 30)
        draws.append(number / (1 << 30))
    return cycle(draws)


def measure(definition: Definition, players: int, seconds: float = 1.0, turns: int = 5, engine: str | None = None) -> Pace:
    """Play in turns of equal length, each kind of run after the other."""
    make = engine_for(engine)
    world = world_for(definition, players)
    seats = _seats(world)
    draws = new_draws()
    decisions = _count_decisions(world, make, draws)
    length = seconds / turns / 2
    play = playouts(world, draws, make)
    run = step = 0.0
    for _ in range(turns):
        run = max(run, per_second(play, length))
        step = max(step, per_second(lambda seed: play_match(definition, seats, seed, draws, make), length))
    copy = _copy_cost(definition, seats, draws, make)
    return Pace(
        definition.id, players, run, step, decisions, 1e6 / run / max(decisions, 1), copy, _written_share(world, draws, make)
    )


def playouts(world: World, draws: Draws, engine: Maker) -> Callable[[int], None]:
    """Plays the random game of a seed to its end without waiting, again and again."""
    seats, draw = _seats(world), draws.__next__

    def play(seed: int) -> None:
        run = engine(new_state(world, seed), seats)
        run.start()
        run.play_by_chance(draw)

    return play


def _seats(world: World) -> tuple[str, ...]:
    return tuple([f"seat {number + 1}" for number in range(world.players)])


def play_match(definition: Definition, seats: tuple[str, ...], seed: int, draws: Draws, engine: Maker) -> Match:
    """One random game through decisions and answers, unwatched."""
    options = {option.name: option.default for option in definition.options}
    match = Match.begin(definition, seats, seed, options, False, engine)
    while decisions := match.decisions:
        offered = decisions[0].options
        match.answer(offered[int(next(draws) * len(offered))])
    return match


def per_second(play: Callable[[int], Any], seconds: float) -> float:
    """How many games fit into a second of processor time."""
    games = 0
    begun = time.process_time()
    while True:
        play(games)
        games += 1
        passed = time.process_time() - begun
        if passed >= seconds:
            return games / passed


def _count_decisions(world: World, engine: Maker, draws: Draws, games: int = 20) -> float:
    """Decisions per random game; also writes out what the rules need, before anything is timed."""
    count = before = steps = 0

    def policy(state: Any, seat: int, options: int, site: int) -> int:
        nonlocal count, steps
        count, steps = count + 1, steps + spent(state)
        stop_if_endless(count - before, steps)
        return int(next(draws) * options)

    for seed in range(games):
        run = engine(new_state(world, seed), _seats(world))
        before, steps = count, 0
        run.start()
        run.play_out(policy)
    return count / games


def _copy_cost(definition: Definition, seats: tuple[str, ...], draws: Draws, engine: Maker) -> float:
    """Microseconds for a copy of a match in the middle of a game."""
    options = {option.name: option.default for option in definition.options}
    match = Match.begin(definition, seats, 1, options, False, engine)
    for _ in range(40):
        if len(match.state.stack) and match.decisions:
            offered = match.decisions[0].options
            before = match.copy()
            match.answer(offered[int(next(draws) * len(offered))])
            match = match if match.state.stack else before
    best = float("inf")
    for _ in range(5):
        begun = time.process_time()
        for _ in range(COPIES):
            match.copy()
        best = min(best, (time.process_time() - begun) / COPIES)
    return best * 1e6


def _written_share(world: World, draws: Draws, engine: Maker, games: int = 5) -> float:
    """The share of time that written source takes, with the functions of the runtime and what is built into Python."""
    play = playouts(world, draws, engine)
    profile = cProfile.Profile()
    profile.enable()
    for seed in range(games):
        play(seed)
    profile.disable()
    stats = pstats.Stats(profile).stats  # type: ignore[attr-defined]
    inside = ("<rules of", "python/runtime", "~")
    ours = sum(one[2] for (file, _, _), one in stats.items() if any(part in file.replace("\\", "/") for part in inside))
    return float(ours / sum(one[2] for one in stats.values()))
