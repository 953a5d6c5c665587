"""Records: whole games kept as files, replayed through the command line; a wrong one names its line."""

import re
from pathlib import Path

import pytest
import rulewright
from click.testing import CliRunner
from rulewright.cli import main
from rulewright.game import load_record
from rulewright.table.replay import differences
from rulewright.workshop.new_game import write_new_game

RECORDS = Path(__file__).parent / "records"


def replay(*arguments):
    found = CliRunner().invoke(main, ["replay", *map(str, arguments)])
    assert found.exception is None or isinstance(found.exception, SystemExit), found.exception
    return found


@pytest.mark.parametrize("path", sorted(RECORDS.glob("*.yaml")), ids=lambda path: path.stem)
def test_a_recorded_game_comes_out_as_recorded(path):
    found = replay(path)
    assert found.exit_code == 0 and "As recorded." in found.output, found.output


@pytest.mark.parametrize("path", sorted((RECORDS / "wrong").glob("*.yaml")), ids=lambda path: path.stem)
def test_a_wrong_record_is_reported_with_its_line(path):
    """The wrong line ends with `#!` and what is said of it; the whole file is wrong if no line does."""
    marked = [(number, line) for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1) if "#!" in line]
    found = replay(path)
    assert found.exit_code == 1 and "Traceback" not in found.output
    for number, line in marked:
        told = next(one for one in found.output.splitlines() if re.match(rf".*{path.name}:{number}:", one))
        assert line.partition("#!")[2].strip() in told


def test_a_record_replays_to_the_same_game(smallest, tmp_path):
    for seed in smallest.few_seeds:
        *_, match = smallest.decisions(seed)
        path = tmp_path / f"{seed}.yaml"
        path.write_text(match.record(), encoding="utf-8")
        record = load_record(path)
        twin = smallest.game.replay(record)
        assert twin.state.key() == match.state.key() and twin.record() == match.record()
        assert differences(twin, record) == []


def test_a_record_of_an_unfinished_game_can_be_replayed(game, tmp_path):
    match = game.new_match(2, seed=3)
    match.answer(match.decisions[0].options[0])
    (tmp_path / "half.yaml").write_text(match.record(), encoding="utf-8")
    assert "1 answers, not over yet. As recorded." in replay(tmp_path / "half.yaml").output


def test_a_record_keeps_odd_names_of_seats(game, tmp_path):
    seats = ['Ö "the" #1', "on", "007", "a: b", "- x", "ünï, [cödé]"]
    *_, match = [game.new_match(seats, seed=1)]
    match.answer(match.decisions[0].options[0])
    (tmp_path / "odd.yaml").write_text(match.record(), encoding="utf-8")
    record = load_record(tmp_path / "odd.yaml")
    assert list(record.seats) == seats and [seat for seat, _, _ in record.answers] == seats[:1]
    assert game.replay(record).state.key() == match.state.key()


def test_every_value_of_every_option_is_written_as_it_is_read(table):
    seats = table.match(0).seats
    for option in table.game.definition.options:
        values = range(table.players) if option.type.sort == "player" else range(option.low, option.high + 1)
        for value in [*values, option.default]:
            text = option.written(value)
            assert table.game.check_options({option.name: text}, seats)[option.name] == value


@pytest.mark.parametrize("name", ["ruse_and_bruise", "rus"])
def test_seats_that_are_called_like_values_of_an_option_keep_their_places(name):
    game = rulewright.load(name)
    seats = ("2", "1", "none")
    for option in game.definition.options:
        for value in {option.default, 0, 1, 2} if option.type.sort == "player" else ():
            assert option.value_of(option.written(value), seats) == value


def test_a_record_that_tells_another_result_says_both(game, tmp_path):
    match = game.new_match(2, seed=3)
    while match.decisions:
        match.answer(match.decisions[0].options[0])
    text = re.sub(r"scores: .*", "scores: {Ada: 1, Bo: 1}", match.record())
    (tmp_path / "other.yaml").write_text(text, encoding="utf-8")
    found = replay(tmp_path / "other.yaml")
    assert found.exit_code == 1 and "scores: the record says {'Ada': 1, 'Bo': 1}, the game {" in found.output


def test_a_record_that_cannot_be_read_does_not_hide_the_others():
    found = replay(RECORDS / "wrong" / "misspelt.yaml", RECORDS / "wrong" / "not_asked.yaml")
    assert found.exit_code == 1 and "misspelt.yaml:3:1" in found.output and "not_asked.yaml:6" in found.output


def test_the_game_of_a_record_is_found_beside_it_and_around_it(tmp_path, monkeypatch):
    write_new_game(tmp_path / "pond")
    match = rulewright.load(tmp_path / "pond").new_match(2, seed=3)
    for place in (tmp_path, tmp_path / "pond" / "games"):
        place.mkdir(exist_ok=True)
        (place / "record.yaml").write_text(match.record(), encoding="utf-8")
        assert replay(place / "record.yaml").output.endswith("0 answers, not over yet. As recorded.\n")
    (tmp_path / "else").mkdir()
    (tmp_path / "else" / "record.yaml").write_text(match.record(), encoding="utf-8")
    assert 'there is no game called "pond" here' in replay(tmp_path / "else" / "record.yaml").output
    monkeypatch.chdir(tmp_path)
    assert replay(tmp_path / "else" / "record.yaml").exit_code == 0


def test_a_saved_game_is_no_record(game, tmp_path):
    (tmp_path / "save").write_text(game.new_match(2).save(), encoding="utf-8")
    found = replay(tmp_path / "save")
    assert found.exit_code == 1 and found.output.startswith(f"{tmp_path / 'save'}: this is a saved game, not a record; ")


def test_a_record_of_more_answers_than_a_table_keeps_is_refused(tmp_path):
    path = tmp_path / "long.yaml"
    path.write_text("game: tic_tac_toe\nseats: [Ada, Bo]\nseed: 1\nanswers:\n" + "  - Ada: X\n" * 5001, encoding="utf-8")
    assert "long.yaml:5005:5: error: 5,001 is too much" in replay(path).output


def test_what_is_no_save_is_not_taken_for_the_name_of_a_game(game, tmp_path):
    path = tmp_path / "save.json"
    for text in ("", "[" * 100, game.new_match(seed=1).record()):
        path.write_text(text, encoding="utf-8")
        told = CliRunner().invoke(main, ["play", "--resume", str(path)])
        assert told.exit_code == 2 and f"{path} names no game" in told.output
