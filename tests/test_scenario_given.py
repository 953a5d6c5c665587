"""The position of a scenario obeys its declarations, can be emptied, can begin after the set-up, and ends what it marks."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from rulewright.language.diagnostics import render
from rulewright.study.report import GameReport

Runner = Callable[[str, str], GameReport]

GAME = """
name: Orchard
players: 2
components:
  fruit: {starts in: crate, rows: {plum: {copies: 3}, pear: {copies: 2}, quince: {}, fig: {}}}
  tool: {per: player, starts in: belt, rows: {rake: {}, saw: {copies: 2}}}
  weather: {starts in: sky, die: 1 to 6}
zones:
  crate: {form: pile, holds: fruit, seen by: nobody}
  basket: {per: player, form: hand, holds: fruit, seen by: owner}
  bench: {form: row, room: 2, holds: fruit, seen by: everyone}
  compost: {form: pile, holds: fruit, seen by: everyone}
  belt: {per: player, form: row, holds: tool, seen by: everyone}
  sky: {holds: weather, seen by: everyone}
variables:
  coins: {of: player, type: number 0 to 9, starts: 1}
  favourite: {type: fruit}
  ripe: {of: fruit, type: number 1 to 4}
  sleepy: {of: player, type: flag}
counters:
  eggs: {of: player}
define:
  all_fruit: {is: count of fruits}
  all_rakes: {is: count of rakes}
  taste: {of: player, is: count of fruits in basket of this with ripe > 1}
setup:
  - shuffle crate
  - each: player
    do: draw 2 fruits from crate to basket
  - set coins of (last player) to 4
flow:
  - rounds: 3
    do:
      - turns: player
        laps: 1
        do:
          - if: sleepy
            then: set coins to coins - 1
          - offer:
              - option: pick
                if: crate is not empty
                do: draw a fruit from crate to basket
              - option: wait
              - option: doze
                do:
                  - mark player as sleepy until end of next turn of player
                  - mark every opponent as sleepy until end of dusk
      - step: dusk
        do:
          - each: player
            do: set coins to coins + 1
result: {score: coins + eggs + taste + all_rakes + all_fruit, winner: best player by most score}
"""


AS_OFTEN = "each component exists as often as it is declared"


def run(report_on: Runner, scenario: str) -> GameReport:
    return report_on(GAME, f"- {{title: One, {scenario}}}")


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ("coins of Ada: 10", "coins is 0 to 9, not 10"),
        ("coins of Ada: -1", "coins is 0 to 9, not -1"),
        ("eggs of Ada: -2", "eggs is at least 0, not -2"),
        ("basket of Ada: [plum with ripe 5]", "ripe is 1 to 4, not 5"),
        ("basket of Ada: [plum with ripe 0]", "ripe is 1 to 4, not 0"),
        ("bench: [plum, pear, fig]", "bench has room for 2"),
        ("belt of Ada: [plum]", "belt does not hold this"),
        ("basket of Ada: [Ada rake]", "basket does not hold this"),
        ("crate: empty, basket of Ada: [fig, fig]", 'there is no further "fig": it lies in basket of Ada (line 1) already'),
        ("out of the game: [fig], basket of Ada: [fig]", 'there is no further "fig": it lies out of the game (line 1) already'),
        ("basket of Ada: [plum 4]", f'there is no "plum 4": {AS_OFTEN}'),
        ("out of the game: [rake]", "whose rake? Write the owner before it"),
    ],
)
def test_a_position_that_declarations_forbid_is_told(report_on: Runner, given: str, reason: str) -> None:
    report = run(report_on, f"given: {{{given}}}, expect: {{decision: Ada}}")
    assert report.failed, report.to_text()
    assert report.failed[0][1][0].message == f"this position cannot be: {reason}"


@pytest.mark.parametrize("empty", ["empty", "[]"])
def test_a_zone_can_be_emptied(report_on: Runner, empty: str) -> None:
    report = run(
        report_on,
        f"given: {{crate: {empty}, basket of Ada: [fig, plum]}}, "
        "expect: {crate: empty, only offered to Ada: [wait, doze], all_fruit: 2, score of Ada: 5}",
    )
    assert report.is_good, report.to_text()


def test_cards_can_be_out_of_the_game(report_on: Runner) -> None:
    report = run(
        report_on,
        "given: {out of the game: [plum, plum, fig, Bo rake], crate: [quince]}, "
        "play: [{Ada: pick}], expect: {all_fruit: 4, all_rakes: 1, belt of Bo: [saw, saw], belt of Ada: 3 cards, "
        "basket of Ada: [quince], crate in any order: [plum, pear, pear]}",
    )
    assert report.is_good, report.to_text()


def test_the_rest_can_be_out_of_the_game(report_on: Runner) -> None:
    report = run(
        report_on,
        "given: {rest: out of the game, crate: [pear, quince], basket of Bo: [plum with ripe 3], favourite: quince, "
        "compost: [fig]}, play: [{Ada: pick}, {Bo: pick}, {expect: {only offered to Ada: [wait, doze]}}], "
        "expect: {basket of Bo: [quince, plum with ripe 3], basket of Ada: [pear], crate: empty, belt of Ada: empty, "
        "sky: empty, all_fruit: 4, all_rakes: 0, taste of Bo: 1, favourite: quince, compost: [fig]}",
    )
    assert report.is_good, report.to_text()


def test_what_is_out_of_the_game_is_nowhere(report_on: Runner) -> None:
    report = run(
        report_on,
        "given: {out of the game: [fig], favourite: fig}, run: [{each: fruit, do: set ripe of fruit to 2}], "
        "expect: {favourite is none: true, fig is none: true, all_fruit: 6}",
    )
    assert report.is_good, report.to_text()


def test_a_position_can_be_that_after_the_set_up(report_on: Runner) -> None:
    report = report_on(
        GAME,
        """
