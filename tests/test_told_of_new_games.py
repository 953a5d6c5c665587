"""What games told wrong, or in words of the rules' own making, that were written to try the telling and played to their end."""

from __future__ import annotations

from pathlib import Path

import pytest
from rulewright.table.log import read_by
from test_told_in_full import all_is_told
from written import game_in

MINE = """
name: Mine
players: 3
components:
  stone: {starts in: seam, columns: {weight: number}, rows: {coal: [1], iron: [5], gold: [3]}}
  canary:
    starts in: shed
    abilities:
      - instead: owner of this is flooded
        by: owner of this
        may: send the canary
        do: move this to shed
zones: {seam: {seen by: everyone}, shed: {seen by: everyone}, pack: {per: player, seen by: everyone}}
counters: {lamps: {starts: 1}}
variables: {breath: {of: player, type: number 0 to 5, starts: 4}}
define:
  load: {of: player, is: sum of weight of stones in pack of this}
  spare: {of: player, with: {room_left: number}, is: room_left - load of this}
  flood: {with: {victim: player}, event: flooded, do: lower breath of victim by 1}
flow:
  - turns: player
    laps: 1
    do:
      - offer:
          - option: dig for {stone}
            choose: a stone in seam as stone
            do: move stone to pack
          - option: light a lamp
            do: gain 1 lamp
          - option: drop {old_stones}
            choose: 1 to 2 stones in pack as old_stones
            do: move every stone in old_stones to seam
  - let: {foreman: first player by most spare(9) of it}
  - each: player with load of it > lamps of it + 1
    do: flood player
  - flood (first player by most load)
  - for: foreman
    do: gain 1 lamp
result: {score: lamps + breath, winner: best player by most score}
"""


@pytest.mark.parametrize(
    "told",
    [
        # A number that is asked for with a value is no place, and what nothing is taken from is only itself.
        "foreman is Bo, with the highest spare (9): Bo 9, Cy 6 = 9 − load 3, Ada 4 = 9 − load 5",
        # Each is held to a number of its own.
        "load: Ada 5 = iron 5 (more than 2), Cy 3 = gold 3 (more than 2); not Bo 0 (not more than 3)",
        # Who is given to a verb that may be replaced is called as the verb calls it.
        "victim is Ada, with the highest load: Ada 5 = iron 5, Cy 3 = gold 3, Bo 0",
    ],
)
def test_values_and_bounds_of_each_are_told(tmp_path: Path, told: str) -> None:
    match = game_in(tmp_path, MINE).new_match(["Ada", "Bo", "Cy"])
    for one in ("dig for iron", "light a lamp", "dig for gold"):
        match.answer(one)
    assert told in read_by(None, match.log)


def test_an_option_that_asks_for_several_things_is_read_before_they_are_picked(tmp_path: Path) -> None:
    """It read `drop nothing`."""
    text = MINE.replace("    laps: 1", "    laps: 2")
    match = game_in(tmp_path, text).new_match(["Ada", "Bo", "Cy"])
    for one in ("dig for iron", "dig for coal", "dig for gold"):
        match.answer(one)
    assert "drop old stones" in [option.text for option in match.decisions[0].options]
    match.answer("drop old stones")
    match.answer("iron")
    assert read_by(None, match.log)[-2:] == ["Ada: drop old stones", "Ada: iron"]


RACE = """
name: Race
players: 3
tables: {thanks: [4, 2, 1]}
components:
  horse: {per: player, starts in: stable}
  plum: {starts in: tree, columns: {sweet: number}, rows: {ripe_plum: [3], green_plum: [1]}}
zones:
  stable: {per: player, seen by: everyone}
  tree: {seen by: everyone}
  lane: {ids: [gate, hedge, brook, mill], holds: horse, seen by: everyone}
counters: {points: {}}
variables: {bell: {type: number 0 to 9}, steps: {type: number 0 to 9}}
define:
  go_on: {with: {mount: horse}, do: move mount to lane after zone of mount}
  far: {of: player, is: index of zone of (first horse in lanes with owner is this)}
setup:
  - move every horse to gate
flow:
  - rounds: endless
    until: bell >= 2
    do:
      - turns: player
        laps: 1
        do:
          - choose: a number from 0 to 3 as leap and a plum in tree as food
            option: leap {leap} for {food}
            do:
              - raise steps by leap
              - repeat: leap
                do: go_on (first horse in lanes with owner is player)
              - gain (sweet of food) points
              - gain (thanks for player among players by most far) points
      - let: {favourite: first player by most far}
      - for: favourite
        do: gain 1 point
      - raise bell by count of plums in tree
result: {score: points, winner: best player by most score}
"""


