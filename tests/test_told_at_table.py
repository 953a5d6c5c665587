"""What people found at the table when they played whole games by thought: lines that were missing, words that read wrong."""

from __future__ import annotations

from pathlib import Path

import pytest
import rulewright
from drawing import board_of, rows_of
from rulewright import Match
from rulewright.desk.chronicle import behind, folded_set_up, log_lines
from rulewright.desk.rulebook import rules_lines
from rulewright.desk.sources import Sources
from rulewright.table.earlier import as_before
from rulewright.table.log import read_by
from rulewright.telling.aloud import read_aloud
from rulewright.telling.plurals import counted, plural, singular
from written import LANTERNS, game_in, played_in, write_game

HARVEST = """
name: Harvest
players: 2
components:
  wind: {back: card of winds, starts in: loft, discards to: heap, columns: {weight: number}, rows: {breeze: {weight: 2,
    copies: 4}, gale: {weight: 3, copies: 4}, echo: {copies: 2, abilities: [{always: worth of this is worth of card below
    this}]}}}
  bone: {die: 1 to 6, copies: 2, starts in: cup}
zones:
  loft: {holds: wind, seen by: everyone}
  hand: {per: player, form: hand, holds: wind, seen by: owner}
  field: {per: player, holds: wind, seen by: everyone, room: 4}
  heap: {form: pile, holds: wind, seen by: everyone}
  cup: {holds: bone, seen by: everyone, room: 3}
values: {worth: {of: wind, starts: weight}}
counters: {vp: {of: player}}
look: {facts: {vp: {label: VP}}}
setup:
  - each: player
    do: [move first breeze in loft to field, move first gale in loft to field]
  - each: player
    do: [move first gale in loft to hand, move first echo in loft to hand]
flow:
  - turns: player
    laps: 2
    do:
      - offer:
          - option: reap for 1 vp
            do:
              - each: player
                do: gain (sum of weight of winds in field) vp
          - option: lay the echo
            if: some echo in hand
            do:
              - move first breeze in loft to field
              - move first echo in hand to top of field
result: {score: vp, winner: best player by most score}
"""


@pytest.fixture
def match(tmp_path: Path) -> Match:
    return played_in(tmp_path, HARVEST)


def test_one_card_is_read_in_the_singular_whatever_cards_a_game_has(tmp_path: Path) -> None:
    definition = game_in(tmp_path, LANTERNS).definition
    assert read_aloud(definition, "draw 1 cards, then 11 cards and 1 animals") == "draw 1 card, then 11 cards and 1 animal"


def test_what_is_gained_from_nothing_is_told(match: Match) -> None:
    """The first gain of a counter is all that there is then; it is a line all the same, with what it is made of."""
    match.answer("reap for 1 vp")
    assert read_by(0, match.log)[-1] == "everybody gains 5 VP (Ada 5, Bo 5): breeze 2 + gale 3"
    assert match.log[-1].public == "everybody gains 5 vp (Ada 5, Bo 5): breeze 2 + gale 3"


def test_a_counter_is_written_as_look_writes_it(match: Match) -> None:
    """Its capitals, wherever people read of it; the words of answers and of the log stay as they are."""
    match.answer("reap for 1 vp")
    answer = next(line for line in match.log if line.is_answer)
    assert (answer.public, answer.seen_by(0)) == ("Ada: reap for 1 vp", "Ada: reap for 1 VP")


def test_no_card_counts_by_its_neighbours_in_a_hand(match: Match) -> None:
    """What stands beside it there is chance; laid down, it counts as its neighbour does."""
    assert rows_of(board_of(match, "Ada"))["Ada", "hand"].items == ("gale 3", "echo")
    match.answer("lay the echo")
    assert "echo →2" in rows_of(board_of(match, "Bo"))["Ada", "field"].items


def test_how_full_a_place_is_is_told_in_what_lies_there(match: Match) -> None:
    table = rows_of(board_of(match, "Ada"))
    assert "2 of 3 bones" in table["table", "cup"].items
    assert "2 of 4 cards of winds" in table["Ada", "field"].items
    assert table["Bo", "hand"].items == ("2 cards of winds",)


