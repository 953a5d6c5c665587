"""Whole games of all definitions: each happening that a reader may notice is told, by a line that tells just that."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest
from conftest import MORE, SEED, Table, loaded
from rulewright import Match
from rulewright.engine.sight import can_read
from rulewright.engine.state import State
from rulewright.table.journal import Chapter
from rulewright.table.log import LogLine, read_by
from rulewright.telling.entries import Change, Entry, Move, Roll, Swap
from telling_laws import untold
from written import game_in

SMALLER = sorted(path.parent for path in Path(__file__).parent.glob("definitions/*/game.yaml") if path.parent.name not in MORE)
FAR = 100  # answers
CELL = re.compile(r"\bc\d+r\d+\b")  # how records call the cells of a board, and people do not


def chapters(match: Match) -> Iterator[tuple[Chapter, tuple[LogLine, ...], State, State]]:
    """What happened and what was told of it, with the positions before and after it."""
    assert match.log
    steps = match._past.steps
    for step, after in zip(steps, [*(one.before for one in steps[1:]), match.state], strict=True):
        assert step.told is not None
        yield step.told.chapter, step.told.lines, step.before, after


def viewers(match: Match) -> list[int | None]:
    return [None, *range(len(match.seats))]


def all_is_told(match: Match) -> None:
    for chapter, lines, before, after in chapters(match):
        for viewer in viewers(match):
            entries = [one for happening in chapter.happenings if (one := happening.for_viewer(viewer)) is not None]
            assert list(unnoticed(before, after, entries, viewer)) == []
            assert untold(before.world, match.seats, chapter, lines, viewer) == []
    assert all("{" not in line.public and "[" not in line.public for line in match.log if not line.is_spoken)
    assert not [told for viewer in viewers(match) for told in read_by(viewer, match.log) if CELL.search(told)]


def unnoticed(before: State, after: State, entries: list[Entry], viewer: int | None) -> Iterator[str]:
    """Zones with more or fewer cards and variables with other values, of which the journal has nothing."""
    definition, come = before.world.definition, Counter[str]()
    for entry in entries:
        if isinstance(entry, Move):
            come.update({entry.zone: len(entry.steps)})
            come.subtract([step.source for step in entry.steps])
    if not any(isinstance(entry, Swap) for entry in entries):
        for zone, (were, are) in enumerate(zip(before.zones, after.zones, strict=True)):
            if len(are) - len(were) != come[f"z{zone}"]:
                yield f"z{zone}"
    changed = {entry.variable for entry in entries if isinstance(entry, Change)}
    for number, variable in enumerate(definition.variables):
        if variable.name in changed or before.variables[number] == after.variables[number]:
            continue
        is_rolled = variable.of.is_card and any(isinstance(entry, Roll) for entry in entries)
        things = [None] if variable.of.is_game else range(len(before.variables[number]))
        differ = (one for one in things if before.read(number, one) != after.read(number, one) and not is_rolled)
        if any(can_read(before, number, one, viewer) and can_read(after, number, one, viewer) for one in differ):
            yield variable.name


@pytest.mark.by_turns
def test_all_that_a_reader_may_notice_is_told(table: Table) -> None:
    *_, match = islice(table.decisions(SEED), FAR)
    all_is_told(match)


@pytest.mark.parametrize("folder", SMALLER, ids=[folder.name for folder in SMALLER])
def test_all_is_told_in_games_of_tests(folder: Path) -> None:
    game = loaded(str(folder))
    *_, match = islice(Table(game, game.definition.most).decisions(SEED), FAR)
    all_is_told(match)


@pytest.mark.parametrize("game", ["toll_road", "rus", "ruthless", "ruse_and_bruise", "liars_dice"])
def test_a_line_that_is_left_out_is_missed(game: str) -> None:
    """What is asked above of whole games finds nearly every line that is not told, whatever is said beside it."""
    found, dropped = Counter[str](), Counter[str]()
    *_, match = islice(Table(loaded(game), loaded(game).definition.fewest).decisions(SEED), FAR // 2)
    for chapter, lines, before, _ in chapters(match):
        for number, line in enumerate(lines):
            if not line.is_answer and dropped[line.kind] < 12:
                rest = lines[:number] + lines[number + 1 :]
                dropped[line.kind] += 1
                found[line.kind] += any(untold(before.world, match.seats, chapter, rest, one) for one in viewers(match))
    assert found.total() >= 0.95 * dropped.total() > 20, dropped - found
    assert all(found[kind] for kind in dropped), (dropped, found)


FAIR = """
name: Fair
players: 2
components:
  ball: {starts in: bag, back: ball, rows: {red: {name: Red 1}, blue: {name: Blue 2}}}
zones:
  bag: {form: pile, holds: ball, seen by: nobody}
  stand: {holds: ball, seen by: everyone}
  bin: {form: pile, holds: ball, seen by: everyone}
counters: {points: {of: player}}
variables: {bid: {of: player, type: number}, chief: {type: player}}
flow:
  - turns: player
    laps: 9
    do:
      - offer:
          - {option: catch, do: [move top ball of bag to stand, gain 1 point, say: "{player} catches {first ball in stand}"]}
          - {option: pass it on, do: [move top ball of bag to stand, say: "{player} has {first ball in stand}",
             move every ball in stand to bin]}
          - {option: bet, do: [gain 2 points, set bid to 2, say: "{player} had bet {bid} and won"]}
          - {option: lead, do: [say: "{player} bows to {player after player}", set chief to player]}
          - {option: follow, do: [set chief to player after player, say: "{chief} leads"]}
          - {option: earn, do: [gain 2 points, say: "{player} earns 2"]}
result: {score: points}
"""


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ("catch", ["Ada gains 1 point (1)", "Ada catches Red 1"]),
        ("pass it on", ["Ada has Red 1", "Red 1 goes from the stand to the bin"]),
        ("bet", ["Ada gains 2 points (2)", "Ada had bet 2 and won"]),
        ("lead", ["Ada bows to Bo", "chief is now Ada"]),
        ("follow", ["Bo leads"]),
        ("earn", ["Ada earns 2 points (2)"]),
    ],
)
def test_a_sentence_tells_only_what_it_says(tmp_path: Path, answer: str, told: list[str]) -> None:
    """A number in a name or of another variable is no amount, and what becomes of a card afterwards is told, too."""
    match = game_in(tmp_path, FAIR).new_match(["Ada", "Bo"], seed=1)
    match.answer(answer)
    assert read_by(None, match.log)[1:] == told
