"""How many there are of a card: a number, or one that grows with the players, as in `copies: 2 * players + 1`.

Takes words and the numbers of players; returns how many there are at the largest table, and how many fewer for each player
who is missing there. Names of numbers stand for them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping as Table
from dataclasses import dataclass

from ...ir import limits
from ..diagnostics import Complaints, Span
from ..read.nodes import Node, text_of
from .sizes import tell_beyond, whole

_PLAYERS = re.compile(r"\bplayers\b")
_BY_PLAYERS = re.compile(r"(?:(\w+) ?\* ?)?players(?: ?([+-]) ?(\w+))?$")
_HINT = "it grows with the players in this form: 2 * players + 1"
_SEATS = re.compile(r"(\d+)(?: to (\d+))?$")


@dataclass(frozen=True, slots=True)
class Copies:
    most: int = 1
    each_player: int = 0


def seats_in(node: Node | None) -> tuple[int, int]:
    """The fewest and the most players; what is no range is told elsewhere, and stands for a table that has enough of them."""
    match = _SEATS.match(text_of(node))
    return (whole(match[1]), whole(match[2] or match[1])) if match else (limits.SEATS.most, limits.SEATS.most)


def copies_by_players(
    words: str, span: Span, seats: tuple[int, int], numbers: Table[str, int], complaints: Complaints
) -> Copies | None:
    """What is said about players; None if nothing is."""
    if _PLAYERS.search(words) is None:
        return None
    match = _BY_PLAYERS.match(words)
    each = _number(match[1] or "1", numbers) if match else None
    more = _number(match[3] or "0", numbers) if match else None
    if match is None or each is None or more is None:
        complaints.add(span, "number-expected", hint=_HINT)
        return Copies()
    fewest, most = (each * count + (-more if match[2] == "-" else more) for count in seats)
    if each < 0 or fewest < 0:
        complaints.add(span, "below-nothing", value=min(each, fewest))
    elif not tell_beyond(complaints, span, limits.COPIES, most):
        return Copies(most, each)
    return Copies()


def _number(word: str, numbers: Table[str, int]) -> int | None:
    return whole(word) if word.isdecimal() else numbers.get(word)
