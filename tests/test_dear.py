"""Rules that nobody could wait for are stopped with a line of the definition, by every engine and within a second or two."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from companions import debug_library
from rulewright import DefinitionError, load, simulate
from rulewright.engine.native.whole_games import play_games
from rulewright.engine.opening import new_state
from rulewright.engine.reference.interpreter import Interpreter
from rulewright.engine.trouble import RuleError
from rulewright.engine.worlds import world_for
from rulewright.ir.analysis.charges import STEP, charges_of
from rulewright.ir.analysis.effort import effort_of
from rulewright.ir.limits import ANSWERS, STEPS
from rulewright.model.definition import Definition
from rulewright.table.match import Match
from run_form import played as played_out
from written import write_game

GAME = """
name: Patience
players: 2
types:
  hue: [red, green, blue, white, black]
components:
  lamp: {starts in: den, columns: {hue: hue, size: number}, cross: {hue: hue, size: [1, 2, 3, 4, 5, 6, 7, 8]}}
zones:
  den: {holds: lamp, seen by: everyone}
  cell: {size: 30 by 30, holds: lamp, seen by: everyone}
variables:
  found: {type: number}
"""
END = """
  - turns: player
    laps: 1
    do:
      - may: go on
      - say: "{found}"
result: {score: found}
"""


def doubled(times: int) -> str:
    rows = [f"  twice_{number}: {{is: twice_{number - 1} + twice_{number - 1}}}" for number in range(1, times + 1)]
    return "\n".join(["define:", "  twice_0: {is: count of lamps in den}", *rows])


def called(times: int, sentence: str) -> str:
    rows = [f"  act_{one}:\n    do: [{', '.join([f'act_{one - 1}'] * 4)}]" for one in range(1, times + 1)]
    return "\n".join(["define:", f"  act_0:\n    do: {sentence}", *rows])


JOINED = """define:
  open_way: {of: cell, with: {next_cell: cell}, is: 1 > 0}
  long_way: {of: cell, with: {next_cell: cell}, is: (count of cells reachable from next_cell through open_way) > 3}"""
RANKED = """define:
  rank_0: {of: lamp, is: count of lamps with size of it > size of this}
  rank_1: {of: lamp, is: count of lamps with rank_0 of it > rank_0 of this}
  rank_2: {of: lamp, is: count of lamps with rank_1 of it >= rank_1 of this}
  rank_3: {of: lamp, is: count of lamps with rank_2 of it >= rank_2 of this}"""
GROUPED = """groupings:
  heap:
    of: lamp
    patterns:
      one_hue: {same: hue, size: 3 to any, worth: size * size}
      some_of_them: {size: 2 to any, worth: size * size}"""

PATIENCE = 8  # seconds of the processor; one or two where nothing else runs and no frame crosses a border of Python's blocks

STOPPED = {
    "verbs that call each other": (called(9, "raise found by 1"), "  - act_9"),
    "loops in loops": ("", "".join(f"{'    ' * one}  - repeat: 50\n{'    ' * one}    do:\n" for one in range(4))
                       + " " * 18 + "- raise found by 1"),
    "ways on ways": (JOINED, "  - set found to count of cells reachable from cell 1 through long_way"),
    "many ways to pick": ("", "  - by: first player\n    choose: 12 to 20 lamps in den as few\n"
                          "    such that: ['sum of size of few <= 30', different(size) of few]\n"
                          "  - set found to count of lamps in few"),
    "many ways to group": (GROUPED, "  - set found to worth(heap) of den"),
}  # fmt: skip
REFUSED = {
    "formulas": (doubled(25), "  - set found to twice_25", "twice_17 → twice_16"),
    "verbs": (called(12, "raise found by 1"), "  - act_12", "act_10 → act_9"),
    "ranks": (RANKED, "  - set found to sum of rank_3 of lamps", "rank_3 → rank_2"),
}


def played(definition: Definition, engine: str) -> None:
    if engine == "run":
        played_out(new_state(world_for(definition, 2), 1), lambda *_: 0)
    elif engine == "reference":
        Match.begin(definition, ("Ada", "Bo"), 1, {}, engine=Interpreter)
    else:
        Match.begin(definition, ("Ada", "Bo"), 1, {})


@pytest.mark.parametrize("name", STOPPED)
def test_every_engine_stops_in_time_and_says_where(name: str, tmp_path: Path) -> None:
    define, flow = STOPPED[name]
    text = f"{GAME}{define}\nflow:\n{flow}{END}"
    write_game(tmp_path, text)
    definition = load(tmp_path).definition
    found = set()
    for engine in ("run", "step", "reference"):
        started = time.process_time()
        with pytest.raises(RuleError, match=r"takes too long|goes too deep|needing each other") as caught:
            played(definition, engine)
        assert time.process_time() - started < PATIENCE, engine
        found.add((caught.value.message, caught.value.trace))
    assert len(found) == 1 and "game.yaml:" in found.pop()[1][0]


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_too_dear_by_far_is_refused_with_its_chain(name: str, tmp_path: Path) -> None:
    define, flow, chain = REFUSED[name]
    write_game(tmp_path, f"{GAME}{define}\nflow:\n{flow}{END}")
    with pytest.raises(DefinitionError) as caught:
        load(tmp_path)
    (only,) = caught.value.diagnostics
    assert only.slug == "too-dear" and chain in only.notes[0]


OFFERED = """
name: Offered
players: 2
components: {pebble: {copies: 900, starts in: heap}}
zones: {heap: {seen by: everyone}}
counters: {coins: {}}
flow:
  - turns: player
    do:
      - choose: a number from 1 to 9000 as n  # of coins
        option: take {n} {count of pebbles in heap with coins > n}
        do: gain n coins
