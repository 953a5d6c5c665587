"""Every expression and every place has a type, and every expression a line, before any game begins."""

from __future__ import annotations

from pathlib import Path

import pytest
import rulewright
from rulewright import ir
from rulewright.ir.analysis.typing import type_of
from rulewright.ir.walk import walk
from written import game_in

GAME = """
name: Settled
players: 2
types:
  mood: [calm, wild]
components:
  owl:
    starts in: pot
    columns: {mood: mood}
    rows:
      ow:
        mood: calm
        abilities:
          - when: a player gains coins
            if:
              coins of player > 1
            do: move this to pot
zones:
  pot: {seen by: everyone}
counters:
  coins: {of: player}
define:
  busy: {of: owl, is: mood of this is wild}
  found_owl: {is: first busy owl in pot}
flow:
  - let: {latest: none}
  - turns: player clockwise from active
    laps: 1
    do:
      - may: gain
        if:
          count of owls in pot >= 1
        do:
          - gain 1 coins
          - set latest to found_owl
result: {score: coins}
"""


@pytest.fixture
def definition(tmp_path: Path) -> rulewright.model.definition.Definition:
    return game_in(tmp_path, GAME).definition


def test_what_is_not_known_at_first_is_what_is_put_there(definition) -> None:
    owl = ir.Type(ir.TypeSort.CARD, ("owl",))
    flow = definition.procedures[definition.flow]
    assert flow.slots[flow.names.index("latest")] == owl  # it begins as none
    functions = {one.name: one for one in definition.functions}
    assert functions["busy"].type == ir.FLAG and functions["found_owl"].type == owl
    assert functions["concerns gains"].slots[2] == ir.PLAYER_TYPE  # whoever gains something


@pytest.mark.parametrize("name", rulewright.shipped())
def test_nothing_that_reaches_an_engine_is_of_any_type(name: str) -> None:
    definition = rulewright.load(name).definition
    rules = [(one.slots, one.value) for one in definition.functions] + [(one.slots, one.body) for one in definition.procedures]
    sorts = {type.sort for slots, _ in rules for type in slots}
    for slots, body in rules:
        sorts |= {type_of(definition, node, slots).sort for node in walk(body) if isinstance(node, ir.Expr)}
    assert sorts.isdisjoint({ir.TypeSort.ANY, ir.TypeSort.GAME}) and ir.TypeSort.NUMBER in sorts


def test_an_expression_knows_the_line_of_its_sentence(definition) -> None:
    """Also where that is another one than the line of what it belongs to."""
    lines = GAME.split("\n")
    bodies = tuple(one.body for one in definition.procedures)
    told = {lines[node.line - 1].strip() for node in walk(bodies) if isinstance(node, ir.Op) and node.line}
    assert {"coins of player > 1", "count of owls in pot >= 1"} <= told


BELONGING = """
name: Belonging
players: 2
types:
  land: [hill, shore]
components:
  boat: {starts in: port, columns: {land: land}, cross: {land: land}}
  fox: {per: player, starts in: path}
zones:
  port: {per: land, seen by: everyone}
  path: {per: land, seen by: everyone}
  hand: {per: player, seen by: everyone}
define:
  local: {of: boat, is: land of this is land of spot of player}
  spot: {of: player, is: ground of fox of this}
  ground: {of: fox, is: this path}
flow:
  - turns: player
    laps: 1
    do:
      - choose: a local boat in ports as found
      - move found to hand
result: {score: count of boats in hand}
"""


def test_what_a_zone_belongs_to_waits_for_a_definition_further_down(tmp_path: Path) -> None:
    """While nobody knows yet which zone it is, it may belong to land or to a player, which would be two things."""
    match = game_in(tmp_path, BELONGING).new_match(2, seed=1)
    assert [option.text for option in match.decisions[0].options] == ["boat hill"]
