"""Bots of one's own: named from Python or by an installed package, seated everywhere, and told of when they fail."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import rulewright
from click.testing import CliRunner
from rulewright.cli import main
from rulewright.players import own_bots
from rulewright.players.bots import BOTS

KUHN = rulewright.load("kuhn_poker")
PAGE = (Path(__file__).parent.parent / "docs" / "bots.md").read_text(encoding="utf-8")


class Last:
    """Takes the last option; with a budget, the option of that number."""

    looks = False

    def __init__(self, seed: int, budget: str = "-1") -> None:
        self.index = int(budget)

    def choose(self, decision: Any, outlook: Any) -> Any:
        return decision.options[self.index]


class Stranger(Last):
    def choose(self, decision: Any, outlook: Any) -> Any:
        return "whatever"


class Broken(Last):
    def choose(self, decision: Any, outlook: Any) -> Any:
        raise LookupError("lost my notes")


class Dealing(Last):
    looks = True

    def choose(self, decision: Any, outlook: Any) -> Any:
        _, dealt = outlook.deal(7)
        assert [one.text for one in dealt.decisions[0].options] == [one.text for one in decision.options]
        assert outlook.view.decisions[0].seat == decision.seat
        return decision.options[0]


def plain(seed: int) -> Last:
    return Last(seed)


@pytest.fixture(autouse=True)
def told(monkeypatch: Any) -> Iterator[None]:
    monkeypatch.setattr(own_bots, "_told", {})
    for name, make in {"last": Last, "stranger": Stranger, "broken": Broken, "dealing": Dealing, "plain": plain}.items():
        rulewright.add_bot(name, make)
    yield


def run(*arguments: str) -> Any:
    return CliRunner().invoke(main, arguments)


@pytest.mark.parametrize("command", [
    ["simulate", "kuhn_poker", "--games", "30", "--bots", "last,random", "--workers", "2"],
    ["compare", "kuhn_poker", "kuhn_poker", "--games", "50", "--bots", "last", "--workers", "1"],
    ["weigh", "kuhn_poker", "--games", "50", "--bots", "dealing,last:0", "--workers", "1"],
    ["shape", "kuhn_poker", "--games", "10", "--bots", "last", "--workers", "1"],
    ["play", "kuhn_poker", "--seats", "Ada:last,Bo:last:0", "--seed", "1"],
])  # fmt: skip
def test_an_own_bot_sits_wherever_a_bot_can(command: list[str]) -> None:
    done = run(*command)
    assert done.exit_code == 0, done.output


def test_it_is_the_own_bot_that_plays() -> None:
    """Who always takes the last option always bets, and is never without a showdown or a fold by the other."""
    games = list(rulewright.play_games(KUHN, range(20), bots=["last", "last:0"], workers=1))
    assert {one.decisions for one in games} == {2} and all(one.winners == (0,) for one in games)


def test_a_library_that_is_there_does_not_play_for_it() -> None:
    rulewright.simulate(KUHN, 50, bots="greedy", workers=1, engine="native")
    figures = rulewright.simulate(KUHN, 20, bots=["last", "last:0"], workers=1)
    assert figures.wins["Ada"] == 20


def test_what_a_bot_does_wrong_is_told_in_one_sentence() -> None:
    for bot, said in (("stranger", "none of the options"), ("broken", "LookupError: lost my notes (at test_own_bots.py:")):
        for workers in ("1", "2"):
            done = run("simulate", "kuhn_poker", "--games", "5", "--bots", bot, "--workers", workers)
            assert done.exit_code == 1 and said in done.output and f'"{bot}"' in done.output
            assert len(done.output.strip().splitlines()) == 1


def test_names_and_budgets_that_cannot_be_are_refused() -> None:
    refused = run("simulate", "kuhn_poker", "--bots", "plain:5")
    assert refused.exit_code == 2 and "plain takes no budget" in refused.output
    unknown = run("simulate", "kuhn_poker", "--bots", "nobody")
    assert unknown.exit_code == 2 and ", ".join([*BOTS, "broken, dealing, last, plain, stranger"]) in unknown.output
    made = run("simulate", "kuhn_poker", "--bots", "last:many")
    assert made.exit_code == 2 and 'the bot "last" cannot be made: ValueError' in made.output
    for name in ("", "two words", "a,b", "a:b"):
        with pytest.raises(rulewright.RulewrightError, match="no name of a bot"):
            rulewright.add_bot(name, Last)


def test_a_package_brings_its_bots(tmp_path: Path, monkeypatch: Any) -> None:
    (tmp_path / "pond_bots.py").write_text(
        "class First:\n    def __init__(self, seed):\n        pass\n"
        "    def choose(self, decision, outlook):\n        return decision.options[0]\n", encoding="utf-8",
    )  # fmt: skip
    about = tmp_path / "pond_bots-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: pond_bots\nVersion: 1.0\n", encoding="utf-8")
    points = "[rulewright.bots]\nfirst = pond_bots:First\ngone = pond_bots:Nobody\nrandom = pond_bots:First\n"
    (about / "entry_points.txt").write_text(points, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    games = list(rulewright.play_games(KUHN, range(6), bots=["first", "last"], workers=1))
    assert {one.decisions for one in games} == {3}, "a pass, a bet, and a pass"
    gone = run("simulate", "kuhn_poker", "--bots", "gone")
    assert gone.exit_code == 2 and 'the bot "gone" (pond_bots:Nobody) cannot be loaded: AttributeError' in gone.output
    assert rulewright.simulate(KUHN, 40, bots="random", workers=1).wins["Ada"] not in (0, 40), "ours stays ours"


def test_the_example_of_the_page_plays_the_equilibrium(capsys: Any) -> None:
    """With it in both seats, the second player wins 1/18 of a chip a game."""
    program = next(one for one in re.findall(r"^```py\n((?:.*\n)*?)```$", PAGE, re.MULTILINE) if "add_bot" in one)
    exec(program, {})
    assert "equilibrium" in capsys.readouterr().out
    figures = rulewright.simulate(KUHN, 1000, bots="equilibrium", seed=2, workers=1)
    assert figures.scores["Ada"].mean == pytest.approx(-1 / 18, abs=0.1)


def test_the_page_tells_of_every_bot_in_its_table() -> None:
    assert re.findall(r"^\| `(\w+)` \|", PAGE, re.MULTILINE)[: len(BOTS)] == list(BOTS)


def test_help_names_every_bot_and_engine() -> None:
    rulewright.add_bot("owlish", Last)
    for command in ("play", "simulate", "weigh"):
        told = " ".join(CliRunner().invoke(main, [command, "--help"]).output.split())
        assert ", ".join(BOTS) + ", " in told and "owlish" in told
    assert "no other: reference, python, native;" in " ".join(CliRunner().invoke(main, ["play", "--help"]).output.split())
