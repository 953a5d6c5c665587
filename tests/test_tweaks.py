"""What a designer changes in a minute: each is an edit of the text, legal, playable, and has just the effect it should."""

from pathlib import Path

import pytest
import rulewright
from rulewright.players.bots import RandomBot, play_out
from rulewright.study.report import run_targets
from written import write_game

ORIGINAL = Path(__file__).parent.parent / "gamedefs" / "ruse_and_bruise"

THRESHOLD = """
title: The Wizard leaves cards of 10 and 11 and removes cards of 12 and more
given:
  column 1: [Ada wizard, Bo traitor, Bo explorer, Ada hermit, Bo king]
  head of column 1: [music_2]
run: resolve column 1
expect:
  column 1: [Ada wizard, Bo traitor, Bo explorer]
  discard_pile of Ada: [hermit]
  discard_pile of Bo: [king]
"""

ROUNDS = """
title: After round 3 the game is over, whatever is left in the hands
given:
  round: 3
  at: clearing
  hand of Ada: [king]
  hand of Bo: [queen]
expect:
  over: true
"""

AREA = """
- title: A collector needs all seven areas
  given:
    won of Ada: [alchemy_1, fencing_1, agriculture_1, trade_1, religion_1, music_1]
  expect:
    score of Ada: 6

- title: With the seventh area the best of each counts twice
  given:
    won of Ada: [alchemy_1, fencing_1, agriculture_1, trade_1, religion_1, music_1, law_1]
  expect:
    score of Ada: 14
"""

CARD = """
- title: At the end of the round the Dancer swaps places with the card below
  given:
    column 1: [Ada dancer, Bo trader, Ada king]
    head of column 1: [music_2]
  run: resolve column 1
  expect:
    column 1: [Bo trader, Ada dancer, Ada king]

- title: A Dancer with no card below stays where it is
  given:
    column 1: [Bo trader, Ada dancer]
    head of column 1: [music_2]
  run: resolve column 1
  expect:
    column 1: [Bo trader, Ada dancer]
"""

DANCER = """      dancer:
        name: Dancer
        print: 6
        text: At the end of the round, swaps places with the card below it.
        abilities:
          - at: dancer_step
            do: swap this and card below this

"""

TWEAKS = {
    "threshold": ([("cards.yaml", "(number or 0) >= 10", "(number or 0) >= 12")], THRESHOLD),
    "rounds": ([("game.yaml", "round_count: 6", "round_count: 3")], ROUNDS),
    "area": ([("game.yaml", "religion, music]", "religion, music, law]")], AREA),
    "card": (
        [
            ("cards.yaml", "      musketeers:\n", DANCER + "      musketeers:\n"),
            ("flow.yaml", "      - step: musketeers_step\n",
             "      - {step: dancer_step, among: card in place}\n      - step: musketeers_step\n"),
        ],
        CARD,
    ),
}  # fmt: skip


COINS = """
title: A gain is cut to the coins that are left
players: 2
given: {hand of Ada: [ruby, heart_1], hand of Bo: [doubloon], coins of Ada: 2, coins of Bo: 3}
play:
  - Ada: trade Loot
  - Ada: trade Ruby
expect: {coins of Ada: 3}
"""

COUNTS = """
title: Who counts nothing is not honoured
players: 3
options: {first_legend: mutineer, second_legend: no_legend}
given: {at: legends, round: 5, buried_pile of Ada: [heart_captain]}
expect: {over: true, fame of Ada: 4, fame of Bo: 0, fame of Cy: 0}
"""


@pytest.mark.parametrize(
    ("old", "new", "scenario"), [("coin_limit: 0", "coin_limit: 6", COINS), ("least_count: 0", "least_count: 1", COUNTS)]
)
def test_a_parameter_that_the_rules_leave_open_can_be_set(own_copy, old, new, scenario):
    folder = own_copy(ORIGINAL.parent / "ruthless", "ruthless", "scenarios", "rules.yaml")
    path = folder / "scenarios" / "parameter.yaml"
    path.parent.mkdir()
    path.write_text(scenario, encoding="utf-8")
    assert not run_targets((str(path),)).passed
    text = (folder / "game.yaml").read_text(encoding="utf-8")
    assert text.count(old) == 1
    write_game(folder, text.replace(old, new))
    report = run_targets((str(path),))
    assert report.passed, report.to_text()


@pytest.fixture
def copied(own_copy):
    """A copy of the game in a folder of its own, without its scenarios."""
    return own_copy(ORIGINAL, "ruse_and_bruise", "scenarios", "rules.yaml")


def edit(folder, tweak):
    for name, old, new in TWEAKS[tweak][0]:
        text = (folder / name).read_text(encoding="utf-8")
        assert text.count(old) == 1, f"{name} says {old!r} {text.count(old)} times"
        (folder / name).write_text(text.replace(old, new), encoding="utf-8")


def shown(folder, tweak):
    """The scenario of a tweak, run on the definition in the folder."""
    path = folder / "scenarios" / "tweak.yaml"
    path.parent.mkdir(exist_ok=True)
    path.write_text(TWEAKS[tweak][1], encoding="utf-8")
    return run_targets((str(path),))


@pytest.mark.parametrize("tweak", TWEAKS)
def test_a_tweak_has_the_effect_that_its_scenario_shows(copied, tweak):
    assert not shown(copied, tweak).passed
    edit(copied, tweak)
    report = shown(copied, tweak)
    assert report.passed, report.to_text()


@pytest.mark.parametrize("tweak", TWEAKS)
def test_a_tweaked_game_is_played_to_its_end(copied, tweak):
    edit(copied, tweak)
    game = rulewright.load(copied)
    for players in (2, 3, 4):
        match = play_out(game.new_match(players, seed=players), {seat: RandomBot(1) for seat in game.check_seats(players)})
        assert match.result is not None and match.result.winners
        assert players > 2 or match.state.key() == game.resume(match.save()).state.key()


def test_three_rounds_deal_three_goal_cards_and_end_the_game(copied):
    edit(copied, "rounds")
    match = rulewright.load(copied).new_match(2, seed=1)
    view = match.view("Ada")
    stacks, heads = ([view.zone(f"{family} of column {column}") for column in (1, 2)] for family in ("stack", "head"))
    assert [stack.count + head.count for stack, head in zip(stacks, heads, strict=True)] == [3, 3]
    play_out(match, {seat: RandomBot(2) for seat in match.seats})
    assert match.view("Ada").fact("round") == 3


def test_a_seventh_area_makes_42_goal_cards(copied):
    edit(copied, "area")
    kind = next(one for one in rulewright.load(copied).definition.kinds if one.name == "goal")
    assert sum(row.copies for row in kind.rows) == 42
    assert sum(row.copies for row in kind.rows if row.id.startswith("law_")) == 6


def test_a_new_card_is_in_every_deck(copied):
    edit(copied, "card")
    world = rulewright.load(copied).new_match(3).state.world
    dancer = next(number for number, (_, row) in enumerate(world.definition.rows) if row.id == "dancer")
    assert sorted(world.owner[card] for card in world.cards_of_row[dancer]) == [0, 1, 2]
