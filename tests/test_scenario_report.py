"""What a report on scenarios tells: every failure, every scenario that could not be read, and the rules nobody cites."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner
from rulewright.cli import main
from rulewright.study import report as reporting
from rulewright.study.report import GameReport, run_targets

Runner = Callable[[str, str], GameReport]

GAME = """
name: Kites
players: 2
components:
  kite: {starts in: shed, rows: {swift: {}, heron: {}, wren: {}}}
zones:
  shed: {form: row, seen by: everyone}
  sky: {per: player, form: row, seen by: everyone}
flow:
  - turns: player
    laps: 1
    do:
      - choose: a kite in shed as flown
        option: fly {flown}
      - move flown to sky
result: {score: count of kites in sky, winner: best player by most score}
"""

MIXED = """
- title: Good
  play: [{Ada: fly heron}]
  expect: {sky of Ada: [heron]}
- title: Three things are wrong
  play:
    - Ada: fly heron
    - expect:
        sky of Ada: [wren]
        only offered to Bo: [fly heron]
    - Bo: fly swift
  expect:
    score of Bo: 1
    over: false
- title: A misspelt card
  given: {shed: [heorn]}
  expect: {decision: Ada}
- title: A misread phrase
  expect: {kites in in shed: 3}
- title: An unknown key
  espect: {over: true}
- no mapping
- title: Still good
  expect: {decision: Ada}
"""


def test_every_failed_expectation_of_a_scenario_is_told(report_on: Runner) -> None:
    report = report_on(GAME, MIXED)
    ((scenario, failures),) = report.failed
    assert scenario.title == "Three things are wrong"
    assert [failure.message for failure in failures] == [
        "sky of Ada is different", "the offer to Bo is different", "the game is over",
    ]  # fmt: skip
    assert [failure.where[1] for failure in failures] == [9, 10, 14]
    text = report.to_text()
    assert text.count("FAILED") == 1 and all(failure.message in text for failure in failures)


FLAGS = "variables: {proud: {of: player, type: flag}, calm: {of: player, type: flag}}\nflow:"
MOVED = "      - move flown to sky\n"
MARKED = "      - {if: flown is heron, do: mark player as proud}\n      - {if: calm, do: unmark player as calm}\n"
STOUT = GAME.replace("flow:", FLAGS).replace(MOVED, MOVED + MARKED)
WHY = """
title: Everything is otherwise
play:
  - Ada: fly heron
  - expect: {over: true, offered to Bo: [fly a plane]}
  - Bo: fly swift
expect:
  sky of Ada: []
  sky of Bo: [wren]
  shed: 3 cards
  proud of Ada: false
  calm of Ada: true
  winners: Bo
