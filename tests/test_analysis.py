"""What is told of rules before any game: of what a thing is, what can be asked once, and which picks are one."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from rulewright import ir
from rulewright.ir.analysis.about import about, has_one, is_owned
from rulewright.ir.analysis.alike import alike_kinds, are_alike, is_countable
from rulewright.ir.analysis.modifiers import conditions, is_in_zone
from rulewright.ir.walk import walk
from rulewright.model.definition import Definition
from written import game_in

QUAY = """
name: Quay
players: 2
components:
  crate: {starts in: store, rows: {salt: {name: Salt, copies: 3}, silk: {name: Silk}}}
  sailor: {per: player, starts in: hand, columns: {strength: number}, rows: {cook: {name: Cook, strength: 2}}}
zones:
  store: {seen by: everyone, holds: crate}
  hold: {per: player, form: hand, seen by: owner, holds: crate}
  hand: {per: player, form: hand, seen by: owner, holds: sailor}
  pier: {count: 2, seen by: everyone, holds: sailor}
  shed: {per: pier, seen by: everyone}
values:
  might: {of: sailor, starts: strength}
rules:
  - always: every sailor gets +1 might for each sailor in pier 1
setup:
  - move every crate in store to hold of (first player)
flow:
  - turns: player
    laps: 1
    do:
      - choose: a crate in hold as load
        option: carry {load}
      - choose: a sailor in hand as mate
        option: send {mate} of {might of mate}
      - move mate to pier 1
result: {score: count of sailors in pier 1 with owner is player and with might > 2, winner: best player by most score}
"""


@pytest.fixture(scope="module")
def definition(tmp_path_factory: pytest.TempPathFactory) -> Definition:
    folder: Path = tmp_path_factory.mktemp("quay")
    return game_in(folder, QUAY).definition


def number(table: tuple[object, ...], name: str) -> int:
    return next(place for place, one in enumerate(table) if one.name == name)  # type: ignore[attr-defined]


def test_what_lies_in_a_zone_is_what_the_zone_holds(definition: Definition) -> None:
    hold, crate = number(definition.families, "hold"), number(definition.kinds, "crate")
    lying = ir.Contents(ir.ZoneOf(hold, ir.Const(0)))
    assert about(definition, lying, {}) == {("card", crate)}
    assert about(definition, ir.Fold(ir.FoldKind.FIRST, 3, lying), {}) == {("card", crate)}
    assert about(definition, ir.Fold(ir.FoldKind.COUNT, 3, lying), {}) is None
    assert about(definition, ir.Contents(ir.ZoneOf(number(definition.families, "shed"), ir.Const(0))), {}) is None
    assert about(definition, ir.Local(4), {4: frozenset({(ir.ThingSort.ZONE, hold)})}) == {(ir.ThingSort.ZONE, hold)}


def test_only_cards_that_every_player_has_keep_their_owner(definition: Definition) -> None:
    kinds = {name: frozenset({(ir.ThingSort.CARD, number(definition.kinds, name))}) for name in ("crate", "sailor")}
    assert is_owned(definition, kinds["sailor"])
    assert not is_owned(definition, kinds["crate"] | kinds["sailor"]) and not is_owned(definition, None)


def test_every_zone_of_a_family_has_its_own_zone(definition: Definition) -> None:
    shed, pier, hold = (number(definition.families, name) for name in ("shed", "pier", "hold"))
    place = ir.ZoneOf(shed, ir.Local(1))
    both = {(ir.ThingSort.ZONE, pier), (ir.ThingSort.ZONE, hold)}
    assert has_one(definition, place, frozenset({(ir.ThingSort.ZONE, pier)}))
    assert not has_one(definition, place, frozenset(both)) and not has_one(definition, place, None)


def test_copies_in_a_hand_are_one_option(definition: Definition) -> None:
    assert alike_kinds(definition) == {"crate"}
    assert are_alike(definition, ir.Type(ir.TypeSort.CARD, ("crate",)))
    assert not are_alike(definition, ir.Type(ir.TypeSort.CARD, ("sailor",))) and not are_alike(definition, ir.NUMBER)
    choices = [node for one in definition.procedures for node in walk(one.body) if isinstance(node, ir.Choose)]
    assert [is_countable(definition, node) for node in choices] == [True, True]
    picks = choices[0].branches[0].picks
    position = ir.Feature(ir.FeatureName.POSITION, ir.Local(picks[0][0]))
    branch = ir.Branch(ir.Const(1), picks, ir.Text(("carry ", (position, ir.NUMBER))))
    by_place = ir.Choose(0, choices[0].seats, (branch,), None, None, choices[0].result)
    assert not is_countable(definition, by_place)


def zone(place: ir.Expr) -> ir.Expr:
    return ir.Feature(ir.FeatureName.ZONE, place)


CARRIER, THING = ir.Local(1), ir.Local(2)


def test_a_card_that_must_lie_in_the_zone_that_is_asked_about() -> None:
    assert is_in_zone(ir.Op(ir.Sign.IS, (THING, ir.Op(ir.Sign.OF_FAMILY, (zone(CARRIER), ir.Const(3))))))
    assert is_in_zone(ir.Op(ir.Sign.IS, (zone(CARRIER), THING)))
    assert not is_in_zone(ir.Op(ir.Sign.IS, (zone(CARRIER), zone(THING))))


def test_the_parts_of_a_condition_come_in_their_order(definition: Definition) -> None:
    modifier = definition.values[0].gets[0]
    parts = [ir.Local(2), ir.Local(3), ir.Const(1)]
    whole = ir.Op(ir.Sign.AND, (ir.Op(ir.Sign.AND, (parts[0], parts[1])), parts[2]))
    functions = [*definition.functions]
    functions[modifier.applies] = replace(functions[modifier.applies], value=whole)
    assert list(conditions(replace(definition, functions=tuple(functions)), modifier)) == parts
