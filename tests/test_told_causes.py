"""Causes that players missed, or read wrong, in whole games: why a number is what it is, and what has made it so."""

from __future__ import annotations

from pathlib import Path

from rulewright.desk.inquiry import answered
from rulewright.desk.sources import Sources
from rulewright.desk.why import why
from rulewright.table.log import read_by
from written import game_in, played_in

COUNTED_TWICE = """
name: Counted Twice
players: 2
components: {plank: {starts in: hut, per: player, columns: {weight: number}, rows: {oak: {weight: 3}, ash: {weight: 1}}}}
zones: {hut: {per: player, form: pile, holds: plank, seen by: everyone}, shed: {holds: plank, seen by: everyone}}
counters: {coins: {of: player}}
variables: {tally: {of: player, type: number}}
look: {facts: {tally: hidden}}
flow:
  - turns: player
    laps: 1
    do:
      - offer: [{option: count}]
      - if: seat of player is 2
        do:
          - move bottom plank of hut to shed
          - each: player
            do: set tally to sum of weight of planks in hut
          - let: {heavy: first player by most tally}
          - for: heavy
            do: gain 1 coin
          - each: player
            do: set tally to 2 + count of planks in hut
          - let: {long: first player by least tally}
          - for: long
            do: gain 1 coin
result: {score: coins, winner: best player by most score}
"""


def test_a_number_that_is_reckoned_anew_and_stays_the_same_is_told_by_the_new_reckoning(tmp_path: Path) -> None:
    match = played_in(tmp_path, COUNTED_TWICE, "count", "count")
    told = [line for line in read_by(None, match.log) if "tally" in line]
    assert told == [
        "heavy is Ada, with the highest tally: Ada 4 = oak 3 + ash 1, Bo 3 = oak 3",
        "long is Bo, with the lowest tally: Bo 3 = 2 + cards in hut of Bo 1, Ada 4 = 2 + cards in hut of Ada 2",
    ]


TRAPS = """
name: Traps
players: 2
components:
  charm: {starts in: box, back: charm, rows: {salve: {}, boots: {}, lantern: {}}}
  die: {die: 1 to 6, starts in: cup}
types: {path: {columns: {thorns: list of number}, rows: {moor: [[3, 1]], wood: [[2, 2]]}}}
zones:
  box: {form: pile, holds: charm, seen by: nobody}
  pouch: {per: player, room: 1, holds: charm, seen by: everyone}
  cup: {holds: die, seen by: everyone}
counters: {coins: {of: player, starts: 9}}
variables: {strength: {of: player, type: number 0 to 9, starts: 9}}
setup:
  - shuffle box
  - each: player
    do: draw a charm from box to pouch
flow:
  - turns: player
    laps: 2
    do:
      - offer:
          - option: take the {way}
            choose: a path as way
            do: suffer thorns(seat of player) of way
          - option: take the bridge
            do: suffer 2 * seat of player
define:
  suffer:
    with: {loss: number}
    do:
      - if: salve is in pouch and loss > 0
        may: put on the salve
        decline: grin and bear it
        do: end suffer
      - lower strength by loss
result: {score: coins, winner: best player by most score}
"""


def test_whether_a_card_is_in_a_place_that_all_can_see_keeps_no_reason_back(tmp_path: Path) -> None:
    """Also where the card itself lies hidden: that it is not there can be seen. And what a number or a name stands for in the
    words of an answer is no other answer: `take the bridge` is no path."""
    told = set()
    for seed in range(6):
        match = game_in(tmp_path, TRAPS).new_match(["Ada", "Bo"], seed=seed)
        for answer in ("take the moor", "take the bridge"):
            match.answer(answer)
            if match.decisions[0].options[0].text == "put on the salve":
                match.answer("grin and bear it")
        told |= {line for line in read_by(None, match.log) if "strength" in line}
    assert told == {
        "strength of Ada falls to 6: 3 = thorns of moor for seat of Ada 1",
        "strength of Bo falls to 5: 4 = 2 × seat 2",
    }


LAID_OPEN = """
name: Laid Open
players: 2
components: {plank: {per: player, back: plank, starts in: stack, columns: {weight: number}, rows: {oak: [3], ash: [1]}}}
zones:
  stack: {per: player, form: pile, holds: plank, seen by: nobody}
  yard: {per: player, form: hand, holds: plank, seen by: everyone}
counters: {coins: {of: player}}
flow:
  - turns: player
    laps: 1
    do:
      - offer: [{option: lay open}]
      - if: seat of player is 2
        do:
          - move every plank in stacks to yard of owner of it, face up
          - move first oak in yard to stack, face down
          - gain (sum of weight of planks in yard) coins
result: {score: coins, winner: best player by most score}
"""


