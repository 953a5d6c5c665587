"""A check fires after everything that can make its condition true: one definition for each way, with that check only."""

import pytest
from written import game_in

GAME = """
name: Bell
players: 2
counters: {{coins: {{of: player}}}}
variables:
  rung: {{type: flag}}
  zeal: {{of: player, type: number 0 to 9, lasts: turn}}
  asleep: {{of: guard, type: flag}}
values:
  pull: {{of: guard, starts: strength + zeal of owner of this}}
components:
  guard:
    per: player
    starts in: post
    columns: {{strength: number, keen: condition}}
    rows:
      captain: {{strength: 1, keen: coins of owner of this > 2}}
      recruit:
        strength: 1
        abilities: [{{always: this gets +3 pull for each asleep guard above this}}]
  lot: {{die: 1 to 6, starts in: tray}}
zones:
  post: {{per: player, form: row, holds: guard, seen by: everyone}}
  camp: {{per: player, form: row, holds: guard, seen by: everyone}}
  tray: {{holds: lot, seen by: everyone}}
define:
  rich: {{of: player, is: score of this >= 5}}
groupings:
  pair: {{of: guard, patterns: {{two: {{same: strength, size: 2, worth: size + 4}}}}}}
checks:
  - whenever: rung is false and ({condition})
    do: set rung to true
flow:
  - rounds: 2
    do:
      - turns: player
        laps: 1
        do:
          - may: act
            do: {sentence}
          - say: "{{zeal}} {{pull of captain}} {{worth(pair) of camp}} {{value of (first lot in tray)}}"
          - say: "{{count of rich players}} {{count of keen guards}}"
result: {{score: coins + 2 * (count of asleep guards in post), winner: best player by most score}}
"""

WAYS = [
    ("some player with score of it >= 3", "gain 3 coins"),
    ("some rich player", "give 5 coins to player"),
    ("some player with score of it >= 2", "mark captain as asleep"),
    ("some guard with pull >= 5", "raise zeal by 4"),
    ("some guard with pull >= 4", "mark captain as asleep"),
    ("some keen guard", "gain 3 coins"),
    ("some lot with value > 1", "roll every lot in tray"),
    ("value of (first lot in tray) is 6", "set value of (first lot in tray) to 6"),
    ("some player with worth(pair) of camp of it > 4", "move every guard in post to camp"),
    ("some player with camp of it is not empty", "swap post and camp"),
]


@pytest.mark.parametrize(("condition", "sentence"), WAYS)
def test_a_check_fires_after_what_makes_it_hold(tmp_path, condition, sentence):
    match = game_in(tmp_path, GAME.format(condition=condition, sentence=sentence)).new_match(2, 1)
    assert not match.view("Ada").fact("rung")
    match.answer("act")
    assert match.view("Ada").fact("rung")


ENDS = [
    ("round is 2", "gain 1 coin"),
    ("active is not none and seat of active is 2", "gain 1 coin"),
    ("coins of (first player) is 1 and zeal of (first player) is 0", "raise zeal by 2"),
    ("coins of (first player) is 1 and no asleep guard", "mark captain as asleep until end of turn"),
]


@pytest.mark.parametrize(("condition", "sentence"), ENDS)
def test_a_check_fires_after_what_ends_or_begins_by_itself(tmp_path, condition, sentence):
    text = GAME.format(condition=condition, sentence=f"[{sentence}, gain 1 coin]")
    match = game_in(tmp_path, text).new_match(2, 1)
    rung = [match.view("Ada").fact("rung")]
    for _ in range(3):
        match.answer("act")
        rung.append(match.view("Ada").fact("rung"))
    assert rung[0] is False and rung[-1] is True
