"""`rulewright watch`: what is told after each save."""

import os
import re
import signal
import subprocess
import sys
import time
from types import SimpleNamespace

import pytest
from click.testing import CliRunner
from rulewright.cli import main
from rulewright.engine.trouble import RuleError
from rulewright.workshop.new_game import write_new_game
from rulewright.workshop.watching import Findings, Watch
from written import write_game


@pytest.fixture
def pond(tmp_path):
    write_new_game(tmp_path / "pond")
    return tmp_path / "pond"


class Bots:
    """Games that nobody plays: the first seat wins as many of 100 as it is told, and eight take a second."""

    def __init__(self):
        self.time = 0.0
        self.share = 50
        self.asked = []

    def play(self, game, seats, most):
        self.asked.append((seats, most))
        for _ in range(most):
            self.time += 0.125
            yield SimpleNamespace(games=1, wins=[self.share, 0], unit=100)

    def watch(self, folder, **how):
        return Watch(folder, self.play, lambda: self.time, **{"seconds": 3} | how)


def look(watch):
    """What stays on the screen in the end."""
    *_, told = watch.look()
    assert told.is_whole
    return told.text


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
    # Wilson by hand: z²/n = 0.16006, so 0.5 ± 1.96 / 1.16006 * sqrt(0.25 / 24 + 0.16006 / 96) = 0.5 ± 0.1857.
    assert look(watch) == "Pond: legal, 4 scenarios pass, 24 games in 3 s, first seat wins 50.0 % (31.4-68.6)."
    assert not watch.has_changed()
    assert bots.asked == [(3, 2000)]


def test_no_more_games_are_played_than_asked_for(pond):
    bots = Bots()
    assert "12 games in 2 s" in look(bots.watch(pond, most=12, seats=2)) and bots.asked == [(2, 12)]
    assert "8 games in 1 s" in look(bots.watch(pond, seconds=1))
    assert look(bots.watch(pond, seconds=0)) == "Pond: legal, 4 scenarios pass."


def test_everything_is_told_as_soon_as_it_is_known(pond):
    """That it is legal, then every scenario, then figures that grow."""
    *growing, whole = dict.fromkeys(told.text for told in Bots().watch(pond, seconds=1).look())
    counts = ("1 scenario passes", "2 scenarios pass", "3 scenarios pass", "4 scenarios pass")
    assert growing[:5] == ["Pond: legal …", *(f"Pond: legal, {count} …" for count in counts)]
    games = [re.search(r"4 scenarios pass, (\d+) games in . s, first seat wins 50.0 % \(.*\) …$", text) for text in growing[5:]]
    assert [int(found[1]) for found in games] == [2, 4, 6, 8]
    assert whole.startswith("Pond: legal, 4 scenarios pass, 8 games in 1 s") and whole.endswith(").")


def test_the_next_save_breaks_off_what_is_running(pond):
    """Scenarios and games alike; what was not done is done at the next look, and compared with what was there before."""
    bots = Bots()
    watch = bots.watch(pond)
    look(watch)
    edit(pond / "cards.yaml", "bear: [6]", "bear: [7]")
    seen = []
    for told in watch.look():
        seen.append(told.text)
        bots.time += 0.25
        if len(seen) == 3:
            edit(pond / "cards.yaml", "bear: [7]", "bear: [8]", later=2)
    assert seen[2:] == ["Pond: legal, 2 scenarios pass …"] and watch.has_changed()
    seen = []
    for told in watch.look():
        seen.append(told.text)
        if "2 games" in told.text:
            edit(pond / "scenarios" / "first.yaml", "A gnat beats a dragon", "A dragon is beaten", later=3)
    assert "games" in seen[-1] and not told.is_whole
    bots.share = 70
    assert look(watch).splitlines() == [
        "Pond: legal, 4 scenarios pass, 24 games in 3 s, first seat wins 70.0 % (50.0-84.5).",
        "  before: first seat 50.0 % (may be chance)",
    ]


def test_ctrl_c_in_the_middle_of_the_games_ends_the_watch(pond):
    ended = []

    def broken_off(game, seats, most):
        try:
            yield SimpleNamespace(games=1, wins=[1], unit=1)
            raise KeyboardInterrupt
        finally:
            ended.append(True)

    with pytest.raises(KeyboardInterrupt):
        look(Watch(pond, broken_off, lambda: 0.0))
    assert ended


def test_scenarios_are_told_although_games_fail(pond):
    def failing(game, seats, most):
        yield SimpleNamespace(games=1, wins=[1], unit=1)
        raise RuleError("there is nothing to draw", ("flow.yaml:3",))

    text = look(Watch(pond, failing, lambda: 0.0))
    assert text == "there is nothing to draw\n  flow.yaml:3\nPond: legal, 4 scenarios pass, 1 complaint."


def test_an_error_is_shown_with_its_place_and_what_was_before(pond):
    watch = Bots().watch(pond, seconds=0)
    look(watch)
    edit(pond / "flow.yaml", "discard every", "discrad every")
    assert watch.has_changed()
    lines = look(watch).splitlines()
    assert lines[0].endswith('flow.yaml:17:13: error: "discrad" is not an action [unknown-action]')
    assert lines[-2:] == ["pond: not legal, 1 error.", "  before: legal, 4 scenarios pass"]
    edit(pond / "flow.yaml", "discrad every", "discard every", later=2)
    assert look(watch) == "Pond: legal, 4 scenarios pass.\n  before: not legal, 1 error"


