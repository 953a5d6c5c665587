"""Copies that grow with the players: as many cards at every table as the words say, and the same game in every engine."""

from __future__ import annotations

from pathlib import Path

import pytest
import rulewright
from rulewright.engine.python.stepper import Stepper
from rulewright.engine.reference.interpreter import Interpreter
from rulewright.engine.worlds import world_for
from rulewright.table.match import Match
from written import game_in, write_game

CRUMBS = """
name: Crumbs
players: 2 to 4
numbers: {spare: 1, more_players: 2}
components:
  crumb: {starts in: plate, copies: 2 * players - spare}
  treat:
    starts in: plate
    rows: {nut: {copies: players - 2}, fig: {copies: players}, pip: {copies: more_players}}
zones:
  plate: {form: pile, seen by: everyone}
  purse: {per: player, seen by: everyone}
flow:
  - turns: player
    until: plate is empty
    do: draw a card from plate to purse
result:
  score: count of cards in purse
"""


@pytest.fixture
def crumbs(tmp_path: Path) -> rulewright.Game:
    return game_in(tmp_path, CRUMBS)


@pytest.mark.parametrize(("seats", "wanted"), [(2, (3, 0, 2, 2)), (3, (5, 1, 3, 2)), (4, (7, 2, 4, 2))])
def test_there_are_as_many_as_the_players_make(crumbs: rulewright.Game, seats: int, wanted: tuple[int, ...]) -> None:
    world = world_for(crumbs.definition, seats)
    assert tuple(world.row.count(row) for row in range(4)) == wanted
    names = ("Ada", "Bo", "Cy", "Dee")[:seats]
    for engine in (Interpreter, Stepper):
        match = Match.begin(crumbs.definition, names, 1, {}, watched=False, engine=engine)
        assert match.is_over and sum(match.scores.values()) == sum(wanted)


def test_players_that_are_no_number_are_told_once(tmp_path: Path) -> None:
    write_game(tmp_path, CRUMBS.replace("2 to 4", "lots"))
    with pytest.raises(rulewright.DefinitionError) as told:
        rulewright.load(tmp_path)
    assert [one.slug for one in told.value.diagnostics] == ["misread"]
