"""Every scenario of every shipped game passes, and every rule of a game is shown by one."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from rulewright import Game, load, shipped
from rulewright.game import games_folder, read_rules
from rulewright.language.diagnostics import Complaints
from rulewright.study.report import run_files

FILES = sorted(games_folder().glob("*/scenarios/**/*.yaml"))


@cache
def game_in(folder: Path) -> Game:
    return load(folder)


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.parent.name}/{path.stem}")
def test_the_scenarios_of_a_file_pass(path: Path) -> None:
    report = run_files(game_in(path.parent.parent), [path], whole=False)
    assert report.is_good, report.to_text()


@pytest.mark.parametrize("name", shipped())
def test_every_rule_is_cited_by_a_scenario(name: str) -> None:
    game = game_in(games_folder() / name)
    complaints = Complaints()
    rules = read_rules(game.folder, complaints)
    cited = {rule for path in game.scenario_files() for scenario in game.scenarios(path) for rule in scenario.rules}
    assert not complaints.errors
    assert rules and set(rules) == cited
