"""By what the rules came to a line of the log: told once somebody asks, with its numbers, and to those who may know it."""

from __future__ import annotations

from pathlib import Path

import pytest
import rulewright
from reason_laws import broken
from rulewright import Match
from rulewright.desk.chronicle import behind
from rulewright.desk.sources import Sources
from written import game_in, write_game

TOLL = """
name: Toll
players: 2
components:
  ware: {starts in: market, columns: {price: number}, rows: {salt: {price: 1, copies: 2}, silk: {price: 4, copies: 2}}}
zones:
  market: {form: hand, seen by: everyone}
  cart: {per: player, seen by: everyone}
counters: {coins: {of: player, starts: 3}}
define:
  load: {of: player, is: sum of price of wares in cart of this}
  heavy: {of: player, is: load of this >= 4}
  pass_gate:
    with: {dues: number}
    do:
      - if: player is heavy and coins >= dues  # T-1
        then: pay dues coins
        else:
          - if: no silk in cart
            do: gain 1 coin
flow:
  - turns: player
    laps: 2
    do:
      - offer:
          - {option: load silk, choose: a silk in market as bale, do: move bale to cart}
          - {option: load salt, choose: a salt in market as bale, do: move bale to cart}
      - pass_gate 2
  - step: evening
    do:
      - each: player
        do:
          - if: some silk in cart
            do: gain 3 coins
result: {score: coins}
"""


@pytest.fixture
def toll(tmp_path: Path) -> tuple[Sources, Match]:
    write_game(tmp_path, TOLL)
    (tmp_path / "rules.yaml").write_text("T-1: Who has a heavy load pays the toll.\n", encoding="utf-8")
    game = rulewright.load(tmp_path)
    match = game.new_match(["Ada", "Bo"], seed=1)
    for answer in ("load silk", "load salt", "load salt", "load silk"):
        match.answer(answer)
    return Sources(game), match


def facts(match: Match, words: str) -> list[str]:
    (line,) = [line for line in match.log if line.seen_by(None) == words]
    return [one.facts for one in line.conditions(None)]


def test_a_line_knows_the_conditions_around_it_the_outermost_first(toll: tuple[Sources, Match]) -> None:
    _, match = toll
    told = facts(match, "pass gate: Ada pays 2 coins (1)")
    assert told == ["load of Ada is 4, 4 at least and coins of Ada is 3, 2 at least (dues)"]
    first, second = facts(match, "pass gate: Bo gains 1 coin (4)")
    assert (first, second) == ("load of Bo is 1, not 4 at least", "not salt: salt is not silk")


def test_asking_for_a_line_tells_its_rule_in_at_most_five_lines(toll: tuple[Sources, Match]) -> None:
    sources, match = toll
    number = [line.seen_by(0) for line in match.log if line.seen_by(0)].index("pass gate: Ada pays 2 coins (1)") + 1
    told = behind(sources, match, "Ada", str(number))
    assert told[0] == '"pass gate: Ada pays 2 coins (1)" comes from:' and told[1].endswith(": then: pay dues coins")
    line = next(number for number, text in enumerate(TOLL.splitlines(), 1) if "T-1" in text)
    assert told[2].endswith(": pass_gate 2")  # the sentence that says how much
    assert told[3] == f"  as load of Ada is 4, 4 at least and coins of Ada is 3, 2 at least (dues)  (game.yaml:{line})"
    assert told[4:] == ["  T-1: Who has a heavy load pays the toll."]


def test_a_step_and_a_verb_stand_before_what_they_do_where_no_answer_says_so(toll: tuple[Sources, Match]) -> None:
    _, match = toll
    told = [line.seen_by(None) for line in match.log]
    assert "evening: everybody gains 3 coins (Ada 4, Bo 5)" in told
    assert "pass gate: Ada pays 2 coins (1)" in told


@pytest.mark.parametrize("name", ["rus", "ruthless"])
def test_the_parts_of_every_condition_come_to_what_it_is(name: str) -> None:
    match = rulewright.load(name).new_match(["Ada", "Bo"], seed=5)
    for _ in range(24):
        match.answer(match.decisions[0].options[-1])
    asked = [one.reason for line in match.log[::2] for one in line.conditions(0)]
    assert asked and not [wrong for one in asked for wrong in broken(one)]


# Nobody has written a word here for the log.
UNSEEN = """
name: Unseen
players: 4
TEAMS
components:
  loaf: {starts in: oven, rows: {rye: {copies: 5}, bun: {copies: 4}}}
zones:
  oven: {form: row, seen by: everyone}
  in_reach: {per: player, seen by: everyone}
variables: {stale: {of: loaf, type: number}}
counters: {thanks: {of: player, plural: thanks}}
define:
  alone: {of: player, is: count of cards in in_reach of this is 1}
  age: {do: [{each: rye in in_reach, do: raise stale of rye by 1}]}
setup:
  - {each: player, do: [move first rye in oven to in_reach, move first bun in oven to in_reach]}
flow:
  - {turns: player, laps: 1, do: [{offer: [{option: wait}, {option: eat, do: move first bun in in_reach to oven}]}]}
  - {for: first player, do: [move first rye in oven to in_reach, age]}
  - {let: {host: first player by most thanks}}
  - {if: some alone player, do: set host to first alone player}
  - give 1 thanks to host
result: {score: thanks, RESULT}
"""


def told_of(folder: Path, teams: str, result: str) -> list[str]:
    text = UNSEEN.replace("TEAMS", teams).replace("RESULT", result)
    match = game_in(folder, text).new_match(["Ada", "Bo", "Cy", "Di"], seed=1)
    for answer in ("wait", "eat", "wait", "wait"):
        match.answer(answer)
    return [line.seen_by(None) for line in match.log]


def test_teams_are_told_who_came_first_and_what_goes_before_a_ranking_why(tmp_path: Path) -> None:
    told = told_of(tmp_path, "teams: {count: 2, scores: summed}", "winner: best player by most score")
    assert told[-1] == "winners: Bo, Di, with the highest score: Bo 1, Di 1, Ada 0, Cy 0"
    alone = told_of(tmp_path, "teams: {count: 2}", "winner: first player by most score")
    assert alone[-1] == "winner is Bo, with the highest score: Bo 1, Ada 0, Cy 0, Di 0; Di wins with Bo"
    (host,) = [line for line in told if line.startswith("host")]
    assert host.startswith("host is Bo, as Bo is alone (cards in reach of Bo are 1); that goes before the most thanks: ")
    assert "Bo gains 1 thanks (1)" in told


def test_a_game_that_is_won_together_ends_with_what_won_or_lost_it(tmp_path: Path) -> None:
    assert told_of(tmp_path, "", "won: no alone player")[-1] == "everybody loses, as Bo is alone (cards in reach of Bo are 1)"
    assert told_of(tmp_path, "", "won: some alone player")[-1] == "everybody wins, as Bo is alone (cards in reach of Bo are 1)"


def test_lines_about_several_things_tell_what_went_where_and_what_each_has(tmp_path: Path) -> None:
    told = told_of(tmp_path, "", "won: no alone player")
    assert "a rye and a bun go to everybody's cards in reach" in told
    assert any(line.endswith("stale of 2 ryes of Ada rises to 1 each") for line in told)
