"""A score is a number: one that is none is a fault that names its part, wherever somebody asks for it."""

from __future__ import annotations

from pathlib import Path

import pytest
import rulewright
from rulewright.engine.missing import numbers_of
from rulewright.engine.reference.interpreter import Interpreter
from rulewright.engine.trouble import RuleError
from rulewright.players.bots import new_bot, play_out
from written import game_in

GAME = """\
name: Gems
players: 2
tables: {wages: [1, 2, 4]}
components:
  gem: {starts in: box}
zones:
  box: {seen by: everyone}
  slot: {per: player, room: 1, holds: gem, seen by: everyone}
counters:
  coins: {of: player}
values:
  shine: {of: gem, starts: 3}
define:
  salary:
    of: player
    is: 2 + max(1, wages(coins)) * 2
flow:
  - turns: player
    laps: 2
    do:
      - choose: a number from 2 to 3 as earned
        option: earn {earned}
      - gain earned coins
      - move first gem in box to slot
result:
  score: SCORE
  winner: best player by most coins
"""


def game(folder: Path, score: str, more: str = "") -> rulewright.Game:
    return game_in(folder, GAME.replace("SCORE", score) + more)


def played(game: rulewright.Game) -> rulewright.Match:
    match = game.new_match(2, seed=1)
    while match.decisions:
        match.answer("earn 2")
    return match


SCORES = {
    "coins + shine of slot": ("Bo", "shine of slot", 26),
    "coins + 2 * (shine of slot + 1)": ("Bo", "shine of slot", 26),
    "coins if coins < 2 else coins + salary": ("Ada", "wages(coins)", 14),
    "shine of slot": ("Bo", "shine of slot", 26),
}


@pytest.mark.parametrize("score", SCORES)
def test_a_score_that_is_none_names_the_part(score: str, tmp_path: Path) -> None:
    seat, part, line = SCORES[score]
    match = played(game(tmp_path, score, "  hint: salary + shine of slot\n"))
    for ask in (lambda: match.scores, lambda: match.result):
        with pytest.raises(RuleError) as caught:
            ask()
        assert caught.value.message == f"the score of {seat} is none: {part} is none"
        assert f"game.yaml:{line}: in " in caught.value.trace[0]


def test_both_engines_find_the_same_part(tmp_path: Path) -> None:
    match = played(game(tmp_path, "coins + salary + shine of slot"))
    told = []
    for run in (match.runner, Interpreter(match.state, match.seats)):
        with pytest.raises(RuleError) as caught:
            numbers_of(run, match.seats, match.definition.score)
        told.append((caught.value.message, caught.value.trace))
    assert told[0] == told[1]


def test_a_simulation_stops_at_such_a_game(tmp_path: Path) -> None:
    with pytest.raises(RuleError, match="the score of Bo is none: shine of slot is none"):
        rulewright.simulate(game(tmp_path, "coins + shine of slot"), games=3, seats=2, workers=1)


def test_a_hint_that_is_none_is_told_to_whoever_asks_for_it(tmp_path: Path) -> None:
    game(tmp_path, "coins", "  hint: coins + shine of slot\n")
    path = tmp_path / "game.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace("laps: 2", "laps: 40"), encoding="utf-8")
    match = rulewright.load(tmp_path).new_match(2, seed=1)
    with pytest.raises(RuleError, match="the hint of Bo is none: shine of slot is none"):
        play_out(match, {seat: new_bot("greedy:1", 1) for seat in match.seats})


@pytest.mark.parametrize(("place", "is_there"), [(0, False), (1, True), (3, True), (4, False)])
def test_a_place_beyond_a_table_is_found_at_load(place: int, is_there: bool, tmp_path: Path) -> None:
    text = f"coins + wages({place})"
    if is_there:
        assert played(game(tmp_path, text)).scores
        return
    with pytest.raises(rulewright.DefinitionError) as caught:
        game(tmp_path, text)
    assert [one.slug for one in caught.value.diagnostics] == ["beyond-table"]
