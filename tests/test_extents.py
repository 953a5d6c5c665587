"""Numbers lie in the ranges of their types and lists in their capacities, in every game that is played and every rule of it."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import rulewright
from extents import Counted, counted
from rulewright import ir
from rulewright.engine.evaluate import Evaluator
from rulewright.ir.analysis.capacities import Capacities
from rulewright.ir.analysis.extents import Extents
from rulewright.ir.analysis.giving import rules_of
from rulewright.ir.verify import misfits
from rulewright.ir.walk import is_expression, walk
from rulewright.model.definition import Definition
from rulewright.table.lawful import check_running

DEFINITIONS = sorted(path.parent for path in (Path(__file__).parent / "definitions").glob("*/game.yaml"))
GAMES = [*rulewright.shipped(), *DEFINITIONS]
ANSWERS = 120  # of each game that is played


@cache
def loaded(game: Any) -> rulewright.Game:
    return rulewright.load(game)


def types_of(definition: Definition) -> dict[int, list[ir.Type]]:
    """The types of every expression, by its identity: it may stand in several rules."""
    found: dict[int, list[ir.Type]] = {}
    tables = Capacities.of(definition)
    for _, root, slots in rules_of(definition):
        extents = Extents(definition, slots, tables)
        for node in filter(is_expression, walk(root)):
            found.setdefault(id(node), []).append(extents.of(node))
    return found


def is_of(value: Any, type: ir.Type) -> bool:
    """Whether a value lies in the extent of a type."""
    if value is None or (type.sort is ir.TypeSort.NONE and not value):
        return True
    if type.many:
        return len(value) <= type.length and all(is_of(one, replace(type, many=False)) for one in value)
    return type.sort is not ir.TypeSort.NUMBER or type.bounds[0] <= value <= type.bounds[1]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: getattr(game, "name", game))
def test_nothing_that_comes_up_lies_beyond_its_type(game: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    types, asked = types_of(loaded(game).definition), 0
    plain = Evaluator.value

    def checked(run: Evaluator, node: Any, places: Any) -> Any:
        nonlocal asked
        found = plain(run, node, places)
        asked += 1
        assert node is None or any(is_of(found, type) for type in types.get(id(node), [ir.NOTHING])), (node, found)
        return found

    monkeypatch.setattr(Evaluator, "value", checked)
    match = loaded(game).new_match(seed=3, watched=False, engine="reference")
    for number in range(ANSWERS):
        if match.is_over:
            break
        check_running(match.state)
        decision = match.decisions[0]
        match.answer(decision.options[number * 7 % len(decision.options)], decision.seat)
    assert asked > 100


# ---------------------------------------------------------------- what is said of a place is asked for


def forged(definition: Definition, table: str, number: int, change: dict[str, Any]) -> Definition:
    """One entry of a table otherwise."""
    entries = list(getattr(definition, table))
    entries[number] = replace(entries[number], **change)
    return replace(definition, **{table: tuple(entries)})


def narrowed(types: tuple[ir.Type, ...], slot: int, **change: int | None) -> tuple[ir.Type, ...]:
    return (*types[:slot], replace(types[slot], **change), *types[slot + 1 :])


@pytest.mark.parametrize("game", ["crazy_eights", "leduc_poker"])
def test_a_range_that_is_too_narrow_is_refused(game: str) -> None:
    """Every place and every answer is as wide as it must be: without its largest number, or its longest list, it is refused.
    A place that only ever holds 0 may as well hold nothing."""
    definition, tried = loaded(game).definition, 0
    for table in ("functions", "procedures"):
        for number, rule in enumerate(getattr(definition, table)):
            for slot, type in enumerate(rule.slots):
                for field, least in (("high", 0), ("capacity", 0)):
                    most = getattr(type, field)
                    if most is not None and most > least:
                        slots = narrowed(rule.slots, slot, **{field: most - 1})
                        assert any(misfits(forged(definition, table, number, {"slots": slots}))), (rule.name, slot, type)
                        tried += 1
    for number, function in enumerate(definition.functions):
        if function.type.high:
            less = replace(function.type, high=function.type.high - 1)
            assert any(misfits(forged(definition, "functions", number, {"type": less}))), function.name
            tried += 1
    assert tried > 10


WRONG = [
    {"low": None}, {"high": None}, {"low": None, "high": None}, {"low": 5, "high": 4}, {"high": 10**10}, {"low": -(10**10)},
    {"capacity": 3}, {"many": True}, {"sort": ir.TypeSort.FLAG},
]  # fmt: skip


@pytest.mark.parametrize("change", WRONG, ids=str)
def test_what_is_no_extent_is_refused(change: dict[str, Any]) -> None:
    definition = loaded("kuhn_poker").definition
    for table in ("options", "variables", "columns", "values"):
        for number, one in enumerate(getattr(definition, table)):
            if one.type.sort is ir.TypeSort.NUMBER:
                assert any(misfits(forged(definition, table, number, {"type": replace(one.type, **change)}))), one.name
    for number, rule in enumerate(definition.procedures):
        for slot, type in enumerate(rule.slots):
            if type.sort is ir.TypeSort.NUMBER:
                slots = narrowed(rule.slots, slot, **change)
                assert any(misfits(forged(definition, "procedures", number, {"slots": slots}))), (rule.name, slot)


def test_what_is_declared_is_the_range_of_it() -> None:
    """A variable may be given whatever its declaration allows, by a scenario or a save: it is neither narrower nor wider."""
    definition = loaded("crazy_eights").definition
    number, variable = next((number, one) for number, one in enumerate(definition.variables) if one.type.low is not None)
    for type in (replace(variable.type, high=variable.type.bounds[0]), replace(variable.type, low=-7)):
        assert any(misfits(forged(definition, "variables", number, {"type": type})))


# ---------------------------------------------------------------- how much is known


NOTES = Path(__file__).parent.parent / "docs" / "design-notes.md"


def test_the_notes_tell_no_more_than_is_known() -> None:
    """The share of numbers with a narrower range does not fall, nor that of small ones."""
    cells = [line.strip("| ").split(" | ") for line in NOTES.read_text(encoding="utf-8").splitlines()]
    told = {row[0]: Counted(*map(int, row[1:])) for row in cells if row[0] in rulewright.shipped()}
    assert set(told) == set(rulewright.shipped()), "write what tests/extents.py prints into docs/design-notes.md"
    for name, then in told.items():
        now = counted(loaded(name).definition)
        for field in ("narrower", "one_byte", "two_bytes"):
            assert getattr(now, field) / now.numbers >= getattr(then, field) / then.numbers, (name, field)
        assert now.longest <= then.longest, name
