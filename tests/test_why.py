"""Why an option is offered, and why something is not: the rule, its file and its line."""

from pathlib import Path

import pytest
import rulewright
from conftest import loaded
from rulewright import ir
from rulewright.desk.cards import about
from rulewright.desk.glossary import about_name
from rulewright.desk.inquiry import what_is
from rulewright.desk.sentences import in_words
from rulewright.desk.sources import Sources
from rulewright.desk.why import why, why_not, why_not_thing
from rulewright.language.diagnostics import DefinitionError, Span
from rulewright.language.read.nodes import Scalar
from rulewright.language.scenarios.question import read_question
from rulewright.language.vocabulary import spoken_again
from rulewright.players.bots import RandomBot
from written import game_in, write_game

GAME = """
name: Ferry
about: Everybody crosses.
players: 2
zones:
  bank: {per: player, form: hand, holds: sheep, seen by: owner}
  boat: {per: player, holds: sheep, room: 2, seen by: everyone}
components:
  sheep:
    per: player
    starts in: bank
    columns: {weight: number, shy: flag}
    rows:
      lamb: [1, true]
      ewe: [3, false]
      ram: [6, false]
counters:
  coins: {of: player, starts: 2}
define:
  brave: {of: sheep, is: not shy and weight <= 5}  # F-2
flow:
  - rounds: 3
    do:
      - turns: player
        laps: 1
        do:
          - offer:
              - option: take {passenger} on board
                choose: a brave sheep in bank as passenger  # F-1
                do: move passenger to boat
              - option: hire a bigger boat
                if: coins >= 3 and boat is not empty  # F-3
                do: pay 3 coins
              - option: wait
                do: gain 1 coins
              - option: spend {coins} on hay
                if: boat is not empty
            prompt: What now?
            decline: sleep
          - may: sing
            do: gain 1 coins
result: {score: coins}
"""
RULES = """
F-1: A passenger comes from the own bank.
F-2: Only brave sheep cross.
F-3: A bigger boat costs three coins.
"""


@pytest.fixture
def ferry(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    folder = Path("ferry")
    write_game(folder, GAME.lstrip())
    (folder / "rules.yaml").write_text(RULES.lstrip(), encoding="utf-8")
    game = rulewright.load(folder)
    match = game.new_match(["Ada", "Bo"], seed=1)
    return game, match, "game.yaml"  # as the folder calls it, wherever the folder lies


def asked(ferry, words):
    game, match, _ = ferry
    return why_not(Sources(game), match, match.decisions[0], words)


def line_of(words):
    """The line of the game above where these words stand first."""
    return GAME.lstrip().split(words)[0].count("\n") + 1


def test_an_option_names_its_sentence_and_its_rule(ferry):
    game, match, file = ferry
    decision = match.decisions[0]
    assert [option.text for option in decision.options] == ["take ewe on board", "wait", "sleep"]
    line = line_of("a brave sheep in bank")
    assert why(Sources(game), match, decision, decision.options[0]) == [
        '"take ewe on board" is offered by:',
        f"{file}:{line}: choose: a brave sheep in bank as passenger",
        "  ewe is the only one",
        f"  as ewe is not shy (brave, {file}:{line_of('brave: {of')})",
        f"  as weight of ewe is 3, 5 at most (brave, {file}:{line_of('brave: {of')})",
        "  F-1: A passenger comes from the own bank.",
        "  F-2: Only brave sheep cross.",
    ]


def test_an_option_without_a_condition_names_its_own_line(ferry):
    game, match, file = ferry
    decision = match.decisions[0]
    assert why(Sources(game), match, decision, decision.options[1])[1] == f"{file}:{line_of('option: wait')}: option: wait"
    assert why(Sources(game), match, decision, decision.options[2]) == [
        '"sleep" is there because it may be declined:',
        f"{file}:{line_of('decline: sleep')}: decline: sleep",
    ]


def test_what_is_offered_is_told_by_its_number(ferry):
    assert asked(ferry, "take EWE on") == ["It is offered: option 1."]


def test_a_number_that_is_another_now_is_told_before_what_else_is_missing(ferry):
    _, _, file = ferry
    told = asked(ferry, "spend 5 on hay")
    assert told == [
        '"spend 5 on hay" is not offered:',
        f"{file}:{line_of('option: spend')}: option: spend {{coins}} on hay",
        '  but "5" is 2 now',
    ]
    assert "  but boat of Ada is empty" in asked(ferry, "spend 2 on hay")


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("(rank or 0) >= quartermaster_rank", "rank is at least quartermaster rank"),
        ("this is pirate or this is in hand of this", "it is pirate or it is in hand of it"),
        ("6 if count of players is 2 else 5", "6 if number of players is 2, otherwise 5"),
        ("area is area of head of this column", "area is area of head of this column"),
        ("skill_rating + 2 - pile_bonus(place)", "skill rating plus 2 less pile bonus for place"),
        ("white is not none and {loss} < 3", "white is there and loss is less than 3"),
        ("max(0, div(high - 1, step) - div(low, step))",
         "the higher of 0 and how often step goes into high less 1 less how often step goes into low"),
        ("min(div_up(coins, 2), 3", "min(half of coins, rounded up, 3"),
    ],
)
def test_what_is_defined_is_said_without_signs(written, told):
    assert in_words(Scalar(Span("game.yaml"), written, True)) == told


