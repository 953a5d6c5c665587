"""Reasons call things as the table does, and values with what they are asked of as people say it."""

from __future__ import annotations

from pathlib import Path

import pytest
import rulewright
from rulewright import Match
from rulewright.desk.cards import about
from rulewright.desk.sources import Sources
from rulewright.table.earlier import as_before, called_before
from written import game_in

ORCHARD = """
name: Orchard
players: 2
types: {fruit: [apple, pear]}
components:
  crop: {starts in: store, columns: {fruit: fruit}, rows: {bough: {fruit: apple, copies: 4}, twig: {fruit: pear, copies: 4}}}
zones:
  store: {holds: crop, seen by: everyone}
  q1: {per: player, holds: crop, seen by: everyone}
look:
  zones: {q1: {label: quarter of trees}}
counters: {coins: {of: player}}
define:
  fruit_count: {of: player, with: {kind: fruit}, is: count of crops in q1 with fruit is kind}
  rich: {of: player, with: {kind: fruit}, is: fruit_count(kind) > 1}
  worth_of: {of: player, with: {kind: fruit, floor: number}, is: "max(floor, fruit_count(kind))"}
setup:
  - each: player
    do: move first bough in store to q1
flow:
  - turns: player
    laps: 1
    do:
      - offer:
          - option: plant
            if: count of crops in q1 <= 1
            do:
              - move first twig in store to q1
              - gain (fruit_count(apple) + count of crops in store) coins
          - option: rest
result: {score: coins}
"""


@pytest.fixture
def orchard(tmp_path: Path) -> tuple[rulewright.Game, Match]:
    game = game_in(tmp_path, ORCHARD)
    return game, game.new_match(["Ada", "Bo"], seed=1)


def test_reasons_call_places_as_the_table_does(orchard: tuple[rulewright.Game, Match]) -> None:
    game, match = orchard
    line = "cards in quarter of trees of Ada: 1: bough"
    assert [str(game.why(match, f"count of crops in {place}", "Ada")) for place in ("q1", "quarter of trees")] == [line, line]
    sources = Sources(game)
    assert about(sources, "quarter of trees") == about(sources, "q1")
    assert about(sources, "q1")[0].startswith("quarter of trees (a row for crops")
    places = called_before(match.state.world, match.seats)
    assert as_before(line.casefold(), places) == "cards in q1 of ada: 1: bough"


def test_values_stand_apart_from_what_they_are_asked_with(orchard: tuple[rulewright.Game, Match]) -> None:
    game, match = orchard
    assert str(game.why(match, "fruit_count(apple)", "Ada")) == "fruit count (apple) of Ada: 1: bough"
    told = "rich (pear) of Ada: no: fruit count (pear) of Ada is 0, not more than 1"
    assert str(game.why(match, "rich(pear)", "Ada")) == told
    assert as_before("fruit count (apple) of Ada: 1") == "fruit count(apple) of Ada: 1"


VEILED = """
name: Veiled
players: 2
components: {note: {starts in: chest, columns: {worth: number}, rows: {low: [1], high: [9]}}}
zones:
  chest: {holds: note, seen by: nobody}
  desk: {holds: note, seen by: face}
  drawer: {per: player, holds: note, seen by: owner}
setup:
  - shuffle chest
  - move first note in chest to %s, face down
flow:
  - turns: player
    laps: 1
    do: {offer: [{option: wait}]}
result: {score: 0}
"""


@pytest.mark.parametrize(
    ("place", "words", "told"),
    [
        ("drawer of (last player)", "drawer of Bo", "drawer of Bo, which only Bo sees"),
        ("desk", "desk", "a card that lies face down in desk"),
        ("chest", "chest", "chest, which nobody sees"),
    ],
)
def test_what_hides_a_value_is_named(tmp_path: Path, place: str, words: str, told: str) -> None:
    game = game_in(tmp_path, VEILED.replace("%s", place))
    match = game.new_match(["Ada", "Bo"], seed=1)
    asked = game.why(match, f"sum of worth of notes in {words}", "Ada")
    assert str(asked) == f"you cannot know that: it hangs on {told}"


SHELLS = """
name: Shells
players: 2
components: {shell: {die: 1 to 6, per: player, copies: 2, starts in: cup}}
zones: {cup: {per: player, holds: shell, seen by: owner}, shelf: {per: player, holds: shell, seen by: everyone}}
setup:
  - each: player
    do: roll every shell in cup
flow:
  - turns: player
    laps: 1
    do:
      - offer:
          - option: show
            do: move first shell in cup to shelf
result: {score: 0}
"""


def test_a_die_that_comes_to_light_is_told_with_its_face(tmp_path: Path) -> None:
    match = game_in(tmp_path, SHELLS).new_match(["Ada", "Bo"], seed=1)
    match.answer("show")
    die = match.view("Bo").zone("shelf of Ada").cards[0]
    line = match.log[-1]
    assert line.seen_by(1) == line.seen_by(None) == f"Ada's shell {die.value} goes from cup to shelf"
    assert line.seen_by(0) == "Ada's shell goes from cup to shelf"  # Ada has seen it all the time
    assert "Ada's shell goes from cup to shelf" in line.earlier
