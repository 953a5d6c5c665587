"""Answers at a table without a browser: a small client for every seat, so that a page can be looked at in the middle of a game.

Takes a server and a plan; gives the answers over sockets, one after the other, each once the table has asked for it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any
from urllib.parse import urlsplit

from websockets.sync.client import ClientConnection, connect

from browser.hosting import Host
from browser.planning import Plan

PATIENCE = 120  # seconds until something that must come is missed


class Client:
    """One seat: what it is asked, and how many updates it has got."""

    def __init__(self, socket: ClientConnection, token: str) -> None:
        self.socket = socket
        self.socket.send(json.dumps({"do": "sit", "token": token, "last": None}))
        self.decision: dict[str, Any] | None = None
        self.version = -1

    def asked(self) -> dict[str, Any]:
        """The decision of this seat, once there is one."""
        while self.decision is None:
            self._hear()
        return self.decision

    def answer(self, option: int) -> None:
        """Give an answer and wait until it is acknowledged."""
        name = self.asked()["id"]
        self.decision = None
        self.socket.send(json.dumps({"do": "answer", "decision": name, "option": option}))
        while self._hear().get("did") != name:
            pass

    def _hear(self) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(self.socket.recv(timeout=PATIENCE))
        assert "refused" not in message, message
        if "parts" in message:
            self.decision, self.version = message.get("decision"), message["v"]
        return message


@contextmanager
def seated(host: Host, plan: Plan) -> Iterator[Remote]:
    """Everybody of a plan sits at a table, for a while."""
    with ExitStack() as open_sockets:
        clients = []
        for seat in plan.seats:
            link = urlsplit(host.links[seat])
            origin: Any = f"{link.scheme}://{link.netloc}"
            socket = connect(f"ws://{link.netloc}{link.path}/socket", origin=origin, max_size=None, ping_interval=None)
            clients.append(Client(open_sockets.enter_context(socket), link.fragment))
        yield Remote(plan, clients)


class Remote:
    """All seats of a table, and how many answers of a plan they have given."""

    def __init__(self, plan: Plan, clients: list[Client]) -> None:
        self.plan = plan
        self.clients = clients
        self.given = 0

    def go_to(self, number: int) -> Client:
        """Give answers until so many are given; returns the seat that is asked then, which has been told so."""
        for answer in self.plan.answers[self.given : number]:
            self.clients[answer.seat].answer(answer.option)
        self.given = number
        client = self.clients[self.plan.answers[number].seat]
        client.asked()
        return client
