"""A line of the log as it stands on a page: whose answer it is, and that the rule behind it can be asked for."""

from __future__ import annotations

from collections.abc import Sequence

from ...table.log import LogLine
from .drawing import drawn


def drawn_line(number: int, words: str, line: LogLine, seats: Sequence[str]) -> str:
    """Line `number` as this viewer counts them."""
    who = _answering(words, seats) if line.is_answer else None
    text = words.removeprefix(f"{seats[who]}: ") if who is not None else words
    name = seats[who] if who is not None else ""
    return drawn("line.html", number=number, text=text, name=name, seat=who, kind=line.kind)


def _answering(words: str, seats: Sequence[str]) -> int | None:
    """The seat whose answer a line tells: the one with the longest name, if one name begins with another."""
    speakers = [number for number, seat in enumerate(seats) if words.startswith(f"{seat}: ")]
    return max(speakers, key=lambda number: len(seats[number]), default=None)
