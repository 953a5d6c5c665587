"""Runs scenarios and tells what they showed.

Takes games, folders or files; returns every scenario with its outcome and every rule id with the scenarios that cite it.
A game fails as a whole when a rule of its `rules.yaml` is cited by no scenario.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from ..engine.choice import engine_for
from ..game import Game, Unplayable, load, read_rules, shipped
from ..language.diagnostics import Complaints, DefinitionError, Diagnostic, Span, folded, in_file_order, render
from ..model import scenario as script
from ..table.expectations import Failure
from ..table.playing_scenarios import run_scenario


@dataclass
class GameReport:
    """The scenarios of one game that were run, and its rules."""

    name: str
    warnings: tuple[Diagnostic, ...] = ()
    passed: int = 0
    failed: list[tuple[script.Scenario, tuple[Failure, ...]]] = field(default_factory=list)
    unread: list[script.Unread] = field(default_factory=list)
    broken: list[Diagnostic] = field(default_factory=list)
    cited: dict[str, int] = field(default_factory=dict)
    uncited: list[str] = field(default_factory=list)
    unknown: list[tuple[str, script.Scenario]] = field(default_factory=list)

    @property
    def is_good(self) -> bool:
        return not (self.failed or self.unread or self.broken or self.uncited or self.unknown)

    @property
    def complaints(self) -> list[str]:
        """Everything that is not as it should be."""
        lines = [render(one) + "\n" for one in folded(self.broken)]
        lines += [_failed_text(scenario, failures) for scenario, failures in self.failed]
        lines += [f'{scenario.where[0]}:{scenario.where[1]}: cites {rule}, which rules.yaml does not know'
                  for rule, scenario in self.unknown]  # fmt: skip
        if self.uncited:
            lines.append(f"{self.name}: {self._uncited}; --rules lists them")
        return lines

    @property
    def _uncited(self) -> str:
        count = len(self.uncited)
        return "1 rule is cited by no scenario" if count == 1 else f"{count} rules are cited by no scenario"

    def to_text(self) -> str:
        count = f"{self.passed} scenarios pass" if self.passed != 1 else "1 scenario passes"
        bad = f", {len(self.failed)} {'fails' if len(self.failed) == 1 else 'fail'}" if self.failed else ""
        bad += f", {len(self.unread)} could not be read" if self.unread else ""
        rules = f"; {len(self.cited)} of {len(self.cited) + len(self.uncited)} rules cited" if self.cited else ""
        warned = [render(one) + "\n" for one in self.warnings]
        return "\n".join([*warned, *self.complaints, f"{self.name}: {count}{bad}{rules}."])


@dataclass
class Report:
    games: list[GameReport]

    @property
    def passed(self) -> bool:
        return all(game.is_good for game in self.games)

    def to_text(self) -> str:
        return "\n".join(game.to_text() for game in self.games)

    def rules_text(self) -> str:
        """Every rule id with the number of scenarios that cite it."""
        return "\n".join(
            f"{rule:<10} {count or 'cited by no scenario'}"
            for game in self.games
            for rule, count in sorted({**dict.fromkeys(game.uncited, 0), **game.cited}.items())
        )

    def to_json(self) -> dict[str, Any]:
        return {
            "passed": self.passed,
            "games": [
                {
                    "game": game.name,
                    "passed": game.passed,
                    "failed": [
                        {"title": scenario.title, **asdict(failures[0]), "failures": [asdict(one) for one in failures]}
                        for scenario, failures in game.failed
                    ],
                    "unread": [one.title for one in game.unread],
                    "errors": [one.to_json() for one in folded(game.broken)],
                    "warnings": [one.to_json() for one in game.warnings],
                    "rules": game.cited,
                    "uncited": game.uncited,
                }
                for game in self.games
            ],
        }  # fmt: skip


def _failed_text(scenario: script.Scenario, failures: tuple[Failure, ...]) -> str:
    return "\n".join([f"FAILED {scenario.title}", *map(_failure_text, failures)])


def _failure_text(failure: Failure) -> str:
    lines = [render(Diagnostic(Span(*failure.where), "scenario", failure.message))]
    if failure.expected or failure.found:
        lines += [f"  expected: {failure.expected}", f"  found:    {failure.found}"]
    lines += [f"  {'because: ' if not number else '         '} {line}" for number, line in enumerate(failure.because)]
    return "\n".join(lines) + "\n"


def run_targets(targets: tuple[str, ...], engine: str | None = None, variant: str | None = None) -> Report:
    """Shipped names, folders of games, or scenario files; everything that is shipped if nothing is named. Without an engine,
    every scenario is played by the fastest and by the reference; in a variant, all but those of other variants."""
    engine_for(engine)
    reports = []
    for target in targets or tuple(shipped()):
        path = Path(target)
        if path.is_file() and path.name != "game.yaml":
            reports.append(run_files(_game_of(path, variant), [path], False, engine))
        else:
            game = load(target, variant)
            reports.append(run_files(game, game.scenario_files(), variant is None, engine))
    return Report(reports)


def _game_of(path: Path, variant: str | None) -> Game:
    """The game that a scenario file belongs to: the nearest folder above it with a game.yaml."""
    for folder in path.resolve().parents:
        if (folder / "game.yaml").is_file():
            return load(folder, variant)
    complaints = Complaints()
    complaints.add(Span(str(path)), "scenario-without-game")
    raise DefinitionError(complaints.errors)


def run_files(game: Game, files: list[Path], whole: bool, engine: str | None = None) -> GameReport:
    *_, report = run_each(game, files, whole, engine)
    return report


def run_each(game: Game, files: list[Path], whole: bool, engine: str | None = None) -> Iterator[GameReport]:
    """The report as it grows, after every scenario and at the end."""
    report = GameReport(f"{game.definition.id} ({game.variant})" if game.variant else game.definition.id, game.warnings)
    complaints = Complaints()
    rules = read_rules(game.folder, complaints)
    for path in files:
        scenarios, unread = game.read_scenarios(path, complaints)
        report.unread += unread
        for scenario in scenarios:
            _run_one(game, scenario, report, engine)
            yield report
        _count_rules(report, rules, [*scenarios, *unread])
    report.broken += in_file_order(complaints.errors)
    report.uncited = [rule for rule in rules if rule not in report.cited] if whole else []
    yield report


def _run_one(game: Game, scenario: script.Scenario, report: GameReport, engine: str | None) -> None:
    try:
        if scenario.refusal is None:
            failures = run_scenario(game.in_variant(scenario.variant).definition, scenario, engine)
        else:
            failures = _refusal(game.in_variant(scenario.variant), scenario.refusal)
    except Exception as problem:
        if os.environ.get("RULEWRIGHT_DEBUG"):
            raise
        message = f"this is a fault of Rulewright, not yours: {type(problem).__name__}: {problem}"
        failures = (Failure(scenario.where, message),)
    if failures:
        report.failed.append((scenario, failures))
    else:
        report.passed += 1


def _refusal(game: Game, refusal: script.Refusal) -> tuple[Failure, ...]:
    """Whether the game refuses a table, and for the right reason."""
    try:
        game.check_options(dict(refusal.options), game.check_seats(refusal.seats))
    except Unplayable as problem:
        if refusal.words.casefold() in str(problem).casefold():
            return ()
        return (Failure(refusal.where, "this table was refused for another reason", refusal.words, str(problem)),)
    return (Failure(refusal.where, "this table should have been refused, and the game can be played"),)


def _count_rules(report: GameReport, rules: dict[str, str], scenarios: Iterable[script.Scenario | script.Unread]) -> None:
    """A scenario cites its rules, even if it fails or cannot be read."""
    for scenario in scenarios:
        for rule in scenario.rules:
            report.cited[rule] = report.cited.get(rule, 0) + 1
            if rules and rule not in rules and isinstance(scenario, script.Scenario):
                report.unknown.append((rule, scenario))
