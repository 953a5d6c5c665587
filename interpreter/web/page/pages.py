"""The documents that a browser loads: the table, the lobby, and pages that say one thing.

Takes plain data; returns HTML. A table's document holds nothing of the game but its name: everything comes later, by seat.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ...game import Game
from .drawing import drawn, sprite

STATIC_PATH = "/static"
TABLE_SHEETS = ("base.css", "table.css", "cards.css", "side.css")
LOBBY_SHEETS = ("base.css", "lobby.css")
USUAL = 3  # players, where a game allows it


def document(game: Game, base: str = STATIC_PATH, kind: str = "table") -> str:
    """The page of a table, still empty, or of a game that was played."""
    return drawn("table.html", title=game.name, kind=kind, static=base, sheets=TABLE_SHEETS, script="table.js", sprite=sprite())


def curtain(seat: str) -> str:
    """What hides a table that several seats share, until the next one says so."""
    return drawn("curtain.html", seat=seat)


def lobby(games: Sequence[Mapping[str, Any]], tables: Sequence[Mapping[str, Any]] = (), base: str = STATIC_PATH) -> str:
    """The games and tables of a server. A game is `{id, name, about?, fewest, most}`, or `{id, name, trouble}` where it cannot
    be read; a table `{id, game, seats: [{name, bot}], is_over, winners}`."""
    return drawn(
        "lobby.html", title="Rulewright", kind="lobby", static=base, sheets=LOBBY_SHEETS, script="lobby.js", sprite=sprite(),
        games=games, tables=tables, usual=USUAL, names={one["id"]: one["name"] for one in games},
    )  # fmt: skip


def ended(title: str, words: str, back: str = "/", base: str = STATIC_PATH) -> str:
    """A page that says one thing: no such table, a link that is no longer good, a server that closes."""
    return drawn(
        "ended.html", title=title, kind="lobby", static=base, sheets=LOBBY_SHEETS, script="", sprite=sprite(), words=words,
        back=back,
    )  # fmt: skip
