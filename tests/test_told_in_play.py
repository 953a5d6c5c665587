"""What whole games at a terminal left untold, or told twice: rows of picks, cards that are shuffled in, why something ended."""

from __future__ import annotations

from pathlib import Path

import pytest
from rulewright import Match
from rulewright.desk.inquiry import answered
from rulewright.desk.sources import Sources
from rulewright.table.log import read_by
from written import game_in

TOLL = """
name: Toll
players: 2
components:
  token: {per: player, starts in: hand, discards to: heap, columns: {worth: number}, rows: {lead: {worth: 1, copies: 2},
    gold: {name: Gold 3, worth: 3}}}
zones:
  hand: {per: player, form: hand, seen by: owner}
  heap: {form: pile, seen by: everyone}
flow:
  - turns: player
    laps: 1
    do:
      - choose: 1 to any tokens in hand as paid
        such that: sum of worth of paid >= 1
        option: pay {paid} at the gate
        done: that is all
      - discard every token in paid
result: {score: count of tokens in hand, winner: best player by most score}
"""


def _told(match: Match, viewer: int | None) -> list[str]:
    return read_by(viewer, match.log)


@pytest.mark.parametrize(
    ("viewer", "told"),
    [
        (0, ["Ada: pay 2 leads and Gold 3 at the gate"]),
        (1, ["Ada: pay 3 tokens at the gate", "Ada discards Gold 3 and 2 leads"]),
        (None, ["Ada: pay 3 tokens at the gate", "Ada discards Gold 3 and 2 leads"]),
    ],
)
def test_a_row_of_picks_is_one_line_and_what_it_names_is_not_told_again(
    tmp_path: Path, viewer: int | None, told: list[str]
) -> None:
    match = game_in(tmp_path, TOLL).new_match(["Ada", "Bo"])
    for words in ("pay lead at the gate", "pay lead at the gate", "pay Gold 3 at the gate"):
        match.answer(words)
    assert _told(match, viewer) == told
    match.answer("pay lead at the gate")
    match.answer("that is all")
    assert "that is all" not in " ".join(_told(match, viewer)), "what was picked says it"
    assert any(line.public == "Bo: that is all" for line in match.log), "scenarios find it as before"


STALLS = """
name: Stalls
players: 2
types: {fruit: [apple, pear]}
components:
  crate: {starts in: yard, columns: {fruit: fruit, weight: number}, cross: {fruit: fruit, weight: [1, 2, 3]}}
  helper: {per: player, copies: 2, starts in: barn}
  giant: {per: player, starts in: barn}
zones: {yard: {seen by: everyone}, barn: {per: player, form: hand, seen by: everyone}, field: {seen by: everyone}}
groupings:
  sale:
    of: crate
    patterns:
      long_row: {run: weight, same: fruit, size: 3, worth: 9}
      pair: {same: weight, different: fruit, size: 2, worth: 4}
counters: {coins: {}}
numbers: {feat: 9}
define:
  power:
    of: player
    is: (count of helpers in field with owner is this) + 2 * (count of giants in field with owner is this)
flow:
  - turns: player
    laps: 2
    do:
      - choose: a card in barn as sent
        option: send {sent}
        decline: stay
        do: move sent to field
  - let: {lord: first player by most power}
  - for: lord
    do: gain (worth(sale) of yard) coins
  - each: player with power of it >= feat
    do: gain 1 coin
result: {score: coins, winner: best player by most score}
"""


LORD = "lord is Ada, with the highest power: Ada 3 = 1 (helper) + 2 (giant), Bo "
SALE = "Ada gains 18 coins (18): 9 (long row: apple 1, apple 2, apple 3) + 9 (long row: pear 1, pear 2, pear 3)"


@pytest.mark.parametrize(
    ("of_bo", "told"),
    [
        (("send helper", "send helper"), f"{LORD}2 (2 × helper)"),
        (("stay", "stay"), f"{LORD}0"),
        (("stay", "stay"), "power: 9 at least: none (Ada 3 = 1 (helper) + 2 (giant), Bo 0)"),
        (("stay", "stay"), SALE),
    ],
)
def test_what_is_all_of_something_stands_alone_and_sets_have_names(tmp_path: Path, of_bo: tuple[str, str], told: str) -> None:
    match = game_in(tmp_path, STALLS).new_match(["Ada", "Bo"])
    for one in ("send giant", of_bo[0], "send helper", of_bo[1]):
        match.answer(one)
    assert told in _told(match, None)


WELL = """
name: Well
players: 2
components: {stone: {starts in: well, columns: {weight: number}, cross: {weight: [1, 2, 3, 4]}}}
zones:
  well: {form: pile, seen by: nobody}
  hand: {per: player, form: hand, seen by: owner}
variables: {tired: {of: player, type: flag}}
flow:
  - step: digging
    rounds: 9
    until: CONDITION
    do:
      - turns: player
        laps: 1
        do:
          - choose: a number from 1 to 2 as deep
            option: dig {deep}
          - draw 1 stone from well to hand
          - mark player as tired
result: {score: count of stones in hand, winner: best player by most score}
"""


