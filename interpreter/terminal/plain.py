"""What a game is shown on: the plain screen, which needs nothing but lines.

Takes the board, the offer and sentences; writes lines and reads one back. Everything a screen shows is words: colour and frames
of other screens only repeat them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from ..desk.offers import Beside, offer_lines
from ..table.board import Board
from ..table.match import Decision

Write = Callable[[str], None]
Read = Callable[[str, Sequence[str]], str | None]  # a prompt and what can be completed; None at the end of the input

CURTAIN = "\n" * 60
CHANGED = "*"


class TerminalScreen(Protocol):
    @property
    def width(self) -> int: ...
    def say(self, text: str) -> None: ...
    def happened(self, lines: list[str]) -> None: ...
    def table(self, board: Board, is_whole: bool = True) -> None: ...
    def offer(self, decision: Decision, beside: Beside = ()) -> None: ...
    def curtain(self) -> None: ...
    def ask(self, prompt: str, words: Sequence[str]) -> str | None: ...


class PlainScreen:
    """Lines of text; nobody to ask where `read` is None."""

    def __init__(self, write: Write, read: Read | None = None, columns: Callable[[], int] = lambda: 80) -> None:
        self.say = write
        self._read = read
        self._columns = columns

    @property
    def width(self) -> int:
        return self._columns()

    def happened(self, lines: list[str]) -> None:
        for line in lines:
            self.say(line)

    def table(self, board: Board, is_whole: bool = True) -> None:
        self.say("")
        if board.facts:
            self.say(", ".join(board.facts))
        for area in board.areas:
            self.say(str(area))
            for row in area.rows:
                self.say(f"{CHANGED if row.is_changed else ' '} {row}")
                for line in row.lines:
                    self.say(f"    {line}")

    def offer(self, decision: Decision, beside: Beside = ()) -> None:
        self.say(asked(decision))
        for line in offer_lines(decision, self.width, beside):
            self.say(line)

    def curtain(self) -> None:
        self.say(CURTAIN)

    def ask(self, prompt: str, words: Sequence[str]) -> str | None:
        return self._read(prompt, words) if self._read is not None else None


def asked(decision: Decision) -> str:
    return f"{decision.seat}: {decision.prompt or 'What do you do?'}"
