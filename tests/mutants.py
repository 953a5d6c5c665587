"""Plants random faults in the C of games, to see whether tests find them: `python tests/mutants.py [many] [seed] [game ...]`.

Each fault is one changed sign or number in the text, compiled and played in a process of its own, so that it may also crash or
hang. It *changes something* if many games inside the library differ from those of the sound one in anything at all: the whole
memory at any decision, steps left, numbers of options, what seats see, rows of effects, scores, counters, choices of bots. It
is *found* if what `make test` plays of that game tells: games in step with the reference, whole games in both forms, games
between bots, and the best groupings of cards; if it lies in the fixed part of the text, also by other games that the tests
play. What changes something and is not found was missed.
"""

from __future__ import annotations

import multiprocessing
import random
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import rulewright
from companions import InLibrary, same_ends
from lockstep import Answer, Companion, Lockstep, Results, Seen, Told
from rulewright import Game
from rulewright.engine.native import compiler, store
from rulewright.engine.native.library import Library, NativePosition
from rulewright.engine.native.source import source_of
from rulewright.engine.native.whole_games import first_position, play_games
from rulewright.engine.protocol import SeatedBots
from rulewright.engine.trouble import RuleError
from rulewright.engine.world import World
from rulewright.engine.worlds import world_for
from rulewright.players.bots import seated
from test_native_grouping import groups_as_python_does

CHANGES = (
    (r" < ", " <= "), (r" <= ", " < "), (r" > ", " >= "), (r" == ", " != "), (r" != ", " == "), (r" \+ 1\b", " + 2"),
    (r" - 1\b", " - 2"), (r" && ", " || "), (r" \|\| ", " && "), (r"\bTOP\b", "BOTTOM"), (r"->next\b", "->prev"),
    (r"next\[RING\b", "prev[RING"), (r"\+\+;", "--;"), (r" = -1;", " = 0;"), (r" \+= ", " -= "), (r"goto i(\d+);", ";"),
)  # fmt: skip
DEFINITIONS = Path(__file__).parent / "definitions"
TRIED = [
    "ruse_and_bruise", "crazy_eights", "bruno_the_bandit", "rus", "ruthless", "ruse_instincts_of_the_den", "gin_rummy",
    "liars_dice", str(DEFINITIONS / "whispers"), str(DEFINITIONS / "swap_meet"),
]  # fmt: skip
SMALL = ("swap_meet", "whispers", "causeway", "small_fibs")
ATTIC = str(Path(__file__).parent / "corners" / "attic")
BESIDES = ["crazy_eights", "high_water", ATTIC, *(str(DEFINITIONS / name) for name in SMALL)]
SECONDS = 240
IN_STEP = 550  # decisions, as in `test_native_tables.py`
MANY = 3000  # decisions of those games that say whether something changes
SOUND, CHANGED = 0, 2


def faults(text: str, chance: random.Random, how_many: int) -> Iterator[tuple[str, int, str]]:
    """Texts with one fault each, and where that is; behind the tables, so that something is done with it."""
    begin = text.index("static __attribute__((noreturn")
    places = [(match.span(), new) for old, new in CHANGES for match in re.finditer(old, text) if match.start() > begin]
    for (start, end), new in chance.sample(places, how_many):
        line = text[text.rfind("\n", 0, start) + 1 : text.find("\n", end)]
        yield text[:start] + new + text[end:], start, f"{text[start:end]!r} -> {new!r} in {line.strip()[:110]}"


@cache
def game_of(name: str) -> Game:
    return rulewright.load(name)


