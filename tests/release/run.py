"""What is run before a release: mutants, kills and cuts, seeded, in several processes, gone on with where it stopped.

    python tests/release/run.py --state build/release.json            everything; again to go on
    python tests/release/run.py --only saves --count 500              a part, without remembering it

Prints what became of each kind, and every fault with the number that makes it again. Exits with 1 if there is a fault.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import resource
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache, partial
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any

import rulewright
from judging import Fault, judge
from kills import cuts, judge_cut, judge_kill
from mutants import mutant
from rulewright.game import folder_of
from rulewright.language.diagnostics import Complaints
from rulewright.language.read.files import Files, gather
from texts import JUDGES, SMALL

MEMORY = 2 << 30
HANGS = 60  # seconds without a word from a worker
CHUNK = 50


@cache
def _files(name: str) -> Files:
    return gather(folder_of(name), Complaints())


def judge_definition(name: str, number: int) -> str:
    return judge(mutant(_files(name), number), number)


def parts() -> dict[str, tuple[Callable[[int], str], int]]:
    """Every kind of run with its judge and how many numbers it has; small definitions get more mutants, as they are quicker."""
    found: dict[str, tuple[Callable[[int], str], int]] = {}
    for name in rulewright.shipped():
        found[f"definition {name}"] = (partial(judge_definition, name), 8_000)
    for name in SMALL:
        if name not in rulewright.shipped():
            found[f"definition {Path(name).name}"] = (partial(judge_definition, name), 4_000)
    for name, one in JUDGES.items():
        found[name] = (one, 30_000)
    return found | {"kills": (judge_kill, 200), "cuts": (judge_cut, cuts())}


def _work(part: str, numbers: range, pipe: Connection) -> None:
    """Judge numbers one by one, and tell what became of each before the next."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    one, _ = parts()[part]
    for number in numbers:
        try:
            result = one(number)
        except Fault as problem:
            result = f"FAULT {problem}"
        pipe.send((number, result))
    pipe.close()


class Run:
    """One part: chunks of numbers on several workers, each watched."""

    def __init__(self, part: str, done: int, count: int, workers: int) -> None:
        self.part = part
        self.workers = workers
        self.waiting: list[range] = [range(low, min(low + CHUNK, count)) for low in range(done, count, CHUNK)][::-1]
        self.busy: dict[Connection, tuple[multiprocessing.Process, range, float]] = {}

    def results(self) -> Iterator[tuple[int, str]]:
        while self.waiting or self.busy:
            while self.waiting and len(self.busy) < self.workers:
                self._start(self.waiting.pop())
            for pipe in wait(list(self.busy), timeout=1):
                assert isinstance(pipe, Connection)
                yield from self._heard(pipe)
            for pipe, (_, _, since) in list(self.busy.items()):
                if time.monotonic() - since > HANGS:
                    yield from self._lost(pipe, f"FAULT nothing for {HANGS} s")

    def _start(self, numbers: range) -> None:
        here, there = multiprocessing.Pipe(False)
        worker = multiprocessing.Process(target=_work, args=(self.part, numbers, there), daemon=True)
        worker.start()
        there.close()
        self.busy[here] = (worker, numbers, time.monotonic())

    def _heard(self, pipe: Connection) -> Iterator[tuple[int, str]]:
        worker, numbers, _ = self.busy[pipe]
        try:
            number, result = pipe.recv()
        except EOFError:
            if numbers:
                yield from self._lost(pipe, "FAULT the worker died")
            else:
                del self.busy[pipe]
                worker.join()
            return
        self.busy[pipe] = (worker, numbers[1:], time.monotonic())
        yield number, result

    def _lost(self, pipe: Connection, why: str) -> Iterator[tuple[int, str]]:
        """A number that brought its worker down; the others of its chunk go to another."""
        worker, numbers, _ = self.busy.pop(pipe)
        worker.kill()
        worker.join()
        if numbers[1:]:
            self.waiting.append(numbers[1:])
        yield numbers[0], why


def carry_out(part: str, state: dict[str, Any], count: int, workers: int, keep: Callable[[], None]) -> None:
    known = state.setdefault(part, {"done": 0, "results": {}, "faults": {}})
    results = Counter(known["results"])
    finished: set[int] = set()
    for number, result in Run(part, known["done"], count, workers).results():
        finished.add(number)
        results[result.split(" ")[0] if result.startswith("FAULT") else result] += 1
        if result.startswith("FAULT"):
            known["faults"][str(number)] = result
            print(f"{part} {number}: {result[:400]}", flush=True)
        while known["done"] in finished:
            finished.discard(known["done"])
            known["done"] += 1
        known["results"] = dict(results)
        if not known["done"] % CHUNK:
            keep()
    print(f"{part}: {known['done']} of {count}: {dict(results)}", flush=True)


def main() -> int:
    reader = argparse.ArgumentParser(description="Mutants, kills and cuts.")
    reader.add_argument("--only", default="", help="parts whose name begins so")
    reader.add_argument("--count", type=int, default=0, help="at most so many of each part")
    reader.add_argument("--state", type=Path, help="remember here what was done, and go on from there")
    reader.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    asked = reader.parse_args()
    os.environ["RULEWRIGHT_CACHE"] = "off"
    state: dict[str, Any] = json.loads(asked.state.read_text("utf-8")) if asked.state and asked.state.exists() else {}

    def keep() -> None:
        if asked.state:
            asked.state.parent.mkdir(parents=True, exist_ok=True)
            asked.state.write_text(json.dumps(state, indent=1), encoding="utf-8")

    for part, (_, most) in parts().items():
        if part.startswith(asked.only):
            carry_out(part, state, min(most, asked.count or most), asked.workers, keep)
            keep()
    faults = sum(len(one["faults"]) for one in state.values())
    print(f"{sum(one['done'] for one in state.values())} done, {faults} faults")
    return int(faults > 0)


if __name__ == "__main__":
    multiprocessing.set_start_method("fork")
    sys.exit(main())
