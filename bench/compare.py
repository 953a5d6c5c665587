"""Side by side with games written by hand: `python bench/compare.py [seconds]`.

The hand-written games lie beside the repository (`../shared/bench`, or the folder in RULEWRIGHT_TWINS). Every line is one
interleaved run: a turn of theirs, a turn of ours, several times over, best turn of each, in processor time. Ratios are what
carries over to another machine: ours per second divided by theirs per second, and for copies our time divided by theirs.
"""

from __future__ import annotations

import importlib.util
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

from rulewright import load
from rulewright.engine.choice import engine_for
from rulewright.engine.worlds import world_for
from rulewright.study.benchmark import Draws, new_draws, per_second, play_match, playouts

TWINS = Path(os.environ.get("RULEWRIGHT_TWINS", Path(__file__).resolve().parents[2] / "shared" / "bench"))
TURNS = 40  # short ones, so that every run has its quiet moments


def written_by_hand(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, TWINS / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def play_theirs(new: Callable[[int, int], Any], players: int, seed: int, draws: Draws) -> None:
    game = new(players, seed)
    while not game.is_over():
        moves = game.legal_moves()
        game.apply(moves[int(next(draws) * len(moves))])


def best(runs: dict[str, Callable[[int], Any]], seconds: float) -> dict[str, float]:
    """Games per second of each kind of run, turn by turn."""
    found = dict.fromkeys(runs, 0.0)
    for play in runs.values():
        play(0)
    for _ in range(TURNS):
        for name, play in runs.items():
            found[name] = max(found[name], per_second(play, seconds / TURNS / len(runs)))
    return found


def compare(name: str, players: int, by_hand: dict[str, Any], seconds: float) -> dict[str, float]:
    definition = load(name).definition
    world = world_for(definition, players)
    draws = new_draws()
    seats = tuple(f"seat {number + 1}" for number in range(players))
    runs: dict[str, Callable[[int], Any]] = {
        kind: lambda seed, new=new: play_theirs(new, players, seed, draws) for kind, new in by_hand.items()
    }
    runs["run form"] = playouts(world, draws, engine_for())
    runs["step form"] = lambda seed: play_match(definition, seats, seed, draws, engine_for())
    return best(runs, seconds)


def copies(theirs: Any, players: int) -> tuple[float, float]:
    """Microseconds for a copy of ours and of theirs in the middle of a game."""
    match = load("ruse_and_bruise").new_match(players, seed=1, watched=False)
    game = theirs(players, 1)
    for _ in range(60):
        match.answer(match.decisions[0].options[0])
        game.apply(game.legal_moves()[0])
    times = {"ours": float("inf"), "theirs": float("inf")}
    for _ in range(TURNS):
        for name, copy in (("ours", match.copy), ("theirs", game.clone)):
            begun = time.process_time()
            for _ in range(1000):
                copy()
            times[name] = min(times[name], (time.process_time() - begun) * 1000)
    return times["ours"], times["theirs"]


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 20.0
    if not TWINS.is_dir():
        sys.exit(f"no hand-written games in {TWINS.name}: set RULEWRIGHT_TWINS to their folder")
    twin = written_by_hand("handwritten_ruse_and_bruise").Game.new
    tuned = written_by_hand("handwritten_ruse_and_bruise_fast").Game.new
    neutral = written_by_hand("handwritten_neutral")
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors, {seconds:.0f} s for each game")
    print(f"{'game':<18} {'seats':>5} {'form':<10} {'games/s':>9} {'of hand-written':>16}")
    tables = [
        ("ruse_and_bruise", 4, {"twin": twin, "tuned twin": tuned}),
        ("leduc_poker", 2, {"twin": neutral.Leduc.new}),
        ("crazy_eights", 4, {"twin": neutral.CrazyEights.new}),
    ]
    for name, players, by_hand in tables:
        found = compare(name, players, by_hand, seconds)
        for kind, rate in found.items():
            print(f"{name:<18} {players:>5} {kind:<10} {rate:>9,.0f} {rate / found['twin']:>16.2f}")
    ours, theirs = copies(twin, 4)
    print(f"copy in the middle of a game: {ours:.1f} µs, clone of the twin {theirs:.1f} µs: {ours / theirs:.2f}")


if __name__ == "__main__":
    main()
