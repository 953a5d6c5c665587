"""A sentence takes what it is about at its start: whom it means does not change while it is carried out."""

from __future__ import annotations

from pathlib import Path

import pytest
from rulewright.table.log import read_by
from written import game_in

CREW = """
name: Crew
players: 3
components:
  sailor: {starts in: tavern, columns: {strength: number}, rows: {ann: [1], ben: [2], cid: [3]}}
zones: {tavern: {seen by: everyone}, pier: {seen by: everyone}}
counters: {coins: {starts: 5}}
variables:
  tired: {of: player, type: flag, lasts: round}
  glad: {of: sailor, type: flag}
  paid: {of: player, type: number 0 to 9}
define:
  hire: {with: {newcomer: sailor}, event: hired, do: move newcomer to pier}
rules:
  - {when: a sailor is hired, do: mark sailor as glad}
  - {when: player pays coins, do: raise paid by 1}
flow:
  - rounds: 1
    do:
      - turns: player
        laps: 1
        do:
          - choose: a number from 1 to 2 as step_taken
            option: go on {step_taken}
          - SENTENCE
result: {score: coins + 10 * paid + (1 if player is tired else 0), winner: best player by most score}
"""


WHEN_PAID = "  - {when: player pays coins, do: raise paid by 1}\n"


@pytest.mark.parametrize(
    ("sentence", "waiting", "told"),
    [
        # Ada pays, and then has the fewest herself.
        ("pay 2 coins to (first player by least coins, then most seat)", "", "Ada pays Cy 2 coins (Ada 3, Cy 7)"),
        # Cy pays, and then Bo has the most: it is still Cy who has paid.
        ("take 1 coin from (first player by most coins, then most seat)", WHEN_PAID, "paid of Cy rises to 1"),
        # The first in the tavern has left it when those who wait for it hear of it.
        ("hire top sailor of tavern", WHEN_PAID, "ann is glad"),
        # Whoever was the first of the untired is not one of them any more.
        ("mark (first untired player by least seat) as tired until end of turn", WHEN_PAID, "Ada is tired until end of turn"),
    ],
)
def test_whom_a_sentence_is_about_is_taken_at_its_start(tmp_path: Path, sentence: str, waiting: str, told: str) -> None:
    text = CREW.replace("SENTENCE", sentence).replace(WHEN_PAID, waiting)
    match = game_in(tmp_path, text).new_match(["Ada", "Bo", "Cy"])
    match.answer("go on 1")
    assert told in read_by(None, match.log)
