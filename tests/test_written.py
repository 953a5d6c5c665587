"""Expressions written out as Python mean what the reference evaluator means."""

from __future__ import annotations

import random

import pytest
import rulewright
from rulewright.interpreter.engine.written import Written
from rulewright.interpreter.table.match import Match

TABLES = [
    (name, players)
    for name in rulewright.shipped()
    for players in range(rulewright.load(name).definition.fewest, rulewright.load(name).definition.most + 1)
]


def offers(match: Match) -> list[tuple[str, list[str], list[int]]]:
    return [
        (one.seat, [option.text for option in one.options], [option.number for option in one.options])
        for one in match.decisions
    ]


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_written_and_walked_expressions_play_the_same_game(name: str, players: int) -> None:
    game = rulewright.load(name)
    written = game.new_match(players, seed=players)
    walked = written.copy(watched=True)
    walked.plain = True
    choose = random.Random(players)
    while written.decisions:
        assert offers(written) == offers(walked)
        answer = choose.choice(written.decisions[0].options)
        written.answer(answer)
        walked.answer(answer.text)
        assert written.state.key() == walked.state.key()
    assert written.result == walked.result
    assert [line.own for line in written.log] == [line.own for line in walked.log]


def test_the_same_world_is_written_the_same_way_twice() -> None:
    world = rulewright.load("ruse_and_bruise").new_match(3).state.world
    assert Written(world).source == Written(world).source


def test_no_word_of_a_definition_enters_written_source() -> None:
    match = rulewright.load("ruse_and_bruise").new_match(2)
    source = Written(match.state.world).source
    for _, row in match.definition.rows:
        assert f"'{row.id}'" not in source and f'"{row.id}"' not in source
