"""The first of the mutants, kills and cuts that are run before a release: see tests/release."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import crews
import pytest

RUN = Path(__file__).parent / "release" / "run.py"
PARTS = [
    ("definition kuhn_poker", 20), ("definition small_fibs", 20), ("definition toll_bridge", 20), ("saves", 8),
    ("records", 8), ("entries", 30), ("kills", 2), ("cuts", 60),
]  # fmt: skip


@pytest.mark.parametrize(("part", "count"), PARTS)
def test_nothing_of_it_is_a_fault(part: str, count: int) -> None:
    command = [sys.executable, str(RUN), "--only", part, "--count", str(count), "--workers", "1"]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"{count} done, 0 faults" in done.stdout


def test_a_run_goes_on_where_it_stopped(tmp_path: Path) -> None:
    command = [sys.executable, str(RUN), "--only", "entries", "--state", str(tmp_path / "state.json"), "--count"]
    for count in ("20", "30"):
        done = subprocess.run([*command, count], capture_output=True, encoding="utf-8", timeout=300)
        assert f"entries: {count} of {count}" in done.stdout


def test_who_works_without_end_is_lost_and_who_hardly_comes_to_its_turn_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    def judge(number: int) -> str:
        if number:
            time.sleep(1.5)
        while not number:
            pass
        return "judged"

    monkeypatch.setattr(crews, "HANGS", 0.3)
    found = dict(crews.Crew(judge, range(2), 2, lambda why: why, chunk=1).results())
    assert found == {0: "nothing for 0.3 s", 1: "judged"}