def test_a_scenario_that_fails_is_shown(pond):
    watch = Bots().watch(pond, seconds=0)
    look(watch)
    edit(pond / "cards.yaml", "+10 might", "+1 might")
    text = look(watch)
    assert "FAILED A gnat beats a dragon" in text
    assert text.endswith("Pond: legal, 3 scenarios pass, 1 complaint.\n  before: legal, 4 scenarios pass")


def test_only_what_was_touched_is_run_again(pond, monkeypatch):
    """A scenario file that changes is run alone, and no game is played for it."""
    (pond / "scenarios" / "second.yaml").write_text(
        (pond / "scenarios" / "first.yaml").read_text(encoding="utf-8"), encoding="utf-8"
    )
    bots, ran = Bots(), []
    from rulewright.workshop import watching

    run = watching.run_each
    monkeypatch.setattr(watching, "run_each", lambda game, files, whole: ran.extend(files) or run(game, files, whole))
    watch = bots.watch(pond)
    look(watch)
    assert [path.name for path in ran] == ["first.yaml", "second.yaml"]
    ran.clear()
    bots.asked.clear()
    edit(pond / "scenarios" / "second.yaml", "A gnat beats a dragon", "A dragon is beaten")
    assert look(watch).startswith("Pond: legal, 8 scenarios pass, 24 games in 3 s")
    assert [path.name for path in ran] == ["second.yaml"] and bots.asked == []
    edit(pond / "cards.yaml", "bear: [6]", "bear: [7]")
    look(watch)
    assert [path.name for path in ran[1:]] == ["first.yaml", "second.yaml"] and bots.asked
    (pond / "scenarios" / "second.yaml").unlink()
    assert look(watch).startswith("Pond: legal, 4 scenarios pass")


def test_the_odds_are_compared_with_the_last_ones_that_were_played(pond):
    bots = Bots()
    watch = bots.watch(pond)
    look(watch)
    edit(pond / "cards.yaml", "bear: [6]", "bear: [")
    assert "not legal" in look(watch)
    bots.share = 55
    edit(pond / "cards.yaml", "bear: [", "bear: [7]", later=2)
    assert look(watch).splitlines()[-1] == "  before: not legal, 1 error; first seat 50.0 % (may be chance)"
    bots.share = 100
    edit(pond / "cards.yaml", "bear: [7]", "bear: [8]", later=3)
    assert look(watch).splitlines()[-1] == "  before: first seat 55.0 % (more than chance does)"


def test_many_complaints_stay_one_screen():
    text = Findings("Pond", passed=0, complaints=("one", "two", "three", "four", "five")).to_text()
    assert text == "one\ntwo\nthree\n… and 2 more\nPond: legal, 0 scenarios pass, 5 complaints."


def test_a_number_of_players_that_is_not_possible_is_a_complaint(pond):
    text = look(Bots().watch(pond, seats=9))
    assert text.splitlines()[0] == "Pond is for 2 to 4 players, not for 9"


def test_the_command_looks_again_after_a_save_and_ends_with_ctrl_c(pond):
    command = [sys.executable, "-u", "-m", "rulewright.cli", "watch", str(pond), "--seconds", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8") as child:
        told = (line for line in child.stdout if not line.endswith(" …\n"))  # a slow machine tells how far it is
        assert next(told) == "Pond: legal, 4 scenarios pass.\n"
        edit(pond / "game.yaml", "name: Pond", "name: Lake")
        assert next(told) == "Lake: legal, 4 scenarios pass.\n"
        child.send_signal(signal.SIGINT)
        assert child.wait(120) == 0 and child.stdout.read() == "\n"


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


def test_a_save_in_the_middle_of_long_games_is_answered_at_once(pond):
    """Ten minutes of games are asked for; the error of the next save does not wait for their end."""
    command = [sys.executable, "-u", "-m", "rulewright.cli", "watch", str(pond), "--seconds", "600", "--games", "100000000"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8") as child:
        for line in child.stdout:
            if "games in" in line:
                break
        assert line.endswith(" …\n")
        edit(pond / "flow.yaml", "discard every", "discrad every")
        begin = time.monotonic()
        for line in child.stdout:
            if "not legal" in line:
                break
        assert time.monotonic() - begin < 300
        child.send_signal(signal.SIGINT)
        assert child.wait(120) == 0


def test_what_trial_games_show_is_told_and_can_be_answered(tmp_path):
    """An option that nobody can choose; the comment that answers it is seen without playing again."""
    rules = """\
name: Idle
players: 2
counters: {coins: {of: player}}
components: {stone: {starts in: pit}}
zones: {pit: {seen by: everyone}}
flow:
  - turns: player
    laps: 2
    do:
      - offer:
          - option: earn
            do: gain 1 coin
          - option: retire
            if: coins > 50
            do: move first stone in pit to pit
result: {score: coins, winner: best player by most score}
"""
    write_game(tmp_path, rules)
    watch = Bots().watch(tmp_path)
    assert "game.yaml:13:11: warning: nobody could choose this in 40 trial games [never-chosen]" in look(watch)
    edit(tmp_path / "game.yaml", "option: retire", "option: retire  # on purpose in play: for long games")
    assert "never-chosen" not in look(watch)