"""


def test_what_is_not_as_expected_is_told_with_what_made_it_so(report_on: Runner) -> None:
    """Where it was set, where cards came from and where those lie that are missed, who must decide, and what settled it."""
    report = report_on(STOUT, WHY)
    ((_, failures),) = report.failed
    above = (STOUT.partition(words)[0] for words in ("move flown", "mark player"))
    move, mark = (1 + words.count("\n") for words in above)
    assert {failure.message: failure.because for failure in failures} == {
        "the game is not over": ("Bo must decide",),
        "the offer to Bo is different": ('no option of this game reads "fly a plane"',),
        "sky of Ada is different": (f'last changed at game.yaml:{move}, after "Ada: fly heron"',),
        "sky of Bo is different": ("wren lies in shed", f'last changed at game.yaml:{move}, after "Bo: fly swift"'),
        "shed is different": (f'last changed at game.yaml:{move}, after "Bo: fly swift"',),
        "proud of Ada is different": (f'set at game.yaml:{mark}, after "Ada: fly heron"',),
        "calm of Ada is different": ("nothing has set it",),
        "somebody else won": (
            "score of Ada: 1: heron", "score of Bo: 1: swift",
            "winners: Ada, Bo, with the highest score: Ada 1, Bo 1",
        ),
    }
    assert "expected: nothing" in report.to_text()


def test_a_scenario_that_cannot_be_read_costs_only_itself_and_is_counted(report_on: Runner) -> None:
    report = report_on(GAME, MIXED)
    assert report.passed == 2
    assert [one.title for one in report.unread] == ["A misspelt card", "A misread phrase", "An unknown key", ""]
    assert report.to_text().endswith(": 2 scenarios pass, 1 fails, 4 could not be read.")
    assert [one.span.line for one in report.broken] == [16, 19, 21, 22]


def test_the_command_fails_when_one_scenario_cannot_be_read(report_on: Runner, tmp_path: Path) -> None:
    report_on(GAME, "- {title: Good, expect: {decision: Ada}}\n- {title: Bad, expect: {decision: Zoe}}\n")
    ran = CliRunner().invoke(main, ["test", str(tmp_path)])
    assert ran.exit_code == 1
    assert ran.output.endswith(": 1 scenario passes, 1 could not be read.\n")
    told = json.loads(CliRunner().invoke(main, ["test", "--json", str(tmp_path)]).output)
    assert told["games"][0]["unread"] == ["Bad"] and told["games"][0]["passed"] == 1


def test_a_file_that_is_not_yaml_is_counted(report_on: Runner) -> None:
    report = report_on(GAME, "- title: [\n")
    assert len(report.broken) == 1
    assert report.to_text().endswith(": 0 scenarios pass, 1 could not be read.")


def test_what_an_unread_scenario_would_have_run_harms_no_other(report_on: Runner) -> None:
    report = report_on(
        GAME,
        """
- title: Bad
  run: [{choose: a kite in shed as lost, option: drop it}, move swfit to shed]
- title: Good
  run: [{choose: a kite in shed as lost, option: "lose {lost}"}, move lost to sky of Bo]
  expect: {only offered to Ada: [lose swift, lose heron, lose wren]}
""",
    )
    assert (report.passed, len(report.unread)) == (1, 1), report.to_text()


def test_rules_that_nobody_cites_are_one_line_and_listed_when_asked_for(report_on: Runner, tmp_path: Path) -> None:
    report_on(GAME, "- {title: Good, rules: [K1], expect: {decision: Ada}}\n")
    rules = "".join(f"K{number}: A rule.\n" for number in range(1, 61))
    (tmp_path / "rules.yaml").write_text(rules, encoding="utf-8")
    short = CliRunner().invoke(main, ["test", str(tmp_path)])
    assert short.exit_code == 1
    assert len(short.output.splitlines()) == 2 and "59 rules are cited by no scenario" in short.output
    long = CliRunner().invoke(main, ["test", "--rules", str(tmp_path)])
    assert "K60        cited by no scenario" in long.output


def test_rules_of_a_scenario_that_cannot_be_read_are_not_called_uncited(report_on: Runner, tmp_path: Path) -> None:
    report_on(GAME, "- {title: Bad, rules: [K1], expect: {decision: Zoe}}\n")
    (tmp_path / "rules.yaml").write_text("K1: A rule.\n", encoding="utf-8")
    (game,) = run_targets((str(tmp_path),)).games
    assert game.uncited == [] and len(game.unread) == 1


def test_a_fault_of_our_own_names_the_scenario_and_stops_no_other(report_on: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    played = reporting.run_scenario

    def breaking(definition, scenario, *engines):
        if scenario.title == "Bad":
            raise ValueError("odd")
        return played(definition, scenario, *engines)

    monkeypatch.setattr(reporting, "run_scenario", breaking)
    monkeypatch.delenv("RULEWRIGHT_DEBUG", raising=False)
    report = report_on(GAME, "- {title: Bad, expect: {over: false}}\n- {title: Good, expect: {over: false}}\n")
    assert report.passed == 1
    assert "FAILED Bad" in report.to_text() and "a fault of Rulewright, not yours: ValueError: odd" in report.to_text()
