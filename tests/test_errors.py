"""Every wrong definition of `errors/` is told exactly what is wrong with it, and every error we know is told to somebody.

A line carries what must be found on it: `do: discrad owl  #! unknown-action`. Files of `errors/scenarios/` are scenarios of a
shipped game; what cannot carry a comment is written here.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
import rulewright
from rulewright.language.compile import compile_folder
from rulewright.language.diagnostics import Complaints, DefinitionError, Diagnostic, catalogue, render
from rulewright.language.read.schemas import schema
from rulewright.language.scenarios.reading_scenarios import read_scenarios
from rulewright.study.report import run_targets
from written import write_game

HERE = Path(__file__).parent / "errors"
GAMES = sorted(HERE.glob("*.yaml"))
SCENARIOS = sorted(HERE.glob("scenarios/*.yaml"))
LEGAL = """\
name: Lanterns
players: 2
components:
  owl: {starts in: den}
zones:
  den: {seen by: everyone}
flow:
  - shuffle den
"""
IN_PLAY = {"pile-ran-empty", "never-chosen"}  # what only games can show: test_trial.py
ALIASES = "a: &a [x, x]\nb: [*a, *a]\n"

# What cannot carry a comment: the text of game.yaml, and the line and slug that must be found.
TEXTS: dict[str, tuple[str | bytes, int, str]] = {
    "a tab": ("flow:\n\t- shuffle den\n", 2, "tab"),
    "nothing at all": ("", 1, "empty-file"),
    "only comments": ("# a game\n", 1, "empty-file"),
    "a bomb of aliases": (ALIASES, 1, "anchor"),
    "a tag": ("name: !!python/object:os.system x\n", 1, "tag"),
    "many brackets": ("a: " + "[" * 100_000, 1, "too-deep"),
    "many entries": ("a: [" + "1, " * 100_001 + "1]", 1, "too-many-nodes"),
    "not UTF-8": (b"name: Lanterns\nabout: \xff\n", 2, "not-utf8"),
    "a second document": ("name: Lanterns\n---\nname: Owls\n", 2, "second-document"),
    "a large file": ("# " + "x" * 2_000_000, 0, "file-too-large"),
    "a long file": ("#\n" * 100_001, 0, "file-too-long"),
    "a list": ("- name\n- players\n", 1, "mapping-expected"),
    "a key that is a list": ("? [name]\n: Lanterns\n", 1, "key-not-a-word"),
    "a hole at the start": ("flow:\n  - say: {winner} wins\n", 2, "text-starts-with-brace"),
    "a list at the start": ("flow:\n  - say: [owl] wins\n", 2, "text-starts-with-brace"),
    "a star at the start": ("flow:\n  - say: *owl* wins\n", 2, "sign-at-start"),
    "a key without a colon": ("flow:\n  - if owl is here\n    then: shuffle den\n", 2, "colon-missing"),
    "a colon in a text": ("about: Owls: a game\n", 1, "colon-in-sentence"),
    "a line without a dash": ("flow:\n  - shuffle den\n  shuffle lake\n  - say: hello\n", 3, "no-key-no-dash"),
    "no space after a colon": ("flow:\n  - each: lane\n    do:shuffle den\n\nname: x\n", 3, "colon-glued"),
    "no space after a dash": ("flow:\n  -each: lane\n    do: shuffle den\n", 2, "dash-glued"),
    "a brace without end": ("zones:\n  den: {form: pile\n  lake: {form: pile}\n", 2, "not-closed"),
    "a missing comma": ("zones:\n  den: {form: pile seen by: owner}\n", 2, "not-closed"),
    "a quote without end": ("name: 'Lanterns\nplayers: 2 to 4\n", 1, "quote-not-closed"),
    "half a text in quotes": ('name: "Lantern" Row\n', 1, "text-after-quote"),
    "a sign at the start": ("name: @lanterns\n", 1, "sign-at-start"),
    "a line too far left": ("flow:\n  - each: lane\n    do:\n      - shuffle den\n    - shuffle lake\n", 5, "indentation"),
    "a list that does not line up": (
        "name: L\nplayers: 2 to 2\ncomponents:\n  owl: {starts in: den}\nzones:\n  den: {seen by: everyone}\n"
        "flow:\n  - each: player\n    do:\n     - shuffle den\n      - shuffle den\n",
        10,
        "sentence-over-lines",
    ),
    "a long number": ("numbers:\n  many: " + "9" * 5000 + "\n", 2, "number-too-large"),
    "a character nobody sees": ("name: Lan\x01tern\n", 1, "hidden-sign"),
    "a purpose without a reason": (
        LEGAL.replace("flow:", "  lake: {seen by: everyone}  # on purpose:\nflow:"),
        7,
        "unread purpose-without-reason",
    ),
    "a brace too many": ("zones:\n  den: {form: pile}}\n", 2, "closes-nothing"),
    "a bracket alone": ("zones:\n  den: ]\n", 2, "closes-nothing"),
    "more behind the braces": ("{name: Owls}\nplayers: 2\n", 2, "after-the-end"),
    "a line that begins with a sign": ("% for later\nname: Owls\n", 1, "sign-at-start"),
    "the end of a document in quotes": ('about: "Owls\n---\n"\n', 2, "not-yaml"),
    "a colon without a key": ("zones:\n  : {form: pile}\n", 2, "nothing-before"),
    "a comma too many": ("zones:\n  den: {form: pile, , holds: owl}\n", 2, "nothing-before"),
    "a list behind its key": ("flow: - shuffle den\n", 1, "list-behind-key"),
    "a bar at the start": ("name: | Lanterns\n", 1, "sign-at-start"),
    "a question mark at the start": ("name: ? Lanterns\n", 1, "sign-at-start"),
    "a backslash": ('name: "C:\\den"\n', 1, "backslash"),
    "a tag without a name": ("name: ! Lanterns\n", 1, "tag"),
}


def expected(path: Path) -> list[tuple[int, str]]:
    found = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        mark = re.search(r"#! ([a-z -]+)$", line)
        found += [(number, slug) for slug in mark[1].split()] if mark else []
    return found


def diagnostics_of(text: str | bytes, folder: Path) -> tuple[Diagnostic, ...]:
    """What is said about a text that is the game.yaml of a folder: its errors, or else its warnings."""
    (folder / "game.yaml").write_bytes(text.encode() if isinstance(text, str) else text)
    try:
        warnings = compile_folder(folder).warnings
    except DefinitionError as problem:
        assert {one.severity for one in problem.diagnostics} == {"error"}
        return problem.diagnostics
    assert {one.severity for one in warnings} == {"warning"}
    return warnings


def pairs(diagnostics: tuple[Diagnostic, ...] | list[Diagnostic]) -> list[tuple[int, str]]:
    """Every place with its slug, also where one cause is told for several places."""
    return sorted((span.line, one.slug) for one in diagnostics for span in (one.span, *one.also))


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_wrong_definition_is_told_exactly_what_is_wrong(path: Path, tmp_path: Path) -> None:
    found = diagnostics_of(path.read_text(encoding="utf-8"), tmp_path)
    assert pairs(found) == sorted(expected(path)), "\n\n".join(map(render, found))


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_a_wrong_scenario_is_told_exactly_what_is_wrong(path: Path, game: rulewright.Game) -> None:
    complaints = Complaints()
    read_scenarios(path, lambda variant: game.compiled, complaints)
    assert pairs(complaints.errors) == sorted(expected(path)), "\n\n".join(map(render, complaints.errors))


@pytest.mark.parametrize("name", TEXTS)
def test_a_text_that_cannot_be_read_is_explained(name: str, tmp_path: Path) -> None:
    text, line, slug = TEXTS[name]
    assert pairs(diagnostics_of(text, tmp_path)) == sorted((line, one) for one in slug.split())


# ---------------------------------------------------------------- folders and files


def _no_folder(folder: Path) -> None:
    compile_folder(folder / "nowhere")


def _no_game_file(folder: Path) -> None:
    compile_folder(folder)


def _file_is_folder(folder: Path) -> None:
    write_game(folder, "name: Lanterns\n")
    (folder / "cards.yaml").mkdir()
    compile_folder(folder)


def _file_outside(folder: Path) -> None:
    inside = folder / "game"
    inside.mkdir()
    (folder / "cards.yaml").write_text("name: Lanterns\n", encoding="utf-8")
    (inside / "game.yaml").write_text("name: Lanterns\n", encoding="utf-8")
    (inside / "cards.yaml").symlink_to(folder / "cards.yaml")
    compile_folder(inside)


def _no_variant(folder: Path) -> None:
    write_game(folder, "name: Lanterns\n")
    rulewright.load(folder, "windy")


def _nothing_to_change(folder: Path) -> None:
    write_game(folder, "name: Lanterns\nnumbers: {lamps: 2}\n")
    (folder / "variants").mkdir()
    (folder / "variants" / "windy.yaml").write_text("numbers: {lamp: }\n", encoding="utf-8")
    rulewright.load(folder, "windy")


def _scenario_alone(folder: Path) -> None:
    (folder / "owl.yaml").write_text("title: An owl flies\n", encoding="utf-8")
    run_targets((str(folder / "owl.yaml"),))


FOLDERS: dict[str, Callable[[Path], None]] = {
    "no-such-folder": _no_folder,
    "no-game-file": _no_game_file,
    "no-such-variant": _no_variant,
    "nothing-to-change": _nothing_to_change,
    "unreadable-file": _file_is_folder,
    "outside-folder": _file_outside,
    "scenario-without-game": _scenario_alone,
}


@pytest.mark.parametrize("slug", FOLDERS)
def test_a_folder_that_cannot_be_read_is_explained(slug: str, tmp_path: Path) -> None:
    with pytest.raises(DefinitionError) as caught:
        FOLDERS[slug](tmp_path)
    assert [one.slug for one in caught.value.diagnostics] == [slug]


# ---------------------------------------------------------------- the catalogue


def test_every_error_of_the_catalogue_is_told_to_somebody() -> None:
    told = {slug for path in (*GAMES, *SCENARIOS) for _, slug in expected(path)}
    told |= {slug for _, _, slugs in TEXTS.values() for slug in slugs.split()} | set(FOLDERS)
    assert set(catalogue()) - told - IN_PLAY == set(), "write a line that is wrong so into tests/errors"
    assert (told | IN_PLAY) - set(catalogue()) == set(), "write an entry for it in schema/errors.yaml"


def test_no_message_blames_or_speaks_of_python() -> None:
    for slug, entry in catalogue().items():
        said = f"{entry['says']} {entry.get('hint', '')}".lower()
        assert not re.search(r"invalid|illegal|unexpected|token|exception|nonetype|\bint\b|\bstr\b", said), slug


@pytest.mark.parametrize("name", ["game", "scenario", "record", "rules"])
def test_the_schemas_only_ask_what_can_be_explained(name: str) -> None:
    text = str(schema(name))
    assert not re.search(r"'(oneOf|anyOf|allOf|pattern|minimum|maximum|uniqueItems|minItems|maxItems|const|not)'", text)
