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