@pytest.mark.parametrize(
    "one, many", [("card of winds", "cards of winds"), ("die of fate", "dice of fate"), ("coat_of_arms", "coats_of_arms")]
)
def test_of_something_of_something_the_first_is_counted(one: str, many: str) -> None:
    assert plural(one) == many and singular(many) == one
    assert counted(10, one) == f"10 {many}".replace("_", " ") and counted(1, many) == f"1 {one}".replace("_", " ")


GIVEN = """
name: Given
players: 2
components:
  sack: {starts in: barn, columns: {weight: number}, rows: {rye: {weight: 2, copies: 2}, oats: {weight: 3, copies: 2}}}
zones: {barn: {holds: sack, seen by: everyone}, mill: {per: player, holds: sack, seen by: SEEN}}
counters: {coins: {of: player}}
setup:
  - each: player
    do: [move first rye in barn to mill, move first oats in barn to mill]
define:
  load: {of: player, is: sum of weight of sacks in mill}
  earn: {with: {wage: number}, do: gain wage coins}
  bring: {with: {wage: number}, do: [move first sack in mill to barn, gain wage coins]}
flow:
  - turns: player
    laps: 1
    do:
      - offer:
          - option: sell
            do: earn (load of player)
          - option: hoard
            do: [let: {worth_it: sum of weight of sacks in mill}, gain worth_it coins]
          - option: bring
            do: bring (load of player)
result: {score: coins, winner: best player by most score}
"""


@pytest.mark.parametrize("answer", ["sell", "hoard"])
@pytest.mark.parametrize("seen, others", [("everyone", ": rye 2 + oats 3"), ("owner", "")])
def test_an_amount_that_a_verb_is_given_is_told_with_its_parts(tmp_path: Path, answer: str, seen: str, others: str) -> None:
    """What was worked out by the rule that calls it, or by a `let`, to those who may know it."""
    match = played_in(tmp_path, GIVEN.replace("SEEN", seen), answer)
    assert match.log[-1].seen_by(0) == "Ada gains 5 coins (5): rye 2 + oats 3"
    assert match.log[-1].seen_by(1) == f"Ada gains 5 coins (5){others}"


def test_an_amount_is_told_without_parts_where_they_have_changed_since(tmp_path: Path) -> None:
    match = played_in(tmp_path, GIVEN.replace("SEEN", "everyone"), "bring")
    assert match.log[-1].seen_by(0) == "Ada gains 5 coins (5)"


LOOKED_UP = """
name: Looked up
players: 2
components:
  sack:
    {starts in: barn, columns: {worth: number},
     rows: {rye: {name: Rye, worth: 3}, ox: {name: Ox, abilities: [{always: this barn is steep}]}}}
zones: {barn: {holds: sack, seen by: everyone}, mill: {holds: sack, seen by: everyone}}
counters: {coins: {of: player}}
tables: {pay_for: [4, 7]}
values: {steep: {of: barn, starts: false}}
define:
  earn: {with: {wage: number}, do: gain wage coins}
flow:
  - turns: player
    laps: 1
    do:
      - offer:
          - option: work
            do: earn pay_for(count of sacks in barn)
          - option: sell
            do: gain (worth of (first sack in barn)) coins
          - option: clear
            do: [move every sack in barn to mill, gain pay_for(1) coins]
      - let: {carter: first player by least coins if steep of barn else first player by most coins}
      - for: carter
        do: earn 1
result: {score: coins, winner: best player by most score}
"""


