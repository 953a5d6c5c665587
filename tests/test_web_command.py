"""`rulewright table` as somebody types it: links, the lobby, and one clear line where something is missing."""

import json
import os
import signal
import subprocess
import sys
from contextlib import contextmanager

import pytest
from click.testing import CliRunner
from rulewright.cli import main
from rulewright.commands import table as command
from serving import PATIENCE, Client

pytestmark = pytest.mark.needs("web")


@contextmanager
def typed(*arguments):
    """The command in a process of its own, with the lines it prints first."""
    process = subprocess.Popen(
        [sys.executable, "-m", "rulewright", "table", "--no-open", "--port", "0", *arguments],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8",
    )  # fmt: skip
    lines = []
    for line in process.stdout:
        if line.startswith("Ctrl-C"):
            break
        lines.append(line.strip())
    try:
        yield lines
    finally:
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=PATIENCE)
        assert "Traceback" not in errors


class At:
    """A server that somebody else has started."""

    def __init__(self, link):
        self.address, _, self.path = link.rpartition("/table/")
        self.host = self.address.partition("://")[2]


def test_the_command_prints_links_that_lead_to_seats():
    with typed("ruse_and_bruise", "--seats", "Ada,Bo,Cy:random", "--seed", "4") as lines:
        names = [line.partition(": ")[0] for line in lines[1:]]
        links = [line.partition(": ")[2] for line in lines[1:]]
        assert names == ["Ada", "Bo", "to look on"] and "Ruse and Bruise" in lines[0]
        server = At(links[0])
        ada = Client(server, f"/table/{At(links[0]).path}")
        page = ada.until("parts")
        assert page["whole"] and "Ada" in json.dumps(page["parts"])


def test_one_link_for_all_people():
    with typed("crazy_eights", "--seats", "Ada,Bo", "--one-link") as lines:
        assert [line.partition(": ")[0] for line in lines[1:]] == ["Ada and Bo", "to look on"]
        link = lines[1].partition(": ")[2]
        client = Client(At(link), f"/table/{At(link).path}")
        assert client.hear().keys() == {"curtain", "seat"}


def test_without_a_game_the_lobby():
    with typed() as lines:
        (line,) = lines
        assert line.startswith("The lobby: http://127.0.0.1:")


@pytest.mark.parametrize(
    "arguments, told",
    [
        (["nowhere"], "nowhere"),
        (["--seats", "Ada"], "name the game that is to be played"),
        (["kuhn_poker", "--players", "7"], "is for 2 players"),
        (["kuhn_poker", "--address", "games.example.org"], "no address like https://games.example.org"),
        (["kuhn_poker", "--host", "0.0.0.0", "--port", "0"], "under which address people reach this server"),
        (["kuhn_poker", "--store", "/proc/nothing/tables.sqlite"], "cannot hold tables"),
    ],
)
def test_what_cannot_be_is_one_sentence(arguments, told):
    found = CliRunner().invoke(main, ["table", "--no-open", *arguments])
    assert found.exit_code and told in found.output and "Traceback" not in found.output


def test_a_port_that_is_taken_is_named():
    with typed() as (line,):
        port = line.rstrip("/").rpartition(":")[2]
        found = CliRunner().invoke(main, ["table", "--no-open", "--port", port])
        assert found.exit_code and f"127.0.0.1:{port} is in use" in found.output


def test_without_the_libraries_it_is_said_how_to_get_them(monkeypatch):
    monkeypatch.setattr(command, "find_spec", lambda name: None)
    found = CliRunner().invoke(main, ["table", "kuhn_poker"])
    assert found.exit_code == 2
    assert found.output.splitlines() == [
        "error: the table in the browser needs more libraries: pip install 'rulewright[web]'"
    ]


def test_no_browser_where_there_is_no_screen(monkeypatch):
    from rulewright.web.serving import can_show

    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    assert can_show() == (os.name == "nt" or sys.platform == "darwin")
