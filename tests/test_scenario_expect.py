"""Everything that a scenario expects is compared: whose a card is, how it lies, what it lies under, and who may know what."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from rulewright.study.report import GameReport
from rulewright.table.earlier import as_before

Runner = Callable[[str, str], GameReport]

GAME = """
name: Masks
players: 2 to 3
components:
  guest:
    per: player
    starts in: wardrobe
    columns: {worth: number}
    rows: {mask: {copies: 2, worth: 1}, fool: {worth: 2}, duke: {worth: 5}}
  coin: {starts in: chest, rows: {penny: {copies: 4}, crown: {}, florin: {}}}
zones:
  wardrobe: {per: player, form: hand, holds: guest, seen by: owner}
  hall: {count: 2, form: row, holds: guest, seen by: face}
  chest: {form: pile, holds: coin, seen by: everyone}
  tray: {form: row, holds: coin, seen by: everyone}
  purse: {per: player, form: pile, holds: coin, seen by: everyone}
variables:
  bid: {of: player, type: number 0 to 9, seen by: owner}
  mood: {of: player, type: number 0 to 9, seen by: everyone}
  tired: {of: guest, type: flag}
define:
  wealth: {of: player, is: bid of this + mood of this}
flow:
  - turns: player
    laps: 1
    do:
      - choose: a guest in wardrobe as sent
        option: send {sent}
      - move sent to hall 1, face down
      - set bid to worth of sent
      - set mood to worth of sent
      - mark sent as tired
result: {score: wealth, winner: best player by most score}
"""

GIVEN = """
- title: One
  given:
    hall 1: [Ada mask, Bo duke under mask, Bo mask, Ada fool under Bo mask face up, Bo fool face down]
    hall 2: [Ada duke]
    tray: [crown, penny, florin]
    purse of Bo: [penny, penny]
    bid of Ada: 3
    mood of Ada: 2
  run: set mood of Bo to 4
  expect: {%s}
"""


def is_met(report_on: Runner, expected: str, given: str = GIVEN) -> bool:
    report = report_on(GAME, given % expected)
    assert not report.broken, report.to_text()
    return report.is_good


@pytest.mark.parametrize(
    "expected",
    [
        "hall 1: [Ada mask, Bo duke under mask, Bo mask, Ada fool under mask face up, Bo fool face down]",
        "hall 1: [Ada mask, Bo duke under Ada mask, Bo mask, Ada fool under Bo mask face up, Bo fool face down]",
        "hall 1 in any order: [Bo fool face down, Ada fool under mask face up, Bo duke under Ada mask, rest]",
        "hall 2: [Ada duke]",
        "tray: [crown, rest]",
        "tray in any order: [florin, crown, penny]",
        "tray in any order: [penny, rest]",
        "purse of Bo: [Bo penny, Bo penny]",
    ],
)
def test_what_lies_there_is_met(report_on: Runner, expected: str) -> None:
    assert is_met(report_on, expected)


@pytest.mark.parametrize(
    ("expected", "wrong"),
    [
        ("hall 1: [Ada mask, Bo duke under Bo mask, Bo mask, Ada fool under mask face up, Bo fool face down]", "under whom"),
        ("hall 1: [Ada mask, Bo duke under mask, Bo mask, Ada fool under Ada mask face up, Bo fool face down]", "under whom"),
        ("hall 1: [Ada mask, Bo duke under fool, rest]", "under what"),
        ("hall 1: [Ada mask, Bo duke, rest]", "under nothing"),
        ("hall 1: [Ada mask, Ada duke under mask, rest]", "whose"),
        ("hall 1: [Ada mask, Bo duke under mask face up, rest]", "face"),
        ("hall 1: [Ada mask, Bo duke under mask, Bo mask, Ada fool under mask, rest]", "face of what lies under"),
        ("hall 2: [Bo duke]", "whose"),
        ("hall 2: [Ada duke face down]", "face"),
        ("hall 2: [Ada duke with tired true]", "what it has"),
        ("hall 2: [fool]", "which"),
        ("tray: [Ada crown, rest]", "nobody's"),
        ("purse of Bo: [Ada penny, penny]", "whose, in somebody's zone"),
        ("tray: [florin, penny, crown]", "order"),
        ("tray in any order: [florin, penny]", "one too few"),
        ("tray in any order: [florin, penny, penny]", "one too many"),
    ],
)
def test_what_is_written_otherwise_is_not(report_on: Runner, expected: str, wrong: str) -> None:
    assert not is_met(report_on, expected), wrong


def test_a_card_without_its_owner_is_that_of_the_only_one_the_scenario_speaks_of(report_on: Runner) -> None:
    spoken = "- {title: One, given: {hall 2: [Ada duke], hall 1: [Bo fool]}, run: move Ada duke to hall 1, expect: {%s}}"
    assert is_met(report_on, "hall 1: [fool, duke]", spoken)
    other = "- {title: One, given: {hall 2: [Ada duke], hall 1: [Bo fool]}, run: move Bo duke to hall 1, expect: {%s}}"
    assert not is_met(report_on, "hall 1: [fool, duke]", other)


def test_a_card_that_several_players_have_needs_its_owner(report_on: Runner) -> None:
    report = report_on(GAME, GIVEN % "hall 1: [mask, rest]")
    ((_, (failure,)),) = report.failed
    assert failure.message == 'whose "mask"? Write the owner before it'


def test_pieces_in_any_order_find_each_a_card_of_their_own(report_on: Runner) -> None:
    given = """
