"""Whatever is too large is refused where it is written, quickly, and the page of limits says how much is too much."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest
from rulewright import DefinitionError, Game, load
from rulewright.engine.actions import action_numbers
from rulewright.engine.opening import new_state
from rulewright.engine.python.stepper import Stepper
from rulewright.engine.reference.interpreter import Interpreter
from rulewright.engine.trouble import RuleError
from rulewright.engine.worlds import world_for
from rulewright.ir.limits import LIMITS, SENTENCE_LETTERS
from rulewright.table.match import Match
from run_form import played
from written import write_game

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
    write_game(folder, text)
    started = time.process_time()
    try:
        load(folder)
    except DefinitionError as problem:
        assert time.process_time() - started < 2
        lines = text.splitlines()
        return [(one.slug, lines[one.span.line - 1][one.span.column - 1 :][: one.span.length]) for one in problem.diagnostics]
    return []


SMALL = """
name: Lanterns
players: 2
components: {lamp: {starts in: box}}
zones: {box: {seen by: everyone}}
variables: {oil: {type: number}}
flow:
  - turns: player
    laps: 1
    do:
      - may: light {oil}
"""


def many(section: str, count: int, row: str) -> str:
    return f"{section}:\n" + "".join(f"  {row}\n".format(number=number) for number in range(count))


@pytest.mark.parametrize(
    ("files", "slug", "file"),
    [
        ({f"part_{one}.yaml": "#" * 1_500_000 for one in (1, 2, 3)}, "too-many", "part_3"),
        ({f"part_{one}.yaml": many("numbers", 9_000, f"n{one}_{{number}}: 1") for one in "123"}, "too-many-nodes", "part_3"),
        ({"setup.yaml": many("setup", 1_000, "- set oil to " + "1 + " * 90 + "{number}")}, "too-many", "setup"),
        ({"setup.yaml": many("setup", 10_001, "- set oil to {number}")}, "too-many", "setup"),
        ({"setup.yaml": many("setup", 170, "- set oil to " + "(" * 150 + "1" + ")" * 150)}, "too-many", "setup"),
    ],
    ids=["bytes", "entries", "letters", "sentences", "words"],
)
def test_all_files_of_a_game_together_have_limits(tmp_path: Path, files: dict[str, str], slug: str, file: str) -> None:
    write_game(tmp_path, SMALL)
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    with pytest.raises(DefinitionError) as refused:
        load(tmp_path)
    assert [(one.slug, Path(one.span.file).stem) for one in refused.value.diagnostics] == [(slug, file)]


def test_long_formulas_are_read_quickly(tmp_path: Path) -> None:
    long = "- if: (oil" + "+1" * 180 + ") is none\n    then: set oil to {number}" + "+1" * 180
    write_game(tmp_path, SMALL + many("setup", 15, long))
    started = time.process_time()
    load(tmp_path)
    assert time.process_time() - started < 2


LOOPS = "- each: lamp as lamp_{number}\n    do: raise oil by 1"
SETS = "- set oil to count of lamps with (count of lamps with oil > {number}) > 0"
DECISIONS = "- choose: a number from 1 to 3 as c{number}\n    by: first player"


@pytest.mark.parametrize(
    ("count", "row", "said"),
    [(700, LOOPS, "sets in one"), (700, SETS, "sets in one"), (90, DECISIONS, "that are kept at all")],
    ids=["loops", "sets", "decisions"],
)
def test_what_one_list_remembers_has_limits(tmp_path: Path, count: int, row: str, said: str) -> None:
    write_game(tmp_path, SMALL + many("setup", count, row))
    with pytest.raises(DefinitionError) as refused:
        load(tmp_path)
    assert [one.slug for one in refused.value.diagnostics] == ["too-many"] and said in str(refused.value)


@pytest.mark.parametrize("word", ["x" * 380, "é" * 380, '"' + "x" * 380 + '"'])
def test_words_that_are_no_words_are_refused_quickly(tmp_path: Path, word: str) -> None:
    setup = "setup:\n" + f"  - 'set oil to {word}'\n" * 300
    write_game(tmp_path, SMALL + setup)
    started = time.process_time()
    with pytest.raises(DefinitionError):
        load(tmp_path)
    assert time.process_time() - started < 4  # two are meant where nothing else runs


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


@pytest.mark.parametrize(
    "count", ["(count of players) * 2 - 1", "(count of players with seat > 1) + width", "players", "sum of seat of players"]
)
def test_zones_can_be_counted_by_players(count: str, tmp_path: Path) -> None:
    assert complaints(tmp_path, zones=f"pit: {{count: {count}, holds: lamp, seen by: everyone}}") == []


WISHES = """
name: Wishes
players: 2
components:
  lamp: {{per: player, copies: 40, starts in: box}}
zones:
  box: {{per: player, holds: lamp, seen by: everyone}}
variables:
  low: {{type: number}}
  high: {{type: number}}
flow:
  - turns: player
    laps: 2
    do:
      - set low to {low}
      - set high to {high}
      - choose: {choice}
        option: wish {{wished}}{more}
      - set low to high