@pytest.mark.parametrize(
    "told",
    [
        # One horse that goes on is no three horses: it read `2 horses of Bo go to hedge and brook`.
        "Bo's horse goes from gate to mill",
        # What stands in two amounts is told with both, or in two lines: `Bo gains 5 points: sweet of green plum + thanks …`.
        "Bo gains 1 point (1): sweet of green plum",
        "Bo gains 4 points (5): thanks for place 1 (highest far: Bo 4, Ada 1, Cy 1)",
        # Who is level of several, also where nothing more settles it.
        "favourite is Ada, with the highest far: Ada 2, Cy 2, Bo 1; Ada and Cy level, so the first of them",
        # The game ends by it, so that it is no bookkeeping: nobody could say why the game was over.
        "bell rises to 2: ripe plum, green plum",
        "the rounds are over, as bell is 2, 2 at least",
    ],
)
def test_what_goes_on_adds_up_and_ends_is_told(tmp_path: Path, told: str) -> None:
    first, second = (game_in(tmp_path / name, RACE).new_match(["Ada", "Bo", "Cy"]) for name in ("first", "second"))
    for one in ("leap 0 for ripe plum", "leap 3 for green plum", "leap 0 for green plum"):
        first.answer(one)
    for one in ("leap 1 for green plum", "leap 0 for green plum", "leap 1 for ripe plum"):
        second.answer(one)
    assert told in read_by(None, [*first.log, *second.log])


LISTS = """
name: Lists
players: 2
components:
  page: {per: player, copies: 3, starts in: sent}
zones: {sent: {per: player, seen by: everyone}, spare: {seen by: everyone}}
counters: {ink: {}}
variables: {quiet: {of: player, type: flag}}
define:
  ahead: {of: player, with: {so_many: number}, is: (count of players with ink of it < ink of this) >= so_many}
flow:
  - turns: player
    laps: 2
    do:
      - choose: a number from 0 to 3 as more
        option: take {more}
        do: gain more ink
      - mark player as quiet until end of next turn of player
      - let: {knight: "first player by most ink, then least seat"}
      - if: some player with ahead(1) of it and with ink of it > 2
        do:
          - set knight to first player with ahead(1) of it by most ink, then most seat
          - move first page in sent of knight to spare
      - each: player by most ink, then least seat
        do:
          - if: ink > 5
            do: pay 1 ink
          - move first page in sent to sent of player after player
result: {score: ink, winner: best player by most score}
"""


def test_an_order_that_was_told_a_flag_until_a_turn_and_a_count_with_a_name_read_well(tmp_path: Path) -> None:
    match = game_in(tmp_path, LISTS).new_match(["Ada", "Bo"])
    for one in ("take 1", "take 3"):
        match.answer(one)
    lines = read_by(None, match.log)
    assert "Ada is quiet until the end of Ada's next turn" in lines
    assert not [line for line in lines if line.startswith("the highest ink first")]  # it was told of the knight
    assert any(line.startswith("knight is Bo, as ahead (1) of Bo (there is 1 (Ada), 1 at least)") for line in lines)


HERBS = """
name: Herbs
players: 2
types: {time: [spring, fall]}
components:
  herb: {starts in: field, columns: {strength: number}, rows: {mint: {strength: 2, copies: 9}, sage: {strength: 1}}}
zones: {field: {form: pile, seen by: nobody}, pouch: {per: player, form: hand, seen by: owner}}
variables: {vow: {of: player, type: time}, foe: {of: player, type: player}}
values: {potency: {of: herb, starts: strength}}
setup: [shuffle field, draw 1 herb from field to pouch of (first player by least seat)]
flow:
  - turns: player
    laps: 1
    do:
      - choose: a time as vowed
        option: swear by {vowed}
        do: [set vow to vowed, set foe to player after player]
result: {score: seat, winner: best player by most score}
"""


