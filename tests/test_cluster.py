"""Work on a cluster: a real one, of several processes here. Whoever works, and whoever is killed, no digit changes."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import rulewright
from click.testing import CliRunner
from rulewright.cli import main
from rulewright.engine.native import store
from rulewright.engine.trouble import RuleError
from rulewright.errors import Misused
from rulewright.study import cluster as clusters
from rulewright.study import remote_crew
from rulewright.study.cluster import Cluster, ClusterLost
from rulewright.study.remote_crew import RemoteCrew
from written import write_game

LONG = int(os.environ.get("RULEWRIGHT_GAMES", 0))
needs_dask = pytest.mark.needs("distributed")


@pytest.fixture(scope="module")
def machines() -> Iterator[Any]:
    """Two processes with somebody who starts them again, as `dask worker` has it."""
    from distributed import LocalCluster

    with LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0", silence_logs=60, host="127.0.0.1"
    ) as started:
        yield started


@pytest.fixture(scope="module")
def cluster(machines: Any) -> Iterator[Cluster]:
    with Cluster(machines.scheduler_address) as connected:
        yield connected


def processes(machines: Any) -> list[int]:
    return [worker.process.process.pid for worker in machines.workers.values() if worker.process.process is not None]


TRAP = """
name: Trap
about: Whoever says 9 without a stone cannot be counted.
players: 2
components:
  stone: {starts in: bag, columns: {weight: number}, rows: {rock: [1]}}
zones:
  bag: {form: pile, holds: stone, seen by: nobody}
  ground: {per: player, form: row, holds: stone, seen by: everyone}
variables:
  points: {of: player, type: number}
flow:
  - turns: player
    laps: 1
    do:
      - choose: a number from 1 to 9 as said
      - raise points by said
result:
  score: points if points < 9 else weight of (first stone in ground)
  winner: best player by most score
