"""`rulewright watch`: what is told after each save."""

import os
import signal
import subprocess
import sys
from types import SimpleNamespace

import pytest
from click.testing import CliRunner
from rulewright.cli import main
from rulewright.interpreter.engine.trouble import RuleError
from rulewright.interpreter.newgame import write_new_game
from rulewright.interpreter.watching import Findings, Watch


@pytest.fixture
def pond(tmp_path):
    write_new_game(tmp_path / "pond")
    return tmp_path / "pond"


class Bots:
    """Simulates without playing: the first seat wins as many of 100 games as it is told; 10 games take a worker a second."""

    def __init__(self):
        self.time = 0.0
        self.share = 50
        self.asked = []

    def simulate(self, game, games, seats, seed, workers):
        self.time += games / 10 / workers
        self.asked.append((games, seats, workers))
        return SimpleNamespace(games=games, wins={"Ada": games * self.share / 100, "Bo": 0})

    def watch(self, folder, **how):
        how = {"seats": None, "seconds": 3, "most": 2000, "workers": 2} | how
        return Watch(folder, self.simulate, lambda: self.time, **how)


def edit(path, old, new, later=1):
    """Change a file so that its time of writing is another one."""
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")
    stat = path.stat()
    os.utime(path, ns=(stat.st_atime_ns, stat.st_mtime_ns + later * 1_000_000_000))


def test_a_legal_game_is_one_sentence(pond):
    bots = Bots()
    watch = bots.watch(pond)
    assert watch.has_changed()
    # 5 games and a sample of 20 take one worker 2.5 seconds; in the half second that is left two workers play 10 more.
    # Wilson by hand: z²/n = 0.1098, so 0.5 ± 1.96 / 1.1098 * sqrt(0.25 / 35 + 0.1098 / 140) = 0.5 ± 0.1572.
    assert watch.look() == "Pond: legal, 4 scenarios pass, 35 games in 3 s, first seat wins 50.0 % (34.3-65.7)."
    assert not watch.has_changed()
    assert bots.asked == [(5, 3, 1), (20, 3, 1), (10, 3, 2)]


def test_no_more_games_are_played_than_asked_for(pond):
    bots = Bots()
    bots.watch(pond, most=30, seats=2).look()
    assert bots.asked == [(5, 2, 1), (20, 2, 1), (5, 2, 2)]
    bots.asked.clear()
    bots.watch(pond, most=4).look()
    assert bots.asked == [(4, 3, 1)]
    bots.asked.clear()
    bots.watch(pond, seconds=1).look()
    assert bots.asked == [(5, 3, 1), (20, 3, 1)]
    assert bots.watch(pond, seconds=0).look() == "Pond: legal, 4 scenarios pass."


def test_ctrl_c_in_the_middle_of_the_games_ends_the_watch(pond):
    def broken_off(game, games, seats, seed, workers):
        return SimpleNamespace(games=games - 1, wins={"Ada": 1})

    with pytest.raises(KeyboardInterrupt):
        Watch(pond, broken_off, lambda: 0.0, None, 3, 100, 2).look()


def test_scenarios_are_told_although_games_fail(pond):
    def failing(*arguments, **options):
        raise RuleError("there is nothing to draw", ("flow.yaml:3",))

    text = Watch(pond, failing, lambda: 0.0, None, 3, 100, 2).look()
    assert text == "there is nothing to draw\n  flow.yaml:3\nPond: legal, 4 scenarios pass, 1 complaint."


def test_an_error_is_shown_with_its_place_and_what_was_before(pond):
    watch = Bots().watch(pond, seconds=0)
    watch.look()
    edit(pond / "flow.yaml", "discard every", "discrad every")
    assert watch.has_changed()
    lines = watch.look().splitlines()
    assert lines[0].endswith('flow.yaml:17:13: error: "discrad" is not an action [unknown-action]')
    assert lines[-2:] == ["pond: not legal, 1 error.", "  before: legal, 4 scenarios pass"]
    edit(pond / "flow.yaml", "discrad every", "discard every", later=2)
    assert watch.look() == "Pond: legal, 4 scenarios pass.\n  before: not legal, 1 error"


