"""What a game is like, on games whose course is known: one that goes back and forth, and one that a seat wins more often."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import rulewright
from click.testing import CliRunner
from rulewright.cli import main
from rulewright.study.course import play_course
from rulewright.study.luck import apart, continued, spread
from rulewright.study.plan import Seating, new_plan
from rulewright.study.sequences import RunningMean
from rulewright.study.shape import GameShape, shape
from rulewright.study.shape_text import ends, to_json, to_text
from written import game_in

SEESAW = """
name: Seesaw
about: Points come by the round, whatever anybody says.
players: 2
variables:
  points: {of: player, type: number 0 to 20}
flow:
  - rounds: 4
    do:
      - turns: player
        laps: 1
        do:
          - offer:
              - option: nod
              - option: wink
              - option: sigh
                if: round is 1
      - each: player
        do:
          - raise points by (FIRST) if player is (first player) else (SECOND)
result:
  score: points
  winner: best player by most score
"""
# 1:0, 1:2, 4:2, 4:3: the lead goes over and back, and is taken for good when the last round begins
FIRST = "1 if round is 1 else 3 if round is 3 else 0"
SECOND = "2 if round is 2 else 1 if round is 4 else 0"

LOTTERY = """
name: Lottery
about: One die settles it; the first seat has four of its six faces.
players: 2
components:
  cube: {die: 1 to 6, starts in: middle}
variables:
  points: {of: player, type: number 0 to 1}
zones:
  middle: {form: row, holds: cube, seen by: everyone}
flow:
  - turns: player
    laps: 1
    do:
      - offer:
          - option: wait
          - option: hope
  - roll every cube
  - each: player
    do:
      - if: (value of (first cube) > 2) is (player is (first player))
        then: raise points by 1
result:
  score: points
  winner: best player by most score
"""


def written(folder: Path, text: str) -> rulewright.Game:
    return game_in(folder, text)


@pytest.fixture(scope="module")
def seesaw(tmp_path_factory: pytest.TempPathFactory) -> rulewright.Game:
    return written(tmp_path_factory.mktemp("seesaw"), SEESAW.replace("FIRST", FIRST).replace("SECOND", SECOND))


@pytest.fixture(scope="module")
def lottery(tmp_path_factory: pytest.TempPathFactory) -> rulewright.Game:
    return written(tmp_path_factory.mktemp("lottery"), LOTTERY)


def means(found: GameShape) -> dict[str, float]:
    return {row.name: row.running.mean for row in found.traits}


def test_the_course_of_a_known_game(seesaw: rulewright.Game) -> None:
    course = play_course(seesaw, new_plan(seesaw), 0)
    assert course.leaders == ({0}, {1}, {0}, {0})
    assert course.lead_changes == 2 and course.taken_for_good == 3 / 4 and course.is_decided_early and course.is_comeback
    assert course.margin == 1 and course.result.scores == (4, 3)
    assert course.options == (3, 3, 2, 2, 2, 2, 2, 2)


@pytest.mark.parametrize("bots", ["random", "greedy"])
def test_traits_of_a_known_game(seesaw: rulewright.Game, bots: str) -> None:
    found = means(shape(seesaw, 5, Seating(bots=bots), workers=1))
    assert found["options at a decision"] == pytest.approx(18 / 8) and found["decisions"] == 8 and found["rounds"] == 4
    assert found["wins of Ada"] == 1 and found["comebacks"] == 1 and found["shared wins"] == 0
    assert all(mean == 0 for name, mean in found.items() if name.startswith("ends differently"))


def test_an_advantage_of_a_seat_is_found(lottery: rulewright.Game) -> None:
    found = shape(lottery, 400, workers=1)
    ada = found.trait("wins of Ada")
    low, high = ends(ada)
    assert low is not None and high is not None and low < 2 / 3 < high and found.is_unfair(ada)
    assert "off by more than chance" in to_text(found)


def test_what_only_a_die_decides_stays_open_to_the_end(lottery: rulewright.Game) -> None:
    """Two rolls differ with 4/9, whatever was common before: neither the deal nor the middle tells anything."""
    found = shape(lottery, 1000, workers=1)
    for name in ("another deal", "the same deal", "the same middle"):
        low, high = found.trait(f"ends differently: {name}").running.interval()
        assert low < 4 / 9 < high, name


def test_a_continuation_begins_where_the_game_stood(seesaw: rulewright.Game) -> None:
    one = continued(seesaw, new_plan(seesaw), 3)
    assert set(one.deal) == set(one.middle) == {(0,)}


def test_how_differently_games_end() -> None:
    assert apart((0,), (1,)) == 1 and apart((0,), (0,)) == 0 and apart((0, 1), (0,)) == 0.5
    assert apart((), ()) == 0 and apart((), (0,)) == 1 and apart((0, 2), (1, 3)) == 1
    assert spread([(0,), (0,), (1,), (1,)]) == pytest.approx(4 / 6)


def test_what_was_never_seen_may_still_happen() -> None:
    running = RunningMean.of([0.0] * 100)
    low, high = running.share_interval()
    assert low == 0 and 0.02 < high < 0.04


def test_workers_change_nothing(lottery: rulewright.Game) -> None:
    assert to_json(shape(lottery, 20, workers=1)) == to_json(shape(lottery, 20, workers=2))


def test_skill_is_worth_nothing_where_nothing_is_decided(lottery: rulewright.Game) -> None:
    found = shape(lottery, 4, skill=60, workers=1)
    row = found.trait("greedy against random")
    assert row.running.count == 60 and not found.is_unfair(row)


def test_the_command_tells_it_as_data_too() -> None:
    result = CliRunner().invoke(main, ["shape", "tic_tac_toe", "--games", "60", "--workers", "1", "--json"])
    assert result.exit_code == 0, result.output
    rows = {row["trait"]: row for row in json.loads(result.stdout)["traits"]}
    assert rows["options at a decision"]["low"] > 4 and rows["wins of Ada"]["fair"] == 0.5
    assert rows["lead changes"]["mean"] == 0, "who has a line has won"


def test_what_it_comes_to_stands_in_words_and_wide_figures_say_what_would_do() -> None:
    """The first player of tic-tac-toe wins more than half of all games at random, which no hundred of them can hide."""
    found = shape(rulewright.load("tic_tac_toe"), 120, workers=1)
    told = to_text(found)
    assert "Not fair, by more than chance: wins of Ada are" in told and "where 50.0 % would be fair" in told
    left = found.games_to_go(found.trait("wins of Ada"))
    assert left is not None and left > 100
    later = shape(rulewright.load("tic_tac_toe"), 120 + left, workers=1)
    assert later.trait("wins of Ada").running.radius() == pytest.approx(0.05, rel=0.1)
    assert later.games_to_go(later.trait("decisions")) == 0
    assert f"of {len(found.traits)} figures are not known to 5 points" in told
