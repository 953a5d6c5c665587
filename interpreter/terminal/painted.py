"""The screen of a real terminal, drawn with rich.

Takes the same board and offers as the plain screen; draws areas as frames side by side, as many as the width allows. Colour
only repeats what words and marks say already.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import ceil

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from ..desk.offers import Beside, offer_lines
from ..language.visible import visible
from ..table.board import Area, Board, BoardRow
from ..table.match import Decision
from .plain import CHANGED, CURTAIN, Read, asked

NARROWEST = {True: 20, False: 36}  # a frame with upright rows, and any other
COLOURS = ("cyan", "yellow", "magenta", "green", "blue", "red")
FORGET = "\x1b[2J\x1b[3J\x1b[H"  # the screen, and what can be scrolled back to


class PaintedScreen:
    def __init__(self, console: Console, read: Read, seats: Sequence[str] = ()) -> None:
        self.console = console
        self.seats = tuple(seats)
        self._read = read

    @property
    def width(self) -> int:
        return self.console.width

    def say(self, text: str) -> None:
        self._write(_shown(text))

    def _write(self, text: Text) -> None:
        """Lines that break between words only: a path that is longer than a line can still be copied."""
        for line in text.split(allow_blank=True):
            for part in _broken(line, self.width):
                self.console.print(part, overflow="ignore", crop=False)

    def happened(self, lines: list[str]) -> None:
        if lines:
            self._write(_shown("Since your last decision:", style="dim"))
        for line in lines:
            self._write(self._in_colours(f"  {line}"))

    def table(self, board: Board, is_whole: bool = True) -> None:
        """The whole table; where it need not be and is higher than the screen, what has changed and one's own things."""
        with self.console.capture() as drawn:
            self._draw(board.facts, board.bands)
        lines = drawn.get().count("\n")
        if is_whole or lines <= self.console.height:
            self._draw(board.facts, board.bands)
            return
        bands = [[area for area in band if area.is_own or area.is_changed] for band in board.bands]
        self._draw(board.facts, [band for band in bands if band])
        rest = [area.title for area in board.areas if not area.is_own and not area.is_changed]
        if rest:
            self._write(_shown(f"As before: {', '.join(rest)} (look shows everything)", style="dim"))

    def _draw(self, facts: Sequence[str], bands: list[list[Area]]) -> None:
        self._headline(" · ".join(facts))
        for band in bands:
            self._band([(area, self._area(area)) for area in band])

    def _headline(self, facts: str) -> None:
        """The facts of the whole game over a line, or above it where there is no room."""
        text = _shown(facts, style="bold")
        fits = len(facts) + 4 < self.width
        if not fits:
            self._write(text)
        self.console.rule(text if fits else "", align="left")

    def _band(self, framed: list[tuple[Area, RenderableType]]) -> None:
        """Frames side by side, as many as there is room for."""
        lines = [len(line) for area, _ in framed for row in area.rows for line in row.lines]
        upright = all(row.upright for area, _ in framed for row in area.rows if not row.label)
        upright = upright and any(row.upright for area, _ in framed for row in area.rows)
        room = max([NARROWEST[upright], *(length + 4 for length in lines)])
        rows = ceil(len(framed) / max(1, self.width // room))
        count = ceil(len(framed) / rows)
        for start in range(0, len(framed), count):
            grid = Table.grid(expand=True)
            for _ in range(count):
                grid.add_column(ratio=1)
            grid.add_row(*(frame for _, frame in framed[start : start + count]))
            self.console.print(grid)

    def _area(self, area: Area) -> RenderableType:
        """A frame; what has changed is marked."""
        parts: list[RenderableType] = []
        for row in area.rows:
            if row.upright:
                parts += [_Hanging(self._in_colours(line)) for line in _column(row)]
                continue
            text = Text.assemble((f"{CHANGED} " if row.is_changed else "", "bold"))
            if row.label:
                text.append(visible(f"{row.label}: "), style="bold" if row.is_changed else "dim")
            text.append_text(self._in_colours(row.text))
            parts.append(_Hanging(text))
            parts += [_shown(line, no_wrap=True) for line in row.lines]
        style = "bold" if area.is_own else "dim"
        title = _shown(str(area), style=f"{self._colour(area.title)} {style}".strip())
        return Panel(Group(*parts), title=title, title_align="left", border_style=style, padding=(0, 1))

    def _colour(self, seat: str) -> str:
        return COLOURS[self.seats.index(seat) % len(COLOURS)] if seat in self.seats else ""

    def _in_colours(self, words: str) -> Text:
        """Words with the names of seats in their colours, and what lies face down dim."""
        text = _shown(words)
        for seat in self.seats:
            text.highlight_words([seat], self._colour(seat))
        text.highlight_regex(r"\([^()]*\)", "dim")
        return text

    def offer(self, decision: Decision, beside: Beside = ()) -> None:
        self._write(_shown(asked(decision), style="bold"))
        for line in offer_lines(decision, self.width, beside):
            text = _shown(line)
            text.highlight_regex(r"(?<=  )\d+(?=  )", "bold")
            self._write(text)

    def curtain(self) -> None:
        self.console.print(CURTAIN)
        self.console.file.write(FORGET)

    def ask(self, prompt: str, words: Sequence[str]) -> str | None:
        return self._read(prompt, words)


class _Hanging:
    """A line of words in a frame, which breaks as wide as the frame is."""

    def __init__(self, text: Text) -> None:
        self.text = text

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield from _broken(self.text, options.max_width)


def _broken(line: Text, width: int) -> list[Text]:
    """A line as it fits: what goes on below stands two further to the right than its beginning."""
    indent = len(line.plain) - len(line.plain.lstrip(" ")) + 2
    first, *below = line.divide(_breaks(line.plain, width, indent))
    parts = [first, *(Text(" " * indent).append_text(one) for one in below)]
    for part in parts:
        part.rstrip()
    return parts


def _breaks(line: str, width: int, indent: int) -> list[int]:
    """Where a line goes on below, so that what stands there fits, unless it is one word."""
    breaks, start, room = [], 0, width
    for word in re.finditer(r"\S+", line):
        if cell_len(line[start : word.end()]) > room and line[start : word.start()].strip():
            start, room = word.start(), width - indent
            breaks.append(start)
    return breaks


def _shown(words: str, style: str = "", no_wrap: bool | None = None) -> Text:
    """Words as they may be drawn: every sign of them can be seen."""
    return Text(visible(words), style=style, no_wrap=no_wrap)


def _column(row: BoardRow) -> list[str]:
    """The items of a column one below the other; those that are new are marked, or that something has left it."""
    lines = [f"{CHANGED} {item}" if index in row.fresh else item for index, item in enumerate(row.items)]
    return lines if row.fresh or not row.is_changed else [*lines, f"{CHANGED} something is gone"]