@pytest.mark.parametrize("text", [RACE, LISTS])
def test_ways_and_orders_that_are_told_once_leave_nothing_out(tmp_path: Path, text: str) -> None:
    game = game_in(tmp_path, text)
    for seed in range(3):
        match = game.new_match(game.players[-1], seed=seed)
        while match.decisions:
            options = match.decisions[0].options
            match.answer(options[(7 * len(match.answers) + seed) % len(options)])
        all_is_told(match)


def test_of_several_copies_one_asks_for_the_one_in_sight_and_what_is_sworn_is_not_told_twice(tmp_path: Path) -> None:
    game = game_in(tmp_path, HERBS)
    match = game.new_match(["Ada", "Bo"], seed=2)
    assert str(game.why(match, "potency of mint", "Ada")) == "potency of mint: 2 printed"  # it is not the first of nine
    assert str(game.why(match, "potency of mint", "Bo")).startswith("you cannot know that")
    match.answer("swear by fall")
    assert read_by(0, match.log)[-2:] == ["Ada: swear by fall", "foe of Ada is now Bo"]


WEAR = """
name: Wear
players: 3
components:
  coat: {per: player, starts in: peg, columns: {warm: number}, rows: {cloak: [2], cape: [1]}}
zones: {peg: {per: player, seen by: everyone}}
variables: {stale: {of: coat, type: number 0 to 9}, holes: {of: player, type: number 0 to 9}}
define:
  tear:
    with: {depth: number}
    do: set holes to max(holes, depth)
flow:
  - turns: player
    laps: 1
    do:
      - choose: a number from 0 to 3 as wild
        option: rip {wild}
      - each: coat in peg
        do: raise stale of coat by 1
      - tear wild
  - each: player
    do: set holes to 0
result: {score: 0 - holes, winner: best player by most score}
"""


def test_numbers_of_several_things_go_by_the_word_for_one_and_what_a_number_itself_is_no_reason(tmp_path: Path) -> None:
    match = game_in(tmp_path, WEAR).new_match(["Ada", "Bo", "Cy"])
    for one in ("rip 2", "rip 2", "rip 2"):
        match.answer(one)
    lines = read_by(None, match.log)
    assert lines[1:4] == [
        "stale of Ada's cloak and Ada's cape rises to 1 each",  # not `stales`, nor a line for each
        "holes of Ada rise to 2",  # not `the highest of holes 0, depth 2`, nor `rises`
        "Bo: rip 2",
    ]
    assert "holes of everybody fall to 0 each" in lines


KITES = """
name: Kites
players: 2
tables: {push: [0, 1, 1, 2, 2, 3]}
components:
  wind: {per: player, die: 1 to 6, copies: 2, starts in: cup}
  kite: {per: player, starts in: sky}
  cloud: {starts in: sky, columns: {lift: number}, rows: {mist: [1]}}
zones: {cup: {per: player, seen by: everyone}, sky: {seen by: everyone}, ground: {seen by: everyone}}
variables: {tears: {of: player, type: number 0 to 3, starts: 1}}
define:
  gust: {of: player, is: sum of push(value of it) of winds in cup of this}
  drag: {of: player, is: (sum of lift of clouds in sky) + tears of this}
  speed: {of: player, is: gust of this - drag of this}
flow:
  - set value of (first wind in cup of first_seat) to 2
  - set value of (last wind in cup of first_seat) to 3
  - turns: player
    laps: 1
    do:
      - choose: a cloud in sky as gone
        option: wait for {gone}
        do: move gone to ground
result: {score: speed, winner: best player by most score}
""".replace("first_seat", "(first player by least seat)")


def test_what_dice_bring_and_what_is_taken_away_is_told_as_what_it_is(tmp_path: Path) -> None:
    game = game_in(tmp_path, KITES)
    match = game.new_match(2)
    gust = "gust of Ada: 2 = 1 (push for value of wind 2) + 1 (push for value of wind 3)"
    told = [line.partition("  (game.yaml")[0].strip() for line in game.why(match, "speed of Ada", "Ada").lines()]
    # The dice do not show what they bring (`2 × wind 1`), and a drag of 2 is not one of −2.
    assert told == ["speed of Ada: 0 = gust 2 − drag 2", gust, "drag of Ada: 2 = 1 (mist 1) + tears 1"]
