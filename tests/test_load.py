"""Loading by the short way: a definition out of the cache is the compiled one, and nothing stale or forged is ever used."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields
from functools import cache as once
from pathlib import Path
from typing import Any

import pytest
import rulewright
import yaml
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st
from lark import UnexpectedInput
from rulewright import cache
from rulewright import loading as rulebook
from rulewright.cli import main
from rulewright.language import compile as compiling
from rulewright.language.diagnostics import schema_text
from rulewright.language.parse import grammar
from rulewright.language.read import schemas
from rulewright.model import pack
from rulewright.model.definition import Definition
from written import write_game

HERE = Path(__file__).parent
GAMES = [*rulewright.shipped(), *sorted(str(path.parent) for path in (HERE / "definitions").glob("*/game.yaml"))]
SMALL = str(HERE / "definitions" / "causeway")


@once
def loaded(name: str) -> rulewright.Game:
    """A game that was compiled: tests run without the cache, unless they say so."""
    return rulewright.load(name)


def play_out(match: rulewright.Match, salt: int) -> rulewright.Match:
    """Every decision is answered with an option that depends on nothing but its number."""
    number = salt
    while match.decisions:
        decision = match.decisions[number % len(match.decisions)]
        match.answer(decision.options[number * 7 % len(decision.options)], decision.seat)
        number += 1
    return match


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder for the cache."""
    place = tmp_path / "kept"
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(place))
    return place


@pytest.fixture
def no_compiling(monkeypatch: pytest.MonkeyPatch) -> None:
    """From here on, whatever is not in the cache cannot be loaded."""
    monkeypatch.setattr(rulebook.Rulebook, "compile", lambda *arguments: pytest.fail("compiled again"))


def values_of(definition: Definition) -> list[Any]:
    return [getattr(definition, field.name) for field in fields(definition)]


def key_of(name: str) -> str:
    return cache.key("definition", rulebook.Rulebook.open(Path(name)).files.digest(), rulebook._MAKERS)


# ---------------------------------------------------------------- the same game


@pytest.mark.parametrize("name", GAMES, ids=lambda name: Path(name).name)
def test_a_definition_as_text_and_back_is_the_same(name):
    definition = loaded(name).definition
    text = pack.to_text(definition)
    again = pack.from_text(text)
    assert values_of(again) == values_of(definition)
    assert pack.to_text(again) == text  # what was one node is still one node


@pytest.mark.parametrize("name", GAMES, ids=lambda name: Path(name).name)
def test_a_game_out_of_the_cache_goes_the_same_way(name, kept, request):
    compiled = rulewright.load(name)
    request.getfixturevalue("no_compiling")
    again = rulewright.load(name)
    assert again.definition is not compiled.definition
    assert values_of(again.definition) == values_of(compiled.definition)
    ends = []
    for game in (compiled, again):
        last, opening = play_out(game.new_match(seed=5), 5), game.new_match(seed=5)
        for seat, text in last.answers[:20]:
            opening.follow(text, seat)
        ends.append((last.record(), last.scores, opening.log))
    assert ends[0] == ends[1]


def test_validate_says_the_same_when_nothing_changed(kept, request):
    first = CliRunner().invoke(main, ["validate", SMALL])
    request.getfixturevalue("no_compiling")
    second = CliRunner().invoke(main, ["validate", SMALL])
    assert (first.exit_code, first.output) == (second.exit_code, second.output)
    assert "legal" in first.output


def test_scenarios_are_read_with_a_vocabulary_that_is_made_when_they_are(kept):
    name = rulewright.shipped()[0]
    compiled, game = rulewright.load(name), rulewright.load(name)
    assert "compiled" in vars(compiled.book) and "compiled" not in vars(game.book)
    path = game.scenario_files()[0]
    scenarios = game.scenarios(path), compiled.scenarios(path)
    assert scenarios[0] == scenarios[1]
    texts = [[pack.to_text(one.extended) for one in some if one.extended is not None] for some in scenarios]
    assert texts[0] == texts[1] and texts[0]


