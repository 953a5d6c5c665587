"""What cannot be known, meant or waited for is told when the game is loaded, with a hint at the true cause."""

from __future__ import annotations

from pathlib import Path

import pytest
from rulewright.ir.limits import BELONGING, CHAIN
from rulewright.language.diagnostics import Diagnostic
from written import complaints_in

GAME = """\
name: Lanterns
players: 2
components:
  owl: {{starts in: den, copies: 4, columns: {{strength: number}}, rows: {{barn_owl: [1]}}}}
zones:
  den: {{seen by: everyone}}
{zones}
counters:
  coins: {{starts: 1}}
define:
  fuss:
    do: shuffle den
{define}
flow:
{flow}
  - turns: player
    laps: 1
    do:
      - may: hoot
"""


def told(folder: Path, flow: str = "  - fuss", zones: str = "", define: str = "") -> tuple[Diagnostic, ...]:
    return complaints_in(folder, GAME.replace("copies: 4, ", "").format(flow=flow, zones=zones, define=define))


@pytest.mark.parametrize(
    ("statement", "instead"),
    [
        ("each: player\n    if: coins > 1", "each: player with …"),
        ("each: player\n    if: seat is 1", "each: player with …"),
        ("each: owl in den\n    if: strength of owl > 1", "each: owl with …"),
        ("each: owl in den as singer\n    if: strength of singer > 1", "each: owl with …"),
        ("each: owls\n    if: strength > 1", "each: owls with …"),
        ("turns: player\n    laps: 1\n    if: coins > 1", "turns: player with …"),
    ],
)
def test_a_condition_beside_each_is_told_when_it_is_asked(statement: str, instead: str, tmp_path: Path) -> None:
    (only,) = told(tmp_path, f"  - {statement}\n    do: fuss")
    assert only.hint == f"if is asked once, before the first of them; write {instead} to ask it of each"


def test_a_name_that_is_nothing_is_not_explained_by_each(tmp_path: Path) -> None:
    (only,) = told(tmp_path, "  - each: owl in den\n    if: strength of eagle > 1\n    do: fuss")
    assert only.slug == "unknown-name" and "asked once" not in only.hint


@pytest.mark.parametrize(("more", "slugs"), [(0, []), (1, ["too-many"]), (400, ["too-many"])])
def test_zones_belong_to_each_other_in_rows_of_some_length(more: int, slugs: list[str], tmp_path: Path) -> None:
    rows = range(BELONGING.most + more)
    zones = [f"  z{number}: {{per: {f'z{number - 1}' if number else 'player'}, seen by: everyone}}" for number in rows]
    assert [one.slug for one in told(tmp_path, zones="\n".join(zones))] == slugs


@pytest.mark.parametrize(("more", "slugs"), [(0, []), (1, ["too-many"]), (800, ["too-many"])])
@pytest.mark.parametrize("form", ["is: d{before} + 1", "do: d{before}"])
def test_definitions_use_each_other_in_rows_of_some_length(form: str, more: int, slugs: list[str], tmp_path: Path) -> None:
    first = "  d1: {is: 1}" if form.startswith("is") else "  d1: {do: shuffle den}"
    rows = [f"  d{number}: {{{form.format(before=number - 1)}}}" for number in range(2, CHAIN.most + more + 1)]
    last = CHAIN.most + more
    use = f'  - say: "{{d{last}}}"' if form.startswith("is") else f"  - d{last}"
    assert [one.slug for one in told(tmp_path, use, define="\n".join([first, *rows]))] == slugs


@pytest.mark.parametrize("ends", ["-3 to 3", "0 - 3 to 3", "1 to 2 * 3", "1 to -3"])
def test_ends_of_a_range_that_are_reckoned_stand_in_brackets(ends: str, tmp_path: Path) -> None:
    (only,) = told(tmp_path, f"  - each: number from {ends}\n    do: fuss")
    assert only.hint == 'put brackets around each end that is reckoned: "from (…) to (…)"'


def test_the_ends_of_a_range_can_be_reckoned(tmp_path: Path) -> None:
    assert told(tmp_path, "  - each: number from (-3) to (2 * 3)\n    do: fuss") == ()


@pytest.mark.parametrize(
    ("written", "slug", "hint"),
    [
        ({"define": "result:\n  score: score + 1"}, "needs-itself", "write what it is made of"),
        ({"zones": "variables:\n  heat: {type: number -5 to 5}"}, "unknown-type", "numbers from 0 on"),
        ({"flow": "  - if: 1 > 0\n    do: |\n      fuss\n      fuss"}, "sentence-over-lines", "each behind a dash"),
        ({"flow": "  - each: player\n    do:\n      - window: fair"}, "unknown-window", "declare an action with in: [fair]"),
    ],
)
def test_a_slip_is_answered_with_what_to_write(tmp_path: Path, written: dict[str, str], slug: str, hint: str) -> None:
    found = told(tmp_path, **written)
    assert [one.slug for one in found] == [slug] and hint in found[0].hint
