"""What is said of scenarios that name somebody or something that is not there."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from click.testing import CliRunner
from rulewright.cli import main
from written import write_game

GAME = """\
name: Lanterns
players: 2 to 4
components:
  animal:
    per: player
    starts in: den
    columns: {height: number}
    rows: {king: [9], fox: {height: 2, copies: 2}}
zones:
  den: {per: player, seen by: everyone}
  column: {count: 2, seen by: everyone}
variables:
  bid: {of: player, type: number 0 to 9}
flow:
  - turns: player
    do:
      - if: bid > 2
        then: end turn
      - choose: a card in den as mine
        do: move mine to column 1
"""
SIT = "hint: at the table sit: Ada, Bo, Cy"


def told_of(scenario: str, folder: Path) -> str:
    write_game(folder, GAME)
    (folder / "scenarios").mkdir()
    (folder / "scenarios" / "a.yaml").write_text(f"title: A rule\n{scenario}\n", encoding="utf-8")
    return CliRunner().invoke(main, ["test", str(folder)]).output


STRANGERS = {
    "a piece": ("given:\n  column 1: [Cyd king]\nexpect: {over: false}", "Cyd"),
    "a piece with more": ("given:\n  column 1: [Ada fox, Dan king face down]\nexpect: {over: false}", "Dan"),
    "a piece under one": ("given:\n  column 1: [Ada fox, Bo king under Cyd fox]\nexpect: {over: false}", "Cyd"),
    "a zone": ("given: {den of Cyd: [king]}\nexpect: {over: false}", "Cyd"),
    "a variable": ("given:\n  bid of Cydd: 3\nexpect: {over: false}", "Cydd"),
    "an expected value": ("expect:\n  height of Cyd king: 9", "Cyd"),
    "an expected zone": ("expect: {den of Eve: 3 cards}", "Eve"),
    "an expected piece": ("expect:\n  column 1: [Eve king]", "Eve"),
    "an answer": ("play:\n  - Eve: king\nexpect: {over: false}", "Eve"),
    "an offer": ("expect:\n  offered to Eve: [king]", "Eve"),
    "who decides": ("expect: {decision: [Ada, Eve]}", "Eve"),
    "who sees": ("expect:\n  seen by Eve: {den of Ada: 3 cards}", "Eve"),
    "whose turn it is": ("given: {turn: Eve}\nexpect: {over: false}", "Eve"),
    "what is run": ("run:\n  - move Eve king to column 1\nexpect: {over: false}", "Eve"),
    "a statement that is run": ("run:\n  - {if: height of Eve king > 2, then: shuffle column 1}\nexpect: {over: false}", "Eve"),
}


@pytest.mark.parametrize("name", STRANGERS)
def test_whoever_does_not_sit_at_the_table_is_told_who_does(name: str, tmp_path: Path) -> None:
    body, stranger = STRANGERS[name]
    output = told_of(f"players: [Ada, Bo, Cy]\n{body}", tmp_path)
    assert output.count("error: ") == 1
    assert f'error: nobody here is called "{stranger}" [unknown-seat]' in output
    line, carets = next((line, below) for line, below in pairwise(output.splitlines()) if "^" in below)
    assert line[carets.index("^") :].startswith(stranger) and carets.count("^") == len(stranger)
    assert SIT in output


def test_a_seat_that_is_left_out_of_players_is_told_who_sits_there(tmp_path: Path) -> None:
    output = told_of("players: [Ada, Bo]\ngiven: {column 1: [Cy king]}\nexpect: {over: false}", tmp_path)
    assert 'nobody here is called "Cy"' in output and "hint: at the table sit: Ada, Bo" in output


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("{column 1: [Ada king], column 2: [Bo king, Ada king]}", '"Ada king": it lies in column 1 (line 3) already'),
        ("{column 1: [Ada king, Ada king]}", '"Ada king": it lies in column 1 (line 3) already'),
        ("{den of Ada: [king], column 1: [Ada king]}", '"Ada king": it lies in den of Ada (line 3) already'),
        ("{column 1: [Ada fox], column 2: [Ada fox, Ada fox]}", "all 2 lie in column 1 (line 3) and column 2 (line 3) already"),
        ("{column 1: [Ada king 2]}", 'there is no "Ada king 2": each component exists as often as it is declared'),
    ],
)
def test_a_card_that_lies_in_two_places_is_told_where_it_lies(given: str, said: str, tmp_path: Path) -> None:
    output = told_of(f"players: [Ada, Bo]\ngiven: {given}\nexpect: {{over: false}}", tmp_path)
    assert said in output and "FAILED" in output


def test_a_slip_costs_only_the_scenario_in_which_it_is(tmp_path: Path) -> None:
    """What is left of a scenario after a slip is not what was meant, so it is not run."""
    wrong = "  players: [Ada, Bo]\n  given: {column 1: Ada king, Ada fox}\n  expect: {decision: Ada}\n"
    right = wrong.replace("Ada king, Ada fox", "[Ada king]")
    text = "".join(f"- title: Number {number}\n{body}" for number, body in enumerate((right, wrong, right)))
    (tmp_path / "scenarios").mkdir()
    write_game(tmp_path, GAME)
    (tmp_path / "scenarios" / "a.yaml").write_text(text, encoding="utf-8")
    output = CliRunner().invoke(main, ["test", str(tmp_path)]).output
    assert output.count("error: ") == 1 and "[comma-in-braces]" in output and "[ ]" in output
    assert "1 could not be read" in output


@pytest.mark.parametrize(
    ("scenario", "underlined", "hint"),
    [
        ("given: {column 1: [King]}\nexpect: {over: false}", "King", 'write "king", with a small letter'),
        ("given: {column 1: [Ada king.]}\nexpect: {over: false}", ".", 'leave out the "."'),
        ("given: {column 1: [Ada's king]}\nexpect: {over: false}", "Ada's", 'write "Ada king"'),
        ("given:\n  column 1: Ada king, Ada fox\nexpect: {over: false}", ",", "put several cards in [ ]"),
        ("given:\n  Ada's den: [king]\nexpect: {over: false}", "Ada's den", 'write "den of Ada"'),
        ("expect:\n  bid of Ada at least 3: true", "at least", 'write ">= 3"'),
        ("expect:\n  number of cards in den of Ada: 3", "number of", 'write "count of cards …"'),
        ("expect:\n  cards in den of Ada: 3", "in", '"count of cards in …"'),
        ("expect:\n  bid of Ada: 3.5", ".5", "whole number"),
        ("expect:\n  den of Ada:3 cards\n  over: false", "den of Ada:", "a space after the colon"),
    ],
)
def test_habits_are_answered_in_scenarios_too(scenario: str, underlined: str, hint: str, tmp_path: Path) -> None:
    output = told_of(f"players: [Ada, Bo]\n{scenario}", tmp_path)
    lines = output.splitlines()
    line, carets = next((line, below) for line, below in pairwise(lines) if "^" in below)
    assert line[carets.index("^") : carets.rindex("^") + 1] == underlined
    assert output.count("error: ") == 1 and hint in output


DEAR = "count of numbers from 1 to 9999 with (count of numbers from 1 to 9999 with it > 3) > 3"


@pytest.mark.parametrize(
    ("scenario", "said"),
    [
        (f"expect:\n  {DEAR}: 3", "a.yaml:3:3: error: this takes too long: too many things are looked at"),
        (f"expect:\n  seen by Ada:\n    {DEAR}: 3", "Ada sees: this takes too long: too many things are looked at"),
        ("expect:\n  1000000000 * (seat of Bo): 3", "a.yaml:3:3: error: a number goes beyond 1,000,000,000"),
        ("given: {round: 1}\nrun:\n" + "  - set bid of Ada to 3\n" * 1001 + "expect: {bid of Ada: 3}", "limit is 1,000"),
    ],
    ids=["a value", "a value as seen", "a number", "a long run"],
)
def test_nobody_waits_for_a_scenario(tmp_path: Path, scenario: str, said: str) -> None:
    assert said in told_of(scenario, tmp_path)
