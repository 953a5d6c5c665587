"""Lines for programs: each says the same as its words, in numbers and names, and parts come to what they are parts of."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest
from conftest import SEED, Table, loaded
from rulewright.desk.stepwise import Steps
from rulewright.table.log import lines_as_data
from rulewright.table.match import Match

Line = dict[str, Any]
MADE_OF_PARTS = ("ranked", "rank", "sum", "compared", "passed", "grouped")
PURSE = ("gain", "pay", "pay over")


def parts_in(told: Line) -> Iterator[Line]:
    yield told
    for part in told.get("parts", ()):
        yield from parts_in(part)


def comes_apart_wrongly(told: Line, value: int) -> bool:
    """Whether what is added up does not come to what it is said to."""
    parts = [part.get("value") for part in told.get("parts", ())]
    return told.get("way") in ("sum", "kept") and bool(parts) and sum(one or 0 for one in parts) != value


def said_otherwise(line: Line, seats: tuple[str, ...]) -> list[str]:
    """What of the data its words do not tell."""
    words, wrong = line["text"], list[str]()
    names = [one["name"] for one in (*line.get("who", ()), *line.get("receiver", ()))]
    if line["kind"] == "answer":
        wrong += [] if words.startswith(f"{names[0]}: ") else names
    elif line["kind"] != "decide" and len(names) < len(seats):
        wrong += [one for one in names if one not in words]
    if line["kind"] in PURSE:
        numbers = [int(one) for one in re.findall(r"\d+", words.replace("−", "-"))]
        wrong += [str(one) for one in (line["amount"], *line["now"]) if one not in numbers]
        wrong += [] if line["variable"] and names else ["nobody or nothing"]
    if line["kind"] in ("rise", "fall", "set", "round"):
        wrong += [str(one) for one in line["now"] if type(one) is int and str(one) not in words]
    if line["kind"] == "decide" and line.get("way") in MADE_OF_PARTS and not (line.get("parts") or line.get("others")):
        wrong.append("no parts")
    if line.get("way") in ("sum", "kept") and "not see" not in words:
        wrong += [one["words"] for one in line.get("parts", ())[:6] if one.get("value") and str(abs(one["value"])) not in words]
    values = [one for one in (line.get("value"), line.get("amount"), *line.get("now", ())) if type(one) is int]
    wrong += ["parts"] if values and all(comes_apart_wrongly(line, one) for one in values) else []
    inside = [one for part in line.get("parts", ()) for one in parts_in(part) if type(one.get("value")) is int]
    return wrong + [str(one) for one in inside if comes_apart_wrongly(one, one["value"])]


def told_at_the_end(match: Match, lines: list[Line]) -> None:
    """Every score that is told with whose it is and where it is written, and who has won, with what all of them have."""
    assert match.result is not None
    for line in [line for line in lines if line.get("name") == "score"]:
        (who,) = line["who"]
        assert line["value"] == match.result.scores[who["name"]] and line["way"]
        assert line["place"].partition(":")[0].endswith(".yaml")
    winner = lines[-1]
    if winner.get("name") == "winner" and not match.definition.together:
        assert {one["name"] for one in winner["who"]} == {*match.result.winners} and winner["place"]


@pytest.mark.by_turns
def test_lines_say_the_same_as_data(table: Table) -> None:
    *_, match = islice(table.decisions(SEED), 120)
    for viewer in (None, *range(table.players)):
        lines = lines_as_data(viewer, match.log)
        assert json.loads(json.dumps(lines)) == lines
        for line in lines:
            assert said_otherwise(line, match.seats) == [], line
        if match.result is not None:
            told_at_the_end(match, lines)


@pytest.mark.parametrize("name", ["rus", "kuhn_poker", "liars_dice", "false_colours"])
def test_a_game_that_is_over_ends_with_its_result(name: str) -> None:
    *_, match = Table(loaded(name), loaded(name).definition.fewest).decisions(SEED)
    for seat in (None, *match.seats):
        steps = Steps(match, seat)
        *lines, result = [line for step in range(steps.last + 1) for line in steps.data(step)]
        assert match.result is not None and result["kind"] == "result" and result["step"] == steps.last
        assert [(one["who"]["name"], one["value"]) for one in result["scores"]] == match.result.ranking
        assert tuple(one["name"] for one in result["who"]) == match.result.winners
        assert [line["step"] for line in lines] == sorted(line["step"] for line in lines)
        assert "result" not in {line["kind"] for line in lines}
        told_at_the_end(match, lines)
