"""Stands before everything that is served: whom it answers at all, and what every answer says about itself.

Only hosts on a list are answered, and what can change something only if it comes from a page of ours, by its origin, before a
socket is accepted. Every answer forbids browsers to load or run anything but our own files.
"""

from __future__ import annotations

from collections.abc import Iterable

from starlette.types import ASGIApp, Message, Receive, Scope, Send

POLICY = "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'"
HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"x-frame-options", b"DENY"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]


class Guard:
    """`origins` are the addresses under which this server is known, as `http://127.0.0.1:8000`."""

    def __init__(self, app: ASGIApp, origins: Iterable[str]) -> None:
        self.app = app
        self.origins = {origin.lower().encode() for origin in origins}
        self.hosts = {origin.partition(b"://")[2] for origin in self.origins}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
        elif (why := self._refused(scope)) is None:
            await self.app(scope, receive, _dressed(send) if scope["type"] == "http" else send)
        elif scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1008, "reason": why})
        else:
            headers = [*HEADERS, (b"content-type", b"text/plain; charset=utf-8"), (b"cache-control", b"no-store")]
            await send({"type": "http.response.start", "status": 403, "headers": headers})
            await send({"type": "http.response.body", "body": why.encode()})

    def _refused(self, scope: Scope) -> str | None:
        """Why nothing is answered, if so."""
        hosts = [value.lower() for name, value in scope["headers"] if name == b"host"]
        if len(hosts) != 1 or hosts[0] not in self.hosts:
            return "This server is not known under that name."
        if scope["type"] == "http" and scope["method"] in ("GET", "HEAD"):
            return None
        origins = [value.lower() for name, value in scope["headers"] if name == b"origin"]
        if len(origins) != 1 or origins[0] not in self.origins or origins[0].partition(b"://")[2] != hosts[0]:
            return "Only pages of this server may ask for that."
        return None


def _dressed(send: Send) -> Send:
    async def dressed(message: Message) -> None:
        if message["type"] == "http.response.start":
            present = {name for name, _ in message["headers"]}
            extra = [one for one in HEADERS if one[0] not in present]
            if b"cache-control" not in present:
                extra.append((b"cache-control", b"no-store"))
            message["headers"] = [*message["headers"], *extra]
        await send(message)

    return dressed
