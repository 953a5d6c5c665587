"""Prizes by place: who shares a place shares what the places give, as somebody counts who has never seen the language."""

import random
from pathlib import Path

import pytest
import rulewright
from reason_laws import broken
from rulewright.engine.protocol import Engine
from rulewright.engine.python.stepper import Stepper
from rulewright.engine.reference.interpreter import Interpreter
from rulewright.ir.walk import walk
from rulewright.language.diagnostics import DefinitionError
from rulewright.table.match import Match
from written import game_in

GAME = """
name: Prizes
players: 2 to 5
tables: {prizes: [7, 4, 1]}
variables: {cubes: {of: player, type: number 0 to 9}}
flow:
  - turns: player
    laps: 1
    do:
      - choose: a number from 0 to 3 as much
      - set cubes to much
result: {score: PRIZE}
"""
PRIZE = "prizes for player among players with cubes of it > 0 by most cubes"
TABLE = [7, 4, 1]


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> rulewright.Game:
    folder: Path = tmp_path_factory.mktemp("prizes")
    (folder / "game.yaml").write_text(GAME.replace("PRIZE", PRIZE), encoding="utf-8")
    return rulewright.load(folder)


def counted(cubes: list[int]) -> list[int]:
    """Prizes are laid out in a row, and each group of equals takes as many as they are."""
    prizes, given = [*TABLE, 0, 0], {0: 0}
    for held in sorted({*cubes} - {0}, reverse=True):
        taken = [prizes.pop(0) for _ in range(cubes.count(held))]
        given[held] = sum(taken) // len(taken)
    return [given[held] for held in cubes]


@pytest.mark.parametrize("engine", [Stepper, Interpreter])
def test_whoever_shares_a_place_shares_its_prizes(game: rulewright.Game, engine: type[Engine]) -> None:
    rng = random.Random(3)
    for seats in [2, 3, 4, 5] * 10:
        cubes = [rng.randrange(4) for _ in range(seats)]
        match = Match.begin(game.definition, ("Ada", "Bo", "Cy", "Di", "Ed")[:seats], 1, {}, engine=engine)
        for held in cubes:
            match.answer(str(held))
        assert match.result is not None
        assert [match.result.scores[seat] for seat in match.seats] == counted(cubes), cubes


@pytest.mark.parametrize(
    ("cubes", "told"),
    [
        ((2, 3, 1), "4 = prizes for place 2 (most cubes: Bo 3, Ada 2, Cy 1)"),
        ((2, 2, 1), "5 = (7 + 4) / 2, rounded down: prizes for places 1 and 2 (most cubes: Ada 2, Bo 2, Cy 1)"),
        # Where nothing is left for the last of those who are level, and for somebody behind them.
        ((1, 3, 3, 2, 1), "0: no prizes for places 4 and 5 (most cubes: Bo 3, Cy 3, Di 2, Ada 1, Ed 1)"),
        ((1, 3, 2, 1), "0 = 1 / 2, rounded down: prizes for place 3 (most cubes: Bo 3, Cy 2, Ada 1, Di 1)"),
        ((1, 0, 0), "7 = prizes for place 1 (only Ada, as cubes of Ada is 1, more than 0)"),
        ((0, 2, 2), "0"),
    ],
)
def test_a_prize_is_told_with_its_place_and_who_shares_it(game: rulewright.Game, cubes: tuple[int, ...], told: str) -> None:
    match = game.new_match(["Ada", "Bo", "Cy", "Di", "Ed"][: len(cubes)])
    for held in cubes:
        match.answer(str(held))
    reason = game.why(match, "score of Ada", "Bo")
    assert reason.lines(1)[0].partition(": ")[2].partition("  (")[0] == told
    assert not broken(reason) and reason.value == counted([*cubes])[0]


SOLD = """
name: Sold
players: 2
tables: {prizes: [7, 4]}
types: {town: [ashford, cray]}
counters: {coins: {}}
variables: {sold: {of: [player, town], type: number 0 to 9}}
flow:
  - turns: player
    laps: 1
    do:
      - choose: a town as goal
      - raise sold in goal by 2
  - each: town
    do:
      - each: player
        do: gain (prizes for player among players with sold of it in town > 0 by most sold of it in town) coins
result: {score: coins}
"""


def test_what_was_ranked_for_each_of_several_places_is_told_with_its_place(tmp_path: Path) -> None:
    """A verb that gains a prize tells it, and a variable of two owners of which other one it was asked."""
    match = game_in(tmp_path, SOLD).new_match(["Ada", "Bo"])
    for town in ("cray", "cray"):
        match.answer(town)
    assert [line.public for line in match.log if line.kind == "gain"] == [
        "everybody gains 5 coins (Ada 5, Bo 5): (7 + 4) / 2, rounded down: prizes for places 1 and 2 in cray "
        "(highest sold: Ada 2, Bo 2)"
    ]


def test_the_table_must_be_one(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(GAME.replace("PRIZE", PRIZE.replace("prizes", "prices")), encoding="utf-8")
    with pytest.raises(DefinitionError) as problem:
        rulewright.load(tmp_path)
    assert [(one.slug, one.hint) for one in problem.value.diagnostics] == [
        ("unknown-name", 'did you mean "prizes"?'),
    ]


def test_prizes_for_prizes_for_prizes_stay_one_formula(tmp_path: Path) -> None:
    """Whatever ranks is said once or twice, not six times in each of them."""
    key = "cubes"
    lengths = []
    for _ in range(3):
        (tmp_path / "game.yaml").write_text(GAME.replace("PRIZE", f"prizes for player among players by most {key}"), "utf-8")
        definition = rulewright.load(tmp_path).definition
        lengths.append(sum(1 for _ in walk(definition.functions)))
        key = f"(prizes for it among players by most {key})"
    assert lengths[-1] < 8 * lengths[0], lengths
