"""Words that a game had before stay readable: in scenarios, in saves and in records, and nowhere else."""

import pytest
import rulewright
from click.testing import CliRunner
from rulewright.cli import main
from rulewright.game import load_record
from rulewright.language.diagnostics import DefinitionError
from rulewright.model.renaming import Renaming
from written import game_in

BEFORE = """
name: Inn
players: 2
types: {mood: [calm, wild]}
options: {pace: {type: number 1 to 3, default: 2}}
components:
  guest_card: {starts in: pouch, columns: {thirst: number}, rows: {night_owl: [3], monk: [1]}}
zones:
  pouch: {seen by: everyone}
  bench: {per: player, seen by: everyone}
variables: {weather: {type: mood, starts: calm}, used: {of: guest_card, type: flag}}
flow:
  - turns: player
    laps: 1
    do:
      - step: serving
        do:
          - choose: a guest_card in pouch as guest
            option: seat {guest} at once
          - move guest to bench
          - mark guest as used
          - say: "{guest} sits down"
          - set weather to wild
result: {score: (sum of thirst of guest_cards in bench) + pace, winner: best player by most score}
"""
CHANGES = [
    ("night_owl: [3]", "late_guest: {name: Late Guest, thirst: 3}"), ("pouch", "street"), ("bench", "table_seat"),
    ("weather", "air"), ("wild", "stormy"), ("serving", "waiting"), ("pace", "speed"), ("thirst", "drinks"),
    ("seat {guest} at once", "lead {guest} to a seat"), ("{guest} sits down", "{guest} is seated"), ("guest_card", "visitor"),
]  # fmt: skip
RENAMED = """
renamed:
  night_owl: late_guest
  pouch: street
  bench: table_seat
  weather: air
  wild: stormy
  serving: waiting
  pace: speed
  thirst: drinks
  guest_card: visitor
  seat {it} at once: lead {it} to a seat
  sits down: is seated
"""
SCENARIO = """
title: A night owl is served, whatever the pouch holds
players: 2
options: {pace: 3}
given:
  turn: Ada
  at: serving
  weather: calm
  pouch: [night_owl, monk]
  bench of Bo: []
play:
  - expect: {offered to Ada: [seat night owl at once]}
  - Ada: seat night owl at once
expect:
  bench of Ada: [night_owl with used true]
  count of guest_cards in pouch: 1
  weather: wild
  thirst of night_owl: 3
  happened: [night owl sits down]
"""


@pytest.fixture
def inn(tmp_path):
    """A game before and after its words were changed, in the same folder."""
    folder = tmp_path / "inn"
    (folder / "scenarios").mkdir(parents=True)
    (folder / "scenarios" / "owl.yaml").write_text(SCENARIO, encoding="utf-8")

    def written(text=BEFORE):
        return game_in(folder, text)

    return written


def after(changes=CHANGES, renamed=RENAMED):
    text = BEFORE
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return text + renamed


def test_a_scenario_in_the_old_words_still_passes(inn):
    for text in (BEFORE, after()):
        folder = inn(text).folder
        found = CliRunner().invoke(main, ["test", str(folder)])
        assert found.output.endswith("inn: 1 scenario passes.\n"), found.output
    inn(after(renamed=""))
    assert CliRunner().invoke(main, ["test", str(folder)]).exit_code == 1


def test_sentences_and_values_that_are_gone_are_still_carried_out(inn):
    scenario = """
title: The verbs of another day
given: {bench of Ada: [monk]}
run: [send_home monk of Ada, {each: player, do: tidy_up}]
expect: {bench of Ada: empty, pouch: [monk, night_owl], thirsty(2) of Ada: false, weather: wild}
"""
    today = """
renamed:
  send_home {who}:
    - move {who} to top of pouch
    - set weather to wild
  tidy_up: [shuffle bench]
  thirsty({much}) of {whose}:
    - (sum of thirst of guest_cards in bench of {whose}) >= {much}
"""
    folder = inn(BEFORE + today).folder
    (folder / "scenarios" / "owl.yaml").write_text(scenario, encoding="utf-8")
    found = CliRunner().invoke(main, ["test", str(folder)])
    assert found.output.endswith("inn: 1 scenario passes.\n"), found.output


def test_saves_and_records_in_the_old_words_still_go_on(inn, tmp_path):
    match = inn().new_match(["Ada", "Bo"], options={"pace": 3})
    match.answer("seat night owl at once")
    saved, path = match.save(), tmp_path / "record.yaml"
    path.write_text(match.record(), encoding="utf-8")
    game = inn(after())
    for again in (game.resume(saved), game.replay(load_record(path))):
        assert [option.text for option in again.decisions[0].options] == ["lead monk to a seat"]
        assert again.seats == ("Ada", "Bo") and again.options["speed"] == 3
        again.answer("lead monk to a seat")
        assert again.result.scores == {"Ada": 6, "Bo": 4}
    with pytest.raises(rulewright.RulewrightError):
        inn(after(renamed="")).resume(saved)


@pytest.mark.parametrize(
    "line, slug",
    [
        ("renamed: {calm: stormy}", "renamed-is-there"),
        ("renamed: {gale: stromy}", "renamed-to-nothing"),
        ("renamed: {'seat {a} now': 'lead {b}'}", "renamed-hole"),
    ],
)
def test_what_cannot_be_meant_is_told(inn, line, slug):
    with pytest.raises(DefinitionError) as problem:
        inn(after(renamed=line))
    assert [one.slug for one in problem.value.diagnostics] == [slug]


def test_only_whole_words_are_replaced_and_only_once():
    renaming = Renaming([("bat", "cat"), ("cat", "dog"), ("fly to {x} and {x}", "go to {x}")])
    assert renaming.written("a bat, two bats, a cat, an acrobat") == "a cat, two cats, a dog, an acrobat"
    assert renaming.said("fly to bat and bat") == "go to cat" and renaming.said("fly to bat and cat") == "fly to cat and dog"
