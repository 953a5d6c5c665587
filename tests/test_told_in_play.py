"""What whole games at a terminal left untold, or told twice: rows of picks, cards that are shuffled in, why something ended."""

from __future__ import annotations

from pathlib import Path

import pytest
from rulewright import Match
from rulewright.table.log import read_by
from written import game_in

TOLL = """
name: Toll
players: 2
components:
  token: {per: player, starts in: hand, discards to: heap, columns: {worth: number}, rows: {lead: {worth: 1, copies: 2},
    gold: {name: Gold 3, worth: 3}}}
zones:
  hand: {per: player, form: hand, seen by: owner}
  heap: {form: pile, seen by: everyone}
flow:
  - turns: player
    laps: 1
    do:
      - choose: 1 to any tokens in hand as paid
        such that: sum of worth of paid >= 1
        option: pay {paid} at the gate
        done: that is all
      - discard every token in paid
result: {score: count of tokens in hand, winner: best player by most score}
"""


def _told(match: Match, viewer: int | None) -> list[str]:
    return read_by(viewer, match.log)


@pytest.mark.parametrize(
    ("viewer", "told"),
    [
        (0, ["Ada: pay 2 leads and Gold 3 at the gate"]),
        (1, ["Ada: pay 3 tokens at the gate", "Ada discards Gold 3 and 2 leads"]),
        (None, ["Ada: pay 3 tokens at the gate", "Ada discards Gold 3 and 2 leads"]),
    ],
)
def test_a_row_of_picks_is_one_line_and_what_it_names_is_not_told_again(
    tmp_path: Path, viewer: int | None, told: list[str]
) -> None:
    match = game_in(tmp_path, TOLL).new_match(["Ada", "Bo"])
    for words in ("pay lead at the gate", "pay lead at the gate", "pay Gold 3 at the gate"):
        match.answer(words)
    assert _told(match, viewer) == told
    match.answer("pay lead at the gate")
    match.answer("that is all")
    assert "that is all" not in " ".join(_told(match, viewer)), "what was picked says it"
    assert any(line.public == "Bo: that is all" for line in match.log), "scenarios find it as before"


STALLS = """
name: Stalls
players: 2
types: {fruit: [apple, pear]}
components:
  crate: {starts in: yard, columns: {fruit: fruit, weight: number}, cross: {fruit: fruit, weight: [1, 2, 3]}}
  helper: {per: player, copies: 2, starts in: barn}
  giant: {per: player, starts in: barn}
zones: {yard: {seen by: everyone}, barn: {per: player, form: hand, seen by: everyone}, field: {seen by: everyone}}
groupings:
  sale:
    of: crate
    patterns:
      long_row: {run: weight, same: fruit, size: 3, worth: 9}
      pair: {same: weight, different: fruit, size: 2, worth: 4}
counters: {coins: {}}
numbers: {feat: 9}
define:
  power:
    of: player
    is: (count of helpers in field with owner is this) + 2 * (count of giants in field with owner is this)
flow:
  - turns: player
    laps: 2
    do:
      - choose: a card in barn as sent
        option: send {sent}
        decline: stay
        do: move sent to field
  - let: {lord: first player by most power}
  - for: lord
    do: gain (worth(sale) of yard) coins
  - each: player with power of it >= feat
    do: gain 1 coin
result: {score: coins, winner: best player by most score}
"""


LORD = "lord is Ada, with the highest power: Ada 3 = 1 (helper) + 2 (giant), Bo "
SALE = "Ada gains 18 coins (18): 9 (long row: apple 1, apple 2, apple 3) + 9 (long row: pear 1, pear 2, pear 3)"


@pytest.mark.parametrize(
    ("of_bo", "told"),
    [
        (("send helper", "send helper"), f"{LORD}2 (2 × helper)"),
        (("stay", "stay"), f"{LORD}0"),
        (("stay", "stay"), "power: 9 at least: none (Ada 3 = 1 (helper) + 2 (giant), Bo 0)"),
        (("stay", "stay"), SALE),
    ],
)
def test_what_is_all_of_something_stands_alone_and_sets_have_names(tmp_path: Path, of_bo: tuple[str, str], told: str) -> None:
    match = game_in(tmp_path, STALLS).new_match(["Ada", "Bo"])
    for one in ("send giant", of_bo[0], "send helper", of_bo[1]):
        match.answer(one)
    assert told in _told(match, None)


WELL = """
name: Well
players: 2
components: {stone: {starts in: well, columns: {weight: number}, cross: {weight: [1, 2, 3, 4]}}}
zones:
  well: {form: pile, seen by: nobody}
  hand: {per: player, form: hand, seen by: owner}
variables: {tired: {of: player, type: flag}}
flow:
  - step: digging
    rounds: 9
    until: CONDITION
    do:
      - turns: player
        laps: 1
        do:
          - choose: a number from 1 to 2 as deep
            option: dig {deep}
          - draw 1 stone from well to hand
          - mark player as tired
result: {score: count of stones in hand, winner: best player by most score}
"""


@pytest.mark.parametrize(
    ("condition", "told"),
    [
        ("well is empty", ["digging is over, as well is empty"]),
        ("count of stones in well <= 2", ["digging is over, as cards in well are 2, 2 at most"]),
        ("every player is tired", ["digging is over, as Ada is tired and Bo is tired"]),
        ("some player with count of stones in hand of it >= 2", ["digging is over, as cards in hand of Ada are 2, 2 at least"]),
        ("some player with sum of weight of stones in hand of it >= 2", []),  # that hangs on hidden cards
        ("9 < 2", []),
    ],
)
def test_what_ends_rounds_is_told_to_those_who_may_know_it(tmp_path: Path, condition: str, told: list[str]) -> None:
    match = game_in(tmp_path, WELL.replace("CONDITION", condition)).new_match(["Ada", "Bo"], seed=3)
    for _ in range(4):
        if match.decisions:
            match.answer("dig 1")
    for viewer in (None, 0, 1):
        assert [line for line in _told(match, viewer) if " over, as " in line] == told
