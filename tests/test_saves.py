"""Saves: everything by name, at every decision, and one sentence for whatever cannot be resumed."""

import json
import random
from copy import deepcopy
from dataclasses import replace
from functools import cache
from itertools import islice
from pathlib import Path

import pytest
import rulewright
from rulewright import BadSave
from rulewright.engine.trouble import RuleError
from rulewright.table.save import WITH_SUBJECTS, WITHOUT_KEYS, sealed, without_keys

HERE = Path(__file__).parent / "definitions"


def save_somewhere(game, decisions=30):
    match = game.new_match(3, seed=5)
    for _ in range(decisions):
        match.answer(match.decisions[0].options[0])
    return match


def parts_of(text):
    """What a save says, without its form and its digest."""
    saved = json.loads(text)
    return {key: value for key, value in saved.items() if key not in ("format", "digest")}


def forged(parts):
    """A save of these parts whose digest fits."""
    return sealed(json.dumps(parts, indent=1, ensure_ascii=False))


def refused(game, text):
    """The one sentence that a save is refused with."""
    with pytest.raises(BadSave) as problem:
        game.resume(text)
    assert str(problem.value) and "\n" not in str(problem.value)
    return str(problem.value)


# ---------------------------------------------------------------- there and back


def test_a_game_saved_and_resumed_again_and_again_is_the_same_game(smallest):
    """Of long games the first 80 answers; whole games with RULEWRIGHT_GAMES."""
    seed, far, often = smallest.few_seeds[0], *((81, 40) if smallest.stride > 1 else (None, 16))
    *_, straight = islice(smallest.decisions(seed), far)
    match = smallest.match(seed)
    for number, (seat, text) in enumerate(straight.answers):
        if number % often == 4:
            match = smallest.game.resume(match.save())
        match.follow(text, seat)
    match = smallest.game.resume(match.save())
    assert match.state.key() == straight.state.key()
    assert (match.log, match.record()) == (straight.log, straight.record())
    assert match.is_over == straight.is_over and match.result == straight.result


@pytest.mark.by_turns
def test_a_resumed_match_offers_the_same_decisions(table):
    far = 41 if table.stride > 1 else None
    for match in islice(table.decisions(table.few_seeds[0]), 0, far, 40):
        twin = rulewright.resume(table.game, match.save())
        assert twin.state.key() == match.state.key() and twin.state.lies_in == match.state.lies_in
        assert twin.decisions == match.decisions and twin.save() == match.save()


def test_a_position_without_a_way_there_is_resumed_by_its_names(largest):
    """As of a copy that nobody watches. Whatever a game comes to is allowed by its declarations."""
    for number, match in enumerate(largest.decisions(largest.few_seeds[0])):
        if number % 32 == 0:
            text = match.copy().save()
            assert json.loads(text)["replays"] is False
            twin = largest.game.resume(text)
            assert twin.state.key() == match.state.key() and twin.decisions == match.decisions


def test_a_save_is_json_that_tells_cards_and_zones_by_name(game):
    saved = json.loads(game.new_match(["Ann", "Ben"], seed=1).save())
    assert len(saved["zones"]["hand of Ann"]) == 3
    assert all(card.startswith("Ann ") for card in saved["zones"]["hand of Ann"])


def test_a_resumed_match_can_take_every_answer_back(game):
    match = save_somewhere(game, 12)
    twin, start = game.resume(match.save()), game.new_match(3, seed=5)
    assert [twin.undo() for _ in range(13)] == [True] * 12 + [False]
    assert twin.save() == start.save()


def test_a_save_opens_wherever_the_game_lies(game, own_copy):
    match = save_somewhere(game)
    text = rulewright.load(own_copy(game.folder, "here" )).new_match(3, seed=5).save()
    assert str(game.folder) not in match.save()
    assert rulewright.load(own_copy(game.folder, "there/here")).resume(text).save() == text


# ---------------------------------------------------------------- what was changed


@cache
def small():
    """A save of a small game in the middle of it, and the game."""
    game = rulewright.load("kuhn_poker")
    match = game.new_match(["Ada", "Bo"], seed=3)
    match.answer(match.decisions[0].options[0])
    return game, match.save({"Bo": "greedy:2"})


def test_every_bit_that_is_flipped_is_noticed():
    game, text = small()
    raw = text.encode()
    for place in range(len(raw)):
        for bit in range(8):
            changed = bytearray(raw)
            changed[place] ^= 1 << bit
            try:
                told = bytes(changed).decode()
            except UnicodeDecodeError:
                continue
            refused(game, told)


def test_every_cut_is_noticed():
    game, text = small()
    for length in range(len(text)):
        refused(game, text[:length])
    refused(game, text + "\n")


