"""Somebody who is connected to a table, by whichever way, and what is still to be sent to them.

A guest has a link, and so seats; what is sent waits in an outbox of limited length. Whoever does not read what is sent is let
go, so that nobody's slowness costs others anything.
"""

from __future__ import annotations

import asyncio
from typing import Any

from .messages import written
from .table_store import Link

MOST_WAITING = 64
MOST_OF_A_SEAT = 8


class Gone(Exception):
    """Nothing more is to be sent: the guest was let go; `code` is how a socket says so."""

    def __init__(self, code: int, why: str) -> None:
        super().__init__(why)
        self.code = code
        self.why = why


class Guest:
    """`seat` is the seat whose table is shown, none for whoever looks on; `is_behind_curtain` says that nothing is shown."""

    def __init__(self, link: Link) -> None:
        self.link = link
        self.seat: int | None = link.seats[0] if link.seats else None
        self.is_behind_curtain = len(link.seats) > 1
        self.advice: asyncio.Future[Any] | None = None  # that this guest waits for
        self._waiting: list[str] = []
        self._news = asyncio.Event()
        self._gone: Gone | None = None
        self.leaving = asyncio.Event()  # let go at once: nothing is waited for any more

    def send(self, text: str) -> None:
        """Put something into the outbox; if too much waits there, the guest is let go."""
        if self._gone is not None:
            return
        if len(self._waiting) >= MOST_WAITING:
            self.let_go(4008, "too slow")
            return
        self._waiting.append(text)
        self._news.set()

    def tell(self, message: dict[str, Any]) -> None:
        self.send(written(message))

    def let_go(self, code: int, why: str, at_once: bool = True) -> None:
        """Send nothing more; what waits is forgotten, unless there is time for it."""
        if self._gone is None:
            self._gone = Gone(code, why)
            if at_once:
                self._waiting.clear()
                self.leaving.set()
            self._news.set()

    @property
    def gone(self) -> Gone | None:
        return self._gone

    def taken(self) -> list[str]:
        """What waits now, which then waits no more."""
        found, self._waiting = self._waiting, []
        return found

    async def one(self) -> str:
        """The first that waits, as soon as something does; the rest still counts as waiting. Raises Gone when nothing will."""
        while not self._waiting:
            if self._gone is not None:
                raise self._gone
            self._news.clear()
            await self._news.wait()
        return self._waiting.pop(0)
