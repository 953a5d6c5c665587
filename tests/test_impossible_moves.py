"""What cannot lie where a rule puts it: no engine does it, and each says where the rule stands."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from companions import DebugNative
from rulewright import load
from rulewright.engine.opening import new_state
from rulewright.engine.options import bound
from rulewright.engine.python.stepper import Stepper
from rulewright.engine.reference.interpreter import Interpreter
from rulewright.engine.trouble import RuleError
from rulewright.engine.worlds import world_for
from rulewright.table.match import Match
from run_form import played
from written import write_game

MIXED = "move first owl in den to mixed"
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
  bowl: {{seen by: everyone}}
  hook: {{ids: [north_hook, south_hook], holds: cube, seen by: everyone}}
  mixed: {{holds: [cube, owl], seen by: everyone, refill: bowl}}
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
IMPOSSIBLE = [
    ("move every owl in den to perch", "perch has no room for 3 more"),
    ("swap den and perch", "perch has no room for 3 more"),
    ("swap den and tray", "tray holds no owl"),
    ("swap (first owl in den) and (first cube in tray)", "tray holds no owl"),
    (f"do: [{MIXED}, move first card in mixed to tray]", "tray holds no owl"),
    (f"do: [{MIXED}, move every card in mixed to tray]", "tray holds no owl"),
    (f"do: [{MIXED}, move every card in mixed with position > 0 to tray]", "tray holds no owl"),
    (f"do: [{MIXED}, move every card in mixed to zone of (first cube in tray)]", "tray holds no owl"),
    (f"do: [{MIXED}, move first card in mixed to under (first cube in tray)]", "tray holds no owl"),
    (f"do: [{MIXED}, move every card in mixed to (north_hook if weight of it > 0 else none)]", "north hook holds no owl"),
    (f"do: [{MIXED}, draw a cube from mixed to tray]", "tray holds no owl"),
    (f"do: [{MIXED}, draw 2 cubes from mixed to tray]", "tray holds no owl"),
    (f"do: [{MIXED}, shuffle every card in mixed into tray]", "tray holds no owl"),
]


def definition_with(folder: Path, sentence: str, among: str = "owl in perch") -> Any:
    write_game(folder, GAME.format(sentence=sentence, among=among))
    return load(folder).definition


def rows_of(match: Match, zone: str) -> list[str]:
    state = match.state
    family = next(number for number, one in enumerate(match.definition.families) if one.name == zone)
    rows = [row for _, row in match.definition.rows]
    return [rows[state.world.row[card]].id for card in state.zones[state.world.zone_at[family, None, 0]]]


@pytest.mark.parametrize(("sentence", "said"), IMPOSSIBLE)
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
        assert ":21: in flow" in caught.value.trace[0]


@pytest.mark.needs("compiler")
def test_a_library_does_none_of_it_either(tmp_path: Path) -> None:
    offered = "turns: player\n    laps: 1\n    do:\n      - offer:\n" + "".join(
        f"          - option: way {number}\n            do:\n              - {sentence}\n"
        for number, (sentence, _) in enumerate(IMPOSSIBLE)
    )
    world = world_for(definition_with(tmp_path, offered), 2)
    for way, (_, said) in enumerate(IMPOSSIBLE):
        engine = DebugNative(new_state(world, 1), ("Ada", "Bo"))
        engine.start()
        engine.run()
        with pytest.raises(RuleError, match=said):
            engine.answer("Ada", *bound(engine.decisions()[0].options[way]))


def test_ending_what_has_not_begun_is_told_where(tmp_path: Path) -> None:
    definition = definition_with(tmp_path, "end round")
    for engine, line in ((Interpreter, 21), (Stepper, 21)):
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
