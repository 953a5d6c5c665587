"""Trial games: what only games can show is warned of at its line, always the same, and can be acknowledged there."""

from __future__ import annotations

from pathlib import Path

import pytest
import rulewright
from click.testing import CliRunner
from rulewright.cli import main
from rulewright.workshop import trial
from rulewright.workshop.trial import trial_warnings
from written import write_game

GAME = """\
name: Goals
players: 2 to 4
counters:
  coins: {of: player}
components:
  goal: {starts in: deck, copies: 5}
zones:
  deck: {form: pile, seen by: nobody}
  won: {per: player, seen by: everyone}
flow:
  - rounds: 2
    do:
      - turns: player
        laps: 1
        do:
          - draw 1 goal from deck to won
          - offer:
              - option: earn
                do: gain 1 coin
              - option: buy a castle
                if: coins >= 50
                do: pay 50 coins
          - may: boast
            if: coins > 80
            do: gain 1 coin
result:
  score: coins + count of goals in won
  winner: best player by most score
"""


def warned(tmp_path: Path, text: str) -> list[tuple[str, int]]:
    write_game(tmp_path, text)
    return [(one.slug, one.span.line) for one in trial_warnings(rulewright.load(tmp_path))]


def test_a_pile_that_runs_empty_and_options_nobody_can_choose_are_warned_of(tmp_path: Path) -> None:
    assert warned(tmp_path, GAME) == [("pile-ran-empty", 16), ("never-chosen", 20), ("never-chosen", 23)]


def test_what_can_happen_is_not_warned_of(tmp_path: Path) -> None:
    generous = GAME.replace("copies: 5", "copies: 8").replace(">= 50", ">= 1").replace("> 80", "> 0")
    assert warned(tmp_path, generous) == []


def test_a_pile_that_is_refilled_does_not_run_empty(tmp_path: Path) -> None:
    text = GAME.replace("seen by: nobody}", "seen by: nobody, refill: heap}\n  heap: {form: pile, seen by: everyone}")
    text = text.replace("from deck to won\n", "from deck to won\n          - move every goal in won to heap\n")
    assert ("pile-ran-empty", 17) not in warned(tmp_path, text)


def test_it_is_told_in_how_many_games(tmp_path: Path) -> None:
    write_game(tmp_path, GAME)
    first = trial_warnings(rulewright.load(tmp_path))[0]
    # Two players draw four goals, three or four players more than the five there are; counts of players take turns.
    assert first.message == '"deck" ran empty here in 26 of 40 trial games'


def test_such_a_warning_can_be_acknowledged_on_its_line(tmp_path: Path) -> None:
    meant = GAME.replace("from deck to won\n", "from deck to won  # on purpose in play: the last ones go without\n")
    assert ("pile-ran-empty", 16) not in warned(tmp_path, meant)


def test_the_command_plays_them_only_when_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("game.yaml").write_text(GAME, encoding="utf-8")
    assert "ran empty" not in CliRunner().invoke(main, ["validate", "game.yaml"]).output
    asked = CliRunner().invoke(main, ["validate", "game.yaml", "--trial"])
    assert (asked.exit_code, "legal, with 3 warnings" in asked.output) == (0, True)
    assert CliRunner().invoke(main, ["validate", "game.yaml", "--trial", "--strict"]).exit_code == 1


MANY = """
name: Many
players: 2
components: {pebble: {starts in: heap}}
zones: {heap: {seen by: everyone}}
counters: {coins: {}}
flow:
  - turns: player
    laps: 10
    do:
      - choose: a number from 1 to 100 as n
        option: take n
        do: gain n coins
result: {score: coins}
"""


def test_trial_games_stop_after_very_many_options(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each decision offers 100, and a game has 20 of them."""
    monkeypatch.setattr(trial, "MOST_WORK", 2_950)
    *_, seen = trial.trials(rulewright.load(write_game(tmp_path, MANY)))
    assert sum(seen.asked.values()) in (29, 30) and seen.games == 2