def test_a_game_that_is_not_legal_is_told_so_again_and_again(kept, own_copy):
    folder = own_copy(SMALL, "wrong")
    write_game(folder, "name: Wrong\nplayers: 2 to 2\nflow: discrad\n")
    said = []
    for _ in range(2):
        with pytest.raises(rulewright.DefinitionError) as caught:
            rulewright.load(folder)
        said.append(str(caught.value))
    assert said[0] == said[1] != ""


# ---------------------------------------------------------------- what a definition depends on


def test_any_change_in_any_file_is_seen(kept, own_copy):
    folder = own_copy(rulewright.load(rulewright.shipped()[0]).folder, "game")
    for path in sorted(folder.glob("*.yaml")):
        if path.name == "rules.yaml":
            continue
        book = rulebook.Rulebook.open(folder)
        path.write_bytes(path.read_bytes() + b"\n# changed\n")
        assert rulebook.Rulebook.open(folder).files.digest() != book.files.digest(), path.name
    (folder / "game.yaml").write_text(
        (folder / "game.yaml").read_text(encoding="utf-8").replace("name: ", "name: New ", 1), encoding="utf-8"
    )
    assert rulewright.load(folder).name.startswith("New ")


def test_a_file_more_or_under_another_name_is_seen(tmp_path, own_copy):
    folder = own_copy(SMALL, "game")
    found = [rulebook.Rulebook.open(folder).files.digest()]
    (folder / "more.yaml").write_text("name: More\n", encoding="utf-8")
    found.append(rulebook.Rulebook.open(folder).files.digest())
    (folder / "more.yaml").rename(folder / "other.yaml")
    found.append(rulebook.Rulebook.open(folder).files.digest())
    folder.rename(tmp_path / "renamed")
    found.append(rulebook.Rulebook.open(tmp_path / "renamed").files.digest())
    assert len(set(found)) == 4


def test_another_rulewright_does_not_read_what_this_one_kept(kept, monkeypatch):
    rulewright.load(SMALL)
    monkeypatch.setattr(rulebook, "_MAKERS", "another")
    monkeypatch.setattr(rulebook.Rulebook, "compile", lambda *arguments: pytest.fail("compiled again"))
    with pytest.raises(pytest.fail.Exception):
        rulewright.load(SMALL)


def test_code_that_was_replaced_under_a_running_process_keeps_nothing(kept, monkeypatch):
    """Its key would be that of the new sources, or its definition that of the old ones."""
    monkeypatch.setattr(rulebook, "_makers", lambda: "sources of after an update")
    rulewright.load(SMALL)
    assert cache.get(key_of(SMALL)) is None


