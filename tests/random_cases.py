"""Plays random definitions with all engines of this machine in lockstep: `python tests/random_cases.py [many] [options]`.

    python tests/random_cases.py 20000 --games 50 --state build/random_cases.json    a million games; again to go on
    python tests/random_cases.py 5000                    cases 0 to 4,999, 20 games of each
    python tests/random_cases.py 500 --from 100000       others
    python tests/random_cases.py 500 --engines python    without those that must be compiled

A million games take about six hours on two cores: a definition costs 0.9 s of processor time, most of it the compiler's, and
each of its games about 0.025 s in all engines together. Prints how far it is, how many games were played by whom, and which
share of them really play: not refused, not over at once, not cut by a limit. A difference is shrunk to a small game with a
scenario in `build/oracle`. Exits with 1 if there is one, or if too few really play.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
import warnings
from collections import Counter
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from crews import Crew
from oracle.cases import case, case_text
from oracle.difference import shrunk_difference
from oracle.verdicts import EVERY, judge

SHARE = 0.7  # of all games that must really play
BUILD = Path(__file__).parent.parent / "build" / "oracle"
PROGRESS = 20  # seconds between two lines


@dataclass
class Tally:
    """What became of games: by kind, who played them beside the reference, and what was played again in another order."""

    cases: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    engines: Counter[str] = field(default_factory=Counter)
    orders: Counter[str] = field(default_factory=Counter)
    different: list[tuple[int, int, str]] = field(default_factory=list)  # cases, games of them that differ, and why

    @property
    def share(self) -> float:
        return self.kinds["played"] / max(1, self.kinds.total())

    def add(self, other: Tally) -> None:
        self.cases += other.cases
        for own, more in ((self.kinds, other.kinds), (self.engines, other.engines), (self.orders, other.orders)):
            own.update(more)
        self.different += other.different

    def told(self) -> str:
        games = ", ".join(f"{many:,} {kind}" for kind, many in self.kinds.most_common())
        beside = ", ".join(f"{name} {many:,}" for name, many in self.engines.items())
        orders = ", ".join(f"{name} {many:,}" for name, many in self.orders.items())
        return (
            f"{self.cases:,} definitions, {self.kinds.total():,} games: {self.share:.0%} really play ({games}); "
            f"beside the reference: {beside or 'nobody'}; in another order: {orders or 'none'}; {len(self.different)} differ"
        )


def played(number: int, games: int = 1, engines: tuple[str, ...] = EVERY) -> Tally:
    """Some games of one case, up to the first that differs."""
    tally = Tally(1)
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # also what is written must be nothing to frown at
        for game in range(games):
            verdict = judge(case_text(number), number, engines, game)
            tally.kinds[verdict.kind] += 1
            tally.engines.update(verdict.engines)
            tally.orders.update(verdict.orders)
            if verdict.kind == "differs":
                tally.different.append((number, game, verdict.why))
                break
    return tally


def lost(why: str) -> Tally:
    """A case that brought its worker down; which one it is says who hears of it."""
    return Tally(1, Counter(["differs"]), different=[(-1, 0, why)])


# ---------------------------------------------------------------- a run that can be gone on with


class LongRun:
    """Cases one after the other, and where they are remembered. What is finished out of turn waits until it is next, so that a
    run that was ended anywhere counts every case once."""

    def __init__(self, asked: argparse.Namespace) -> None:
        self.asked, self.engines = asked, tuple(asked.engines)
        self.settled = {"first": asked.first, "games": asked.games, "engines": list(self.engines)}
        self.whole, self.finished = self._remembered(), dict[int, Tally]()

    def _remembered(self) -> Tally:
        path: Path | None = self.asked.state
        if path is None or not path.exists():
            return Tally()
        kept: dict[str, Any] = json.loads(path.read_text("utf-8"))
        if kept.pop("settled") != self.settled:
            raise SystemExit(f"{path} is of a run of other cases, games or engines: give another file, or remove it")
        counters = {name: Counter(kept[name]) for name in ("kinds", "engines", "orders")}
        return Tally(kept["cases"], **counters, different=[tuple(one) for one in kept["different"]])

    def keep(self) -> None:
        path: Path | None = self.asked.state
        if path is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
            beside = path.with_name(f"{path.name}.{os.getpid()}")
            beside.write_text(json.dumps({"settled": self.settled, **vars(self.whole)}, indent=1), "utf-8")
            beside.replace(path)

    def carry_out(self) -> None:
        first, since = self.asked.first, time.monotonic()
        judge, shown = partial(played, games=self.asked.games, engines=self.engines), since
        numbers = range(first + self.whole.cases, first + self.asked.many)
        for number, tally in Crew(judge, numbers, self.asked.workers, lost, chunk=10).results():
            self.finished[number] = tally
            self._tell_differences(number, tally)
            while (ready := self.finished.pop(first + self.whole.cases, None)) is not None:
                self.whole.add(ready)
            if time.monotonic() - shown > PROGRESS:
                shown = time.monotonic()
                self.keep()
                print(f"{shown - since:.0f} s: {self.whole.told()}", flush=True)
        self.keep()
        print(f"{time.monotonic() - since:.0f} s: {self.whole.told()}")

    def _tell_differences(self, number: int, tally: Tally) -> None:
        tally.different = [(number, game, why) for _, game, why in tally.different]
        for _, game, why in tally.different:
            print(f"case {number}, game {game}: {why}", flush=True)
            print(shrunk_difference(BUILD / str(number), case(number), number, game, self.engines), flush=True)


def main(words: list[str] | None = None) -> int:
    reader = argparse.ArgumentParser(description="Random definitions, played by all engines in lockstep.")
    reader.add_argument("many", type=int, nargs="?", default=100, help="how many definitions")
    reader.add_argument("--from", type=int, default=0, dest="first", help="the number of the first one")
    reader.add_argument("--games", type=int, default=20, help="games of each")
    reader.add_argument("--engines", nargs="*", default=EVERY, choices=EVERY, help="who plays beside the reference")
    reader.add_argument("--state", type=Path, help="remember here what was played, and go on from there")
    reader.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    os.environ["RULEWRIGHT_CACHE"] = "off"
    run = LongRun(reader.parse_args(words))
    run.carry_out()
    return int(bool(run.whole.different) or run.whole.share < SHARE)


if __name__ == "__main__":
    sys.exit(main())
