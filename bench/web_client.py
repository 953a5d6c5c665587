"""A WebSocket to a table that costs next to nothing, so that whoever measures a server does not measure a client.

Takes a link; says what is told, and looks at no more of what comes than whoever plays by chance must know: which update it is,
what may be answered, what was acknowledged. Comes back by itself if the server has let it go, and goes on if it is refused: on
a busy machine that is something to count.
"""

from __future__ import annotations

import asyncio
import base64
import json
import os
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

PATIENCE = 60.0
TRIES = 5
TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
_decode = json.JSONDecoder().raw_decode


@dataclass
class Heard:
    """What all sockets together have got: bytes of updates and of whole pages, how often one had to come back, and how often
    one was refused."""

    sizes: list[int] = field(default_factory=list)
    pages: list[int] = field(default_factory=list)
    came_back: int = 0
    refused: int = 0


def frame(opcode: int, payload: bytes) -> bytes:
    """What a client sends is masked; a mask of zeros leaves it as it is."""
    length = len(payload)
    size = bytes([0x80 | length]) if length < 126 else bytes([0x80 | 126]) + length.to_bytes(2, "big")
    return bytes([0x80 | opcode]) + size + b"\0\0\0\0" + payload


def member(text: str, name: str) -> Any:
    """A member of a message without reading the rest of it: within its texts every quotation mark is escaped."""
    at = text.rfind(f'"{name}":')
    return None if at < 0 else _decode(text, at + len(name) + 3)[0]


class TableSocket(asyncio.Protocol):
    """One seat at a table: `v` counts the updates it has got, `did` when each of its answers was acknowledged."""

    def __init__(self, address: str, link: str, heard: Heard) -> None:
        self.address = address
        self.path, _, self.token = link.partition("#")
        self.heard = heard
        self.decision: dict[str, Any] | None = None
        self.v = -1
        self.at = 0.0
        self.did: dict[str, float] = {}
        self.rematch = ""
        self.refused = 0
        self._is_leaving = False
        self._buffer = b""
        self._is_open = False
        self._waiting: list[tuple[Callable[[], bool], asyncio.Future[None]]] = []
        self._transport: asyncio.Transport | None = None
        self._coming: asyncio.Future[None] | None = None

    async def come(self) -> None:
        """Sit down, and wait for the first page; more than once, if need be."""
        host, _, port = self.address.removeprefix("http://").rpartition(":")
        self.v = -1
        for _ in range(TRIES):
            self._buffer, self._is_open, self._is_leaving = b"", False, False
            with suppress(TimeoutError, OSError):
                await asyncio.get_running_loop().create_connection(lambda: self, host, int(port))
                return await self.until(lambda: self.v >= 0)
            self.leave()
        raise TimeoutError("the server shows no page")

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = transport  # type: ignore[assignment]
        key = base64.b64encode(os.urandom(16)).decode()
        host = self.address.removeprefix("http://")
        head = [
            f"GET {self.path}/socket HTTP/1.1", f"Host: {host}", f"Origin: {self.address}", "Upgrade: websocket",
            "Connection: Upgrade", f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13",
        ]  # fmt: skip
        self._write("\r\n".join([*head, "", ""]).encode())

    def _write(self, data: bytes) -> None:
        assert self._transport is not None
        self._transport.write(data)

    def say(self, message: dict[str, Any]) -> None:
        self._write(frame(TEXT, json.dumps(message).encode()))

    def leave(self) -> None:
        self._is_leaving = True
        if self._transport is not None:
            self._transport.close()

    async def until(self, is_so: Callable[[], bool]) -> None:
        """Wait until something is so; raises TimeoutError if that takes too long."""
        if is_so():
            return
        waiting = asyncio.get_running_loop().create_future()
        self._waiting.append((is_so, waiting))
        try:
            await asyncio.wait_for(waiting, PATIENCE)
        finally:
            self._waiting.remove((is_so, waiting))

    # ---- what comes

    def connection_lost(self, problem: Exception | None) -> None:
        if self._is_leaving:
            return
        self.heard.came_back += 1
        if self.v >= 0:
            self._coming = asyncio.ensure_future(self.come())
        for _, waiting in self._waiting if self.v < 0 else ():
            if not waiting.done():
                waiting.set_exception(ConnectionResetError("let go on the way"))

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if not self._is_open:
            head, gap, rest = self._buffer.partition(b"\r\n\r\n")
            if not gap:
                return
            assert b" 101 " in head[:20], head
            self._is_open, self._buffer = True, rest
            self.say({"do": "sit", "token": self.token, "last": None})
        while (found := self._next()) is not None:
            self._take(*found)

    def _next(self) -> tuple[int, bytes] | None:
        """The next whole frame; a server masks nothing."""
        buffer = self._buffer
        if len(buffer) < 2:
            return None
        start, length = 2, buffer[1]
        if length >= 126:
            start = 4 if length == 126 else 10
            length = int.from_bytes(buffer[2:start], "big")
        if len(buffer) < max(start, start + length):
            return None
        self._buffer = buffer[start + length :]
        return buffer[0] & 0x0F, buffer[start : start + length]

    def _take(self, opcode: int, payload: bytes) -> None:
        if opcode == PING:
            self._write(frame(PONG, payload))
        elif opcode == TEXT:
            self._hear(payload.decode())
        for is_so, waiting in self._waiting:
            if not waiting.done() and is_so():
                waiting.set_result(None)

    def _hear(self, text: str) -> None:
        now = time.perf_counter()
        v = member(text, "v")
        if v is not None:
            self.v, self.at, self.decision = v, now, member(text, "decision")
            (self.heard.pages if '"whole":true' in text else self.heard.sizes).append(len(text))
        if (did := member(text, "did")) is not None:
            self.did[did] = now
        self.rematch = member(text, "rematch") or self.rematch
        if text.startswith('{"refused"'):
            self.refused += 1
            self.heard.refused += 1
            self.decision = member(text, "decision") or self.decision
