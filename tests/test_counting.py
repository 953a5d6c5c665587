"""A step that only one engine counts, or leaves out, is found where the engines stop.

The rules go up a stair: every stair takes the same number of steps and stands on a line of its own, so that whoever counts less
stops some stairs later. Each way in which something is counted has its stair, and each is left out in one engine.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from lockstep import Fault
from oracle.planting import both, nothing_written, replaced
from oracle.verdicts import compiled, judge_definition
from rulewright.engine import budget
from rulewright.engine.program import charging, flow, steps
from rulewright.engine.python import printing, runtime_effects
from rulewright.engine.reference import interpreter
from rulewright.ir.limits import Limit
from rulewright.model.definition import Definition

STAIRS, BUDGET = 15, 1500
GAME = """
name: Stairs
players: 2
components:
  crow:
    copies: 60
    starts in: nest
    abilities:
      - when: this is revealed
        do: [{longer}]
zones:
  nest: {{holds: crow, seen by: everyone}}
variables:
  tally: {{type: number 0 to 9}}
define:
  lap: {{do: [{longer}]}}
  one: {{do: two}}
  two: {{do: three}}
  three: {{do: one}}
  watched: {{is: count of crows in nest with position of crow > 0}}
flow:
  - for: first player
    choose: a number from 1 to 2 as picked
  - {stairs}
result: {{score: tally}}
"""
LONGER = ", ".join(["raise tally by 1, lower tally by 1"] * 15)
STAIR = {
    "rounds": "{repeat: 50, do: [raise tally by 1, lower tally by 1]}",
    "things": "{each: crow in nest, do: [raise tally by 1, lower tally by 1]}",
    "calls": "{repeat: 5, do: lap}",
    "abilities": "{repeat: 5, do: [reveal first crow in nest, turn first crow in nest face down]}",
    "looks": "set tally to count of crows in nest with watched > 60",
    "depth": "one",
}


def stairs(way: str) -> Definition:
    """A stair after a decision, longer than any budget."""
    found = compiled(GAME.format(stairs="\n  - ".join([STAIR[way]] * STAIRS), longer=LONGER))
    assert found is not None
    return found


def _less(spend: Callable[..., Any]) -> Callable[..., Any]:
    return lambda state, steps: spend(state, steps * 9 // 10)


def _nothing(count: Callable[..., Any]) -> Callable[..., Any]:
    return lambda *of: ()


def _unpaid(table: Callable[..., Any]) -> Callable[..., Any]:
    """Abilities that take no steps."""
    return lambda *of: {key: (0, found) for key, (_, found) in table(*of).items()}


def _shorter(limit: Limit) -> Limit:
    return Limit(BUDGET, limit.what)


def _one_deeper(limit: Limit) -> Limit:
    return Limit(limit.most + 1, limit.what)


# All that is written is written anew with it, for a run form begins anew by itself.
SHORT = both(
    replaced(budget, "STEPS", _shorter),  # type: ignore[arg-type]
    replaced(printing, "BEGIN_ANEW", lambda line: f"S.budget = {BUDGET}"),  # type: ignore[arg-type,return-value]
    nothing_written,
)
IN_REFERENCE: dict[str, Fault] = {
    **dict.fromkeys(("rounds", "things", "calls", "abilities"), replaced(interpreter, "spend", _less)),
    "looks": replaced(interpreter, "spend_looking", _nothing),
    "depth": replaced(interpreter, "DEPTH", _one_deeper),  # type: ignore[arg-type]
}
IN_WRITTEN: dict[str, Fault] = {
    "rounds": replaced(flow.Flow, "begun_round", _nothing),
    "things": replaced(flow.Flow, "spent_rounds", lambda count: lambda lowered, node, source: ((), source)),
    "calls": both(replaced(flow, "spent", _nothing), replaced(steps, "spent", _nothing)),
    "abilities": replaced(runtime_effects, "_dispatch_table", _unpaid),
    "looks": replaced(charging, "_looked_at", _nothing),
    "depth": replaced(printing, "DEPTH", _one_deeper),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("way", STAIR)
def test_every_engine_counts_alike_and_whoever_does_not_stops_elsewhere(way: str) -> None:
    definition = stairs(way)
    with SHORT():
        verdict = judge_definition(definition, 1)
        told = "too many things are looked at" if way == "looks" else "this never ends, or "
        assert (verdict.kind, told in verdict.why) == ("stopped", True), verdict
        assert judge_definition(definition, 1, fault=IN_REFERENCE[way]).headline.startswith("stopped differently")
        with IN_WRITTEN[way](), nothing_written():
            assert judge_definition(definition, 1).headline.startswith("stopped differently")