"""

COMMANDS = [
    ["simulate", "kuhn_poker", "--games", "40", "--bots", "random,greedy", "--rotate", "--json"],
    ["simulate", "kuhn_poker", "--games", "2100", "--csv"],
    ["compare", "leduc_poker", "leduc_poker", "--unpaired", "--games", "100", "--json"],
    ["weigh", "kuhn_poker", "--games", "60", "--json"],
    ["tune", "liars_dice", "--vary", "dice=1..2", "--for", "least decisions", "--games", "100", "--json"],
    ["report", "kuhn_poker", "--games", "60", "--weigh", "20", "--json"],
]


@needs_dask
@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: " ".join(command[:4]))
def test_a_cluster_tells_the_same_to_the_last_digit(cluster: Cluster, command: list[str]) -> None:
    here = CliRunner().invoke(main, [*command, "--workers", "1"])
    away = CliRunner().invoke(main, [*command, "--scheduler", cluster.address])
    assert away.exit_code == 0 == here.exit_code, away.output
    assert away.stdout == here.stdout


@needs_dask
def test_killed_and_sleeping_workers_change_no_figure(machines: Any, cluster: Cluster, monkeypatch: Any) -> None:
    monkeypatch.setattr(remote_crew, "PATIENCE", 0.5)
    monkeypatch.setattr(remote_crew, "AT_A_TIME", 0.02)
    game, games, asleep = rulewright.load("ruse_and_bruise"), max(300, LONG), []
    seen = []

    def disturb(done: int) -> None:
        seen.append(done)
        if len(seen) == 3 or (LONG and len(seen) % 200 == 0):
            os.kill(processes(machines)[0], signal.SIGKILL)
        if LONG and len(seen) == 40:
            asleep.append(processes(machines)[-1])
            os.kill(asleep[0], signal.SIGSTOP)

    try:
        away = rulewright.simulate(game, games, seed=3, workers=cluster, progress=disturb, engine="python")
    finally:
        for process in asleep:
            os.kill(process, signal.SIGCONT)
    here = rulewright.simulate(game, games, seed=3, workers=1, engine="python")
    assert bool(asleep) == bool(LONG) and seen[-1] == games
    assert away.to_json() == here.to_json() and away.to_text() == here.to_text()


@needs_dask
def test_a_definition_is_sent_once_to_each_worker(cluster: Cluster, monkeypatch: Any) -> None:
    texts = []
    send = RemoteCrew._send

    def counted(crew: Any, part: Any, with_text: bool = False, worker: Any = None) -> None:
        texts.append(with_text)
        send(crew, part, with_text, worker)

    monkeypatch.setattr(RemoteCrew, "_send", counted)
    game = rulewright.load("gin_rummy")
    for _ in range(2):
        rulewright.simulate(game, 12, workers=cluster)
    assert 1 <= sum(texts) <= len(cluster.workers()) < len(texts) / 2


@needs_dask
def test_the_first_game_that_fails_is_told(cluster: Cluster, tmp_path: Path) -> None:
    write_game(tmp_path, TRAP)
    told = []
    for workers in (1, cluster):
        with pytest.raises(RuleError) as problem:
            rulewright.simulate(rulewright.load(tmp_path), 60, workers=workers)
        told.append(str(problem.value))
    assert told[0] == told[1] and "in game 1," not in told[0]


# ---------------------------------------------------------------- what can go wrong, in one line


def said(*arguments: str) -> str:
    result = CliRunner().invoke(main, ["simulate", "kuhn_poker", "--games", "10", *arguments])
    assert result.exit_code in (1, 2) and len(result.output.strip().splitlines()) == 1, result.output
    return result.output


def test_without_the_extra_one_line_says_what_to_install(monkeypatch: Any) -> None:
    monkeypatch.setattr(clusters, "find_spec", lambda name: None)
    assert "pip install 'rulewright[cluster]'" in said("--scheduler", "tcp://127.0.0.1:8786")


def test_processes_here_and_a_cluster_are_not_both() -> None:
    assert "not both" in said("--scheduler", "tcp://127.0.0.1:8786", "--workers", "2")


@needs_dask
def test_an_address_without_a_scheduler_is_told(monkeypatch: Any) -> None:
    monkeypatch.setattr(clusters, "CONNECT", 0.3)
    assert "no scheduler answers at tcp://127.0.0.1:9" in said("--scheduler", "tcp://127.0.0.1:9")
    assert '"carrier://pigeon" is no address' in said("--scheduler", "carrier://pigeon")


@needs_dask
def test_another_version_of_the_scheduler_is_told(cluster: Cluster, monkeypatch: Any) -> None:
    import distributed

    monkeypatch.setattr(distributed, "__version__", "1.0")
    assert "and 1.0 is here: both must be the same" in said("--scheduler", cluster.address)


@needs_dask
def test_workers_with_another_rulewright_are_told(cluster: Cluster, monkeypatch: Any) -> None:
    monkeypatch.setattr(remote_crew, "code_here", lambda: "something else")
    assert "has another Rulewright" in said("--scheduler", cluster.address)


@needs_dask
def test_a_cluster_without_workers_is_told_and_a_scheduler_that_goes_too(monkeypatch: Any) -> None:
    from distributed import LocalCluster

    monkeypatch.setattr(remote_crew, "NOBODY", 0.3)
    monkeypatch.setattr(remote_crew, "TICK", 0.1)
    game = rulewright.load("kuhn_poker")
    started = LocalCluster(n_workers=0, dashboard_address=":0", silence_logs=60, host="127.0.0.1")
    with Cluster(started.scheduler_address) as cluster:
        with pytest.raises(ClusterLost, match="has no workers"):
            rulewright.simulate(game, 10, workers=cluster)
        started.close()
        with pytest.raises(ClusterLost, match="is gone"):
            rulewright.simulate(game, 10, workers=cluster)
    with pytest.raises(Misused):
        monkeypatch.setattr(clusters, "CONNECT", 0.3)
        Cluster(started.scheduler_address)


# ---------------------------------------------------------------- compiled once


def make(folder: str) -> bytes:
    with (Path(folder) / "made").open("a", encoding="utf-8") as file:
        file.write("once\n")
    return b"machine code"


def want(folder: str) -> None:
    os.environ["RULEWRIGHT_CACHE"] = folder
    assert store.made_once("ab" * 32, lambda: make(folder)) == b"machine code"


def test_native_code_is_made_once_by_all_processes_of_a_machine(tmp_path: Path) -> None:
    several = [multiprocessing.Process(target=want, args=(str(tmp_path),)) for _ in range(6)]
    for process in several:
        process.start()
    for process in several:
        process.join()
    assert [process.exitcode for process in several] == [0] * 6
    assert (tmp_path / "made").read_text(encoding="utf-8") == "once\n"
