"""Connections on which nothing is asked for: they are closed, so that they keep nobody else out.

Takes a connection as the system accepted it. A request has to be whole, up to its body, within some seconds, the first one and
every other; and where too many connections ask for nothing, the one that has waited longest makes room.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import Any, ClassVar

from uvicorn.protocols.http.h11_impl import H11Protocol

SECONDS = 10.0
MOST_SILENT = 400
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
