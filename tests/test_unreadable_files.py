"""What is no ordinary file of a game's folder is refused in one sentence, by every command, and nothing of it is ever shown."""

from __future__ import annotations

import os
import signal
import socket
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from rulewright.cli import main
from rulewright.workshop.watching import Watch
from written import LANTERNS, write_game

SECRET = "secret: of somebody else\n"
PLACES = ("game.yaml", "cards.yaml", "rules.yaml", "scenarios/a.yaml")
COMMANDS = ("validate", "test", "play", "explain", "simulate", "watch")


def _link(goal: str) -> Callable[[Path], None]:
    return lambda path: path.symlink_to(goal)


def _link_outside(path: Path) -> None:
    outside = next(one for one in path.parents if one.name == "lanterns").parent / "outside.yaml"
    outside.write_text(SECRET, encoding="utf-8")
    path.symlink_to(outside)


def _socket(path: Path) -> None:
    here = os.getcwd()
    os.chdir(path.parent)  # the address of a socket is short
    try:
        with socket.socket(socket.AF_UNIX) as one:
            one.bind(path.name)
    finally:
        os.chdir(here)


def _huge(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(3_000_000_000)


KINDS: dict[str, Callable[[Path], None]] = {
    "a pipe": lambda path: os.mkfifo(path),
    "a device": _link("/dev/zero"),
    "the terminal": _link("/dev/tty"),
    "a socket": _socket,
    "a file elsewhere": _link_outside,
    "a link to nothing": _link("nothing.yaml"),
    "a loop of links": lambda path: path.symlink_to(path.name),
    "a folder": lambda path: path.mkdir(),
    "bytes that are no text": lambda path: _write(path, b"\xff\xfe\x00" * 100) and None,
    "a huge file": _huge,
}


def _write(path: Path, raw: bytes) -> int:
    return path.write_bytes(raw)


@pytest.fixture(autouse=True)
def patience() -> Iterator[None]:
    """A test that waits for a pipe would wait for ever."""

    def wake(*_: object) -> None:
        raise TimeoutError("this took more than 10 seconds")

    before = signal.signal(signal.SIGALRM, wake)
    signal.setitimer(signal.ITIMER_REAL, 10)
    yield
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, before)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "lanterns"
    (folder / "scenarios").mkdir(parents=True)
    write_game(folder, LANTERNS)
    return folder


def told(command: str, folder: Path) -> str:
    """Everything that a command prints."""
    if command == "watch":
        *_, last = Watch(folder, lambda *table: iter(()), lambda: 0.0, seconds=0).look()
        return last.text
    arguments = {"simulate": ["--games", "2", "--workers", "1"], "explain": ["animal"], "play": ["--seed", "1"]}
    result = CliRunner().invoke(main, [command, str(folder), *arguments.get(command, [])])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.output


def needs(command: str, place: str) -> bool:
    """Whether a command has to read a file: scenarios and rule ids are for those who run scenarios."""
    return place in ("game.yaml", "cards.yaml") or command in ("test", "watch")


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("kind", KINDS)
def test_what_is_no_file_of_the_game_is_refused_in_one_sentence(kind: str, place: str, folder: Path) -> None:
    path = folder / place
    path.unlink(missing_ok=True)
    KINDS[kind](path)
    for command in COMMANDS:
        output = told(command, folder)
        assert "Traceback" not in output and "fault of Rulewright" not in output, output
        assert "somebody else" not in output
        if needs(command, place):
            assert output.count(": error: ") == 1, output
            assert f"{place}: error: " in output or f"{place}:1:1: error: " in output, output


@pytest.mark.parametrize("kind", KINDS)
def test_a_record_that_is_no_file_is_refused_in_one_sentence(kind: str, folder: Path) -> None:
    path = folder / "record.yaml"
    KINDS[kind](path)
    result = CliRunner().invoke(main, ["replay", str(path), "--game", str(folder)])
    assert result.exit_code != 0
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert "rror: " in result.output and "Traceback" not in result.output and "fault of Rulewright" not in result.output


def test_scenarios_behind_a_link_are_told_once(folder: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    for number in range(5):
        (elsewhere / f"{number}.yaml").write_text(SECRET, encoding="utf-8")
    (folder / "scenarios").rmdir()
    (folder / "scenarios").symlink_to(elsewhere)
    output = told("test", folder)
    assert "somebody else" not in output
    assert output.count("error: ") == 1 and "4 more places" in output


def test_a_line_is_shown_as_it_was_read(folder: Path) -> None:
    """A file that changes between reading and showing is not opened again."""
    from rulewright.language.compile import compile_folder
    from rulewright.language.diagnostics import DefinitionError, render

    write_game(folder, LANTERNS.replace("shuffle", "shufle"))
    with pytest.raises(DefinitionError) as caught:
        compile_folder(folder)
    (folder / "game.yaml").unlink()
    os.mkfifo(folder / "game.yaml")
    assert "8 |   - shufle den" in render(caught.value.diagnostics[0])


@pytest.mark.parametrize("text", ["[one, two]\n", "- K1\n", "just words\n"])
def test_rules_that_are_no_names_with_sentences_are_told(text: str, folder: Path) -> None:
    (folder / "rules.yaml").write_text(text, encoding="utf-8")
    run = CliRunner().invoke(main, ["test", str(folder)])
    assert run.exit_code == 1 and 'rules.yaml:1:1: error: "rules.yaml" needs names with values' in run.output