def test_cards_that_go_to_several_places_at_once_are_told_to_all_who_see_them_there(tmp_path: Path) -> None:
    """And what one thing alone brings is told with what it is."""
    match = played_in(tmp_path, LAID_OPEN, "lay open", "lay open")
    told = read_by(None, match.log)
    assert "ash and oak go to everybody's yard" in told
    assert "Bo gains 1 coin (1): ash 1" in told


FIELDS = """
name: Fields
players: 2
components: {crop: {per: player, copies: 2, starts in: field}, tree: {per: player, starts in: den, discards to: heap,
  columns: {toll: number}, rows: {elm: [1], fir: [3]}}}
zones: {field: {per: player, holds: crop, seen by: everyone}, den: {per: player, holds: tree, seen by: everyone},
  heap: {holds: tree, seen by: everyone}}
counters: {coins: {of: player, starts: 9}}
variables: {stack: {of: crop, type: number}, watered: {of: crop, type: flag}}
look: {facts: {watered: hidden}}
flow:
  - turns: player
    laps: 2
    do:
      - offer: [{option: grow, do: grow}, {option: water, do: [mark first crop in field as watered, grow]}]
      - pay (highest of toll of trees in den) coins
      - discard first fir in den
define:
  grow:
    do:
      - each: crop in field
        do: raise stack of crop by 2 if watered of crop else 1
result: {score: coins, winner: best player by most score}
"""


def test_a_number_that_is_chosen_is_told_with_what_chooses_it(tmp_path: Path) -> None:
    """What happens alike to several things is one line in the plural; what is the highest, and of what, is named."""
    told = read_by(None, played_in(tmp_path, FIELDS, "grow", "water", "grow", "grow").log)
    assert [line for line in told if line.startswith("stack") or "pays" in line] == [
        "stack of 2 crops of Ada rises to 1 each",
        "Ada pays 3 coins (6): the highest toll of elm 1, fir 3",
        "stack of Bo's crop rises to 2, as crop is watered",
        "stack of Bo's crop rises to 1",
        "Bo pays 3 coins (6): the highest toll of elm 1, fir 3",
        "stack of 2 crops of Ada rises to 2 each",
        "Ada pays 1 coin (5): toll of elm 1",
        "stack of Bo's crop rises to 4: 2, as crop is watered",
        "stack of Bo's crop rises to 2",
        "Bo pays 1 coin (5): toll of elm 1",
    ]


MASKS = """
name: Masks
players: 2
components: {mask: {back: mask, starts in: chest, rows: {fox: {}, owl: {}, hare: {}, wolf: {}}}}
zones:
  chest: {form: pile, holds: mask, seen by: nobody}
  locker: {per: player, holds: mask, seen by: owner}
counters: {coins: {of: player}}
flow:
  - turns: player
    laps: 1
    do:
      - may: change
        do:
          - draw a mask from chest to locker
          - move first mask in locker to top of chest
result: {score: coins, winner: best player by most score}
"""


def test_cards_for_their_owners_eyes_are_drawn_and_put_back_as_those_of_a_hand(tmp_path: Path) -> None:
    log = played_in(tmp_path, MASKS, "change", "change").log
    assert "Ada draws a mask" in read_by(None, log) and "Ada puts a mask on the chest" in read_by(1, log)
    assert any(line.startswith("Ada draws ") and "a mask" not in line for line in read_by(0, log))
    assert any("a mask goes from the chest to Ada's locker" in line.earlier for line in log)  # scenarios may quote it still


REGATTA = """
name: Regatta
players: 2
components: {knot: {per: player, copies: 2, starts in: bag}}
zones: {bag: {per: player, holds: knot, seen by: everyone}, rope: {per: player, holds: knot, seen by: everyone}}
counters: {fame: {of: player, plural: fame}}
flow:
  - turns: player
    laps: 1
    do:
      - offer: [{option: tie a knot, do: move first knot in bag to rope}, {option: wait}]
  - each: player
    do:
      - let: {place: standing of player among players by most length}
      - gain (cheers(place) if length >= 0 else 0) fame
define:
  length: {of: player, is: count of knots in rope of this}
  cheers:
    with: {rank: number}
    is: 4 if rank is 1 else (3 if rank is 2 and count of players > 1 else 0)
result: {score: fame, winner: best player by most score}
"""


