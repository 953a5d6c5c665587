"""What cards are worth, in games whose answers are known: one that decides it, one that costs it, and one that does nothing."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
import rulewright
from click.testing import CliRunner
from rulewright.cli import main
from rulewright.engine.choice import engines_here
from rulewright.study.games import played_by
from rulewright.study.plan import Seating, new_plan
from rulewright.study.scale import ENDED
from rulewright.study.weigh import weigh
from rulewright.study.weigh_text import to_text
from rulewright.study.weights import Weighing
from written import game_in, write_game

DUEL = """
name: Duel of Stones
about: Everybody has the same five stones, draws three of them, and throws one.
players: 2
components:
  stone:
    per: player
    starts in: bag
    columns: {weight: number}
    rows:
      feather: [1]
      pebble: [1]
      rock: [1]
      comet:
        weight: 1
        abilities:
          - when: this is revealed
            do: raise points by 20
      anchor:
        weight: 1
        abilities:
          - when: this is revealed
            do: lower points by 20
zones:
  bag: {per: player, form: pile, holds: stone, seen by: nobody}
  hand: {per: player, form: hand, holds: stone, seen by: owner}
  ground: {per: player, form: row, holds: stone, seen by: face}
variables:
  points: {of: player, type: number}
setup:
  - each: player
    do:
      - shuffle bag
      - draw 3 stones from bag to hand
flow:
  - turns: player
    laps: 1
    do:
      - choose: a stone in hand as thrown
      - move thrown to ground, face down
      - reveal thrown
result:
  score: points
  winner: best player by most score