def test_a_save_that_was_written_anew_by_another_program_is_refused(game):
    text = game.new_match(2).save()
    assert "changed since it was written" in refused(game, json.dumps(json.loads(text)))


def test_a_save_of_another_game_is_refused(game):
    parts = parts_of(game.new_match(2).save()) | {"game": "chess"}
    assert refused(game, forged(parts)) == 'this is a saved game of "chess", not of "ruse_and_bruise"'


def test_a_save_of_a_later_form_is_refused_by_its_name(game):
    text = game.new_match(2).save().replace("rulewright save 4", "rulewright save 9")
    assert refused(game, text) == 'this save has the form "rulewright save 9", which this Rulewright does not read'


@pytest.mark.parametrize("text", ["", "null", "[]", "{}", "3", "no json", '{"format": "rulewright save 2"', "[" * 100_000])
def test_a_text_that_is_no_save_is_refused(game, text):
    refused(game, text)


# ---------------------------------------------------------------- the older form


def old(match):
    """A save as the first form had it: nothing guards it."""
    parts = without_keys(parts_of(match.save()))
    del parts["replays"]
    for frame in parts["running"]:
        frame["digest"] = "0" * 12  # rules had other digests then
    return {"format": "rulewright save 1", **parts}


def test_a_save_of_the_older_form_opens_if_its_answers_lead_there(game):
    match = save_somewhere(game)
    twin = game.resume(json.dumps(old(match)))
    assert twin.state.key() == match.state.key() and twin.save() == match.save()


def test_a_save_of_the_older_form_is_refused_if_its_answers_lead_elsewhere(game):
    saved = old(save_somewhere(game))
    saved["chance"] += 1
    assert refused(game, json.dumps(saved)) == (
        'this save has the older form "rulewright save 1" without a digest, and its answers lead to another position'
    )


def test_a_save_of_the_form_before_opens_and_gets_keys(game):
    match = save_somewhere(game)
    parts = without_keys(parts_of(match.save()))
    for frame in parts["running"]:
        frame["digest"] = "0" * 12
    twin = game.resume(sealed(json.dumps(parts, indent=1), WITHOUT_KEYS))
    assert twin.save() == match.save()
    parts["chance"] += 1
    refused(game, sealed(json.dumps(parts, indent=1), WITHOUT_KEYS))


def with_subjects(match) -> str:
    """The same as the form before this one wrote it: abilities remembered their card in the place behind their parameters."""
    parts = parts_of(match.save())
    for frame in parts["running"]:
        if frame["rule"].startswith("when") and frame["places"][2:3] in ([], [None]):
            frame["places"][2:3] = [frame["places"][1]]
            frame["names"] = [*frame["names"], None][: len(frame["places"])]
    return sealed(json.dumps(parts, indent=1), WITH_SUBJECTS)


def test_a_save_in_which_abilities_remember_their_card_twice_opens(game):
    match = save_somewhere(game)
    assert any(frame["rule"].startswith("when") for frame in parts_of(match.save())["running"])
    assert game.resume(with_subjects(match)).save() == match.save()


def test_what_an_ability_remembered_twice_is_left_out_where_the_answers_lead_elsewhere(game):
    match = save_somewhere(game)
    parts = json.loads(with_subjects(match)) | {"replays": False}
    del parts["format"], parts["digest"]
    twin = game.resume(sealed(json.dumps(parts, indent=1), WITH_SUBJECTS))
    assert twin.state.key() == match.state.key() and twin.decisions == match.decisions


# ---------------------------------------------------------------- forged, with a digest that fits


def test_a_position_that_the_answers_do_not_lead_to_is_refused(game):
    for change in ({"chance": 7}, {"seed": 6}, {"answers": []}, {"log": []}):
        parts = parts_of(save_somewhere(game).save()) | change
        assert refused(game, forged(parts)) == "the answers in this save lead to another position than the one it holds"


def test_bots_that_cannot_sit_there_are_refused(game):
    match = save_somewhere(game)
    assert refused(game, match.save({"Zoe": "greedy"})) == 'a bot of this save sits at "Zoe", and no such seat is there'
    assert "there is no bot" in refused(game, match.save({"Ada": "grady"}))


def elsewhere(match):
    """What a save of these parts says under a definition that was edited: it is read by its names."""
    return parts_of(match.save()) | {"fingerprint": "another"}


