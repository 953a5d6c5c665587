"""Whatever is too large is refused where it is written, quickly, and the page of limits says how much is too much."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest
from rulewright import DefinitionError, load
from rulewright.interpreter.ir.limits import LIMITS

PAGE = Path(__file__).parent.parent / "docs" / "limits.md"

GAME = """
name: Lanterns
players: 2 to {seats}
options:
  width: {{type: number 1 to {widest}, default: 2}}
components:
  lamp: {{per: player, copies: {copies}, starts in: box}}
  cube: {{die: 1 to 6, copies: 2, starts in: tray}}
zones:
  box: {{per: player, holds: lamp, seen by: everyone}}
  tray: {{holds: cube, seen by: everyone}}
  {zones}
flow:
  - roll every cube in tray
  - each: player
    do: move first lamp in box to (first pit)
  - turns: player
    laps: 2
    do:
      - may: go on
result:
  score: (count of lamps in box) + width + sum of value of cubes in tray
  winner: best player by most score
"""


def complaints(folder: Path, **words: object) -> list[tuple[str, str]]:
    """What is said about a game, and the words that are underlined."""
    filled = {"seats": 4, "widest": 3, "copies": 4, "zones": "pit: {holds: lamp, seen by: everyone}", **words}
    text = GAME.format(**filled)
    (folder / "game.yaml").write_text(text, encoding="utf-8")
    started = time.process_time()
    try:
        load(folder)
    except DefinitionError as problem:
        assert time.process_time() - started < 2
        lines = text.splitlines()
        return [
            (one.slug, lines[one.span.line - 1][one.span.column - 1 :][: one.span.length]) for one in problem.diagnostics
        ]
    return []


def test_the_page_of_limits_and_the_program_say_the_same() -> None:
    rows = re.findall(r"^\| ([a-z ]+) \| ([\d,]+) \| (.+) \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    told = {name.replace(" ", "_"): (int(most.replace(",", "")), what) for name, most, what in rows}
    assert told == {name: (limit.most, limit.what) for name, limit in LIMITS.items()}


@pytest.mark.parametrize(
    ("words", "underlined"),
    [
        ({"copies": 1_000_000}, "1000000"),
        ({"copies": 501}, "501"),  # times four seats
        ({"zones": "pit: {count: 100000, holds: lamp, seen by: everyone}"}, "100000"),
        ({"zones": "pit: {count: width, holds: lamp, seen by: everyone}", "widest": 5000}, "width"),
        ({"zones": "pit: {count: width * 700, holds: lamp, seen by: everyone}"}, "width * 700"),
        ({"zones": "pit: {size: 1000000 by 4, holds: lamp, seen by: everyone}"}, "1000000 by 4"),
        ({"zones": f"pit: {{size: {'9' * 5000} by 2, holds: lamp, seen by: everyone}}"}, f"{'9' * 5000} by 2"),
        ({"zones": "pit: {per: bank, count: 60, holds: lamp, seen by: everyone}\n  bank: {count: 60, seen by: nobody}"}, "60"),
        ({"zones": "pit: {per: player, size: 30 by 30, holds: lamp, seen by: everyone}"}, "30 by 30"),
    ],
)  # fmt: skip
def test_what_is_too_large_is_underlined(words: dict[str, object], underlined: str, tmp_path: Path) -> None:
    assert complaints(tmp_path, **words) == [("too-many", underlined)]


def test_what_is_as_large_as_can_be_is_legal(tmp_path: Path) -> None:
    assert complaints(tmp_path, copies=499, zones="pit: {size: 95 by 20, holds: lamp, seen by: everyone}") == []
