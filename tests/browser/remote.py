"""Answers at a table without a browser: a small client for every seat, so that a page can be opened in the middle of a game.

Takes a server and the answers of a plan; gives them over sockets, one after the other, each after the table has asked for it.
"""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import urlsplit

from websockets.sync.client import ClientConnection, connect

from browser.hosting import Host
from browser.planning import Plan

PATIENCE = 60  # seconds


class Client:
    def __init__(self, link: str) -> None:
        parts = urlsplit(link)
        origin: Any = f"{parts.scheme}://{parts.netloc}"
        self.socket: ClientConnection = connect(f"ws://{parts.netloc}{parts.path}/socket", origin=origin, max_size=None)
        self.socket.send(json.dumps({"do": "sit", "token": parts.fragment, "last": None}))
        self.decision: dict[str, Any] | None = None
        self.answered = ""

    def asked(self) -> dict[str, Any]:
        """The next decision of this seat that it has not answered yet."""
        while self.decision is None or self.decision["id"] == self.answered:
            self._hear()
        return self.decision

    def answer(self, option: int) -> None:
        """Give an answer and wait until it is acknowledged."""
        self.answered = str(self.asked()["id"])
        self.socket.send(json.dumps({"do": "answer", "decision": self.answered, "option": option}))
        while self._hear().get("did") != self.answered:
            pass

    def _hear(self) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(self.socket.recv(timeout=PATIENCE))
        assert "refused" not in message, message
        if "parts" in message:
            self.decision = message.get("decision")
        return message


def given(host: Host, plan: Plan, count: int) -> int:
    """Give the first answers of a plan, and tell which seat is asked then."""
    clients = [Client(host.links[seat]) for seat in plan.seats]
    for answer in plan.answers[:count]:
        clients[answer.seat].answer(answer.option)
    for client in clients:
        client.socket.close()
    return plan.answers[count].seat
