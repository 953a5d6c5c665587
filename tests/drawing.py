"""The board of a match before a seat, and its rows by where they stand."""

from __future__ import annotations

from typing import Any

from rulewright import Match
from rulewright.table.appearance import looks_of
from rulewright.table.board import Board, BoardRow, board


def board_of(match: Match, seat: str | None, **wishes: Any) -> Board:
    return board(match.view(seat), looks_of(match.definition), **wishes)


def rows_of(table: Board) -> dict[tuple[str, str], BoardRow]:
    """Every row by the title of its area and its label."""
    return {(area.title, row.label): row for area in table.areas for row in area.rows}
