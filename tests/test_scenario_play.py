"""What a scenario plays is what a game plays: choices after something was shown, and what `run` begins and ends."""

from __future__ import annotations

from collections.abc import Callable

from rulewright.study.report import GameReport

Runner = Callable[[str, str], GameReport]

GAME = """
name: Peepers
players: 2
components:
  bead: {starts in: bag, rows: {pearl: {copies: 3}, opal: {copies: 2}, jet: {}, amber: {}, coral: {}}}
zones:
  bag: {holds: bead, seen by: nobody}
  hand: {per: player, form: hand, holds: bead, seen by: owner}
  shelf: {per: player, form: row, holds: bead, seen by: nobody}
  bowl: {holds: bead, seen by: everyone}
variables:
  turns_taken: {type: number, of: player}
setup:
  - each: player
    do: draw 2 beads from bag to hand
flow:
  - rounds: 2
    do:
      - turns: player
        laps: 1
        do:
          - offer:
              - option: peep
                do:
                  - show every bead in shelf to player
                  - choose: a bead in shelf as liked
                    option: take {liked}
                  - move liked to hand
              - option: brag
                do:
                  - show first bead in hand to every player
                  - by: player after active
                    choose: a bead in hand as lost
                    option: lose {lost}
                  - move lost to bowl
              - option: swap
                do:
                  - choose: a bead in hand as mine
                    option: give {mine}
                  - show every bead in shelf to player
                  - choose: a bead in shelf as wished
                    option: for {wished}
                  - move mine to bowl
                  - move wished to hand
              - option: rest
          - set turns_taken to turns_taken + 1
      - step: dusk
        do:
          - each: player
            do: draw a bead from bag to hand
result: {score: turns_taken, winner: best player by most score}
"""


def assert_all_pass(report_on: Runner, scenarios: str, count: int) -> None:
    report = report_on(GAME, scenarios)
    assert report.is_good and report.passed == count, report.to_text()


def test_a_choice_after_something_was_shown_offers_what_lies_there(report_on: Runner) -> None:
    assert_all_pass(
        report_on,
        """
- title: The first choice of a turn that is given
  given:
    hand of Ada: [pearl]
    shelf of Ada: [opal, jet, amber]
  play:
    - Ada: peep
    - expect:
        only offered to Ada: [take opal, take jet, take amber]
    - Ada: take jet
  expect:
    hand of Ada: [pearl, jet]
    shelf of Ada: [opal, amber]

- title: Somebody else chooses among several copies
  given:
    hand of Ada: [opal, coral]
    hand of Bo: [pearl, pearl, jet]
  play:
    - Ada: brag
    - expect:
        only offered to Bo: [lose pearl, lose jet]
    - Bo: lose jet
  expect:
    bowl: [jet]
    hand of Bo: [pearl, pearl]

- title: Two choices, with a show between them
  given:
    hand of Ada: [pearl, pearl, jet]
    shelf of Ada: [opal, amber]
  play:
    - Ada: swap
    - expect:
        only offered to Ada: [give pearl, give jet]
    - Ada: give pearl
    - expect:
        only offered to Ada: [for opal, for amber]
    - Ada: for amber
  expect:
    hand of Ada: [pearl, jet, amber]
    bowl: [pearl]

- title: The same in a statement that is run
  given:
    hand of Ada: [pearl, pearl, jet]
    shelf of Ada: [opal, amber]
  run:
    - choose: a bead in hand as first_one
      option: one {first_one}
    - show every bead in shelf to player
    - choose: a bead in shelf as second_one
      option: two {second_one}
    - move second_one to bowl
  expect:
    only offered to Ada: [one pearl, one jet]
""",
        4,
    )


def test_what_is_run_can_end_what_is_under_way(report_on: Runner) -> None:
    assert_all_pass(
        report_on,
        """
- title: The game, from a position
  given: {turn: Bo}
  run: end game
  expect:
    over: true
    decision: none

- title: The game, after an answer
  play:
    - Ada: rest
    - run: end game
  expect: {over: true}

- title: A turn that has only begun
  given: {turn: Ada}
  run: end turn
  expect:
    turns_taken of Ada: 0
    decision: Bo

- title: A turn in the middle of its offer
  given: {turn: Ada}
  play:
    - Ada: rest
    - run: end turn
  expect:
    turns_taken of Bo: 0
    round: 2
    hand of Bo: 1 card

- title: A step that is just about to begin
  given: {at: dusk, round: 2}
  run: end dusk
  expect:
    hand of Bo: empty
    over: true

- title: A position that something was done to stands where it stood
  given: {turn: Bo, hand of Bo: [jet]}
  run: draw a bead from bag to hand
  expect:
    hand of Bo: 2 cards
    turns_taken of Bo: 0
    decision: Bo
""",
        6,
    )


def test_what_is_run_must_have_something_to_end(report_on: Runner) -> None:
    report = report_on(
        GAME,
        """
- title: No step is under way
  given: {turn: Ada}
  run: end dusk
  expect: {over: false}
""",
    )
    assert [failure.message.partition(" (")[0] for _, (failure,) in report.failed] == ['there is no "dusk" to end here']
