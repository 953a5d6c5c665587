"""Single games of a plan: the same in every engine, in parts as in one go, and together what figures tell."""

from __future__ import annotations

from collections import Counter

import pytest
import rulewright
from rulewright.study.games import parts_of
from rulewright.study.plan import Seating, new_plan
from rulewright.study.tally import GameTally


@pytest.fixture(scope="module")
def eights() -> rulewright.Game:
    return rulewright.load("crazy_eights")


@pytest.mark.needs("compiler")
@pytest.mark.parametrize("name", ["leduc_poker", "crazy_eights"])
def test_single_games_are_the_same_in_every_engine(name: str) -> None:
    game = rulewright.load(name)
    most = game.definition.most
    usual = list(rulewright.play_games(game, range(5, 25), most, seed=3, engine="python", workers=1))
    assert list(rulewright.play_games(game, range(5, 25), most, seed=3, engine="native", workers=2)) == usual
    assert [one.number for one in usual] == list(range(5, 25)) and any(any(one.had) for one in usual)


def test_parts_are_the_same_games_as_all_in_one_go(eights: rulewright.Game) -> None:
    whole = list(rulewright.play_games(eights, range(12), 3, seed=8, workers=1))
    parts = [rulewright.play_games(eights, part, 3, seed=8, workers=2) for part in (range(5), range(5, 7), range(7, 12))]
    assert [one for part in parts for one in part] == whole


def test_single_games_add_up_to_the_figures(eights: rulewright.Game) -> None:
    bots = ["greedy:1", "random"]
    figures = rulewright.simulate(eights, 4, 2, bots, seed=2, workers=1, rotate=True)
    results = list(rulewright.play_games(eights, range(4), 2, bots, seed=2, workers=1, rotate=True))
    assert [one.bots[0] for one in results] == ["greedy:1", "random"] * 2
    assert Counter(one.scores[1] for one in results) == figures.tally.scores[1]
    assert sum(one.decisions for one in results) == figures.decisions
    names = [row.name for _, row in eights.definition.rows]
    had = {name: share.whole for name, share, _ in figures.cards()}
    for row, name in enumerate(names):
        assert had.get(name, 0) == sum(len(one.had_by(row)) for one in results)
    plan, total = new_plan(eights, Seating(2, bots, 2), rotate=True), GameTally(2, tuple(bots))
    for part in (range(3, 4), range(3)):
        for done in parts_of(eights, plan, part, 1):
            total.add(done.tally)
    assert total == figures.tally
