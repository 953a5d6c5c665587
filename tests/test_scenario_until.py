"""Play can be stopped before a step, and a table that the game refuses can be expected."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from rulewright.study.report import GameReport

Runner = Callable[[str, str], GameReport]

GAME = """
name: Mill
players: 2 to 3
options:
  miller: {type: player, default: 1}
  wind: {type: number 1 to 3, default: 2}
components:
  sack: {starts in: loft, rows: {rye: {copies: 2}, oat: {}, bran: {}, spelt: {}, corn: {}}}
  vane: {starts in: roof, die: 1 to 6}
zones:
  loft: {form: row, holds: sack, seen by: everyone}
  yard: {per: player, form: row, holds: sack, seen by: everyone}
  roof: {holds: vane, seen by: everyone}
variables:
  flour: {of: player, type: number 0 to 99}
  gusts: {type: number 0 to 99}
flow:
  - rounds: 2
    do:
      - turns: player
        laps: 1
        do:
          - choose: 1 to 2 sacks in loft as taken
            option: take {taken}
            done: enough
          - move taken to yard
      - step: grinding
        do:
          - each: player
            do: set flour to flour + wind * count of sacks in yard
      - step: sweeping
        do:
          - roll every vane in roof
          - set gusts to gusts + (sum of value of vanes in roof)
          - each: player
            do: move every sack in yard to loft
result: {score: flour + gusts + seat of miller, winner: best player by most score}
"""
PLAY = "play: [{Ada: take oat}, {Ada: enough}, {Bo: take bran}"


def check(report_on: Runner, scenario: str) -> GameReport:
    return report_on(GAME, f"- {{title: One, {scenario}}}")


@pytest.mark.parametrize(
    ("scenario", "expected"),
    [
        (PLAY + ", {Bo: enough, until: grinding}]", "yard of Bo: [bran], flour of Bo: 0, round: 1, gusts: 0, over: false"),
        (PLAY + ", {Bo: enough}, {until: sweeping}]", "yard of Bo: [bran], flour of Bo: 2, gusts: 0"),
        (PLAY + ", {Bo: enough}, {until: round}], chance: [roll 5]", "yard of Bo: empty, gusts: 5, round: 2, active: Bo"),
        (PLAY + ", {Bo: enough}, {until: grinding}, {until: sweeping}]", "flour of Ada: 2, yard of Ada: [oat]"),
        (PLAY + ", {Bo: enough}, {until: grinding}, {expect: {flour of Ada: 0}}, {Ada: take corn}]", "flour of Ada: 2"),
        (PLAY + ", {Bo: enough}, {until: sweeping}, {run: end sweeping}]", "gusts: 0, yard of Bo: [bran], decision: Ada"),
        (PLAY + ", {Bo: enough}, {until: sweeping}]", "not happened: rolls, decision: Ada, round: 2"),
        ("play: [{Ada: take oat}, {Ada: enough, until: turn}]", "active: Bo, yard of Ada: [oat]"),
        ("given: {at: grinding, yard of Ada: [rye, oat]}, play: [{until: sweeping}]", "flour of Ada: 4, yard of Ada: 2 cards"),
        ("given: {turn: Bo}, play: [{Bo: take bran}, {Bo: enough}, {until: grinding}]", "yard of Bo: [bran], flour of Bo: 0"),
        ("given: {turn: Bo}, play: [{Bo: take oat}, {Bo: take bran, until: grinding}]", "yard of Bo: [oat, bran]"),
    ],
)
def test_play_stops_before_a_step(report_on: Runner, scenario: str, expected: str) -> None:
    report = check(report_on, f"{scenario}, expect: {{{expected}}}")
    assert report.is_good, report.to_text()


@pytest.mark.parametrize(
    ("scenario", "message"),
    [
        ("play: [{Ada: take oat, until: grinding}]", '"grinding": Ada must decide first'),
        ("play: [{Ada: take oat, until: turn}]", '"turn": Ada must decide first'),
        ("play: [{Ada: take oat}, {Ada: enough}, {until: grinding}]", '"grinding": Bo must decide first'),
        ("given: {at: sweeping, round: 2}, play: [{until: grinding}]", '"grinding": the game ended first'),
        ("play: [{Ada: take flour, until: grinding}]", "Ada cannot take flour."),
    ],
)
def test_a_step_that_play_does_not_come_to_is_told(report_on: Runner, scenario: str, message: str) -> None:
    ((_, (failure,)),) = check(report_on, scenario).failed
    assert message in failure.message


@pytest.mark.parametrize(
    "scenario",
    [
        "players: 4, refused: Mill is for 2 to 3 players",
        "players: 1, refused: not for 1",
        "players: [Ada, Bo, Cy, Di], refused: not for 4",
        "players: [Ada, Ada], refused: two seats",
        "options: {wind: 4}, refused: it takes 1 to 3",
        "options: {wint: 2}, refused: has no option",
        "players: 2, options: {miller: 3}, refused: miller",
        "players: 9, refused: ''",
    ],
)
def test_a_table_that_the_game_refuses_can_be_expected(report_on: Runner, scenario: str) -> None:
    report = check(report_on, scenario)
    assert report.is_good and report.passed == 1, report.to_text()


@pytest.mark.parametrize(
    ("scenario", "message"),
    [
        ("players: 3, refused: not for 3", "this table should have been refused, and the game can be played"),
        ("players: 4, options: {wind: 2}, refused: it takes 1 to 3", "this table was refused for another reason"),
        ("options: {wind: 3}, refused: ''", "this table should have been refused, and the game can be played"),
    ],
)
def test_a_table_that_is_not_refused_is_told(report_on: Runner, scenario: str, message: str) -> None:
    ((_, (failure,)),) = check(report_on, scenario).failed
    assert failure.message == message


@pytest.mark.parametrize(
    ("scenario", "slug"),
    [
        ("players: 4, refused: players, expect: {over: false}", "refused-table"),
        ("play: [{Ada: take oat, until: milling}]", "unknown-step"),
        ("play: [{Ada: take oat, expect: {over: false}}]", "entry-of-its-own"),
        ("play: [{Ada: take oat, refused: no, until: grinding}]", "refused-what"),
        ("play: [{refused: no}]", "refused-what"),
        ("play: [{run: end turn, chance: [roll 3]}]", "entry-of-its-own"),
    ],
)
def test_nothing_in_an_entry_is_passed_over(report_on: Runner, scenario: str, slug: str) -> None:
    assert [one.slug for one in check(report_on, scenario).broken] == [slug]
