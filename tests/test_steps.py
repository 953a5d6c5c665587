"""A recorded game step by step: forwards and back, at a terminal and plain, for people and for programs."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from drawing import board_of
from rulewright.cli import main
from rulewright.desk.inquiry import answered
from rulewright.desk.sources import Sources
from rulewright.desk.stepwise import Steps
from rulewright.table.log import read_by
from rulewright.terminal.plain import PlainScreen
from rulewright.terminal.stepping import HELP, walk


@pytest.fixture
def played(game):
    match = game.new_match(["Ada", "Bo"], seed=3)
    for _ in range(9):
        match.answer(index=0)
    return match


def stepped(game, match, typed, seat=None):
    shown, lines = [], iter(typed)
    screen = PlainScreen(shown.append, lambda prompt, words: shown.append(prompt) or next(lines, None))
    walk(Steps(match, seat), Sources(game), screen, can_ask=True)
    return shown


def test_the_steps_tell_the_whole_log_once(played):
    for seat in (None, "Ada", "Bo"):
        steps = Steps(played, seat)
        assert steps.last == len(played.answers)
        told = [line for step in range(steps.last + 1) for line in steps.told(step)]
        assert told == read_by(None if seat is None else played.seats.index(seat), played.log)


def test_the_table_of_a_step_is_as_it_was_then(played):
    steps, before = Steps(played, "Ada"), played.save()
    match = played.copy(watched=True)
    for step in range(steps.last, -1, -1):
        assert steps.board(step, 80) == board_of(match, "Ada")
        match.undo()
    assert played.save() == before


def test_one_goes_on_and_back_and_to_a_number(game, played):
    shown = stepped(game, played, ["", "", "b", "7", "b", "99", "x", "0", "b", "9", "", "q"])
    steps = [line for line in shown if line.startswith("Step ")]
    assert steps == [f"Step {step} of 9" for step in (0, 1, 2, 1, 7, 6, 0, 9)]
    assert f"This is the beginning. {HELP}" in shown and f"This is the end of it. {HELP}" in shown
    assert shown.count(HELP) == 3  # at first, and after what means nothing


def test_a_step_of_a_seat_tells_nothing_that_it_may_not_know(game, played):
    """What Bo places is Bo's secret until it is revealed."""
    hidden = [text for seat, text in played.answers if seat == "Bo"]
    told = "\n".join(stepped(game, played, [""] * 9, "Ada"))
    assert hidden and not any(f"Bo: {text}" in told for text in hidden)


def test_the_game_of_a_step_is_asked_as_it_stood_then(game, played):
    """A value, the rule behind a line, a card, and what was not offered: each as at the table, at that step."""
    for step, seat in ((9, "Ada"), (2, "Ada"), (4, None)):
        match, sources = Steps(played, seat).at(step), Sources(game)
        questions = ["why score of Ada", "why count of cards in hand of Bo", "log", "log 2", "? Witch", "rules draw"]
        shown = "\n".join(stepped(game, played, [str(step), *questions], seat))
        for question in questions:
            lines = answered(sources, match, seat, question)
            assert lines and "\n".join(lines) in shown
    decider = Steps(played).at(4).decisions[0].seat
    assert any("is not offered" in line for line in stepped(game, played, ["4", "why not place King in column 1"], decider))
    for seat in {None, "Ada", "Bo"} - {decider}:
        assert any("before the eyes of whoever decides" in one for one in stepped(game, played, ["4", "why not pass"], seat))


def test_a_record_before_the_eyes_of_a_seat_is_its_log(played, tmp_path: Path):
    path = tmp_path / "game.yaml"
    path.write_text(played.record(), encoding="utf-8")
    for number, seat in enumerate(("Ada", "Bo")):
        told = CliRunner().invoke(main, ["replay", str(path), "--seat", seat]).output.splitlines()
        assert told[:-1] == read_by(number, played.log) and told[-1].endswith("As recorded.")


def test_a_record_is_told_plainly_and_as_json(played, tmp_path: Path):
    path = tmp_path / "game.yaml"
    path.write_text(played.record(), encoding="utf-8")
    plain = CliRunner().invoke(main, ["replay", str(path), "--steps"])
    assert plain.exit_code == 0 and "Step 9 of 9" in plain.output and plain.output.rstrip().endswith("As recorded.")
    found = CliRunner().invoke(main, ["replay", str(path), "--json", "--seat", "Bo"])
    lines = [json.loads(line) for line in found.output.splitlines()]
    assert [line["text"] for line in lines] == read_by(1, played.log)
    assert {line["step"] for line in lines} == set(range(10))


def test_a_game_of_bots_is_told_as_json_line_by_line(tmp_path: Path):
    """What `play` prints is what a replay of its record prints, and nothing else stands on the output."""
    path = tmp_path / "game.yaml"
    found = CliRunner().invoke(main, ["play", "kuhn_poker", "--seed", "4", "--json", "--record", str(path)])
    lines = [json.loads(line) for line in found.stdout.splitlines()]
    assert found.exit_code == 0 and f"Record written to {path}." in found.stderr
    assert lines and {"step", "text", "kind"} <= lines[0].keys() and lines[-1]["step"] > 0
    assert CliRunner().invoke(main, ["replay", str(path), "--json"]).stdout == found.stdout


def test_a_seat_that_is_not_there_is_named(played, tmp_path: Path):
    path = tmp_path / "game.yaml"
    path.write_text(played.record(), encoding="utf-8")
    found = CliRunner().invoke(main, ["replay", str(path), "--steps", "--seat", "Zoe"])
    assert found.exit_code == 2 and 'nobody here is called "Zoe"; at the table sit Ada, Bo' in found.output
