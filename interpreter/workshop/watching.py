"""Looks at a game again whenever one of its files changes.

Takes a folder; tells on one short screen whether the game is legal, then which scenarios pass, then how games between bots end,
each as soon as it is known, with what has changed since the last time. Runs only what a change can have touched, and stops when
the next one comes. Needs a way to play games and a clock.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple

from ..engine.trouble import RuleError
from ..game import Game, Unplayable, load, read_rules
from ..language.diagnostics import Complaints, DefinitionError, Diagnostic, render
from ..language.read.files import name_of
from ..study.report import GameReport, run_each
from ..study.statistics import Share
from ..study.tally import GameTally
from .trial import Sightings, trials, warnings_of

MOST_SHOWN = 3
PULSE = 0.2  # seconds: how soon figures grow, and how often it is looked whether a file has changed

Play = Callable[[Game, int, int], Generator[GameTally, None, None]]  # a game, its seats, how many games at most
Clock = Callable[[], float]
Signature = dict[Path, tuple[int, int]]


@dataclass(frozen=True)
class Findings:
    """What one look at a game showed: errors, or scenarios and games; while it goes on, as far as it is known."""

    name: str
    errors: tuple[Diagnostic, ...] = ()
    warnings: tuple[Diagnostic, ...] = ()
    passed: int | None = None
    complaints: tuple[str, ...] = ()
    first_seat: Share | None = None
    seconds: float = 0.0
    goes_on: bool = False

    def to_text(self, before: Findings | None = None, odds_before: Share | None = None) -> str:
        every = [render(one) for one in self.errors] or [*self.complaints, *map(render, self.warnings)]
        more = [f"… and {len(every) - MOST_SHOWN} more"] if len(every) > MOST_SHOWN else []
        parts = [*self._legality(), *self._games()]
        lines = [*every[:MOST_SHOWN], *more, f"{self.name}: {', '.join(parts)}{' …' if self.goes_on else '.'}"]
        return "\n".join(lines if self.goes_on else [*lines, *self._news(before, odds_before)])

    def _legality(self) -> list[str]:
        if self.errors:
            return ["not legal", _counted(len(self.errors), "error")]
        verb = "passes" if self.passed == 1 else "pass"
        passes = [] if self.passed is None else [f"{_counted(self.passed, 'scenario')} {verb}"]
        counts = ((self.complaints, "complaint"), (self.warnings, "warning"))
        return ["legal", *passes, *(_counted(len(things), noun) for things, noun in counts if things)]

    def _games(self) -> list[str]:
        if self.first_seat is None or not self.first_seat.whole:
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


class WatchReport(NamedTuple):
    """One short screen; the last one of a look is whole."""

    text: str
    is_whole: bool


@dataclass(eq=False)
class Watch:
    """One folder. After each change `most` games are played, or as many as `seconds` allow. `tested`, `played` and `tried` are
    the rules that the reports, the games and the trials belong to."""

    folder: Path
    play: Play
    clock: Clock
    seats: int | None = None
    seconds: float = 3.0
    most: int = 2000
    seen: Signature = field(default_factory=dict, init=False)
    reports: dict[Path, GameReport] = field(default_factory=dict, init=False)
    tested: str = field(default="", init=False)
    played: str = field(default="", init=False)
    tried: str = field(default="", init=False)
    sightings: Sightings | None = field(default=None, init=False)
    last: Findings | None = field(default=None, init=False)
    last_games: tuple[Share | None, float] = field(default=(None, 0.0), init=False)
    trouble: tuple[str, ...] = field(default=(), init=False)

    def check_seats(self) -> None:
        """Refuse a number of players that the game, as far as it can be read, does not have."""
        with suppress(DefinitionError):
            load(self.folder).check_seats(self.seats)

    def has_changed(self) -> bool:
        """Whether a file was written, added or removed since the last look."""
        return signature(self.folder) != self.seen

    def look(self) -> Iterator[WatchReport]:
        """Everything again that can have changed, as soon as it is known. The next save breaks it off; what was not done by
        then is done at the next look."""
        before, now = self.seen, signature(self.folder)
        touched = {path for path in {*before, *now} if before.get(path) != now.get(path)}
        self.seen = now
        odds, looked_up = self.last_games[0], self.clock()
        findings = Findings(self.folder.name)
        for findings in self._findings(touched):
            if not findings.goes_on:
                break
            yield WatchReport(findings.to_text(), False)
            if self.clock() - looked_up >= PULSE:
                looked_up = self.clock()
                if self.has_changed():
                    return
        yield WatchReport(findings.to_text(self.last, odds), True)
        self.last = findings

    def _findings(self, touched: set[Path]) -> Iterator[Findings]:
        try:
            game = load(self.folder)
        except DefinitionError as problem:
            yield Findings(name_of(self.folder), errors=tuple(problem.diagnostics))
            return
        findings = Findings(game.name, (), game.warnings, goes_on=True)
        yield findings
        for whole in self._scenarios(game, touched):
            findings = replace(findings, passed=whole.passed, complaints=tuple(whole.complaints))
            yield findings
        if game.definition.fingerprint != self.played:
            with closing(self._games(game)) as games:
                for share, seconds in games:
                    yield replace(findings, first_seat=share, seconds=seconds)
        first_seat, seconds = self.last_games
        findings = replace(findings, complaints=(*self.trouble, *findings.complaints), first_seat=first_seat, seconds=seconds)
        for _ in self._trials(game):
            yield findings
        doubts = warnings_of(game, self.sightings) if self.sightings else ()
        yield replace(findings, warnings=(*game.warnings, *doubts), goes_on=False)

    # ---- scenarios

    def _scenarios(self, game: Game, touched: set[Path]) -> Iterator[GameReport]:
        """The scenarios of the files that were touched, or of all if the rules were; the others as they were."""
        files, rules = game.scenario_files(), game.definition.fingerprint
        again = rules != self.tested or self.folder / "rules.yaml" in touched
        self.reports = {} if again else {path: one for path, one in self.reports.items() if path not in touched}
        self.tested = rules
        for path in [path for path in files if path not in self.reports]:
            for report in run_each(game, [path], whole=False):
                yield self._together(game, {**self.reports, path: report})
            self.reports[path] = report
        self.reports = {path: self.reports[path] for path in files}
        whole, complaints = self._together(game, self.reports), Complaints()
        whole.uncited = [rule for rule in read_rules(game.folder, complaints) if rule not in whole.cited]
        whole.broken += complaints.errors
        yield whole

    def _together(self, game: Game, reports: dict[Path, GameReport]) -> GameReport:
        whole = GameReport(game.definition.id)
        for report in reports.values():
            whole.passed += report.passed
            whole.failed += report.failed
            whole.unread += report.unread
            whole.broken += report.broken
            whole.unknown += report.unknown
            whole.cited |= report.cited
        return whole

    # ---- games

    def _games(self, game: Game) -> Generator[tuple[Share, float], None, None]:
        """How games between bots end, as many as there is time for, and what goes wrong in them."""
        outcome: tuple[Share | None, float] = None, 0.0
        trouble: tuple[str, ...] = ()
        try:
            for outcome in self._play(game) if self.seconds else ():
                yield outcome
        except RuleError as problem:
            outcome, trouble = (None, 0.0), ("\n  ".join((problem.message, *problem.trace[:2])),)
        except Unplayable as problem:
            trouble = (str(problem),)
        self.last_games, self.trouble, self.played = outcome, trouble, game.definition.fingerprint

    def _trials(self, game: Game) -> Iterator[None]:
        """Play the trial games of these rules, if that was not done yet."""
        if self.tried == game.definition.fingerprint:
            return
        self.sightings = None
        with suppress(RuleError):  # which the games above have told
            for seen in trials(game) if self.seconds and not self.trouble else ():
                self.sightings = seen
                yield
        self.tried = game.definition.fingerprint

    def _play(self, game: Game) -> Generator[tuple[Share, float], None, None]:
        seats = len(game.check_seats(self.seats if self.seats is not None else game.usual_players))
        begin = told = self.clock()
        wins, games = 0.0, 0
        with closing(self.play(game, seats, self.most)) as tallies:
            for tally in tallies:
                wins, games = wins + tally.wins[0] / tally.unit, games + tally.games
                now = self.clock()
                if games and now - begin >= self.seconds:
                    break
                if now - told >= PULSE:
                    told = now
                    yield Share(wins, games), now - begin
        yield Share(wins, games), self.clock() - begin


def signature(folder: Path) -> Signature:
    """When and how long every file of a game was written."""
    stamps: Signature = {}
    for path in sorted([*folder.glob("*.yaml"), *folder.glob("variants/*.yaml"), *folder.glob("scenarios/**/*.yaml")]):
        try:
            about = path.stat()
        except OSError:
            continue
        stamps[path] = (about.st_mtime_ns, about.st_size)
    return stamps
