"""Saves: everything by name, at every decision, and one sentence for whatever cannot be resumed."""

import json
from dataclasses import replace

import pytest
import rulewright
from rulewright import BadSave


def save_somewhere(game, decisions=30):
    match = game.new_match(3, seed=5)
    for _ in range(decisions):
        match.answer(match.decisions[0].options[0])
    return match


def test_a_game_saved_and_resumed_at_every_decision_is_the_same_game(smallest):
    for seed in smallest.few_seeds:
        *_, straight = smallest.decisions(seed)
        match = smallest.match(seed)
        for seat, text in straight.answers:
            match = smallest.game.resume(match.save())
            match.answer(text, seat)
        assert match.state.key() == straight.state.key()
        assert (match.log, match.record()) == (straight.log, straight.record())


def test_a_resumed_match_offers_the_same_decisions(table):
    for number, match in enumerate(table.decisions(table.few_seeds[0])):
        if number % 8 == 0:
            twin = rulewright.resume(table.game, match.save())
            assert twin.state.key() == match.state.key() and twin.state.place == match.state.place
            assert twin.decisions == match.decisions and twin.save() == match.save()


def test_a_save_is_json_that_tells_cards_and_zones_by_name(game):
    saved = json.loads(game.new_match(["Ann", "Ben"], seed=1).save())
    assert len(saved["zones"]["hand of Ann"]) == 3
    assert all(card.startswith("Ann ") for card in saved["zones"]["hand of Ann"])


def test_a_save_of_a_finished_game_keeps_its_result(table):
    *_, match = table.decisions(0)
    twin = table.game.resume(match.save())
    assert twin.is_over and twin.result == match.result


def test_a_save_of_another_game_is_refused(game):
    saved = json.loads(game.new_match(2).save()) | {"game": "chess"}
    with pytest.raises(BadSave, match='this is a saved game of "chess", not of "ruse_and_bruise"'):
        game.resume(json.dumps(saved))


@pytest.mark.parametrize("text", ["", "null", "[]", "{}", "3", "no json", '{"format": "rulewright save 1"', "[" * 100_000])
def test_a_text_that_is_no_save_is_refused(game, text):
    with pytest.raises(BadSave):
        game.resume(text)


def test_a_card_that_lies_in_two_zones_is_refused(game):
    saved = json.loads(game.new_match(2).save())
    saved["zones"]["column 1"] = saved["zones"]["hand of Ada"][:1]
    with pytest.raises(BadSave, match="cards are not the same"):
        game.resume(json.dumps(saved))


def test_a_card_that_lies_nowhere_is_refused(game):
    saved = json.loads(game.new_match(2).save())
    saved["zones"]["hand of Ada"].pop()
    with pytest.raises(BadSave, match="cards are not the same"):
        game.resume(json.dumps(saved))


def test_a_running_rule_that_has_changed_is_named(game):
    saved = json.loads(save_somewhere(game).save())
    saved["running"][-1]["digest"] = "0" * 12
    with pytest.raises(BadSave, match='the rule "when is revealed" was being carried out and has changed since'):
        game.resume(json.dumps(saved))


def test_a_save_survives_a_definition_whose_other_parts_changed(game):
    match = save_somewhere(game)
    edited = replace(game.definition, about="Edited.", fingerprint="another")
    twin = replace(game, definition=edited).resume(match.save())
    assert twin.state.key() == match.state.key()


WRONG = (None, 5, -1, "Ada", [], [7], {}, {"x": 1}, 1e300)


def test_whatever_is_broken_in_a_save_one_sentence_refuses_it(game):
    """Every part of a save is left out and replaced in turn; what is accepted can be played on."""
    text = save_somewhere(game).save()
    for key in json.loads(text):
        for wrong in (..., *WRONG):
            saved = json.loads(text)
            saved[key] = wrong
            if wrong is ...:
                del saved[key]
            check_refused_or_playable(game, saved)


def test_a_broken_running_rule_is_refused(game):
    text = save_somewhere(game).save()
    for key in json.loads(text)["running"][0]:
        for wrong in WRONG:
            saved = json.loads(text)
            saved["running"][-1][key] = wrong
            check_refused_or_playable(game, saved)


def check_refused_or_playable(game, saved):
    try:
        match = game.resume(json.dumps(saved))
    except BadSave as problem:
        assert str(problem) and "\n" not in str(problem)
        return
    if match.decisions:
        match.answer(match.decisions[0].options[0])
    assert match.view(match.seats[0]) and match.save() and match.record()
