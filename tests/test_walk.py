"""One way through the IR: everything in it is met, in its order, and can be made anew."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path
from typing import Any, get_args

import pytest
import rulewright
from rulewright import ir
from rulewright.ir.statements import Stmt
from rulewright.ir.walk import NODES, By, children, is_expression, parts_of, places_filled, walk, with_parts
from written import write_game

TWO = ir.Op("+", (ir.Const(1), ir.Local(2)))
COUNT = ir.Fold("count", 3, ir.Contents(ir.Local(1)), ir.Op("is", (ir.Local(3), ir.Const(4))))
BODY = ir.Seq((ir.Let(2, TWO), ir.If(ir.Local(2), ir.Say(ir.Text(("now ", (ir.Const(5), ir.NUMBER)))), ir.Seq(()))))


def test_nodes_come_from_the_outside_in_and_in_their_order() -> None:
    assert list(walk(TWO)) == [TWO, ir.Const(1), ir.Local(2)]
    assert [type(one).__name__ for one in walk(BODY)] == ["Seq", "Let", "Op", "Const", "Local", "If", "Local", "Say", "Text",
                                                          "Const", "Seq"]  # fmt: skip


def test_what_is_taken_whole_is_not_looked_into() -> None:
    assert [one for one in walk(BODY, is_expression) if is_expression(one)] == [TWO, ir.Local(2), ir.Const(5)]


def test_a_node_is_made_anew_with_other_parts() -> None:
    def one_higher(node: Any) -> Any:
        return ir.Local(node.slot + 1) if isinstance(node, ir.Local) else with_parts(node, one_higher)

    assert one_higher(TWO) == ir.Op("+", (ir.Const(1), ir.Local(3)))
    assert one_higher(BODY).body[0] == ir.Let(2, ir.Op("+", (ir.Const(1), ir.Local(3))))
    assert one_higher(BODY).body[1].then == BODY.body[1].then  # type: ignore[union-attr]


def test_places_are_told_with_what_fills_them() -> None:
    assert places_filled(BODY.body[0]) == ((2, By.LET, TWO),)
    assert places_filled(COUNT) == ((3, By.ITEM, ir.Contents(ir.Local(1))),)
    assert places_filled(TWO) == ()


@pytest.mark.parametrize("name", rulewright.shipped())
def test_nothing_in_a_definition_is_passed_over(name: str) -> None:
    """Every field that holds a node, at whatever depth, is one that the walk goes into."""
    definition = rulewright.load(name).definition
    for procedure in definition.procedures:
        for node in walk(procedure.body):
            for field in fields(node):
                assert field.name in parts_of(type(node)) or not list(held(getattr(node, field.name)))
            assert list(children(node)) == [one for field in fields(node) for one in held(getattr(node, field.name))]


def test_every_kind_of_node_knows_its_line() -> None:
    assert [kind.__name__ for kind in NODES if "line" not in {field.name for field in fields(kind)}] == []


def test_texts_and_options_know_where_they_are_written(tmp_path: Path) -> None:
    """Also where that is another line than the one of the statement that they stand in."""
    text = """name: Lines
players: 2
variables: {coins: {of: player, type: number, starts: 1}}
zones: {den: {seen by: everyone}}
components: {mole: {starts in: den}}
flow:
  - each: player
    do:
      - prompt: what now
        offer:
          - option: work
            do: raise coins by 1
          - option: say so
            do:
              - raise coins by 2
              - say: "{player} did"
"""
    write_game(tmp_path, text)
    nodes = [node for one in rulewright.load(str(tmp_path)).definition.procedures for node in walk(one.body)]
    lines = text.splitlines()
    texts = {node.parts[-1]: node.line for node in nodes if isinstance(node, ir.Text)}
    for words, written in (("what now", "prompt"), ("work", "option: work"), ("say so", "option: say so"), (" did", "say:")):
        assert written in lines[texts[words] - 1]
    options = [lines[node.line - 1].strip() for node in nodes if isinstance(node, ir.Branch)]
    assert options == ["- option: work", "- option: say so"]


def held(part: Any) -> list[Any]:
    if isinstance(part, tuple):
        return [one for each in part for one in held(each)]
    return [part] if type(part) in NODES else []


def test_every_statement_and_expression_is_a_node() -> None:
    assert {*ir.EXPRESSIONS, *get_args(Stmt), ir.Branch, ir.PickLimit, ir.Text} <= NODES
    assert ir.Type not in NODES
