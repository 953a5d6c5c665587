"""What is run before a release: mutants, kills and cuts, seeded, in several processes, gone on with where it stopped.

    python tests/release/run.py --state build/release.json            everything; again to go on
    python tests/release/run.py --only saves --count 500              a part, without remembering it

Prints what became of each kind, and every fault with the number that makes it again. Exits with 1 if there is a fault.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections import Counter
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).parents[1]))

import rulewright
from crews import CHUNK, Crew
from judging import Fault, judge
from kills import cuts, judge_cut, judge_kill
from mutants import mutant
from rulewright.game import folder_of
from rulewright.language.diagnostics import Complaints
from rulewright.language.read.files import Files, gather
from texts import JUDGES, SMALL


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


def _judged(one: Callable[[int], str], number: int) -> str:
    try:
        return one(number)
    except Fault as problem:
        return f"FAULT {problem}"


def carry_out(
    part: str, one: Callable[[int], str], state: dict[str, Any], count: int, workers: int, keep: Callable[[], None]
) -> None:
    known = state.setdefault(part, {"done": 0, "results": {}, "faults": {}})
    results = Counter(known["results"])
    finished: set[int] = set()
    crew = Crew(partial(_judged, one), range(known["done"], count), workers, lambda why: f"FAULT {why}")
    for number, result in crew.results():
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

    for part, (one, most) in parts().items():
        if part.startswith(asked.only):
            carry_out(part, one, state, min(most, asked.count or most), asked.workers, keep)
            keep()
    faults = sum(len(one["faults"]) for one in state.values())
    print(f"{sum(one['done'] for one in state.values())} done, {faults} faults")
    return int(faults > 0)


if __name__ == "__main__":
    sys.exit(main())
