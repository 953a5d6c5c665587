"""Games that a test writes itself: a folder with one file, read as anybody's game is."""

from __future__ import annotations

from pathlib import Path

import rulewright
from rulewright import Diagnostic
from rulewright.language.compile import compile_folder

LANTERNS = """\
name: Lanterns
players: 2 to 2
components:
  animal: {starts in: den, copies: 3}
zones:
  den: {seen by: everyone}
flow:
  - shuffle den
"""  # as short as a game can be


def write_game(folder: Path, text: str) -> Path:
    """The folder, which now holds this game."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "game.yaml").write_text(text, encoding="utf-8")
    return folder


def game_in(folder: Path, text: str) -> rulewright.Game:
    return rulewright.load(write_game(folder, text))


def played_in(folder: Path, text: str, *answers: str) -> rulewright.Match:
    """A match of Ada and Bo after these answers."""
    match = game_in(folder, text).new_match(["Ada", "Bo"])
    for answer in answers:
        match.answer(answer)
    return match


def complaints_in(folder: Path, text: str) -> tuple[Diagnostic, ...]:
    """What is said of it when it is read; nothing of a game without fault."""
    try:
        compile_folder(write_game(folder, text))
    except rulewright.DefinitionError as problem:
        return problem.diagnostics
    return ()