result: {score: coins}
"""


def test_what_is_too_dear_to_offer_is_pointed_at(tmp_path: Path) -> None:
    """The words of the line, where no more is known of the place."""
    with pytest.raises(DefinitionError) as caught:
        load(write_game(tmp_path, OFFERED))
    (only,) = caught.value.diagnostics
    line = OFFERED.splitlines()[only.span.line - 1]
    pointed = line[only.span.column - 1 : only.span.column - 1 + only.span.length]
    assert only.slug == "too-dear" and pointed == "choose: a number from 1 to 9000 as n"


def all_in_one_column(engine: str) -> list[int]:
    """What is left of the budget after each answer, if six players lay all they have into one column as long as they can."""
    match, left = load("ruse_and_bruise").new_match(6, seed=1, engine=engine, watched=False), []
    while match.decisions:
        offered = [option for option in match.decisions[0].options if "Storm" not in option.text]
        wanted = [option for option in offered if option.text.endswith("column 1")]
        match.answer((wanted or offered or match.decisions[0].options)[0])
        left.append(match.state.budget)
    assert match.result is not None
    return left


def test_cards_that_change_themselves_are_few_among_many():
    assert all_in_one_column("python") == all_in_one_column("reference")


BEARERS = """
name: Bearers
players: 2
values: {worth: {of: lamp, starts: 1}, shine: {of: lamp, starts: worth}}
components:
  lamp:
    starts in: den
    rows:
      dull: {copies: 60}
      keen: {copies: 60, abilities: [{always: this gets +1 worth for each other lamp in den}]}
      wild: {copies: 40, abilities: [{always: this gets +1 shine for each lamp in den with worth > 3}]}
zones: {den: {holds: lamp, seen by: everyone}}
variables: {found: {type: number}}
flow:
  - turns: player
    laps: 1
    do:
      - may: go on
      - repeat: 1000
        do: set found to count of lamps in den with shine > 3
result: {score: found}
"""


def test_cards_that_change_themselves_count_all_the_same(tmp_path: Path):
    write_game(tmp_path, BEARERS)
    for engine in ("reference", "python"):
        match = load(tmp_path).new_match(2, seed=1, engine=engine)
        with pytest.raises(RuleError, match="this takes too long: too many things are looked at"):
            match.answer(index=0)


def test_every_zone_that_is_looked_into_counts_whatever_lies_there(tmp_path: Path) -> None:
    define = "define:\n  held: {is: count of lamps in (every cell)}"
    write_game(tmp_path, f"{GAME}{define}\nflow:\n  - set found to held{END}")
    definition = load(tmp_path).definition
    (held,) = (one.value for one in definition.functions if one.name == "held")
    assert effort_of(definition).worst(held) > 30 * 30


SCORED = """
name: Scored
players: 2 to 4
components:
  lamp: {starts in: den, columns: {size: number}, rows: {dull: {size: 2, copies: 52}}}
zones: {den: {holds: lamp, seen by: everyone}}
define:
  rank_0: {of: lamp, is: count of lamps with size of it > size of this}
  rank_1: {of: lamp, is: count of lamps with rank_0 of it > rank_0 of this}
flow:
  - turns: player
    laps: 1
    do:
      - may: go on
result: {score: count of lamps with rank_1 of it > seat}
"""


def test_the_scores_of_all_players_share_one_budget(tmp_path: Path) -> None:
    game = load(write_game(tmp_path, SCORED))
    charges = charges_of(game.definition)
    assert game.definition.score is not None
    once = charges.effort.function(game.definition.score).at(charges.full) // STEP
    assert 2 * once < STEPS.most < 4 * once
    assert simulate(game, games=1, seats=2, workers=1).games == 1
    with pytest.raises(RuleError, match="this takes too long: too many things are looked at"):
        simulate(game, games=1, seats=4, workers=1)


@pytest.mark.parametrize("engine", ["reference", "python"])
def test_a_score_that_is_too_dear_is_told_with_its_line(engine: str, tmp_path: Path) -> None:
    more = "  rank_2: {of: lamp, is: count of lamps with rank_1 of it > rank_1 of this}\nflow:"
    game = load(write_game(tmp_path, SCORED.replace("flow:", more).replace("rank_1 of it > seat", "rank_2 of it > seat")))
    match = game.new_match(4, seed=1, engine=engine)
    with pytest.raises(RuleError, match="too many things are looked at") as caught:
        while match.decisions:
            match.answer(index=0)
        assert match.result
    assert ":16: in score" in caught.value.trace[0]


@pytest.mark.needs("compiler")
def test_so_do_they_in_a_library(tmp_path: Path) -> None:
    game = load(write_game(tmp_path, SCORED))
    for seats, played in ((2, 1), (4, 0)):
        library = debug_library(game, seats)
        assert len(play_games(library, 1, range(1), ANSWERS.most, 60, True).decisions) == played
