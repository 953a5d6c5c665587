"""Tuning: the number that serves a goal is found where it is known, nothing is written unasked, and comments stay."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import rulewright
from click.testing import CliRunner
from rulewright.cli import main
from rulewright.study.goals import Wish
from rulewright.study.tune import Knob, settings_of, tune
from rulewright.study.tune_text import is_sure
from rulewright.workshop.knobs import knob_of, numbers_in, turned
from written import game_in

TOLL = """
name: Toll
players: 2
numbers:
  head_start: 3  # what the second player has; five would be fair

components:
  token:
    starts in: bag
    columns: {worth: number, weight: number}
    rows:
      pearl: [1, 2]   # a list
      stone: {worth: 4, weight: 1}
zones:
  bag: {form: pile, holds: token, seen by: nobody}
options:
  laps_played: {type: number 1 to 3, default: 1}
variables:
  points: {of: player, type: number}
flow:
  - turns: player
    laps: laps_played
    do:
      - choose: a number from 1 to 20 as rolled
      - raise points by rolled
result:
  score: points + (5 if player is (first player) else head_start) + (worth of (first pearl) - 1)
  winner: best player by most score
"""


@pytest.fixture
def toll(tmp_path: Path) -> rulewright.Game:
    return game_in(tmp_path, TOLL)


def tuned(game: rulewright.Game, vary: str, *goals: str, games: int = 400, **more: Any) -> Any:
    make = partial(turned, game)
    return tune(game, [knob_of(game, vary)], [Wish(one) for one in goals], make, games, workers=1, **more)


def test_numbers_have_names(toll: rulewright.Game) -> None:
    assert {one.name: one.value for one in numbers_in(toll).values()} == {
        "head_start": 3, "worth_of_pearl": 1, "weight_of_pearl": 2, "worth_of_stone": 4, "weight_of_stone": 1,
    }  # fmt: skip


def test_a_fair_head_start_is_found(toll: rulewright.Game) -> None:
    found = tuned(toll, "head_start=0..25", "seat advantage", games=800, tries=6)
    assert found.best.settings == (5,) and found.usual.settings == (3,)
    far = next(one for one in found.trials if one.settings == (25,))
    assert far.given_up and far.games < 800, "what is surely worse is given up early"


def test_a_target_and_the_most_and_the_least_are_goals(toll: rulewright.Game) -> None:
    assert tuned(toll, "head_start=2..4", "most score of Bo", games=60).best.settings == (4,)
    assert tuned(toll, "head_start=2..4", "least score of Bo", games=60).best.settings == (2,)
    assert tuned(toll, "worth_of_pearl=3..7", "score of Ada = 19.5", games=200).best.settings == (5,)
    assert tuned(toll, "laps_played=1..3", "decisions = 4", games=60).best.settings == (2,)


def test_goals_that_need_the_course_of_a_game_work_too(toll: rulewright.Game) -> None:
    found = tuned(toll, "head_start=3..40", "least margin", games=60, tries=2)
    assert found.best.settings == (3,) and is_sure(found) is False


def test_two_goals_leave_a_front(toll: rulewright.Game) -> None:
    found = tuned(toll, "head_start=2..4", "most score of Bo", "least score of Bo", games=60)
    assert len(found.front()) == 3, "nothing is better in both"
    same = tuned(toll, "head_start=2..4", "most score of Bo", "most best score", games=60)
    assert [one.settings for one in same.front()] == [(4,)]


def test_a_change_that_does_nothing_is_never_given_up(toll: rulewright.Game) -> None:
    found = tuned(toll, "worth_of_stone=1..9", "seat advantage", games=200)
    assert not any(one.given_up for one in found.trials) and not is_sure(found)


def test_many_settings_lie_evenly_and_what_is_written_is_among_them() -> None:
    settings = settings_of([Knob("a", 0, 100, 7), Knob("b", 1, 3, 2)], 30)
    assert len(settings) <= 31 and (7, 2) in settings and (0, 1) in settings and (100, 3) in settings
    assert settings_of([Knob("a", 1, 3, 2)], 30) == [(1,), (2,), (3,)]


def test_a_setting_that_cannot_be_played_is_told(toll: rulewright.Game) -> None:
    found = tune(
        toll, [Knob("head_start", 1, 2, 3)], [Wish("seat advantage")],
        lambda chosen: rulewright.load("nowhere") if chosen["head_start"] == 1 else turned(toll, chosen), 60, workers=1,
    )  # fmt: skip
    assert next(one for one in found.trials if one.settings == (1,)).given_up.startswith("cannot be played")
    assert found.best is not None


def run(*arguments: str) -> Any:
    return CliRunner().invoke(main, ["tune", *arguments, "--workers", "1"])


def test_files_are_written_only_when_told_and_comments_stay(toll: rulewright.Game) -> None:
    path = toll.folder / "game.yaml"
    arguments = [str(toll.folder), "--vary", "worth_of_pearl=1..5", "--for", "most score of Ada", "--games", "80"]
    assert run(*arguments).exit_code == 0 and path.read_text(encoding="utf-8") == TOLL
    done = run(*arguments, "--write")
    assert done.exit_code == 0 and "Written to" in done.output
    assert path.read_text(encoding="utf-8") == TOLL.replace("pearl: [1, 2]", "pearl: [5, 2]")
    again = run(str(toll.folder), "--vary", "worth_of_stone=1..9", "--for", "seat advantage", "--games", "60", "--write")
    assert "Nothing was written: no setting is surely better" in again.output


def test_data_for_programs(toll: rulewright.Game) -> None:
    done = run(str(toll.folder), "--vary", "head_start=2..4", "--for", "seat advantage", "--games", "60", "--json")
    told = json.loads(done.stdout)
    assert {one["settings"]["head_start"] for one in told["trials"]} == {2, 3, 4}
    assert all(one["games"] == 60 and one["goals"][0]["low"] < one["goals"][0]["high"] for one in told["trials"])


@pytest.mark.parametrize(("vary", "goal", "said"), [
    ("head_strat=1..3", "seat advantage", 'did you mean "head_start"?'),
    ("nothing=1..3", "seat advantage", "there are: laps_played, head_start, worth_of_pearl"),
    ("head_start=5", "seat advantage", "write it as NAME=LOW..HIGH"),
    ("head_start=5..2", "seat advantage", "write it as NAME=LOW..HIGH"),
    ("laps_played=1..9", "seat advantage", '"9" is no value for the option'),
    ("head_start=1..3", "fun", 'no figure is called "fun"'),
    ("head_start=1..3", "margin", 'say where "margin" should be'),
])  # fmt: skip
def test_what_cannot_be_varied_or_wished_is_told_with_what_can(toll: rulewright.Game, vary: str, goal: str, said: str) -> None:
    refused = run(str(toll.folder), "--vary", vary, "--for", goal)
    assert refused.exit_code == 2 and said in refused.output, refused.output


def test_a_shipped_game_is_not_touched(own_copy: Callable[..., Path]) -> None:
    """A card of Ruse and Bruise, in a copy: only its digits change."""
    folder = own_copy(rulewright.load("ruse_and_bruise").folder, "copy", "scenarios")
    game = rulewright.load(folder)
    changed = turned(game, {"print_of_king": 26, "round_count": 5})
    rows = {row.id: row.cells for _, row in changed.definition.rows}
    assert 26 in rows["king"].values() and changed.definition.fingerprint != game.definition.fingerprint
    assert rulewright.load(folder).definition.fingerprint == game.definition.fingerprint
