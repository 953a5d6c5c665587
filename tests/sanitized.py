"""Plays every game inside libraries that watch themselves: `python tests/sanitized.py [games] [name ...]`.

Libraries are compiled with the address and undefined-behaviour sanitizers, in both forms, and every entry is called: whole
games, games from decision to decision, with numbers, what seats see, scores and winners, bots, and then as often with wrong
seats, answers, frames, states and rows. The first fault ends the process with its report.
"""

from __future__ import annotations

import ctypes
import os
import random
import subprocess
import sys
from pathlib import Path

import rulewright
from rulewright.engine.native import compiler, store
from rulewright.engine.native.library import Library, NativePosition
from rulewright.engine.native.source import source_of
from rulewright.engine.native.thinking import Mind
from rulewright.engine.native.whole_games import first_position, play_games
from rulewright.engine.worlds import world_for
from rulewright.players.bots import seated
from test_native_fuzz import PARTS

WATCHED = ("-g", "-DWHOLE", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
WRITTEN = [path for folder in ("definitions", "corners") for path in sorted((Path(__file__).parent / folder).iterdir())]


def watched(game, players: int) -> Library:
    world = world_for(game.definition, players, game.check_options({}, game.check_seats(players)))
    code = compiler.compiled(compiler.find(), source_of(world), 0, more=WATCHED)
    with store.loadable(code) as path:
        return Library(world, path)


def walk(library: Library, seed: int) -> None:
    """One game from decision to decision, with everything asked that can be asked."""
    table, chance = NativePosition(library), random.Random(seed)
    ctypes.memmove(table.state, first_position(library), len(table.memory))
    table.exchange.parts["rng"][0] = seed
    status = table.go_on()
    while status > 0:
        seat, count = chance.choice(table.decisions())
        assert len(table.numbers(seat)) == count
        assert all(table.observe(each) is not None for each in range(library.world.players))
        status = table.answer(seat, chance.randrange(count))
    table.scores()
    table.winners()


def think(library: Library, game, games: int) -> None:
    """Games between bots, and thoughts of one that follows a match."""
    players = library.world.players
    for name in ("greedy:2", "search:24") if library.thinks else ():
        bots = seated(library.world, (name,) * players)
        play_games(library, 2, range(games), 100_000, 60, True, bots)
        match, mind, chance = game.new_match(players, seed=3, watched=False), Mind(library, bots), random.Random(3)
        followed = mind.follow()
        for turn in range(10 * games):
            if not match.decisions:
                break
            seat = match.decisions[0].seat
            followed.note(match.state.copy())
            mind.weigh(followed, match.seats.index(seat), turn, lambda is_between: 0)
            match.answer(chance.choice(match.decisions[0].options), seat)


def play(name: str, games: int) -> None:
    game = rulewright.load(name)
    for players in {game.definition.fewest, game.definition.most}:
        library = watched(game, players)
        for seed in range(max(1, games // 10)):
            walk(library, seed)
        play_games(library, 1, range(games), 100_000, 60, True)
        think(library, game, max(1, games // 50))
        for part in PARTS:
            part(library, games)
        print(f"{Path(name).name}, {players} players: clean", flush=True)


def main() -> None:
    if "LD_PRELOAD" not in os.environ:  # the sanitizer must be there before anything else
        asan = subprocess.run(("gcc", "-print-file-name=libasan.so"), capture_output=True, text=True, check=True).stdout.strip()
        kept = {**os.environ, "LD_PRELOAD": asan, "ASAN_OPTIONS": "detect_leaks=0"}
        raise SystemExit(subprocess.run((sys.executable, *sys.argv), env=kept, check=False).returncode)
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    for name in sys.argv[2:] or [*rulewright.shipped(), *map(str, WRITTEN)]:
        play(name, games)


if __name__ == "__main__":
    main()