@pytest.mark.parametrize(
    "answer, told",
    [
        ("work", ["Ada gains 7 coins (7): pay for cards in barn: 2",
                  "carter is Bo, with the fewest coins, as barn is steep (Ox): Bo 0, Ada 7", "Bo gains 1 coin (1)"]),
        ("sell", ["Ada gains 3 coins (3): worth of Rye",
                  "carter is Bo, with the fewest coins, as barn is steep (Ox): Bo 0, Ada 3", "Bo gains 1 coin (1)"]),
        ("clear", ["Ada gains 4 coins (4)", "carter is Ada, with the most coins: Ada 4, Bo 0", "Ada gains 1 coin (5)"]),
    ],
)  # fmt: skip
def test_what_is_looked_up_and_what_a_card_makes_so_is_told(tmp_path: Path, answer: str, told: list[str]) -> None:
    """The number that a table is asked for, unless the rules always ask for the same; the card that makes it so. That it is
    `earn` that does it says nothing."""
    match = played_in(tmp_path, LOOKED_UP, answer)
    assert [line.public for line in match.log if line.kind in ("gain", "decide")][:3] == told


YARD = """
name: Yard
players: 2
components: {plank: {per: player, starts in: hut, columns: {weight: number}, rows: {oak: {weight: 3}, ash: {weight: 1}}}}
zones:
  hut: {per: player, form: pile, holds: plank, seen by: everyone}
  stack: {per: player, form: pile, holds: plank, seen by: nobody}
counters: {coins: {of: player}, nails: {of: player}}
variables: {tally: {of: player, type: number}}
look: {facts: {tally: hidden}}
define: {place: {of: player, is: seat of this}}
flow:
  - turns: player
    laps: 1
    do:
      - offer: [{option: count}]
      - each: player
        do: set tally to sum of weight of planks in hut
      - let: {foreman: "first player by most tally, then most coins, then most nails, then least place"}
      - for: foreman
        do: gain 1 coin
      - let: {mate: "first player by least tally, then most nails"}
      - for: mate
        do: gain 1 nail
      - each: player
        do: [{repeat: seat of player, do: move top plank of hut to stack}, shuffle stack]
result: {score: coins, winner: best player by most score}
"""


def test_what_was_reckoned_is_told_where_it_decides_and_nothing_before_what_led_to_it(tmp_path: Path) -> None:
    """What `look` hides is no line of its own. Numbers by which level ones are level, too, are told in a few words."""
    match = played_in(tmp_path, YARD, "count")
    each = ", ".join(f"{seat} 4 = oak 3 + ash 1" for seat in match.seats)
    assert read_by(None, match.log)[1:] == [
        f"foreman is Ada, with the highest tally: {each}; level, also by the most coins (0) and most nails (0), "
        "then the lowest place: Ada 1, Bo 2",
        "Ada gains 1 coin (1)",
        f"mate is Ada, with the lowest tally: {each}; level, also by the most nails (0), so the first of them",
        "Ada gains 1 nail (1)",
        "Ada's oak goes from hut to stack",
        "Ada's stack is shuffled",
        "Bo's oak and Bo's ash go from hut to stack",
        "Bo's stack is shuffled",
    ]


ASKED = """
name: Asked
players: 2
components: {bean: {per: player, copies: 3, starts in: hand}}
zones: {hand: {per: player, form: hand, seen by: owner}, bowl: {holds: bean, seen by: everyone}}
variables: {wager: {of: player, type: number 0 to 9}}
flow:
  - rounds: 2
    do:
      - ask: player
        choose: 2 beans in hand as given
        option: give {given}
        do: move every bean in given to bowl
      - ask: player
        choose: a number from 1 to 2 as stake
        option: wager {stake} pearls
        do: set wager to stake
result: {score: wager, winner: best player by most score}
"""


def test_a_row_of_answers_is_one_line_and_what_it_sets_is_not_told_twice(tmp_path: Path) -> None:
    match = game_in(tmp_path, ASKED).new_match(["Ada", "Bo"])
    while len(match.answers) < 6:
        match.answer(match.decisions[0].options[-1])
    lines = [line.public for line in match.log]
    assert [lines.count(f"{seat}: answers") for seat in match.seats] == [2, 2]
    assert "Ada: wager 2 pearls" in lines and not [one for one in lines if "rises" in one]


