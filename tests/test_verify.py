"""A definition that was read from outside holds together, or nothing of it is used."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from functools import cache
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, get_args, get_origin, get_type_hints

import pytest
import rulewright
from rulewright import ir
from rulewright.ir.verify import misfits
from rulewright.model import definition as tables
from rulewright.model.pack import Unreadable, from_text, to_text

DEFINITIONS = Path(__file__).parent / "definitions"
WORD = "__import__('os').abort"
# Numbers that count or measure; every other number names something, and is refused if that is not there.
MEASURES = {
    "line", "value", "low", "high", "at_least", "at_most", "room", "size", "faces", "copies", "default", "fewest", "most", "up",
    "face", "sets", "cells",
}  # fmt: skip


# A kind of node, and the place of an expression in it that is no number.
NO_NUMBER = [
    ("If", 1), ("Either", 1), ("Move", 1), ("Move", 2), ("Contents", 1), ("Feature", 2), ("Cell", 2), ("Computed", 2),
    ("Score", 1), ("Shuffle", 1), ("Fold", 3), ("Show", 2), ("Each", 2), ("Loop", 1), ("Beyond", 3), ("Clockwise", 2),
    ("Write", 2), ("Reach", 1), ("Choose", 2), ("PickMany", 4), ("Branch", 1), ("Discard", 1), ("Face", 1), ("Roll", 1),
    ("Swap", 1), ("Mark", 2), ("Grouped", 3),
]  # fmt: skip


@cache
def packed() -> dict[str, list[Any]]:
    """The lines of every game that is shipped, and of those among the tests."""
    games = [*rulewright.shipped(), *sorted(path.parent for path in DEFINITIONS.glob("*/game.yaml"))]
    definitions = [rulewright.load(one).definition for one in games]
    return {one.id: json.loads(to_text(one)) for one in definitions}


def smallest_with(kind: str) -> tuple[list[Any], list[int]]:
    """A copy of the shortest game that has such a node, and where it has them."""
    found = [(lines, [number for number, line in enumerate(lines) if line[0] == kind]) for lines in packed().values()]
    lines, numbers = min((one for one in found if one[1]), key=lambda one: len(one[0]))
    return json.loads(json.dumps(lines)), numbers


def fields_there_are() -> list[tuple[str, int, str, Any]]:
    """Every field of every kind of node: the kind, its place in the line, its name and its shape."""
    found = []
    for place in (ir, tables):
        for kind in vars(place).values():
            if isinstance(kind, type) and is_dataclass(kind):
                hints = get_type_hints(kind)
                found += [(kind.__name__, at, one.name, hints[one.name]) for at, one in enumerate(fields(kind), start=1)]
    return sorted(set(found), key=str)


def forgeries(name: str, shape: Any) -> list[Any]:
    """What somebody may put into a field of this shape; none of it can be right."""
    shapes = get_args(shape) if isinstance(shape, UnionType) else (shape,)
    wrong: list[Any] = [1.5, {"a": 1}]
    wrong += [] if str in shapes else [WORD]
    wrong += [] if None in shapes or NoneType in shapes else [None]
    numbers = int in shapes or bool in shapes
    if not numbers or (int in shapes and name not in MEASURES):
        wrong += [-1, 10**6, -(10**6)]
    wrong += [] if any(get_origin(one) in (tuple, Mapping) for one in shapes) else [[], [0], [[0, 0]]]
    return wrong


@pytest.mark.parametrize("name", rulewright.shipped())
def test_what_is_compiled_here_holds_together(name: str) -> None:
    assert list(misfits(rulewright.load(name).definition)) == []


@pytest.mark.parametrize(("kind", "at", "name", "shape"), fields_there_are())
def test_what_cannot_stand_in_a_field_is_refused(kind: str, at: int, name: str, shape: Any) -> None:
    """Every field of every kind of node is forged in turn, in a game that has one."""
    for forged in forgeries(name, shape):
        lines, numbers = smallest_with(kind)
        line = lines[random.Random(f"{kind} {name}").choice(numbers)]
        line[at : at + 1] = [forged]
        with pytest.raises(Unreadable):
            from_text(json.dumps(lines))


@pytest.mark.parametrize(("kind", "at"), NO_NUMBER)
def test_a_number_where_something_else_is_needed_is_refused(kind: str, at: int) -> None:
    """A node that exists and holds together, at a place where it means nothing."""
    lines, numbers = smallest_with(kind)
    number = numbers[-1]
    constants = [place for place, line in enumerate(lines[:number]) if line[0] == "Const" and isinstance(line[1], int)]
    lines[number][at] = next(place for place in constants if lines[lines[place][2]][1] == "number")
    with pytest.raises(Unreadable):
        from_text(json.dumps(lines))


def test_what_stands_in_many_places_is_looked_at_once() -> None:
    """Of nodes that are each made of the one before them, twice, nobody goes through all that is written out."""
    definition = rulewright.load("crazy_eights").definition
    tower: ir.Expr = ir.Const(0)
    for _ in range(60):
        tower = ir.Op(ir.Sign.MAX, (tower, tower))
    score = replace(definition.functions[definition.score], value=tower)
    functions = tuple(score if number == definition.score else one for number, one in enumerate(definition.functions))
    flags = tuple(replace(one, type=ir.FLAG) for one in functions)
    # A failing assertion would write the tower out, so nothing of it stands in one.
    fits, others = (list(misfits(replace(definition, functions=one))) for one in (functions, flags))
    assert fits == []
    assert others != []


def test_starts_and_counts_may_ask_for_anything(tmp_path) -> None:
    """What a variable starts with, and how many zones there are, may go through lists."""
    (tmp_path / "game.yaml").write_text(
        """
name: Starts
players: 2 to 3
variables:
  later: {type: number, starts: count of players with seat > 1}
  leader: {type: player, starts: first player by most seat}
components: {bit: {starts in: pot}}
zones: {pot: {seen by: everyone}}
flow:
  - turns: player clockwise from leader
    laps: 1
    do:
      - may: say {later}
        do: move first bit in pot to pot
result: {score: later, winner: best player by most seat}
""",
        encoding="utf-8",
    )
    match = rulewright.load(tmp_path).new_match(3)
    assert (match.decisions[0].seat, match.decisions[0].options[0].text) == ("Cy", "say 2")
