"""Tests run alike on every machine: at a home of their own, and nothing that is missing goes unsaid."""

import ast
import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

HERE = Path(__file__).parent
TESTS = sorted(HERE.glob("test_*.py"))
MARKED = """
import pytest

def test_here():
    pass

@pytest.mark.needs("twins")
def test_elsewhere():
    pass
"""


def run_marked(folder, **environment):
    """Two tests, one of which needs what is not there."""
    (folder / "conftest.py").write_text((HERE / "conftest.py").read_text(encoding="utf-8"), encoding="utf-8")
    (folder / "pytest.ini").write_text("[pytest]\naddopts = -q -p no:cacheprovider\n", encoding="utf-8")
    (folder / "test_marked.py").write_text(MARKED, encoding="utf-8")
    known = os.environ | {"RULEWRIGHT_TWINS": str(folder / "nowhere"), "RULEWRIGHT_REQUIRE": ""} | environment
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-n", "0", str(folder)],
        cwd=folder,
        env=known,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


def test_what_is_missing_is_told_in_one_line(tmp_path):
    found = run_marked(tmp_path)
    assert found.returncode == 0, found.stdout
    assert "\nleft out: twins (1)\n1 passed, 1 skipped" in found.stdout


def test_what_is_required_and_missing_is_a_failure(tmp_path):
    found = run_marked(tmp_path, RULEWRIGHT_REQUIRE="readline twins")
    assert found.returncode == 1
    assert "not on this machine: twins, which RULEWRIGHT_REQUIRE names" in found.stdout and "1 passed, 1 error" in found.stdout


def test_what_is_required_and_unknown_is_refused(tmp_path):
    found = run_marked(tmp_path, RULEWRIGHT_REQUIRE="twins,abacus")
    assert found.returncode == 4 and "no test needs abacus; known: " in found.stderr


@cache
def nodes_of(path):
    return list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))


def names_in(path):
    return {node.attr for node in nodes_of(path) if isinstance(node, ast.Attribute)}


@pytest.mark.parametrize("path", TESTS, ids=lambda path: path.stem)
def test_no_test_is_left_out_in_another_way(path):
    """`needs` is the only way to say that something may be missing, so that RULEWRIGHT_REQUIRE can forbid it."""
    assert not names_in(path) & {"importorskip", "skip", "skipif", "xfail"}


@pytest.mark.parametrize("path", TESTS, ids=lambda path: path.stem)
def test_a_copy_of_our_files_can_be_changed(path):
    """`own_copy` makes one; other ways take over that a file must not be written."""
    assert not names_in(path) & {"copy2", "copytree"}


@pytest.mark.parametrize("path", TESTS, ids=lambda path: path.stem)
def test_texts_say_how_they_are_encoded(path):
    """Otherwise that depends on the locale of whoever runs the tests."""
    calls = [node for node in nodes_of(path) if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)]
    most = {"read_text": 0, "write_text": 1}
    silent = [one for one in calls if len(one.args) <= most.get(one.func.attr, -1) or "text" in named(one)]
    assert [one.lineno for one in silent if "encoding" not in named(one)] == []


def named(call):
    return {one.arg for one in call.keywords} if call.func.attr in ("read_text", "write_text", "run", "Popen") else set()


def test_every_test_and_what_it_starts_is_at_home(at_home):
    show = "import json, os, pathlib; print(json.dumps([dict(os.environ), str(pathlib.Path.home())]))"
    shown = subprocess.run([sys.executable, "-c", show], capture_output=True, encoding="utf-8", check=True).stdout
    environment, home = json.loads(shown)
    assert home == str(at_home) and list(at_home.iterdir())
    own = [value for name, value in environment.items() if name.startswith("XDG_")]
    assert len(own) == 5 and all(Path(value).parent != at_home.parent and at_home in Path(value).parents for value in own)
    assert not environment.keys() & {"COLUMNS", "LINES", "NO_COLOR", "FORCE_COLOR", "LC_ALL", "RULEWRIGHT_DEBUG"}


@pytest.mark.parametrize("left", ["file", ".config/file", ".cache/folder/"])
def test_nobody_finds_anything_in_a_home(at_home, homes, left):
    """A home in which nothing was left serves the next test, too."""
    assert homes() == at_home
    if left.endswith("/"):
        (at_home / left).mkdir()
    else:
        (at_home / left).write_text("mine", encoding="utf-8")
    other = homes()
    assert other != at_home and other.parent == at_home.parent and not [path for path in other.rglob("*") if path.is_file()]
    assert homes() == other
