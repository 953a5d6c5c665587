"""What a new player asks of the rules at the table: how this game was set up, topics by a word, and sets of cards."""

from __future__ import annotations

from pathlib import Path

import rulewright
from rulewright.desk.inquiry import answered
from rulewright.desk.rulebook import rules_lines
from rulewright.desk.sources import Sources
from rulewright.desk.why import why
from written import write_game

SHOALS = """
name: Shoals
players: 2
types: {goal: [deep_sea, shore], sort: [white, black]}
options:
  first_goal: {type: goal, default: deep_sea, about: What is counted.}
  storms: {type: flag, default: false, about: Whether there are storms.}
components: {fish: {starts in: sea, columns: {sort: sort, size: number}, rows: {cod: {sort: white, size: 1}, eel: {sort: black,
  size: 2}, ray: {sort: black, size: 1}}}}
zones: {sea: {form: pile, seen by: nobody}, net: {per: player, seen by: everyone}}
counters: {coins: {of: player}}
groupings:
  catch:  # S-1
    of: fish
    patterns:
      twins: {same: size, size: 2, worth: 3}  # S-2
      shoal: {run: size, same: sort, size: 2 to any, worth: 2 * (size - 1)}  # S-3
flow:
  - turns: player
    laps: 1
    do:
      - may: "fish for {first_goal}"
        do:
          - draw 2 fish from sea to net
          - gain (worth(catch) of (every fish in net)) coins
      - if: storms
        do: shuffle sea
result: {score: coins, winner: best player by most score}
"""

RULES = """The catch of a day:
  S-1: What was caught is sorted.
  S-2: Two of a size are worth 3.
S-3: Fish that swim in a row are a good catch.
S-4: The sea is wide.
"""


def sources(folder: Path) -> Sources:
    game = write_game(folder, SHOALS)
    (game / "rules.yaml").write_text(RULES, encoding="utf-8")
    return Sources(rulewright.load(game))


def test_rules_tell_what_was_settled_for_this_table(tmp_path: Path) -> None:
    asked = sources(tmp_path)
    match = asked.game.new_match(["Ada", "Bo"], options={"first_goal": "shore"})
    told = answered(asked, match, None, "rules")
    assert told[1:3] == ["  first goal (shore): What is counted.", "  storms (no): Whether there are storms."]


def test_a_word_of_a_topic_leads_to_it_and_to_other_rules_with_that_word(tmp_path: Path) -> None:
    told = rules_lines(sources(tmp_path), "catch")
    assert told[0] == "The catch of a day:" and [line[2:5] for line in told[1:]] == ["S-1", "S-2", "S-3"]


def test_sets_of_cards_are_told_by_their_pattern(tmp_path: Path) -> None:
    asked = sources(tmp_path)
    match = asked.game.new_match(["Ada", "Bo"])
    twins = "twins: the same size, 2 cards, worth 3"
    shoal = "shoal: the same sort, in a row by size, 2 cards or more, worth 2 times"
    assert answered(asked, match, None, "? twins") == [f"{twins} (a pattern of catch)", "  S-2: Two of a size are worth 3."]
    told = answered(asked, match, None, "? catch")
    assert told[:2] == ["catch (a grouping of fish):", f"  {twins}"] and told[2].startswith(f"  {shoal}")
    assert told[3].startswith("  S-1")


MARKET = """
name: Market
players: 2
components:
  fruit: {per: player, starts in: bag, columns: {price: number or 0, ripe: condition or true},
    rows: {fig: {price: 2}, pear: {}}}
  sack: {per: player, starts in: bag}
zones: {bag: {per: player, holds: [fruit, sack], seen by: everyone}, stall: {holds: [fruit, sack], seen by: everyone}}
counters: {coins: {of: player, starts: 1}}
define:
  shop:  # M-1
    do:
      - each: player  # M-2
        do:
          - by: player
            may: haggle
            do: gain 1 coin
      - if: some sack in bag
        do:
          - offer: [{option: "sell {item}", choose: a sellable fruit in bag as item, do: move item to stall}]
            decline: go home
      - shuffle bag
  sellable: {of: fruit, is: this is fresh and price of this <= coins}
  fresh:  # M-3
    {of: fruit, is: coins >= price of this and ripe of this}
flow:
  - turns: player  # M-4
    laps: 2
    do: shop
result:  # M-5
  {score: coins, winner: best player by most score}
"""


def test_where_no_rule_is_cited_those_around_are_told(tmp_path: Path) -> None:
    """Beside an option of nobody's own the statement around it cites, else the verb; beside a definition the one around it.
    What turns cite holds for everything in them, and is not told."""
    game = write_game(tmp_path, MARKET)
    (game / "rules.yaml").write_text("".join(f"M-{number}: Rule {number}.\n" for number in range(1, 6)), encoding="utf-8")
    asked = Sources(rulewright.load(game))
    match = asked.game.new_match(["Ada", "Bo"])
    assert why(asked, match, match.decisions[0], match.decisions[0].options[0])[-1] == "  M-2: Rule 2."
    match.answer("haggle")
    match.answer("decline")
    told = why(asked, match, match.decisions[0], match.decisions[0].options[0])
    assert told[-2:] == ["  M-1: Rule 1.", "  M-3: Rule 3."]
    assert answered(asked, match, None, "log 2")[-2:] == ["  M-2: Rule 2.", "  M-1: Rule 1."]
    while match.decisions:
        match.answer(match.decisions[0].options[-1])
    last = len(answered(asked, match, None, "log"))
    assert answered(asked, match, None, f"log {last}")[-1] == "  M-5: Rule 5."


def test_what_goes_without_saying_is_no_reason(tmp_path: Path) -> None:
    """That a fruit is a fruit, that what is free can be paid, and a condition that is written as so; a sack is there."""
    asked = Sources(rulewright.load(write_game(tmp_path, MARKET)))
    match = asked.game.new_match(["Ada", "Bo"])
    for answer in ("haggle", "decline"):
        match.answer(answer)
    told = why(asked, match, match.decisions[0], match.decisions[0].options[1])
    assert [line for line in told if line.startswith("  as")] == [
        "  as price of pear is 0, 2 at most (coins of Ada) (sellable, game.yaml:23)",
        "  as there is sack  (game.yaml:18)",
    ]
