"""Warnings: told wherever a definition is looked at, in nobody's way, and answered by a comment with a reason."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import rulewright
from click.testing import CliRunner, Result
from rulewright import cache
from rulewright.cli import main
from rulewright.workshop.watching import Watch
from written import write_game

GAME = """\
name: Lanterns
players: 2
components:
  owl: {starts in: den, copies: 3}
zones:
  den: {seen by: everyone}
  lake: {seen by: everyone}
counters:
  coins: {of: player}
flow:
  - turns: player
    laps: 1
    do:
      - may: fish
        do: gain 1 coin
result:
  score: coins
  winner: best player by most score
"""
TOLD = 'game.yaml:7:3: warning: the zone "lake" is of no use: nothing uses it [unread]'
ACKNOWLEDGED = GAME.replace("  lake: {seen by: everyone}", "  lake: {seen by: everyone}  # on purpose: for the expansion")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    write_game(tmp_path, GAME)
    return tmp_path


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, [*arguments])


def test_a_game_with_warnings_is_legal_and_tells_them(folder: Path) -> None:
    result = run("validate", ".")
    assert result.exit_code == 0
    assert result.output.startswith(f"{TOLD}\n\n")
    assert "Lanterns: legal, with 1 warning." in result.output


def test_strict_counts_warnings_as_errors(folder: Path) -> None:
    result = run("validate", ".", "--strict")
    assert result.exit_code == 1
    assert TOLD.replace("warning", "error") in result.output
    assert "1 error in 1 file." in result.output


def test_programs_are_told_the_severity(folder: Path) -> None:
    told = json.loads(run("validate", ".", "--json").stdout)
    assert (told["legal"], told["errors"]) == (True, [])
    assert [(one["slug"], one["severity"], one["line"]) for one in told["warnings"]] == [("unread", "warning", 7)]
    strict = run("validate", ".", "--json", "--strict")
    told = json.loads(strict.stdout)
    assert (strict.exit_code, told["legal"], told["warnings"]) == (1, False, [])
    assert [(one["slug"], one["severity"]) for one in told["errors"]] == [("unread", "error")]


def test_a_comment_with_a_reason_acknowledges_a_warning(folder: Path) -> None:
    write_game(folder, ACKNOWLEDGED)
    assert rulewright.load(folder).warnings == ()
    assert run("validate", ".", "--strict").exit_code == 0


def test_warnings_keep_nobody_from_playing_simulating_or_testing(folder: Path) -> None:
    (folder / "scenarios").mkdir()
    (folder / "scenarios" / "one.yaml").write_text(
        "title: Fish is worth a coin\nplay: [{Ada: fish}]\nexpect: {coins of Ada: 1}\n", encoding="utf-8"
    )
    for arguments in (("play", ".", "--seed", "1"), ("simulate", ".", "--games", "2", "--workers", "1")):
        result = run(*arguments)
        assert result.exit_code == 0, result.output
        assert result.stderr.splitlines() == ["1 warning in the definition; rulewright validate . shows more."]
    result = run("test", ".")
    assert result.exit_code == 0
    assert TOLD in result.output and "1 scenario passes" in result.output


def test_a_look_at_a_folder_tells_warnings_beside_everything_else(folder: Path) -> None:
    *_, look = Watch(folder, lambda *table: iter(()), lambda: 0.0, seconds=0).look()
    assert TOLD in look.text
    assert "Lanterns: legal, 0 scenarios pass, 1 warning." in look.text


def test_a_definition_from_the_cache_has_its_warnings(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(folder / "kept"))
    fresh = rulewright.load(folder).warnings
    assert [one.slug for one in fresh] == ["unread"]

    def refuse(*arguments: object) -> None:
        raise AssertionError("compiled again")

    monkeypatch.setattr("rulewright.language.compile.compile_files", refuse)
    assert rulewright.load(folder).warnings == fresh


@pytest.mark.parametrize("line", ["", "null", "[1]", '[{"file": 1}]', '{"a": 1}', '[{"file": "x", "line": "y"}]'])
def test_warnings_that_cannot_be_read_from_the_cache_are_found_again(
    line: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(folder / "kept"))
    fresh = rulewright.load(folder).warnings
    assert fresh
    (entry,) = (folder / "kept").iterdir()
    key = entry.name.partition(".")[0]
    body = (cache.get(key) or "").partition("\n")[2]
    cache.put(key, f"{line}\n{body}")
    assert rulewright.load(folder).warnings == fresh


@pytest.mark.parametrize("name", rulewright.shipped())
def test_the_shipped_games_are_legal_strictly(name: str) -> None:
    result = run("validate", name, "--strict")
    assert result.exit_code == 0, result.output


def test_comments_that_answer_nothing_are_told_once(folder: Path) -> None:
    """And in no time: each by itself, 90,000 of them took three seconds."""
    write_game(folder, "# on purpose: so\n" * 3 + "# on purpose:\n" + GAME.replace("\n  lake: {seen by: everyone}", ""))
    (told,) = rulewright.load(folder).warnings
    assert (told.slug, told.span.line, len(told.also)) == ("nothing-on-purpose", 1, 3)
