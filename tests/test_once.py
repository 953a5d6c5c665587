"""What can be taken once, and what happens when a pile has run out."""

import pytest
from written import game_in

WELL = """
name: Well
players: 2
components:
  bucket:
    starts in: well
    copies: 3
    abilities: [{in: [rest], once: kicked, option: kick it, if: this is in yard, do: gain 5 coins}]
zones:
  well: {form: pile, seen by: everyone, when empty: [gain 1 coin, end drawing_water]}
  yard: {per: player, seen by: everyone}
counters: {coins: {of: player}}
variables:
  dipped: {of: player, type: flag, lasts: round}
  kicked: {of: bucket, type: flag}
define:
  drawing_water:
    do:
      - draw 2 buckets from well to yard
      - gain 10 coins
flow:
  - rounds: 2
    do:
      - turns: player
        laps: 2
        do:
          - offer:
              - {option: dip in, once: dipped, do: drawing_water}
              - {option: sit}
            window: rest
result: {score: coins, winner: best player by most score}
"""


@pytest.fixture(params=["reference", "python"])
def match(request, tmp_path):
    return game_in(tmp_path, WELL).new_match(["Ada", "Bo"], engine=request.param)


def offered(match):
    return [option.text for option in match.decisions[0].options]


def test_an_option_is_taken_once_and_comes_back_with_its_flag(match):
    assert offered(match) == ["dip in", "sit"]
    match.answer("dip in")
    assert offered(match) == ["dip in", "sit"]  # Bo has not dipped in yet
    match.answer("sit")
    assert offered(match) == ["sit", "kick it"]
    match.answer("sit")
    match.answer("sit")
    assert offered(match) == ["dip in", "sit", "kick it"]


def test_an_ability_is_used_once_on_each_card(match):
    match.answer("dip in")
    match.answer("sit")
    for _ in range(2):
        assert "kick it" in offered(match)
        match.answer("kick it")
        match.answer("sit")
    assert offered(match) == ["dip in", "sit"]


def test_what_a_pile_says_happens_when_fewer_are_left_than_are_drawn(match):
    match.answer("dip in")
    match.answer("dip in")
    for _ in range(6):
        match.answer("sit")
    assert match.result.scores == {"Ada": 10, "Bo": 1}
