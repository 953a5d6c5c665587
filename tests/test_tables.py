"""One table for each word: what an entry says of a feature, an operation or a relation is what it does, in every engine."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from enum import StrEnum
from itertools import product
from pathlib import Path
from typing import Any

import pytest
import rulewright
from rulewright import ir
from rulewright.engine.evaluate import Evaluator
from rulewright.engine.native import folds as folds_in_c
from rulewright.engine.native import lists as lists_in_c
from rulewright.engine.native import values as values_in_c
from rulewright.engine.opening import new_state
from rulewright.engine.operations import ANSWERS
from rulewright.engine.program import operations as printed_operations
from rulewright.engine.program import zones as printed_features
from rulewright.engine.python.stepper import Stepper
from rulewright.engine.reference.interpreter import Interpreter
from rulewright.engine.worlds import world_for
from rulewright.ir.analysis.none_ness import CAN_BE_NONE, HOLDS_NONE, Facts
from rulewright.ir.analysis.ranging import ranged
from rulewright.ir.analysis.reading import Reading, changes, looks_at
from rulewright.ir.analysis.typing import type_of
from rulewright.ir.aspects import Aspect
from rulewright.ir.features import FEATURES, Tells
from rulewright.ir.gathering import FOLDS, SORTS
from rulewright.ir.operations import LISTS, OPERATIONS, SHARES, Operation, Spoken
from rulewright.ir.relations import RELATIONS
from rulewright.telling import reason_words, reasoning
from written import game_in

NUMBERS = (None, -7, -1, 0, 1, 2, 9)
LISTS_OF_NUMBERS: tuple[Any, ...] = ((), (3,), (3, 1, 2), (3, None))


WORDS = {  # where a word of the IR is told of, and the tables that tell of it
    ir.Sign: {
        "ir/operations": OPERATIONS,
        "engine/program/operations": {**printed_operations.PRINTED, **printed_operations.LOWER_TEST},
        "engine/native/values, or lists for a list": {*values_in_c.OPERATIONS, *lists_in_c.OPERATIONS, *lists_in_c.LAID_OUT},
    },
    ir.FeatureName: {
        "ir/features": FEATURES, "engine/program/zones": printed_features.FEATURES,
        "engine/native/values": values_in_c.FEATURES,
    },
    ir.FoldKind: {"ir/gathering": FOLDS, "engine/native/folds": {*folds_in_c.FOLDS, ir.FoldKind.LIST}},
    ir.SortKind: {"ir/gathering": SORTS},
    ir.Relation: {"ir/relations": {relation for relation, _ in RELATIONS}},
}  # fmt: skip


@pytest.mark.parametrize(("words", "room"), [(words, room) for words, rooms in WORDS.items() for room in rooms])
def test_every_word_has_its_entry_and_its_printing(words: type[StrEnum], room: str) -> None:
    assert {*words} - {*WORDS[words][room]} == set(), f"write an entry for it in {room}"
    assert {*WORDS[words][room]} <= {*words}, "no such word"


def test_every_operation_that_is_written_is_told_where_a_value_comes_from() -> None:
    written = {entry.sign for entry in OPERATIONS.values() if entry.spoken is not Spoken.NOT}
    untold = written - {*reasoning.OPERATIONS}
    assert untold == set(), "say in telling/reasoning what kind of reason it makes (FOUND: only its value is told)"
    assert {*reason_words.SHARED} == SHARES, "say in telling/reason_words how a quotient is told"


# ---------------------------------------------------------------- operations


def arguments_of(entry: Operation) -> list[tuple[Any, ...]]:
    """Values of the shapes that an operation takes; where none is refused, none among them."""
    known = [LISTS_OF_NUMBERS if shape.many else NUMBERS for shape in entry.takes]
    found = list(product(*known))
    if entry.sign is ir.Sign.AT:  # only asked of a list that has such a place
        return [(things, index) for things, index in found if index is not None and 0 <= index < len(things)]
    return found


PURE = [entry for entry in OPERATIONS.values() if not entry.of_table]


@pytest.mark.parametrize("entry", PURE, ids=lambda entry: str(entry.sign))
def test_an_answer_lies_in_the_range_that_the_entry_tells(entry: Operation) -> None:
    for arguments in arguments_of(entry):
        ranges = [range_of(one) for one in arguments]
        answer = ANSWERS[entry.sign](*arguments)
        low, high = entry.bounds(*ranges)
        numbers = [one for one in (answer if isinstance(answer, tuple) else (answer,)) if one is not None]
        assert all(low <= one <= high for one in numbers), (arguments, answer)


def range_of(value: Any) -> tuple[int, int]:
    there = [one for one in (value if isinstance(value, tuple) else (value,)) if one is not None]
    return (min(there), max(there)) if there else (0, 0)


@pytest.mark.parametrize("entry", PURE, ids=lambda entry: str(entry.sign))
def test_none_comes_only_where_the_entry_lets_it(entry: Operation, facts: Facts) -> None:
    for arguments in arguments_of(entry):
        node = ir.Op(entry.sign, tuple(ir.Const(one) for one in arguments))
        fact, answer = facts.of(node, {}), ANSWERS[entry.sign](*arguments)
        assert answer is not None or fact & CAN_BE_NONE, arguments
        assert not isinstance(answer, tuple) or None not in answer or fact & HOLDS_NONE, arguments
        assert isinstance(answer, tuple) == (entry.sign in LISTS) or entry.sign is ir.Sign.UNTOLD


@pytest.fixture(scope="module")
def facts() -> Facts:
    return Facts(rulewright.load(rulewright.shipped()[0]).definition)


@pytest.mark.parametrize("sign", [ir.Sign.AND, ir.Sign.OR])
def test_what_is_settled_by_the_first_condition_does_not_ask_the_second(sign: ir.Sign, facts: Facts) -> None:
    world = rulewright.load(rulewright.shipped()[0]).new_match(seed=1).state.world
    endless = ir.Op(ir.Sign.MULTIPLY, (ir.Const(10**9), ir.Const(10**9)))
    settled = OPERATIONS[sign].settled_by
    found = Evaluator(world, None).value(ir.Op(sign, (ir.Const(int(bool(settled))), endless)), [])
    assert found == int(bool(settled))


# ---------------------------------------------------------------- features


def positions(name: str) -> list[Evaluator]:
    """The evaluator at some positions of a game."""
    match = rulewright.load(name).new_match(seed=2, watched=False)
    found = []
    for number in range(40):
        if match.is_over:
            break
        decision = match.decisions[0]
        match.answer(decision.options[number % len(decision.options)], decision.seat)
        found.append(Evaluator(match.state.world, match.state.copy()))
    return found


@pytest.mark.parametrize("name", rulewright.shipped())
def test_features_are_what_their_entries_say(name: str) -> None:
    before: dict[tuple[ir.FeatureName, int], Any] = {}
    for run in positions(name):
        things = {"card": range(run.world.cards), "zone": range(len(run.world.zones)), "player": range(run.world.players)}
        for entry in FEATURES.values():
            for thing in things[entry.of]:
                answer = entry.meaning(run, thing)
                assert answer is not None or entry.can_be_none, entry.name
                on_grid = run.world.zones[thing].x > 0 if entry.of == "zone" else True
                if answer is not None and (entry.name not in ("x", "y") or on_grid):
                    assert entry.bounds[0] <= answer <= entry.bounds[1], entry.name
                if not entry.reads:
                    assert before.setdefault((entry.name, thing), answer) == answer, f"{entry.name} changes"


def test_only_what_is_told_of_cards_can_tell_a_secret() -> None:
    assert all(entry.of == "card" for entry in FEATURES.values() if entry.tells is not Tells.NOTHING)
    moved = {name for name, entry in FEATURES.items() if entry.of == "card" and entry.reads - {Aspect.MUTE}}
    assert moved == {name for name, entry in FEATURES.items() if entry.tells in (Tells.WHERE, Tells.OWNER)}


# ---------------------------------------------------------------- what may have changed


def test_an_expression_looks_at_what_its_parts_and_functions_look_at() -> None:
    card = ir.Local(ir.THIS)
    assert looks_at(ir.Feature(ir.FeatureName.ZONE, card)) == {Aspect.PLACE}
    assert looks_at(ir.Op(ir.Sign.OWNED, (ir.Const(()), ir.Const(0)))) == {Aspect.PLACE}
    assert looks_at(ir.Beyond(ir.Relation.AFTER, ir.ThingSort.ZONE, card)) == set()
    turned = ir.Function("turned", (ir.ANY,) * 2, ir.Feature(ir.FeatureName.FACE_UP, card))  # type: ignore[arg-type]

    class Nothing:
        values, groupings, score = (), (), None

    reading = Reading((turned,), Nothing(), mute=4)
    assert reading.of(ir.Apply(0, (ir.Const(None), ir.Const(1)))) == {Aspect.FACE}
    assert reading.of(ir.Op(ir.Sign.IS, (ir.Read(3, None), ir.Feature(ir.FeatureName.SEAT, ir.Const(0))))) == {3}
    assert reading.of(ir.Feature(ir.FeatureName.MUTED, card)) == {4}


def test_a_statement_changes_what_it_touches() -> None:
    assert changes(ir.Face(ir.Const(()), 1)) == {Aspect.FACE}
    assert Aspect.PLACE in changes(ir.Move(ir.Const(()), ir.Const(0)))
    assert changes(ir.Write(3, None, ir.Const(1))) == {3}
    assert changes(ir.Say(ir.Text(()))) == set()


CHECKED = """
name: Lone Buoy
players: 2
components:
  buoy: {starts in: quay, rows: {bell: {name: Bell}}}
