"""What cannot lie where a rule puts it: no engine does it, and each says where the rule stands."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from rulewright import load
from rulewright.engine.opening import new_state
from rulewright.engine.python.stepper import Stepper
from rulewright.engine.reference.interpreter import Interpreter
from rulewright.engine.trouble import RuleError
from rulewright.engine.worlds import world_for
from rulewright.table.match import Match
from run_form import played
from written import write_game

GAME = """\
name: Lanterns
players: 2
components:
  owl:
    starts in: den
    columns: {{weight: number}}
    rows:
      barn_owl: {{weight: 3}}
      elf_owl: {{weight: 1, abilities: [{{at: dusk, do: move this to nest}}]}}
      tawny_owl: {{weight: 2, abilities: [{{at: dusk, do: move this to nest}}]}}
  cube: {{die: 1 to 6, starts in: tray}}
zones:
  den: {{holds: owl, seen by: everyone}}
  nest: {{holds: owl, seen by: everyone}}
  perch: {{holds: owl, room: 1, seen by: everyone}}
  tray: {{holds: cube, seen by: everyone}}
flow:
  - {sentence}
  - step: dusk
    among: {among}
    do: shuffle tray
  - turns: player
    laps: 1
    do:
      - may: hoot
"""


def definition_with(folder: Path, sentence: str, among: str = "owl in perch") -> Any:
    write_game(folder, GAME.format(sentence=sentence, among=among))
    return load(folder).definition


def rows_of(match: Match, zone: str) -> list[str]:
    state = match.state
    family = next(number for number, one in enumerate(match.definition.families) if one.name == zone)
    rows = [row for _, row in match.definition.rows]
    return [rows[state.world.row[card]].id for card in state.zones[state.world.zone_at[family, None, 0]]]


@pytest.mark.parametrize(
    ("sentence", "said"),
    [
        ("move every owl in den to perch", "perch has no room for 3 more"),
        ("swap den and perch", "perch has no room for 3 more"),
        ("swap den and tray", "tray holds no owl"),
        ("swap (first owl in den) and (first cube in tray)", "tray holds no owl"),
    ],
)
def test_what_cannot_be_done_is_told_with_its_line_by_every_engine(sentence: str, said: str, tmp_path: Path) -> None:
    definition = definition_with(tmp_path, sentence)
    for begin in (
        lambda: Match.begin(definition, ("Ada", "Bo"), 1, {}, engine=Interpreter),
        lambda: Match.begin(definition, ("Ada", "Bo"), 1, {}, engine=Stepper),
        lambda: Match.begin(definition, ("Ada", "Bo"), 1, {}, watched=False),
        lambda: played(new_state(world_for(definition, 2), 1), lambda *_: 0),
    ):
        with pytest.raises(RuleError) as caught:
            begin()
        assert caught.value.message == said
        assert ":18: in flow" in caught.value.trace[0]


def test_ending_what_has_not_begun_is_told_where(tmp_path: Path) -> None:
    definition = definition_with(tmp_path, "end round")
    for engine, line in ((Interpreter, 18), (Stepper, 18)):
        with pytest.raises(RuleError, match='there is no "round" to end here') as caught:
            Match.begin(definition, ("Ada", "Bo"), 1, {}, engine=engine)
        assert f":{line}: in flow" in caught.value.trace[0]


def test_no_card_lies_under_itself(tmp_path: Path) -> None:
    definition = definition_with(tmp_path, "move every owl in den to under (last owl in den)")
    for engine in (Interpreter, Stepper):
        match = Match.begin(definition, ("Ada", "Bo"), 1, {}, engine=engine)
        assert rows_of(match, "den") == ["tawny_owl", "barn_owl", "elf_owl"]
        assert len(match.state.host) == 2 and len(set(match.state.host.values())) == 1
    end = new_state(world_for(definition, 2), 1)
    played(end, lambda *_: 0)
    assert end.table()[0] == match.state.table()[0]


@pytest.mark.parametrize(("order", "arrived"), [("", "elf_owl tawny_owl"), (" by most weight", "tawny_owl elf_owl")])
def test_cards_of_a_step_act_in_the_order_that_is_written(order: str, arrived: str, tmp_path: Path) -> None:
    definition = definition_with(tmp_path, "shuffle perch", f"owl in den{order}")
    for engine in (Interpreter, Stepper):
        match = Match.begin(definition, ("Ada", "Bo"), 1, {}, engine=engine)
        assert rows_of(match, "nest") == arrived.split()