@cache
def world_of(name: str) -> World:
    every = range(game_of(name).definition.fewest, game_of(name).definition.most + 1)
    return world_for(game_of(name).definition, every[len(every) // 2])


def loaded(name: str, code: bytes) -> Library:
    with store.loadable(code) as path:
        return Library(world_of(name), path)


def bots_of(library: Library) -> SeatedBots | None:
    bots = ("greedy:2", "search:24", *["random"] * library.world.players)[: library.world.players]
    return seated(library.world, bots, True) if library.thinks else None


# ---------------------------------------------------------------- what the reference shows


class ShownGame(Companion):
    """A game of the reference as it was shown, kept so that any number of libraries can be held against it."""

    def __init__(self, world: World, seats: tuple[str, ...], seed: int) -> None:
        self.seats, self.seed = seats, seed
        self.shown: list[Seen] = []
        self.answers: Sequence[Answer] = ()
        self.wanted: Results | None = None

    def compare(self, seen: Seen) -> None:
        kept = copy(seen)
        kept.state, kept.rows = seen.state.copy(), list(seen.rows or ())
        self.shown.append(kept)

    def compare_results(self, wanted: Results) -> None:
        self.wanted = wanted

    def finish(self, answers: Sequence[Answer], told: Told) -> None:
        assert not told
        self.answers = answers

    def hold_against(self, library: Library) -> None:
        """As in a lockstep with the reference."""
        own = InLibrary(library, library.world, self.seats, self.seed)
        try:
            own.begin()
            own.compare(self.shown[0])
            for answer, seen in zip(self.answers, self.shown[1:], strict=True):
                own.answer(answer)
                own.compare(seen)
        except RuleError:
            if own.goes_along:
                raise
            return
        assert self.wanted is not None
        own.compare_results(self.wanted)


def shown_games(name: str) -> list[ShownGame]:
    """As many as `test_native_tables.py` plays of a table."""
    world, decisions, games = world_of(name), 0, []
    for seed in range(40):
        run = Lockstep(world, game_of(name).check_seats(world.players), seed, [ShownGame], in_order=False)
        run.play()
        games.append(run.companions[0])
        decisions += len(run.answers)
        if decisions > IN_STEP and seed:
            break
    return games


# ---------------------------------------------------------------- what a library does


def walked(library: Library, seed: int) -> Iterator[Any]:
    """Everything of one game, decision by decision."""
    table, picks = NativePosition(library), random.Random(seed)
    table.memory[:] = first_position(library)
    table.exchange.parts["rng"][0] = seed * 77_777 + 5
    table.note_rows()
    count, stack = table.step(-1), library.layout.fields["stack"].offset
    while True:
        used = stack + 4 * table.exchange.parts["top"][0]
        yield count, table.seat, bytes(table.memory[:used]), table.rows()
        if count <= 0:
            yield table.scores(), table.winners()
            return
        yield table.decisions(), table.numbers(table.seat), table.observe(picks.randrange(library.world.players))
        count = table.step(picks.randrange(count))


def signs(library: Library) -> Iterator[Any]:
    """What many games come to, up to so many decisions, in games driven from outside, in whole ones and between bots."""
    decisions, seed = 0, 1000
    while decisions < MANY:
        for sign in walked(library, seed):
            decisions += 1
            yield sign
        seed += 1
    yield play_games(library, 2, range(300), 100_000, 60, True)
    if (bots := bots_of(library)) is not None:
        yield play_games(library, 3, range(8), 100_000, 60, True, bots)


@dataclass
class Sound:
    """A game as it should be: its text, its machine code, and what that does."""

    text: str
    code: bytes
    in_step: list[ShownGame]
    whole: list[Any]


def whole_games(library: Library) -> list[Any]:
    """Those that the tests compare with the engine in Python: chance decides, or bots do."""
    found = [play_games(library, 1, range(50), 100_000, 60, True)]
    bots = bots_of(library)
    return found if bots is None else [*found, play_games(library, 5, range(3, 4), 100_000, 60, True, bots)]


def optimized(text: str) -> bytes:
    """Machine code that is the same where a change makes no difference."""
    return compiler.compiled(compiler.find(), text, 1, more=("-DWHOLE",))


@cache
def sound(name: str) -> Sound:
    text = source_of(world_of(name))
    code = compiler.compiled(compiler.find(), text, 0, True)
    return Sound(text, code, shown_games(name), whole_games(loaded(name, code)))


@cache
def sound_optimized(name: str) -> bytes:
    return optimized(sound(name).text)


@cache
def sound_signs(name: str) -> list[int]:
    return [hash(repr(sign)) for sign in signs(loaded(name, sound(name).code))]


# ---------------------------------------------------------------- what is seen of a fault


def is_found(name: str, code: bytes) -> None:
    """Fails if the tests would."""
    library = loaded(name, code)
    for game in sound(name).in_step:
        game.hold_against(library)
    assert whole_games(library) == sound(name).whole
    same_ends(library, 300)
    if library.world.definition.groupings:
        groups_as_python_does(library)


def changes(name: str, code: bytes) -> None:
    """Ends with 2 if anything is otherwise."""
    found = signs(loaded(name, code))
    if any(hash(repr(next(found, None))) != expected for expected in sound_signs(name)):
        raise SystemExit(CHANGED)


def ended(what: Callable[[str, bytes], None], name: str, code: bytes) -> int:
    """How a process of its own ends: 0 if nothing was noticed."""
    child = multiprocessing.get_context("fork").Process(target=what, args=(name, code))
    child.start()
    child.join(SECONDS)
    if child.is_alive():
        child.kill()
        child.join()
    return SOUND if child.exitcode == SOUND else CHANGED


def planted(name: str, text: str, old: str) -> bytes | None:
    """The same fault in another game, if its text has that line once."""
    usual = sound(name).text
    if usual.count(old) != 1:
        return None
    return compiler.compiled(compiler.find(), usual.replace(old, text), 0, True)


def outcome(name: str, text: str, start: int) -> str:
    usual = sound(name)
    try:
        code = compiler.compiled(compiler.find(), text, 0, True)
    except compiler.NoCompiler:
        return "does not compile"
    if code != usual.code and ended(is_found, name, code):
        return "found"
    if code == usual.code or optimized(text) == sound_optimized(name):
        return "the same machine code"
    sound_signs(name)  # before a process of its own asks for them
    if not ended(changes, name, code):
        return "changes nothing"
    line, mutated = (one[one.rfind("\n", 0, start) + 1 : one.find("\n", start)] for one in (usual.text, text))
    for other in BESIDES:
        elsewhere = planted(other, mutated, line) if other != name else None
        if elsewhere is not None and ended(is_found, other, elsewhere):
            return "found"
    return "missed"


def main() -> None:
    how_many, seed = (int(sys.argv[at]) if len(sys.argv) > at else usual for at, usual in ((1, 200), (2, 1)))
    names, chance = sys.argv[3:] or TRIED, random.Random(seed)
    every = -(-how_many // len(names))
    sys.stderr = None  # a fault that is found says so at length
    counts: Counter[str] = Counter()
    planted_in = [[(name, *one) for one in faults(sound(name).text, chance, every)] for name in names]
    for number, (name, text, start, where) in enumerate(one for row in zip(*planted_in, strict=True) for one in row):
        found = outcome(name, text, start) if number < how_many else ""
        counts[found] += bool(found)
        if found == "missed":
            print(f"{Path(name).name}: {where}", flush=True)
        if not (number + 1) % len(names):
            print(dict(counts), flush=True)
    telling = counts["found"] + counts["missed"]
    print(f"{counts['found']} of {telling} that change something are found: {100 * counts['found'] / max(1, telling):.1f} %")


if __name__ == "__main__":
    main()
