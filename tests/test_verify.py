"""A definition that was read from outside holds together, or nothing of it is used.

Every field of every class that a text may name is forged in turn, so a new class is covered by itself. What is let through is
another game at most: it plays, and every engine plays it alike.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from functools import cache
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, get_args, get_origin, get_type_hints

import pytest
import rulewright
from oracle.cases import case_text
from oracle.verdicts import compiled
from rulewright import ir
from rulewright.engine.opening import new_state
from rulewright.engine.options import bound
from rulewright.engine.python.stepper import Stepper
from rulewright.engine.reference.interpreter import Interpreter
from rulewright.engine.trouble import RuleError
from rulewright.engine.worlds import world_for
from rulewright.ir.verify import misfits
from rulewright.model import pack
from rulewright.model.definition import NAMES, Definition
from rulewright.model.pack import Unreadable, from_text, to_text

DEFINITIONS = Path(__file__).parent / "definitions"
WORD = "__import__('os').abort"
CASES = 12  # of random definitions
DECISIONS = 6  # for which a game that was let through is played


# A kind of node, and the place of an expression in it that is no number.
NO_NUMBER = [
    ("If", 1), ("Either", 1), ("Move", 1), ("Move", 2), ("Contents", 1), ("Feature", 2), ("Cell", 2), ("Computed", 2),
    ("Score", 1), ("Shuffle", 1), ("Fold", 3), ("Show", 2), ("Each", 2), ("Loop", 1), ("Beyond", 3), ("Clockwise", 2),
    ("Write", 2), ("Reach", 1), ("Choose", 2), ("PickMany", 4), ("Branch", 1), ("Discard", 1), ("Face", 1), ("Roll", 1),
    ("Swap", 1), ("Mark", 2), ("Grouped", 3),
]  # fmt: skip


@dataclass(frozen=True)
class Packed:
    """A game as lines, and as the nodes that they make."""

    lines: list[Any]
    nodes: list[Any]

    def with_line(self, number: int, line: list[Any]) -> str:
        return json.dumps([*self.lines[:number], line, *self.lines[number + 1 :]])


@cache
def packed() -> list[Packed]:
    """The games that are shipped and those among the tests, the shortest first."""
    games = [*rulewright.shipped(), *sorted(path.parent for path in DEFINITIONS.glob("*/game.yaml"))]
    found = []
    for one in games:
        lines, nodes = json.loads(to_text(rulewright.load(one).definition)), []
        for line in lines:
            nodes.append(pack.node_of(line, nodes))
        found.append(Packed(lines, nodes))
    return sorted(found, key=lambda one: len(one.lines))


@cache
def smallest_with(kind: str) -> tuple[Packed, list[int]]:
    """The shortest game that has such a node, and where it has them."""
    for game in packed():
        numbers = [number for number, line in enumerate(game.lines) if line[0] == kind]
        if numbers:
            return game, numbers
    raise AssertionError(f"no game has a {kind}")


CLASSES = sorted(pack.classes(), key=lambda one: one.__name__)


@dataclass(frozen=True)
class Field:
    """A field of a class: its place in a line, its name and its shapes."""

    kind: str
    at: int
    name: str
    shapes: tuple[Any, ...]

    def forged(self, value: Any, number: int, game: Packed) -> list[Any]:
        line = [*game.lines[number]]
        line[self.at : self.at + 1] = [value]
        return line


def fields_of(one: type) -> list[Field]:
    hints = get_type_hints(one)
    shapes = [(field.name, hints[field.name]) for field in fields(one)]
    return [
        Field(one.__name__, at, name, get_args(shape) if isinstance(shape, UnionType) else (shape,))
        for at, (name, shape) in enumerate(shapes, start=1)
    ]  # fmt: skip


# ---------------------------------------------------------------- of another type


def of_another_type(field: Field) -> Iterator[Any]:
    """What JSON can hold and the shape of a field cannot."""
    yield from (1.5, {"a": 1})
    if str not in field.shapes:
        yield WORD
    if not {None, NoneType} & set(field.shapes):
        yield None
    if not {int, bool} & set(field.shapes):
        yield from (-1, 10**6, -(10**6))
    if not any(get_origin(one) in (tuple, Mapping) for one in field.shapes):
        yield from ([], [0], [[0, 0]])


@pytest.mark.parametrize("one", CLASSES, ids=lambda one: one.__name__)
def test_what_has_another_shape_is_no_node(one: type) -> None:
    game, numbers = smallest_with(one.__name__)
    for field in fields_of(one):
        number = random.Random(f"{one.__name__} {field.name}").choice(numbers)
        for value in of_another_type(field):
            with pytest.raises(Unreadable):
                pack.node_of(field.forged(value, number, game), game.nodes[:number])


# ---------------------------------------------------------------- of the right type, and wrong


def of_the_right_type(field: Field, number: int, game: Packed) -> Iterator[Any]:
    """What a field could hold elsewhere: numbers too small or too large, other names, other words of an enumeration, and
    other nodes of the same class, wherever they stand."""
    now = game.lines[number][field.at] if field.at < len(game.lines[number]) else 0
    dice = random.Random(f"{field.kind} {field.name}")
    for shape in field.shapes:
        if shape is int:
            yield from (one for one in (-1, 10**6, -(10**6), 1) if one != now)
        elif shape is str:
            yield WORD
        elif isinstance(shape, type) and issubclass(shape, StrEnum):
            yield from [str(one) for one in shape if one != now][:4]
        elif get_origin(shape) is tuple and isinstance(now, list) and now:
            yield from ([], now[:-1], [*now, now[-1]], now[::-1])
    if isinstance(now, int) and int not in field.shapes and bool not in field.shapes:
        kind = type(game.nodes[now])
        others = [place for place, node in enumerate(game.nodes[:number]) if type(node) is kind and node != game.nodes[now]]
        yield from dice.sample(others, min(2, len(others)))


@pytest.mark.parametrize("one", CLASSES, ids=lambda one: one.__name__)
def test_what_holds_together_plays_alike_and_nothing_else_is_read(one: type) -> None:
    game, numbers = smallest_with(one.__name__)
    for field in fields_of(one):
        number = random.Random(f"{one.__name__} {field.name}").choice(numbers)
        for value in of_the_right_type(field, number, game):
            try:
                definition = from_text(game.with_line(number, field.forged(value, number, game)))
            except Unreadable:
                continue
            play_both(definition, f"{field.kind}.{field.name} = {value!r}")


def play_both(definition: Definition, what: str) -> None:
    """A few decisions with both engines: each does the same, or stops with the same words."""
    seats = NAMES[: definition.most]
    world = world_for(definition, definition.most, {option.name: option.default for option in definition.options})
    told = []
    for engine in (Interpreter, Stepper):
        seen: list[Any] = []
        try:
            run = engine(new_state(world, 5), seats)
            run.start()
            run.run()
            for number in range(DECISIONS):
                asked = run.decisions()
                if not asked:
                    break
                decision = asked[0]
                seen.append([bound(one) for one in decision.options])
                run.answer(seats.index(decision.seat), *seen[-1][number % len(seen[-1])])
        except RuleError as problem:
            seen.append(str(problem).partition("\n")[0])
        told.append(seen)
    assert told[0] == told[1], what


# ---------------------------------------------------------------- what fits nowhere


def test_what_is_compiled_here_holds_together() -> None:
    """The games that are shipped, those among the tests, and random ones in which every form of the language occurs."""
    for game in packed():
        assert list(misfits(game.nodes[-1])) == [], game.nodes[-1].id
    random_ones = [one for number in range(CASES) if (one := compiled(case_text(number))) is not None]
    assert len(random_ones) > CASES // 2
    for number, definition in enumerate(random_ones):
        assert list(misfits(definition)) == [], f"case {number}"


@pytest.mark.parametrize(("kind", "at"), NO_NUMBER)
def test_a_number_where_something_else_is_needed_is_refused(kind: str, at: int) -> None:
    """A node that exists and holds together, at a place where it means nothing."""
    game, numbers = smallest_with(kind)
    number, lines = numbers[-1], game.lines
    constants = [place for place, line in enumerate(lines[:number]) if line[0] == "Const" and isinstance(line[1], int)]
    forged = [*lines[number]]
    forged[at] = next(place for place in constants if lines[lines[place][2]][1] == "number")
    with pytest.raises(Unreadable):
        from_text(game.with_line(number, forged))


def forged_at(kind: str, at: int, is_meant: Callable[[Any], bool], forge: Callable[[Any], Any]) -> str:
    """The first game that has such a node, with another value at one place of it."""
    for game in packed():
        for number, (line, node) in enumerate(zip(game.lines, game.nodes, strict=True)):
            if line[0] == kind and is_meant(node):
                return game.with_line(number, [*line[:at], forge(line[at]), *line[at + 1 :]])
    raise AssertionError(f"no game has such a {kind}")


BEYOND: dict[str, tuple[str, int, Callable[[Any], bool], Callable[[Any], Any]]] = {
    "a member that its type does not have": ("Const", 1, lambda one: one.type.sort == "member" and not one.value, lambda _: 99),
    "neither true nor false": ("Const", 1, lambda one: one.type.sort == "flag", lambda _: 2),
    "more than a verb is given": ("Call", 2, lambda one: len(one.arguments) == 3, lambda given: [*given, given[-1]]),
    "a definition that is asked of nobody": ("Apply", 2, lambda one: True, lambda given: given[:1]),
    "a definition without room for whom it is asked of": ("Function", 2, lambda one: len(one.slots) == 2, lambda _: []),
    "words of fewer members than there are": ("Members", 5, lambda one: len(one.words) > 1, lambda words: words[:-1]),
}


@pytest.mark.parametrize("what", BEYOND)
def test_what_stands_for_nothing_is_refused(what: str) -> None:
    with pytest.raises(Unreadable):
        from_text(forged_at(*BEYOND[what]))


@pytest.mark.parametrize(("game", "name"), [("kuhn_poker", "active"), ("kuhn_poker", "round"), ("liars_dice", "value")])
def test_a_table_without_the_variables_of_engines_is_refused(game: str, name: str) -> None:
    definition = rulewright.load(game).definition
    renamed = tuple(replace(one, name=one.name.replace(name, WORD)) for one in definition.variables)
    assert list(misfits(replace(definition, variables=renamed))) == [f"variable {name}"]


def tower(levels: int) -> tuple[Definition, tuple[ir.Function, ...]]:
    """A game with a score of nodes that are each made of the one before them, twice, and its functions."""
    definition, value = rulewright.load("crazy_eights").definition, ir.Const(0)
    for _ in range(levels):
        value = ir.Op(ir.Sign.MAX, (value, value))
    score = replace(definition.functions[definition.score], value=value)
    return definition, tuple(score if number == definition.score else one for number, one in enumerate(definition.functions))


@pytest.mark.parametrize("levels", [60, 10_000])
def test_what_would_be_written_out_for_ever_is_refused(levels: int) -> None:
    """Whoever writes it out, or only goes through all of it, would never end."""
    definition, functions = tower(levels)
    assert list(misfits(replace(definition, functions=functions))) == ["more parts than a game can have"]


def test_what_stands_in_many_places_is_looked_at_once() -> None:
    definition, functions = tower(16)
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
