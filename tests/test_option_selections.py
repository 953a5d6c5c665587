"""An option that picks several things is offered where they can be picked; and whoever sits next is found."""

from collections.abc import Iterator
from pathlib import Path

import pytest
import rulewright
from rulewright.engine.protocol import Engine
from rulewright.engine.python.stepper import Stepper
from rulewright.engine.reference.interpreter import Interpreter
from rulewright.table.match import Match
from written import game_in

CRATES = {"salt_1": ("salt", 1), "salt_2": ("salt", 2), "silk_2": ("silk", 2), "chalk": ("none", 4), "slate": ("none", 5)}
WANTED = {  # what an option asks for, and whether some of the crates above do
    ("5 crates", ""): True,
    ("6 crates", ""): False,
    ("6 to any crates", ""): False,
    ("0 to 6 crates", ""): True,
    ("2 crates", "same(ware) of taken"): True,
    ("3 crates", "same(ware) of taken"): False,
    ("2 heavy crates", "same(ware) of taken"): True,
    ("3 crates", "different(ware) of taken"): True,
    ("4 crates", "different(ware) of taken"): False,
    ("1 to any crates", "sum of weight of taken >= 14"): True,
    ("1 to any crates", "sum of weight of taken >= 15"): False,
    ("1 to any crates", "sum of weight of taken <= 1"): True,
    ("1 to any crates", "sum of weight of taken <= 0"): False,
    ("0 to any crates", "sum of weight of taken <= 0"): True,
    ("1 to any crates", "sum of (weight - 4) of taken <= 0 - 7"): True,
    ("1 to any crates", "sum of (weight - 4) of taken <= 0 - 8"): False,
}


def written() -> Iterator[str]:
    yield "name: Loading\nplayers: 2 to 4\ntypes: {ware: [salt, silk]}"
    yield "components:\n  crate:\n    starts in: store\n    discards to: heap"
    yield "    columns: {ware: ware, weight: number}\n    rows:"
    yield from (f"      {name}: [{ware}, {weight}]" for name, (ware, weight) in CRATES.items())
    yield "zones: {store: {seen by: everyone}, heap: {seen by: everyone}}\nvariables: {out: {of: player, type: flag}}"
    yield "define: {heavy: {of: crate, is: weight > 3}}\nflow:\n  - turns: player\n    laps: 1\n    do:\n      - offer:"
    for number, (things, limit) in enumerate(WANTED):
        text = f"          - {{option: load {number}, choose: {things} in store as taken, do: [discard every crate in taken]"
        yield text + (f", such that: {limit}}}" if limit else "}")
    yield "          - {option: stay, do: [mark player as out]}"
    yield "result: {score: seat of (first player with not out of it clockwise after player) or 0}"


ARMFUL = """players: 2
components:
  grain:
    per: player
    starts in: barn
    rows: {rye: {copies: 2}, oat: {}}
zones:
  barn: {per: player, holds: grain, seen by: everyone}
  arms: {per: player, form: hand, holds: grain, seen by: owner}
setup:
  - each: player
    do:
      - move first grain in barn to arms
      - move last grain in barn to arms
      - move first grain in barn to arms
flow:
  - turns: player
    laps: 1
    do:
      - choose: 2 grains in arms as sold
        do: move every grain in sold to barn
"""


@pytest.fixture(scope="module")
def loading(tmp_path_factory: pytest.TempPathFactory) -> rulewright.Game:
    folder: Path = tmp_path_factory.mktemp("loading")
    (folder / "game.yaml").write_text("\n".join(written()), encoding="utf-8")
    return rulewright.load(folder)


@pytest.mark.parametrize("engine", [Stepper, Interpreter])
def test_an_option_is_offered_where_its_picks_can_be_made(loading: rulewright.Game, engine: type[Engine]) -> None:
    match = Match.begin(loading.definition, ("Ada", "Bo"), 1, {}, engine=engine)
    offered = {option.text for option in match.decisions[0].options}
    expected = {f"load {number}" for number, can_be in enumerate(WANTED.values()) if can_be}
    assert offered == expected | {"stay"}


@pytest.mark.parametrize("engine", [Stepper, Interpreter])
def test_the_next_player_of_whom_something_is_so(loading: rulewright.Game, engine: type[Engine]) -> None:
    match = Match.begin(loading.definition, ("Ada", "Bo", "Cy", "Di"), 1, {}, engine=engine)
    for text in ("stay", "load 3", "load 3", "stay"):
        match.answer(text)
        while match.decisions and match.decisions[0].kind == "row":
            match.answer(match.offer().options[-1].text)
    assert match.result is not None
    assert dict(match.result.ranking) == {"Ada": 2, "Bo": 3, "Cy": 2, "Di": 2}


@pytest.mark.parametrize("engine", [Stepper, Interpreter])
def test_a_selection_is_met_twice_only_where_equal_cards_lie_apart(tmp_path: Path, engine: type[Engine]) -> None:
    """As the manual says: equal cards are one option, but those of a hand that do not lie side by side come up again."""
    match = Match.begin(game_in(tmp_path, ARMFUL).definition, ("Ada", "Bo"), 1, {}, engine=engine)
    found = []
    for first in match.decisions[0].options:
        begun = match.copy()
        begun.answer(first)
        found += [(first.text, second.text) for second in begun.decisions[0].options]
    assert found == [("rye", "oat"), ("rye", "rye"), ("oat", "rye")]
