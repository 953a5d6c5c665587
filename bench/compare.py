"""Side by side with games written by hand: `python bench/compare.py [seconds] [--json]`.

Those in `by_hand.py` and `by_hand.c` are always there; the folder in RULEWRIGHT_TWINS (else `../shared/bench`, if it is there)
can add others, also one in C with its loop inside, and open_spiel's C++ runs beside them where that extra is installed. Every
game is one interleaved run: a turn of each, several times over, best turn of each, in processor time. Ratios carry over to
another machine: games per second divided by those of the twin in Python.
"""

from __future__ import annotations

import argparse
import ctypes
import importlib.util
import json
import os
import sys
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from by_hand import CrazyEights, Leduc, TicTacToe
from rulewright import load
from rulewright.engine.choice import engine_for
from rulewright.engine.native import compiler, libraries, store
from rulewright.engine.native.library import Library, NativePosition
from rulewright.engine.native.source import gauges_in, source_of
from rulewright.engine.native.whole_games import first_position
from rulewright.engine.offering import choice_numbers
from rulewright.engine.world import World
from rulewright.engine.worlds import world_for
from rulewright.study.benchmark import Draws, new_draws, per_second, play_match, playouts

TWINS = Path(os.environ.get("RULEWRIGHT_TWINS", Path(__file__).resolve().parents[2] / "shared" / "bench"))
TURNS = 20  # short ones, so that every run has its quiet moments
AT_ONCE = 200  # games of one call into a library
IN_OPEN_SPIEL = {"leduc_poker": True, "crazy_eights": True, "tic_tac_toe": False}  # and whether it is told how many play
Play = Callable[[int], Any]  # one game, or as many as its weight says


def written_by_hand(name: str) -> ModuleType | None:
    path = TWINS / f"{name}.py"
    if not path.is_file():
        return None
    spec = importlib.util.spec_from_file_location(name, path)
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


def best(runs: dict[tuple[str, str], tuple[Play, int]], seconds: float) -> dict[tuple[str, str], float]:
    """Games per second of each kind of run, turn by turn."""
    rates = dict.fromkeys(runs, 0.0)
    for play, _ in runs.values():
        play(0)
    for _ in range(TURNS):
        for kind, (play, weight) in runs.items():
            rates[kind] = max(rates[kind], weight * per_second(play, seconds / TURNS / len(runs)))
    return rates


LOOPS = """
#include <stdint.h>
#include <string.h>
void copies(void (*copy)(void *, const void *), void *to, const void *from, int n) {
  for (int k = 0; k < n; k++) copy(to, from);
}
int walks(void (*copy)(void *, const void *), int (*walk)(void *, void *, uint64_t *), void *run, char *state,
          const void *start, uint64_t *rngs, int64_t chance, uint64_t first, int n) {
  int wrong = 0;
  for (int k = 0; k < n; k++) {
    uint64_t own = first + k;
    copy(state, start); memcpy(state + chance, &own, 8);
    wrong |= walk(run, state, rngs);
  }
  return wrong;
}
"""


@cache
def loops() -> ctypes.CDLL:
    """Loops around single calls into a library, which Python would make longer than what they call."""
    with store.loadable(compiler.compiled(compiler.find(), LOOPS, 2)) as path:
        return ctypes.CDLL(path)


