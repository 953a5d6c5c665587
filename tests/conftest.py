"""What all tests share: surroundings that are the same on every machine, what may be missing there, and tables to sit at.

A test that takes `table` runs once for every shipped game, and for small ones that do more, with every number of players.
RULEWRIGHT_GAMES says how many games of each definition are played, spread over its numbers of players; RULEWRIGHT_REQUIRE names
what must not be missing; and RULEWRIGHT_SHUFFLE is a number that puts all tests in another order.
"""

from __future__ import annotations

import gc
import importlib
import importlib.util
import os
import random
import shutil
import signal
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import count
from pathlib import Path
from types import ModuleType
from typing import Any

import hypothesis
import pytest
import rulewright
from rulewright.engine import chance
from rulewright.engine.native import libraries
from rulewright.game import games_folder
from rulewright.language.diagnostics import Complaints
from rulewright.loading import Rulebook
from rulewright.study.report import GameReport, run_files
from rulewright.table.witness import PastStep

os.environ["RULEWRIGHT_CACHE"] = "off"  # tests compile what they test, also in the processes they start
GAMES = int(os.environ.get("RULEWRIGHT_GAMES", "6"))
SEED = 1000  # of the random game that many tests look at
MORE = ("sticky_fingers", "swap_meet", "whispers")  # they do what no shipped game does
DEFINITIONS = Path(__file__).parent / "definitions"
SMALL = [str(DEFINITIONS / name) for name in MORE]

# ---------------------------------------------------------------- the same surroundings everywhere

hypothesis.settings.register_profile("anywhere", deadline=None, derandomize=True, database=None)
hypothesis.settings.load_profile("anywhere")

FOLDERS = {
    "HOME": ".", "XDG_CACHE_HOME": ".cache", "XDG_CONFIG_HOME": ".config", "XDG_DATA_HOME": ".local/share",
    "XDG_STATE_HOME": ".local/state", "XDG_RUNTIME_DIR": ".run",
}  # fmt: skip
HOMELY = {part for place in FOLDERS.values() for part in Path(place).parts}
PERSONAL = ("LC_", "XDG_", "CLICOLOR", "TTY_", "PYTHON")
NEEDED = {"PYTHONPATH", "PYTHONHOME", "PYTHONDONTWRITEBYTECODE", "PYTHONPYCACHEPREFIX"}
TASTES = {
    "COLORTERM", "COLUMNS", "FORCE_COLOR", "INPUTRC", "LANG", "LANGUAGE", "LINES", "NO_COLOR", "RULEWRIGHT_DEBUG",
}  # fmt: skip


@pytest.fixture(scope="session")
def homes(tmp_path_factory: pytest.TempPathFactory) -> Callable[[], Path]:
    """A home in which nobody has left anything: that of the test before, or a new one."""
    place, numbers, used = tmp_path_factory.mktemp("homes"), count(1), list[Path]()

    def home() -> Path:
        if not used or any(files or set(folders) - HOMELY for _, folders, files in os.walk(used[-1])):
            used.append(place / str(next(numbers)))
            for folder in FOLDERS.values():
                (used[-1] / folder).mkdir(parents=True, exist_ok=True)
        return used[-1]

    return home


@pytest.fixture(autouse=True)
def at_home(homes: Callable[[], Path], monkeypatch: pytest.MonkeyPatch) -> Path:
    """Every test, with the processes it starts, has a home of its own and none of the tastes of whoever runs it."""
    home = homes()
    for name in [one for one in os.environ if one in TASTES or one.startswith(PERSONAL)]:
        if name not in NEEDED:
            monkeypatch.delenv(name)
    for name in ("COLUMNS", "LINES"):
        os.unsetenv(name)  # readline sets them behind the back of Python, for the processes that are started
    for name, place in FOLDERS.items():
        monkeypatch.setenv(name, str(home / place))
    monkeypatch.setenv("LANG", "C.UTF-8")
    monkeypatch.setenv("TERM", "xterm")
    return home


@pytest.fixture(scope="session")
def cache_of_processes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache")


