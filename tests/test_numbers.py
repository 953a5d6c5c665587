"""Whole numbers lie within their limits: what would leave them stops the rules, in every engine at the same line."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from rulewright.engine.opening import new_state
from rulewright.engine.protocol import Engine
from rulewright.engine.python.stepper import Stepper
from rulewright.engine.reference.interpreter import Interpreter
from rulewright.engine.trouble import RuleError
from rulewright.engine.worlds import world_for
from rulewright.ir.limits import NUMBER
from run_form import stepper_at
from written import game_in

MOST = NUMBER.most
HEAD = """
name: Sums
players: 2
components:
  token:
    per: player
    starts in: box
    columns: {print: number}
    rows: {one: [1], many: [999999999], less: [-1000000000]}
zones:
  box: {per: player, holds: token, seen by: everyone}
variables:
  big: {type: number}
  low: {type: number}
  few: {type: number 0 to 9}
  out: {type: number}
  told: {type: flag}
counters:
  coins: {of: player}
values:
  might: {of: token, starts: print}
rules:
  - always: every many gets +1 might for each token in box of owner of many
  - always: every one gets +5 might for each token with big * big > 4
flow:
  - turns: player
    laps: 1
    do:
      - may: go on
result: {score: coins, winner: best player by most score}
define:
"""
LEAVES = [
    "big", "low", "few", "3", "1000000000", "(coins of (first player))", "(count of tokens)", "highest of print of tokens",
]  # fmt: skip
TALLIES = [
    "(sum of print of tokens with print + big > few)", "(sum of might of tokens with print < few)",
    "(highest of (big * print) of tokens with print > 0)", "(sum of big of tokens)",
    "(count of tokens with big * print is low)",
    "(sum of coins of players)", "(count of players with coins + big > low)", "(sum of (it) of number from 1 to few)",
]  # fmt: skip
TESTS = ["{} > {} and {} > {}", "{} is {} or {} < {}", "not {} > {}"]


def formula(chance: random.Random, depth: int = 3) -> str:
    """Some formula over extreme numbers; named ones stand for parts of it."""
    if not depth or chance.random() < 0.15:
        return chance.choice(LEAVES + TALLIES)
    left, right = formula(chance, depth - 1), formula(chance, depth - 1)
    kind = chance.randrange(8)
    if kind < 4:
        return f"({left} {chance.choice('+-*')} {right})"
    if kind == 4:
        return f"{chance.choice(['div', 'mod', 'max', 'min', 'div_up'])}({left}, {right})"
    if kind == 5:
        parts = [chance.choice([*LEAVES[:5], "squared", "(big + low)"]) for _ in range(4)]
        return f"({left} if {chance.choice(TESTS).format(*parts)} else {right})"
    return f"(-{left})" if kind == 6 else f"({left} + squared)"


def verbs(seed: int, count: int) -> list[str]:
    """Sentences that reckon, each as a verb of its own."""
    chance = random.Random(seed)
    found = ["  squared: {is: big * big}", "  doubled: {with: {x: number}, is: x + x}"]
    for number in range(count):
        one = formula(chance)
        while len(one) > 300:
            one = formula(chance)
        sentence = chance.choice([
            "set out to {}", "raise out by {}", "lower low by {}", "set out to doubled({})", "raise few by {}",
            "gain ({}) coins", "if: {} > big\n            then: set told to true",
        ]).format(one)  # fmt: skip
        found.append(f"  reckon_{number}:\n    do:\n      - each: player\n        do:\n          - {sentence}")
    return found


def with_rows(engine: Stepper) -> Stepper:
    """The debug build."""
    engine.note_rows()
    return engine


def outcome(engine: Engine, finishes: bool) -> object:
    """The position, or the error with its lines."""
    try:
        engine.play_out(lambda *_: 0) if finishes else engine.run()
    except RuleError as problem:
        return problem.message, problem.trace[:2]
    return engine.state.table()


def test_every_engine_comes_to_the_same_number_or_the_same_line(tmp_path: Path) -> None:
    definition = game_in(tmp_path, HEAD + "\n".join(verbs(5, 60)) + "\n").definition
    world = world_for(definition, 2, {})
    chance, seen = random.Random(1), set()
    for number, procedure in enumerate(definition.procedures):
        if not procedure.name.startswith("reckon"):
            continue
        for _ in range(4):
            start = new_state(world, 1)
            for name in ("big", "low", "few"):
                most = 9 if name == "few" else MOST
                value = chance.choice([0, 1, -1, 7, 31_622, 31_623, most, most - 1, -most, chance.randrange(-most, most)])
                start.variables[definition.variable_numbers[name]] = max(0, min(value, 9)) if name == "few" else value
            coins = tuple(chance.choice([0, 1, 500_000_000, MOST]) for _ in range(2))
            start.variables[definition.variable_numbers["coins"]] = coins
            found = []
            for make in (
                lambda state: Interpreter(state, ("Ada", "Bo")),
                lambda state: Stepper(state, ("Ada", "Bo")),
                lambda state: with_rows(Stepper(state, ("Ada", "Bo"))),
                stepper_at,
            ):
                engine = make(start.copy())
                engine.call(number, (None, None))
                found.append(outcome(engine, make is stepper_at))
            assert found.count(found[0]) == len(found), (procedure.name, procedure.line, found)
            seen.add(found[0][0])
    assert f"a number goes beyond {MOST:,}" in seen and len(seen) > 1


GROWING = """
name: Growing
players: 2
components:
  lamp: {per: player, copies: 2, starts in: box}