FORBIDDEN = {
    "two zones": lambda parts: parts["zones"].update({"column 1": parts["zones"]["hand of Ada"][:1]}),
    "nowhere": lambda parts: parts["zones"]["hand of Ada"].pop(),
    "chance": lambda parts: parts.update(chance=1 << 64),
    "unknown variable": lambda parts: parts["variables"].pop("round"),
    "limits": lambda parts: parts["variables"].update(round=True),
    "a number beyond all numbers": lambda parts: parts["variables"].update(round=10**10),
    "shown twice": lambda parts: parts.update(shown=[[parts["zones"]["hand of Ada"][0], "Bo"]] * 2),
    "under itself": lambda parts: parts.update(under={parts["zones"]["hand of Ada"][0]: parts["zones"]["hand of Ada"][0]}),
    "under afar": lambda parts: parts.update(under={parts["zones"]["hand of Ada"][0]: parts["zones"]["hand of Bo"][0]}),
    "no decision": lambda parts: parts["running"].pop(),
    "called by nobody": lambda parts: parts["running"].pop(0),
    "a point before": lambda parts: parts["running"][-1].update(point=0),
    "a place too few": lambda parts: parts["running"][-1]["places"].pop(),
    "a seat twice": lambda parts: parts.update(seats=["Ada", "Ada", "Cy"]),
}


@pytest.mark.parametrize("what", FORBIDDEN)
def test_no_save_brings_a_game_to_a_position_that_it_forbids(game, what):
    parts = elsewhere(save_somewhere(game))
    assert game.resume(forged(parts)).answers
    FORBIDDEN[what](parts)
    refused(game, forged(parts))


def test_nobody_waits_for_a_save_with_rules_without_end(game):
    parts = elsewhere(save_somewhere(game, 4))
    parts["running"] *= 5000
    told = f"the game does not allow: {len(parts['running']):,} rules are being carried out in it"
    assert refused(game, forged(parts)).endswith(told)


LEDGE = """
name: Ledge
players: 2 to 2
components:
  stone: {starts in: bag, columns: {weight: number}, rows: {red: [1], blue: [2], green: [3]}}
  stick: {starts in: bundle, columns: {weight: number}, rows: {oak: [1]}}
zones:
  bag: {form: pile, holds: stone, seen by: everyone}
  bundle: {form: pile, holds: stick, seen by: everyone}
  ledge: {holds: stone, room: 2, seen by: everyone}
variables:
  height: {type: number 0 to 4, starts: 0}
  weary: {of: player, type: flag, starts: false}
flow:
  - rounds: 2
    do:
      - turns: player
        laps: 1
        do:
          - choose: a stone in bag as mine
            prompt: Which one?
            option: lay {mine}
          - move mine to ledge
          - raise height by weight of mine
          - mark player as weary until end of round
          - if: weary of player
            then: move every stone in ledge to bag
result:
  score: height + weight of (first stick in bundle)
  winner: best player by most score
"""


def test_room_holds_limits_and_marks_are_kept(tmp_path):
    (tmp_path / "ledge").mkdir()
    (tmp_path / "ledge" / "game.yaml").write_text(LEDGE, encoding="utf-8")
    game = rulewright.load(tmp_path / "ledge")
    match = game.new_match(["Ada", "Bo"], seed=1)
    match.answer("lay red")
    told = {
        "ledge has room for 2, not for 3": lambda parts: parts["zones"].update(bag=[], ledge=["red", "blue", "green"]),
        "bag does not hold oak": lambda parts: parts["zones"].update(bundle=[], bag=["red", "blue", "green", "oak"]),
        "height is 0 to 4, not 5": lambda parts: parts["variables"].update(height=5),
        "height is never none": lambda parts: parts["variables"].update(height=None),
        "weary cannot be that": lambda parts: parts["variables"].update(weary={"Ada": 2, "Bo": 0}),
        "weary ends twice": lambda parts: parts.update(marks=parts["marks"] * 2),
        "weary does not end so": lambda parts: parts.update(marks=[["weary", "Ada", "dawn", None, 0]]),
    }
    for sentence, change in told.items():
        parts = elsewhere(match)
        change(parts)
        assert refused(game, forged(parts)).endswith(f"the game does not allow: {sentence}")


# ---------------------------------------------------------------- an edited definition


def test_a_running_rule_that_has_changed_is_named_if_the_answers_lead_elsewhere(game):
    parts = elsewhere(save_somewhere(game))
    parts["running"][-1] |= {"digest": "0" * 12, "stands": [[], "choose another/", 1, 1]}
    parts["answers"].pop()
    assert refused(game, forged(parts)) == 'the rule "when is revealed" was being carried out and has changed since'


