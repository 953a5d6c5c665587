"""A game that people and bots play, without any screen."""

from pathlib import Path

import pytest
import rulewright
from rulewright.desk import advice as advising
from rulewright.desk import foresight
from rulewright.desk.advice import MOST, advise
from rulewright.desk.session import NotMeant, Session
from rulewright.engine.trouble import NeverEnds
from rulewright.ir.limits import Limit
from rulewright.players.bots import new_bot
from rulewright.table.information_set import Stopped
from written import game_in


@pytest.fixture
def session(game):
    found = Session(game, {"Bo": "search:400", "Cy": "random"})
    found.begin(("Ada", "Bo", "Cy"), 3, {})
    return found


def test_a_session_says_who_sits_there_and_whose_decision_it_is(session):
    assert session.people == ["Ada"] and not session.is_begun
    assert session.decision.seat == "Ada"
    session.answer("1", session.decision)
    assert session.is_begun and session.decision.seat == "Bo" and session.is_slow("Bo") and not session.is_slow("Cy")
    assert session.news("Ada", 0) and session.news("Ada", len(session.match.log)) == []


def test_a_line_that_is_no_answer_changes_nothing(session):
    before = session.match.save()
    for words, told in (("0", "There are options 1 to"), ("place", "can mean several options"), ("sing", "is not offered")):
        with pytest.raises(NotMeant, match=told):
            session.answer(words, session.decision)
    assert session.match.save() == before


@pytest.mark.parametrize("bot", ["search:400", "greedy:50"])
def test_a_bot_that_thinks_can_be_stopped_and_the_match_stays_as_it_is(session, bot):
    session.bots["Bo"] = rulewright.players.bots.new_bot(bot, 1)
    session.answer("1", session.decision)
    before, asked = session.match.save(), []
    with pytest.raises(Stopped):
        session.let_bot_answer(session.decision, lambda: len(asked) > 2 or bool(asked.append(1)))
    with pytest.raises(Stopped):
        advise(session.match, session.decision, lambda: True)
    assert len(asked) == 3 and session.match.save() == before
    session.let_bot_answer(session.decision)
    assert session.match.answers[-1][0] == "Bo"


def test_an_answer_stays_once_something_new_was_seen(game):
    """Whoever places a card draws one."""
    session = Session(game, {"Bo": "random"})
    session.begin(("Ada", "Bo"), 3, {})
    assert session.take_back("Ada").why_not == "There is nothing to take back."
    session.answer("1", session.decision)
    before = session.match.save()
    assert session.take_back("Ada").why_not.startswith("That cannot be taken back: since then you have seen ")
    assert session.match.save() == before


@pytest.mark.parametrize("seed", range(4))
def test_things_are_offered_in_the_order_that_the_rules_say(seed):
    """`choose: a jug … by most grade, then least price`, not in the order in which jugs lie in a hand."""
    session = Session(rulewright.load(Path(__file__).parent / "definitions" / "fair_day"), {})
    session.begin(("Ada", "Bo"), seed, {})
    grades = {"plain": 0, "fine": -1, "royal": -2}
    jugs = [one.text.removeprefix("sell ").split() for one in session.decision.options if one.text.startswith("sell")]
    keys = [(grades[grade.casefold()], int(price)) for grade, price in jugs]
    assert len(keys) == 4 and keys == sorted(keys)


# ---------------------------------------------------------------- games that never end

ENDLESS = """
name: To and Fro
players: 2
components: {pebble: {copies: 300, starts in: heap}}
zones:
  heap: {seen by: everyone}
  pile: {seen by: everyone}
variables: {idle: {of: player, type: flag}}
flow:
  - turns: player
    skip: idle
    do:
      - choose: a heap as one
        option: go on
        do:
          - move every pebble in heap to pile
          - move every pebble in pile to heap
      - if: seat is 2
        do: mark player as idle
result: {score: 0}
"""


@pytest.mark.parametrize("people", [0, 1])
def test_bots_do_not_move_cards_for_ever(people, tmp_path, monkeypatch):
    """What is told of cards weighs as much as steps of rules, from one answer of a person to the next."""
    monkeypatch.setattr("rulewright.desk.session.KEPT_STEPS", Limit(50_000, "steps"))
    session = Session(game_in(tmp_path, ENDLESS), {"Ada": "random", **({} if people else {"Bo": "random"})})
    session.begin(("Ada", "Bo"), 1, {})
    answers = 0
    with pytest.raises(NeverEnds, match="after 50,000 steps of its rules and things told"):
        while decision := session.decision:
            if decision.seat in session.bots:
                session.let_bot_answer(decision)
            else:
                session.answer("1", decision)
            answers += 1
            assert session.match.log
    told = 2 * 300 * 3  # two moves, seen by two seats and whoever looks on
    weighed = answers - 1 - people  # each when the next one is given
    assert 50_000 / (told + 700) < answers and weighed < 50_000 / told + 1


# ---------------------------------------------------------------- advice where answers are dear

TAKING = """
name: Taking
players: 2
components: {pebble: {copies: 300, starts in: heap}}
zones:
  heap: {seen by: everyone}
  pile: {seen by: everyone}
counters: {coins: {}}
flow:
  - turns: player
    laps: 6
    do:
      choose: a number from 1 to NUMBERS as n
      option: take n
      do:
        - gain n coins
        - move every pebble in heap to pile
        - move every pebble in pile to heap
result: {score: coins}
"""


def adviser_at_once(monkeypatch):
    """The bot of advice, by a number of iterations."""
    monkeypatch.setattr(advising, "SearchBot", lambda seed, seconds: new_bot("search:1", seed))


@pytest.mark.parametrize(("work", "worlds"), [(10**9, foresight.DEALS), (20_000, 2)])
def test_reasons_of_advice_look_into_fewer_worlds_where_answers_are_dear(work, worlds, tmp_path, monkeypatch):
    """One answer is 600 steps and 3 * 600 things told and more, so 20,000 are less than 3 * 3 answers."""
    adviser_at_once(monkeypatch)
    monkeypatch.setattr(foresight, "MOST_WORK", work)
    match = game_in(tmp_path, TAKING.replace("NUMBERS", "3")).new_match(("Ada", "Bo"), seed=1)
    found = advise(match, match.decisions[0])
    assert [one.of for one in found] == [worlds] * 3 and all(one.scores for one in found)


def test_advice_does_not_compare_all_options_with_all(tmp_path, monkeypatch):
    adviser_at_once(monkeypatch)
    compared, is_same = [], advising._is_same
    monkeypatch.setattr(advising, "_is_same", lambda *both: compared.append(1) or is_same(*both))
    match = game_in(tmp_path, TAKING.replace("NUMBERS", "100")).new_match(("Ada", "Bo"), seed=1)
    monkeypatch.setattr(foresight, "MOST_WORK", 1)
    assert len(advise(match, match.decisions[0])) == MOST and len(compared) == MOST * 100