def test_of_conditions_in_each_other_the_last_tells_why_a_number_is_this_one(tmp_path: Path) -> None:
    """What a definition is asked with is called there as it calls it (`as 1 is 1`)."""
    told = read_by(None, played_in(tmp_path, REGATTA, "tie a knot", "wait").log)
    assert [line for line in told if "gains" in line] == [
        "Ada gains 4 fame (4), as rank is 1",
        "Bo gains 3 fame (3), as rank is 2 and there are 2 (Ada, Bo), more than 1",
    ]


DEBTORS = """
name: Debtors
players: 2
counters: {coins: {of: player}, debt: {of: player, starts: 1, plural: debt}}
flow:
  - turns: player
    laps: 1
    do:
      - offer: [{option: wait}]
      - say: It is pay day.
      - yields
rules:
  - instead: player gains coins
    if: debt > 0
    do: [lower debt by 1, gain (amount - 1) coins]
define: {yields: {do: gain 3 coins}}
result: {score: coins, winner: best player by most score}
"""


def test_what_an_instead_replaces_is_told_under_the_verb_that_it_belongs_to(tmp_path: Path) -> None:
    told = read_by(None, played_in(tmp_path, DEBTORS, "wait").log)
    assert told[2:5] == [
        "yields: instead, as debt of Ada is 1, more than 0",
        "Ada pays 1 debt (0)",
        "Ada gains 2 coins (2): amount 3 − 1",
    ]


TITHES = """
name: Tithes
players: 2
components: {sheaf: {per: player, starts in: field, columns: {weight: number}, rows: {rye: [3], oats: [4]}}}
zones: {field: {per: player, holds: sheaf, seen by: everyone}}
counters: {coins: {of: player, starts: 5}}
variables: {store: {of: player, type: number 0 to 9, starts: 2}}
flow:
  - turns: player
    laps: 1
    do:
      - offer: [{option: wait}]
      - pay (sum of weight of sheafs in field) coins
      - lower store by (sum of weight of sheafs in field)
result: {score: coins}
"""


def test_what_is_cut_short_tells_how_much_it_should_have_been(tmp_path: Path) -> None:
    """Of 5 coins 7 are to be paid: it read `Ada pays 5 coins (0)` and nothing more."""
    told = read_by(None, played_in(tmp_path, TITHES, "wait").log)
    assert told[1:] == ["Ada pays 5 coins (0): 7 (rye 3 + oats 4)", "store of Ada falls to 0: 7 (rye 3 + oats 4)"]


ROPED = """
name: Roped
players: 2
counters: {rope: {of: player, starts: 1}}
zones: {camp: {per: player, holds: climber, seen by: everyone}, wall: {holds: climber, seen by: everyone}}
components:
  climber:
    per: player
    starts in: wall
    rows:
      guide: {abilities: [{instead: this is lost, if: rope of owner of this > 0, for: owner of this, do: pay 1 rope}]}
flow:
  - turns: player
    laps: 1
    do:
      - offer: [{option: shout}]
      - say: The rock is loose.
      - each: climber in wall
        do:
          - if: climber is guide
            then: fall climber
define: {fall: {with: {victim: climber}, event: lost, do: move victim to camp of owner of victim}}
result: {score: rope}
"""


def test_what_an_instead_of_a_card_replaces_is_told_of_whomever_it_is(tmp_path: Path) -> None:
    """It is about the owner of the card, which is settled before anything is asked. What a card is goes without saying."""
    match = played_in(tmp_path, ROPED, "shout")
    told = read_by(None, match.log)
    replaced = [one for one in told if "instead" in one]
    assert replaced == ["instead, as rope of Ada is 1, more than 0", "instead, as rope of Bo is 1, more than 0"]
    line = next(one for one in match.log if one.seen_by(None) == "guide (Ada) takes 1 rope from Ada (0)")
    assert [one.facts for one in line.came_by(None).conditions] == ["rope of Ada is 1, more than 0"]


HERBS = """
name: Herbs
players: 2
components: {herb: {starts in: bag, columns: {worth: number}, rows: {mint: {worth: 1, copies: 3}, rue: {worth: 4}}}}
zones: {bag: {form: pile, holds: herb, seen by: everyone}, stall: {per: player, holds: herb, seen by: everyone}}
counters: {coins: {of: player}, fame: {of: player, starts: 2, plural: fame}}
flow:
  - turns: player
    laps: 1
    do:
      - offer:
          - {option: lay out two, do: draw 2 mints from bag to stall}
          - {option: lay out one, do: move first rue in bag to stall}
  - {each: player in (best player by most (sum of worth of herbs in stall of it)), do: gain 3 coins}
  - {each: player in (best player by most (count of herbs in stall of it)), do: gain 2 coins}
  - {each: player in (best player by most fame), do: gain 1 coin}
result: {score: coins}
"""