zones:
  quay: {seen by: everyone}
  dock: {per: player, seen by: everyone}
variables: {watcher: {type: player, starts: first player by most seat}}
checks:
  - whenever: bell of watcher is not none
    do: end game
flow:
  - turns: player
    laps: 3
    do:
      - may: tow the bell
        do: move bell to dock of player after player
"""


def test_a_check_notices_whose_a_card_has_become(tmp_path: Path) -> None:
    """Whose a card is hangs on where it lies, so a check that names it by its owner is looked at when it moves."""
    match = game_in(tmp_path, CHECKED).new_match(["Ada", "Bo"], seed=1)
    match.answer("tow the bell")
    assert match.is_over


ORDERED = """
name: Ladder
players: 2
types: {rung: [low, middle, high]}
components: {bit: {starts in: pot}}
zones: {pot: {seen by: everyone}}
variables: {mine: {type: rung, starts: low}}
flow:
  - turns: player
    laps: 2
    do:
      - choose: a rung after mine as next_rung
        option: climb to {next_rung}
        do:
          - set mine to next_rung
          - say: 'after {rung after mine}, before {rung before mine}, {count of rungs before mine} below'
result: {score: 1, winner: best player by most seat}
"""


def test_members_of_a_type_stand_in_its_order(tmp_path: Path) -> None:
    match = game_in(tmp_path, ORDERED).new_match(2, seed=1)
    assert [option.text for option in match.decisions[0].options] == ["climb to middle", "climb to high"]
    match.answer("climb to middle")
    reference = Interpreter(match.state.copy(), match.seats)
    assert [option.text for option in reference.decisions()[0].options] == ["climb to high"]
    match.answer("climb to high")
    assert [line.public for line in match.log if "below" in line.public] == [
        "after high, before low, 1 below", "after nothing, before middle, 2 below",
    ]  # fmt: skip
    assert match.is_over


# ---------------------------------------------------------------- what every engine makes of an entry

THING = ir.Local(ir.THIS)
IN_ROW = ir.Feature(ir.FeatureName.POSITION, ir.Local(ir.FIRST_FREE))  # of a card that a loop has come to
SORTS_OF_THINGS = {
    ir.ThingSort.CARD: ir.TypeSort.CARD, ir.ThingSort.ZONE: ir.TypeSort.ZONE, ir.ThingSort.PLAYER: ir.TypeSort.PLAYER,
    ir.ThingSort.NUMBER: ir.TypeSort.NUMBER,
}  # fmt: skip


def relations() -> Iterator[tuple[ir.ThingSort, ir.Expr]]:
    for (relation, sort), entry in RELATIONS.items():
        if entry.nearest is not None:
            yield sort, ir.Beyond(relation, sort, THING)
        if entry.every is not None:
            yield sort, ir.Spread(relation, sort, THING)


def gatherings() -> Iterator[tuple[ir.ThingSort, ir.Expr]]:
    """Every kind of loop over the cards of a zone: as they are, those that pass, and what is asked of each."""
    cards, late = ir.Contents(THING), ir.Op(ir.Sign.MORE, (IN_ROW, ir.Const(2)))
    asked = {ir.FoldKind.TOTAL, ir.FoldKind.HIGHEST, ir.FoldKind.LOWEST}
    for kind in FOLDS:
        item = IN_ROW if kind in asked else None
        yield ir.ThingSort.ZONE, ir.Fold(kind, ir.FIRST_FREE, cards, None, item)
        yield ir.ThingSort.ZONE, ir.Fold(kind, ir.FIRST_FREE, cards, late, item)
    for sorted_as in SORTS:
        for most in (True, False):
            yield ir.ThingSort.ZONE, ir.Sort(sorted_as, ir.FIRST_FREE, cards, ((IN_ROW, most),))


def test_every_engine_knows_every_relation_and_every_kind_of_loop() -> None:
    """Each entry is asked of everything on a table, by the reference and as written source."""
    match = rulewright.load(Path(__file__).parent / "definitions" / "causeway").new_match(seed=4, watched=False)
    asked = [*relations(), *gatherings()]
    plain = match.definition
    cards = ir.Type(ir.TypeSort.CARD, tuple(kind.name for kind in plain.kinds))
    added = []
    for sort, node in asked:
        slots = (ir.PLAYER_TYPE, ir.Type(SORTS_OF_THINGS[sort]), cards)
        added.append(ir.Function("asked", slots, node, type=type_of(plain, node, slots)))
    definition = ranged(replace(plain, functions=(*plain.functions, *added)))
    world = world_for(definition, len(match.seats), dict(match.options))
    things = {
        ir.ThingSort.CARD: range(world.cards), ir.ThingSort.ZONE: range(len(world.zones)),
        ir.ThingSort.PLAYER: range(world.players), ir.ThingSort.NUMBER: (-3, 0, 7),
    }  # fmt: skip
    engines = [make(new_state(world, 4), match.seats) for make in (Interpreter, Stepper)]
    for engine in engines:
        engine.start()
        engine.run()
    for number, (sort, node) in enumerate(asked, start=len(plain.functions)):
        answers = [[told(engine.ask(number, (None, thing))) for thing in things[sort]] for engine in engines]
        assert answers[0] == answers[1], node
        is_told = len({str(one) for one in answers[0]}) > 1
        assert is_told or node == ir.Spread(ir.Relation.UNDER, sort, THING), node  # no rule of this game lays a card under one


def told(value: Any) -> Any:
    """An answer, whatever an engine keeps lists in; of a condition only whether it holds."""
    return list(value) if isinstance(value, list | tuple | range) else value
