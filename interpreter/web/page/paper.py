"""All cards of a game on sheets of paper, to be printed, cut out and played with.

Takes a game, a number of players and a size of paper; returns one HTML document that needs nothing else: nine cards a sheet at
63 x 88 mm with marks where to cut, and behind every sheet its backs, mirrored. The faces are those of the table in the browser.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from ...game import Game
from ...table.appearance import looks_of
from ...table.deck import deck_of
from ...telling.things import player_key
from .design import design_of
from .drawing import drawn, sprite
from .faces import Faces
from .parts import Card
from .signs import STATIC

COLUMNS, A_SHEET = 3, 9
STYLES = ("base.css", "cards.css", "print.css")
NOTHING = Card("card", "", "")
Sides = tuple[Card, Card]  # front and back


@dataclass(frozen=True, slots=True)
class Sheet:
    """The two sides of a sheet, row by row; where a sheet is not full, nothing lies there."""

    fronts: tuple[Card, ...]
    backs: tuple[Card, ...]


def printed_cards(game: Game, sides: Sequence[Sides], paper: str = "a4", has_backs: bool = True) -> str:
    """The document that shows cards, nine a sheet."""
    styles = Markup("\n".join((STATIC / name).read_text(encoding="utf-8") for name in STYLES))
    return drawn(
        "print.html", title=game.name, styles=styles, sprite=sprite(), paper=paper, sheets=list(sheets_of(sides)),
        has_backs=has_backs,
    )  # fmt: skip


def sheets_of(sides: Sequence[Sides]) -> Iterator[Sheet]:
    for start in range(0, len(sides), A_SHEET):
        some = sides[start : start + A_SHEET]
        filled = [*some, *[(NOTHING, NOTHING)] * (A_SHEET - len(some))]
        yield Sheet(tuple(front for front, _ in filled), _mirrored([back for _, back in filled]))


def _mirrored(backs: list[Card]) -> tuple[Card, ...]:
    """As they lie when the sheet is turned over its long edge."""
    rows = [backs[start : start + COLUMNS] for start in range(0, len(backs), COLUMNS)]
    return tuple(card for row in rows for card in reversed(row))


def sides_of(game: Game, players: int) -> list[Sides]:
    """Both sides of every card that lies at a table of so many, in the order of the definition. Pieces, tiles and dice are no
    cards."""
    seats = tuple(f"player {number + 1}" for number in range(players))
    design, names = design_of(game.definition), {player_key(number): name for number, name in enumerate(seats)}
    faces = Faces(design, looks_of(game.definition), names, None)
    cards = [one for one in deck_of(game.definition, seats) if design.styles[one.kind].shape == "card"]
    return [(faces.card(one.face, None, ""), faces.card(one.back, None, "")) for one in cards]