result: {{score: low}}
"""


def wishes(folder: Path, low: str, high: str, choice: str, more: str = "") -> Game:
    text = WISHES.format(low=low, high=high, choice=choice, more=more)
    write_game(folder, text)
    return load(folder)


def test_every_number_that_can_be_chosen_has_a_number_of_its_own(tmp_path: Path) -> None:
    game = wishes(tmp_path, "-300", "700", "a number from low to high as wished")
    for engine in (Interpreter, Stepper):
        match = Match.begin(game.definition, ("Ada", "Bo"), 1, {}, engine=engine)
        numbers = match.decisions[0].numbers
        assert len(set(numbers)) == 1001 and max(numbers) < action_numbers(game.definition).total
        before = dict(zip((one.text for one in match.decisions[0].options), numbers, strict=True))
        match.answer("wish -300")
        assert match.decisions[0].numbers == list(before.values())


@pytest.mark.parametrize(
    ("low", "high", "choice", "more", "said"),
    [
        ("9000", "10001", "a number from low to high as wished", "", "a number that is chosen lies between -10,000 and 10,000"),
        ("-10001", "-9990", "1 to 2 numbers from low to high as wished", "", "a number that is chosen lies between"),
        ("1", "101", "a number from low to high as wished and a number from low to high as two", " {two}", "10,000 options"),
        ("1", "101", "a number from low to high as wished and a number from 1 to (high + wished) as two", " {two}", "options"),
        ("1", "2000", "a lamp in box as wished and a number from low to high as two", " {two}", "more than 10,000 options"),
        ("0", "900000", "a number from low to high as wished", "", "more than 10,000 numbers"),
    ],
)  # fmt: skip
def test_more_than_anybody_could_look_through_is_no_decision(
    low: str, high: str, choice: str, more: str, said: str, tmp_path: Path
) -> None:
    definition = wishes(tmp_path, low, high, choice, more).definition
    problems = []
    for begin in (
        lambda: Match.begin(definition, ("Ada", "Bo"), 1, {}, engine=Interpreter),
        lambda: Match.begin(definition, ("Ada", "Bo"), 1, {}, watched=False),
        lambda: played(new_state(world_for(definition, 2), 1), lambda *_: 0),
    ):
        started = time.process_time()
        with pytest.raises(RuleError, match=said) as caught:
            begin()
        assert time.process_time() - started < 2
        problems.append((caught.value.message, caught.value.trace[0]))
    assert len(set(problems)) == 1 and ":17: in flow" in problems[0][1]


# ---------------------------------------------------------------- forms inside themselves


NESTED = """
name: Nests
players: 2
components: {lamp: {starts in: box, columns: {size: number}, rows: {small: {size: 1, copies: 3}}}}
zones: {box: {seen by: everyone}, cell: {size: 3 by 2, holds: lamp, seen by: everyone}}
variables: {oil: {type: number}, dark: {type: flag}, best_one: {type: player}, lit: {of: cell, type: flag}}
tables: {prize: [3, 2, 1]}
flow:
  - turns: player
    laps: 1
    do:
      - may: go on
"""
ITSELF = {  # a form with a hole for itself, the innermost, and what is done with it
    "or": ("ROW or oil > 1", "oil > 1", "set dark to"),
    "and": ("ROW and not (oil > 1)", "oil > 1", "set dark to"),
    "either of two": ("(1 if ROW > 2 else 3)", "oil", "set oil to"),
    "the larger": ("max(ROW, 1)", "oil", "set oil to"),
    "a place of a table": ("prize(ROW)", "oil", "set oil to"),
    "a minus": ("-ROW", "oil", "set oil to"),
    "ranks": ("(size of (first lamp by most (ROW)))", "oil", "set oil to"),
    "cells of a line": ("(some line of 3 lit cells with (ROW))", "dark", "set dark to"),
    "long lines": ("(some line of 12 cells with (ROW))", "dark", "set dark to"),
    "prizes": ("(prize for player among players by most (ROW))", "oil", "set oil to"),
    "who is there": ("((first player with (ROW)) is in box)", "dark", "set dark to"),
    "how many differ": ("(count of different (ROW) of players)", "oil", "set oil to"),
}


@pytest.mark.parametrize("name", ITSELF)
def test_a_form_inside_itself_is_read_or_refused_quickly(name: str, tmp_path: Path) -> None:
    """As often as a sentence has room for it, and forty such sentences."""
    form, text, action = ITSELF[name]
    while len(f"{action} {form.replace('ROW', text)}") <= SENTENCE_LETTERS.most:
        text = form.replace("ROW", text)
    write_game(tmp_path, NESTED + f"      - {action} {text}\n" * 40)
    started = time.process_time()
    try:
        load(tmp_path)
    except DefinitionError as refused:
        assert {one.slug for one in refused.diagnostics} <= {"too-many", "too-dear"}
    assert time.process_time() - started < 4  # two are meant where nothing else runs
