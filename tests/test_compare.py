"""Comparisons: a change that does something is found, one that does nothing is not, however often one looks."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
import rulewright
from click.testing import CliRunner
from rulewright.cli import main
from rulewright.engine import chance
from rulewright.study.compare import Comparison, Version, compare
from rulewright.study.compare_text import to_text
from rulewright.study.sequences import RunningMean
from rulewright.study.statistics import six_places

KUHN = Path(rulewright.__file__).parent.parent / "gamedefs" / "kuhn_poker"
REPETITIONS = 100


DEARER = {"bet_size: 1": "bet_size: 2", "type: number 0 to 2}": "type: number 0 to 9}", "number 0 to 4": "number 0 to 9"}


def rewrite(folder: Path, words: dict[str, str]) -> None:
    for path in folder.glob("*.yaml"):
        text = path.read_text(encoding="utf-8")
        for before, after in words.items():
            text = text.replace(before, after)
        path.write_text(text, encoding="utf-8")


def changed(own_copy: Callable[..., Path], words: dict[str, str]) -> Version:
    folder = own_copy(KUHN, "kuhn_poker")
    rewrite(folder, words)
    return Version("changed", rulewright.load(folder))


def as_it_is() -> Version:
    return Version("as it is", rulewright.load("kuhn_poker"))


def verdicts(comparison: Comparison) -> dict[str, bool]:
    return {row.figure.name: comparison.is_different(row) for row in comparison.rows}


def test_a_dearer_bet_moves_scores_and_no_win(own_copy: Callable[..., Path]) -> None:
    comparison = compare(as_it_is(), changed(own_copy, DEARER), 1500, workers=1)
    found = verdicts(comparison)
    assert found["best score"] and found["lead of the best"]
    sentence = next(line for line in to_text(comparison).splitlines() if line.startswith("Different by more than chance:"))
    assert "best score (+" in sentence and "wins of Ada" not in sentence
    assert not found["wins of Ada"] and not found["decisions"]


def test_games_that_do_not_differ_are_never_called_different(own_copy: Callable[..., Path]) -> None:
    comparison = compare(as_it_is(), changed(own_copy, {"Kuhn Poker": "Another Poker"}), 400, workers=1)
    assert not any(verdicts(comparison).values()) and all(not row.difference.different for row in comparison.rows)
    assert comparison.games < 400, "a comparison of what is the same ends early"


def test_seeds_of_their_own_are_not_a_difference() -> None:
    comparison = compare(as_it_is(), as_it_is(), 1000, paired=False, workers=1)
    assert not any(verdicts(comparison).values())
    assert "No figure is different by more than chance" in to_text(comparison)
    assert comparison.unpaired and any(row.difference.different for row in comparison.rows)


def test_another_deck_is_said_to_be_unpaired(own_copy: Callable[..., Path]) -> None:
    four = changed(own_copy, {"king: [3]}": "king: [3], emperor: [4]}"})
    assert compare(as_it_is(), four, 100, workers=1).unpaired == "their cards are not the same"


def steps(seed: int, count: int) -> list[int]:
    """Numbers of mean nothing, as wins that two versions exchange: mostly 0, at times 1 or -1."""
    numbers = []
    for _ in range(count):
        seed, drawn = chance.below(seed, 6)
        numbers.append({0: 1, 1: -1}.get(drawn, 0))
    return numbers


def test_an_interval_that_is_watched_all_the_time_covers_the_truth() -> None:
    """At most 5 of 100 may ever miss it, and chance alone makes ten at the very most."""
    missed = called = 0
    for repetition in range(REPETITIONS):
        running, outside, different = RunningMean(), False, False
        for number in steps(chance.seeded(repetition), 800):
            running.add(number)
            low, high = running.interval()
            outside |= not low <= 0 <= high
            different |= running.chance() <= 0.05
        missed, called = missed + outside, called + different
    assert missed <= 10 and called <= 10


def test_a_mean_that_is_not_nothing_is_found() -> None:
    running = RunningMean.of(number + 0.25 for number in steps(7, 1500))
    low, high = running.interval()
    assert low > 0.1 and high < 0.4 and running.chance() < 0.001


def test_parts_that_are_joined_are_the_whole() -> None:
    numbers = [float(one * one % 17) for one in range(200)]
    whole, first, second = RunningMean(), RunningMean(), RunningMean()
    for place, number in enumerate(numbers):
        whole.add(number)
        (first if place < 70 else second).add(number)
    first.join(second)
    assert first.count == whole.count and first.mean == pytest.approx(whole.mean)
    assert first.variance == pytest.approx(whole.variance)


def test_as_many_games_as_are_announced_are_enough() -> None:
    running = RunningMean.of(steps(3, 500))
    wanted = running.radius() / 3
    announced = running.games_until(wanted)
    assert announced is not None and running.radius(count=announced) <= wanted < running.radius(count=announced * 9 // 10)


@pytest.mark.parametrize("lies_deeper", [False, True])
def test_an_older_version_is_read_from_git(own_copy: Callable[..., Path], lies_deeper: bool) -> None:
    folder = own_copy(KUHN, "kuhn_poker")
    top = folder.parent if lies_deeper else folder
    git = ["git", "-C", str(top), "-c", "user.name=somebody", "-c", "user.email=somebody@example.org"]
    for words in (["init", "-q"], ["add", "."], ["commit", "-qm", "first"]):
        subprocess.run([*git, *words], check=True)
    rewrite(folder, DEARER)
    arguments = ["compare", f"{folder}@HEAD", str(folder), "--games", "300", "--workers", "1", "--json"]
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 0, result.output
    told = json.loads(result.stdout)
    best = next(row for row in told["figures"] if row["figure"] == "best score")
    assert told["paired"] and best["after"] > best["before"] and best["low"] > 0


@pytest.mark.parametrize(("arguments", "said"), [
    (["kuhn_poker"], "compare two things"),
    (["kuhn_poker@nonsense", "kuhn_poker"], "git knows no kuhn_poker at nonsense"),
    (["kuhn_poker@--output=x", "kuhn_poker"], "is no revision"),
    (["leduc_poker", "leduc_poker", "--set", "x"], '"x" is no'),
])  # fmt: skip
def test_what_cannot_be_compared_is_refused_in_a_sentence(arguments: list[str], said: str) -> None:
    result = CliRunner().invoke(main, ["compare", *arguments])
    assert result.exit_code == 2 and said in result.output and "Traceback" not in result.output


def test_what_is_as_good_as_nothing_is_no_less_than_it() -> None:
    assert [str(six_places(one)) for one in (-4e-7, -0.0, -0.25, 3)] == ["0.0", "0.0", "-0.25", "3"]