def test_a_guard_that_fails_names_the_part_that_does(ferry):
    _, _, file = ferry
    line = line_of("if: coins >= 3")
    assert asked(ferry, "hire a bigger boat") == [
        '"hire a bigger boat" is not offered:',
        f"{file}:{line}: if: coins >= 3 and boat is not empty",
        "  but coins of Ada is 2, not 3 at least",
        "  but boat of Ada is empty",
        "  F-3: A bigger boat costs three coins.",
    ]


def test_a_thing_that_is_not_among_them_names_what_it_fails_and_where_that_is_defined(ferry):
    _, _, file = ferry
    brave = f"brave, {file}:{line_of('brave: {of')}"
    for words in ("take ram on board", "take ram", "ram"):
        assert asked(ferry, words) == [
            f'"{words}" is not offered:',
            f"{file}:{line_of('a brave sheep')}: choose: a brave sheep in bank as passenger",
            '  "ram" is not among them: it lies in bank of Ada',
            f"  but weight of ram is 6, not 5 at most ({brave})",
            "  F-2: Only brave sheep cross.",
            "  F-1: A passenger comes from the own bank.",
        ]
    assert f"  but lamb is shy ({brave})" in asked(ferry, "take lamb on board")


NAMED = """
name: Ponds
about: Some names have several words.
players: 2
zones: {pond: {holds: fish, seen by: everyone}, bowl: {per: player, holds: fish, seen by: everyone}}
components:
  fish:
    starts in: pond
    columns: {weight: number}
    rows: {old_pike: {name: Old Pike, weight: 9}, silver_eel: {name: Silver Eel, weight: 2}}
flow:
  - turns: player
    laps: 1
    do:
      - choose: a fish in pond with weight <= 3 as catch
        option: land {catch}
        do: move catch to bowl
result: {score: count of fish in bowl}
"""


def test_a_part_of_a_name_is_enough(tmp_path):
    game = game_in(tmp_path, NAMED)
    match = game.new_match(["Ada", "Bo"], seed=1)
    for words in ("land old", "land pike", "pike", "land old pike"):
        told = why_not(Sources(game), match, match.decisions[0], words)
        assert told[2:] == ['  "Old Pike" is not among them: it lies in pond', "  but weight of Old Pike is 9, not 3 at most"]
    assert why_not(Sources(game), match, match.decisions[0], "eel") == ["It is offered: option 1."]
    told = why_not(Sources(game), match, match.decisions[0], "land whale")
    assert told[2] == '  nothing that you see is called "whale"'


def test_a_thing_that_lies_elsewhere_is_told_so(ferry):
    _, match, _ = ferry
    match.answer("take ewe on board")
    match.answer("decline")
    match.answer("take ewe on board", "Bo")
    match.answer("decline", "Bo")
    lines = asked(ferry, "take ewe on board")
    assert '  "ewe" is not among them: it lies in boat of Ada' in lines


