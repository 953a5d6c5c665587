"""Runs a server of tables until it is stopped.

Takes where to listen, under which addresses it is known, where tables are kept and which games can be played; calls back once
with the address when it listens. Works without any network but the one it listens to.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import os
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import uvicorn

from ..desk.garbage import collect_seldom
from ..errors import RulewrightError
from ..folders import users_folder
from .app import guarded
from .doorway import PatientHTTP, PatientSocket, open_wide, without_traces
from .hall import Hall
from .house import House, Manners, Pages
from .messages import MOST_BYTES

Ready = Callable[[Hall, str], Awaitable[None]]
UNREAD = (6, 18, 30_000)  # Linux, TCP_USER_TIMEOUT: who takes nothing for so many milliseconds is cut off by the system
LOOPBACK = ("127.0.0.1", "::1", "localhost")


class CannotServe(RulewrightError):
    """Nothing can be served: one sentence that says why."""


@dataclass(frozen=True)
class ServerAddress:
    """Where a server listens, and `addresses` under which people know it; the first is the one that links begin with."""

    host: str = "127.0.0.1"
    port: int = 8000
    addresses: tuple[str, ...] = ()
    store: Path | None = None
    manners: Manners = field(default_factory=Manners)

    def origins(self, port: int) -> list[str]:
        """Every address that is answered: those that were named, and on this machine its own names."""
        own = LOOPBACK if self.host in LOOPBACK else (self.host,)
        local = [f"http://{_bracketed(one)}:{port}" for one in own if one not in ("0.0.0.0", "::")]
        return [*(one.rstrip("/") for one in self.addresses), *local]


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def usual_store() -> Path:
    """Where tables are kept if nobody says where."""
    folder = users_folder("XDG_STATE_HOME", ".local/state")
    if folder is None:
        raise CannotServe("HOME: no folder of yours is known; say where tables are kept with --store FILE")
    return folder / "rulewright" / "tables.sqlite"


def serve(place: ServerAddress, games: Mapping[str, Path], pages: Pages, ready: Ready) -> None:
    """Serve until Ctrl-C or a signal to end."""
    gc.collect()
    collect_seldom()
    open_wide()
    asyncio.run(serve_until(place, games, pages, ready, asyncio.Event()))


async def serve_until(
    place: ServerAddress, games: Mapping[str, Path], pages: Pages, ready: Ready, ending: asyncio.Event
) -> None:
    """The same within a loop, also until an event says so."""
    config = uvicorn.Config(
        _nothing, host=place.host, port=place.port, log_level="warning", access_log=False, server_header=False,
        ws_max_size=MOST_BYTES, ws_per_message_deflate=False, proxy_headers=False, lifespan="on", timeout_graceful_shutdown=3,
        http=PatientHTTP, ws=PatientSocket,
    )  # fmt: skip
    logging.getLogger("uvicorn.error").addFilter(without_traces)
    try:
        listening = config.bind_socket()
    except SystemExit:
        raise CannotServe(f"{place.host}:{place.port} is in use; name another port with --port") from None
    with suppress(OSError):
        listening.setsockopt(*UNREAD)
    port = listening.getsockname()[1]
    origins = place.origins(port)
    if not origins:
        listening.close()
        raise CannotServe("say under which address people reach this server, as in --address https://games.example.org")
    hall = Hall(House(place.store or usual_store(), origins[0], pages, place.manners), games)
    config.app = guarded(hall, origins)
    server = uvicorn.Server(config)

    async def attend() -> None:
        while not server.started:
            await asyncio.sleep(0.01)
        await ready(hall, origins[0])
        await ending.wait()
        server.should_exit = True

    attending = asyncio.ensure_future(attend())
    attending.add_done_callback(lambda done: setattr(server, "should_exit", True))
    try:
        await server.serve([listening])
    finally:
        listening.close()
    if attending.done():
        attending.result()
    attending.cancel()


async def _nothing(*given: object) -> None:
    """Stands where the application comes, until it is known under which port it is served."""


def can_show() -> bool:
    """Whether a browser could be opened here for somebody."""
    has_screen = any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))
    return has_screen or os.name == "nt" or os.uname().sysname == "Darwin"
