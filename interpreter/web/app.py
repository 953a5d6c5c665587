"""What is served at which address: pages, their files, sockets, lines, and new tables.

Takes a hall; returns an application for any ASGI server, with the guard before it. Pages hold nothing hidden and no token, so
anybody may load them; everything else needs one, or comes from a page of ours.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket

from ..errors import RulewrightError
from .guard import Guard
from .hall import Elsewhere, Hall
from .lobby import games_listed, new_table
from .long_polling import Lines, NoLine
from .messages import MOST_BYTES
from .position import Unwelcome
from .reception import Reception
from .sockets import Sockets

SECONDS_TO_SAY = 10.0  # within which a request is whole
FOREVER = "public, max-age=31536000, immutable"


class VersionedFiles(StaticFiles):
    """Files that never change under their address, which holds their version."""

    def file_response(self, *arguments: Any, **options: Any) -> Response:
        response = super().file_response(*arguments, **options)
        response.headers["cache-control"] = FOREVER
        return response


def version_of(folder: Path) -> str:
    """Another one whenever a file changes."""
    digest = hashlib.sha256()
    for path in sorted(one for one in folder.rglob("*") if one.is_file()):
        digest.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:12]


class Website:
    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.pages = hall.house.pages
        reception = Reception(hall)
        self.sockets = Sockets(reception)
        self.lines = Lines(reception)
        self.base = f"/static/{version_of(self.pages.statics)}"

    # ---- pages

    async def lobby(self, request: Request) -> Response:
        tables = await self.hall.house.run(self.hall.listed)
        games = await self.hall.house.run(lambda: games_listed(self.hall))
        return HTMLResponse(self.pages.lobby(games, tables, self.base))

    async def table(self, request: Request) -> Response:
        return await self._document(request, "table")

    async def replay(self, request: Request) -> Response:
        return await self._document(request, "replay")

    async def _document(self, request: Request, kind: str) -> Response:
        id = request.path_params["id"]
        kept = await self.hall.house.run(lambda: self.hall.house.store.table(id))
        if kept is None:
            return self._ended("There is no such table.", 404)
        elsewhere = None if kind == "replay" else await self.hall.house.run(lambda: self.hall.house.owner.elsewhere(kept))
        if elsewhere is not None:
            return RedirectResponse(f"{elsewhere}/{kind}/{id}", 307)

        try:
            game, _ = await self.hall.house.run(lambda: self.hall.house.rulebooks.game_of(kept))
        except RulewrightError as problem:
            return self._ended(str(problem), 503)
        return HTMLResponse(self.pages.document(game, self.base, kind))

    def _ended(self, words: str, status: int) -> Response:
        return HTMLResponse(self.pages.ended("Rulewright", words, "/", self.base), status)

    async def alive(self, request: Request) -> Response:
        return PlainTextResponse("alive")

    # ---- new tables

    async def set_up(self, request: Request) -> Response:
        try:
            made = await new_table(self.hall, await _body(request))
        except RulewrightError as problem:
            return JSONResponse({"refused": "table", "why": str(problem)}, 400)
        return JSONResponse({"id": made.id, "links": [{"seats": list(seats), "url": url} for seats, url in made.links]})

    # ---- sockets and lines

    async def table_socket(self, socket: WebSocket) -> None:
        await self.sockets.serve(socket, "table")

    async def replay_socket(self, socket: WebSocket) -> None:
        await self.sockets.serve(socket, "replay")

    async def table_line(self, request: Request) -> Response:
        return await self._line(request, "table")

    async def replay_line(self, request: Request) -> Response:
        return await self._line(request, "replay")

    async def _line(self, request: Request, kind: str) -> Response:
        id, name = request.path_params["id"], request.headers.get("x-line")
        try:
            if request.method == "GET":
                return JSONResponse(await self.lines.news(kind, id, name or ""))
            text = await _body(request)
            if name is None:
                return JSONResponse(await self.lines.open(kind, id, text))
            return JSONResponse(await self.lines.say(kind, id, name, text))
        except NoLine:
            return JSONResponse({"refused": "line", "why": "This line is not open any more."}, 410)
        except Elsewhere as other:
            return JSONResponse({"messages": [{"elsewhere": f"{other.address}/{kind}/{id}"}]}, 409)
        except Unwelcome as problem:
            status = {"token": 403, "rate": 429, "size": 413, "full": 429}.get(problem.word, 400)
            return JSONResponse({"refused": problem.word, "why": str(problem)}, status)

    # ---- all of it

    def app(self) -> Starlette:
        routes = [
            Route("/", self.lobby),
            Route("/alive", self.alive),
            Route("/tables", self.set_up, methods=["POST"]),
            Route("/table/{id}", self.table),
            Route("/replay/{id}", self.replay),
            Route("/table/{id}/line", self.table_line, methods=["GET", "POST"]),
            Route("/replay/{id}/line", self.replay_line, methods=["GET", "POST"]),
            WebSocketRoute("/table/{id}/socket", self.table_socket),
            WebSocketRoute("/replay/{id}/socket", self.replay_socket),
            Mount(self.base, VersionedFiles(directory=self.pages.statics)),
        ]
        return Starlette(routes=routes, lifespan=self._life)

    @asynccontextmanager
    async def _life(self, app: Starlette) -> AsyncIterator[None]:
        yield
        self.hall.close()
        await asyncio.sleep(0)
        self.hall.house.close()


async def _body(request: Request) -> str:
    """The text of a request, if it is not too long and does not take too long to come."""
    body = b""
    try:
        async with asyncio.timeout(SECONDS_TO_SAY):
            async for chunk in request.stream():
                body += chunk
                if len(body) > MOST_BYTES:
                    raise Unwelcome("size", f"A message has at most {MOST_BYTES} bytes.")
        return body.decode()
    except TimeoutError:
        raise Unwelcome("slow", "The rest of the message did not come.") from None
    except UnicodeDecodeError:
        raise Unwelcome("form", "A message is text.") from None
    except ClientDisconnect:
        raise Unwelcome("form", "The message broke off.") from None


def guarded(hall: Hall, origins: list[str]) -> Guard:
    """The application with the guard before it."""
    return Guard(Website(hall).app(), origins)

