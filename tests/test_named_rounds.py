"""Rounds and turns with a name: each has its own number, and scenarios can stand at them."""

import pytest
from rulewright.language.diagnostics import DefinitionError
from rulewright.study.report import run_targets
from written import game_in

GAME = """
name: Nested
players: 2
counters: {coins: {}}
variables: {tempo: {type: number, lasts: hand}}
flow:
  - rounds: 2
    do:
      - step: hand
        rounds: 3
        until: hand is 2
        do:
          - raise tempo by 1
          - step: bidding
            turns: player
            laps: 1
            do:
              - choose: a number from 1 to 2 as bid
                option: bid {bid}
              - if: bid is 2
                do: end hand
              - say: "{player}: {round}, {hand}, {bidding}, {tempo}"
result: {score: coins, winner: best player by most score}
"""
SCENARIOS = """
- title: Play stands at the second hand of the second round
  given: {round: 2, hand: 2, at: bidding, turn: Bo}
  play:
    - Bo: bid 1
  expect: {over: true, happened: ["Bo: 2, 2, 1, 0"]}

- title: After the first hand comes the second, of the same round
  given: {at: hand}
  play:
    - Ada: bid 1
    - Bo: bid 1
      until: bidding
  expect: {hand: 2, round: 1, tempo: 1, bidding: 1}
"""


@pytest.fixture
def nested(tmp_path):
    (tmp_path / "scenarios").mkdir()
    (tmp_path / "scenarios" / "hands.yaml").write_text(SCENARIOS, encoding="utf-8")

    def written(text=GAME):
        return game_in(tmp_path, text)

    return written


@pytest.mark.parametrize("engine", ["reference", "python"])
def test_every_number_counts_for_itself(nested, engine):
    match = nested().new_match(2, engine=engine)
    while match.decisions:
        match.answer("bid 1")
    said = [line.public for line in match.log if line.public.startswith(("Ada: 1,", "Bo: 1,", "Ada: 2,", "Bo: 2,"))]
    assert said == [f"{who}: {one}, {hand}, {turn}, 1"
                    for one in (1, 2) for hand in (1, 2) for turn, who in ((1, "Ada"), (2, "Bo"))]  # fmt: skip


def test_what_has_a_name_can_be_left_by_it(nested):
    match = nested().new_match(2)
    match.answer("bid 2")
    numbers = match.definition.variable_numbers
    assert [match.state.variables[numbers[name]] for name in ("round", "hand", "tempo")] == [1, 2, 1]


def test_scenarios_stand_at_them(nested):
    report = run_targets((str(nested().folder),))
    assert report.passed, report.to_text()


def test_the_name_is_taken(nested):
    with pytest.raises(DefinitionError) as problem:
        nested(GAME.replace("tempo", "hand"))
    assert problem.value.diagnostics[0].slug == "duplicate-name"
