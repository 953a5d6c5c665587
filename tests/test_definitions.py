"""Small definitions that show what the language can say: each is legal, keeps its scenarios and can be played to its end."""

from __future__ import annotations

from pathlib import Path

import pytest
from rulewright import Game, load
from rulewright.players.bots import RandomBot
from rulewright.study.report import run_targets

FOLDERS = sorted(path.parent for path in (Path(__file__).parent / "definitions").glob("*/game.yaml"))


@pytest.fixture(params=FOLDERS, ids=lambda folder: folder.name)
def folder(request: pytest.FixtureRequest) -> Path:
    found: Path = request.param
    return found


def play(game: Game, seed: int) -> None:
    """A game between random bots; every card stays in exactly one zone."""
    counts = range(game.definition.fewest, game.definition.most + 1)
    match = game.new_match(counts[seed % len(counts)], seed)
    bot = RandomBot(seed)
    for _ in range(2000):
        if match.is_over:
            break
        decision = match.decisions[-1]
        match.answer(bot.choose(decision), decision.seat)
        lying = sorted(card for zone in match.state.zones for card in zone)
        assert lying == list(range(match.state.world.cards))
    assert match.is_over, f"seed {seed} goes on for ever"
    assert match.result is not None
    assert match.result.winners or game.definition.together, "somebody wins, unless all can lose"


def test_every_scenario_passes(folder: Path) -> None:
    report = run_targets((str(folder),))
    assert report.passed, report.to_text()
    assert report.games[0].passed >= 3


def test_thirty_random_games_come_to_an_end(folder: Path) -> None:
    game = load(folder)
    for seed in range(30):
        play(game, seed)