def test_who_shares_the_first_place_is_told_where_a_sentence_is_done_for_each_of_them(tmp_path: Path) -> None:
    told = read_by(None, played_in(tmp_path, HERBS, "lay out two", "lay out one").log)
    assert told[-8:-2] == [
        "Bo, with the highest sum: Bo 4 = rue 4, Ada 2 = 2 × mint 1",
        "Bo gains 3 coins (3)",
        "Ada, with the most cards in stall: Ada 2 (2 × mint), Bo 1 (rue)",
        "Ada gains 2 coins (2)",
        "Ada, Bo, with the highest fame: Ada 2, Bo 2",
        "everybody gains 1 coin (Ada 3, Bo 4)",
    ]


BEARS = """
name: Bears
players: 2
components: {animal: {per: player, starts in: den, back: animal, rows: {bear: {copies: 2}, hare: {}}}}
zones: {cave: {per: player, holds: animal, seen by: everyone}, den: {per: player, form: hand, holds: animal, seen by: owner}}
counters: {berries: {of: player}, nuts: {of: player}}
flow:
  - turns: player
    laps: 1
    do:
      - offer: [{option: forage, do: move every bear in den to cave}]
      - repeat: count of bears in cave
        do: gain 1 berries
      - repeat: count of hares in den
        do: gain 1 nuts
result: {score: berries, winner: best player by most score}
"""


def test_what_is_done_again_tells_how_often_and_why(tmp_path: Path) -> None:
    """How many cards of a hand there are that say so is for its owner."""
    match = played_in(tmp_path, BEARS, "forage")
    gains = [line for line in match.log if (line.seen_by(None) or "").startswith("Ada gains")]
    facts = [[one.facts for line in gains for one in line.came_by(viewer).conditions] for viewer in (None, 0)]
    assert facts == [["this is done 2 times: 2 × bear"], ["this is done 2 times: 2 × bear", "this is done once: hare"]]


CHARMED = """
name: Charmed
players: 2
components:
  charm:
    per: player
    starts in: den
    back: charm
    columns: {calm: number}
    rows:
      hare: {calm: 0}
      badger: {calm: CALM, abilities: [{instead: a player gains coins, if: coins of player > calm of this, do: gain 3 coins}]}
zones: {den: {per: player, form: hand, holds: charm, seen by: owner}}
counters: {coins: {of: player}}
flow:
  - turns: player
    laps: 1
    do:
      - offer: [{option: forage, do: gain 3 coins}]
result: {score: coins, winner: best player by most score}
"""


def test_what_goes_on_unless_a_hidden_card_does_something_instead_cites_what_asked_for_it(tmp_path: Path) -> None:
    """Whether it was the card that did it is not told; either way it came of the same sentence."""
    told = {}
    for calm in (9, -1):
        match = played_in(tmp_path, CHARMED.replace("CALM", str(calm)), "forage")
        gain = next(line for line in match.log if line.kind == "gain")
        because = gain.because(None)
        told[calm] = (gain.seen_by(None), because and because.place, gain.came_by(None))
    assert told[9] == told[-1] and told[9][:2] == ("Ada gains 3 coins (3)", "game.yaml:19")


VALES = """
name: Vales
players: 2
components: {sheaf: {per: player, starts in: field, columns: {weight: number}, rows: {rye: [3], oats: [4]}}}
zones: {field: {per: player, holds: sheaf, seen by: everyone}, barn: {per: player, holds: sheaf, seen by: everyone}}
counters: {coins: {of: player, starts: 2}}
flow:
  - turns: player
    laps: 1
    do:
      - offer: [{option: store, do: move first oats in field to barn}, {option: wait}]
  - {each: player with sum of weight of sheaves in barn of it >= 4 and with coins of it < 3, do: gain 5 coins}
  - {each: player with sum of weight of sheaves in barn of it >= 4 and with coins of it < 3, do: gain 5 coins}
result: {score: coins, winner: best player by most score}
"""


def test_of_whom_several_things_are_so_is_told_with_each_of_them(tmp_path: Path) -> None:
    told = read_by(None, played_in(tmp_path, VALES, "store", "wait").log)
    assert [line for line in told if "weight" in line or "none" in line] == [
        "Ada (sum of weight (oats 4) is 4, 4 at least and coins of Ada is 2, less than 3); "
        "not Bo (sum (barn of Bo is empty) is 0, not 4 at least)",
        "none: not Ada (coins of Ada is 7, not less than 3), Bo (sum (barn of Bo is empty) is 0, not 4 at least)",
    ]


