"""Plants random faults in the C of a game and sees whether playing in step finds them: `python tests/mutants.py [many] [game]`.

Each fault is one changed sign or number in the text, compiled and played in a process of its own, so that it may also crash or
hang. A fault counts as found if playing in step or the figures of a few games tell, and as harmless if the machine code is the
same as before, or if many games inside the library have the same decisions, scores, cards and abilities. Others were missed.
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
from rulewright.engine.native.whole_games import play_games
from rulewright.engine.protocol import PlayedGames
from rulewright.engine.world import World
from rulewright.engine.worlds import world_for

CHANGES = (
    (r" < ", " <= "), (r" <= ", " < "), (r" > ", " >= "), (r" == ", " != "), (r" != ", " == "), (r" \+ 1\b", " + 2"),
    (r" - 1\b", " - 2"), (r" && ", " || "), (r" \|\| ", " && "), (r"\bTOP\b", "BOTTOM"), (r"->next\b", "->prev"),
    (r"next\[RING\b", "prev[RING"), (r"\+\+;", "--;"), (r" = -1;", " = 0;"), (r" \+= ", " -= "), (r"goto i(\d+);", ";"),
)  # fmt: skip
SECONDS = 60
GAMES = 6
FEW, MANY = 25, 500
MISSED = 2


def faults(text: str, how_many: int, seed: int) -> Iterator[tuple[str, str]]:
    """Texts with one fault each, and where that is; behind the tables, so that something is done with it."""
    chance, begin = random.Random(seed), text.index("static __attribute__((noreturn")
    places = [(match.span(), new) for old, new in CHANGES for match in re.finditer(old, text) if match.start() > begin]
    for (start, end), new in chance.sample(places, how_many):
        line = text[text.rfind("\n", 0, start) + 1 : text.find("\n", end)]
        yield text[:start] + new + text[end:], f"{text[start:end]!r} -> {new!r} in {line.strip()[:90]}"


def loaded(name: str, players: int, code: bytes) -> Library:
    with store.loadable(code) as path:
        return Library(world_for(rulewright.load(name).definition, players), path)


Told = tuple[PlayedGames, PlayedGames]


def figures(library: Library) -> Told:
    """Of as many games as the tests hold against Python, and of many more."""
    few, many = (play_games(library, 1, range(games), 100_000, 60, True) for games in (FEW, MANY))
    return few, many


def played(name: str, players: int, code: bytes, usual: Told) -> None:
    """Ends with 1 if playing in step or a few games tell, with 2 if only many games do."""
    library = loaded(name, players, code)
    for seed in range(GAMES):
        in_step(rulewright.load(name), library, seed)
    few, many = figures(library)
    assert few == usual[0]
    if many != usual[1]:
        raise SystemExit(MISSED)


def outcome(world: World, name: str, text: str, usual: bytes, told: Told) -> str:
    try:
        code = compiler.compiled(compiler.find(), text, 0, True)
    except compiler.NoCompiler:
        return "does not compile"
    if code == usual:
        return "harmless"
    child = multiprocessing.get_context("fork").Process(target=played, args=(name, world.players, code, told))
    child.start()
    child.join(SECONDS)
    if child.is_alive():
        child.kill()
        return "found"
    return {0: "harmless", MISSED: "not found"}.get(child.exitcode or 0, "found")


def main() -> None:
    how_many, name = int(sys.argv[1]) if len(sys.argv) > 1 else 200, sys.argv[2] if len(sys.argv) > 2 else "ruse_and_bruise"
    world = world_for(rulewright.load(name).definition, rulewright.load(name).usual_players)
    text = source_of(world)
    usual = compiler.compiled(compiler.find(), text, 0, True)
    told = figures(loaded(name, world.players, usual))
    counts: Counter[str] = Counter()
    sys.stderr = None  # a fault that is found says so at length
    for mutant, where in faults(text, how_many, 1):
        found = outcome(world, name, mutant, usual, told)
        counts[found] += 1
        if found == "not found":
            print(where, flush=True)
    print(dict(counts))


if __name__ == "__main__":
    main()
