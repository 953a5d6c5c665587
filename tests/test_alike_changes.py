"""Cards that change the same are asked once for all of them; what they make of a value is the same as card by card."""

from __future__ import annotations

import pytest
import rulewright
from rulewright.engine import chance, trouble
from rulewright.engine.choice import engine_for
from rulewright.engine.evaluate import Evaluator
from rulewright.engine.reference.covering import CoveringEvaluator
from rulewright.engine.trouble import RuleError
from rulewright.ir.analysis.modifiers import alike_modifiers
from rulewright.ir.limits import Limit
from rulewright.study import coverage
from rulewright.table.match import Match
from written import write_game

GAME = """
name: Choir
players: 2 to 3
components:
  voice:
    starts in: choir
    columns: {pitch: number 0 to 9}
    rows:
      bass: {pitch: 1, copies: 4, abilities: [{always: every other voice in choir gets +2 strength}]}
      alto: {pitch: 5, copies: 3, abilities: [{always: every other voice in choir gets +2 strength}]}
      tenor: {pitch: 3, copies: 3, abilities: [{always: every voice in hand of owner of this gets +1 strength}]}
      cantor: {pitch: 7, copies: 2, abilities: [{always: this gets +5 strength}]}
      critic: {pitch: 2, copies: 2, abilities: [{always: every voice in choir with pitch > 4 gets -1 strength}]}
      patron: {pitch: 4, copies: 2, abilities: [{always: every voice in choir gets +(pitch of this) strength}]}
zones:
  choir: {seen by: everyone}
  hand: {per: player, form: hand, seen by: owner}
values:
  strength: {of: voice, starts: pitch}
setup:
  - each: player
    do: draw 2 voices from choir to hand
flow:
  - turns: player
    laps: 3
    do:
      - choose: a voice in choir with strength > 2 as mine
        do: move mine to hand
      - choose: a voice in hand as tired
        do: mark tired as mute
result: {score: sum of strength of voices in hand, winner: best player by most score}
"""


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> rulewright.Game:
    return rulewright.load(write_game(tmp_path_factory.mktemp("choir"), GAME))


def test_what_only_asks_where_a_card_lies_is_alike(game: rulewright.Game) -> None:
    (_, gets), *_ = alike_modifiers(game.definition)
    rows = [[game.definition.rows[one.carrier][1].id for one in alike.modifiers if one.carrier is not None] for alike in gets]
    together = [names for alike, names in zip(gets, rows, strict=True) if alike.by_place]
    assert together == [["bass", "alto"], ["tenor"], ["critic"]]


def test_values_are_the_same_as_card_by_card(game: rulewright.Game) -> None:
    voices = range(16)
    for seed in range(6):
        match = Match.begin(game.definition, game.check_seats(3), seed, {}, watched=False, engine=engine_for("reference"))
        while match.decisions:
            together, apart = (Evaluator(match.state.world, match.state) for _ in range(2))
            apart.asks_together = False
            assert [together.computed(0, one) for one in voices] == [apart.computed(0, one) for one in voices]
            seed, index = chance.below(chance.seeded(seed), len(match.decisions[0].options))
            match.answer(match.decisions[0].options[index], match.decisions[0].seat)


def test_every_card_is_counted(game: rulewright.Game, monkeypatch: pytest.MonkeyPatch) -> None:
    together = coverage.cover(game, 2)
    monkeypatch.setattr(CoveringEvaluator, "asks_together", False)
    assert coverage.cover(game, 2).by_games == together.by_games


@pytest.mark.parametrize("engine", ["reference", "python"])
def test_a_game_whose_rules_look_at_too_much_is_stopped(
    game: rulewright.Game, engine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trouble, "GAME_STEPS", Limit(50, "steps"))
    monkeypatch.setattr(coverage, "KEPT_STEPS", Limit(50, "steps"))
    with pytest.raises(RuleError, match="after 50 steps of its rules the game is not over"):
        rulewright.simulate(game, games=1, workers=1, engine=engine)
    assert "after 50 steps of its rules" in coverage.cover(game, 1).endless
