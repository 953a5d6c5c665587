"""Shows the line that a complaint speaks of, out of the text that was read.

Takes the bytes of every file that is read; returns the line at a place with carets under the words. Never opens a file itself:
what was refused, or has changed since, is not shown.
"""

from __future__ import annotations

from functools import lru_cache

from .visible import on_one_line, width

MOST_BYTES = 32_000_000  # of all files together: a game with thousands of scenarios fits in
LONGEST = 200  # signs of a line that are shown


class _Kept:
    """What was read last, by the names that complaints call files by."""

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}
        self.bytes = 0

    def forget(self, shown: str) -> None:
        self.bytes -= len(self.files.pop(shown, b""))


_kept = _Kept()


def remember(shown: str, raw: bytes) -> None:
    """Keep what a file holds; the oldest ones go when there are too many."""
    _kept.forget(shown)
    _kept.files[shown] = raw
    _kept.bytes += len(raw)
    while _kept.bytes > MOST_BYTES:
        _kept.forget(next(iter(_kept.files)))


def excerpt(file: str, line: int, column: int, length: int) -> list[str]:
    """The line with the one above it, and carets under the words; nothing if it was not read."""
    lines = _lines(_kept.files[file]) if file in _kept.files else ()
    if not 1 <= line <= len(lines):
        return []
    margin = max(4, len(str(line)) + 1)
    above, here = lines[line - 2] if line > 1 else "", lines[line - 1]
    start = min(column - 1, len(here))
    first = max(0, start - LONGEST // 2) if start >= LONGEST - 20 else 0
    before, words = _cut(here, first, start), here[start : min(start + max(1, length), first + LONGEST)]
    shown = [f"{line - 1:{margin}} | {_cut(above, 0, len(above))}"] if above.strip() else []
    shown.append(f"{line:{margin}} | {_cut(here, first, len(here))}")
    shown.append(f"{'':{margin}} | {'':{width(before)}}{'^' * max(1, width(on_one_line(words).rstrip()))}")
    return ["", *shown, ""]


def whole_line(file: str, line: int) -> tuple[int, int]:
    """At which column the words of a line begin, and how many signs they are, without the dash before and the comment behind
    them; the first sign, if it was not read."""
    lines = _lines(_kept.files[file]) if file in _kept.files else ()
    written = lines[line - 1].partition(" #")[0].rstrip() if 1 <= line <= len(lines) else ""
    words = written.lstrip(" -")
    return len(written) - len(words) + 1, max(1, len(words))


def _cut(line: str, first: int, last: int) -> str:
    """A part of a line that fits on a screen, with a sign where something is left out."""
    cut = line[first : min(last, first + LONGEST)]
    return ("…" if first else "") + on_one_line(cut) + ("…" if last > first + LONGEST and last == len(line) else "")


@lru_cache(maxsize=4)
def _lines(raw: bytes) -> tuple[str, ...]:
    text = raw.decode("utf-8-sig", errors="replace")
    return tuple(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"))