def test_what_a_seat_cannot_see_is_not_told(ferry):
    """Bo asks about Ada's sheep while they are on her bank."""
    game, match, _ = ferry
    match.answer("wait")
    match.answer("decline")
    lines = why_not(Sources(game), match, match.decisions[0], "take ram on board")
    assert match.decisions[0].seat == "Bo"
    assert '  "ram" is not among them: it lies in bank of Bo' in lines and not any("bank of Ada" in line for line in lines)


def test_words_that_fit_another_decision_name_it(ferry):
    _, _, file = ferry
    assert asked(ferry, "sing") == [
        f'Nothing here reads like "sing". This decision is written at {file}:{line_of("- offer:")}.',
        f"It is offered at another moment: {file}:{line_of('- may: sing')}.",
    ]


def test_words_that_fit_nothing_name_the_decision(ferry):
    assert len(asked(ferry, "fly")) == 1 and asked(ferry, "fly")[0].startswith('Nothing here reads like "fly".')
    assert '  nothing that you see is called "wolf"' in asked(ferry, "take wolf on board")


def test_every_option_of_every_game_has_a_reason(smallest):
    """Along a random game, the reason of every option stands in a file of the game; of very many options with
    RULEWRIGHT_GAMES, else of some."""
    game, bot = smallest.game, RandomBot(5)
    sources = Sources(game)
    match = smallest.match(5)
    some = smallest.stride > 1
    for _ in range(8 if some else 25):
        if not match.decisions:
            break
        decision = match.decisions[0]
        for option in decision.options[:: 1 + len(decision.options) // 6 * some]:
            lines = why(sources, match, decision, option)
            file, line, *_ = lines[1].split(":")
            assert Path(file).name in {path.name for path in game.folder.glob("*.yaml")} and int(line) > 0
            assert why_not(sources, match, decision, option.text)[0].startswith("It is offered: option ")
        match.answer(bot.choose(decision), decision.seat)


COPIES = """
name: Copies
about: Two of a kind.
players: 2
zones:
  bin: {holds: gem, seen by: everyone}
  purse: {per: player, form: hand, holds: gem, seen by: owner}
components:
  gem: {starts in: purse, per: player, columns: {worth: number}, rows: {opal: {worth: 2, copies: 2}, ruby: [5]}}
setup:
  - each: player
    do: move first opal in purse to bin
flow:
  - turns: player
    laps: 1
    do:
      - choose: a gem in purse with worth >= 3 as gift and an opponent as friend
        option: give {gift} to {friend}
        do: move gift to bin
result: {score: count of gems in purse}
"""


@pytest.fixture
def copies(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("copies").mkdir()
    Path("copies/game.yaml").write_text(COPIES.lstrip(), encoding="utf-8")
    game = rulewright.load("copies")
    match = game.new_match(["Ada", "Bo"], seed=1)
    return game, match


def key_of(match, zone, name, owner=None):
    cards = match.view("Ada").zone(zone).cards
    return next(card.key for card in cards if card.name == name and owner in (None, card.owner))


def test_why_not_by_name_explains_the_copy_that_could_be_picked(copies):
    game, match = copies
    told = why_not(Sources(game), match, match.decisions[0], "give opal")
    assert told[2:] == ['  "opal" is not among them: it lies in purse of Ada', "  but worth of opal is 2, not 3 at least"]


def test_why_not_by_thing_explains_that_thing_and_no_other_copy(copies):
    game, match = copies
    sources, decision = Sources(game), match.decisions[0]
    told = why_not_thing(sources, match, decision, key_of(match, "purse of Ada", "opal"))
    assert told[2:] == ['  "opal" is not among them: it lies in purse of Ada', "  but worth of opal is 2, not 3 at least"]
    for owner in ("p0", "p1"):
        told = why_not_thing(sources, match, decision, key_of(match, "bin", "opal", owner))
        assert told[2:] == ['  "opal" is not among them: it lies in bin']
    assert why_not_thing(sources, match, decision, key_of(match, "purse of Ada", "ruby"))[0] == "It is offered:"


def test_why_not_by_thing_takes_players_and_zones_too(copies):
    game, match = copies
    sources, decision = Sources(game), match.decisions[0]
    assert why_not_thing(sources, match, decision, "p1") == ["It is offered:", f"  1: {decision.options[0].text}"]
    assert why_not_thing(sources, match, decision, "p0")[2:] == ['  "Ada" is not among them']
    assert why_not_thing(sources, match, decision, "z0")[0].startswith('"bin" is nothing to choose here.')
    with pytest.raises(ValueError, match='nothing on this table has the key "k99"'):
        why_not_thing(sources, match, decision, "k99")


STALL = """
name: Stall
about: Cards that may do something in a window.
players: 2
zones:
  hand: {per: player, form: hand, holds: [fowl, tool], seen by: owner}
  yard: {per: player, holds: [fowl, tool], seen by: everyone}
components:
  fowl:
    starts in: hand
    per: player
    rows:
      hen: {abilities: [{in: [market], if: this is in yard of player, option: let her lay, do: gain 1 coin}]}
      goose: {}
  tool:
    starts in: hand
    per: player
    rows:
      spade: {}
counters:
  coins: {of: player}
flow:
  - turns: player
    laps: 1
    do:
      - offer:
          - option: sell {ware}
            choose: a fowl in hand with coins >= 1 as ware
            do: move ware to yard
          - option: lend {loan}
            choose: a fowl in hand with coins >= 2 as loan
            do: move loan to yard
          - option: hire a carter
            if: coins >= 3
          - option: call out
        window: market
        prompt: What now?
result: {score: coins}
"""


@pytest.fixture(scope="module")
def stall(tmp_path_factory):
    folder = tmp_path_factory.mktemp("stall")
    (folder / "game.yaml").write_text(STALL.lstrip(), encoding="utf-8")
    game = rulewright.load(folder)
    return Sources(game), game.new_match(["Ada", "Bo"], seed=1)


def told_why_not(stall, words):
    sources, match = stall
    return why_not(sources, match, match.decisions[0], words)


def test_why_not_answers_for_what_could_pick_the_card_and_for_nothing_else(stall):
    told = told_why_not(stall, "spade")
    assert told[0] == '"spade" is nothing to choose here. You are asked "What now?"'
    sources, match = stall
    assert why_not_thing(sources, match, match.decisions[0], key_of(match, "hand of Ada", "spade")) == told


def test_why_not_says_which_of_several_ways_it_answers_for(stall):
    told = [line for line in told_why_not(stall, "goose") if ": choose: " not in line]
    lies = '  "goose" is not among them: it lies in hand of Ada'
    sell = ['"sell goose" is not offered:', lies, "  but coins of Ada is 0, not 1 at least"]
    assert told == [*sell, '"lend goose" is not offered:', lies, "  but coins of Ada is 0, not 2 at least"]
    assert '"let her lay" is not offered:' in told_why_not(stall, "hen")


def test_why_not_tells_why_a_card_may_not_do_what_it_could(stall):
    assert told_why_not(stall, "let her lay")[2:] == [
        '  "hen" is not among them: it lies in hand of Ada',
        "  but hen lies in hand of Ada, not in yard of Ada",
    ]
    assert told_why_not(stall, "sell")[2] == "  but none of 3, such as hen: coins of Ada is 0, not 1 at least"


def test_why_not_finds_a_word_in_the_middle_of_an_option(stall):
    assert told_why_not(stall, "carter")[-1] == "  but coins of Ada is 0, not 3 at least"
    assert told_why_not(stall, "out") == ["It is offered: option 1."]


@pytest.mark.parametrize(
    ("name", "option", "quoted", "missing"),
    [
        ("rus", "raise the dacha to level 1 for 4 coins", ["if", "cost"], "coins of {seat} is 2, not 4 at least"),
        ("bruno_the_bandit", "replenish", ["if"], "hand before of {seat} is 6, not 2 at most"),
    ],
)
def test_of_several_conditions_those_that_fail_are_told_with_their_numbers(name, option, quoted, missing):
    game = rulewright.load(name)
    match = game.new_match(["Ada", "Bo", "Cy"], seed=3)
    decision = match.decisions[0]
    told = why_not(Sources(game), match, decision, option)
    assert [slot for line in told[1:3] for slot in ("if", "cost") if f": {slot}: " in line] == quoted
    assert any(line.strip().startswith(f"but {missing.format(seat=decision.seat)}") for line in told)


def test_what_kind_of_card_it_is_is_told_by_name():
    game = rulewright.load("ruthless")
    match = game.new_match(["Ada", "Bo"], seed=1)
    reason = game.why(match, "count of pirates in hand of Ada", sees_all=True)
    assert reason.value == 0 and "is monkey, not pirate" in reason.line


def test_what_no_card_is_called_is_looked_up_in_the_rules():
    told = about(Sources(rulewright.load("ruthless")), "parley token")
    assert told and all(line.strip().startswith("RL-") for line in told if not line.startswith("    "))


@pytest.mark.parametrize(
    ("game", "word", "told"),
    [
        ("rus", "Shepherd", ["  ability: gain 2 coins, then choose an opponent, then give 1 coin to that opponent"]),
        ("rus", "Nobleman",
         ["  ability: share coins 3, then gain 1 royal point, then if m1 is free, move first monument in bank to m1"]),
        ("rus", "Builder", ["  possible: m1 is free", "  ability: if m1 is free, move first monument in bank to m1"]),
    ],
)  # fmt: skip
def test_what_is_carried_out_for_a_card_is_told_as_what_it_does(game, word, told):
    """And not what always holds."""
    lines = about(Sources(rulewright.load(game)), word)
    assert [line for line in lines if line.startswith(("  ability", "  possible"))] == told


def test_a_table_is_told_cell_by_cell_as_one_would_say_it():
    """By the boards of the den: lists by their places, what is chosen as that thing, and the rules beside the columns."""
    told = about(Sources(loaded("ruse_instincts_of_the_den")), "river")
    assert told[0] == "River (territory): next clockwise Forest, dam 2"
    assert "  hunts: none, 2, 1, 1" in told and "  marks: 1, 1, none, 1" in told
    assert ("  yields: (1) harvest River, then explore River; (2) explore River; (3) harvest River; (4) choose a young kit, "
            "raise value of that kit by 1; (5) harvest River") in told  # fmt: skip
    assert any(line.startswith("  RD-049: ") for line in told)


@pytest.mark.parametrize(
    ("word", "told"),
    [
        ("dig", "dig (deed): site in den"),
        ("only odd", "  allowed: 1, 3, 5"),
        ("fork", "  edges: north, east and west"),
        ("destiny of the Fields II", "  bonus: choose an unfinished paw, advance that paw"),
        ("light", "light: day and night"),
        ("storm", "  RD-063: A Storm shortens the walk in its territory by 1, by day only."),
    ],
)
def test_every_word_of_the_table_can_be_asked_for(word, told):
    assert told in about(Sources(loaded("ruse_instincts_of_the_den")), word)


def test_a_place_tells_what_the_game_defines_of_it():
    game = loaded("ruse_instincts_of_the_den")
    match = game.new_match(["Ada", "Bo"], seed=5)
    for name in ("t1 of Fields", "Fields t1"):
        (told,) = what_is(Sources(game), match, "Ada", name)
        assert told.startswith("t1 of Fields (trail): ") and "mark cost 1, groom cost 2" in told and "hunt cost" not in told
    assert what_is(Sources(game), match, "Bo", "e3") == ["e3 of Bo (exit): not complete, not ripe"]


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("hunt cost of t2 of Fields", "hunt cost of t2 of Fields: 2 = hunts of Fields for steps out of t2 of Fields: 2"),
        ("value of Bo's kit 1", "value of kit 1 of value: 1"),
        ("kits out of Bo", "kits out of Bo: 0: none of 10, such as Ada's kit 1 of value: kit 1 of value is not outside and "
         "owner of kit 1 of value is Ada, not Bo"),
        ("e3 is complete", "e3 of Ada is complete: no: c3r1 of Ada is not open south and not c3r1 of Ada: c3r1 of Ada is not "
         "open north"),
    ],
)  # fmt: skip
def test_values_are_asked_for_as_the_table_calls_them(words, line):
    game = loaded("ruse_instincts_of_the_den")
    assert game.why(game.new_match(["Ada", "Bo"], seed=5), words, "Ada").line == line