def test_a_scenario_that_fails_is_shown(pond):
    watch = Bots().watch(pond, seconds=0)
    watch.look()
    edit(pond / "cards.yaml", "+10 might", "+1 might")
    text = watch.look()
    assert "FAILED A gnat beats a dragon" in text
    assert text.endswith("Pond: legal, 3 scenarios pass, 1 complaint.\n  before: legal, 4 scenarios pass")


def test_only_what_was_touched_is_run_again(pond, monkeypatch):
    """A scenario file that changes is run alone, and no game is played for it."""
    (pond / "scenarios" / "second.yaml").write_text(
        (pond / "scenarios" / "first.yaml").read_text(encoding="utf-8"), encoding="utf-8"
    )
    bots, ran = Bots(), []
    from rulewright.interpreter import watching

    run = watching.run_files
    monkeypatch.setattr(watching, "run_files", lambda game, files, whole: ran.extend(files) or run(game, files, whole))
    watch = bots.watch(pond)
    watch.look()
    assert [path.name for path in ran] == ["first.yaml", "second.yaml"]
    ran.clear()
    bots.asked.clear()
    edit(pond / "scenarios" / "second.yaml", "A gnat beats a dragon", "A dragon is beaten")
    assert watch.look().startswith("Pond: legal, 8 scenarios pass, 35 games in 3 s")
    assert [path.name for path in ran] == ["second.yaml"] and bots.asked == []
    edit(pond / "cards.yaml", "bear: [6]", "bear: [7]")
    watch.look()
    assert [path.name for path in ran[1:]] == ["first.yaml", "second.yaml"] and bots.asked
    (pond / "scenarios" / "second.yaml").unlink()
    assert watch.look().startswith("Pond: legal, 4 scenarios pass")


def test_the_odds_are_compared_with_the_last_ones_that_were_played(pond):
    bots = Bots()
    watch = bots.watch(pond)
    watch.look()
    edit(pond / "cards.yaml", "bear: [6]", "bear: [")
    assert "not legal" in watch.look()
    bots.share = 55
    edit(pond / "cards.yaml", "bear: [", "bear: [7]", later=2)
    assert watch.look().splitlines()[-1] == "  before: not legal, 1 error; first seat 50.0 % (may be chance)"
    bots.share = 100
    edit(pond / "cards.yaml", "bear: [7]", "bear: [8]", later=3)
    assert watch.look().splitlines()[-1] == "  before: first seat 55.0 % (more than chance does)"


def test_many_complaints_stay_one_screen():
    text = Findings("Pond", complaints=("one", "two", "three", "four", "five")).to_text()
    assert text == "one\ntwo\nthree\n… and 2 more\nPond: legal, 0 scenarios pass, 5 complaints."


def test_a_number_of_players_that_is_not_possible_is_a_complaint(pond):
    text = Bots().watch(pond, seats=9).look()
    assert text.splitlines()[0] == "Pond is for 2 to 4 players, not for 9"


def test_the_command_looks_again_after_a_save_and_ends_with_ctrl_c(pond):
    command = [sys.executable, "-u", "-m", "rulewright.cli", "watch", str(pond), "--seconds", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8") as child:
        assert child.stdout.readline() == "Pond: legal, 4 scenarios pass.\n"
        edit(pond / "game.yaml", "name: Pond", "name: Lake")
        assert child.stdout.readline() == "Lake: legal, 4 scenarios pass.\n"
        child.send_signal(signal.SIGINT)
        assert child.wait(60) == 0 and child.stdout.read() == "\n"


def test_a_game_that_is_not_there_is_told():
    found = CliRunner().invoke(main, ["watch", "no_such_game"])
    assert found.exit_code == 1 and 'there is no game called "no_such_game" here' in found.output


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (["--players", "9"], "error: Pond is for 2 to 4 players, not for 9\n"),
        (["--seconds", "nan"], "error: --seconds needs a number\n"),
    ],
)
def test_wrong_usage_is_one_sentence(pond, wrong, told):
    found = CliRunner().invoke(main, ["watch", str(pond), *wrong])
    assert found.exit_code == 2 and found.output == told