def in_a_process(kept: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", "from rulewright.cli import main; main()", *arguments]
    shown = {**os.environ, "RULEWRIGHT_CACHE": str(kept), **environment}
    return subprocess.run(command, env=shown, capture_output=True, encoding="utf-8", timeout=300)


def test_what_is_kept_does_not_depend_on_the_seed_of_hashes(tmp_path):
    kept = [tmp_path / seed for seed in ("1", "2")]
    for place in kept:
        assert in_a_process(place, "validate", SMALL, PYTHONHASHSEED=place.name).returncode == 0
    first, second = ({path.name: path.read_bytes() for path in place.iterdir()} for place in kept)
    assert len(first) == 1
    assert first == second


def test_processes_that_write_at_once_leave_whole_entries(tmp_path):
    kept = tmp_path / "kept"
    with ThreadPoolExecutor(4) as pool:
        done = list(pool.map(lambda _: in_a_process(kept, "validate", SMALL), range(4)))
    assert {(one.returncode, one.stdout, one.stderr) for one in done} == {(0, done[0].stdout, "")}
    assert len(list(kept.iterdir())) == 1
    before = {path.name: path.stat().st_mtime_ns for path in kept.iterdir()}
    assert in_a_process(kept, "validate", SMALL).stdout == done[0].stdout
    assert {path.name: path.stat().st_mtime_ns for path in kept.iterdir()} == before


HEAVY = {"yaml", "lark", "jsonschema", "rich", "rulewright.engine", "rulewright.language.compile"}


def test_a_quick_start_imports_nothing_that_it_does_not_need(tmp_path):
    """`--help` and a game that has not changed read no YAML, build no parser and know no engine."""
    code = "import sys\nfrom rulewright.cli import main\ntry:\n    main()\nfinally:\n    print(*sys.modules)"
    compiling = {"yaml", "lark", "rulewright.language.compile"}
    for arguments, needed in ((["validate", SMALL], compiling), (["validate", SMALL], set()), (["--help"], set())):
        shown = {**os.environ, "RULEWRIGHT_CACHE": str(tmp_path)}
        done = subprocess.run(
            [sys.executable, "-c", code, *arguments], env=shown, capture_output=True, encoding="utf-8", timeout=300
        )
        assert done.returncode == 0
        assert HEAVY & set(done.stdout.split()) == needed


# ---------------------------------------------------------------- what is no definition


def test_a_broken_cache_is_repaired(kept):
    first = rulewright.load(SMALL)
    for path in kept.iterdir():
        path.write_bytes(path.read_bytes()[:-5])
    assert values_of(rulewright.load(SMALL).definition) == values_of(first.definition)
    assert cache.get(key_of(SMALL)) is not None


def test_a_forged_entry_with_the_right_digest_is_refused(kept):
    first = rulewright.load(SMALL)
    for text in ("", "[]", "{}", "[" * 100_000, '[["Const",1]]', pack.to_text(first.definition)[:-1], "\0"):
        cache.put(key_of(SMALL), text)
        assert values_of(rulewright.load(SMALL).definition) == values_of(first.definition)


TEXT = json.dumps([["Const", 1], ["Local", 0], ["Op", "+", [0, 1]]])
WRONG = {
    "no list": "7",
    "no nodes": "[]",
    "a node that is no list": "[7]",
    "an empty node": "[[]]",
    "a kind that is a list": "[[[]]]",
    "an unknown kind": '[["Popen", "ls"]]',
    "a kind of Python": '[["object"]]',
    "the name of a module": '[["ir"]]',
    "a field too few": '[["Const"]]',
    "a field too many": '[["Const", 1, 2]]',
    "a number with a point": '[["Const", 1.5]]',
    "a flag for a number": '[["Local", true]]',
    "a text for a number": '[["Local", "1"]]',
    "a number for a text": '[["All", 1, []]]',
    "nothing for a number": '[["Local", null]]',
    "a mapping": '[["Const", {"a": 1}]]',
    "a list in a list": '[["Const", [[1]]]]',
    "a node that comes later": '[["Contents", 1], ["Local", 0]]',
    "itself": '[["Contents", 0]]',
    "a node before the first": '[["Local", 0], ["Contents", -1]]',
    "a node of another kind": '[["Type", "card", [], false], ["Contents", 0]]',
    "a pair of three": '[["Local", 0], ["ByRow", 0, 0, "card", [[1, 2, 3]]]]',
    "a pair that is a number": '[["Local", 0], ["ByRow", 0, 0, "card", [1]]]',
    "a number too long for Python": '[["Const", ' + "9" * 5000 + "]]",
    "no definition at the end": TEXT,
}


@pytest.mark.parametrize("what", WRONG)
def test_a_text_that_is_no_definition_is_refused(what):
    with pytest.raises(pack.Unreadable):
        pack.from_text(WRONG[what])


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_whatever_is_changed_in_a_text_it_is_refused_or_still_a_definition(data):
    lines = json.loads(pack.to_text(loaded(SMALL).definition))
    line = data.draw(st.integers(0, len(lines) - 1))
    place = data.draw(st.integers(0, len(lines[line]) - 1))
    other = st.none() | st.booleans() | st.integers() | st.text(max_size=5) | st.floats() | st.lists(st.integers(), max_size=3)
    lines[line][place] = data.draw(other)
    try:
        found = pack.from_text(json.dumps(lines))
    except pack.Unreadable:
        return
    assert values_of(pack.from_text(pack.to_text(found))) == values_of(found)


# ---------------------------------------------------------------- the parser and the schema


def texts_in(value: Any) -> list[str]:
    if isinstance(value, dict):
        return [text for key, one in value.items() for text in (str(key), *texts_in(one))]
    if isinstance(value, list):
        return [text for one in value for text in texts_in(one)]
    return [str(value)]


def parsed(parser: Any, text: str, start: str) -> Any:
    try:
        return parser.parse(text, start=start)
    except UnexpectedInput as problem:
        return type(problem), problem.pos_in_stream, str(getattr(problem, "token", ""))


def test_the_tables_beside_the_grammar_are_its_own():
    assert grammar.from_tables(schema_text(grammar.TABLES)) is not None, "the grammar has changed: run make tables"


def test_a_parser_out_of_its_tables_reads_every_sentence_alike():
    built = grammar.build()
    again = grammar.from_tables(grammar.to_tables(built))
    folder = loaded(rulewright.shipped()[0]).folder
    texts = {text for path in folder.glob("*.yaml") for text in texts_in(yaml.safe_load(path.read_text(encoding="utf-8")))}
    for text in sorted(texts)[::3]:
        for start in grammar.STARTS:
            assert parsed(again, text, start) == parsed(built, text, start), (start, text)


def test_tables_of_another_grammar_are_not_used(monkeypatch):
    written = schema_text(grammar.TABLES)
    monkeypatch.setattr(grammar, "grammar_text", lambda: schema_text("effects.lark") + "// changed")
    assert grammar.from_tables(written) is None


@pytest.mark.parametrize("text", ["", "<<<<<<< ours", "[]", "[0, 0, 0]"])
def test_tables_that_are_none_are_not_used(text):
    assert grammar.from_tables(text) is None


@pytest.mark.parametrize("path", sorted((HERE / "errors").glob("*.yaml")), ids=lambda path: path.stem)
def test_the_quick_look_at_a_shape_never_accepts_what_the_schema_refuses(path):
    value = yaml.safe_load(path.read_text(encoding="utf-8"))
    whole = schemas.schema("game")
    if schemas.is_plainly_right(value, whole, whole):
        assert list(schemas._validator("game").iter_errors(value)) == []


@pytest.mark.parametrize("name", GAMES, ids=lambda name: Path(name).name)
def test_no_legal_game_waits_for_the_library_that_explains(name, monkeypatch):
    monkeypatch.setattr(schemas, "_validator", lambda name: pytest.fail("asked for the library"))
    assert compiling.compile_folder(loaded(name).folder).definition.fingerprint == loaded(name).definition.fingerprint


JUDGED = [
    ({"type": "integer"}, True, False),
    ({"type": "integer"}, 1, True),
    ({"type": "integer"}, 1.0, False),  # right in a roundabout way: the library decides
    ({"type": ["string", "null"]}, None, True),
    ({"enum": ["a", "b"]}, "a", True),
    ({"enum": ["a", "b"]}, "c", False),
    ({"enum": [1]}, True, False),
    ({"items": {"type": "string"}}, ["a", 1], False),
    ({"required": ["a"]}, {"b": 1}, False),
    ({"properties": {"a": {"type": "string"}}, "additionalProperties": False}, {"a": "x"}, True),
    ({"properties": {"a": {"type": "string"}}, "additionalProperties": False}, {"b": "x"}, False),
    ({"additionalProperties": {"type": "integer"}}, {"b": "x"}, False),
    ({"additionalProperties": True}, {"b": "x"}, True),
    ({"pattern": "^a"}, "a", False),  # a word that the quick look does not know
    ({"definitions": {"x": {"type": "null"}}, "items": {"$ref": "#/definitions/x"}}, [None], True),
    ({"definitions": {"x": {"type": "null"}}, "items": {"$ref": "#/definitions/x"}}, [1], False),
]


@pytest.mark.parametrize(("part", "value", "is_right"), JUDGED)
def test_the_quick_look_at_a_shape_is_right_or_says_no(part, value, is_right):
    assert schemas.is_plainly_right(value, part, part) is is_right


# ---------------------------------------------------------------- growth


def test_a_game_of_any_size_can_be_written_and_played(tmp_path):
    spec = importlib.util.spec_from_file_location("growth", HERE.parent / "bench" / "growth.py")
    growth = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(growth)
    game = rulewright.load(growth.write_game(tmp_path / "long_row", 40, 9))
    assert (len(game.definition.rows), len(game.definition.families)) == (40, 9)
    assert play_out(game.new_match(3, seed=1), 1).result is not None