zones:
  box: {per: player, holds: lamp, seen by: everyone}
variables:
  size: {type: number, starts: 40000}
define:
  squared: {is: size * size}
flow:
  - turns: player
    until: size < 3
    do:
      - offer:
          - option: stay
            do:
              - set size to size + 1
          - option: grow
            do:
              - set size to size + 1
              - say: "{player} grows"
              - set size to squared
result: {score: size, winner: best player by most score}
"""


@pytest.mark.parametrize("watched", [True, False])
def test_an_answer_that_leads_too_far_leaves_everything_as_it_was(watched: bool, tmp_path: Path) -> None:
    match = game_in(tmp_path, GROWING).new_match(seats=["Ada", "Bo"], seed=3, watched=watched)
    for _ in range(3):
        match.answer("stay")
    before = match.state.key(), list(match.log), list(match.answers), match.decisions
    with pytest.raises(RuleError, match="a number goes beyond 1,000,000,000") as caught:
        match.answer("grow")
    lines = GROWING.splitlines()
    numbers = [int(one.split(":")[1]) for one in caught.value.trace]
    assert [lines[number - 1].strip() for number in numbers] == ["squared: {is: size * size}", "- set size to squared"]
    assert before == (match.state.key(), match.log, match.answers, match.decisions)
    match.answer("stay")
    assert match.scores == {"Ada": 40004, "Bo": 40004}


def test_a_score_beyond_all_numbers_is_told_with_its_line(tmp_path: Path) -> None:
    text = GROWING.replace("score: size,", "score: size * size,").replace("size < 3", "size > 2")
    match = game_in(tmp_path, text).new_match(seed=3)
    match.answer("stay")
    with pytest.raises(RuleError, match="a number goes beyond") as caught:
        print(match.scores)
    assert caught.value.trace[0].endswith(f":{text.splitlines().index(text.splitlines()[-1]) + 1}: in score")


def test_sums_are_looked_at_when_all_is_added(tmp_path: Path) -> None:
    """Parts of a sum may go beyond the limits on the way, as long as the whole does not; a product in the middle may not."""
    text = HEAD.replace("many: [999999999], less: [-1000000000]", "many: [999999999], more: [999999999], less: [-1000000000]")
    text += "  whole:\n    do:\n      - set out to sum of print of tokens in box of (first player)\n"
    text += "  middle:\n    do:\n      - set out to big * big - big * big\n"
    definition = game_in(tmp_path, text).definition
    state = new_state(world_for(definition, 2, {}), 1)
    state.variables[definition.variable_numbers["big"]] = 40_000
    for engine in (Interpreter, Stepper):
        run = engine(state.copy(), ("Ada", "Bo"))
        numbers = {one.name: number for number, one in enumerate(definition.procedures)}
        run.call(numbers["whole"], (None, None))
        run.run()
        assert run.state.variables[definition.variable_numbers["out"]] == 999_999_999
        run.call(numbers["middle"], (None, None))
        with pytest.raises(RuleError, match="a number goes beyond"):
            run.run()
