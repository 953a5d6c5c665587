"""A game that was played, step by step: what happened at each answer, and the table after it.

Takes a match that went to its end or as far as it was recorded; answers for any number of answers what somebody may read of the
last of them and how the table stood then. Goes back by taking answers back, so nothing is played a second time.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from ..table.appearance import looks_of
from ..table.board import Board, board
from ..table.log import LogLine, lines_as_data, read_by
from ..table.match import Match
from ..table.result import ending
from ..table.what_changed import changes_in
from ..telling.entries import to_json
from ..telling.things import player_thing
from ..telling.written import place_of


class Steps:
    """Before the eyes of a seat, or with none of somebody who looks on. Step 0 is what came before the first answer."""

    def __init__(self, match: Match, seat: str | None = None) -> None:
        self.match = match
        self.seat = seat
        self.viewer = None if seat is None else match.seats.index(seat)

    @property
    def last(self) -> int:
        return len(self._lines) - 1

    @cached_property
    def _lines(self) -> list[list[LogLine]]:
        """The lines of the log, by the answer that led to them."""
        lines: list[list[LogLine]] = [[]]
        for line in self.match.log:
            if line.is_answer:
                lines.append([])
            lines[-1].append(line)
        return lines

    def told(self, step: int) -> list[str]:
        """What somebody reads of a step."""
        return read_by(self.viewer, self._lines[step])

    def data(self, step: int) -> list[dict[str, Any]]:
        """The same for programs, with the result behind the last step of a game that is over."""
        told = lines_as_data(self.viewer, self._lines[step])
        return [{"step": step, **one} for one in (*told, *([self._result()] if step == self.last else [])) if one]

    def _result(self) -> dict[str, Any]:
        """Who has won, and what everybody has come to, the best first."""
        result, definition = self.match.result, self.match.definition
        if result is None:
            return {}
        players = {seat: to_json(player_thing(self.match.seats, number)) for number, seat in enumerate(self.match.seats)}
        places = [definition.functions[one] for one in (definition.winner, definition.score) if one is not None]
        place = {"place": place_of(definition, places[0])} if places else {}
        scores = [{"who": players[seat], "value": score} for seat, score in result.ranking]
        told = {"text": ending(definition, result), "kind": "result", **place}
        return {**told, "who": [players[seat] for seat in result.winners], "scores": scores}

    def at(self, step: int) -> Match:
        """The game as it stood after a step."""
        match = self.match.copy(watched=True)
        while match.answer_count > step and match.undo():
            pass
        return match

    def board(self, step: int, width: int) -> Board:
        """The table after a step, with what has changed in it."""
        match = self.at(step)
        chapters: Sequence[Any] = match.journal.chapters
        changes = changes_in(chapters[-1:] if step else [], self.viewer)
        return board(match.view(self.seat), looks_of(match.definition), width, changes=changes)
