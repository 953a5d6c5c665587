"""Compiled rules are the same game at every table: numbers of players, values of options, scenarios, and many games.

RULEWRIGHT_GAMES says how many games are played in step with the reference at each table, RULEWRIGHT_PLAYED how many of each
definition are compared with the engine in Python; without them a table is left after so many decisions.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
import rulewright
from companions import NumberedNative, debug_library, in_step, same_ends
from rulewright import Game, ir
from rulewright.engine.native.library import Library
from rulewright.engine.native.whole_games import play_games
from rulewright.ir.limits import ANSWERS
from rulewright.language.diagnostics import Complaints
from rulewright.model.definition import NOBODY, GameOption
from rulewright.study.one_game import play_one
from rulewright.study.plan import Seating, new_plan
from rulewright.study.report import run_files
from rulewright.study.rush import results_of
from rulewright.table.playing_scenarios import play_scenario

SEVERAL = "RULEWRIGHT_GAMES" in os.environ
GAMES = int(os.environ.get("RULEWRIGHT_GAMES", "40"))
PLAYED = int(os.environ.get("RULEWRIGHT_PLAYED", "1000"))
IN_STEP, COMPARED = (10**9, 10**9) if SEVERAL else (550, 1000)  # decisions
SHORT = 10  # decisions of a game of which all are compared
AT_ONCE = 50
BOTH_FORMS = 20_000 if SEVERAL else 300
DEFINITIONS = Path(__file__).parent / "definitions"
EVERY = [*rulewright.shipped(), *sorted(str(path) for path in DEFINITIONS.iterdir())]
WITH_OPTIONS = [name for name in EVERY if rulewright.load(name).definition.options]
SETTLED = WITH_OPTIONS if SEVERAL else ["liars_dice", str(DEFINITIONS / "five_tricks")]
SELDOM = [("bruno_the_bandit", "characters"), ("ruthless", "commands")]  # what one card does, which few games come to
Options = dict[str, str]


def counts(game: Game) -> list[int]:
    """The numbers of players: all of them where time does not matter, else one."""
    every = range(game.definition.fewest, game.definition.most + 1)
    return list(every) if SEVERAL else [every[len(every) // 2]]


def keeps_step(game: Game, library: Library, games: int) -> None:
    """Games in step with the reference, up to so many decisions; two in any case."""
    decisions = 0
    for seed in range(games):
        decisions += in_step(game, library, seed)
        if decisions > IN_STEP and seed:
            break
    assert decisions


def agrees_with_python(game: Game, library: Library, options: Options, games: int) -> None:
    """Every number of whole games: scores, winners, decisions, rounds, cards that were had and played, abilities, choices."""
    plan = new_plan(game, Seating(library.world.players, seed=1, options=options))
    decisions, unit, is_short = 0, 60, False
    for first in range(0, games, AT_ONCE):
        some = range(first, min(games, first + AT_ONCE))
        inside = list(results_of(play_games(library, 1, some, ANSWERS.most + 1, unit, True), first, plan))
        is_short |= not first and inside[0].decisions <= SHORT and not game.definition.groupings
        for number in some:
            assert inside[number - first] == play_one(game, plan, number)
            decisions += inside[number - first].decisions
            if decisions > COMPARED and not is_short:
                return


@pytest.mark.needs("compiler")
@pytest.mark.parametrize("name", EVERY, ids=lambda name: Path(name).name)
def test_a_library_plays_in_step_with_the_reference_and_agrees_with_python(name: str) -> None:
    game = rulewright.load(name)
    for players in counts(game):
        library = debug_library(game, players)
        keeps_step(game, library, GAMES)
        agrees_with_python(game, library, {}, PLAYED // len(counts(game)))
        same_ends(library, BOTH_FORMS)


# ---------------------------------------------------------------- options


def values_of(option: GameOption, players: int) -> list[int]:
    """Values that an option can have: of many numbers a few from the lowest to the highest."""
    match option.type.sort:
        case ir.TypeSort.PLAYER:
            return [*([NOBODY] if option.may_be_nobody else []), *range(players)]
        case ir.TypeSort.FLAG:
            return [0, 1]
        case ir.TypeSort.MEMBER:
            return list(range(len(option.choices)))
    span = option.high - option.low
    return sorted({option.low + span * part // 4 for part in range(5)})


def settings(game: Game, players: int) -> Iterator[Options]:
    """Every option with every value, the others as they are by default; in short, all of them with another value at once."""
    of_each = {one: [value for value in values_of(one, players) if value != one.default] for one in game.definition.options}
    if not SEVERAL:
        yield {one.name: one.written(values[-1]) for one, values in of_each.items() if values}
        return
    for one, values in of_each.items():
        yield from ({one.name: one.written(value)} for value in values)


@pytest.mark.needs("compiler")
@pytest.mark.parametrize("name", SETTLED, ids=lambda name: Path(name).name)
def test_a_library_keeps_step_whatever_is_settled_before(name: str) -> None:
    game = rulewright.load(name)
    for players in counts(game):
        for options in settings(game, players):
            library = debug_library(game, players, options)
            keeps_step(game, library, 4)
            agrees_with_python(game, library, options, 40)


# ---------------------------------------------------------------- scenarios


@pytest.mark.needs("compiler")
@pytest.mark.parametrize("name", rulewright.shipped() if SEVERAL else ["kuhn_poker"])
def test_the_scenarios_pass_inside_a_library(name: str) -> None:
    """Whatever they lay out, wherever they begin; all others are played by the reference and by the engine in Python."""
    game = rulewright.load(name)
    report = run_files(game, game.scenario_files(), whole=False, engine="native")
    assert report.is_good and report.passed, report.to_text()


@pytest.mark.needs("compiler")
@pytest.mark.parametrize(("name", "file"), [(name, "") for name in rulewright.shipped()] if SEVERAL else SELDOM)
def test_a_library_goes_on_wherever_scenarios_go(name: str, file: str) -> None:
    """Also where chance leads no game: with the same numbers of the options, and without help from Python."""
    game, played = rulewright.load(name), 0
    files = [path for path in game.scenario_files() if not file or path.stem == file]
    for one in [one for path in files for one in game.read_scenarios(path, Complaints())[0]]:
        if one.refusal is None and not one.variant and not one.options and len(one.seats) == game.definition.fewest:
            assert not play_scenario(one.extended or game.definition, one, NumberedNative)
            played += 1
    assert played
