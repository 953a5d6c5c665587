"""Coverage tells what scenarios and games carried out; mutants are noticed by the scenarios that test their lines."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import rulewright
from click.testing import CliRunner
from rulewright import ir
from rulewright.cli import main
from rulewright.engine.trouble import RuleError
from rulewright.ir.limits import Limit
from rulewright.ir.walk import walk
from rulewright.study.coverage import Coverage, What, cover, source_of
from rulewright.study.coverage_text import to_text
from rulewright.study.mutants import WrittenWords, mutants_of
from rulewright.study.mutate import mutate
from written import LANTERNS, write_game

GAME = """\
name: Tolls
players: 2
numbers: {wages: 3}
counters:
  coins: {of: player}
components:
  cargo:
    starts in: deck
    columns: {weight: number}
    rows:
      crate:
        weight: 4
        abilities:
          - when: this is revealed
            do: owner_gains 1
      chest:
        weight: 7
        abilities:
          - always: this gets +2 load
zones:
  deck: {seen by: everyone}
values:
  load: {of: cargo, starts: weight}
flow:
  - turns: player
    laps: 1
    do:
      - offer:
          - option: work
            do: gain wages coins
          - option: rest
          - option: bribe
            if: coins >= 9
            do: pay 9 coins
      - if: coins > 2
        then: pay 1 coin
        else: gain 2 coins
define:
  owner_gains:
    with: {amount: number}
    do:
      - each: player
        do: gain amount coins
result:
  score: coins
  winner: best player by most score
"""
WORKING = """\
- title: Who works is paid and pays the toll
  play:
    - Ada: work
    - Bo: rest
  expect:
    coins of Ada: 2
    coins of Bo: 2
"""
LOADED = """\
- title: A chest weighs more than is printed on it
  expect:
    load of chest: 9