"""


@pytest.fixture(scope="module")
def duel(tmp_path_factory: pytest.TempPathFactory) -> rulewright.Game:
    return game_in(tmp_path_factory.mktemp("duel"), DUEL)


def names(weighing: Weighing) -> dict[str, tuple[str, ...]]:
    return {weight.name: weighing.remarks(weight) for weight in weighing.sorted()}


def test_removal_finds_the_card_that_decides_and_the_one_that_costs(duel: rulewright.Game) -> None:
    found = weigh(duel, 700, ways=("removal",), workers=1)
    worth = {weight.name: weight.removal for weight in found.weights}
    assert worth["comet"].mean > 0 and found.is_sure(worth["comet"])
    assert worth["anchor"].mean < 0 and "better without it" in names(found)["anchor"]
    assert next(iter(names(found))) == "anchor", "what needs a look comes first"
    assert "better without it" not in names(found)["comet"]


def test_a_blank_takes_the_abilities_of_one_seat_only(duel: rulewright.Game) -> None:
    """A feather with a blank in its place is still a stone that does nothing, so that nothing is lost by it."""
    found = weigh(duel, 400, ways=("blank",), workers=1)
    worth = {weight.name: weight.blank for weight in found.weights}
    assert found.is_sure(worth["comet"]) and worth["comet"].mean > 0
    assert found.is_sure(worth["anchor"]) and worth["anchor"].mean < 0
    for idle in ("feather", "pebble", "rock"):
        low, high = worth[idle].fixed_interval(ENDED)
        assert low < 0 < high


def test_choosing_tells_the_same_without_taking_anything_away(duel: rulewright.Game) -> None:
    found = weigh(duel, 500, ways=("choice",), workers=1, choices=500)
    by_name = {weight.name: weight for weight in found.weights}
    assert "dominated" in found.remarks(by_name["anchor"]), "no deal on which it was better to throw the anchor"
    assert "never better" in found.evidence(by_name["anchor"])
    any_other = {name: weight.rivals.each[None] for name, weight in by_name.items()}
    assert any_other["anchor"].better == 0 < any_other["comet"].better and any_other["comet"].worse == 0
    assert not found.remarks(by_name["comet"]) and not found.remarks(by_name["rock"])


def test_bots_that_think_never_choose_what_costs(duel: rulewright.Game) -> None:
    found = weigh(duel, 60, Seating(bots="greedy"), ways=("choice",), only="anchor", workers=1, choices=60)
    assert "never chosen" in names(found)["anchor"]
    assert "never chosen" in to_text(found)


def test_plain_options_are_weighed_too() -> None:
    found = weigh(rulewright.load("kuhn_poker"), 60, ways=("choice",), workers=1, choices=60)
    assert {weight.name for weight in found.weights} == {"pass", "bet"}
    for weight in found.weights:
        assert weight.uptake.offered >= 2 * 60 and 0 < weight.uptake.chosen < weight.uptake.offered


def test_actions_have_rows_whatever_they_are_about() -> None:
    """Stealing a card, whichever it is; characters are claimed by name. What random bots choose is what chance would."""
    found = weigh(rulewright.load("rus"), 25, ways=("choice",), workers=1, choices=25)
    actions = {weight.name: weight.uptake for weight in found.weights if weight.thing[0] == "action"}
    assert {"play …", "claim farmer", "claim witch", "harvest … with … coins", "accuse", "claim nothing"} <= set(actions)
    assert not any(name.startswith("play ") for name in actions if name not in ("play …", "play no second card"))
    for name in ("play …", "accuse", "claim nothing"):
        low, high = actions[name].share - 0.1, actions[name].share + 0.1
        assert low < actions[name].chance_share < high and 0 < actions[name].chosen < actions[name].offered


def test_what_everybody_does_at_a_decision_is_no_choice(duel: rulewright.Game) -> None:
    found = weigh(duel, 60, ways=("choice",), workers=1, choices=60)
    assert {weight.thing[0] for weight in found.weights} == {"card"}


def test_a_card_on_which_no_win_hangs_is_told() -> None:
    """Whoever has the queen at random wins by it with whatever comes instead, a king or a jack, or loses all the same."""
    found = weigh(rulewright.load("kuhn_poker"), 90, ways=("removal",), workers=1)
    assert {weight.name: weight.idle for weight in found.weights} == {"king": 0, "queen": 90, "jack": 0}
    assert "no win of 90 hung on it" in to_text(found)
    assert found.sorted()[-1].name == "queen", "nobody need look at it first"


def test_it_says_why_the_dearest_card_may_be_no_more_than_chance(duel: rulewright.Game) -> None:
    few = to_text(weigh(duel, 40, ways=("removal",), workers=1))
    assert "games of a hundred more, too few to be sure of it." in few
    assert "games of a hundred more, more than chance." in to_text(weigh(duel, 400, ways=("removal",), within=0.01, workers=1))


def test_who_breaks_it_off_at_once_is_told_so(duel: rulewright.Game) -> None:
    def stop(done: int, total: int, news: str) -> None:
        raise KeyboardInterrupt

    found = weigh(duel, 50, ways=("removal",), workers=1, progress=stop)
    assert found.is_stopped and "Stopped before anything was known." in to_text(found)
    assert "There is nothing to weigh here." in to_text(weigh(duel, 50, ways=(), workers=1))


def test_who_breaks_it_off_has_the_wider_interval(duel: rulewright.Game) -> None:
    seen: list[str] = []

    def stop(done: int, total: int, news: str) -> None:
        seen.append(news)
        if len(seen) == 3:
            raise KeyboardInterrupt

    (weight,) = weigh(duel, 5000, ways=("removal",), only="comet", within=0.001, workers=1, progress=stop).weights
    assert weight.broken_off and weight.removal.count > 100
    assert seen[0] == "comet" and seen[1].startswith("comet +")
    low, high = weight.interval(weight.removal)
    plain = weight.removal.fixed_interval(ENDED)
    assert low < plain[0] < plain[1] < high


def test_a_card_of_a_common_deck_is_kept_from_one_seat() -> None:
    """Nobody ever deals Ada the king, or the jack."""
    found = weigh(rulewright.load("kuhn_poker"), 600, ways=("removal",), workers=1)
    worth = {weight.name: weight.removal for weight in found.weights}
    assert found.is_sure(worth["king"]) and worth["king"].mean > 0.05
    assert found.is_sure(worth["jack"]) and worth["jack"].mean < -0.05


@pytest.mark.parametrize(("name", "row", "seats"), [("crazy_eights", "clubs_six", 3), ("whist", "hearts_ace", 4)])
def test_every_engine_keeps_the_same_card_from_a_seat(name: str, row: str, seats: int) -> None:
    game = rulewright.load(name)
    number = next(place for place, (_, one) in enumerate(game.definition.rows) if one.id == row)
    games = {}
    for engine in [one.name for one in engines_here() if one.there and one.name != "reference"]:
        plan = replace(new_plan(game, Seating(seats), engine=engine), withheld=number)
        games[engine] = [(one.scores, one.winners, one.had, one.played) for one in played_by(game, plan, range(4), 1)]
    assert all(one == games["python"] for one in games.values())


FORCED = """
name: Forced
about: Whoever draws a rock must throw it.
players: 2
components:
  stone:
    per: player
    starts in: bag
    columns: {weight: number}
    rows: {rock: [3], dust: [1]}
