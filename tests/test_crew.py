"""Work that is shared out: killed processes cost nothing, Ctrl-C shows what is done, and nobody is left behind."""

import multiprocessing
import os
import signal
import subprocess
import sys
import time

import pytest
import rulewright
from rulewright.engine.trouble import RuleError
from rulewright.study import crew
from rulewright.study.breaks import Breaks
from rulewright.study.crew import Crew, CrewLost

PARTS = [(number, number + 1) for number in range(12)]


def squares():
    return lambda part: part[0] ** 2


def test_every_part_is_done_once():
    assert sorted(Crew(squares, 3).work(PARTS)) == [(part, part[0] ** 2) for part in PARTS]
    assert list(Crew(squares, 3).work([])) == []


def test_what_a_killed_process_was_at_is_done_by_another(tmp_path):
    """Each third part kills the process that does it, the first time."""

    def begin():
        def do(part):
            mark = tmp_path / str(part[0])
            if part[0] % 3 == 0 and not mark.exists():
                mark.touch()
                os.kill(os.getpid(), signal.SIGKILL)
            return part[0] ** 2

        return do

    assert sorted(Crew(begin, 2).work(PARTS)) == [(part, part[0] ** 2) for part in PARTS]
    assert len(list(tmp_path.iterdir())) == 4


def test_processes_that_die_again_and_again_are_told(monkeypatch):
    monkeypatch.setattr(crew, "MOST_DEATHS", 3)
    with pytest.raises(CrewLost, match="killed 4 times while nothing got done"):
        list(Crew(lambda: lambda part: os.kill(os.getpid(), signal.SIGKILL), 2).work(PARTS))


def test_an_error_of_a_part_is_raised_and_nobody_is_left():
    def begin():
        def do(part):
            raise LookupError(f"nothing at {part[0]}")

        return do

    ours = Crew(begin, 2)
    with pytest.raises(LookupError, match="nothing at"):
        list(ours.work(PARTS))
    assert ours.mates == []


def test_work_that_is_broken_off_leaves_nobody():
    ours = Crew(squares, 2)
    working = ours.work(PARTS)
    next(working)
    processes = [mate.process for mate in ours.mates]
    working.close()
    assert processes and ours.mates == [] and not any(process.is_alive() for process in processes if not process._closed)


# ---------------------------------------------------------------- games


def test_killed_workers_change_no_figure(game):
    killed = []

    def kill(done):
        alive = [one for one in multiprocessing.active_children() if one.pid not in killed]
        for worker in alive[-1:] if done % 8 == 0 else ():
            killed.append(worker.pid)
            os.kill(worker.pid, signal.SIGKILL)

    alone = rulewright.simulate(game, games=60, seats=3, seed=5, workers=1)
    figures = rulewright.simulate(game, games=60, seats=3, seed=5, workers=3, progress=kill)
    assert len(set(killed)) > 3
    assert figures.to_json() == alone.to_json() and figures.to_text() == alone.to_text()


def test_the_first_game_that_fails_is_told_however_many_play(game, monkeypatch):
    """Also if a later one fails sooner."""
    from rulewright.study import games

    played = games.play_one

    def play(game, plan, number):
        if number >= 3:
            time.sleep(0.3 if number == 3 else 0)
            raise RuleError(f"stuck at {number}", ())
        return played(game, plan, number)

    monkeypatch.setattr(games, "play_one", play)
    told = []
    for workers in (1, 2, 4):
        with pytest.raises(RuleError) as problem:
            rulewright.simulate(game, games=10, workers=workers)
        told.append(str(problem.value))
    assert len(set(told)) == 1 and told[0].startswith("stuck at 3 (in game 4, seed")


def run(program, *arguments):
    """A program in a session of its own. Its output ends when nobody is left who could write to it."""
    command = [sys.executable, "-c", program, *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8", start_new_session=True)


WORKING = """
import rulewright
rulewright.simulate(rulewright.load("crazy_eights"), games=1_000_000, workers=3, bots="search:100000",
                    progress=lambda done: print("done", flush=True))
"""


def test_no_worker_outlives_a_parent_that_is_killed():
    """Also in the middle of a game that takes long."""
    program = run(WORKING.replace("search:100000", "random"))
    assert program.stdout.readline() == "done\n"
    program.kill()
    program.communicate(timeout=120)
    thinking = run(WORKING)
    time.sleep(1.5)
    thinking.kill()
    assert thinking.communicate(timeout=120) == ("", "")


STARTING = """
import os, signal, sys
from rulewright.cli import main
from rulewright.study.crew import Crew

hire = Crew._hire

def impatient(crew, part):
    if sys.argv[1] == "before":
        os.killpg(0, signal.SIGINT)
    hire(crew, part)
    if sys.argv[1] == "after" or (sys.argv[1] == "third" and len(crew.mates) == 3):
        os.killpg(0, signal.SIGINT)

Crew._hire = impatient
main(["simulate", "crazy_eights", "--games", "1000000", "--workers", "3"])
"""


@pytest.mark.parametrize("when", ["before", "after", "third"])
def test_ctrl_c_while_workers_start_shows_what_is_done(when):
    program = run(STARTING, when)
    out, errors = program.communicate(timeout=120)
    assert program.returncode == 0 and "of 1,000,000 games, 2 seats, seed 0." in out and errors == ""


STOPPED = """
import os, signal, sys

class Impatient:
    def find_spec(self, name, path=None, target=None):
        if name == sys.argv[1]:
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Impatient())
from rulewright.cli import main
main(["simulate", "crazy_eights", "--games", "10"])
"""


@pytest.mark.parametrize("reading", ["click", "rulewright.commands.watch", "rulewright.game"])
def test_ctrl_c_before_anything_is_done_is_no_traceback(reading):
    program = run(STOPPED, reading)
    out, errors = program.communicate(timeout=120)
    assert program.returncode in (-signal.SIGINT, 1) and out == "" and errors.strip() in ("", "Stopped.")


def test_what_is_not_done_freely_is_not_broken_off():
    before = signal.getsignal(signal.SIGINT)
    done = []
    with Breaks() as breaks:
        os.kill(os.getpid(), signal.SIGINT)
        done.append("all of it")
        with pytest.raises(KeyboardInterrupt):
            breaks.freely(lambda: done.append("too much"))
        os.kill(os.getpid(), signal.SIGINT)  # it ends already
    assert done == ["all of it"] and signal.getsignal(signal.SIGINT) is before
    with Breaks() as breaks, pytest.raises(KeyboardInterrupt):
        breaks.freely(lambda: os.kill(os.getpid(), signal.SIGINT) or done.append("too much"))
    assert done == ["all of it"]
