"""Where a counter came from: what it has gained and paid, part by part, and nothing that its reader was not told."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest
from reason_laws import broken, everything_in, in_full
from rulewright import ir
from rulewright.engine.sight import EVERYTHING
from rulewright.table.why_value import why_value
from rulewright.telling.entries import Decide
from rulewright.telling.history import History, growing
from rulewright.telling.reasons import Kind
from written import game_in

MILL = """
name: Mill
about: Everybody grinds, pays the miller, and is paid for sacks.
players: 2
counters:
  coins: {starts: 2}
  favour: {}
components:
  sack:
    per: player
    starts in: loft
    rows:
      rye: {name: Rye, abilities: [{when: this is revealed, for: owner of this, do: gain 4 coins}]}
      chaff: {name: Chaff, abilities: [{when: this is revealed, for: owner of this, do: gain 1 favour}]}
      bran: {name: Bran}
zones:
  loft: {per: player, form: hand, seen by: owner}
  floor: {per: player, seen by: face}
define:
  toll:
    do: pay 1 coins
flow:
  - rounds: 3
    do:
      - turns: player
        laps: 1
        do:
          - choose: a sack in loft as sack
            option: grind {sack}
            SECRET
          - move sack to floor, face down
          - toll
          - REVEAL
result:
  score: 2 * favour + coins
"""
OPENLY = {"SECRET": "prompt: Which sack?", "REVEAL": "reveal sack"}
PAID = "if: sack is rye\n            do: gain 3 coins\n          - if: sack is chaff\n            do: gain 3 coins"
SECRETLY = {"SECRET": "secret: true", "REVEAL": PAID}


@pytest.fixture
def mill(tmp_path):
    def play(words, *sacks):
        text = MILL
        for name, instead in words.items():
            text = text.replace(name, instead)
        game = game_in(tmp_path, text)
        match = game.new_match(["Ada", "Bo"])
        for sack in sacks:
            match.answer(f"grind {sack}")
        return game, match

    return play


def line_of(words):
    return MILL.split(words)[0].count("\n") + 1


def test_a_counter_is_told_with_everything_that_it_came_from(mill):
    game, match = mill(OPENLY, "Rye", "Bran", "Bran", "Rye", "Chaff")
    toll, rye = line_of("do: pay 1"), line_of("rye:")
    reason = game.why(match, "coins of Ada")
    assert str(reason) == (
        f"coins of Ada: 3 = 2 at first − 3 for toll in rounds 1–3 (game.yaml:{toll}) + 4 from Rye in round 1 (game.yaml:{rye})"
    )
    assert [(one.kind, one.value) for one in reason.parts] == [(Kind.EARNED, 2), (Kind.EARNED, -3), (Kind.EARNED, 4)]
    assert str(game.why(match, "favour of Bo")) == "favour of Bo: 0"


def test_a_counter_that_never_changed_has_no_parts(mill):
    game, match = mill(OPENLY)
    assert game.why(match, "coins of Ada").parts == ()


def test_the_score_has_the_history_of_its_counters_one_level_deeper(mill):
    game, match = mill(OPENLY, "Rye", "Bran", "Bran", "Rye", "Chaff", "Chaff")
    assert "score of Ada: 5 = 2 (2 × favour 1) + coins 3" in [line.seen_by(None) for line in match.log]
    decided = [one for chapter in match.journal.for_seat(None) for one in chapter if isinstance(one, Decide)]
    kept = [one for one in everything_in(decided[0].reason) if one.kind is Kind.KEPT]
    assert [(one.name, [part.words for part in one.parts]) for one in kept] == [
        ("favour", ["from Chaff in round 3"]),
        ("coins", ["at first", "for toll in rounds 1–3", "from Rye in round 1"]),
    ]
    assert any("coins of Ada: 3 = 2 at first" in line for line in game.why(match, "score of Ada").lines(2))


def test_twins_read_the_same_of_a_counter_to_the_byte(mill):
    """Which sack is ground is secret, and so is the rule that pays for it; only the sum is told."""
    texts = []
    for sack in ("Rye", "Chaff"):
        game, match = mill(SECRETLY, sack, "Rye")
        reasons = [game.why(match, f"coins of {of}", asks) for asks in ("Bo", None, "Ada") for of in ("Ada", "Bo")]
        texts.append([repr(in_full(reason)) for reason in reasons])
    assert texts[0][:4] == texts[1][:4]
    assert texts[0][4] != texts[1][4]
    game, match = mill(SECRETLY, "Rye", "Rye")
    told = game.why(match, "coins of Ada", "Bo")
    assert told.value == 4 and not broken(told)
    assert [(one.value, one.place) for one in told.parts if one.words == "in round 1"] == [(3, "")]
    assert [one.place for one in game.why(match, "coins of Ada", "Ada").parts][-1] == f"game.yaml:{line_of('REVEAL') + 1}"


def test_in_random_games_the_parts_come_to_the_counter(smallest):
    *_, match = islice(smallest.decisions(4), 80)
    definition, apart = match.definition, 0
    asked = [number for number in growing(definition) if definition.variables[number].of.is_player]
    for player in range(len(match.seats)):
        of = ir.Const(player, ir.PLAYER_TYPE)
        for reader in (None, 0, EVERYTHING):
            found = [why_value(match, ir.Read(number, of), reader) for number in asked]
            assert not any(broken(one) for one in found)
            apart += sum(bool(one.parts) for one in found)
    assert bool(apart) == bool(asked)


def test_a_part_that_is_missing_is_noticed(mill, monkeypatch):
    whole = History.parts
    monkeypatch.setattr(History, "parts", lambda *asked: whole(*asked)[1:])
    game, match = mill(OPENLY, "Rye")
    assert broken(game.why(match, "coins of Ada"))


SECRET = """
name: Vault
players: 2
components: {gem: {per: player, starts in: hand, columns: {worth: number}, rows: {ruby: [3], glass: [0]}}}
zones: {hand: {per: player, form: hand, seen by: owner}, vault: {per: player, form: pile, seen by: owner}}
counters: {fame: {of: player, plural: fame}}
flow:
  - turns: player
    laps: 1
    do:
      - choose: a gem in hand as kept
        option: keep {kept}
      - move kept to vault, face down
      - each: gem in vault
        do:
          - if: worth of gem > 0
            do: [gain 2 fame, say: "{player} is praised"]
result: {score: fame, winner: best player by most score}
"""


def test_a_counter_whose_rule_is_hidden_is_told_with_what_the_game_says_of_it(tmp_path: Path) -> None:
    game = game_in(tmp_path, SECRET)
    match = game.new_match(["Ada", "Bo"])
    match.answer("keep ruby")
    assert game.why(match, "fame of Ada", "Bo").line == "fame of Ada: 2 as Ada is praised"


DAYS = """
name: Days
players: 2
counters: {coins: {of: player}}
flow:
  - rounds: 2
    do:
      - rounds: 2
        do:
          - turns: player
            laps: 1
            do: {offer: [{option: work, do: gain 1 coin}, {option: rest}]}
result: {score: coins}
"""


def test_rounds_that_begin_anew_are_told_in_their_order(tmp_path: Path) -> None:
    """What was gained in the second round of one day and in the first of the next read `in rounds 2, 1`."""
    game = game_in(tmp_path, DAYS)
    match = game.new_match(["Ada", "Bo"], seed=1)
    for option in ("rest", "rest", "work", "rest", "work", "rest"):
        match.answer(option)
    assert "2 in rounds 1–2 " in str(game.why(match, "coins of Ada"))
