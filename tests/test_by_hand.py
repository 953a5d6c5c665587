"""The games of `bench` that are written by hand are the games that are measured: as long on average as the definitions."""

from __future__ import annotations

import ctypes
import random
import sys
from pathlib import Path

import pytest
import rulewright
from companions import debug_library
from rulewright.engine.native import compiler, store
from rulewright.engine.native.whole_games import play_games

BENCH = Path(__file__).parents[1] / "bench"
sys.path.append(str(BENCH))

from by_hand import CrazyEights, Leduc, TicTacToe  # noqa: E402

GAMES = {"tic_tac_toe": (2, TicTacToe), "leduc_poker": (2, Leduc), "crazy_eights": (4, CrazyEights)}


def in_python(new, players: int, games: int) -> float:
    chance, decisions = random.Random(1), 0
    for seed in range(games):
        game = new(players, seed)
        while not game.is_over():
            game.apply(chance.choice(game.legal_moves()))
            decisions += 1
    return decisions / games


@pytest.mark.needs("compiler")
@pytest.mark.parametrize("name", GAMES)
def test_a_game_written_by_hand_is_the_same_game(name: str) -> None:
    players, new = GAMES[name]
    with store.loadable(compiler.compiled(compiler.find(), (BENCH / "by_hand.c").read_text(encoding="ascii"), 1)) as path:
        playouts = getattr(ctypes.CDLL(path), name)
    playouts.restype, playouts.argtypes = ctypes.c_long, (ctypes.c_int, ctypes.c_int, ctypes.c_uint64)
    ours = play_games(debug_library(rulewright.load(name), players), 1, range(1000), 10_000, 1, False).decisions
    usual = sum(ours) / len(ours)
    assert playouts(5000, players, 1) / 5000 == pytest.approx(usual, rel=0.05)
    assert in_python(new, players, 400) == pytest.approx(usual, rel=0.08)
