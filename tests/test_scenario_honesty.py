"""A scenario that would pass whatever the rules are is refused, and says why."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from rulewright.study.report import GameReport

Runner = Callable[[str, str], GameReport]

GAME = """
name: Market
players: 2 to 3
numbers: {stalls: 4}
tables: {prices: [2, 4, 7]}
types:
  trade:
    columns: {worth: value}
    rows:
      baker: {worth: coins}
      potter: {worth: 2 * coins + stalls}
components:
  ware: {starts in: cart, columns: {weight: number}, rows: {clay: {weight: 3, copies: 2}, loaf: {weight: 1}, salt: {weight: 2}}}
  die: {starts in: cart, die: 1 to 6}
zones:
  cart: {form: row, seen by: everyone}
  shop: {per: player, form: row, holds: ware, seen by: everyone}
  shelf: {count: 2, form: row, holds: ware, seen by: everyone}
variables:
  coins: {of: player, type: number 0 to 20, starts: 3}
  closed: {of: shelf, type: flag}
  calling: {of: player, type: trade}
values:
  charm: {of: player, starts: 2}
define:
  plenty: {is: coins + 1}
  load: {of: player, is: sum of weight of wares in shop of this}
  richer: {of: player, is: coins > 3 and coins of this > 3}
flow:
  - turns: player
    laps: 2
    do:
      - choose: a ware in cart as bought and a shelf with closed is false as place
        option: put {bought} on {place}
      - move bought to place
      - choose: 1 to 2 wares in shelf 1 as taken
        option: take {taken}
        done: enough
      - choose: a trade as learnt
        option: become a {learnt}
      - set calling to learnt
      - choose: a number from 1 to 3 as spent
        option: spend {spent} coins
      - set coins to coins + worth of learnt + prices(spent) + plenty + charm + (1 if player is richer else 0)
result: {score: coins + load, winner: best player by most score}
"""


def slugs(report_on: Runner, scenario: str) -> list[str]:
    return [one.slug for one in report_on(GAME, f"- {{title: One, {scenario}}}").broken]


@pytest.mark.parametrize(
    "scenario",
    [
        "given: {coins of Ada: 5}, expect: {coins of Ada: 5}",
        "given: {coins of Ada: 5, round: 1}, expect: {coins of Ada: 5, coins of Ada >= 2: true}",
        "given: {shop of Ada: [clay, loaf]}, expect: {shop of Ada: [clay, loaf]}",
        "given: {shop of Ada: [clay, loaf]}, expect: {shop of Ada: 2 cards}",
        "given: {shop of Ada: [clay, loaf]}, expect: {count of wares in shop of Ada: 2}",
        "given: {turn: Bo}, expect: {active: Bo}",
        "given: {round: 2}, expect: {round: 2, shop of Ada: empty}",
        "given: {closed of shelf 1: true}, expect: {closed of shelf 1: true, closed of shelf 2: false}",
        "given: {coins of Ada: 5}, play: [{expect: {coins of Ada: 5}}], expect: {shop of Bo: []}",
        "given: {coins of Ada: 5}, expect: {for Ada: {coins: 5}}",
        "given: {shelf 1: [loaf]}, expect: {zone of loaf: shelf 1}",
    ],
)
def test_what_only_reads_the_position_back_is_refused(report_on: Runner, scenario: str) -> None:
    assert slugs(report_on, scenario) == ["reads-given-back"]


@pytest.mark.parametrize(
    "scenario",
    [
        "given: {coins of Ada: 5}, expect: {score of Ada: 5}",
        "given: {shop of Ada: [clay, loaf]}, expect: {load of Ada: 4, shop of Ada: 2 cards}",
        "given: {coins of Ada: 5}, expect: {charm of Ada: 2}",
        "given: {coins of Ada: 5}, expect: {coins of Ada: 5, decision: Ada}",
        "given: {coins of Ada: 5}, expect: {coins of Ada: 5, seen by Bo: {coins of Ada: 5}}",
        "given: {coins of Ada: 5}, run: set coins to 6, expect: {coins of Ada: 6}",
        "given: {coins of Ada: 5}, expect: {coins of Bo: 3}",
        "given: {turn: Bo}, expect: {cart: 5 cards}",
        "given: {turn: Bo}, expect: {prices(2): 4, weight of loaf: 1}",
        "given: {shelf 1: [loaf]}, play: [{Ada: put salt on shelf 1}], expect: {shelf 1 in any order: [loaf, salt]}",
        "expect: {coins of Ada: 3}",
    ],
)
def test_what_follows_from_the_rules_is_not(report_on: Runner, scenario: str) -> None:
    report = report_on(GAME, f"- {{title: One, {scenario}}}")
    assert report.is_good, report.to_text()


@pytest.mark.parametrize("scenario", ["seed: 3", "given: {turn: Bo}", "expect: {}", "play: [{expect: {}}]"])
def test_a_scenario_without_an_expectation_is_none(report_on: Runner, scenario: str) -> None:
    assert slugs(report_on, scenario) == ["tests-nothing"]


@pytest.mark.parametrize(
    "expected", ["worth of baker: 0", "worth of potter: 4", "plenty: 1", "plenty > 3: false", "plenty + stalls: 5"]
)
def test_a_value_that_needs_a_player_is_not_asked_for_nobody(report_on: Runner, expected: str) -> None:
    assert slugs(report_on, f"expect: {{{expected}}}") == ["needs-player"]


def test_the_value_of_a_position_needs_a_player_too(report_on: Runner) -> None:
    assert slugs(report_on, "given: {coins of Ada: plenty}, expect: {decision: Ada}") == ["needs-player"]


def test_values_are_asked_for_a_seat(report_on: Runner) -> None:
    report = report_on(
        GAME,
        """