SKILLS = """
name: Skills
players: 2
components: {skill: {per: player, starts in: hand, back: skill, rows: {saw: {copies: 2}, hew: {}}}}
zones: {hand: {per: player, form: hand, holds: skill, seen by: owner}}
counters: {coins: {of: player}}
variables: {held: {of: player, type: number}}
flow:
  - turns: player
    laps: 1
    do:
      - set held to count of skills in hand
      - offer: [{option: wait}]
result: {score: coins, winner: best player by most score}
"""


def test_cards_that_were_counted_are_named_to_who_sees_them(tmp_path: Path) -> None:
    game = game_in(tmp_path, SKILLS)
    match, sources = game.new_match(["Ada", "Bo"], seed=1), Sources(game)
    told = {seat: answered(sources, match, seat, "why held of Ada") for seat in ("Ada", "Bo")}
    assert told == {"Ada": ["held of Ada: 3: 2 × saw, hew"], "Bo": ["held of Ada: 3: 3 × hidden skill"]}


VISITS = """
name: Visits
players: 2
components: {tent: {per: player, starts in: camp}}
zones: {camp: {per: player, holds: tent, seen by: everyone}}
counters: {coins: {of: player}}
variables: {lost_turns: {of: player, type: number}}
flow:
  - turns: player
    laps: 1
    do:
      - if: lost_turns > 0
        then: lower lost_turns by 1
        else:
          - offer:
              - {option: "greet {x}", choose: a player with it is not player as x}
              - {option: "sweep {x}", choose: a camp with owner of it is player as x}
result: {score: coins, winner: best player by most score}
"""


def test_what_goes_without_saying_is_not_told_of_an_option(tmp_path: Path) -> None:
    """That a player is no other, that the owner of a place of Ada's is Ada, and that there is none of what leads elsewhere."""
    game = game_in(tmp_path, VISITS)
    match, sources = game.new_match(["Ada", "Bo"], seed=1), Sources(game)
    (decision,) = match.decisions
    told = [why(sources, match, decision, option) for option in decision.options]
    assert [lines[0] for lines in told] == ['"greet Bo" is offered by:', '"sweep camp of Ada" is offered by:']
    assert not [line for lines in told for line in lines if line.startswith("  as")]


ROBBERS = """
name: Robbers
players: 2
components:
  trick:
    per: player
    starts in: hand
    rows: {mug: {name: Mug Another Player, copies: 2}, hide: {name: Hide Treasure, copies: 2}}
zones: {hand: {per: player, holds: trick, seen by: everyone}, heap: {holds: trick, seen by: everyone}}
counters: {coins: {of: player}}
flow:
  - turns: player
    laps: 1
    do:
      - choose: 2 to 4 tricks in hand as given
        option: pay {given}
        do: move given to heap
result: {score: coins, winner: best player by most score}
"""


def test_a_name_that_is_a_sentence_has_no_plural(tmp_path: Path) -> None:
    match = game_in(tmp_path, ROBBERS).new_match(["Ada", "Bo"], seed=1)
    while match.decisions and match.decisions[0].seat == "Ada":
        match.answer(match.decisions[0].options[0])
    assert read_by(None, match.log)[0] == "Ada: pay 2 × Mug Another Player and 2 Hide Treasures"


GUSTS = """
name: Gusts
players: 2
components: {wind_die: {die: 1 to 6, copies: 2, starts in: cup}}
zones: {cup: {holds: wind_die, seen by: everyone}, deck: {holds: wind_die, seen by: everyone}}
counters: {coins: {of: player}}
flow:
  - turns: player
    laps: 1
    do:
      - offer:
          - {option: throw, if: count of wind_dice in cup > 1}
          - {option: rest, if: deck is empty and cup is not empty}
result: {score: coins, winner: best player by most score}
"""


def test_dice_that_are_counted_are_no_cards(tmp_path: Path) -> None:
    game = game_in(tmp_path, GUSTS)
    match, sources = game.new_match(["Ada", "Bo"], seed=1), Sources(game)
    (decision,) = match.decisions
    told = [line for option in decision.options for line in why(sources, match, decision, option) if line.startswith("  as")]
    assert told == ["  as wind dice in cup are 2, more than 1", "  as deck is empty", "  as cup is not empty"]
