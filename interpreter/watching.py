"""Looks at a game again whenever one of its files changes.

Takes a folder; tells on one short screen whether the game is legal, which scenarios pass, and how games between bots end, each
with what has changed since the last time. Runs only what a change can have touched. Needs a way to simulate and a clock.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .engine.trouble import RuleError
from .game import Game, Unplayable, load, read_rules
from .language.diagnostics import Complaints, DefinitionError, Diagnostic, render
from .language.files import name_of
from .report import GameReport, run_files
from .table.statistics import Share

MOST_SHOWN = 3
WARM_UP, SAMPLE = 5, 20  # games: the first ones take longer, as their rules are made ready

Simulate = Callable[..., Any]
Clock = Callable[[], float]
Signature = dict[Path, tuple[int, int]]


@dataclass(frozen=True)
class Findings:
    """What one look at a game showed: errors, or scenarios and games."""

    name: str
    errors: tuple[Diagnostic, ...] = ()
    warnings: tuple[Diagnostic, ...] = ()
    passed: int = 0
    complaints: tuple[str, ...] = ()
    first_seat: Share | None = None
    seconds: float = 0.0

    def to_text(self, before: Findings | None = None, odds_before: Share | None = None) -> str:
        every = [render(one) for one in self.errors] or [*self.complaints, *map(render, self.warnings)]
        more = [f"… and {len(every) - MOST_SHOWN} more"] if len(every) > MOST_SHOWN else []
        parts = [*self._legality(), *self._games()]
        return "\n".join([*every[:MOST_SHOWN], *more, f"{self.name}: {', '.join(parts)}.", *self._news(before, odds_before)])

    def _legality(self) -> list[str]:
        if self.errors:
            return ["not legal", _counted(len(self.errors), "error")]
        passes = f"{_counted(self.passed, 'scenario')} {'passes' if self.passed == 1 else 'pass'}"
        counts = ((self.complaints, "complaint"), (self.warnings, "warning"))
        return ["legal", passes, *(_counted(len(found), noun) for found, noun in counts if found)]

    def _games(self) -> list[str]:
        if self.first_seat is None:
            return []
        return [f"{self.first_seat.whole:,} games in {self.seconds:.0f} s", f"first seat wins {self.first_seat.to_text()}"]

    def _news(self, before: Findings | None, odds_before: Share | None) -> list[str]:
        """How it was before, where it is different now."""
        news = [", ".join(before._legality())] if before is not None and before._legality() != self._legality() else []
        if self.first_seat and odds_before and self.first_seat.share != odds_before.share:
            hint = "more than chance does" if _differ(self.first_seat, odds_before) else "may be chance"
            news.append(f"first seat {100 * odds_before.share:.1f} % ({hint})")
        return [f"  before: {'; '.join(news)}"] if news else []


def _differ(one: Share, other: Share) -> bool:
    """Whether chance alone would hardly do this: the intervals lie apart."""
    return one.interval[1] < other.interval[0] or other.interval[1] < one.interval[0]


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun if number == 1 else noun + 's'}"


class Watch:
    """One folder. After each change `most` games are played, or as many as about `seconds` allow on so many `workers`."""

    def __init__(
        self, folder: Path, simulate: Simulate, clock: Clock, seats: int | None, seconds: float, most: int, workers: int
    ) -> None:
        self.folder = folder
        self.simulate = simulate
        self.clock = clock
        self.seats = seats
        self.seconds = seconds
        self.most = most
        self.workers = workers
        self.seen: Signature = {}
        self.reports: dict[Path, GameReport] = {}
        self.fingerprint = ""
        self.last: Findings | None = None
        self.last_games: tuple[Share | None, float] = (None, 0.0)
        self.trouble: tuple[str, ...] = ()

    def check_seats(self) -> None:
        """Refuse a number of players that the game, as far as it can be read, does not have."""
        with suppress(DefinitionError):
            load(self.folder).check_seats(self.seats)

    def has_changed(self) -> bool:
        """Whether a file was written, added or removed since the last look."""
        return signature(self.folder) != self.seen

    def look(self) -> str:
        """Everything again that can have changed, as one short screen."""
        before, now = self.seen, signature(self.folder)
        touched = {path for path in {*before, *now} if before.get(path) != now.get(path)}
        self.seen = now
        odds_before = self.last_games[0]
        try:
            found = self._findings(load(self.folder), touched)
        except DefinitionError as problem:
            found = Findings(name_of(self.folder), errors=tuple(problem.diagnostics))
        text, self.last = found.to_text(self.last, odds_before), found
        return text

    def _findings(self, game: Game, touched: set[Path]) -> Findings:
        new_rules = game.definition.fingerprint != self.fingerprint
        whole = self._scenarios(game, touched, again=new_rules or self.folder / "rules.yaml" in touched)
        if new_rules:
            self.last_games, self.trouble = self._played(game)
        self.fingerprint = game.definition.fingerprint
        return Findings(game.name, (), game.warnings, whole.passed, (*self.trouble, *whole.complaints), *self.last_games)

    def _scenarios(self, game: Game, touched: set[Path], again: bool) -> GameReport:
        """The scenarios of the files that were touched, or `again` all of them; the others as they were."""
        kept = {} if again else {path: report for path, report in self.reports.items() if path not in touched}
        self.reports = {path: kept.get(path) or run_files(game, [path], whole=False) for path in game.scenario_files()}
        whole = GameReport(game.definition.id)
        for report in self.reports.values():
            whole.passed += report.passed
            whole.failed += report.failed
            whole.unread += report.unread
            whole.broken += report.broken
            whole.unknown += report.unknown
            whole.cited |= report.cited
        complaints = Complaints()
        whole.uncited = [rule for rule in read_rules(game.folder, complaints) if rule not in whole.cited]
        whole.broken += complaints.found
        return whole

    def _played(self, game: Game) -> tuple[tuple[Share | None, float], tuple[str, ...]]:
        """How games end, and what went wrong in them."""
        try:
            return self._play(game), ()
        except RuleError as problem:
            return (None, 0.0), ("\n  ".join((problem.message, *problem.trace[:2])),)
        except Unplayable as problem:
            return (None, 0.0), (str(problem),)

    def _play(self, game: Game) -> tuple[Share | None, float]:
        """Games between bots, as many as there is time for."""
        if not self.seconds:
            return None, 0.0
        seats = len(game.check_seats(self.seats if self.seats is not None else game.usual_players))
        start = begin = self.clock()
        wins, games, size = 0.0, 0, WARM_UP
        for seed, workers in enumerate((1, 1, self.workers)):
            size = min(size, self.most - games)
            if size <= 0:
                break
            wins += self._batch(game, size, seats, seed, workers)
            games += size
            now = self.clock()
            size, begin = self._next_size(seed, size, now - begin, now - start), now
        return Share(wins, games), self.clock() - start

    def _next_size(self, number: int, size: int, took: float, spent: float) -> int:
        """After the first games a sample, which tells how many more there is time for."""
        if number == 0:
            return SAMPLE
        return int((self.seconds - spent) * self.workers * size / took) if took else self.most

    def _batch(self, game: Game, games: int, seats: int, seed: int, workers: int) -> float:
        """How many games the first seat won."""
        figures = self.simulate(game, games=games, seats=seats, seed=seed, workers=workers)
        if figures.games < games:  # somebody pressed Ctrl-C
            raise KeyboardInterrupt
        return float(next(iter(figures.wins.values())))


def signature(folder: Path) -> Signature:
    """When and how long every file of a game was written."""
    found: Signature = {}
    for path in sorted([*folder.glob("*.yaml"), *folder.glob("scenarios/**/*.yaml")]):
        try:
            about = path.stat()
        except OSError:
            continue
        found[path] = (about.st_mtime_ns, about.st_size)
    return found