- title: Those of Bo
  given: {coins of Bo: 6, shop of Bo: [loaf]}
  expect:
    for Bo: {worth of baker: 6, worth of potter: 16, plenty: 7, coins: 6, shop: [loaf], player is richer: true}
    for Ada: {worth of baker: 3, shop: empty}
    richer of Bo: true
    Bo is richer: true
    Ada is richer: false
""",
    )
    assert report.is_good, report.to_text()
    wrong = report_on(GAME, "- {title: One, given: {coins of Bo: 6}, expect: {for Bo: {plenty: 1}, richer of Bo: false}}")
    ((_, failures),) = wrong.failed
    assert [(one.message, one.found) for one in failures] == [
        ("plenty is different", "7"), ("richer of Bo is different", "true"),
    ]  # fmt: skip


def test_a_seat_that_is_asked_for_must_be_there(report_on: Runner) -> None:
    assert slugs(report_on, "expect: {for Zoe: {coins: 3}}") == ["unknown-seat"]
    assert slugs(report_on, "expect: {for Ada: 3}") == ["mapping-expected"]


def test_what_is_run_for_nobody_fails_if_it_needs_somebody(report_on: Runner) -> None:
    game = GAME[: GAME.index("flow:")] + (
        "flow:\n  - each: player\n    do:\n      - choose: a ware in cart as bought\n      - move bought to shop\n"
        "result: {score: coins, winner: best player by most score}\n"
    )
    report = report_on(game, "- {title: One, given: {coins of Bo: 6}, run: set coins to 9, expect: {coins of Bo: 6}}")
    ((_, (failure,)),) = report.failed
    assert failure.message.startswith("this needs a player, and it is nobody's turn")


@pytest.mark.parametrize(
    ("text", "possible"),
    [
        ("put clay on shelf 1", True),
        ("put loaf on shelf 2", True),
        ("Put  Loaf on shelf 2", True),
        ("put loaf on shelf 3", False),
        ("put laof on shelf 2", False),
        ("place loaf on shelf 2", False),
        ("put loaf on shelf 2 today", False),
        ("put die on shelf 1", False),
        ("put Bo on shelf 1", False),
        ("take salt", True),
        ("enough", True),
        ("become a potter", True),
        ("become a pooter", False),
        ("spend 9 coins", True),
        ("spend many coins", False),
    ],
)
def test_a_refusal_without_a_reason_needs_words_that_an_option_can_have(report_on: Runner, text: str, possible: bool) -> None:
    scenario = "- {title: One, given: {closed of shelf 1: true, closed of shelf 2: true}, play: [{Bo: %s, refused: %s}]}"
    assert report_on(GAME, scenario % (text, '""')).is_good == possible
    assert report_on(GAME, scenario % (text, "not Bo's decision")).is_good
    assert not report_on(GAME, scenario % (text, "the moon is full")).is_good
