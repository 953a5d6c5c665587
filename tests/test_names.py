"""What cards are called by their ids."""

import pytest
from written import game_in

GAME = """
name: Titles
players: 1
types: {metal: [tin, fool_s_gold]}
components:
  noble: {NAMES starts in: hall, columns: {worth: number or 1}, rows: {lord_of_the_manor: {}, queen: {name: the queen}}}
  ingot: {NAMES starts in: hall, columns: {metal: metal, worth: number}, cross: {metal: metal, worth: [1]}}
  bar: {NAMES starts in: hall, columns: {metal: metal, size: number}, cross: {metal: [tin], size: rows}, rows: {SMALL}}
  royal_seal: {NAMES starts in: hall}
zones: {hall: {seen by: everyone}}
flow: [{turns: player, laps: 1, do: {choose: a card in hall as picked}}]
result: {score: 1, winner: best player by most score}
"""


@pytest.mark.parametrize(("slot", "called"), [
    ("", ["lord of the manor", "the queen", "tin 1", "fool s gold 1", "tin thin one", "royal seal"]),
    ("names: capitals,", ["Lord of the Manor", "the queen", "Tin 1", "Fool S Gold 1", "tin Thin One", "Royal Seal"]),
])
def test_a_card_without_a_name_is_called_by_its_id(slot, called, tmp_path):
    text = GAME.replace("NAMES", slot).replace("rows: {SMALL}", "rows: {thin_one: {size: 3}}")
    match = game_in(tmp_path, text).new_match(["Ada"])
    assert [option.text for option in match.decisions[0].options] == called