- title: As it is dealt
  seed: 4
  given: {after: set-up}
  expect:
    coins of Bo: 4
    basket of Ada: 2 cards
    crate: 3 cards
    decision: Ada
- title: The flow begins where it begins
  given: {after: set-up, coins of Ada: 7}
  play: [{Ada: wait}, {Bo: wait}]
  expect: {coins of Ada: 8, coins of Bo: 5, round: 2}
- title: What is named is put in place, and what lay there goes where it came from
  seed: 9
  given: {after: set-up, turn: Bo, round: 3, basket of Ada: [fig, quince], basket of Bo: [plum, plum]}
  play: [{Bo: pick}]
  expect:
    basket of Ada: [fig, quince]
    basket of Bo: [plum, plum, rest]
    crate: 2 cards
    all_fruit: 7
    over: true
- title: A pile gets what is named on top
  given: {after: set-up, crate: [fig]}
  play: [{Ada: pick}]
  expect: {basket of Ada: [fig, rest], all_fruit: 7}
- title: Somebody may have more or less than before
  given: {after: set-up, basket of Ada: [fig], basket of Bo: [quince, plum, plum, plum]}
  run: draw a fruit from crate to compost
  expect: {basket of Ada: [fig], basket of Bo: 4 cards, all_fruit: 7, compost: [pear], crate: [pear]}
- title: A zone of it can be emptied
  given: {after: set-up, crate: empty}
  expect: {only offered to Ada: [wait, doze], all_fruit: 4, basket of Bo: 2 cards}
""",
    )
    assert report.is_good and report.passed == 6, report.to_text()


def test_the_same_seed_deals_the_same_after_the_set_up(report_on: Runner) -> None:
    dealt = run(report_on, "seed: 6, given: {after: set-up}, expect: {basket of Ada: empty}").failed[0][1][0].found
    also = run(report_on, "seed: 6, expect: {basket of Ada: empty}").failed[0][1][0].found
    assert dealt == also


def test_a_set_up_that_asks_is_answered_in_play(report_on: Runner) -> None:
    keeping = "  - each: player\n    do:\n      - choose: a fruit in basket as kept\n      - set ripe of kept to 2\n"
    asking = GAME.replace("flow:", keeping + "flow:", 1)
    report = report_on(asking, "- {title: One, given: {after: set-up}, expect: {decision: Ada}}")
    assert report.failed[0][1][0].message.startswith("this position cannot be: the set-up asks Ada something")


def test_turns_that_are_nobodys_are_told(report_on: Runner) -> None:
    by_tools = GAME.replace("turns: player", "turns: player in sky").replace("holds: weather", "holds: [weather, tool]")
    report = report_on(by_tools, "- {title: One, given: {at: turn}, expect: {decision: Ada}}")
    assert report.failed[0][1][0].message.startswith("this position cannot be: nobody takes turns in this position")


def test_a_flag_that_is_given_until_a_moment_ends_there(report_on: Runner) -> None:
    report = report_on(
        GAME,
        """
- title: At the end of the turn
  given: {sleepy of Ada: true until end of turn, sleepy of Bo: true}
  play: [{Ada: wait}]
  expect: {sleepy of Ada: false, sleepy of Bo: true}
- title: At the end of a turn of somebody else
  given: {sleepy of Ada: true until end of next turn of Bo}
  play: [{Ada: wait}, {expect: {sleepy of Ada: true}}, {Bo: wait}]
  expect: {sleepy of Ada: false}
- title: At the end of a step
  given: {sleepy of Bo: true until end of dusk}
  play: [{Ada: wait}, {expect: {sleepy of Bo: true}}, {Bo: wait}]
  expect: {sleepy of Bo: false, round: 2}
""",
    )
    assert report.is_good and report.passed == 3, report.to_text()


@pytest.mark.parametrize(
    ("given", "slug"),
    [
        ("after: dusk", "after-what"),
        ("round: many", "bad-round"),
        ("round: 0", "bad-round"),
        ("crate: 3 cards", "count-in-given"),
        ("coins of Ada: 3 until end of turn", "until-of-what"),
        ("sleepy of Ada: true until end of dawn", "unknown-step"),
        ("sleepy of Ada: true until end of round", "until-never"),
        ("out of the game: [figg]", "unknown-piece"),
        ("rest: in the crate", "unknown-name"),
    ],
)
def test_a_position_that_says_nothing_is_refused(report_on: Runner, given: str, slug: str) -> None:
    assert [one.slug for one in run(report_on, f"given: {{{given}}}, expect: {{decision: Ada}}").broken] == slug.split()


@pytest.mark.parametrize(("moment", "underlined"), [("end of dawn", "end of dawn"), ("end on turn", "on"), ("dusk", "dusk")])
def test_what_is_wrong_in_a_moment_is_underlined_there(report_on: Runner, moment: str, underlined: str) -> None:
    (one,) = run(report_on, f"given: {{sleepy of Ada: true until {moment}}}, expect: {{decision: Ada}}").broken
    lines = render(one).splitlines()
    carets = next(line for line in lines if "^" in line)
    written = lines[lines.index(carets) - 1]
    assert written[carets.index("^") : carets.rindex("^") + 1] == underlined
