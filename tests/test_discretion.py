"""Words with holes: what a reader may not know stays open, whatever it is computed from."""

import pytest
from exchanging import spoken
from rulewright.engine.texts import UNTOLD, zone_names
from written import game_in

PEDLARS = """
name: Pedlars
about: Everybody lays goods aside and talks about them.
players: 2
components:
  good:
    starts in: cart
    columns: {worth: number, sort: text}
    rows:
      pin: {worth: 1, sort: small, copies: 4}
      pot: {worth: 3, sort: large, copies: 4}
      bell: {worth: 7, sort: large, abilities: [{always: every good in zone of this gets +1 price}]}
  lid: {per: player, copies: 2, starts in: bag}
zones:
  cart: {form: pile, holds: good, seen by: nobody}
  bag: {per: player, form: hand, seen by: owner}
  chest: {per: player, holds: good, seen by: nobody}
  stall: {holds: good, seen by: face}
variables:
  purse: {of: player, type: number 0 to 99, starts: 5, seen by: owner}
  trust: {of: player, type: number 0 to 99, starts: 4}
values:
  price: {of: good, starts: worth}
setup:
  - shuffle cart
  - move first pin in cart to stall, face up
  - each: player
    do:
      - draw 2 goods from cart to bag
      - draw 1 good from cart to chest
flow:
  - turns: player
    laps: 1
    do:
      - choose: a good in bag as mine
        prompt: "You have {purse} and goods for {sum of worth of goods in bag}"
        option: lay {mine} aside for TEXT
        decline: keep goods for {sum of worth of goods in bag}
        do: move mine to WHERE
      - say: "SAID"
result:
  score: sum of worth of goods in bag
  winner: best player by most score
"""


@pytest.fixture
def pedlars(tmp_path):
    def load(text="{worth of mine}", said="done", where="chest"):
        words = PEDLARS.replace("TEXT", text).replace("SAID", said).replace("WHERE", where)
        return game_in(tmp_path, words)

    return load


HIDDEN = [
    "{worth of mine}",
    "{sort of mine}",
    "{price of mine}",
    "{worth of mine * 2 + 1}",
    "{count of goods in bag with worth > 2}",
    "{highest of worth of goods in bag}",
    "{first good in bag with worth > 0}",
    "{purse}",
    "{purse + trust}",
    "{count of pins in bag}",
    "{some pot in bag}",
    "{mine is pin}",
    "{score of player}",
]


@pytest.mark.parametrize("hole", HIDDEN)
def test_a_hole_tells_others_nothing_that_they_may_not_know(pedlars, hole):
    match = pedlars(hole).new_match(["Ada", "Bo"], seed=3)
    option = match.decisions[0].options[0]
    assert UNTOLD not in option.text
    match.answer(option)
    line = spoken(match)[0]
    assert line.own[0] == f"Ada: {option.text}"
    assert line.own[1] == line.public == f"Ada: lay a good aside for {UNTOLD}"


OPEN = [
    ("{trust}", "4"),
    ("{count of goods in bag}", "2"),
    ("{count of lids in bag}", "2"),
    ("{owner of mine}", "Ada"),
    ("{player}", "Ada"),
    ("{count of goods in cart}", "2"),
    ("{bell is in stall}", "no"),  # wherever it lies: no hidden good lies there
    ("{bell is in stalls}", "no"),
]


@pytest.mark.parametrize(("hole", "told"), OPEN)
def test_sizes_owners_and_what_everybody_knows_are_told(pedlars, hole, told):
    match = pedlars(hole).new_match(["Ada", "Bo"], seed=3)
    match.answer(match.decisions[0].options[0])
    assert spoken(match)[0].own[1] == f"Ada: lay a good aside for {told}"


def test_where_a_face_lies_is_told_only_if_no_hidden_card_that_looks_like_it_can_be_there(pedlars):
    """Bo knows that the bell is not in Ada's bag only by having it."""
    game, told = pedlars("{bell is in bag}"), set()
    for seed in range(30):
        match = game.new_match(["Ada", "Bo"], seed=seed)
        bag = lying_in(match, "bag of Bo")
        match.answer(match.decisions[0].options[0])
        told.add(("bell" in bag, spoken(match)[0].own[1].rpartition(" ")[2]))
    assert told == {(True, "no"), (False, UNTOLD)}


def lying_in(match, zone):
    names = zone_names(match.state.world, match.seats)
    rows = match.definition.rows
    return [rows[match.state.world.row[card]][1].id for card in match.state.zones[names.index(zone)]]


def test_what_comes_to_light_with_an_answer_is_told(pedlars):
    match = pedlars("{worth of mine}", where="stall, face up").new_match(["Ada", "Bo"], seed=3)
    option = match.decisions[0].options[0]
    match.answer(option)
    assert spoken(match)[0].own == (f"Ada: {option.text}",) * 2


def test_declining_tells_others_nothing(pedlars):
    match = pedlars().new_match(["Ada", "Bo"], seed=3)
    option = match.decisions[0].options[-1]
    match.answer(option)
    assert spoken(match)[0].own == (f"Ada: {option.text}", f"Ada: keep goods for {UNTOLD}")


def test_a_sentence_reads_as_far_as_its_reader_may_know(pedlars):
    match = pedlars(said="{player} has {purse} and {worth of (first good in chest)}").new_match(["Ada", "Bo"], seed=3)
    match.answer(match.decisions[0].options[-1])
    assert spoken(match)[1].own == (f"Ada has 5 and {UNTOLD}", f"Ada has {UNTOLD} and {UNTOLD}")


@pytest.mark.parametrize(("where", "is_told"), [("chest", True), ("stall, face down", False)])
def test_a_value_that_a_hidden_card_may_change_is_not_told(pedlars, where, is_told):
    """A bell raises every price where it lies: also one that lies face down, so whatever lies there must read the same."""
    game, raised = pedlars(said="{price of (first face_up good in stall)}", where=where), 0
    for seed in range(20):
        match = game.new_match(["Ada", "Bo"], seed=seed)
        match.answer(match.decisions[0].options[0])
        state, world = match.state, match.state.world
        shown = next(card for card in state.zones[-1] if state.face[card])
        bell = next(card for card, row in enumerate(world.row) if match.definition.rows[row][1].id == "bell")
        assert spoken(match)[1].public == (str(world.cells[0][shown]) if is_told else UNTOLD)
        raised += bell in state.zones[-1] and not state.face[bell]
    assert is_told or raised


def test_a_list_names_what_is_seen_before_what_is_not(pedlars):
    match = pedlars(said="{every good in bag}").new_match(["Ada", "Bo"], seed=3)
    match.answer(match.decisions[0].options[-1])
    assert spoken(match)[1].public == spoken(match)[1].own[1] == "a good, a good"
    assert "a good" not in spoken(match)[1].own[0]


def test_a_number_that_was_worked_out_before_is_announced(tmp_path):
    named = "      - let: {wealth: sum of worth of goods in bag}\n      - choose: a good"
    words = PEDLARS.replace("      - choose: a good", named).replace("TEXT", "a song").replace("WHERE", "chest")
    game = game_in(tmp_path, words.replace("SAID", "{wealth} of {sum of worth of goods in bag}"))
    match = game.new_match(["Ada", "Bo"], seed=3)
    wealth = match.decisions[0].prompt.split()[-1]
    match.answer(match.decisions[0].options[-1])
    assert spoken(match)[1].own == (f"{wealth} of {wealth}", f"{wealth} of {UNTOLD}")
