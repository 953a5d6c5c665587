"""Plants random faults in the C of a game and sees whether playing in step finds them: `python tests/mutants.py [many] [game]`.

Each fault is one changed sign or number in the text, compiled and played in a process of its own, so that it may also crash or
hang. A fault counts as found if anything comes out differently, and as harmless if the machine code is the same as before.
"""

from __future__ import annotations

import multiprocessing
import random
import re
import sys
from collections import Counter
from collections.abc import Iterator

import rulewright
from lockstep import in_step
from rulewright.engine.native import compiler, store
from rulewright.engine.native.library import Library
from rulewright.engine.native.source import source_of
from rulewright.engine.world import World
from rulewright.engine.worlds import world_for

CHANGES = (
    (r" < ", " <= "), (r" <= ", " < "), (r" > ", " >= "), (r" == ", " != "), (r" != ", " == "), (r" \+ 1\b", " + 2"),
    (r" - 1\b", " - 2"), (r" && ", " || "), (r" \|\| ", " && "), (r"\bTOP\b", "BOTTOM"), (r"->next\b", "->prev"),
    (r"->first\b", "->last_of"), (r"\+\+;", "--;"), (r" = -1;", " = 0;"), (r" \+= ", " -= "), (r"goto i(\d+);", ";"),
)  # fmt: skip
SECONDS = 60
GAMES = 6


def faults(text: str, how_many: int, seed: int) -> Iterator[tuple[str, str]]:
    """Texts with one fault each, and where that is; behind the tables, so that something is done with it."""
    chance, begin = random.Random(seed), text.index("static __attribute__((noreturn")
    places = [(match.span(), new) for old, new in CHANGES for match in re.finditer(old, text) if match.start() > begin]
    for (start, end), new in chance.sample(places, how_many):
        line = text[text.rfind("\n", 0, start) + 1 : text.find("\n", end)]
        yield text[:start] + new + text[end:], f"{text[start:end]!r} -> {new!r} in {line.strip()[:90]}"


def played(name: str, players: int, code: bytes) -> None:
    game = rulewright.load(name)
    with store.loadable(code) as path:
        library = Library(world_for(game.definition, players), path)
    for seed in range(GAMES):
        in_step(game, library, seed)


def outcome(world: World, name: str, text: str, usual: bytes) -> str:
    try:
        code = compiler.compiled(compiler.find(), text, 0, True)
    except compiler.NoCompiler:
        return "does not compile"
    if compiler.compiled(compiler.find(), text, 1, True) == usual:
        return "harmless"
    child = multiprocessing.get_context("fork").Process(target=played, args=(name, world.players, code))
    child.start()
    child.join(SECONDS)
    if child.is_alive():
        child.kill()
        return "found"
    return "not found" if child.exitcode == 0 else "found"


def main() -> None:
    how_many, name = int(sys.argv[1]) if len(sys.argv) > 1 else 200, sys.argv[2] if len(sys.argv) > 2 else "ruse_and_bruise"
    world = world_for(rulewright.load(name).definition, rulewright.load(name).usual_players)
    text = source_of(world)
    usual = compiler.compiled(compiler.find(), text, 1, True)
    counts: Counter[str] = Counter()
    sys.stderr = None  # a fault that is found says so at length
    for mutant, where in faults(text, how_many, 1):
        found = outcome(world, name, mutant, usual)
        counts[found] += 1
        if found == "not found":
            print(where, flush=True)
    print(dict(counts))


if __name__ == "__main__":
    main()
