"""A table by WebSocket: text in, text out, and an end with a code.

Whoever says nothing for a while, sends anything but text, or does not read, is let go. Messages that come faster than allowed
wait, and so does whoever sends them.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress

from starlette.websockets import WebSocket, WebSocketDisconnect

from .allowance import Allowance
from .guests import Gone
from .hall import Elsewhere
from .live_table import MOVED
from .messages import written
from .position import Unwelcome
from .reception import Reception, Visit

REFUSED = 1008
NOT_TEXT = 1003
CROWDED = 1013
MOST_UNSEATED = 256
SECONDS_TO_CLOSE = 1.0


class Sockets:
    """`_unseated` are those who have not yet said who they are, in the order in which they came."""

    def __init__(self, reception: Reception) -> None:
        self.reception = reception
        self._unseated: dict[asyncio.Future[str], None] = {}

    async def serve(self, socket: WebSocket, kind: str) -> None:
        """From the first message to the end."""
        await socket.accept()
        try:
            visit = await self._admitted(socket, kind)
        except (WebSocketDisconnect, RuntimeError):
            return
        if visit is None:
            return
        try:
            await self._talk(socket, visit)
        finally:
            visit.leave()

    async def _admitted(self, socket: WebSocket, kind: str) -> Visit | None:
        id = socket.path_params["id"]
        try:
            return await self.reception.admit(kind, id, await self._first(socket))
        except TimeoutError:
            await _end(socket, REFUSED, "nobody said who they are")
        except Elsewhere as other:
            await socket.send_text(written({"elsewhere": f"{other.address}/{kind}/{id}"}))
            await _end(socket, MOVED, "served elsewhere")
        except Unwelcome as problem:
            await socket.send_text(written({"refused": problem.word, "why": str(problem), "decision": None}))
            await _end(socket, REFUSED, problem.word)
        except Gone as gone:
            await _end(socket, gone.code, gone.why)
        return None

    async def _first(self, socket: WebSocket) -> str:
        """What somebody says first, if it comes in time. Where too many say nothing, the one who has been silent for longest
        makes room, so whoever speaks at once is always heard."""
        if len(self._unseated) >= MOST_UNSEATED:
            longest = next(iter(self._unseated))
            del self._unseated[longest]
            longest.cancel()
        listening = asyncio.ensure_future(_text(socket))
        self._unseated[listening] = None
        try:
            return await asyncio.wait_for(listening, self.reception.hall.house.manners.sitting)
        except asyncio.CancelledError:
            if (task := asyncio.current_task()) is None or task.cancelling():
                raise
            raise Gone(CROWDED, "too many wait at the door") from None
        finally:
            self._unseated.pop(listening, None)

    async def _talk(self, socket: WebSocket, visit: Visit) -> None:
        tasks = [
            asyncio.ensure_future(_listen(socket, visit)),
            asyncio.ensure_future(_send(socket, visit)),
            asyncio.ensure_future(visit.guest.leaving.wait()),
        ]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            ended = await asyncio.gather(*tasks, return_exceptions=True)
        gone = next((one for one in ended if isinstance(one, Gone)), visit.guest.gone)
        if gone is not None:
            await _end(socket, gone.code, gone.why)


async def _text(socket: WebSocket) -> str:
    """The next message; raises Gone if it is no text."""
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1000))
    if not isinstance(text := message.get("text"), str):
        raise Gone(NOT_TEXT, "text only")
    return text


async def _listen(socket: WebSocket, visit: Visit) -> None:
    loop, allowance = asyncio.get_running_loop(), Allowance()
    with suppress(WebSocketDisconnect):
        while True:
            text = await _text(socket)
            if (early := allowance.wait(loop.time())) > 0:
                await asyncio.sleep(early)
            await visit.hear_text(text)


async def _send(socket: WebSocket, visit: Visit) -> None:
    with suppress(WebSocketDisconnect, RuntimeError):
        while True:
            await socket.send_text(await visit.guest.one())


async def _end(socket: WebSocket, code: int, why: str) -> None:
    """Close, if the other side still takes it."""
    with suppress(Exception):
        await asyncio.wait_for(socket.close(code, why), SECONDS_TO_CLOSE)
