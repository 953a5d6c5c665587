"""`rulewright validate` and rules without end: what a designer reads in the terminal."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from rulewright import load
from rulewright.cli import main
from written import LANTERNS, write_game

WRONG = LANTERNS.replace("shuffle den", "shufle den\n  - move animl to den")

READ = """\
game.yaml:8:5: error: "shufle" is not an action [unknown-action]

   7 | flow:
   8 |   - shufle den
     |     ^^^^^^

  hint: did you mean "shuffle"?
  note: an action starts with one of: """

ENDLESS = {
    "repeat": ("", "- repeat: 1000000\n    do: shuffle den", "in flow"),
    "repeat in repeat": ("", "- repeat: 99999\n    do:\n      - repeat: 99999\n        do: shuffle den", "in flow"),
    "endless rounds": ("", "- rounds: endless\n    do: shuffle den", "in flow"),
    "endless turns": ("", "- turns: player\n    do: shuffle den", "in flow"),
    "two verbs": ("define:\n  ping: {do: pong}\n  pong: {do: ping}\n", "- ping", "game.yaml:9: in pong"),
    "many numbers": ("", "- each: number from 1 to 9999\n    do:\n      - repeat: 9999\n        do: shuffle den", "in flow"),
    "a value of itself": (
        "values:\n  worth: {of: animal, starts: 1}\n"
        "rules:\n  - always: every animal gets +(highest of worth of animals in den) worth\n",
        "- if: worth of animal >= 3\n    then: shuffle den",
        "in flow",
    ),
}


def run(folder: Path, text: str, *arguments: str) -> Result:
    """The command, run where the game lies; it must never show a traceback."""
    write_game(folder, text)
    runner = CliRunner()
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        result = runner.invoke(main, [*arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit)
    assert "Traceback" not in result.output
    return result


def test_a_legal_definition_is_called_legal(tmp_path: Path) -> None:
    result = run(tmp_path, LANTERNS, "validate", ".")
    assert result.exit_code == 0
    assert "Lanterns: legal." in result.output


def test_errors_are_shown_where_they_stand(tmp_path: Path) -> None:
    result = run(tmp_path, WRONG, "validate", ".")
    assert result.exit_code == 1
    assert result.output.startswith(READ)
    assert 'game.yaml:9:10: error: nothing here is called "animl" [unknown-name]' in result.output
    assert result.output.endswith("\n2 errors in 1 file. No game was started.\n")


def test_one_hint_and_at_most_two_notes(tmp_path: Path) -> None:
    for block in run(tmp_path, WRONG, "validate", ".").output.split("error:")[1:]:
        assert block.count("\n  hint: ") <= 1
        assert block.count("\n  note: ") <= 2


def test_errors_are_told_to_programs(tmp_path: Path) -> None:
    result = run(tmp_path, WRONG, "validate", ".", "--json")
    told = json.loads(result.output)
    assert result.exit_code == 1
    assert told["legal"] is False
    first = told["errors"][0]
    assert (first["file"], first["line"], first["column"], first["length"]) == ("game.yaml", 8, 5, 6)
    assert (first["slug"], first["severity"], first["hint"]) == ("unknown-action", "error", 'did you mean "shuffle"?')


def test_a_legal_definition_has_no_errors_for_programs(tmp_path: Path) -> None:
    told = json.loads(run(tmp_path, LANTERNS, "validate", ".", "--json").output)
    assert told == {"legal": True, "errors": [], "warnings": []}


def test_a_game_that_is_not_there(tmp_path: Path) -> None:
    result = run(tmp_path, LANTERNS, "validate", "nowhere")
    assert result.exit_code == 1
    assert 'there is no game called "nowhere" here [no-such-folder]' in result.output


def test_a_misspelt_game_is_guessed(tmp_path: Path) -> None:
    assert 'did you mean "ruse_and_bruise"?' in run(tmp_path, LANTERNS, "validate", "ruse_and_bruse").output


@pytest.mark.parametrize("text", ["a: " + "[" * 100_000, "a: &a [x]\nb: *a\n", "", "\x00", "a: " + "9" * 5000])
def test_a_hostile_file_is_refused_politely(text: str, tmp_path: Path) -> None:
    assert run(tmp_path, text, "validate", ".").exit_code == 1


@pytest.mark.parametrize("sentence", ["not " * 90 + "true", "-" * 390 + "1", "(" * 190 + "1" + ")" * 190, "(" * 400])
def test_a_sentence_nested_without_end_is_refused_politely(sentence: str, tmp_path: Path) -> None:
    text = LANTERNS + f'  - if: "{sentence}"\n    then: shuffle den\n'
    assert run(tmp_path, text, "validate", ".").exit_code in (0, 1)


@pytest.mark.parametrize("name", ENDLESS)
def test_a_rule_without_end_stops_with_the_lines_that_led_there(name: str, tmp_path: Path) -> None:
    declared, flow, line = ENDLESS[name]
    text = LANTERNS.replace("flow:\n  - shuffle den", f"{declared}flow:\n  {flow}")
    result = run(tmp_path, text, "play", ".", "--seed", "1")
    assert result.exit_code == 1
    assert result.output.startswith("error: this never ends")
    assert line in result.output


def test_a_fault_of_our_own_is_told_without_a_traceback(monkeypatch):
    def fail(name, variant):
        raise KeyError("lantern")

    monkeypatch.setattr("rulewright.game.load", fail)
    result = CliRunner().invoke(main, ["validate", "anything"])
    assert result.exit_code == 1
    assert "this is a fault of Rulewright, not yours: KeyError: 'lantern'" in result.output


@pytest.mark.parametrize("target", [".", "./", "sub/..", "../lanterns", "game.yaml", "../by_link", "../by_link/."])
def test_a_game_has_the_name_of_its_folder_however_it_is_reached(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, target: str
) -> None:
    folder = tmp_path / "lanterns"
    (folder / "sub").mkdir(parents=True)
    (folder / "scenarios").mkdir()
    write_game(folder, LANTERNS + "result: {score: 0}\n")
    scenario = "title: Three animals\nplay:\n  - expect: {den: 3 cards}\n"
    (folder / "scenarios" / "den.yaml").write_text(scenario, encoding="utf-8")
    (tmp_path / "by_link").symlink_to(folder)
    monkeypatch.chdir(folder)
    assert load(target).definition.id == "lanterns"
    for command in (["validate"], ["test"], ["play", "--seed", "1"], ["simulate", "--games", "2", "--json"]):
        result = CliRunner().invoke(main, [command[0], target, *command[1:]])
        assert result.exit_code == 0, result.output
        assert "lanterns" in result.output.lower()


def test_a_folder_without_a_game_is_named_however_it_is_reached(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "attic").mkdir()
    monkeypatch.chdir(tmp_path / "attic")
    assert "attic" in CliRunner().invoke(main, ["validate", "."]).output
