"""A real server of tables for tests in a browser: the command itself, in a process of its own, on a port of this machine.

Takes a game, its seats and a seed; gives the links that the command prints. What it keeps lies in the folder of the test.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from websockets.sync.client import connect

SECONDS = 120
PATIENT: dict[str, Any] = {"max_size": None, "open_timeout": SECONDS, "ping_interval": None}
LINK = re.compile(r"^ +(?P<who>.+): (?P<url>http://\S+)$")
LOOKS_ON = "to look on"


@dataclass(frozen=True)
class Host:
    """A server that listens; `links` are those of seats by name, and that of whoever looks on."""

    links: dict[str, str]
    process: subprocess.Popen[str]

    def record(self, seat: str) -> str:
        """The record of the table, as a seat may have it when the game is over."""
        return "\n".join(self.told(seat, {"do": "record"}, "record"))

    def told(self, seat: str, question: dict[str, object], info: str) -> list[str]:
        """What a seat is told when it asks, over a socket of its own."""
        link = urlsplit(self.links[seat])
        with connect(f"ws://{link.netloc}{link.path}/socket", origin=f"{link.scheme}://{link.netloc}", **PATIENT) as socket:
            socket.send(json.dumps({"do": "sit", "token": link.fragment, "last": None}))
            socket.send(json.dumps(question))
            while True:
                message = json.loads(socket.recv(timeout=SECONDS))
                assert "refused" not in message, message
                if message.get("info") == info:
                    return list(message["lines"])


@contextmanager
def hosted(folder: Path, game: str, seats: str, seed: int, *more: str, port: int = 0) -> Iterator[Host]:
    """A table, served until the test is through with it."""
    with _served(folder, game, "--seats", seats, "--seed", str(seed), "--port", str(port), *more) as process:
        yield Host(_links(process), process)


@contextmanager
def hosted_again(folder: Path, host: Host) -> Iterator[None]:
    """The tables of a server that has ended, served at the same address."""
    port = urlsplit(host.links[LOOKS_ON]).port
    with _served(folder, "--port", str(port)) as process:
        _links(process)
        yield


@contextmanager
def _served(folder: Path, *arguments: str) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-m", "rulewright", "table", "--no-open", "--store", str(folder / "tables.sqlite"), *arguments]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    try:
        yield process
    finally:
        process.terminate()
        process.wait(timeout=SECONDS)


def _links(process: subprocess.Popen[str]) -> dict[str, str]:
    links, lines = dict[str, str](), list[str]()
    assert process.stdout is not None
    for line in process.stdout:
        lines.append(line)
        if link := LINK.match(line.rstrip("\n")):
            links[link["who"]] = link["url"]
        if LOOKS_ON in links or line.startswith("Ctrl-C"):
            return links
    raise AssertionError(f"the server has ended: {''.join(lines)}")
