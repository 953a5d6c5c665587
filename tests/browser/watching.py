"""A page in a real browser that nothing escapes: what it is sent, what it complains of, and where it goes.

A page has what its socket brought, so that a test knows what is offered without any help of the page's own script.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserType, Page, WebSocket, sync_playwright

from browser.finding import browser_here

SIZES = {"desk": (1440, 900), "small": (1024, 768), "phone": (390, 844)}
PATIENCE = 120_000  # milliseconds until something that must come is missed


@dataclass
class Offered:
    """A decision as it was sent: its id, the version of the page that shows it, and for each option its number and what must be
    clicked for it."""

    id: object
    version: int
    options: list[tuple[int, list[list[str]]]]


@dataclass
class Watched:
    """One viewer's page: the last offer that was sent to it, whether the game is over, and all that went wrong."""

    page: Page
    home: str
    offer: Offered | None = None
    is_over: bool = False
    troubles: list[str] = field(default_factory=list)
    sent: list[str] = field(default_factory=list)

    def received(self, payload: str | bytes) -> None:
        assert isinstance(payload, str)
        self.sent.append(payload)
        message: dict[str, Any] = json.loads(payload)
        if "curtain" in message:
            self.offer = None
        if "parts" in message:
            decision = message.get("decision") or {}  # in a replay it has no id: nobody can answer it
            self.offer = Offered(decision["id"], message["v"], decision["options"]) if "id" in decision else None
            self.is_over = self.is_over or 'class="ranking"' in message["parts"].get("offer", "")

    def is_asked(self, offered: Offered) -> bool:
        """Whether a decision is still open, perhaps sent again meanwhile."""
        return self.offer is not None and self.offer.id == offered.id

    def watch(self) -> None:
        def socket(opened: WebSocket) -> None:
            opened.on("framereceived", self.received)

        self.page.on("websocket", socket)
        self.page.on("console", lambda line: self.troubles.append(line.text) if line.type in ("error", "warning") else None)
        self.page.on("pageerror", lambda error: self.troubles.append(str(error)))
        self.page.on("request", lambda request: self._went(request.url))

    def _went(self, url: str) -> None:
        if urlsplit(url).scheme not in ("data", "blob") and urlsplit(url).netloc != self.home:
            self.troubles.append(f"asked another host: {url}")

    def wait(self, milliseconds: int = 15) -> None:
        self.page.wait_for_timeout(milliseconds)


@contextmanager
def browser() -> Iterator[Browser]:
    with sync_playwright() as player, launched(player.chromium) as chromium:
        yield chromium


@contextmanager
def launched(kind: BrowserType, **environment: str) -> Iterator[Browser]:
    """A browser that is told something by its environment."""
    command: dict[str, Any] = {"executable_path": browser_here(), "args": ["--no-sandbox", "--disable-gpu"]}
    chromium = kind.launch(**command, timeout=PATIENCE, env={**os.environ, **environment})
    try:
        yield chromium
    finally:
        chromium.close()


def opened(chromium: Browser, url: str, size: str = "desk", **more: Any) -> Watched:
    """A page in a context of its own, without flights unless they are asked for."""
    width, height = SIZES[size]
    taste: dict[str, Any] = {"reduced_motion": "reduce", "viewport": {"width": width, "height": height}, **more}
    page = chromium.new_context(**taste).new_page()
    page.set_default_timeout(PATIENCE)
    watched = Watched(page, urlsplit(url).netloc)
    watched.watch()
    page.goto(url)
    return watched
