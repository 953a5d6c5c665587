"""Whether scenarios notice a fault: each mutant of a definition is played by the scenarios that come near it.

Takes a game; returns every mutant with the scenario that noticed it, or none. A survivor is explained by a comment
`# unproven: why` at its line; every other one is a rule that nothing tests.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from ..engine.choice import engine_for
from ..engine.reference.covering import Counts
from ..engine.trouble import RuleError
from ..game import Game
from ..model import scenario as script
from ..model.definition import Definition
from ..table.playing_scenarios import play_scenario
from .coverage import Progress, counted, scenarios_of, source_of
from .mutants import Mutant, WrittenWords, mutants_of

UNPROVEN = "# unproven:"


@dataclass(frozen=True)
class Verdict:
    """What became of a mutant: the scenario that noticed it, or why none has to."""

    mutant: Mutant
    where: str
    line: str
    noticed_by: str = ""
    explained: str = ""

    @property
    def survives(self) -> bool:
        return not self.noticed_by and not self.explained

    def to_json(self) -> dict[str, Any]:
        return {
            "at": self.where, "line": self.line, "change": self.mutant.words, "noticed by": self.noticed_by or None,
            "unproven": self.explained or None,
        }  # fmt: skip


@dataclass(frozen=True)
class Mutation:
    """All mutants of a game."""

    game: str
    scenarios: int
    verdicts: tuple[Verdict, ...]

    @property
    def survivors(self) -> list[Verdict]:
        return [one for one in self.verdicts if one.survives]

    def to_text(self) -> str:
        noticed = sum(bool(one.noticed_by) for one in self.verdicts)
        explained = sum(bool(one.explained) and not one.noticed_by for one in self.verdicts)
        told = f", {explained} are explained" if explained else ""
        head = f"{self.game}: {len(self.verdicts):,} faults, {self.scenarios:,} scenarios. {noticed:,} are noticed{told}."
        return "\n".join([head, *self._survivor_lines()])

    def _survivor_lines(self) -> Iterator[str]:
        survivors = self.survivors
        if survivors:
            yield f"\nNo scenario notices {'this' if len(survivors) == 1 else f'these {len(survivors)}'}:"
        for one in survivors:
            yield f"  {one.where}: {one.mutant.words}: {one.line}"

    def to_json(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "scenarios": self.scenarios,
            "faults": len(self.verdicts),
            "survivors": len(self.survivors),
            "mutants": [one.to_json() for one in self.verdicts],
        }


def mutate(game: Game, only: str = "", progress: Progress | None = None) -> Mutation:
    """Every mutant, or only those at lines whose place or words contain a text."""
    scenarios, lines = scenarios_of(game), source_of(game)
    crowd = _Crowd(game.definition, scenarios)
    written = WrittenWords(lines)
    chosen = [one for one in mutants_of(game, written) if only in _where(game, one[0]) or only in one[0].words]
    verdicts = []
    for done, alike in enumerate(chosen, 1):
        mutant = alike[0]
        text = lines[mutant.place[0]][mutant.place[1] - 1]
        _, _, explained = text.partition(UNPROVEN)
        noticed = next(filter(None, map(crowd.noticing, alike)), "")
        verdicts.append(Verdict(mutant, _where(game, mutant), text.strip(), noticed, explained.strip()))
        if progress is not None:
            progress(done, len(chosen))
    return Mutation(game.name, len(scenarios), tuple(verdicts))


def _where(game: Game, mutant: Mutant) -> str:
    return f"{game.definition.files[mutant.place[0]]}:{mutant.place[1]}"


class _Crowd:
    """All scenarios of a game, with what each of them carries out; those that fail anyway notice nothing."""

    def __init__(self, definition: Definition, scenarios: list[script.Scenario]) -> None:
        self.definition = definition
        self.known: list[tuple[script.Scenario, Counts]] = []
        for scenario, counts, failures in counted(definition, scenarios):
            if not failures:
                self.known.append((scenario, counts))
            elif failures[-1].never_ends:
                raise RuleError(f"{scenario.title}: {failures[-1].message}", ())

    def noticing(self, mutant: Mutant) -> str:
        """The first scenario that fails with it: those that come near it are asked first, the shortest of them before others.
        What none of these notices may be looked at by other ways than sentences, such as the search for the best grouping or
        the number of rounds where a game begins in one of them: then all are asked."""
        changed: dict[int, Definition] = {}
        own = mutant.change(self.definition)
        for scenario, _ in sorted(self.known, key=lambda one: (
            not mutant.is_touched(one[1]), one[0].extended is not None, len(one[0].steps),
        )):  # fmt: skip
            if scenario.extended is not None:
                key = id(scenario.extended)
                changed.setdefault(key, mutant.change(scenario.extended))
                scenario = replace(scenario, extended=changed[key])
            if _fails(own, scenario):
                return scenario.title
        return ""


def _fails(definition: Definition, scenario: script.Scenario) -> bool:
    """Whether a scenario notices something; a mutant that cannot be played at all is noticed, too."""
    try:
        return bool(play_scenario(definition, scenario, engine_for("reference")))
    except Exception:
        return True