@pytest.mark.parametrize("form", ["rulewright save 1", "rulewright save 2"])
def test_where_the_answers_lead_to_the_position_a_running_rule_may_have_changed(game, form):
    match = save_somewhere(game)
    parts = (old(match) if form.endswith("1") else elsewhere(match)) | {"fingerprint": "another"}
    parts["running"][-1] |= {"digest": "0" * 12, "stands": [[], "choose another/", 1, 1]}
    twin = game.resume(json.dumps(parts) if form.endswith("1") else forged(parts))
    assert twin.state.key() == match.state.key() and twin.answers == match.answers


def test_a_save_survives_a_definition_whose_other_parts_changed(game):
    match = save_somewhere(game)
    edited = replace(game.definition, about="Edited.", fingerprint="another")
    twin = replace(game, definition=edited).resume(match.save())
    assert twin.state.key() == match.state.key() and twin.answers == match.answers and twin.undo()


def test_a_game_that_was_edited_in_its_middle_goes_on_and_is_saved_again(game):
    """Its answers lead elsewhere under the rules of now; the position is what counts, here and at every later resume."""
    match = save_somewhere(game)
    edited = replace(game, definition=replace(game.definition, fingerprint="another"))
    parts = parts_of(match.save())
    parts["answers"][0], parts["answers"][3] = parts["answers"][3], parts["answers"][0]
    twin = edited.resume(forged(parts))
    assert twin.state.key() == match.state.key() and not twin.replays
    twin.answer(twin.decisions[0].options[0])
    again = edited.resume(twin.save())
    assert again.state.key() == twin.state.key() and again.decisions == twin.decisions


# ---------------------------------------------------------------- mutants


def spots(node, path=()):
    """Where something is written in a save."""
    yield path
    inner = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    for key, value in inner:
        yield from spots(value, (*path, key))


def at(node, path):
    for key in path:
        node = node[key]
    return node


STRANGE = (None, True, 0, 1, -1, 5, 10**12, 1.5, "", "x", [], [[]], {}, {"x": 1})


def mutant(chance, parts):
    """One thing in a save is left out, replaced, moved on by one, put in another order or exchanged with another."""
    found = deepcopy(parts)
    part = chance.choice(list(parts))
    path, other = chance.choices([path for path in spots(parts) if path[:1] == (part,)], k=2)
    holder = at(found, path[:-1])
    old = holder[path[-1]]
    what = chance.randrange(6)
    if what == 0:
        del holder[path[-1]]
    elif what == 1:
        holder[path[-1]] = chance.choice(STRANGE)
    elif what == 2 and isinstance(old, int):
        holder[path[-1]] = old + chance.choice((-2, -1, 1, 2))
    elif what == 3 and isinstance(old, list):
        chance.shuffle(old)
    elif what == 4 and isinstance(old, list) and old:
        old.append(chance.choice(old))
    else:
        holder[path[-1]] = deepcopy(at(parts, other))
    return found


@pytest.mark.parametrize("name", ["kuhn_poker", "crazy_eights", "ruse_and_bruise", "rus"])
def test_a_mutant_with_a_digest_that_fits_is_refused_or_changes_nothing(name):
    game, chance = rulewright.load(name), random.Random(name)
    match = middle(game, chance)
    parts = parts_of(match.save({match.seats[0]: "greedy"}))
    for _ in range(60):
        changed = mutant(chance, parts)
        try:
            found = game.resume(forged(changed))
        except BadSave as problem:
            assert str(problem) and "\n" not in str(problem)
        else:
            assert found.state.key() == match.state.key()


@pytest.mark.parametrize("name", ["crazy_eights", "ruse_and_bruise", "bruno_the_bandit", str(HERE / "mole_runs")])
def test_a_mutant_that_is_read_by_its_names_is_refused_or_can_be_played_on(name):
    game, chance = rulewright.load(name), random.Random(Path(name).name)
    parts = elsewhere(middle(game, chance))
    for _ in range(30):
        try:
            found = game.resume(forged(mutant(chance, parts)))
        except BadSave as problem:
            assert str(problem) and "\n" not in str(problem)
        else:
            play_on(found, chance)


def middle(game, chance):
    match = game.new_match(seed=chance.randrange(1000))
    for _ in range(20):
        if len(match.answers) > 1 and chance.randrange(8) == 0:
            break
        decision = match.decisions[0]
        match.answer(chance.choice(decision.options), decision.seat)
        if match.is_over:
            match.undo()
    return match


def play_on(match, chance):
    try:
        for _ in range(40):
            if not match.decisions:
                break
            decision = chance.choice(match.decisions)
            match.answer(chance.choice([option for option in decision.options if option.text]), decision.seat)
    except RuleError as problem:
        assert problem.trace  # a sentence with its place, as in any game
    assert match.view(match.seats[0]) and match.save() and match.record()
