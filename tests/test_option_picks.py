"""What an option says of itself beside its words: what it does, what it binds, and what was picked before it."""

import pytest
from rulewright.engine.binding import CardAt
from rulewright.engine.options import DecisionKind, OptionKind
from rulewright.engine.python.stepper import Stepper
from rulewright.engine.reference.interpreter import Interpreter
from rulewright.errors import Misused
from rulewright.table.match import Match
from written import game_in

GAME = """
name: Pantry
about: Cook, and leave the rest.
players: 2
zones:
  hand: {per: player, form: hand, holds: food, seen by: owner}
  bowl: {count: 2, holds: food, seen by: everyone}
  shelf: {form: row, holds: jar, seen by: nobody}
components:
  food:
    per: player
    starts in: hand
    rows:
      bean: {copies: 2}
      done: {name: Done}
      rest: {name: rest}
  jar: {starts in: shelf, rows: {honey: {}, salt: {}}}
types:
  mood: [gay, grave]
flow:
  - turns: player
    laps: 1
    do:
      - choose: a food in hand as dish and a bowl as pot
        option: put {dish} into {pot}
      - choose: a food in hand as dish
        option: "{dish}"
        decline: rest
      - choose: 1 to any food in hand as pile
        option: "{pile}"
      - choose: a jar in shelf as find
      - choose: a mood as spirit and a number from 3 to 4 as times and an opponent as friend
result: {score: count of food in hand}
"""
HAND = 0  # the number of the hand of Ada
KEPT = [CardAt(HAND, place) for place in (1, 2, 3, 4)]  # two beans, Done and rest, as her view lists them


@pytest.fixture(params=[Stepper, Interpreter])
def pantry(request, tmp_path):
    game = game_in(tmp_path, GAME.lstrip())
    return Match.begin(game.definition, ("Ada", "Bo"), 1, {}, engine=request.param)


def of(match, text):
    return next(option for option in match.decisions[0].options if option.text == text)


def test_an_option_names_its_picks_and_all_that_would_mean_the_same(pantry):
    dish, pot = of(pantry, "put bean into bowl 2").picks
    assert (dish.name, dish.sort, dish.thing, dish.alike) == ("dish", "card", KEPT[0], (KEPT[0], KEPT[1]))
    bowls = [number for number, zone in enumerate(pantry.view("Ada").zones) if zone.name.startswith("bowl")]
    assert (pot.name, pot.sort, pot.thing, pot.alike) == ("pot", "zone", bowls[1], (bowls[1],))
    (shown,) = {card.row for card in pantry.view("Ada").zone("hand of Ada").cards[:2]}
    assert shown == "bean"


def test_to_decline_is_told_apart_though_a_card_reads_so(pantry):
    pantry.answer("put Done into bowl 1")
    options = pantry.decisions[0].options
    assert [(one.text, one.kind) for one in options] == [
        ("bean", OptionKind.CHOICE), ("Done", OptionKind.CHOICE), ("rest", OptionKind.CHOICE),
        ("rest (decline)", OptionKind.DECLINE),
    ]  # fmt: skip
    assert options[3].picks == () and pantry.decisions[0].kind is DecisionKind.CHOICE
    before = len(pantry.answers)
    pantry.answer("rest (decline)")
    assert pantry.answers[before:] == [("Ada", "rest (decline)")]


def test_a_row_tells_what_was_picked_and_how_it_ends(pantry):
    pantry.answer("put rest into bowl 1")
    pantry.answer("rest")
    decision = pantry.decisions[0]
    assert decision.kind is DecisionKind.ROW and decision.picked == ()
    pantry.answer(decision.options[0])
    decision = pantry.decisions[0]
    (picked,) = decision.picked
    assert (picked.name, picked.thing) == ("pile", KEPT[0])
    assert [(one.text, one.kind) for one in decision.options] == [
        ("bean", OptionKind.CHOICE), ("Done", OptionKind.CHOICE), ("rest", OptionKind.CHOICE),
        ("done (done)", OptionKind.DONE),
    ]  # fmt: skip


def test_hidden_cards_go_by_their_place_and_other_things_by_their_number(pantry):
    for text in ("put rest into bowl 1", "rest", "rest"):
        pantry.answer(of(pantry, text))
    shelf = [zone.name for zone in pantry.view("Ada").zones].index("shelf")
    assert [one.picks[0].thing for one in pantry.decisions[0].options] == [CardAt(shelf, 1), CardAt(shelf, 2)]
    assert [one.picks[0].alike for one in pantry.decisions[0].options] == [(CardAt(shelf, 1),), (CardAt(shelf, 2),)]
    pantry.answer(pantry.decisions[0].options[0])
    picks = [(one.sort, one.of, one.thing) for one in pantry.decisions[0].options[-1].picks]
    assert picks == [("member", "mood", 1), ("number", "", 4), ("player", "", 1)]


def test_an_option_of_a_past_decision_never_tells_what_lies_there_now(pantry):
    past = pantry.decisions[0].options[0]
    pantry.answer("put rest into bowl 1")
    assert past.picks[0].thing == KEPT[0]


def test_where_the_words_of_an_option_last_what_it_binds_is_told_in_time_only(game):
    match = game.new_match(2, seed=1)
    past = match.decisions[0].options[0]
    match.answer(past)
    with pytest.raises(Misused, match="what an option binds is told while it is offered"):
        past.picks  # noqa: B018