def test_rules_stand_by_topic(tmp_path: Path) -> None:
    """Under their names, and the others by their numbers."""
    folder = write_game(tmp_path, LANTERNS)
    rules = "L-1: A den.\nThe night:\n  L-2: It is dark.\n  L-3: Nobody moves.\nL-4: Day comes.\nL-6: The end.\n"
    (folder / "rules.yaml").write_text(rules, encoding="utf-8")
    sources = Sources(rulewright.load(folder))
    listed = ["  L-1: A den.", "  L-2 … L-3: The night", "  L-4: Day comes.", "  L-6: The end."]
    assert rules_lines(sources, "")[1:5] == listed
    assert rules_lines(sources, "the night") == rules_lines(sources, "l-3")
    assert rules_lines(sources, "the night") == ["The night:", "  L-2: It is dark.", "  L-3: Nobody moves."]
    assert rules_lines(sources, "moves") == ["  L-3: Nobody moves."]
    assert list(sources.rules) == ["L-1", "L-2", "L-3", "L-4", "L-6"]


SHARED = """
name: Shared
players: 4
teams: {count: 2}
components: {sack: {starts in: barn, columns: {weight: number}, rows: {rye: {weight: 2, copies: 2}, bran: {weight: 3}}}}
zones: {barn: {holds: sack, seen by: everyone}, mill: {per: player, holds: sack, seen by: everyone}}
counters: {coins: {of: player}}
variables:
  worn: {of: player, type: number, lasts: season}
  tired: {of: player, type: flag}
define:
  load: {of: player, is: sum of weight of sacks in mill + (1 if tired else 0)}
rules:
  - instead: player gains coins
    if: player is tired
    do: gain (div(amount, 2)) coins
flow:
  - step: season
    rounds: 2
    do:
      - turns: player
        laps: 1
        do:
          - offer:
              - option: grind
                do: [move every sack in barn to mill, raise worn by 1, gain load coins, mark player as tired, gain load coins]
              - option: rest
                do: raise worn by 1
      - let:
          best_one: first player with load >= 0 by most load
      - if: some player with load > 3
        do: set best_one to first player with load >= 0 by least load
      - for: best_one
        do: gain 1 coin
result: {score: coins, winner: best player by most score}
"""


@pytest.fixture
def shared(tmp_path: Path) -> Match:
    match = game_in(tmp_path, SHARED).new_match(["Ada", "Bo", "Cy", "Di"])
    match.answer("grind")
    return match


def test_what_an_instead_lets_pass_and_what_it_halves_is_told_with_its_parts(shared: Match) -> None:
    assert [line.seen_by(0) for line in shared.log if line.kind == "gain"] == [
        "Ada gains 7 coins (7): 2 × rye 2 + bran 3", "Ada gains 4 coins (11): amount 8 / 2, rounded down"
    ]


def test_who_wins_with_a_partner_is_told_apart_from_who_came_first(shared: Match, tmp_path: Path) -> None:
    """`winners: Ada, Cy, with the highest score` read as if both had it."""
    while shared.decisions:
        shared.answer("rest")
    line = "winner is Ada, with the highest score: Ada 11, Bo 2, Cy 0, Di 0; Cy wins with Ada"
    assert shared.log[-1].seen_by(0) == line
    assert shared.result is not None and shared.result.winners == ("Ada", "Cy")
    asked = rulewright.load(tmp_path).why(shared, "winner")
    assert str(asked) == line and [one.name for one in asked.value] == ["Ada", "Cy"]  # type: ignore[union-attr]
    assert as_before(line) == "winners: Ada, Cy, with the highest score: Ada 11, Bo 2, Cy 0, Di 0"


def test_what_lasts_as_long_as_named_rounds_stands_on_the_table(shared: Match) -> None:
    """It is remembered for longer than one of them."""
    assert "worn of Ada rises to 1" in read_by(0, shared.log)
    assert "worn 1" in rows_of(board_of(shared, "Ada"))["Ada", "has"].items


def test_who_plays_together_stands_beside_the_names(shared: Match) -> None:
    assert [area.note for area in board_of(shared, None).areas if area.title in shared.seats] == [
        "with Cy · score 11", "with Di · score 0", "with Ada · score 0", "with Bo · score 0"
    ]


