"""Measures of the designer's own: every engine finds the same, nothing of the game changes, and every report tells them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from rulewright.engine.choice import engines_here
from rulewright.game import Game
from rulewright.model.pack import from_text, to_text
from rulewright.study import compare_text, shape_text
from rulewright.study.compare import Version, compare
from rulewright.study.figures import Figures
from rulewright.study.growing import Goal, grow
from rulewright.study.kept_games import KeptGame, OtherGames
from rulewright.study.measuring import with_samples
from rulewright.study.plan import new_plan
from rulewright.study.shape import shape
from rulewright.study.simulate import simulate
from written import game_in

HARBOUR = """\
name: Harbour
players: 2

counters:
  coins: {of: player, starts: 1}

flow:
  - rounds: 4
    do:
      - step: morning
        each: player
        do:
          - offer:
              - {option: work, do: gain 2 coins}
              - {option: rest}
      - step: evening
        each: player
        do: pay 1 coin

result:
  score: coins
  winner: best player by most score
"""
MEASURES = """
measures:
  purse: {of: player, is: coins, at: evening}
  broke: {of: player, is: coins is 0}
  all_coins: {is: sum of coins of players}
  last_round: {is: round, at: evening}
  never: {is: none if round < 9 else 1}
"""
ENGINES = [one.name for one in engines_here() if one.there]


def harbour(folder: Path, measures: str = MEASURES) -> Game:
    return game_in(folder, HARBOUR + measures)


def means(figures: Figures) -> dict[str, tuple[int, float]]:
    return {gauge.words: (spread.total, spread.mean) for gauge, spread in figures.measures}


@pytest.mark.parametrize("bots", ["random", "greedy:1"])
def test_every_engine_finds_the_same(bots: str, tmp_path: Path) -> None:
    game = harbour(tmp_path / "harbour")
    found = [means(simulate(game, 30, bots=bots, workers=1, engine=engine)) for engine in ENGINES]
    assert all(one == found[0] for one in found) and len(found) == len(ENGINES)


def test_what_is_found_is_what_the_scores_say(tmp_path: Path) -> None:
    figures = simulate(harbour(tmp_path / "harbour"), 40, workers=1)
    found = means(figures)
    assert found["all coins"] == (40, sum(one.mean for one in figures.scores.values()))
    assert found["last round"] == (40, 2.5), "the mean of what four evenings show"
    assert found["never"][0] == 0, "what is none is not counted"
    broke = figures.tally.scores[0][0] / 40
    assert found["broke of Ada"] == (40, broke) and 0 < broke < 1
    assert found["purse of Ada"][1] > figures.scores["Ada"].mean, "it is taken before anything happens at the step"


def test_a_game_is_the_same_with_measures_and_without(tmp_path: Path) -> None:
    game = harbour(tmp_path / "harbour")
    bare = harbour(tmp_path / "harbour", "")
    assert game.definition.fingerprint == bare.definition.fingerprint
    one, two = (simulate(each, 40, bots="greedy:1", workers=1).tally for each in (game, bare))
    assert replace(one, found={}, fired=two.fired) == two
    match = bare.resume(game.new_match(2, 3).save())
    assert match.decisions == game.new_match(2, 3).decisions


def test_comparisons_and_shapes_tell_them_too(tmp_path: Path) -> None:
    before = harbour(tmp_path / "before")
    after = harbour(tmp_path / "after", MEASURES.replace("  purse:", "  another: {is: 1}\n  purse:").replace("is 0", "is 1"))
    told = {row["figure"]: row for row in compare_text.to_json(compare(
        Version("before", before), Version("after", after), 60, workers=1,
    ))["figures"]}  # fmt: skip
    assert told["purse of Ada"]["difference"] == 0 and "another" not in told
    assert told["broke of Ada"]["difference"] != 0, "each side goes by its own measure"
    traits = [one for one in shape_text.to_json(shape(before, 20, workers=1))["traits"] if one["group"] == "measures"]
    assert [one["trait"] for one in traits][:2] == ["purse of Ada", "purse of Bo"]


def test_games_that_were_kept_know_what_was_measured(tmp_path: Path) -> None:
    game = harbour(tmp_path / "harbour")
    kept, plan = KeptGame(tmp_path / "games.json"), new_plan(game)
    grow(game, plan, Goal(20), kept, 1)
    whole = grow(game, plan, Goal(40), kept, 1)
    assert means(whole) == means(simulate(game, 40, workers=1))
    other = harbour(tmp_path / "harbour", MEASURES.replace("coins is 0", "coins is 2"))
    with pytest.raises(OtherGames, match="another measures"):
        grow(other, plan, Goal(50), kept, 1)


def test_they_stand_in_every_form_of_the_figures(tmp_path: Path) -> None:
    figures = simulate(harbour(tmp_path / "harbour"), 60, workers=1)
    told = {(one["measure"], one["seat"]): one for one in figures.to_json()["measures"]}
    purse = told["purse", "Ada"]
    assert purse["low"] < purse["mean"] < purse["high"] and told["never", None]["mean"] is None
    assert "purse of Ada" in figures.to_text() and "measure purse,Ada,60" in figures.to_csv()


def test_a_game_that_is_measured_can_be_sent_elsewhere(tmp_path: Path) -> None:
    definition = with_samples(harbour(tmp_path / "harbour").definition)
    assert from_text(to_text(definition)).measures == definition.measures
