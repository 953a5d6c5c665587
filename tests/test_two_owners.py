"""A variable of a player and a place or member: seen, drawn, told, asked, dealt anew, kept, and the same in every engine."""

import random
from pathlib import Path

import pytest
import rulewright
from drawing import board_of, rows_of
from rulewright.engine import chance
from rulewright.engine.native.engine import Native
from rulewright.engine.opening import new_state
from rulewright.engine.python.stepper import Stepper
from rulewright.engine.reference.interpreter import Interpreter
from rulewright.table.information_set import Outlook

LORDS = Path(__file__).parent / "definitions" / "sea_lords"
PLAYED = ["court dover", "pledge 2 at quay 2", "ally with dover"]


@pytest.fixture(scope="module")
def game():
    return rulewright.load(LORDS)


@pytest.fixture
def match(game):
    match = game.new_match(["Ada", "Bo"], seed=1)
    for answer in PLAYED:
        match.answer(answer)
    return match


def test_it_is_in_the_view_of_whoever_may_know_it(match):
    view = match.view("Bo")
    assert (view.fact("influence", "Ada in dover"), view.fact("influence", "Bo in dover")) == (2, 1)
    assert view.fact("pledge", "Bo in quay 2") == 2
    with pytest.raises(KeyError):
        match.view("Ada").fact("pledge", "Bo in quay 2")
    assert {zone.family for zone in view.zones} == {"quay"}, "two owners are no place"


def test_it_stands_beside_its_player(match):
    shown = rows_of(board_of(match, "Bo"))
    assert shown["Ada", "has"].items == (
        "points 0", "influence in dover 2", "allied in dover", "influence in calais 1", "influence in bruges 1",
    )  # fmt: skip
    assert "pledge in quay 2 2" in shown["Bo", "has"].items
    assert "pledge in quay 2 2" not in rows_of(board_of(match, "Ada"))["Bo", "has"].items


def test_the_log_tells_both_owners(match):
    told = [line.public for line in match.log]
    assert "influence of Ada in dover rises to 2" in told
    assert "Ada in dover is allied" in told
    assert not [line for line in told if "pledge" in line]


def test_it_is_explained(game, match):
    assert game.why(match, "influence of Ada in dover", "Bo").line == "influence of Ada in dover: 2 = 1 at first + 1 in round 1"


def test_a_save_brings_it_back(game, match):
    saved = match.save()
    assert "Ada in dover" in saved
    assert game.resume(saved).state.table() == match.state.table()


def test_a_deal_keeps_what_the_seat_knows(match):
    rng = chance.seeded(1)
    for _ in range(3):
        rng, twin = Outlook(match, "Bo").deal(rng)
        assert [one.facts for one in twin.view("Bo").players] == [one.facts for one in match.view("Bo").players]


@pytest.mark.needs("compiler")
def test_every_engine_plays_alike(game):
    seats = game.check_seats(3)
    world = game.new_match(3, 1).state.world
    for seed in range(3):
        seen = []
        for maker in (Interpreter, Stepper, Native):
            run, picks, looks = maker(new_state(world, seed), seats), random.Random(seed), []
            run.start()

            def policy(now, seat, count, site, picks=picks, looks=looks):
                looks.append((now.table(), seat, count, site))
                return picks.randrange(count)

            run.play_out(policy)
            seen.append(looks)
        assert seen[0] == seen[1] == seen[2]
        assert len(seen[0]) == 9


@pytest.mark.parametrize("town, lines", [("ashford", 1), ("bellmoor", 2)])
def test_what_happens_to_everybody_is_one_line_where_the_second_owner_is_the_same(town, lines):
    match = rulewright.load("toll_road").new_match(["Ada", "Bo"], seed=4)
    match.answer("hide the robber near cray")
    for goal in ("ashford", town):
        match.answer(next(one for one in match.decisions[0].options if one.text.endswith(goal)))
    told = [line.public for line in match.log if line.public.startswith("sold of")]
    assert len(told) == lines and (lines == 2 or told[0].startswith("sold of everybody in ashford rises to"))
    assert all(place in " ".join(told) for place in ("ashford", town))