def test_what_is_so_of_both_rankings_is_no_reason_for_the_second(shared: Match) -> None:
    """Nobody reads `as` with what was asked of the first one, too."""
    for _ in range(3):
        shared.answer("rest")
    (line,) = [line.seen_by(0) for line in shared.log if line.kind == "decide" and "best one" in line.seen_by(0)]
    assert line.startswith("best one is Bo, with the lowest load: Bo 0") and "that goes before the highest load: Ada" in line
    assert " as " not in line


TRACKS = """
name: Tracks
players: 2
types: {land: {columns: {tolls: list of number}, rows: {hill: {tolls: [0, 2, 1]}, dale: {tolls: [1, 1, 1]}}}}
zones:
  track: {per: land, ids: [a0, a1, a2], holds: cart, seen by: everyone}
  shed: {form: row, holds: box, seen by: everyone}
components:
  cart: {per: player, starts in: track, columns: {home: land}, rows: {wagon: [hill]}}
  box: {starts in: shed, rows: {crate: {}}}
variables: {load: {of: cart, type: number 0 to 9, starts: 6}}
define:
  slow: {with: {loss: number, whose: cart}, do: lower load of whose by loss}
setup: [{each: cart, do: move cart to a0 of hill}]
flow:
  - rounds: 1
    do:
      - turns: player
        laps: 1
        do:
          - choose: a number from 2 to 3 as tile
            option: drive to {tile}
          - move first cart in (every track) with owner is player to a1 of hill
          - slow tolls(tile) of hill, first cart in a1 of hill with owner is player
          - move every box in shed to shed
      - step: evening
        each: player
        do: {may: rest}
result: {score: sum of load of carts with owner is this}
"""


def test_what_a_number_is_lowered_by_is_told_and_nothing_of_what_stays_as_it_was(tmp_path: Path) -> None:
    match = game_in(tmp_path, TRACKS).new_match(["Ada", "Bo"], seed=1)
    assert match.view("Ada").turn == "p0"
    match.answer("drive to 2")
    assert [line.seen_by(0) for line in match.log][-2:] == [
        "Ada's wagon goes from track a0 to a1 of hill",
        "load of Ada's wagon falls to 4: 2 = tolls of hill for tile 2",
    ]
    match.answer("drive to 3")
    assert not any("crate" in line.seen_by(None) for line in match.log)
    assert match.decisions[0].seat == "Ada" and match.view("Ada").turn is None  # the evening is nobody's turn


def test_a_line_is_understood_as_it_was_told_before() -> None:
    before = "Ada's wagon goes from track a0 of hill to track a1 of hill"
    assert as_before(before) == as_before("Ada's wagon goes from track a0 to a1 of hill")


STALLS = """
name: Stalls
players: 2
components:
  fruit: {per: player, starts in: stand, columns: {age: number}, rows: {fig_2: [3], fig_4: [4],
    pear: [1]}}
zones: {stand: {per: player, form: row, holds: fruit, seen by: everyone}}
counters: {points: {of: player}}
flow:
  - turns: player
    laps: 1
    do:
      - {may: count, do: gain 0 points}
      - gain 1 point
      - gain (2 * (count of fruits in stand with age >= 3)) points
  - step: judging
    do: {let: {first_one: "first player by most (sum of age of fruits in stand), then least points"}}
result: {score: points}
"""


def test_what_is_gained_at_once_is_told_with_all_that_it_is_made_of(tmp_path: Path) -> None:
    match = game_in(tmp_path, STALLS).new_match(["Ada", "Bo"], seed=1)
    match.answer("count")
    assert "Ada gains 5 points (5): 1 + 2 × 2 (fig 2, fig 4)" in [line.seen_by(0) for line in match.log]
    match.answer("count")
    told = [line.seen_by(0) for line in match.log]
    assert any("fig 2: 3 + fig 4" in line for line in told)  # and not `fig 2 3`