zones:
  bag: {per: player, form: pile, holds: stone, seen by: nobody}
  hand: {per: player, form: hand, holds: stone, seen by: owner}
  ground: {per: player, form: row, holds: stone, seen by: everyone}
setup:
  - each: player
    do:
      - shuffle bag
      - draw a stone from bag to hand
flow:
  - each: player
    do:
      - if: some stone in hand with weight >= 2
        then:
          - choose: a stone in hand with weight >= 2 as thrown
            option: throw {thrown}
          - move thrown to ground
result:
  score: sum of weight of stones in ground
  winner: best player by most score
"""


def test_a_card_without_which_nothing_could_be_answered_stays_for_a_while(tmp_path: Path) -> None:
    """Without the rock there would be a decision without an option; every engine lets it be thrown."""
    (tmp_path / "game.yaml").write_text(FORCED, encoding="utf-8")
    game = rulewright.load(tmp_path)
    every = []
    for engine in [one.name for one in engines_here() if one.there and one.name != "reference"]:
        plan = replace(new_plan(game, Seating(2), engine=engine), withheld=0)
        every.append([one.scores for one in played_by(game, plan, range(40), 1)])
    assert (3, 0) in every[0] and all(scores == every[0] for scores in every)


def test_a_card_with_a_number_is_replaced_by_one_that_has_it(tmp_path: Path) -> None:
    """In place of the rock comes dust, never mist, with which no rule could reckon."""
    text = FORCED.replace("dust: [1]", "dust: [1], mist: []").replace(" with weight >= 2", " with weight > 0")
    (tmp_path / "game.yaml").write_text(text.replace("{weight: number}", "{weight: number or none}"), encoding="utf-8")
    game = rulewright.load(tmp_path)
    every = []
    for engine in [one.name for one in engines_here() if one.there and one.name != "reference"]:
        plan = replace(new_plan(game, Seating(2), engine=engine), withheld=0)
        every.append([one.scores for one in played_by(game, plan, range(40), 1)])
    assert {own for own, _ in every[0]} == {0, 1} and all(scores == every[0] for scores in every)


def test_a_card_that_the_rules_need_is_told_and_not_weighed(tmp_path: Path) -> None:
    """Stones that everybody has before their eyes can only be taken away."""
    text = DUEL.replace("score: points", "score: points + (weight of (first rock with owner is player))")
    text = text.replace("holds: stone, seen by: nobody", "holds: stone, seen by: owner")
    write_game(tmp_path, text)
    found = weigh(rulewright.load(tmp_path), 60, ways=("removal",), workers=1)
    rock = next(weight for weight in found.weights if weight.name == "rock")
    assert found.remarks(rock) == ("needed by the rules",) and "is none" in rock.needed and not rock.removal.count
    assert all(weight.removal.count == 60 for weight in found.weights if weight is not rock)


RIGGED = """
name: Rigged
about: Everybody throws one of five stones. A spark is as light as a pebble, but one throw of twenty makes it the heaviest.
players: 2
components:
  stone:
    per: player
    starts in: hand
    columns: {weight: number}
    rows: {rock: [3], twin: [3], pebble: [2], spark: [2], dust: [1]}
  cube: {die: 1 to 20, starts in: middle}
zones:
  hand: {per: player, form: hand, holds: stone, seen by: owner}
  ground: {per: player, form: row, holds: stone, seen by: everyone}
  middle: {form: row, holds: cube, seen by: everyone}
setup:
  - roll every cube
flow:
  - turns: player
    laps: 1
    do:
      - choose: a stone in hand as thrown
        option: throw {thrown}
      - move thrown to ground
result:
  score: (sum of weight of stones in ground) + (9 if (some spark in ground) and value of (first cube) is 1 else 0)
  winner: best player by most score
