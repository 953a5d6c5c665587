"""Measuring and explaining: the figures are there and make sense, and a card is shown beside the source it became."""

import json
import re

import pytest
from click.testing import CliRunner
from rulewright.cli import main


def run(*arguments):
    found = CliRunner().invoke(main, arguments)
    assert found.exception is None or isinstance(found.exception, SystemExit), found.exception
    return found


def test_bench_tells_how_fast_a_game_runs():
    (pace,) = json.loads(run("bench", "kuhn_poker", "--seconds", "0.1", "--json").output)
    assert (pace["game"], pace["players"]) == ("kuhn_poker", 2)
    assert 2 <= pace["decisions_per_game"] <= 3
    assert pace["playouts_per_second"] > pace["matches_per_second"] > 0
    assert pace["copy_microseconds"] > 0 and 0 < pace["written"] < 1
    each = 1e6 / pace["playouts_per_second"] / pace["decisions_per_game"]
    assert pace["microseconds_per_decision"] == pytest.approx(each)


def test_bench_prints_a_line_for_each_game():
    lines = run("bench", "kuhn_poker", "leduc_poker", "--seconds", "0.1").output.splitlines()
    assert [line.split()[0] for line in lines] == ["game", "kuhn_poker", "leduc_poker"]


def test_bench_refuses_a_table_that_cannot_be_set():
    found = run("bench", "kuhn_poker", "--seats", "5")
    assert found.exit_code == 2 and "not for 5" in found.output


def test_explain_shows_the_c_of_a_card():
    """Beside its lines, as it runs: with the line of the definition at each statement, and without what only tests compile."""
    text = run("explain", "ruse_and_bruise", "assassin", "--generated", "c").output
    assert "/* gamedefs/ruse_and_bruise/cards.yaml:" in text and "static int p" in text and "discard(R, S," in text
    assert "/* line " in text and "ROWS" not in text
    dragon = run("explain", "ruse_and_bruise", "dragon", "--generated", "c").output
    assert re.search(r"/\* value amount, \S*cards\.yaml:\d+ \*/\nstatic inline int f\d+", dragon)


def test_explain_shows_the_lines_and_the_source_of_a_card():
    plain, whole = (run("explain", "ruse_and_bruise", "storm", *more).output for more in ((), ("--generated",)))
    assert "Storm (influence)" in plain and "cards.yaml:" in plain and "mark this column as closed" in plain
    assert "def p" not in plain
    source = whole.removeprefix(plain)
    assert "when is revealed" in source and "def p" in source and source.count("# ") >= 3


def test_explain_tells_a_value_as_it_is_when_a_game_begins():
    lines = run("explain", "ruse_and_bruise", "value of Small Giant").output.splitlines()
    assert lines[:2] == ["When a game begins:", "value of Small Giant: 2 printed  (cards.yaml:5)"]
    assert any(line.startswith("  RB-132: ") for line in lines)


def test_explain_knows_a_card_without_abilities_and_one_that_is_not_there():
    assert "it has no abilities" in run("explain", "ruse_and_bruise", "king", "--generated").output
    found = run("explain", "ruse_and_bruise", "wizzard")
    assert found.exit_code == 1 and 'did you mean "Wizard"' in found.output
