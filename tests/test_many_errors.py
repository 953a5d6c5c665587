"""One cause is told once, and a thousand mistakes take no longer to tell than they take to read."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from rulewright.cli import main
from rulewright.language.compile import compile_folder
from rulewright.language.diagnostics import DefinitionError, Diagnostic
from written import write_game

GAME = """\
name: Lanterns
players: 2 to 3
components:
  animal: {per: player, starts in: den, copies: 3}
zones:
  den: {per: player, seen by: everyone}
  lake: {seen by: everyone}
variables:
  tired: {of: card, type: flag}
flow:
  - each: player
    do:
      - move every animal with tired is true to lake
"""
SENTENCES = {
    "names": "shuffle dne{}",
    "verbs": "shufle{} den",
    "nouns": "move every animl{} to lake",
    "sentences without sense": "move every animal{} lake in with",
    "habits": "draw {} animals from your den to lake",
    "one name": "shuffle lakke",
    "values": "set tired of lake to {} > 2",
    "types": "move {} to lake",
}


def wrong(sentence: str, count: int) -> str:
    return GAME + "".join(f"      - {sentence.replace('{}', str(number))}\n" for number in range(count))


def told(text: str, folder: Path) -> DefinitionError:
    write_game(folder, text)
    with pytest.raises(DefinitionError) as caught:
        compile_folder(folder)
    return caught.value


def places(one: Diagnostic) -> int:
    return 1 + len(one.also)


# ---------------------------------------------------------------- many mistakes


@pytest.mark.parametrize("kind", SENTENCES)
def test_thousands_of_wrong_sentences_are_refused_at_once(kind: str, tmp_path: Path) -> None:
    told(wrong(SENTENCES[kind], 3), tmp_path)  # what is needed to explain anything is made ready once
    begin = time.process_time()
    problem = told(wrong(SENTENCES[kind], 6_000), tmp_path)
    assert time.process_time() - begin < 2
    count = sum(places(one) for one in problem.diagnostics)
    assert 100 <= count <= 400
    rest = 6_000 - count + 1  # and what is said of the players
    assert f"{rest:,} more sentences were not looked at. No game was started." in str(problem)


DECLARED = {
    "components": ("components:\n", "  a{}: {{starts in: dne{}}}\n"),
    "zones": ("zones:\n", "  z{}: {{seen by: everybody{}}}\n"),
    "unknown slots": ("zones:\n", "  z{}: {{seen by: everyone, frm{}: pile}}\n"),
    "variables": ("variables:\n", "  v{}: {{type: numbre{}}}\n"),
    "bad names": ("variables:\n", "  V{}: {{type: number}} # {}\n"),
    "definitions": ("define:\n", "  d{}: {{is: x{} + 1}}\n"),
    "statements": ("flow:\n", "  - {{ech{}: player, x{}: 1}}\n"),
    "statements without a head": ("flow:\n", "  - {{until: round is {}}} # {}\n"),
    "holes": ("flow:\n", "  - say: hello {{x{}}} # {}\n"),
    "sections": ("", "s{}: {}\n"),
}


@pytest.mark.parametrize("kind", DECLARED)
def test_thousands_of_wrong_declarations_are_refused_at_once(kind: str, tmp_path: Path) -> None:
    head, line = DECLARED[kind]
    text = "name: L\nplayers: 2 to 2\n" + head + "".join(line.format(number, number) for number in range(3_000))
    begin = time.process_time()
    problem = told(text, tmp_path)
    assert time.process_time() - begin < 2
    assert len(str(problem)) < 300_000


def test_chains_of_definitions_are_read_in_one_go(tmp_path: Path) -> None:
    chain = "".join(f"  d{number}: {{is: d{number + 1} + 1}}\n" for number in range(800))
    begin = time.process_time()
    problem = told(GAME + f"define:\n{chain}  d800: {{is: d0 + 1}}\n", tmp_path)
    assert time.process_time() - begin < 2
    assert [one.slug for one in problem.diagnostics] == ["needs-itself"]


# ---------------------------------------------------------------- one cause


def test_a_misspelt_declaration_is_told_once(tmp_path: Path) -> None:
    sentences = ["move every animal in den to lake", "shuffle lake", "if: lake is empty\n        then: shuffle den",
                 "each: animal in lake\n        do: move animal to lake"] * 12  # fmt: skip
    text = GAME.replace("  lake:", "  leke:") + "".join(f"      - {one}\n" for one in sentences)
    (only,) = told(text, tmp_path).diagnostics
    assert only.hint == 'did you mean "leke"?'
    assert places(only) == 1 + len(sentences)
    assert (only.span.line, only.also[0].line) == (13, 14)


def test_different_mistakes_stay_apart(tmp_path: Path) -> None:
    problem = told(wrong("shuffle dne{}", 3), tmp_path)
    assert [places(one) for one in problem.diagnostics] == [1, 1, 1]


def test_the_report_says_how_many_places_and_which(tmp_path: Path) -> None:
    text = str(told(wrong("shuffle lakke", 9), tmp_path))
    assert "  and 8 more places: line 15, line 16, line 17, line 18, line 19, line 20, …\n" in text
    assert text.endswith("\n1 error in 1 file. No game was started.")


def run(folder: Path, *arguments: str) -> Result:
    result = CliRunner().invoke(main, [arguments[0], str(folder), *arguments[1:]])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def test_a_number_of_players_that_no_scenario_has_is_told_once(tmp_path: Path) -> None:
    write_game(tmp_path, GAME.replace("2 to 3", "4 to 4"))
    (tmp_path / "scenarios").mkdir()
    given = "given: {{den of Bo: [Bo animal]}}"
    scenario = f"- title: Number {{}}\n  players: {{}}\n  {given}\n  expect: {{{{den of Bo: 1 card}}}}\n"
    for file, seats in (("a", "[Ada, Bo]"), ("b", "3")):
        text = "".join(scenario.format(number, seats) for number in range(30))
        (tmp_path / "scenarios" / f"{file}.yaml").write_text(text, encoding="utf-8")
    output = run(tmp_path, "test").output
    assert output.count("error: ") == 1
    assert "here sit 2 players; the game is for 4" in output and "and 59 more places" in output
    assert "hint: players in the definition says 4" in output
    assert len(output.splitlines()) < 20


@pytest.mark.parametrize("things", ["all players", "of the animals in lake", "animal from lake", "playr"])
def test_of_a_list_that_cannot_be_read_only_that_is_told(things: str, tmp_path: Path) -> None:
    """Whoever is meant by it: a player, or a thing that is called `it`."""
    text = GAME.replace("each: player", f"each: {things}").replace("tired is true to lake", "tired of it is true to lake")
    (only,) = told(text + "      - move it to lake\n      - move first animal in den to lake\n", tmp_path).diagnostics
    assert only.span.line == 11