- title: One
  given: {hall 1: [Ada fool, Ada mask with tired true, Ada mask]}
  run: reveal every guest in hall 1
  expect: {%s}
"""
    assert is_met(report_on, "hall 1 in any order: [Ada mask, Ada mask with tired true, Ada fool]", given)
    assert not is_met(report_on, "hall 1 in any order: [Ada mask with tired true, Ada mask with tired true, Ada fool]", given)


def test_several_players_are_told_apart_in_what_was_found(report_on: Runner) -> None:
    report = report_on(GAME, GIVEN % "hall 1: empty")
    ((_, (failure,)),) = report.failed
    found = "5: Ada mask, Bo duke under Ada mask, Bo mask, Ada fool under Bo mask face up, Bo fool face down"
    assert failure.found == found


@pytest.mark.parametrize(
    "expected",
    [
        "seen by Ada: {bid of Ada: 3, wealth of Ada: 5, mood of Bo: 4, bid of Bo: hidden, wealth of Bo: hidden}",
        "seen by Bo: {bid of Ada: hidden, wealth of Ada: hidden, mood of Ada: 2, worth of Ada duke: 5}",
        "seen by Ada: {worth of (last guest in hall 1): hidden, worth of Ada fool: 2, worth of Bo fool: hidden}",
        "seen by Bo: {tray in any order: [florin, rest]}",
    ],
)
def test_values_are_seen_as_a_seat_may_know_them(report_on: Runner, expected: str) -> None:
    assert is_met(report_on, expected)


@pytest.mark.parametrize(
    ("expected", "found"),
    [
        ("seen by Bo: {bid of Ada: 3}", "hidden"),
        ("seen by Ada: {bid of Ada: hidden}", "3"),
        ("seen by Ada: {mood of Bo: 5}", "4"),
        ("seen by Bo: {wealth of Ada: 5}", "hidden"),
    ],
)
def test_values_that_a_seat_reads_otherwise_fail(report_on: Runner, expected: str, found: str) -> None:
    report = report_on(GAME, GIVEN % expected)
    ((_, (failure,)),) = report.failed
    assert failure.found == found
    assert failure.message.startswith(("Ada sees: ", "Bo sees: "))


@pytest.mark.parametrize(
    ("scenario", "slug"),
    [
        ("given: {tray in any order: [crown]}, expect: {decision: Ada}", "any-order-in-given"),
        ("expect: {mood of Ada in any order: 3}", "any-order-of-what"),
        ("expect: {tray in any order: 3 cards, decision: Ada}", "any-order-of-what"),
        ("expect: {seen by Ada: [tray]}", "mapping-expected"),
    ],
)
def test_an_order_is_that_of_a_list(report_on: Runner, scenario: str, slug: str) -> None:
    report = report_on(GAME, f"- {{title: One, {scenario}}}")
    assert [one.slug for one in report.broken] == [slug]


@pytest.mark.parametrize(
    "quoted",
    ["Ada 12 = Fox 12, Bo 9", "Ada 12 = Fox 8→12 + Owl 4", "then the lowest nearest: Bo 2", "Ada 12 = Crow 12 (matching)",
     "Toll costs Ada 2 coins (3)", "count (2 × chip) is 2, 2 at least", "Di 2, the lowest of Fox 2"],
)
def test_a_line_of_reasons_is_found_in_its_earlier_wording(quoted: str) -> None:
    now = "Ada 12 = Fox 8→12, Bo 9; Ada 12 = Fox 12 + Owl 4; then the nearest: Bo 2; Ada 12 = Crow 12"
    now += "; Toll takes 2 coins from Ada (3); as twins of Ada (there are 2 (2 × chip), 2 at least)"
    now += "; Di 2 (the lowest of Fox 2, Owl 5 (wild)), Bo 3"
    assert as_before(quoted) in as_before(now)
    assert as_before("Ada 13 = Fox 13") not in as_before(now)


CROWD = """
name: Crowd
players: 2
components:
  lamp: {starts in: den, columns: {size: number}, rows: {small: {copies: 90, size: 1}, big: {copies: 90, size: 2}}}
zones: {den: {form: pile, holds: lamp, seen by: nobody}}
define:
  taller: {of: lamp, is: count of lamps with size of it > size of this}
  low: {is: count of lamps with taller of it > 0}
flow:
  - turns: player
    laps: 1
    do: shuffle den
result: {score: 0, winner: best player by most score}
"""


def test_expectations_that_are_dear_together_are_stopped(report_on: Runner) -> None:
    """One of them is worked out in no time; nobody waits for fifty."""
    wanted = [f"low + {more}: {90 + more}" for more in range(50)]
    once, many = (report_on(CROWD, f"- title: One\n  expect: {{{', '.join(some)}}}\n") for some in (wanted[:3], wanted))
    assert once.is_good, once.to_text()
    assert many.failed and len(many.failed[0][1]) in range(10, 48), many.to_text()