"""


def game_of(tmp_path: Path, *scenarios: str) -> rulewright.Game:
    (tmp_path / "scenarios").mkdir()
    write_game(tmp_path, GAME)
    (tmp_path / "scenarios" / "all.yaml").write_text("".join(scenarios), encoding="utf-8")
    return rulewright.load(tmp_path)


def at(text: str) -> int:
    """The line of the game that contains a text."""
    return next(number for number, line in enumerate(GAME.splitlines(), 1) if text in line)


def missing(coverage: Coverage) -> set[tuple[int, str]]:
    return {(mark.place[1], mark.missing) for mark in coverage.missing}


def test_what_no_scenario_came_to_is_listed(tmp_path: Path) -> None:
    told = missing(cover(game_of(tmp_path, WORKING)))
    assert {(at("option: bribe"), "never offered"), (at("always"), "never in effect")} <= told
    assert {(at("when: this"), "never carried out"), (at("pay 9"), "never carried out")} <= told
    assert not {line for line, _ in told} & {at("wages coins"), at("if: coins > 2"), at("else"), at("option: rest")}


def test_a_condition_that_only_came_out_one_way_is_listed(tmp_path: Path) -> None:
    resting = WORKING.replace("Ada: work", "Ada: rest").replace("of Ada: 2", "of Ada: 2")
    assert (at("if: coins > 2"), "never so") in missing(cover(game_of(tmp_path, resting)))


def test_what_a_scenario_asks_for_counts(tmp_path: Path) -> None:
    coverage = cover(game_of(tmp_path, WORKING, LOADED))
    assert at("always") not in {line for line, _ in missing(coverage)}
    assert coverage.of_scenarios[0, at("always")] == ("A chest weighs more than is printed on it",)


def test_games_count_apart_from_scenarios(tmp_path: Path) -> None:
    coverage = cover(game_of(tmp_path, WORKING), games=3)
    sentences = [(one, two) for one, two in zip(coverage.by_scenarios, coverage.by_games, strict=True)
                 if one.place[1] == at("turns") and one.what == What.SENTENCE]  # fmt: skip
    ((by_scenarios, by_games),) = sentences
    assert by_games.times == 3 * by_scenarios.times > 0


ENDLESS = GAME.replace("do: gain wages coins", "do: [{repeat: 1000000, do: gain 1 coin}]")


def test_what_never_ends_is_waited_for_once_and_told(tmp_path: Path) -> None:
    write_game(tmp_path, ENDLESS)
    (tmp_path / "scenarios").mkdir()
    rows = "".join(WORKING.replace("Who works", f"Who works for {day} days") for day in range(100))
    (tmp_path / "scenarios" / "all.yaml").write_text(rows, encoding="utf-8")
    game = rulewright.load(tmp_path)
    coverage = cover(game, games=50)
    assert (coverage.scenarios, coverage.games) == (1, 0)
    assert "The rest was left out" in to_text(coverage) and "for 0 days" in coverage.endless
    with pytest.raises(RuleError, match=r"for 0 days.*never ends"):
        mutate(game)


def test_a_game_that_goes_on_and_on_is_told(tmp_path: Path) -> None:
    write_game(tmp_path, GAME.replace("laps: 1", "laps: 1000000"))
    coverage = cover(rulewright.load(tmp_path), games=50)
    assert coverage.games == 1 and "after 5,000 answers the game is not over" in coverage.endless


def test_lcov_has_a_line_for_every_line_with_rules(tmp_path: Path) -> None:
    game_of(tmp_path, WORKING)
    path = tmp_path / "lines.info"
    result = CliRunner().invoke(main, ["coverage", str(tmp_path), "--missing", "--lcov", str(path)])
    assert result.exit_code == 0, result.output
    lines = path.read_text(encoding="utf-8").splitlines()
    assert lines[0].startswith("SF:") and lines[0].endswith("game.yaml") and lines[-1] == "end_of_record"
    counted = dict(line[3:].split(",") for line in lines if line.startswith("DA:"))
    assert counted[str(at("wages coins"))] == "1" and counted[str(at("pay 9"))] == "0"
    assert f"BRDA:{at('if: coins > 2')},1,0,1" in lines and f"BRDA:{at('if: coins > 2')},1,1,1" in lines


def test_the_definition_is_shown_with_counts(tmp_path: Path) -> None:
    game_of(tmp_path, WORKING)
    text = CliRunner().invoke(main, ["coverage", str(tmp_path)]).output
    shown = next(line for line in text.splitlines() if "if: coins > 2" in line)
    assert shown.split("|")[0].strip() == "1/1"
    data = json.loads(CliRunner().invoke(main, ["coverage", str(tmp_path), "--json"]).stdout)
    assert data["covered"] == data["marks"] - sum(bool(line["missing"]) for line in data["lines"])


@pytest.mark.parametrize(("fault", "noticed"), [
    ("wages: 3 becomes 4", True), ("9 becomes 10", False), ("weight of chest: 7 becomes 8", True),
    ("weight of crate: 4 becomes 5", False), ("without always", True), ("most becomes least", False), ("> becomes >=", False),
    ("2 becomes 3", True),
])  # fmt: skip
def test_a_fault_is_noticed_by_the_scenario_that_tests_its_line(tmp_path: Path, fault: str, noticed: bool) -> None:
    mutation = mutate(game_of(tmp_path, WORKING, LOADED))
    verdicts = [one for one in mutation.verdicts if fault in one.mutant.words]
    assert [bool(one.noticed_by) for one in verdicts] == [noticed] * len(verdicts) and verdicts


def test_a_comment_explains_a_fault_that_nothing_notices(tmp_path: Path) -> None:
    game_of(tmp_path, WORKING)
    result = CliRunner().invoke(main, ["mutate", str(tmp_path), "--only", "9 becomes 10"])
    assert result.exit_code == 1 and "No scenario notices these 2" in result.output
    text = GAME.replace("if: coins >= 9", "if: coins >= 9  # unproven: nobody has that much")
    write_game(tmp_path, text.replace("pay 9 coins", "pay 9 coins  # unproven: as above"))
    result = CliRunner().invoke(main, ["mutate", str(tmp_path), "--only", "9 becomes 10"])
    assert result.exit_code == 0 and "2 are explained" in result.output


def test_options_that_are_told_count_as_steps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulewright.study.coverage.KEPT_STEPS", Limit(9_000, "steps"))
    many = "- choose: a number from 0 to 5000 as one\n      - if: one > 2500 and coins > 2"
    write_game(tmp_path, GAME.replace("- if: coins > 2", many).replace("laps: 1", "laps: 2"))
    assert "after 9,000 steps" in cover(rulewright.load(tmp_path), games=1).endless


def test_a_fault_leaves_all_that_it_does_not_stand_in_as_it_is(tmp_path: Path) -> None:
    """So that many faults of one long rule take time in step with it."""
    steps = "".join(f"  - repeat: {100 + number}\n    do: shuffle den\n" for number in range(40))
    game = rulewright.load(write_game(tmp_path, LANTERNS.replace("  - shuffle den\n", steps)))
    flow = game.definition.flow
    found = [one for alike in mutants_of(game, WrittenWords(source_of(game))) for one in alike]
    assert [one.words for one in found] == [f"{100 + number} becomes {101 + number}" for number in range(40)]
    before = [one for one in walk(game.definition.procedures[flow]) if isinstance(one, ir.Loop)]
    for number, mutant in enumerate(found):
        after = [one for one in walk(mutant.change(game.definition).procedures[flow]) if isinstance(one, ir.Loop)]
        assert [one is other for one, other in zip(before, after, strict=True)] == [step != number for step in range(40)]
