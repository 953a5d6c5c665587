"""Which lines of a definition were carried out, by scenarios and by games.

Takes a game; plays its scenarios, and games between random bots, by the reference, and returns for every line how often it was
carried out and how everything on it that can come out in several ways did: conditions, options, `always`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from itertools import compress
from pathlib import Path
from typing import TypeVar

from .. import ir
from ..engine import chance
from ..engine.events import abilities_in
from ..engine.flatten import Unless, codes_of
from ..engine.reference.covering import Counts, Ways, line_of
from ..engine.trouble import NeverEnds, RuleError, not_over, not_over_in_steps
from ..game import Game
from ..ir.limits import KEPT_ANSWERS, KEPT_STEPS
from ..ir.walk import walk
from ..language.diagnostics import Complaints
from ..model import scenario as script
from ..model.definition import Definition
from ..table.expectations import Failure
from ..table.match import Match
from ..table.patience import rules_took
from ..table.playing_scenarios import play_scenario

Place = tuple[int, int]  # a file of the definition by its number, and a line of it
Progress = Callable[[int, int], None]  # how much is done, of how much
CountedScenario = tuple[script.Scenario, Counts, tuple[Failure, ...]]
Key = TypeVar("Key")
CONDITION = re.compile(r"^[^#]*\b(if|until|skip)\b")


class What(StrEnum):
    """What there is to be covered."""

    SENTENCE = "sentence"
    CONDITION = "condition"
    OPTION = "option"
    ALWAYS = "always"


@dataclass(frozen=True)
class CoverageMark:
    """Something on a line that should happen: a sentence is carried out, a condition holds and does not, an option is taken,
    an `always` has an effect. `times` are those when it did, `otherwise` those when it came to it and did not."""

    place: Place
    what: What
    times: int = 0
    otherwise: int = 0

    @property
    def missing(self) -> str:
        """What never happened, in words; nothing if everything did."""
        if self.what == What.CONDITION:
            if not self.times and not self.otherwise:
                return "never asked"
            return "never so" if not self.times else "always so" if not self.otherwise else ""
        if self.times:
            return ""
        if self.what == What.OPTION:
            return "never taken" if self.otherwise else "never offered"
        return "never in effect" if self.what == What.ALWAYS else "never carried out"

    def added(self, other: CoverageMark) -> CoverageMark:
        return replace(self, times=self.times + other.times, otherwise=self.otherwise + other.otherwise)


@dataclass(frozen=True)
class Coverage:
    """The marks of a definition in file order, as scenarios and as games left them, and the lines that they stand on."""

    game: Game
    scenarios: int
    games: int
    by_scenarios: tuple[CoverageMark, ...]
    by_games: tuple[CoverageMark, ...]
    of_scenarios: dict[Place, tuple[str, ...]] = field(default_factory=dict)  # which scenarios came to a line, by title
    endless: str = ""  # what never ends; the rest of the scenarios and games was left out then

    @cached_property
    def together(self) -> tuple[CoverageMark, ...]:
        return tuple(one.added(two) for one, two in zip(self.by_scenarios, self.by_games, strict=True))

    @property
    def covered(self) -> int:
        return sum(not one.missing for one in self.together)

    @property
    def missing(self) -> list[CoverageMark]:
        return [one for one in self.together if one.missing]

    @cached_property
    def source(self) -> dict[int, list[str]]:
        return source_of(self.game)

    def is_written(self, mark: CoverageMark) -> bool:
        """Whether a condition is one that the designer wrote, and not part of what another word means."""
        file, line = mark.place
        return mark.what != What.CONDITION or any(CONDITION.search(self.text_at((file, one))) for one in (line, line - 1))

    def text_at(self, place: Place) -> str:
        """A line as it is written, without what surrounds it."""
        file, line = place
        lines = self.source.get(file, [])
        return lines[line - 1].strip() if 0 < line <= len(lines) else ""


def cover(game: Game, games: int = 0, seats: int | None = None, seed: int = 0, progress: Progress | None = None) -> Coverage:
    """Play every scenario of a game, and as many games between random bots as wished."""
    scenarios, by_scenarios, by_games = scenarios_of(game), Counts(game.definition), Counts(game.definition)
    done, reached, endless = 0, dict[Place, list[str]](), ""
    for scenario, own, failures in counted(game.definition, scenarios):
        for mark in marks_of(own):
            if mark.times or mark.otherwise:
                reached.setdefault(mark.place, []).append(scenario.title)
        _add(by_scenarios, own)
        endless = next((f"{scenario.title}: {one.message}" for one in failures if one.never_ends), "")
        done += 1
        if progress is not None:
            progress(done, len(scenarios) + games)
    tested = done
    while done < tested + games and not endless:
        endless = _play_game(game, by_games, seats, chance.seeded((seed << 64) + done - tested))
        done += 1
        if progress is not None:
            progress(done, tested + games)
    titles = {place: tuple(dict.fromkeys(found)) for place, found in reached.items()}
    whole = Coverage(game, tested, done - tested, marks_of(by_scenarios), marks_of(by_games), titles, endless)
    written = [whole.is_written(mark) for mark in whole.by_scenarios]
    return replace(
        whole,
        by_scenarios=tuple(compress(whole.by_scenarios, written)),
        by_games=tuple(compress(whole.by_games, written)),
    )


def counted(definition: Definition, scenarios: Iterable[script.Scenario]) -> Iterator[CountedScenario]:
    """Each scenario with what it carries out, and what goes wrong in it. After one that never ends the rest is left out:
    whatever does not end there is waited for again in each of them."""
    for scenario in scenarios:
        own = Counts(definition)
        failures = play_scenario(definition, scenario, own.engine(), own.evaluator)
        yield scenario, own, failures
        if any(one.never_ends for one in failures):
            return


def scenarios_of(game: Game) -> list[script.Scenario]:
    """All scenarios that play; raises DefinitionError where one cannot be read."""
    complaints = Complaints()
    scenarios = [one for path in game.scenario_files() for one in game.read_scenarios(path, complaints)[0]]
    complaints.stop_if_any()
    return [one for one in scenarios if one.refusal is None]


def source_of(game: Game) -> dict[int, list[str]]:
    """The lines of every file of a definition, by its number."""
    contents = [raw.decode("utf-8", "replace").splitlines() for _, raw in game.book.files.contents]
    shown = [Path(name).name for name, _ in game.book.files.contents]
    names = [Path(name).name for name in game.definition.files]
    return {number: contents[shown.index(name)] for number, name in enumerate(names) if name in shown}


def _play_game(game: Game, counts: Counts, seats: int | None, seed: int) -> str:
    """One game by chance; a rule that fails ends it, and what was carried out until then counts. What of it never ends."""
    names = game.check_seats(seats or game.usual_players)
    options = game.check_options({}, names)
    try:
        match = Match.begin(game.definition, names, seed, options, watched=False, engine=counts.engine())
        left = KEPT_STEPS.most
        for _ in range(KEPT_ANSWERS.most):
            left -= rules_took(match.runner)
            if not match.decisions:
                return ""
            if left < 0:
                raise not_over_in_steps(KEPT_STEPS)
            decision = match.decisions[0]
            left -= len(decision.options)
            seed, index = chance.below(seed, len(decision.options))
            match.answer(decision.options[index], decision.seat)
        raise not_over(KEPT_ANSWERS)
    except NeverEnds as problem:
        return f"a game: {problem.message}" + "".join(f" ({place})" for place in problem.trace[:1])
    except RuleError:
        return ""


def _add(total: Counts, own: Counts) -> None:
    for mine, theirs in zip(total.carried, own.carried, strict=True):
        mine[:] = [one + two for one, two in zip(mine, theirs, strict=True)]
    for mine, theirs in zip(total.asked, own.asked, strict=True):
        mine[:] = [one + two for one, two in zip(mine, theirs, strict=True)]
    _add_ways(total.held, own.held)
    _add_ways(total.inside, own.inside)
    total.offered.update(own.offered)
    total.chosen.update(own.chosen)


def _add_ways(total: dict[Key, Ways], own: dict[Key, Ways]) -> None:
    for key, (no, yes) in own.items():
        ways = total.setdefault(key, [0, 0])
        ways[0], ways[1] = ways[0] + no, ways[1] + yes


# ---------------------------------------------------------------- what there is to be covered


def marks_of(counts: Counts) -> tuple[CoverageMark, ...]:
    """Every mark of a definition in file order, with what was counted of it. Marks that say the same of a line are one."""
    together: dict[tuple[Place, What], list[CoverageMark]] = {}
    for mark in (*_sentences(counts), *_conditions(counts), *_options(counts), *_always(counts)):
        if mark.place[1]:
            together.setdefault((mark.place, mark.what), []).append(mark)
    return tuple(_one_of(marks) for _, marks in sorted(together.items(), key=lambda one: one[0]))


def _one_of(marks: Sequence[CoverageMark]) -> CoverageMark:
    """A sentence is many instructions, of which the most frequent counts; conditions on one line are asked in many places."""
    if marks[0].what == What.SENTENCE:
        return max(marks, key=lambda one: one.times)
    total = marks[0]
    for mark in marks[1:]:
        total = total.added(mark)
    return total


def _sentences(counts: Counts) -> Iterator[CoverageMark]:
    definition = counts.definition
    for number, code in enumerate(codes_of(definition)):
        for point, instruction in enumerate(code.instructions):
            if not isinstance(instruction, Unless):
                place = definition.procedures[number].file, line_of(instruction)
                yield CoverageMark(place, What.SENTENCE, counts.carried[number][point])
    for number in sorted(abilities_in(definition)):
        procedure = definition.procedures[number]
        if counts.carried[number]:
            yield CoverageMark((procedure.file, procedure.line), What.SENTENCE, counts.carried[number][0])


def _conditions(counts: Counts) -> Iterator[CoverageMark]:
    definition = counts.definition
    for number, code in enumerate(codes_of(definition)):
        for point, instruction in enumerate(code.instructions):
            if isinstance(instruction, Unless):
                no, yes = counts.held.get((number, point), (0, 0))
                yield CoverageMark((definition.procedures[number].file, instruction.line), What.CONDITION, yes, no)
    rules: tuple[ir.Function | ir.Procedure, ...] = (*definition.functions, *definition.procedures)
    for rule in rules:
        for node in walk(rule):
            if isinstance(node, ir.Either):
                no, yes = counts.inside.get(id(node), (0, 0))
                yield CoverageMark((rule.file, node.line or rule.line), What.CONDITION, yes, no)


def _options(counts: Counts) -> Iterator[CoverageMark]:
    for number, site in enumerate(counts.definition.sites):
        for branch, place in enumerate(site.written):
            taken = counts.chosen[number, branch]
            yield CoverageMark(place, What.OPTION, taken, counts.offered[number, branch] - taken)


def _always(counts: Counts) -> Iterator[CoverageMark]:
    for value in counts.definition.values:
        for modifier in (*value.holds, *value.gets):
            no, yes = counts.asked[modifier.applies]
            function = counts.definition.functions[modifier.applies]
            yield CoverageMark((function.file, function.line), What.ALWAYS, yes, no)
