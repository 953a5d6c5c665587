"""A difference for people: a folder with the smallest game that shows it, and a scenario that says what the reference does.

`rulewright test FOLDER` plays it with the reference and in Python, `--engine native` with a compiled library: it fails until
they agree. Only what the reference says in words that a scenario can read is expected.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import yaml
from crews import Crew
from rulewright.engine.reference.interpreter import Interpreter
from rulewright.engine.sight import EVERYTHING
from rulewright.engine.trouble import RuleError
from rulewright.model.definition import Definition
from rulewright.study.report import run_targets
from rulewright.table.given_cards import describe
from rulewright.table.match import Match
from rulewright.table.naming import names_for

from .cases import to_yaml
from .shrink import shrunk
from .verdicts import Verdict, compiled, judge, seats_of

TITLE = "All engines play this alike"


def shrunk_difference(folder: Path, whole: Any, number: int, game: int, engines: tuple[str, ...]) -> str:
    """Makes a game in which engines differ as small as it gets, and writes it with a scenario that shows it; returns both.
    Every try is a process of its own, for an engine may also crash or hang."""
    first = judged_apart(whole, number, game, engines)
    if first.kind != "differs":
        return "it does not happen again"
    alone = (judged_apart(whole, number, game, (one,)) for one in engines)
    who = next(((one,) for one, found in zip(engines, alone, strict=False) if found.headline == first.headline), engines)
    small = shrunk(whole, lambda smaller: judged_apart(smaller, number, game, who).headline == first.headline)
    found = write_difference(folder, small, number, judged_apart(small, number, game, who), game)
    return f"rulewright test {folder}{' --engine native' if who == ('native',) else ''}\n{found}"


def judged_apart(whole: Any, number: int, game: int, engines: tuple[str, ...]) -> Verdict:
    """The verdict of a process that may be brought down."""
    crew = Crew(lambda _: judge(to_yaml(whole), number, engines, game), range(1), 1, partial(Verdict, "differs"))
    ((_, verdict),) = crew.results()
    assert isinstance(verdict, Verdict)
    return verdict


def write_difference(folder: Path, whole: Any, number: int, verdict: Verdict, game: int = 0) -> str:
    """Writes the folder; returns what is in it."""
    definition = compiled(to_yaml(whole))
    assert definition is not None
    seats, seed = seats_of(definition, number), number + game
    (folder / "scenarios").mkdir(parents=True, exist_ok=True)
    (folder / "game.yaml").write_text(to_yaml(whole), "utf-8")
    scenario = {"title": TITLE, "players": list(seats), "seed": seed}
    answers = verdict.answers or judge(to_yaml(whole), number, (), game).answers  # of the reference, if an engine crashed
    scenario |= {"play": [{one.partition(": ")[0]: one.partition(": ")[2]} for one in answers]}
    expect: dict[str, Any] = {}
    for key, value in said(definition, seats, seed, answers):
        if _holds(folder, scenario | {"expect": expect | {key: value}}):
            expect[key] = value
    text = _written(folder, scenario | {"expect": expect})
    return f"{verdict.why}\n{to_yaml(whole)}---\n{text}"


def said(definition: Definition, seats: tuple[str, ...], seed: int, answers: tuple[str, ...]) -> Iterator[tuple[str, Any]]:
    """What the reference says after some answers: who decides what, where cards lie, and what is remembered."""
    options = {one.name: one.default for one in definition.options}
    try:
        match = Match.begin(definition, seats, seed, options, True, Interpreter)
        for one in answers:
            seat, _, text = one.partition(": ")
            match.follow(text, seat)
    except RuleError:
        return
    yield "decision", [one.seat for one in match.decisions] or "none"
    for decision in match.decisions:
        yield f"only offered to {decision.seat}", [one.text for one in decision.options]
    with suppress(RuleError):  # which may stop where the game is over
        if match.result is not None:
            yield "winners", list(match.result.winners)
            yield from ((f"score of {seat}", score) for seat, score in match.result.scores.items())
    names, state = names_for(match.state.world, seats), match.state
    for number, zone in enumerate(names.zones):
        yield zone, [describe(state, seats, card, EVERYTHING) for card in state.zones[number]] or "empty"
    for number, variable in enumerate(definition.variables):
        value = names.variable(variable.of, variable.type, state.variables[number])
        if variable.of.is_game:
            yield variable.name, "none" if value is None else value
        else:
            yield from ((f"{variable.name} of {thing}", "none" if one is None else one) for thing, one in value.items())


def _holds(folder: Path, scenario: dict[str, Any]) -> bool:
    _written(folder, scenario)
    return run_targets((str(folder),), "reference").passed


def _written(folder: Path, scenario: dict[str, Any]) -> str:
    text = yaml.safe_dump([scenario], sort_keys=False, width=1000, allow_unicode=True)
    (folder / "scenarios" / "difference.yaml").write_text(text, "utf-8")
    return text