"""


def test_domination_is_told_from_a_near_tie(tmp_path: Path) -> None:
    """A pebble is never better than a rock, and better than dust; a spark is so once in twenty; twins are never apart."""
    (tmp_path / "game.yaml").write_text(RIGGED, encoding="utf-8")
    found = weigh(rulewright.load(tmp_path), 700, ways=("choice",), workers=1, choices=700)
    by_name = {weight.name: weight for weight in found.weights}
    told = {name: "dominated" in found.remarks(weight) for name, weight in by_name.items()}
    assert told == {"rock": False, "twin": False, "pebble": True, "spark": False, "dust": True}
    beside = {other[1]: one for other, one in by_name["spark"].rivals.each.items() if other}
    assert 0 < beside["rock"].better < beside["rock"].worse, "a near tie"
    assert "never better than any other answer" in found.evidence(by_name["dust"])
    assert any(f"never better than {name}" in found.evidence(by_name["pebble"]) for name in ("rock", "twin", "spark"))
    pair = by_name["rock"].rivals.each["card", "twin"]
    assert pair.count > 100 and pair.better == pair.worse == 0


def test_too_few_decisions_say_how_many_more_would_tell(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(RIGGED, encoding="utf-8")
    found = weigh(rulewright.load(tmp_path), 90, ways=("choice",), workers=1, choices=90)
    dust = next(weight for weight in found.weights if weight.name == "dust")
    assert not found.remarks(dust) and "perhaps dominated" in found.evidence(dust)
    assert "more games would settle it" in found.evidence(dust)


def test_it_ends_when_it_is_near_enough(duel: rulewright.Game) -> None:
    (weight,) = weigh(duel, 5000, ways=("removal",), only="feather", within=0.2, workers=1).weights
    assert weight.removal.count < 5000 and weight.removal.fixed_radius(ENDED) <= 0.2


def test_workers_change_nothing(duel: rulewright.Game) -> None:
    one, two = (weigh(duel, 60, ways=("removal", "choice"), only="comet", workers=count) for count in (1, 2))
    assert one.weights == two.weights


def test_the_command_tells_it_as_data_too() -> None:
    runner = CliRunner()
    result = runner.invoke(main, ["weigh", "kuhn_poker", "--games", "60", "--choices", "60", "--workers", "1", "--json"])
    assert result.exit_code == 0, result.output
    weights = {one["id"]: one for one in json.loads(result.stdout)["weights"]}
    assert weights["bet"]["choosing"]["games"] == 60 and weights["bet"]["removal"] is None
    assert weights["king"]["removal"]["games"] == 60
    refused = runner.invoke(main, ["weigh", "kuhn_poker", "--by", "feeling"])
    assert refused.exit_code == 2 and 'not by "feeling"' in refused.output


SEATED = """
name: Seated
about: The first seat needs a 3 or more of six, with luck a 2 or more.
players: 2
options:
  luck: {type: number 0 to 1, default: 0, about: What is added to the die.}
components:
  cube: {die: 1 to 6, starts in: middle}
variables:
  points: {of: player, type: number 0 to 1}
zones:
  middle: {form: row, holds: cube, seen by: everyone}
flow:
  - roll every cube
  - each: player
    do:
      - if: (value of (first cube) + luck > 2) is (player is (first player))
        then: raise points by 1
result:
  score: points
  winner: best player by most score
"""


def test_seats_and_options_are_weighed(tmp_path: Path) -> None:
    """Ada wins four of six dice, and five with luck."""
    game = game_in(tmp_path, SEATED)
    found = weigh(game, 600, ways=("seat", "option"), within=0.001, workers=1)
    more = {one.name: one.more for one in found.standings}
    assert sorted(more) == ["Ada", "Bo", "luck=1"] and list(more)[-1] == "Bo"
    for name, truth in (("Ada", 1 / 6), ("luck=1", 1 / 6), ("Bo", -1 / 6)):
        low, high = more[name].fixed_interval(ENDED)
        assert low <= truth <= high and found.is_sure(more[name])
    assert "luck=1" in to_text(found) and "more than chance" in to_text(found)
    assert "nothing to weigh" not in to_text(found) and more["Ada"].count == found.usual[0].count
    assert not weigh(game, 60, Seating(options={"luck": 1}), ways=("option",), workers=1).standings
