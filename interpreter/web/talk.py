"""What a guest at a table says, and what is done about it.

Takes messages that have the right shape; each is carried out by the table, answered to the guest alone, or refused in one
sentence with the decision that the guest has now. Believes nothing but the link that the guest came with.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

from ..desk.seating import LONGEST_NAME
from .guests import Guest
from .hall import Hall
from .live_table import WebTable
from .position import Unwelcome, begun
from .questions import is_question, told
from .thinkers import NoThought
from .worker import Job

STAND_IN = "greedy"
Message = dict[str, Any]


class Talk:
    def __init__(self, hall: Hall, table: WebTable, guest: Guest) -> None:
        self.hall = hall
        self.table = table
        self.guest = guest

    async def hear(self, message: Message) -> None:
        """Carry a message out; whatever is refused is told."""
        try:
            await self._carry_out(message)
        except Unwelcome as problem:
            decision = None
            if not self.guest.is_behind_curtain and self.guest.seat is not None and not self.table.is_closed:
                decision = await self.table.alone(self._decision)
            self.guest.tell({"refused": problem.word, "why": str(problem), "decision": decision})

    async def _decision(self) -> Any:
        return await self.table.house.run(lambda: self.table.decision_shown(self.guest.seat))

    async def _carry_out(self, message: Message) -> None:
        word = message["do"]
        if word == "iam":
            await self.table.unveil(self.guest, message["seat"])
        elif word == "ping":
            self.guest.tell({"pong": True})
        elif self.guest.is_behind_curtain:
            raise Unwelcome("curtain", "First say who you are.")
        elif is_question(word):
            await self._tell(message)
        elif word in (done := self._deeds()):
            await done[word](self._seat(), message)
        else:
            raise Unwelcome("form", "That is not said at a table.")

    def _deeds(self) -> dict[str, Callable[[int, Message], Awaitable[None]]]:
        return {
            "answer": self._answer, "undo": self._undo, "hint": self._hint, "name": self._call, "away": self._away,
            "back": self._back, "fill": self._fill, "rematch": self._rematch,
        }  # fmt: skip

    def _seat(self) -> int:
        if self.guest.seat is None:
            raise Unwelcome("watching", "Whoever looks on cannot do that.")
        return self.guest.seat

    # ---- asking

    async def _tell(self, message: Message) -> None:
        table, viewer = self.table, self.guest.seat

        async def ask() -> Message:
            return await table.house.run(lambda: told(table.position, viewer, message))

        self.guest.tell(await table.alone(ask))

    async def _hint(self, seat: int, message: Message) -> None:
        """A hint takes its time: the guest may go on meanwhile, and whoever leaves stops it."""
        if self.guest.advice is not None and not self.guest.advice.done():
            raise Unwelcome("hint", "The last hint is still being thought about.")
        table = self.table
        if seat not in await table.alone(lambda: table.house.run(lambda: table.position.deciding)):
            raise Unwelcome("decision", "You have nothing to decide now.")
        self.guest.advice = asyncio.ensure_future(self._advise(seat, await self._asked(seat)))

    async def _asked(self, seat: int) -> str:
        """The name of what a seat must decide now; advice is good for that alone."""
        table = self.table

        def named() -> str:
            decision = table.position.decision(seat)
            return "" if decision is None else table.position.name_of(seat, decision)

        return await table.alone(lambda: table.house.run(named))

    async def _advise(self, seat: int, asked: str) -> None:
        count = self.table.position.count
        try:
            lines, places = await self.table.house.thinkers.ask(Job(self.table.kept.id, count, seat))
        except NoThought as problem:
            self.guest.tell({"refused": "hint", "why": str(problem), "decision": None})
            return
        is_still_there = seat == self.guest.seat and not self.guest.is_behind_curtain
        if is_still_there and await self._asked(seat) == asked:
            self.guest.tell({"info": "hint", "lines": lines, "options": places})

    # ---- doing

    async def _answer(self, seat: int, message: Message) -> None:
        if self.table.seats[seat] in self.table.sitting_in:
            raise Unwelcome("away", "A bot plays for you; say that you are back.")
        await self.table.answer(seat, message["decision"], message["option"])

    async def _undo(self, seat: int, message: Message) -> None:
        await self.table.undo(seat)

    async def _call(self, seat: int, message: Message) -> None:
        """Another name for a seat, while nothing has happened yet."""
        await self.table.alone(lambda: self._named(seat, " ".join(message["name"].split())))
        self.table.tell_presence()

    async def _named(self, seat: int, name: str) -> None:
        table = self.table
        if table.position.count:
            raise Unwelcome("name", "Names stay as they are once somebody has answered.")
        if not name or not name.isprintable() or len(name) > LONGEST_NAME or name in table.seats:
            raise Unwelcome("name", f"A name has 1 to {LONGEST_NAME} letters, can be shown, and is nobody else's.")
        seats = tuple(name if number == seat else one for number, one in enumerate(table.seats))
        kept = replace(table.kept, seats=seats)
        game = table.position.game
        position = await table.house.run(lambda: begun(game, kept, ()))
        id, text = kept.id, json.dumps(seats)
        await asyncio.wrap_future(table.house.write(lambda store: store.note(id, "seats", text)))
        await table.begin_anew(kept, position)

    async def _away(self, seat: int, message: Message) -> None:
        await self._let_sit_in(seat, STAND_IN)

    async def _back(self, seat: int, message: Message) -> None:
        await self._let_sit_in(seat, None)

    async def _fill(self, seat: int, message: Message) -> None:
        """A bot for somebody who has left a while ago."""
        table = self.table
        name = message["seat"]
        if name not in table.seats or name in table.kept.bots:
            raise Unwelcome("seat", "No person has that seat.")
        wanted = table.seats.index(name)
        if table.is_here(wanted) or table.been_away(wanted) < table.house.manners.absence:
            raise Unwelcome("seat", f"{name} is there, or was until just now.")
        await self._let_sit_in(wanted, STAND_IN)

    async def _let_sit_in(self, seat: int, bot: str | None) -> None:
        table = self.table
        others = {name: one for name, one in table.sitting_in.items() if name != table.seats[seat]}
        await table.alone(lambda: table.sit_in(others | ({table.seats[seat]: bot} if bot else {})))
        table.tell_presence()
        table.wake()

    async def _rematch(self, seat: int, message: Message) -> None:
        again = await self.hall.rematch(self.table)
        self.table.tell({"rematch": f"/table/{again}"})
