"""What is handed out works where nothing else of the project is: every command, from a wheel in an environment of its own."""

import json
import os
import signal
import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest
from rulewright.cli import main

ROOT = Path(__file__).parent.parent
PARTS = ["interpreter", "schema", "gamedefs", "docs", "cli.py", "pyproject.toml"]
PARTS += ["MANIFEST.in", "README.md", "LICENSE", "CHANGELOG.md"]
BUILD = "import sys, setuptools.build_meta as build; getattr(build, 'build_' + sys.argv[1])(sys.argv[2])"


def built(what, source, into):
    """The archive that setuptools makes of a folder, without asking anybody for anything."""
    subprocess.run([sys.executable, "-c", BUILD, what, str(into)], cwd=source, check=True, capture_output=True)
    (archive,) = into.iterdir()
    return archive


@pytest.fixture(scope="session")
def sdist(tmp_path_factory):
    home = tmp_path_factory.mktemp("handed_out")
    source = home / "clone"
    source.mkdir()
    for name in PARTS:
        (source / name).symlink_to(ROOT / name)
    (home / "sdist").mkdir()
    return built("sdist", source, home / "sdist")


@pytest.fixture(scope="session")
def wheel(sdist, tmp_path_factory):
    """Made from the source archive alone."""
    home = tmp_path_factory.mktemp("wheel")
    with tarfile.open(sdist) as archive:
        archive.extractall(home / "source", filter="data")
    (home / "dist").mkdir()
    return built("wheel", next((home / "source").iterdir()), home / "dist")


@pytest.fixture(scope="session")
def command(wheel, tmp_path_factory):
    """`rulewright` in a fresh environment, which has the libraries of this one and nothing of the project but the wheel."""
    home = tmp_path_factory.mktemp("fresh")
    venv.create(home, with_pip=False, symlinks=True)
    (packages,) = (home / "lib").glob("*/site-packages")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(packages)
    # A path that is only named this way is not searched for links to the project itself.
    (packages / "libraries.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
    return [str(home / "bin" / "python"), "-m", "rulewright"]


def run(command, folder, *arguments):
    known = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return subprocess.run([*command, *arguments], cwd=folder, env=known, capture_output=True, encoding="utf-8", timeout=300)


COMMANDS = [
    ["new", "pond"],
    ["validate", "pond"],
    ["fmt", "pond", "--check"],
    ["fix", "pond"],
    ["test", "pond"],
    ["games"],
    ["words", "choose"],
    ["engines"],
    ["explain", "ruse_and_bruise", "king"],
    ["play", "kuhn_poker", "--seats", "Ada:random,Bo:random", "--seed", "1", "--record", "game.yaml"],
    ["replay", "game.yaml"],
    ["review", "game.yaml"],
    ["simulate", "kuhn_poker", "--games", "20", "--workers", "1"],
    ["compare", "kuhn_poker", "kuhn_poker", "--games", "50", "--workers", "1"],
    ["coverage", "kuhn_poker", "--missing"],
    ["shape", "kuhn_poker", "--games", "20"],
    ["weigh", "kuhn_poker", "--games", "60"],
    ["tune", "ruse_and_bruise", "--vary", "hand_size=2..3", "--for", "seat advantage", "--games", "20"],
    ["report", "kuhn_poker", "--games", "50", "--weigh", "10", "--out", "report.html"],
    ["mutate", "kuhn_poker", "--only", "nothing is called so"],
    ["cards", "kuhn_poker", "--out", "cards.html"],
    ["bench", "kuhn_poker", "--seconds", "0.1"],
]

GOING_ON = {"watch": ["pond", "--seconds", "0"], "table": ["pond", "--port", "0", "--no-open"]}  # until somebody ends them


def test_every_command_is_tried():
    tried = {*(one[0] for one in COMMANDS), *GOING_ON}
    assert set(main.commands) - tried == set(), "write a line into COMMANDS that tries it"
    assert tried - set(main.commands) == set(), "no such command any more"


ONE_BY_ONE = """
import json, sys
from rulewright.cli import main
for arguments in json.loads(sys.argv[1]):
    try:
        main(arguments)
    except SystemExit as end:
        if end.code:
            sys.exit(f"{arguments} ended with {end.code}")
"""


def test_every_command_runs_from_a_wheel(command, tmp_path):
    done = run([command[0], "-c", ONE_BY_ONE, json.dumps(COMMANDS)], tmp_path)
    assert done.returncode == 0 and "Traceback" not in done.stderr, done.stdout + done.stderr
    for name, arguments in GOING_ON.items():
        pipe = subprocess.PIPE
        going = subprocess.Popen([*command, name, *arguments], cwd=tmp_path, stdout=pipe, stderr=pipe, encoding="utf-8")
        first = going.stdout.readline()
        going.send_signal(signal.SIGINT)
        _, errors = going.communicate(timeout=120)
        assert first and "Traceback" not in errors


def test_the_wheel_is_what_is_imported_and_brings_no_tests(command, wheel, tmp_path):
    where = run([command[0], "-c", "import rulewright; print(rulewright.__file__)"], tmp_path).stdout
    assert Path(where).is_relative_to(Path(command[0]).parents[1])
    assert "tests" in run([command[0], "-c", "import rulewright.tests"], tmp_path).stderr
    with zipfile.ZipFile(wheel) as archive:
        tops = {name.partition("/")[0] for name in archive.namelist()}
    assert {name for name in tops if not name.endswith(".dist-info")} == {"rulewright"}


def test_the_command_of_a_clone_is_the_command():
    done = run([sys.executable, str(ROOT / "cli.py")], ROOT, "words", "choose")
    assert done.returncode == 0 and done.stdout.startswith("choose")


PROGRAM = """
import rulewright


class Last:
    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(self, decision: rulewright.Decision, outlook: rulewright.Outlook) -> rulewright.Option:
        return decision.options[-1]


def told(view: rulewright.View, line: rulewright.LogLine, reason: rulewright.Reason, journal: rulewright.Journal) -> str:
    return f"{view.turn} {line.public} {reason.line} {journal.seats}"


def play(match: rulewright.Match) -> rulewright.Result | None:
    scores: dict[str, int] = match.scores
    options: list[rulewright.Option] = [option for decision in match.decisions for option in decision.options]
    match.answer(options[0])
    match.answer(index=len(scores))
    return rulewright.play_out(match, {seat: Last(1) for seat in match.seats}).result


rulewright.add_bot("last", Last)
play(rulewright.load("kuhn_poker").new_match(["Ada", "Bo"], seed=1))
"""


def test_a_program_is_checked_by_its_types_and_misspelt_names_are_found(command, tmp_path):
    options = ["--strict", f"--python-executable={command[0]}", f"--cache-dir={tmp_path}"]
    check = [sys.executable, "-m", "mypy", *options, "program.py"]
    for wrong in ("", "rulewright.laod('kuhn_poker')\n", "play(rulewright.load('kuhn_poker'))\n"):
        (tmp_path / "program.py").write_text(PROGRAM + wrong, encoding="utf-8")
        done = subprocess.run(check, cwd=tmp_path, capture_output=True, encoding="utf-8", timeout=300)
        assert done.returncode == bool(wrong) and done.stdout.count(": error: ") == bool(wrong), done.stdout + done.stderr
