"""Backs that show a column: what they show is known to everybody, everywhere and always, and nothing else of the card is."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import rulewright
from drawing import board_of, rows_of
from rulewright import Match
from rulewright.desk.inquiry import answered
from rulewright.desk.sources import Sources
from rulewright.engine import chance
from rulewright.engine.sight import can_see
from rulewright.engine.state import State
from rulewright.table.information_set import Outlook, onlooker
from rulewright.table.log import lines_as_data, read_by
from rulewright.table.withholding import withheld_cards, withhold
from rulewright.web.page import PageScreen
from test_views import exchanged
from written import game_in

VAULT = """
name: Vault
players: 2
types:
  metal: {columns: {duty: number}, rows: {gold: [3], tin: [1]}}
components:
  ingot:
    starts in: mint
    back: "{metal} ingot"
    plural: INGOTS
    columns: {metal: metal, worth: number}
    rows:
      crown: [gold, 9]
      nugget: {metal: gold, worth: 1, copies: 5}
      goblet: [tin, 4]
      spoon: {metal: tin, worth: 2, copies: 3}
zones:
  mint: {form: pile, holds: ingot, seen by: nobody}
  safe: {per: player, holds: ingot, seen by: owner}
  bag: {per: player, form: hand, holds: ingot, seen by: owner}
counters: {coins: {of: player}}
define:
  rich: {of: player, is: count of ingots in safe of this with metal is gold}
  dues: {of: player, is: highest of (duty of metal of it) of ingots in safe of this or 0}
  fortune: {of: player, is: sum of worth of ingots in safe of this}
setup:
  - shuffle mint
  - each: player
    do:
      - draw 2 ingots from mint to safe
      - draw 2 ingots from mint to bag
flow:
  - turns: player
    laps: 3
    do:
      - let: {rival: player after player}
      - choose: an ingot in safe of rival as wanted
        option: tax {wanted}
        do:
          - gain (dues of rival) coins
          - say: "{player} collects {dues of rival}"
      - say: "{rival} has {rich of rival} gold in {fortune of rival}"
result: {score: coins, winner: best player by most score}
"""


def vault(folder: Path, many: str = "ingots") -> rulewright.Game:
    return game_in(folder, VAULT.replace("INGOTS", many))


def laid(game: rulewright.Game, safe: str, bag: str) -> Match:
    """A game in which Bo has these ingots, and it is Ada's turn."""
    for seed in range(400):
        match = game.new_match(["Ada", "Bo"], seed=seed)
        if [names(match, "Bo", zone) for zone in ("safe of Bo", "bag of Bo")] == [safe.split(", "), bag.split(", ")]:
            return match
    raise AssertionError("no such deal")


def names(match: Match, seat: str, zone: str) -> list[str]:
    return [card.name for card in next(one for one in match.view(seat).zones if one.name == zone).cards]


def looks(state: State) -> list[list[str]]:
    """What is printed on the backs, zone by zone."""
    gold = {number for number, (_, row) in enumerate(state.world.definition.rows) if row.id in ("crown", "nugget")}
    return [["gold" if state.world.row[card] in gold else "tin" for card in zone] for zone in state.zones]


def received(game: rulewright.Game, match: Match) -> str:
    """All that comes to Ada: her view, the log, what a program gets, and her page."""
    page = json.dumps(PageScreen(game, "Ada").whole(match))
    return json.dumps([match.view("Ada").to_json(), lines_as_data(0, match.log), rulewright.observe(match, "Ada")]) + page


def test_a_hidden_card_reads_as_its_back_shows(tmp_path: Path) -> None:
    game = vault(tmp_path)
    match = laid(game, "crown, spoon", "nugget, spoon")
    assert names(match, "Ada", "safe of Bo") == ["gold ingot", "tin ingot"]
    assert names(match, "Ada", "bag of Bo") == ["gold ingot", "tin ingot"]
    assert {"tax a gold ingot", "tax a tin ingot"} == {option.text for option in match.decisions[0].options}
    assert rows_of(board_of(match, "Ada"))["Bo", "safe"].items == ("1 gold ingot", "1 tin ingot")
    assert "gold ingot" in str(PageScreen(game, "Ada").whole(match))
    match.answer("tax a tin ingot")
    assert "Bo has 1 gold in …" in read_by(0, match.log)