@pytest.fixture
def compiled_once(cache_of_processes: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The processes that a test starts share one cache, as those of a user do: what they do with a game is tested, not how it
    is compiled."""
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(cache_of_processes))


@pytest.fixture
def own_copy(tmp_path: Path) -> Callable[..., Path]:
    """Copies a folder so that everything in the copy can be changed, also where nothing of ours can be."""

    def copy(source: Path | str, name: str, *without: str) -> Path:
        folder = tmp_path / name
        shutil.copytree(source, folder, ignore=shutil.ignore_patterns(*without))
        for path in [folder, *folder.rglob("*")]:
            path.chmod(0o755 if path.is_dir() else 0o644)
        return folder

    return copy


def pytest_collection_finish() -> None:
    """What is loaded by now stays: nobody need look through it again for something to forget."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(200_000, 20, 40)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Game by game, so that one process writes the rules of a game and tells what happens in it, and no other does so again; or
    another order for every number, the same one on every worker. Without what `make check-browser` tries."""
    items.sort(key=game_of)
    if seed := os.environ.get("RULEWRIGHT_SHUFFLE"):
        random.Random(seed).shuffle(items)
    if "RULEWRIGHT_BROWSER" not in os.environ:
        items[:] = [one for one in items if not one.get_closest_marker("check_browser")]


def game_of(item: pytest.Item) -> str:
    """The game that a test is run with; none for one that stays beside the others of its file, which share more than a game."""
    if not isinstance(item, pytest.Function) or not hasattr(item, "callspec"):
        return ""
    if any(item._fixtureinfo.name2fixturedefs[name][-1].scope == "module" for name in item._fixtureinfo.name2fixturedefs):
        return ""
    for value in item.callspec.params.values():
        if isinstance(value, Table | rulewright.Game):
            return (value.game if isinstance(value, Table) else value).definition.id
        if isinstance(value, str | Path):
            for name in (one.name for one in (Path(value), *Path(value).parents) if one.name in still()):
                return name
    return ""


# ---------------------------------------------------------------- what may be missing

BESIDE = Path(os.environ.get("RULEWRIGHT_TWINS", Path(__file__).resolve().parents[2] / "shared" / "bench"))
OPTIONAL: dict[str, Callable[[], object]] = {
    "browser": lambda: importlib.import_module("browser.finding").browser_here(),
    "compiler": lambda: not libraries.why_not(),
    "distributed": lambda: importlib.util.find_spec("distributed"),
    "open_spiel": lambda: importlib.util.find_spec("pyspiel"),
    "readline": lambda: importlib.util.find_spec("readline"),
    "web": lambda: importlib.util.find_spec("uvicorn") and importlib.util.find_spec("websockets"),
    "twins": lambda: (BESIDE / "handwritten_neutral.py").is_file(),
}
REQUIRED = frozenset(os.environ.get("RULEWRIGHT_REQUIRE", "").replace(",", " ").split())
LEFT_OUT = "not on this machine: "


def pytest_configure(config: pytest.Config) -> None:
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as in the background of a shell, for all that is started
        signal.signal(signal.SIGINT, signal.default_int_handler)
    config.addinivalue_line("markers", f"needs(name): left out where it is missing and not required: {', '.join(OPTIONAL)}")
    config.addinivalue_line("markers", "by_turns: with the smallest or the largest table of each game, not with both")
    config.addinivalue_line("markers", "check_browser: in a browser, and more than one short game of each way to sit there")
    if unknown := REQUIRED - OPTIONAL.keys():
        raise pytest.UsageError(f"RULEWRIGHT_REQUIRE: no test needs {', '.join(sorted(unknown))}; known: {', '.join(OPTIONAL)}")


def pytest_runtest_setup(item: pytest.Item) -> None:
    """What a test needs and a machine has not is left out and told; where it is required, the test fails."""
    for name in [name for mark in item.iter_markers("needs") for name in mark.args]:
        if not OPTIONAL[name]() and name in REQUIRED:
            pytest.fail(f"{LEFT_OUT}{name}, which RULEWRIGHT_REQUIRE names", pytrace=False)
        elif not OPTIONAL[name]():
            pytest.skip(f"{LEFT_OUT}{name}")


@pytest.fixture(scope="session")
def by_hand() -> Callable[[str], ModuleType]:
    """Loads a game that was written by hand in plain Python, beside the repository; only for tests that need twins."""

    def load(name: str) -> ModuleType:
        spec = importlib.util.spec_from_file_location(name, BESIDE / f"{name}.py")
        assert spec is not None and spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module

    return load


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """One line with everything that was left out, and how many tests it cost."""
    reasons = [str(report.longrepr[2]).partition(LEFT_OUT)[2] for report in terminalreporter.stats.get("skipped", [])]
    if reasons:
        told = ", ".join(f"{name or 'without a reason'} ({reasons.count(name)})" for name in sorted(set(reasons)))
        terminalreporter.write_line(f"left out: {told}")


# ---------------------------------------------------------------- tables


@cache
def still() -> frozenset[str]:
    """The names of the games whose files no test changes."""
    ours = DEFINITIONS.glob("*/game.yaml")
    return frozenset({*rulewright.shipped(), *(path.parent.name for path in ours)})


def once(name: str) -> None:
    """What is made of the files of a game that lies still is made once for all tests, unless one has a cache of its own."""
    make, made = getattr(Rulebook, name).func, dict[str, object]()

    def remembered(book: Rulebook) -> object:
        if book.files.id not in still() or os.environ.get("RULEWRIGHT_CACHE") != "off":
            return make(book)
        if (digest := book.files.digest()) not in made:
            made[digest] = make(book)
        return made[digest]

    known = cached_property(remembered)
    known.__set_name__(Rulebook, name)
    setattr(Rulebook, name, known)


once("_checked")
once("compiled")


def read_once() -> None:
    """Scenarios of a game that lies still are read once for all tests, if nothing is said against them."""
    read, found = rulewright.Game.read_scenarios, dict[Path, Any]()

    def remembered(game: rulewright.Game, path: Path, complaints: Complaints) -> Any:
        is_still = game.folder in path.parents and game.folder.parent in (games_folder(), DEFINITIONS) and not game.variant
        if not is_still or os.environ.get("RULEWRIGHT_CACHE") != "off":
            return read(game, path, complaints)
        if path not in found:
            before = len(complaints.errors), len(complaints.warnings)
            scenarios = read(game, path, complaints)
            if before != (len(complaints.errors), len(complaints.warnings)):
                return scenarios
            found[path] = scenarios
        return found[path]

    rulewright.Game.read_scenarios = remembered


read_once()


@cache
def loaded(name: str) -> rulewright.Game:
    return rulewright.load(name)


@cache
def legal_games() -> tuple[rulewright.Game, ...]:
    """Without those that do not load: they fail in a test of their own, and hide no other."""
    found = []
    for name in (*rulewright.shipped(), *SMALL):
        with suppress(rulewright.DefinitionError):
            found.append(loaded(name))
    return tuple(found)


@dataclass(frozen=True)
class Table:
    """A game with a number of players, and the seeds to play it with."""

    game: rulewright.Game
    players: int

    @property
    def seeds(self) -> range:
        definition = self.game.definition
        return range(max(1, GAMES // (definition.most - definition.fewest + 1)))

    @property
    def few_seeds(self) -> range:
        """For tests that do much at every decision."""
        return range(SEED, SEED + max(1, len(self.seeds) // 6))

    @property
    def stride(self) -> int:
        """Of so many decisions at which something dear is looked at, one is; with RULEWRIGHT_GAMES every one."""
        return 1 if "RULEWRIGHT_GAMES" in os.environ else 6

    @property
    def long_stride(self) -> int:
        """The same for what is dear also for one that is played: whole tables drawn, views compared."""
        return 1 if "RULEWRIGHT_GAMES" in os.environ else 15

    def viewers(self, match: rulewright.Match) -> list[tuple[int | None, str | None]]:
        """Whoever looks on, and everybody at a small table, two in turn at a larger one; with RULEWRIGHT_GAMES everybody."""
        seats = list(enumerate(match.seats))
        first = len(match.answers) % len(seats)
        shown = seats if "RULEWRIGHT_GAMES" in os.environ or len(seats) < 4 else [*seats, *seats][first : first + 2]
        return [(None, None), *shown]

    def match(self, seed: int) -> rulewright.Match:
        return self.game.new_match(self.players, seed)

    def decisions(self, seed: int) -> Iterator[rulewright.Match]:
        """A random game: the match at every decision, which is answered when the test goes on, and at its end. What was told of
        it to one test is not told anew for the next."""
        steps = STEPS.setdefault((self.game.definition.id, self.players, seed), [])
        for match, _ in play_on(self.match(seed), seed):
            share_the_past(match, steps)
            yield match

    def answered(self, seed: int) -> Iterator[tuple[rulewright.Match, tuple[str, str] | None]]:
        """The same game with the answer that led there, where nobody needs what is told of it."""
        return play_on(self.match(seed).copy(), seed)


STEPS: dict[tuple[str, int, int], list[PastStep]] = {}  # of every random game that a test has played


def share_the_past(match: rulewright.Match, known: list[PastStep]) -> None:
    """Let the steps that led here be those of the game that another test played, as far as both have gone the same way: a step
    keeps what was told of it."""
    mine = match._past.steps
    for number in range(len(mine)):
        if number == len(known):
            known.append(mine[number])
        elif mine[number] is not known[number]:
            if mine[number].act != known[number].act or mine[number].before.key() != known[number].before.key():
                return
            mine[number] = known[number]


def play_on(match: rulewright.Match, seed: int) -> Iterator[tuple[rulewright.Match, tuple[str, str] | None]]:
    """The match at every decision, answered at random by whoever must decide, with the answer that led there."""
    rng, answer = chance.seeded(seed * 7 + 1), None
    while match.decisions:
        yield match, answer
        rng, who = chance.below(rng, len(match.decisions))
        decision = match.decisions[who]
        rng, which = chance.below(rng, len(decision.options))
        answer = decision.seat, decision.options[which].text
        match.answer(decision.options[which], decision.seat)
    yield match, answer


def numbers_of_players(game: rulewright.Game, fixture: str) -> list[int]:
    """Those that a test is run with. Tables between the smallest and the largest hardly ever show anything more; with
    RULEWRIGHT_GAMES they are played all the same."""
    fewest, most = game.definition.fewest, game.definition.most
    if fixture != "table":
        return [fewest if fixture == "smallest" else most]
    return list(range(fewest, most + 1)) if "RULEWRIGHT_GAMES" in os.environ else sorted({fewest, most})


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """`table` is every table of every game, `smallest` and `largest` those with the fewest and the most players. Where the mark
    `by_turns` says so it is one of the two, of the next game the other; with RULEWRIGHT_GAMES all the same every table."""
    for fixture in [one for one in ("table", "smallest", "largest") if one in metafunc.fixturenames]:
        tables = [Table(game, players) for game in legal_games() for players in numbers_of_players(game, fixture)]
        if metafunc.definition.get_closest_marker("by_turns") and "RULEWRIGHT_GAMES" not in os.environ:
            turns = count(len(metafunc.function.__name__))
            of_games = [[one for one in tables if one.game is game] for game in legal_games()]
            tables = [both[next(turns) % len(both)] for both in of_games]
        metafunc.parametrize(fixture, tables, ids=[f"{one.game.definition.id}-{one.players}" for one in tables])


@pytest.fixture
def game() -> rulewright.Game:
    """A game for tests of the machinery; which one does not matter to them."""
    return loaded("ruse_and_bruise")


@pytest.fixture
def report_on(tmp_path: Path) -> Callable[[str, str], GameReport]:
    """Writes a small game with a file of scenarios into the folder of the test, and runs them."""

    def report(game: str, scenarios: str) -> GameReport:
        (tmp_path / "scenarios").mkdir(exist_ok=True)
        (tmp_path / "game.yaml").write_text(game, encoding="utf-8")
        path = tmp_path / "scenarios" / "one.yaml"
        path.write_text(scenarios, encoding="utf-8")
        return run_files(rulewright.load(tmp_path), [path], whole=False)

    return report
