"""What is said of scenarios that name somebody or something that is not there."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from rulewright.cli import main

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
    (folder / "game.yaml").write_text(GAME, encoding="utf-8")
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
    line, carets = next(
        (line, below) for line, below in zip(output.splitlines(), output.splitlines()[1:], strict=False) if "^" in below
    )
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