def test_several_are_called_as_their_kind_is(tmp_path: Path) -> None:
    match = laid(vault(tmp_path, "bullion"), "nugget, nugget", "nugget, spoon")
    assert rows_of(board_of(match, "Ada"))["Bo", "safe"].items == ("2 gold bullion",)


@pytest.mark.parametrize(("theirs", "other", "is_told"), [("crown", "nugget", False), ("crown", "spoon", True)])
def test_twins_differ_only_where_a_back_does(tmp_path: Path, theirs: str, other: str, is_told: bool) -> None:
    """Two hidden cards change places: all that Ada gets stays the same to the byte, unless their backs differ."""
    game = vault(tmp_path)
    match = laid(game, "crown, spoon" if is_told else "crown, goblet", "nugget, spoon")
    rows = {row.id: number for number, (_, row) in enumerate(game.definition.rows)}
    one = next(iter(match.state.world.cards_of_row[rows[theirs]]))
    two = next(card for card in match.state.world.cards_of_row[rows[other]] if not can_see(match.state, card, 0))
    twin, match = exchanged(match, {one: two, two: one}), exchanged(match, {})
    assert (rulewright.observe(match, "Ada") != rulewright.observe(twin, "Ada")) == is_told
    for each in (match, twin):
        each.answer(next(option.text for option in each.decisions[0].options if "ingot" in option.text))
    assert (received(game, match) != received(game, twin)) == is_told


def test_the_order_of_backs_in_a_hand_is_not_told(tmp_path: Path) -> None:
    game = vault(tmp_path)
    match = laid(game, "crown, spoon", "nugget, spoon")
    twin, match = exchanged(match, {}), exchanged(match, {})
    bag = next(number for number, zone in enumerate(match.view("Bo").zones) if zone.name == "bag of Bo")
    twin.state.zones[bag] = match.state.zones[bag][::-1]
    assert received(game, match) == received(game, twin)


def test_a_reason_names_what_the_back_shows_and_no_more(tmp_path: Path) -> None:
    game = vault(tmp_path)
    match = laid(game, "crown, spoon", "nugget, spoon")
    rich, fortune = (" ".join(answered(Sources(game), match, "Ada", f"why {name} of Bo")) for name in ("rich", "fortune"))
    assert "gold ingot" in rich and "crown" not in rich
    assert "11" not in fortune and "9" not in fortune


def test_whoever_sees_the_card_reads_its_name_in_the_reason(tmp_path: Path) -> None:
    match = laid(vault(tmp_path), "crown, spoon", "nugget, spoon")
    match.answer("tax a tin ingot")
    told = "Ada collects 3 coins (3): the highest duty of "
    own = [next(line for line in read_by(reader, match.log) if "collects" in line) for reader in (0, 1, None)]
    assert own[1] == f"{told}crown 3, spoon 1"
    assert own[0] == own[2] == f"{told}hidden tin ingot 1, hidden gold ingot 3"


def test_cards_are_dealt_anew_among_their_backs(tmp_path: Path) -> None:
    match = laid(vault(tmp_path), "crown, spoon", "nugget, spoon")
    rng, found = chance.seeded(3), set()
    backs = looks(match.state)
    for _ in range(30):
        rng, deal = Outlook(match, "Ada", onlooker(match, "Ada")).deal(rng)
        assert looks(deal.state) == backs
        found.add(tuple(names(deal, "Bo", "safe of Bo")))
    assert len(found) > 1


def test_what_comes_for_a_withheld_card_has_its_back(tmp_path: Path) -> None:
    game = vault(tmp_path)
    match = laid(game, "crown, spoon", "nugget, spoon")
    rows = {row.id: number for number, (_, row) in enumerate(game.definition.rows)}
    world, state = match.state.world, match.state
    kept = withhold(state, withheld_cards(world, 1, rows["crown"]))
    assert looks(kept) == looks(state)
    assert all(kept.lies_in[card] != state.lies_in[card] for card in world.cards_of_row[rows["crown"]])
