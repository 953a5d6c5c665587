"""Inputs and outputs that are closed, full or strange, in a process of their own."""

import os
import subprocess
import sys

import pytest
from click.testing import CliRunner
from rulewright.cli import main

PLAY = 'play() { "$0" -m rulewright.cli play ruse_and_bruise --players 2 --seed 1 "$@"; }'


def shell(line, **how):
    """What a shell command prints, what it complains of, and how it ends; `play` plays a game between bots."""
    command = ["sh", "-c", f"{PLAY}; {line}", sys.executable]
    environment = os.environ | how
    return subprocess.run(
        command, capture_output=True, encoding="utf-8", errors="replace", env=environment, timeout=300, check=False
    )


def test_a_reader_that_goes_away_is_no_error():
    found = shell("play | head -1")
    assert (found.returncode, found.stdout, found.stderr) == (0, "Ruse and Bruise: Ada, Bo. Seed 1.\n", "")


def test_without_an_input_bots_play():
    found = shell("play <&-")
    assert (found.returncode, found.stderr) == (0, "") and "  wins\n" in found.stdout


def test_without_an_output_nothing_is_said():
    found = shell("play >&-")
    assert (found.returncode, found.stdout, found.stderr) == (0, "", "")


def test_a_full_disk_is_told_in_one_sentence():
    found = shell("play > /dev/full")
    assert (found.returncode, found.stderr) == (2, "error: the output: No space left on device\n")
    found = shell("play --help > /dev/full")
    assert (found.returncode, found.stderr) == (2, "error: the output: No space left on device\n")
    found = shell("play --record /dev/full")
    assert (found.returncode, found.stderr) == (2, "error: /dev/full: No space left on device\n")
    assert os.path.exists("/dev/full") and not os.path.isfile("/dev/full")


def test_an_output_that_knows_few_characters_gets_the_others_as_question_marks():
    found = shell(r"play --seats $(printf '\305\201')u,Bo", PYTHONIOENCODING="latin-1")  # Łu, which not every parent can say
    assert found.returncode == 0 and found.stdout.startswith("Ruse and Bruise: ?u, Bo. Seed 1.\n")


@pytest.mark.parametrize("encoding", ["latin-1", "cp437"])
def test_every_command_can_be_read_where_few_characters_are_known(encoding):
    for line in ("words", "games", "validate rus", "explain ruse_and_bruise doppel", "explain ruse_and_bruise ōgre", "--help"):
        found = CliRunner(charset=encoding).invoke(main, line.split())
        assert found.exit_code == (1 if "ō" in line else 0) and found.stderr == "" and found.stdout.strip()
        assert "ō" not in line or 'Nothing is called "ogre"' in found.stdout


def test_a_folder_whose_name_is_no_text_can_be_used(tmp_path):
    """A name can be any bytes; what cannot be shown of it becomes a question mark."""
    folder = os.fsdecode(os.fsencode(tmp_path) + b"/gr\xfcn")
    os.mkdir(folder)
    pond, record = f"{folder}/pond", f"{folder}/record"
    for words in (["new", pond], ["validate", pond], ["test", pond], ["play", pond, "--record", record], ["replay", record]):
        found = CliRunner().invoke(main, words)
        assert found.exit_code == 0, found.output
    found = CliRunner().invoke(main, ["validate", f"{folder}/reed"])
    assert (found.exit_code, found.stderr.partition(":")[0]) == (1, f"{tmp_path}/gr?n/reed")


def test_a_record_that_cannot_be_written_is_told_before_the_game():
    found = shell("play --record /")
    assert (found.returncode, found.stdout, found.stderr) == (2, "", "error: /: Is a directory\n")
