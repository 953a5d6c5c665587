"""Reasons as people stumbled over them: what is told twice, what does not add up, and what reads like something else."""

from __future__ import annotations

from pathlib import Path

import pytest
import rulewright
from rulewright.desk.reason_lines import why_lines
from rulewright.desk.sources import Sources
from rulewright.table.log import read_by
from written import game_in

PEAKS = """
name: Peaks
players: 2
types: {hill: {columns: {height: number, roads: list of hill}, rows: {ben: [3, [tor]], tor: [5, [ben]], law: {height: 4}}}}
components:
  tent:
    per: player
    starts in: pack
    columns: {weight: number}
    rows: {big: [2], small: [1]}
  flag: {starts in: pole}
zones:
  pack: {per: player, form: hand, holds: tent, seen by: owner}
  camp: {per: hill, holds: tent, seen by: everyone}
  pole: {holds: flag, seen by: everyone}
counters: {coins: {of: player, starts: 4}}
define:
  known:
    of: player
    with: {place: hill}
    is: count of hills in roads of place with taken(this) of it
  renown: {of: player, with: {place: hill}, is: known(place) of this + (count of flags in pole with owner is this)}
  view: {of: player, is: highest of height of hills with taken(this) of it or 0}
  taken: {of: hill, with: {by_whom: player}, is: some tent in camp of this with owner is by_whom}
  rent: {of: tent, is: weight + toll of owner of this + toll of owner of (first flag in pole)}
  toll: {of: player, is: coins of this}
  settled: {of: hill, is: camp of this is not empty}
flow:
  - turns: player
    laps: 1
    do:
      - choose: a tent in pack as one and a hill as place
        option: pitch {one} on {place}
        do: move one to camp of place
  - each: player
    do:
      - gain 1 coin
      - {step: rain, do: gain 1 coin}
      - {step: hail, do: gain 1 coin}
      - {step: snow, do: gain 1 coin}
      - {step: fog, do: gain 1 coin}
      - {step: frost, do: gain 1 coin}
      - {step: sleet, do: gain 1 coin}
      - {step: storm, do: gain 1 coin}
  - let:
      lord: first player by most renown(ben)
      guide: first player by most view
  - offer: [{option: rest}]
    by: lord
result: {score: coins - (sum of weight of tents in pack)}
"""


@pytest.fixture
def peaks(tmp_path: Path) -> tuple[Sources, rulewright.Match]:
    game = game_in(tmp_path, PEAKS)
    match = game.new_match(["Ada", "Bo"], seed=1)
    for answer in ("pitch small on tor", "pitch big on law"):
        match.answer(answer)
    return Sources(game), match


def why(peaks: tuple[Sources, rulewright.Match], words: str, seat: str | None = "Ada") -> list[str]:
    return [line.partition("  (")[0] for line in why_lines(*peaks, words, seat)]


def test_things_that_were_counted_are_told_with_what_was_counted(peaks: tuple[Sources, rulewright.Match]) -> None:
    """`Ada 1 = tor` has no number that comes to 1."""
    told = read_by(None, peaks[1].log)
    assert any("lord is Ada" in line and ": Ada 1 = known 1 (tor), Bo 0" in line for line in told)


def test_the_highest_of_several_things_stands_in_brackets_among_others(peaks: tuple[Sources, rulewright.Match]) -> None:
    """`Ada 5, tor 5, Bo 4, law 4` would be four."""
    told = read_by(None, peaks[1].log)
    assert any("view: Ada 5 (tor 5), Bo 4 (law 4)" in line for line in told)


def test_a_number_that_is_missing_names_the_part_that_is(peaks: tuple[Sources, rulewright.Match]) -> None:
    """It read `none = 2 printed + toll 4`, which does not add up."""
    assert why(peaks, "rent of big")[0] == "rent of big: none, as toll is none"


def test_what_takes_away_unseen_has_one_sign(peaks: tuple[Sources, rulewright.Match]) -> None:
    peaks[1].answer("rest")
    score = next(line for line in read_by(1, peaks[1].log) if line.startswith("score of Ada"))
    assert score.endswith(" − 2 that you cannot see")


def test_what_the_first_line_says_is_not_repeated_below_it(peaks: tuple[Sources, rulewright.Match]) -> None:
    assert why(peaks, "settled of ben") == ["ben is settled: no: camp of ben is empty"]


def test_more_tells_what_the_line_only_adds_up(peaks: tuple[Sources, rulewright.Match]) -> None:
    short, more = why(peaks, "coins of Ada"), why(peaks, "coins of Ada more")
    assert len(short) == 1 and "from 3 others" in short[0]
    assert len(more) == 1 + 3 and all(line.startswith("  1 ") for line in more[1:])