def inside(world: World) -> dict[tuple[str, str], tuple[Play, int]]:
    """Whole games inside a library, the best that a compiler makes: on the spot, counted, and from decision to decision."""
    if libraries.why_not(world):
        return {}
    with store.loadable(compiler.compiled(compiler.find(), source_of(world), 2)) as path:
        library = Library(world, path)
    table, start, code = NativePosition(library), first_position(library), library.code
    nothing = (ctypes.c_uint64 * 1)()
    fired = (ctypes.c_int64 * (1 + len(world.definition.procedures)))()
    of_game = (ctypes.c_int * (AT_ONCE * (3 + world.players)))()
    of_rows = (ctypes.c_int64 * (4 * max(1, len(world.definition.rows))))()
    of_choices = (ctypes.c_int64 * (2 * max(1, choice_numbers(world.definition).count)))()
    rngs = (ctypes.c_uint64 * world.players)(*range(1, 1 + world.players))
    measures = (ctypes.c_int * (AT_ONCE * 2 * max(1, gauges_in(world))))()

    def games(seed: int, rows: Any) -> None:
        first = seed * AT_ONCE
        done = code.rw_games(
            table.run, start, table.state, first, AT_ONCE, nothing, 0, 1 << 40, 1, fired, of_game, rows,
            of_choices, None, None, None, 0, measures, None, 0, 0,
        )  # fmt: skip
        assert done == AT_ONCE

    many, chance = loops().walks, library.layout.fields["rng"].offset
    copy, step = (ctypes.cast(one, ctypes.c_void_p) for one in (code.rw_copy, code.rw_walk))

    def walk(seed: int) -> None:
        where = ctypes.c_void_p(table.run), ctypes.c_void_p(table.state)
        numbers = ctypes.c_int64(chance), ctypes.c_uint64(seed * AT_ONCE), AT_ONCE
        assert many(copy, step, *where, start, rngs, *numbers) == 0

    return {
        ("native", "run"): (lambda seed: games(seed, None), AT_ONCE),
        ("native", "counted"): (lambda seed: games(seed, of_rows), AT_ONCE),
        ("native", "step"): (walk, AT_ONCE),
    }


def in_c(name: str, players: int) -> dict[tuple[str, str], tuple[Play, int]]:
    """The same game written by hand in C, if it is and there is a compiler."""
    source = Path(__file__).with_name("by_hand.c").read_text(encoding="ascii")
    if libraries.why_not() or f"long {name}(" not in source:
        return {}
    with store.loadable(compiler.compiled(compiler.find(), source, 2)) as path:
        playouts = getattr(ctypes.CDLL(path), name)
    playouts.restype, playouts.argtypes = ctypes.c_long, (ctypes.c_int, ctypes.c_int, ctypes.c_uint64)
    return {("c by hand", "run"): (lambda seed: playouts(1000, players, seed + 1), 1000)}


def in_open_spiel(name: str, players: int) -> dict[tuple[str, str], tuple[Play, int]]:
    """The same game inside open_spiel's C++, if that is installed: a search of one simulation, whose value is the mean of many
    games by chance. They begin where chance has dealt already, which is a little less than a game of ours."""
    if name not in IN_OPEN_SPIEL or importlib.util.find_spec("pyspiel") is None:
        return {}
    import pyspiel

    game = pyspiel.load_game(name, {"players": players} if IN_OPEN_SPIEL[name] else {})
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    playouts = pyspiel.RandomRolloutEvaluator(AT_ONCE, 1)
    search = pyspiel.MCTSBot(game, playouts, 1.0, 1, 10, False, 1, False)
    return {("open_spiel", "run"): (lambda seed: search.step(state), AT_ONCE)}


def limit(players: int) -> dict[tuple[str, str], tuple[Play, int]]:
    """The limit, where it is at hand."""
    module = written_by_hand("limit_ruse")
    if module is None or libraries.why_not():
        return {}
    library, _ = module.load()
    return {("c by hand", "run"): (lambda seed: module.playouts(library, 1000, players, seed + 1), 1000)}




def one_by_one(name: str, players: int, new: Callable[[int, int], Any], seconds: float) -> list[dict[str, Any]]:
    """A copy and a decision in the middle of a game: inside a library, driven from Python by one call for each answer, and by
    hand; how many of them in a second."""
    world = world_for(load(name).definition, players)
    if libraries.why_not(world):
        return []
    with store.loadable(compiler.compiled(compiler.find(), source_of(world), 2)) as path:
        library = Library(world, path)
    copies = loops().copies
    table, start, draws = NativePosition(library), first_position(library), new_draws()
    state, drive = table.state, table.driven(NativePosition(library))
    copy, other = ctypes.cast(library.code.rw_copy, ctypes.c_void_p), ctypes.create_string_buffer(len(table.memory))
    game = new(players, 1)

    def drive_on(seed: int) -> None:
        nonlocal left
        for _ in range(100):
            if left <= 0:
                library.code.rw_copy(state, start)
                table.exchange.parts["rng"][0] = seed
                left = drive(-1)
            left = drive(int(next(draws) * left))

    def play_on(seed: int) -> None:
        nonlocal game
        for _ in range(100):
            if game.is_over():
                game = new(players, seed)
            moves = game.legal_moves()
            game.apply(moves[int(next(draws) * len(moves))])

    left = 0
    drive_on(1)
    play_on(1)
    middle = game.clone()
    runs: dict[tuple[str, str], tuple[Play, int]] = {
        ("by hand", "copy"): (lambda seed: [middle.clone() for _ in range(100)], 100),
        ("native", "copy"): (lambda seed: copies(copy, other, ctypes.c_void_p(state), 1000), 1000),
        ("by hand", "decision"): (play_on, 100), ("native", "decision"): (drive_on, 100),
    }  # fmt: skip
    rates = best(runs, seconds)
    return [
        {
            "game": name, "seats": players, "engine": engine, "form": form,
            "per_second": round(rate), "ratio": round(rate / rates["by hand", form], 3),
        }
        for (engine, form), rate in rates.items()
    ]  # fmt: skip