def test_a_place_tells_nobody_what_they_may_not_know(tmp_path):
    game = game_in(tmp_path, SAFE)
    match = game.new_match(["Ada", "Bo"], seed=1)
    assert what_is(Sources(game), match, "Ada", "safe of Ada")[0] == "safe of Ada (safe): full 2, rich"
    assert what_is(Sources(game), match, "Bo", "safe of Ada")[0] == "safe of Ada (safe): full 2"
    assert what_is(Sources(game), match, None, "safe of Bo")[0] == "safe of Bo (safe): full 2"


def test_cards_that_make_no_set_are_told_so():
    game = rulewright.load("ruthless")
    match = game.new_match(["Ada", "Bo"], seed=1)
    assert game.why(match, "strength of Ada", "Ada").line == "strength of Ada: 0: no raid"


@pytest.mark.parametrize(
    ("game", "word", "told"),
    [
        ("ruthless", "strength", "strength of a player: what the best raid is worth of every serving pirate belonging to the "
         "player"),
        ("ruthless", "kept", "a card is kept if the card is buried or the card is unburied"),
        ("rus", "worth", "worth of a player: coins of the player less debt of the player"),
        ("ruse_and_bruise", "inverted", "a column is inverted: not so at first"),
        ("bruno_the_bandit", "bothered", "a character is bothered if bothers of the character is met"),
        ("rus", "settle", "settle: for payer, if coins is less than penalty, window before debt, or take debt; let missing be "
         "the higher of 0 and penalty less coins; pay penalty coins to payee; give missing coins to payee; raise debt "
         "by missing"),
    ],
)  # fmt: skip
def test_what_is_defined_is_said_as_one_would_say_it(game, word, told):
    assert about_name(Sources(rulewright.load(game)), word)[0] == told


