"""No text from outside can steer a terminal: signs that cannot be seen are refused in files and written out everywhere else."""

from __future__ import annotations

import io
import json
import unicodedata
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner
from rich.console import Console
from rulewright import load
from rulewright.cli import main
from rulewright.language.compile import compile_folder
from rulewright.language.diagnostics import DefinitionError, render
from rulewright.language.visible import on_one_line, visible
from rulewright.terminal.painted import PaintedScreen
from written import write_game

SIGNS = {
    "escape": "\x1b", "bell": "\x07", "backspace": "\x08", "nothing": "\x00", "carriage return": "\r", "delete": "\x7f",
    "next line": "\x85", "control sequence": "\x9b", "soft hyphen": "\xad", "right to left mark": "\u200f",
    "right to left override": "\u202e", "isolate": "\u2066", "no width": "\u200b", "joiner": "\u200d", "byte order": "\ufeff",
    "line separator": "\u2028", "paragraph separator": "\u2029", "arabic mark": "\u061c", "tag": "\U000e0041",
}  # fmt: skip
GAME = """\
name: Lanterns
players: 2 to 2
about: A game
options:
  fog: {type: flag, default: false, about: Whether there is fog.}
components:
  animal: {starts in: den, copies: 3}
zones:
  den: {seen by: everyone}
flow:
  - if: fog
    then: shuffle den
  - turns: player
    laps: 1
    do:
      - choose: an animal in den as mine
        do: move mine to den
"""
PLACES: dict[str, Callable[[str], str]] = {
    "a name": lambda sign: GAME.replace("Lanterns", f"Lan{sign}terns"),
    "a text": lambda sign: GAME.replace("A game", f"A ga{sign}me"),
    "a comment": lambda sign: GAME + f"# com{sign}ment\n",
    "a key": lambda sign: GAME.replace("animal:", f"ani{sign}mal:"),
    "a sentence": lambda sign: GAME.replace("shuffle den", f"shuffle de{sign}n"),
    "a quoted text": lambda sign: GAME.replace("A game", f'"A ga{sign}me"'),
}


def is_clean(text: str) -> bool:
    return not [sign for sign in text if sign != "\n" and unicodedata.category(sign) in ("Cc", "Cf", "Zl", "Zp", "Cs")]


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("name", SIGNS)
def test_a_sign_that_cannot_be_seen_is_refused_in_a_definition(name: str, place: str, tmp_path: Path) -> None:
    sign = SIGNS[name]
    text = PLACES[place](sign)
    (tmp_path / "game.yaml").write_bytes(text.encode("utf-8"))
    with pytest.raises(DefinitionError) as caught:
        compile_folder(tmp_path)
    (found,) = caught.value.diagnostics
    before = text[: text.index(sign)]
    assert (found.slug, found.span.line) == ("hidden-sign", before.count("\n") + 1)
    assert found.span.column == len(before.rpartition("\n")[2]) + 1
    assert f"U+{ord(sign):04X}" in found.message
    assert is_clean(str(caught.value))


@pytest.mark.parametrize("escape", [r"\e[31m", r"\u202e", r"\x07", r"\U000E0041", r"\L", r"\N", r"\0"])
def test_an_escape_in_quotes_hides_nothing(escape: str, tmp_path: Path) -> None:
    write_game(tmp_path, GAME.replace("Lanterns", f'"Lan{escape}terns"'))
    with pytest.raises(DefinitionError) as caught:
        compile_folder(tmp_path)
    assert [(one.slug, one.span.line) for one in caught.value.diagnostics] == [("hidden-sign", 1)]


def test_every_sign_that_unicode_calls_invisible_is_written_out() -> None:
    every = "".join(map(chr, range(0x110000)))
    hidden = "".join(sign for sign in every if unicodedata.category(sign) in ("Cc", "Cf", "Zl", "Zp", "Cs"))
    assert {sign for sign in visible(hidden) if sign in hidden} == {"\n", "\t"}
    assert is_clean(on_one_line("".join(SIGNS.values()) + "\n\t"))
    assert visible("Zwölf Löwen – 東京, שלום") == "Zwölf Löwen – 東京, שלום"


CANARY = "ev\x1b[31mil\u202e\u2066\x07\x7f\x9b\u200b"


