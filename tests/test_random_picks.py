"""What chance picks: `choose: a random … as NAME`, in every engine, forced or not, and who may know it."""

from collections import Counter

import pytest
from rulewright.engine import chance
from rulewright.table.information_set import Outlook
from written import game_in

LOTS = """
name: Lots
players: 2 to 3
components:
  coin: {starts in: purse, cross: {worth: [1, 2, 3, 4, 5]}, columns: {worth: number}}
zones:
  purse: {form: pile, seen by: nobody}
  hand: {per: player, form: hand, seen by: owner}
  heap: {seen by: everyone}
variables:
  code: {type: number 1 to 4, seen by: nobody}
  best_guess: {of: player, type: number 0 to 4}
setup:
  - draw 2 coins from purse to heap
  - choose: 2 random coins in heap as both
  - choose: 7 random coins in purse as rest_of_them
    do: move every coin in rest_of_them to hand of (first player)
  - choose: a random coin in purse as nothing_left
    else: draw 1 coin from heap to hand of (last player)
flow:
  - choose: a random number from 1 to 4 as drawn
  - set code to drawn
  - turns: player
    laps: 2
    do:
      - choose: a random opponent as rival
        tell: "{rival} is unlucky"
      - choose: a random coin in hand of rival as stolen
        do: move stolen to hand
      - choose: a number from 1 to 4 as guess
        option: guess {guess}
      - if: guess is drawn
        do: set best_guess to guess
result:
  score: (sum of worth of coins in hand) + (10 if best_guess is code else 0)
  winner: best player by most score
"""


@pytest.fixture(scope="module")
def game(tmp_path_factory):
    return game_in(tmp_path_factory.mktemp("lots"), LOTS)


def rest_of(match):
    while match.decisions:
        match.answer(match.decisions[0].options[0])
    return match


@pytest.mark.needs("compiler")
@pytest.mark.parametrize("players", [2, 3])
def test_every_engine_picks_the_same(game, players):
    for seed in range(10):
        ends = [rest_of(game.new_match(players, seed=seed, engine=one)) for one in ("reference", "python", "native")]
        assert len({str(one.state.key()) for one in ends}) == 1


def test_everything_is_picked_equally_often(game):
    told = Counter(line.seen_by(None) for seed in range(300) for line in game.new_match(["Ada", "Bo", "Cy"], seed=seed).log)
    assert 110 < told["Bo is unlucky"] < 190 and told["Bo is unlucky"] + told["Cy is unlucky"] == 300


def test_several_are_picked_as_far_as_there_are_any_and_else_follows_where_there_is_nothing(game):
    match = game.new_match(["Ada", "Bo"], seed=1)
    lines = [line.seen_by(None) for line in match.log]
    assert "chance picks coin 1, coin 2" in lines
    assert [len(match.state.zones[zone]) for zone in range(4)] == [0, 4, 0, 1]  # Ada has stolen what Bo had


def test_a_secret_of_chance_is_told_to_nobody_and_picked_anew_for_bots(game):
    match = game.new_match(["Ada", "Bo"], seed=3)
    assert "chance picks …" in [line.seen_by(None) for line in match.log]
    outlook, rng, seen = Outlook(match, "Ada"), chance.seeded(1), set()
    number = match.definition.variable_numbers["code"]
    for _ in range(40):
        rng, dealt = outlook.deal(rng)
        flow = dealt.state.stack[0]
        names = match.definition.procedures[flow[0]].names
        assert flow[2][names.index("drawn")] == dealt.state.variables[number]
        seen.add(dealt.state.variables[number])
    assert seen == {1, 2, 3, 4}


def test_whoever_may_not_see_a_card_reads_only_that_one_was_picked(game):
    log = game.new_match(["Ada", "Bo"], seed=2).log
    (line,) = [one for one in log if one.seen_by(None) == "chance picks a coin"]
    assert (line.seen_by(0), line.seen_by(1)) == ("chance picks a coin", "chance picks coin 1")  # it is in the hand of Bo