def compare(name: str, players: int, by_hand: dict[str, Any], seconds: float) -> list[dict[str, Any]]:
    definition = load(name).definition
    world = world_for(definition, players)
    draws = new_draws()
    seats = tuple(f"seat {number + 1}" for number in range(players))
    runs: dict[tuple[str, str], tuple[Play, int]] = {
        (kind, "run"): ((lambda seed, new=new: play_theirs(new, players, seed, draws)), 1) for kind, new in by_hand.items()
    }
    runs["python", "run"] = playouts(world, draws, engine_for()), 1
    runs["python", "step"] = (lambda seed: play_match(definition, seats, seed, draws, engine_for())), 1
    runs |= inside(world)
    runs |= in_c(name, players) | in_open_spiel(name, players)
    if name == "ruse_and_bruise":
        runs |= limit(players)
    rates = best(runs, seconds)
    twin = rates["by hand", "run"]
    return [
        {
            "game": name, "seats": players, "engine": engine, "form": form,
            "per_second": round(rate), "ratio": round(rate / twin, 3),
        }
        for (engine, form), rate in rates.items()
    ]  # fmt: skip


def tables() -> list[tuple[str, int, dict[str, Any]]]:
    games: list[tuple[str, int, dict[str, Any]]] = [
        ("leduc_poker", 2, {"by hand": Leduc}), ("crazy_eights", 4, {"by hand": CrazyEights}),
        ("tic_tac_toe", 2, {"by hand": TicTacToe}),
    ]  # fmt: skip
    twin, tuned = written_by_hand("handwritten_ruse_and_bruise"), written_by_hand("handwritten_ruse_and_bruise_fast")
    if twin is not None and tuned is not None:
        games.append(("ruse_and_bruise", 4, {"by hand": twin.Game.new, "by hand, tuned": tuned.Game.new}))
    neutral = written_by_hand("handwritten_neutral")
    if neutral is not None:
        games[0][2]["by hand, elsewhere"] = neutral.Leduc.new
        games[1][2]["by hand, elsewhere"] = neutral.CrazyEights.new
        games[2][2]["by hand, elsewhere"] = neutral.TicTacToe.new
    return games


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("seconds", nargs="?", type=float, default=20.0, help="processor time for all runs of a game together")
    words.add_argument("--json", action="store_true", help="for programs")
    asked = words.parse_args()
    rows = []
    begun = time.process_time()
    for name, players, by_hand in tables():
        rows += compare(name, players, by_hand, asked.seconds)
        if name == "ruse_and_bruise":
            rows += one_by_one(name, players, by_hand["by hand"], asked.seconds)
    if asked.json:
        print(json.dumps(rows, indent=1))
        return
    spent = time.process_time() - begun
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors, {spent:.0f} s of processor time")
    print(f"{'game':<18} {'seats':>5} {'engine':<20} {'form':<8} {'games/s':>12} {'of hand-written':>16}")
    for row in rows:
        named = f"{row['game']:<18} {row['seats']:>5} {row['engine']:<20} {row['form']:<8}"
        print(f"{named} {row['per_second']:>12,} {row['ratio']:>16.2f}")


if __name__ == "__main__":
    main()