def run(*arguments: str) -> str:
    result = CliRunner().invoke(main, list(arguments))
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.output


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A game whose folder and files have names that would steer a terminal."""
    folder = tmp_path / f"game{CANARY}"
    (folder / "scenarios").mkdir(parents=True)
    write_game(folder, GAME)
    return folder


ASKED: dict[str, tuple[str, ...]] = {
    "validate": ("validate", "{folder}"),
    "validate for programs": ("validate", "{folder}", "--json"),
    "validate nothing": ("validate", CANARY),
    "test": ("test", "{folder}"),
    "test for programs": ("test", "{folder}", "--json"),
    "test nothing": ("test", CANARY),
    "play": ("play", "{folder}", "--seed", "1"),
    "play with a seat": ("play", "{folder}", "--seats", f"Ada,{CANARY}"),
    "play with a bot": ("play", "{folder}", "--seats", f"Ada,Bo:{CANARY}"),
    "play with an option": ("play", "{folder}", "--set", f"{CANARY}=1"),
    "play with a value": ("play", "{folder}", "--set", f"fog={CANARY}"),
    "play without a value": ("play", "{folder}", "--set", CANARY),
    "play on": ("play", "{folder}", "--resume", CANARY),
    "play with a seed": ("play", "{folder}", "--seed", CANARY),
    "play and record": ("play", "{folder}", "--seed", "1", "--record", "{folder}/rec" + CANARY),
    "replay": ("replay", "{folder}/game.yaml"),
    "replay nothing": ("replay", CANARY),
    "simulate": ("simulate", "{folder}", "--games", "2", "--workers", "1"),
    "simulate for programs": ("simulate", "{folder}", "--games", "2", "--workers", "1", "--json"),
    "simulate as a table": ("simulate", "{folder}", "--games", "2", "--workers", "1", "--csv"),
    "simulate with a bot": ("simulate", "{folder}", "--bots", CANARY),
    "explain": ("explain", "{folder}", CANARY),
    "words": ("words", CANARY),
    "new": ("new", CANARY),
    "no command": (CANARY,),
    "no option": ("play", "--" + CANARY),
    "too many": ("games", CANARY),
}


@pytest.mark.parametrize("name", ASKED)
def test_no_command_prints_a_sign_that_cannot_be_seen(name: str, folder: Path) -> None:
    output = run(*(word.replace("{folder}", str(folder)) for word in ASKED[name]))
    assert output and is_clean(output), output


def test_a_wrong_file_with_such_a_name_is_told_cleanly(folder: Path) -> None:
    (folder / f"cards{CANARY}\n.yaml").write_text("zoness: {}\n", encoding="utf-8")
    output = run("validate", str(folder))
    assert "zoness" in output and is_clean(output)


@pytest.mark.parametrize("part", ["seats: [Ada, {}]", "game: {}", "answers: [{{Ada: {}}}]"])
def test_a_record_is_told_cleanly(part: str, folder: Path) -> None:
    lines = {"game": "game: lanterns", "seats": "seats: [Ada, Bo]", "seed": "seed: 1", "answers": "answers: []"}
    lines[part.partition(":")[0]] = part.format(json.dumps(CANARY))
    record = folder / "record.yaml"
    record.write_text("\n".join(lines.values()) + "\n", encoding="utf-8")
    output = run("replay", str(record), "--game", str(folder))
    assert "error" in output and is_clean(output)


def test_a_save_is_told_cleanly(folder: Path) -> None:
    saved = json.loads(load(folder).new_match(["Ada", "Bo"], 1).save())
    for key, value in (("game", CANARY), ("seats", ["Ada", CANARY]), ("format", CANARY)):
        path = folder / "save.json"
        path.write_text(json.dumps(saved | {key: value}), encoding="utf-8")
        output = run("play", str(folder), "--resume", str(path))
        assert "error" in output and is_clean(output)


def test_a_scenario_is_told_cleanly(folder: Path) -> None:
    (folder / "scenarios" / "a.yaml").write_text(f"title: A title{CANARY}\nexpect: {{over: true}}\n", encoding="utf-8")
    (folder / "scenarios" / "b.yaml").write_text(f"title: {json.dumps(CANARY)}\nexpect: {{over: true}}\n", encoding="utf-8")
    output = run("test", str(folder))
    assert output.count("hidden-sign") == 2 and is_clean(output)


def test_the_painted_screen_draws_nothing_else_than_it_wants() -> None:
    drawn = io.StringIO()
    screen = PaintedScreen(Console(file=drawn, force_terminal=False, width=80), lambda prompt, words: None, ("Ada",))
    screen.say(CANARY)
    screen.happened([CANARY])
    assert is_clean(drawn.getvalue())


def test_carets_stand_under_the_words_whatever_their_width(tmp_path: Path) -> None:
    (tmp_path / "cards.yaml").write_text("define: {東京: {is: 1}, 京: {of: nobdy, is: 2}}\n", encoding="utf-8")
    write_game(tmp_path, GAME)
    with pytest.raises(DefinitionError) as caught:
        compile_folder(tmp_path)
    line, carets = render(caught.value.diagnostics[-1]).splitlines()[2:4]
    wide = sum(unicodedata.east_asian_width(sign) == "W" for sign in line[: line.index("nobdy")])
    assert carets.index("^") == line.index("nobdy") + wide
