"""What sentences have become, as text for people: nothing of it is left out, and nothing is told as Python would."""

from __future__ import annotations

import re
from typing import get_args

import pytest
import rulewright
from rulewright import ir
from rulewright.ir.analysis.outline import WIDTH, outline_of
from rulewright.ir.statements import Stmt
from rulewright.ir.walk import walk
from rulewright.model.definition import Definition

STATEMENTS = get_args(Stmt)
FOREIGN = re.compile(r"<class|<[A-Z]\w+\.| at 0x|\w+\(\w+=|Type\(")


def rules_of(definition: Definition, row: int) -> list[str]:
    return [f"p{number}" for number in range(len(definition.procedures))] + [f"c{one}" for one in range(len(definition.values))]


@pytest.mark.parametrize("name", rulewright.shipped())
def test_every_rule_of_a_game_can_be_told(name: str) -> None:
    definition = rulewright.load(name).definition
    carriers = {one.carrier for value in definition.values for one in (*value.holds, *value.gets)} - {None}
    for row in carriers or {0}:
        for piece in rules_of(definition, row):
            lines = outline_of(definition, piece, row)
            assert not [line for line in lines if FOREIGN.search(line)]
            assert all(len(line) <= WIDTH or " " not in line.strip() for line in lines)


def test_no_statement_of_a_procedure_is_left_out() -> None:
    definition = rulewright.load("ruse_and_bruise").definition
    for number, procedure in enumerate(definition.procedures):
        told = "\n".join(outline_of(definition, f"p{number}", 0)).split()
        for node in walk(procedure.body):
            if isinstance(node, STATEMENTS) and node not in (ir.NOTHING_TO_DO, ir.Seq(())):
                assert isinstance(node, ir.Seq) or type(node).__name__.lower() in told


def test_things_are_told_by_their_names() -> None:
    definition = rulewright.load("ruse_and_bruise").definition
    rows = {row.id: number for number, (_, row) in enumerate(definition.rows)}
    (value,) = [number for number, one in enumerate(definition.values) if one.name == "value"]
    assert outline_of(definition, f"c{value}", rows["dragon"]) == [
        "gets (0 - 2)",
        "  where ((zone of it.2 is (zone of this if of column)) and not((owner of it.2 is owner of this)))",
    ]
    (told,) = [number for number, one in enumerate(definition.procedures) if one.name == "on is revealed"]
    lines = " ".join(outline_of(definition, f"p{told}", 0))
    assert re.search(r"^dispatch player: player, card: this, .*p\d+ of explorer", lines)
