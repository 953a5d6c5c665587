"""`test --accept` writes what was found where its author says so, and nothing else."""

from click.testing import CliRunner
from rulewright.cli import main
from written import write_game

GAME = """
name: Sheds
players: 2
numbers: {wage: 2}
types: {mood: [calm, wild]}
components: {tool: {starts in: shed, copies: 3}}
zones: {shed: {seen by: everyone}, bench: {seen by: everyone}}
counters: {coins: {}}
variables: {air: {type: mood, starts: calm}, busy: {type: flag}}
define:
  work: {do: [gain wage coins, move top tool of shed to bench, set air to wild, set busy to true]}
  idle: {is: coins of active + (1 if busy else 0) + (1 if air is calm else 0)}
flow:
  - turns: player
    laps: 1
    do: work
result: {score: coins, winner: best player by most score}
"""
SCENARIO = """# what work brings
- title: Work earns a wage
  given: {turn: Ada}
  run: {for: active, do: work}
  expect:
    coins of Ada: 3  # a full wage
    shed:   3 cards
    bench: empty
    air:    calm
    busy: false
    score of Bo: 0
"""


def accept(folder, answers):
    found = CliRunner().invoke(main, ["test", str(folder), "--accept"], input=answers)
    assert found.exception is None or isinstance(found.exception, SystemExit), found.exception
    return found


def test_each_value_is_asked_for_and_written_at_its_place(tmp_path):
    (tmp_path / "scenarios").mkdir()
    write_game(tmp_path, GAME)
    path = tmp_path / "scenarios" / "work.yaml"
    text = SCENARIO
    path.write_text(text, encoding="utf-8")
    found = accept(tmp_path, "y\ny\nn\ny\ny\n")
    assert found.exit_code == 1 and "coins of Ada is different: 3 becomes 2" in found.output
    wanted = text.replace("Ada: 3  #", "Ada: 2  #").replace("shed:   3 cards", "shed:   2 cards")
    wanted = wanted.replace("air:    calm", "air:    wild").replace("busy: false", "busy: true")
    assert path.read_text(encoding="utf-8") == wanted
    assert accept(tmp_path, "y\n").exit_code == 0
    assert "bench: 1 card\n" in path.read_text(encoding="utf-8")


def test_what_is_no_single_value_stays_and_a_break_keeps_what_was_said(tmp_path):
    (tmp_path / "scenarios").mkdir()
    write_game(tmp_path, GAME)
    path = tmp_path / "scenarios" / "work.yaml"
    text = "title: T\ngiven: {turn: Ada}\nrun: {for: active, do: work}\n"
    text += "expect: {coins of Ada: 4, bench: [tool, tool], air: calm}\n"
    path.write_text(text, encoding="utf-8")
    found = accept(tmp_path, "y\n")  # then the input ends
    assert found.exit_code == 1 and "bench is different" not in found.output
    assert path.read_text(encoding="utf-8") == text.replace("coins of Ada: 4", "coins of Ada: 2")


def test_who_decides_is_a_name_like_any_other(tmp_path):
    (tmp_path / "scenarios").mkdir()
    write_game(tmp_path, GAME.replace("do: work\n", "do: [{may: rest, do: work}]\n", 1))
    path = tmp_path / "scenarios" / "work.yaml"
    text = "- {title: One, given: {turn: Ada}, expect: {decision: Bo}}\n"
    text += "- {title: Two, given: {turn: Bo}, play: [{Bo: decline}], expect: {decision: Ada}}\n"
    path.write_text(text, encoding="utf-8")
    assert accept(tmp_path, "y\ny\n").exit_code == 0
    one, two = path.read_text(encoding="utf-8").splitlines()
    assert one.endswith("expect: {decision: Ada}}") and two.endswith("expect: {decision: none}}")
