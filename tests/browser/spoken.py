"""A page as a screen reader has it: the accessibility tree of the browser, and nothing else.

Takes a page; gives what can be read and what can be activated, by name, and activates it by the focus and a key. Never looks at
the page itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from playwright.sync_api import CDPSession, Page

CAN_BE_CHOSEN = "can be chosen"
OVER = "Play again"  # what is offered when a game is over
PATIENCE = 3000  # looks


@dataclass(frozen=True)
class Spoken:
    """A thing of the tree: its role, what it is called, what is said of it besides, and which regions it is in, by name."""

    role: str
    name: str
    description: str
    within: tuple[str, ...]
    node: int


class Reader:
    def __init__(self, page: Page) -> None:
        self.page = page
        self.line: CDPSession = page.context.new_cdp_session(page)
        self.line.send("Accessibility.enable")
        self.line.send("DOM.enable")
        self.before: list[Spoken] = []
        self.heard = set[str]()  # what the live region has said

    def everything(self) -> list[Spoken]:
        """All that is read, from the first to the last."""
        nodes = self.line.send("Accessibility.getFullAXTree")["nodes"]
        by_id = {node["nodeId"]: node for node in nodes}
        return [_spoken(node, by_id) for node in nodes if not node.get("ignored")]

    def asked(self) -> str:
        """The question that is open, or how the game stands: the heading after which its region is called."""
        return _question(self.everything())

    def until_asked(self) -> list[Spoken] | None:
        """What can be chosen, once there is something else than before; none when the game is over."""
        for _ in range(PATIENCE):
            read = self.everything()
            self.heard |= {one.name for one in read if one.role == "StaticText" and "log" in one.within}
            choices = _choices(read)
            if any(one.name == OVER for one in read):
                return None
            if choices and read != self.before:
                self.before = read
                return choices
            self.page.wait_for_timeout(20)
        raise AssertionError(f"nothing is asked: {self.asked()}")

    def activate(self, one: Spoken) -> None:
        self.line.send("DOM.focus", {"backendNodeId": one.node})
        self.page.keyboard.press("Enter")


def _question(read: list[Spoken]) -> str:
    return next((one.name for one in read if one.role == "heading" and one.within and one.within[-1] == one.name), "")


def _choices(read: list[Spoken]) -> list[Spoken]:
    """Things on the table that say that they can be chosen, and buttons below the question."""
    question = _question(read)
    things = [one for one in read if one.role == "button" and one.description == CAN_BE_CHOSEN]
    return [*things, *(one for one in read if one.role == "button" and question in one.within)]


def _spoken(node: dict[str, Any], by_id: dict[str, dict[str, Any]]) -> Spoken:
    within, above = list[str](), node
    while above := by_id.get(above.get("parentId", ""), {}):
        role = _text(above, "role")
        if role in ("region", "group", "complementary", "main", "log", "toolbar"):
            within.append("log" if role == "log" else _text(above, "name"))
    role, name, description = (_text(node, what) for what in ("role", "name", "description"))
    return Spoken(role, name, description, tuple(reversed(within)), node.get("backendDOMNodeId", 0))


def _text(node: dict[str, Any], what: str) -> str:
    return str(node.get(what, {}).get("value", ""))