@pytest.mark.parametrize(
    ("condition", "told"),
    [
        ("well is empty", ["digging is over, as well is empty"]),
        ("count of stones in well <= 2", ["digging is over, as cards in well are 2, 2 at most"]),
        ("every player is tired", ["digging is over, as Ada is tired and Bo is tired"]),
        ("some player with count of stones in hand of it >= 2", ["digging is over, as cards in hand of Ada are 2, 2 at least"]),
        ("some player with sum of weight of stones in hand of it >= 2", []),  # that hangs on hidden cards
        ("9 < 2", []),
    ],
)
def test_what_ends_rounds_is_told_to_those_who_may_know_it(tmp_path: Path, condition: str, told: list[str]) -> None:
    match = game_in(tmp_path, WELL.replace("CONDITION", condition)).new_match(["Ada", "Bo"], seed=3)
    for _ in range(4):
        if match.decisions:
            match.answer("dig 1")
    for viewer in (None, 0, 1):
        assert [line for line in _told(match, viewer) if " over, as " in line] == told


FAIR = """
name: Fair
players: 3
components:
  guest:
    starts in: road
    columns: {skill: number}
    rows:
      duke: {skill: 5}
      duchess: {skill: 2}
      clown: {skill: 1}
      drunkard: {skill: 3, abilities: [{always: every other guest in this stall gets -1 worth_now}]}
zones: {road: {seen by: everyone}, stall: {count: 1, seen by: everyone}}
counters: {coins: {starts: 5}}
variables:
  upside_down: {type: flag}
  chosen_by: {of: guest, type: player}
  fame: {of: player, type: number 0 to 9}
values: {worth_now: {of: guest, starts: skill, at least: 0}}
define:
  strength: {of: player, with: {place: stall}, is: sum of worth_now of guests in place with chosen_by is this}
  sent: {of: player, with: {who: guest}, is: chosen_by of who is this}
  noble:
    of: player
    with: {place: stall}
    is: duke is in place and duchess is in place and sent(duke) of this and sent(duchess) of this
  reward: {with: {judged: player}, do: [{for: judged, do: gain (1 + count of guests in stall 1) coins}]}
rules:
  - instead: player gains coins
    if: coins > 8
    do: give amount coins to (first player by least coins, then most seat)
flow:
  - rounds: 9
    do:
      - turns: player
        laps: 1
        do:
          - choose: a guest in road as sent
            option: send {sent}
            decline: send nobody
            do: [set chosen_by of sent to player, move sent to stall 1]
          - may: turn it over
            do: set upside_down to true
      - raise fame of (first player by most strength(stall 1)) by 1
      - each: stall as place
        do:
          - let:
              judged: first player by most strength(place) if not upside_down else first player by least strength(place)
          - if: some player with noble(place) of it
            then: set judged to first player with noble(place) of it by most strength(place)
          - reward judged
      - give 1 coin to (first player by most coins, then least fame)
result: {score: coins + fame, winner: best player by most score}
"""
CAME = ("send duke", "decline", "send drunkard", "decline", "send clown")
BUSY = "Ada 4 = duke 5→4, Bo 3 = drunkard 3, Cy 0 = clown 1→0"
FEWEST = "Cy, with the fewest coins: Cy 5, Bo 5, Ada 9"
PAIR = ("decline", "send duchess", *["decline"] * 3)


@pytest.mark.parametrize(
    ("answers", "told"),
    [
        ((*CAME, "decline"), [f"stall 1: judged is Ada, with the highest strength: {BUSY}"]),
        ((*CAME, "decline"), ["Ada gains 4 coins (9): 1 + cards in stall 1: 3"]),
        # Who is meant in the middle of a sentence is told, and what was to happen, and does not, with what is so.
        ((*CAME, "decline"), ["Ada, with the most coins: Ada 9, Bo 5, Cy 5", "instead, as coins of Ada is 9, more than 8"]),
        ((*CAME, "decline"), [f"{FEWEST}; Cy and Bo level, then the highest seat: Cy 3, Bo 2"]),
        (
            (*CAME, "turn it over"),
            ["stall 1: judged is Cy, with the lowest strength, as upside down is so: Cy 0 = clown 1→0, Bo 3 = drunkard 3, "
             "Ada 4 = duke 5→4"],
        ),
        (
            (*CAME, *PAIR),
            ["stall 1: judged is Ada, as noble of Ada is so; that goes before the highest strength: Ada 5 = duke 5→4 + duchess "
             "2→1, Bo 3 = drunkard 3, Cy 0 = clown 1→0"],
        ),
        # An amount is told with its parts also where it comes to somebody else.
        ((*CAME, *PAIR), ["instead, as coins of Ada is 9, more than 8", "Bo gains 5 coins (10): 1 + cards in stall 1: 4"]),
    ],
)  # fmt: skip
def test_whoever_gets_something_is_told_with_why_it_is_they(tmp_path: Path, answers: tuple[str, ...], told: list[str]) -> None:
    match = game_in(tmp_path, FAIR).new_match(["Ada", "Bo", "Cy"])
    for one in answers:
        match.answer(one)
    assert set(told) <= set(_told(match, None))