LEFT_OVER = """
name: Left over
players: 2
components: {brick: {starts in: hand, per: player, columns: {weight: number}, rows: {red: [2], grey: {weight: 3, copies: 2}}}}
zones: {hand: {per: player, form: hand, holds: brick, seen by: owner}, wall: {holds: brick, seen by: everyone}}
flow:
  - turns: player
    laps: 1
    do: {choose: a brick in hand as laid, option: "lay {laid}", do: move laid to wall}
result:
  score: -sum of weight of bricks in hand
  winner: best player by most score
"""


def test_who_wins_is_told_where_the_whole_score_lies_hidden(tmp_path: Path) -> None:
    game = game_in(tmp_path, LEFT_OVER)
    match = game.new_match(["Ada", "Bo"], seed=1)
    for laid in ("grey", "red"):
        match.answer(f"lay {laid}")
    line = "winner is Ada, with the highest score: Ada −5, Bo −6"
    for seat in (None, 0, 1):
        assert match.log[-1].seen_by(seat) == line
    assert [str(game.why(match, "winner", seat)) for seat in (None, "Ada")] == [line, line]
    told = behind(Sources(game), match, None, str(len(log_lines(match, None))))
    assert told[1].endswith(": winner: best player by most score")


SOWN = """
name: Sown
players: 3
components: {seed: {starts in: sack, copies: 20}, tuber: {starts in: plot, per: player, copies: 2}}
zones:
  sack: {form: pile, holds: seed, seen by: nobody}
  hand: {per: player, form: hand, holds: seed, seen by: owner}
  plot: {per: player, holds: tuber, seen by: everyone}
  cellar: {per: player, holds: tuber, seen by: everyone}
variables: {height: {of: player, type: number}}
look: {facts: {height: {label: height}}}
setup:
  - shuffle sack
  - each: player
    do: draw 2 seeds from sack to hand
  - each: player
    do: store
flow:
  - rain
  - turns: player
    laps: 1
    do: {offer: [{option: rest}]}
define:
  store: {do: [move first tuber in plot to cellar]}
  rain:
    do:
      - each: player with seat of it is 3
        do: [draw a seed from sack to hand, store]
      - each: player with seat of it is 1
        do: raise height by 2
result: {score: height}
"""


def test_what_happens_once_the_table_is_laid_out_is_not_folded_into_that(tmp_path: Path) -> None:
    match = game_in(tmp_path, SOWN).new_match(["Ada", "Bo", "Cy"], seed=1)
    assert folded_set_up(match.log, "Bo", 1) == [
        "the table is laid out (4 lines: log)",
        "Bo draws 2 seeds",
        "rain: Cy draws a seed",
        "Cy's tuber goes from plot to cellar",
        "height of Ada rises to 2",
    ]


SWAP = """
name: Swap
players: 2
components: {beast: {starts in: hand, discards to: heap, per: player, rows: {fox: {}, owl: {}, hare: {}, newt: {}, toad: {}}}}
zones:
  hand: {per: player, form: hand, holds: beast, seen by: owner}
  heap: {form: pile, holds: beast, seen by: everyone}
  cave: {holds: beast, seen by: nobody}
flow:
  - turns: player
    laps: 1
    do:
      - choose: 0 to 3 beasts in hand as dropped
        option: discard {dropped}
        done: that is all
      - discard every beast in dropped
      - choose: 2 beasts in hand as buried
        option: bury {buried}
      - move every beast in buried to cave
result: {score: count of beasts in hand}
"""


def test_what_is_picked_unseen_and_comes_to_light_is_told_once(tmp_path: Path) -> None:
    match = game_in(tmp_path, SWAP).new_match(["Ada", "Bo"], seed=1)
    for said in ("discard newt", "discard fox", "that is all", "bury owl", "bury hare"):
        match.answer(said)
    assert read_by(1, match.log)[:2] == ["Ada discards fox and newt", "Ada: bury 2 beasts"]
    assert read_by(0, match.log)[:2] == ["Ada: discard fox and newt", "Ada: bury owl and hare"]
    assert [line.seen_by(1) for line in match.log[:2]] == ["Ada: discard a beast", "Ada: discard a beast"]
