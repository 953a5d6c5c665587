"""What games told wrong, or in words of the rules' own making, that were written to try the telling and played to their end."""

from __future__ import annotations

from pathlib import Path

import pytest
from rulewright.table.log import read_by
from written import game_in

MINE = """
name: Mine
players: 3
components:
  stone: {starts in: seam, columns: {weight: number}, rows: {coal: [1], iron: [5], gold: [3]}}
  canary:
    starts in: shed
    abilities:
      - instead: owner of this is flooded
        by: owner of this
        may: send the canary
        do: move this to shed
zones: {seam: {seen by: everyone}, shed: {seen by: everyone}, pack: {per: player, seen by: everyone}}
counters: {lamps: {starts: 1}}
variables: {breath: {of: player, type: number 0 to 5, starts: 4}}
define:
  load: {of: player, is: sum of weight of stones in pack of this}
  spare: {of: player, with: {room_left: number}, is: room_left - load of this}
  flood: {with: {victim: player}, event: flooded, do: lower breath of victim by 1}
flow:
  - turns: player
    laps: 1
    do:
      - offer:
          - option: dig for {stone}
            choose: a stone in seam as stone
            do: move stone to pack
          - option: light a lamp
            do: gain 1 lamp
          - option: drop {old_stones}
            choose: 1 to 2 stones in pack as old_stones
            do: move every stone in old_stones to seam
  - let: {foreman: first player by most spare(9) of it}
  - each: player with load of it > lamps of it + 1
    do: flood player
  - flood (first player by most load)
  - for: foreman
    do: gain 1 lamp
result: {score: lamps + breath, winner: best player by most score}
"""


@pytest.mark.parametrize(
    "told",
    [
        # A number that is asked for with a value is no place, and what nothing is taken from is only itself.
        "foreman is Bo, with the highest spare(9): Bo 9, Cy 6 = 9 − load 3, Ada 4 = 9 − load 5",
        # Each is held to a number of its own.
        "load: Ada 5 = iron 5 (more than 2), Cy 3 = gold 3 (more than 2); not Bo 0 (not more than 3)",
        # Who is given to a verb that may be replaced is called as the verb calls it.
        "victim is Ada, with the highest load: Ada 5 = iron 5, Cy 3 = gold 3, Bo 0",
    ],
)
def test_values_and_bounds_of_each_are_told(tmp_path: Path, told: str) -> None:
    match = game_in(tmp_path, MINE).new_match(["Ada", "Bo", "Cy"])
    for one in ("dig for iron", "light a lamp", "dig for gold"):
        match.answer(one)
    assert told in read_by(None, match.log)


def test_an_option_that_asks_for_several_things_is_read_before_they_are_picked(tmp_path: Path) -> None:
    """It read `drop nothing`."""
    text = MINE.replace("    laps: 1", "    laps: 2")
    match = game_in(tmp_path, text).new_match(["Ada", "Bo", "Cy"])
    for one in ("dig for iron", "dig for coal", "dig for gold"):
        match.answer(one)
    assert "drop old stones" in [option.text for option in match.decisions[0].options]
    match.answer("drop old stones")
    match.answer("iron")
    assert read_by(None, match.log)[-2:] == ["Ada: drop old stones", "Ada: iron"]