SAFE = """
name: Safes
about: Who is rich?
players: 2
zones: {safe: {per: player, holds: gem, seen by: owner}}
components:
  gem: {starts in: safe, per: player, columns: {worth: number}, rows: {opal: [2], ruby: [5]}}
flow:
  - turns: player
    laps: 1
    do: {choose: a gem in safe as one, option: "show {one}"}
define:
  full: {of: safe, is: count of gems in this}
  rich: {of: safe, is: some gem in this with worth >= 5}
result: {score: count of gems in safe}
"""


def questions_of(game):
    """A question about everything that a definition has a name for, of the game, of a player and of a card."""
    definition = game.definition
    zones = [f"count({one.name} of Ada)" if one.per.is_player else f"count({one.name})" for one in definition.families]
    named = [*definition.variables, *definition.values]
    of = [one.name if one.of.is_game else f"{one.name} of {'Ada' if one.of.is_player else 'all'}" for one in named]
    defined = [f"{one.name} of Ada" for one in definition.functions if one.slots[1:2] == (ir.PLAYER_TYPE,)]
    rows = [kind.rows[0].id for kind in definition.kinds]
    printed = [f"{one.name} of {id}" for one in definition.columns for id in rows if one.of.is_card]
    return dict.fromkeys([*zones, *of, *defined, *printed, "score", "winner", "round", "most coins"])


