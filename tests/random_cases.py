"""Plays random definitions with all engines of this machine in lockstep: `python tests/random_cases.py [many] [options]`.

    python tests/random_cases.py 5000                    cases 0 to 4,999, 20 games of each
    python tests/random_cases.py 500 --from 100000       others
    python tests/random_cases.py 500 --engines python    without those that must be compiled

Prints how far it is, how many games were played by whom, and which share of them really play: not refused, not over at once,
not cut by a limit. A difference is shrunk to a small game with a scenario in `build/oracle`. Exits with 1 if there is one, or
if too few really play.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
import warnings
from collections import Counter
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from crews import Crew
from oracle.cases import case, case_text
from oracle.difference import shrunk_difference
from oracle.verdicts import EVERY, Verdict, judge

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
    different: list[tuple[int, Verdict]] = field(default_factory=list)  # games that differ

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
                tally.different.append((game, verdict))
                break
    return tally


def lost(why: str) -> Tally:
    return Tally(1, Counter(["differs"]), different=[(0, Verdict("differs", why))])


def main(words: list[str] | None = None) -> int:
    reader = argparse.ArgumentParser(description="Random definitions, played by all engines in lockstep.")
    reader.add_argument("many", type=int, nargs="?", default=100, help="how many definitions")
    reader.add_argument("--from", type=int, default=0, dest="first", help="the number of the first one")
    reader.add_argument("--games", type=int, default=20, help="games of each")
    reader.add_argument("--engines", nargs="*", default=EVERY, choices=EVERY, help="who plays beside the reference")
    reader.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    asked = reader.parse_args(words)
    os.environ["RULEWRIGHT_CACHE"] = "off"
    whole, since, engines = Tally(), time.monotonic(), tuple(asked.engines)
    numbers = range(asked.first, asked.first + asked.many)
    shown = since
    crew = Crew(partial(played, games=asked.games, engines=engines), numbers, asked.workers, lost, chunk=10)
    for number, tally in crew.results():
        whole.add(tally)
        for game, verdict in tally.different:
            print(f"case {number}, game {game}: {verdict.why}", flush=True)
            print(shrunk_difference(BUILD / str(number), case(number), number, game, engines), flush=True)
        if time.monotonic() - shown > PROGRESS:
            shown = time.monotonic()
            print(f"{shown - since:.0f} s: {whole.told()}", flush=True)
    print(f"{time.monotonic() - since:.0f} s: {whole.told()}")
    return int(bool(whole.different) or whole.share < SHARE)


if __name__ == "__main__":
    sys.exit(main())
