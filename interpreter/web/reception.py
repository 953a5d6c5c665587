"""Where everybody comes in, by whichever way: the first message is a token, and what it opens is a table or a replay.

Takes the first message; returns a visit, which hears the others until it ends. Whoever has no right token gets nothing else.
"""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from .guests import Guest
from .hall import Hall
from .live_table import MOST_WATCHERS
from .messages import read
from .position import Unwelcome
from .replaying import Replay, ReplayGuest
from .talk import Talk

MOST_REPLAYS = 20


@dataclass(frozen=True)
class Visit:
    """Somebody who has been let in: what they say is heard, and at the end they leave."""

    guest: Guest
    hear: Callable[[dict[str, Any]], Awaitable[None]]
    leave: Callable[[], None]

    async def hear_text(self, text: str) -> None:
        """A message as it came; one that is none is refused."""
        try:
            message = read(text)
            if message["do"] == "sit":
                raise Unwelcome("form", "You sit already.")
        except Unwelcome as problem:
            self.guest.tell({"refused": problem.word, "why": str(problem), "decision": None})
        else:
            await self.hear(message)


class Reception:
    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self._replays: OrderedDict[str, Replay] = OrderedDict()
        self._viewers: Counter[str] = Counter()
        self._opening = asyncio.Lock()  # games are played again one after the other: tables need the threads

    async def admit(self, kind: str, id: str, text: str) -> Visit:
        """Let somebody in; raises Unwelcome, or Elsewhere if another server has the table."""
        message = read(text)
        if message["do"] != "sit":
            raise Unwelcome("token", "The first message says who you are.")
        link = await self.hall.house.run(lambda: self.hall.link(id, message["token"]))
        guest = Guest(link)
        return await (self._seated(id, guest) if kind == "table" else self._viewing(id, guest))

    async def _seated(self, id: str, guest: Guest) -> Visit:
        table = await self.hall.open(id)
        await table.welcome(guest)
        return Visit(guest, Talk(self.hall, table, guest).hear, lambda: table.dismiss(guest))

    async def _viewing(self, id: str, guest: Guest) -> Visit:
        if self._viewers[id] >= MOST_WATCHERS:
            raise Unwelcome("full", "Too many look at this already.")
        self._viewers[id] += 1
        try:
            guest.is_behind_curtain = False
            viewing = ReplayGuest(self.hall, await self._replay(id), guest)
            await viewing.begin()
        except BaseException:
            self._leave(id)
            raise
        return Visit(guest, viewing.hear, lambda: self._leave(id))

    def _leave(self, id: str) -> None:
        self._viewers -= Counter([id])

    async def _replay(self, id: str) -> Replay:
        async with self._opening:
            replay = self._replays.pop(id, None)
            if replay is None:
                replay = await self.hall.house.run(lambda: Replay.of(self.hall.house, id))
            self._replays[id] = replay
            if len(self._replays) > MOST_REPLAYS:
                self._replays.popitem(last=False)
        return replay