def understood(compiled, words, asking):
    try:
        return read_question(compiled, words, ("Ada", "Bo"), asking, asking)
    except DefinitionError as problem:
        return [(one.slug, one.message, one.hint) for one in problem.diagnostics]


def test_questions_are_understood_alike_whether_or_not_the_game_was_compiled_just_now():
    """The words come from the files and from the definition; nothing is lowered again for them."""
    understood_ones = 0
    for name in ("ruthless", "rus", "high_water"):
        game = loaded(name)
        again, compiled = spoken_again(game.book.files, game.definition), game.book.compiled
        for number, words in enumerate(questions_of(game)):
            found = understood(again, words, (None, 0)[number % 2])
            assert found == understood(compiled, words, (None, 0)[number % 2]), (name, words)
            understood_ones += not isinstance(found, list)
    assert understood_ones > 50


def test_a_kind_of_cards_is_told_by_its_cards_and_not_by_a_card_with_its_word_in_the_name():
    told = about(Sources(loaded("bruno_the_bandit")), "treasure")
    assert told[0].startswith("treasure: Pewter Tankard, Copper Candlestick, ") and told[0].endswith(" and 27 more")


def test_a_word_that_is_printed_on_a_card_brings_no_rules_with_that_word():
    """It bothers everybody, and every rule that says "everybody" was told of it."""
    told = about(Sources(loaded("bruno_the_bandit")), "rowdy revellers")
    assert told[0].startswith("Rowdy Revellers (character): bothers everybody") and not any("BB-" in line for line in told)
