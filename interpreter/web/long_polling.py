"""The same table by plain requests, for those whose network breaks WebSockets.

A line is opened by the first message and named by a secret; further messages are requests, and news is waited for by a request
that lasts. Same messages, same limits; a line that nobody asks for news is forgotten.
"""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from .allowance import Allowance
from .guests import Gone
from .position import Unwelcome
from .reception import Reception, Visit
from .tokens import new_token

MOST_LINES = 2000


class NoLine(Exception):
    """A line that is not there, or not any more."""


@dataclass
class _Line:
    visit: Visit
    kind: str
    id: str
    allowance: Allowance = field(default_factory=Allowance)
    end: asyncio.TimerHandle | None = None


class Lines:
    def __init__(self, reception: Reception) -> None:
        self.reception = reception
        self._lines: dict[str, _Line] = {}

    async def open(self, kind: str, id: str, text: str) -> dict[str, Any]:
        """A new line with what is to be shown first; raises Unwelcome or Elsewhere."""
        if len(self._lines) >= MOST_LINES:
            raise Unwelcome("full", "Too many lines are open.")
        visit = await self.reception.admit(kind, id, text)
        name = new_token()
        self._lines[name] = _Line(visit, kind, id)
        self._go_on(name)
        return {"line": name, "messages": _read(visit.guest.taken())}

    async def say(self, kind: str, id: str, name: str, text: str) -> dict[str, Any]:
        """Say something; what waits comes back with it."""
        line = self._found(kind, id, name)
        if line.allowance.refuses(asyncio.get_running_loop().time()):
            raise Unwelcome("rate", "Not so fast.")
        await line.visit.hear_text(text)
        return {"messages": _read(line.visit.guest.taken())}

    async def news(self, kind: str, id: str, name: str) -> dict[str, Any]:
        """What waits, or what comes within a while."""
        guest = self._found(kind, id, name).visit.guest
        found: list[str] = []
        try:
            with suppress(TimeoutError):
                found = [await asyncio.wait_for(guest.one(), self.reception.hall.house.manners.polling)]
        except Gone:
            self._forget(name)
            raise NoLine from None
        self._go_on(name)
        return {"messages": _read([*found, *guest.taken()])}

    def _found(self, kind: str, id: str, name: str) -> _Line:
        line = self._lines.get(name)
        if line is None or (line.kind, line.id) != (kind, id):
            raise NoLine
        self._go_on(name)
        return line

    def _go_on(self, name: str) -> None:
        """A line lives for as long as somebody asks for news in time."""
        line = self._lines.get(name)
        if line is None:
            return
        if line.end is not None:
            line.end.cancel()
        patience = self.reception.hall.house.manners.polling * 2 + 1
        line.end = asyncio.get_running_loop().call_later(patience, self._forget, name)

    def _forget(self, name: str) -> None:
        line = self._lines.pop(name, None)
        if line is not None:
            line.visit.leave()
            if line.end is not None:
                line.end.cancel()


def _read(texts: list[str]) -> list[Any]:
    return [json.loads(text) for text in texts]
