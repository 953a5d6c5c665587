"""Connections on which nothing is asked for, or nothing is said: they are closed, so that they keep nobody else out.

Takes a connection as the system accepted it. A request has to be whole, up to its body, within some seconds, the first one and
every other; and where too many connections ask for nothing, the one that has waited longest makes room. What makes work on a
socket and is no message comes as seldom as messages do.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import Any, ClassVar

from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from .allowance import Allowance

SECONDS = 10.0
MOST_SILENT = 400
MOST_PIECES = 64.0  # pings, and pieces of messages, that may come at once
MOST_FILES = 65_536  # that a server wants to have open, if the system lets it


class PatientHTTP(H11Protocol):
    silent: ClassVar[dict[PatientHTTP, None]] = {}  # in the order in which they came
    _late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        if len(self.silent) >= MOST_SILENT:
            next(iter(self.silent)).give_up()
        self.silent[self] = None
        self._late = self.loop.call_later(SECONDS, self.give_up)

    def connection_lost(self, problem: Exception | None) -> None:
        self._is_heard()
        super().connection_lost(problem)

    def data_received(self, data: bytes) -> None:
        if self._late is None:
            self._late = self.loop.call_later(SECONDS, self.give_up)
        super().data_received(data)
        if not self._asks_for_nothing:
            self._is_heard()

    @property
    def _asks_for_nothing(self) -> bool:
        """Whether a request is still to come; a connection that became a socket asks for something."""
        return self in self.connections and (self.cycle is None or self.cycle.response_complete)

    def give_up(self) -> None:
        is_idle = self._asks_for_nothing
        self._is_heard()
        if is_idle:
            self.transport.close()

    def _is_heard(self) -> None:
        self.silent.pop(self, None)
        if self._late is not None:
            self._late.cancel()
            self._late = None


class PatientSocket(WebSocketsSansIOProtocol):
    """Pings, pongs and pieces of messages are answered or put together before anybody asks for the next message, and a message
    can have any number of empty pieces."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._pieces = Allowance(most=MOST_PIECES, left=MOST_PIECES)

    def handle_ping(self) -> None:
        if self._is_allowed():
            super().handle_ping()

    def handle_pong(self, event: Any) -> None:
        if self._is_allowed():
            super().handle_pong(event)

    def handle_cont(self, event: Any) -> None:
        if self._is_allowed():
            super().handle_cont(event)

    def _is_allowed(self) -> bool:
        if not self.transport.is_closing() and self._pieces.refuses(self.loop.time()):
            self.conn.fail(1008, "too much at once")
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.close_sent = True
            self.transport.close()
        return not self.transport.is_closing()


def without_traces(record: logging.LogRecord) -> bool:
    """What somebody sent that is no text is their fault, and told in one line."""
    if record.exc_info and isinstance(record.exc_info[1], UnicodeDecodeError):
        record.exc_info = None
    return True


def open_wide() -> None:
    """Let as many come as the system allows, which by itself stops at about a thousand."""
    with suppress(ImportError, OSError, ValueError):
        import resource  # not on every system

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, wanted), hard))