RAIN = """
name: Rain
players: 2
components:
  cloud: {starts in: sky, columns: {rain: number}, rows: {drizzle: {rain: 1}, storm: {rain: 3}}}
zones:
  sky: {form: row, seen by: everyone}
  fallen: {form: pile, seen by: everyone}
variables:
  water: {type: number 0 to 99}
flow:
  - turns: player
    laps: 2
    do:
      choose: a cloud in sky as one
      option: wait for {one}
      do:
        - move one to fallen
        - raise water by rain of one
result: {score: water}
"""


def test_what_is_printed_says_where_it_adds_to_something(tmp_path: Path) -> None:
    match = game_in(tmp_path, RAIN).new_match(["Ada", "Bo"])
    match.answer("wait for drizzle")
    match.answer("wait for storm")
    told = [line for line in _told(match, None) if line.startswith("water")]
    assert told == ["water rises to 1: rain of drizzle", "water rises to 4: 3, rain of storm"]


TRICKS = """
name: Tricks
players: 2
components:
  leaf: {starts in: heap, columns: {worth: number}, rows: {oak: [0], ash: [0], elm: [0], yew: [3]}}
zones: {heap: {seen by: everyone}, pile: {seen by: everyone}}
counters: {points: {}}
flow:
  - turns: player
    laps: 1
    do:
      - choose: 1 to any leaf in heap as taken
        option: take {taken}
        done: no more
      - gain (sum of worth of leaf in taken) points
result: {score: points, winner: best player by most score}
"""


@pytest.mark.parametrize(
    ("taken", "parts"),
    [
        (["oak", "yew"], "oak 0 + yew 3"),
        (["oak", "ash", "yew"], "oak 0 + ash 0 + yew 3"),
        (["oak", "ash", "elm", "yew"], "yew 3"),
    ],
)
def test_of_many_things_that_bring_nothing_that_is_not_said(tmp_path: Path, taken: list[str], parts: str) -> None:
    match = game_in(tmp_path, TRICKS).new_match(["Ada", "Bo"])
    for one in taken:
        match.answer(f"take {one}")
    if len(taken) < 4:
        match.answer("no more")
    assert f"Ada gains 3 points (3): {parts}" in _told(match, None)


MIMIC = """
name: Mimic
players: 2
components:
  guest:
    starts in: road
    columns: {skill: number}
    rows:
      duke: {skill: 5}
      mimic: {abilities: [{always: worth_now of this is skill of card above this}]}
      lord: {skill: 2, abilities: [{always: worth_now of this is 9}]}
zones: {road: {seen by: everyone}, stall: {per: player, seen by: everyone}}
values: {worth_now: {of: guest, starts: skill}}
define: {strength: {of: player, is: sum of worth_now of guests in stall}}
flow:
  - turns: player
    laps: 1
    do:
      - choose: 1 to any guests in road as sent
        option: send {sent}
        done: no more
        do: move every guest in sent to stall
  - let: {lord_of_all: first player by most strength}
result: {score: strength, winner: first player by most strength}
"""


def test_the_parts_of_a_line_are_told_to_whoever_asks_for_more(tmp_path: Path) -> None:
    game = game_in(tmp_path, MIMIC)
    match = game.new_match(["Ada", "Bo"])
    for one in ("send duke", "send mimic", "no more", "send lord"):
        match.answer(one)
    told = [words for line in match.log if (words := line.seen_by(0))]
    line = "lord of all is Ada, with the highest strength: Ada 10 = duke 5 + mimic 5, Bo 9 = lord 2→9"

    def asked(words: str) -> list[str]:
        return answered(Sources(game), match, "Ada", words)

    assert asked(f"log {told.index(line) + 1} more") == [
        f'"{line}":',
        "  strength of Ada: 10 = duke 5 + mimic 5  (game.yaml:14)",
        "    mimic: 5 (skill of duke)  (game.yaml:13)",
        "  strength of Bo: 9 = lord 2→9  (game.yaml:14)",
        "    lord: 9 instead of 2 printed  (game.yaml:13)",
    ]
    assert asked("log 1 more") == [f'"{told[0]}" has no numbers that are made of others.']
    assert asked("log 1 less")[0].startswith("Write log and a number from 1 to ")
    assert asked("log 1") == asked("log 1 ")
