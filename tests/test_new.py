"""`rulewright new`: a game to begin with."""

import errno
from pathlib import Path

import pytest
import rulewright
from click.testing import CliRunner
from rulewright.cli import main
from rulewright.players.bots import RandomBot, play_out
from rulewright.study.report import run_targets
from rulewright.workshop.new_game import FILES, template, write_new_game


def new(*arguments):
    found = CliRunner().invoke(main, ["new", *map(str, arguments)])
    assert found.exception is None or isinstance(found.exception, SystemExit), found.exception
    return found


def test_a_new_game_passes_its_own_scenarios_and_can_be_played(tmp_path):
    assert new(tmp_path / "duck_pond").exit_code == 0
    report = run_targets((str(tmp_path / "duck_pond"),))
    assert report.passed and report.games[0].passed == 4
    game = rulewright.load(tmp_path / "duck_pond")
    assert (game.definition.id, game.name) == ("duck_pond", "Duck Pond")
    for players in range(game.definition.fewest, game.definition.most + 1):
        match = game.new_match(players, seed=players)
        play_out(match, {seat: RandomBot(players) for seat in match.seats})
        assert match.result.winners


@pytest.mark.parametrize("command", ["validate", "test", "play"])
def test_a_game_can_be_named_by_its_file(tmp_path, command):
    write_new_game(tmp_path / "duck_pond")
    by_folder, by_file = (
        CliRunner().invoke(main, [command, str(path), *(["--seed", "1"] if command == "play" else [])])
        for path in (tmp_path / "duck_pond", tmp_path / "duck_pond" / "game.yaml")
    )
    assert (by_file.exit_code, by_file.output) == (0, by_folder.output)


def test_every_file_of_the_template_is_written_and_explains_itself(tmp_path):
    assert {path.relative_to(template()).as_posix() for path in template().glob("**/*.yaml")} == set(FILES)
    write_new_game(tmp_path / "duck_pond")
    for file in FILES:
        assert (tmp_path / "duck_pond" / file).read_text(encoding="utf-8").startswith("# ")


@pytest.mark.parametrize("name", ["on", "true", "null", "a"])
def test_a_name_that_yaml_would_misread_is_a_name(tmp_path, name):
    write_new_game(tmp_path / name)
    assert rulewright.load(tmp_path / name).name == name.title()


@pytest.mark.parametrize(
    ("name", "hint"),
    [("Duck Pond", "; try duck_pond"), ("duck-pond", "; try duck_pond"), ("7up", ""), ("", "")],
)
def test_a_folder_of_another_kind_of_name_is_refused(tmp_path, name, hint):
    found = new(tmp_path / name if name else "")
    sentence = f'error: the folder of a game has a name of small letters, digits and underscores, not "{name}"{hint}\n'
    assert (found.exit_code, found.output) == (2, sentence) and list(tmp_path.iterdir()) == []


def test_letters_with_marks_lose_them_in_the_name_that_is_proposed():
    with pytest.raises(rulewright.Unplayable, match=r'not "été"; try ete$'):
        write_new_game(Path("été"))  # is refused before anybody looks for it, also where files cannot have such names


def test_nothing_is_written_over(tmp_path):
    (tmp_path / "duck_pond").mkdir()
    (tmp_path / "duck_pond" / "game.yaml").write_text("mine", encoding="utf-8")
    found = new(tmp_path / "duck_pond")
    assert (found.exit_code, found.output) == (2, f"error: {tmp_path / 'duck_pond'} is there already; nothing was written\n")
    assert (tmp_path / "duck_pond" / "game.yaml").read_text(encoding="utf-8") == "mine"


def test_a_folder_that_is_not_there_is_told(tmp_path):
    found = new(tmp_path / "no" / "duck_pond")
    assert found.exit_code == 2 and "error: there is no folder " in found.output


def test_a_full_disk_leaves_nothing_behind(tmp_path, monkeypatch):
    def full(self, *arguments, **options):
        raise OSError(errno.ENOSPC, "No space left on device", str(self))

    monkeypatch.setattr(Path, "write_text", full)
    found = new(tmp_path / "duck_pond")
    assert found.exit_code == 2 and "No space left on device" in found.output
    assert list(tmp_path.iterdir()) == []
