"""The log for somebody at the table: its lines by number, and the rule behind each.

Takes a match and a seat, or none for whoever looks on; tells of a line no more than they may know: the sentence that it comes
from, with its file and line, what was so that it was carried out, with its numbers, and the rules that are cited there.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from ..table.log import LogLine
from ..table.match import Match
from .sources import Sources

NOTHING = ["Nothing has happened yet."]
MOST_CONDITIONS = 3  # of those that led to a line, the nearest


def log_lines(match: Match, seat: str | None) -> list[str]:
    """Everything that the seat may read, numbered from the beginning."""
    viewer = None if seat is None else match.seats.index(seat)
    return [f"{number:>4}  {line.seen_by(viewer)}" for number, line in enumerate(_read(match, viewer), 1)] or NOTHING


def folded_set_up(lines: Sequence[LogLine], seat: str, viewer: int) -> list[str]:
    """Of how the table was laid out what a seat has got, and what the game says; the rest is one line."""
    told = [line for line in lines if line.seen_by(viewer)]
    own = [line for line in told if line.is_spoken or line.kind in ("decide", "round") or _is_about(line.seen_by(viewer), seat)]
    left = len(told) - len(own)
    if left < 2:
        return [line.seen_by(viewer) for line in told]
    return [f"the table is laid out ({left} lines: log)", *(line.seen_by(viewer) for line in own)]


def folded_alike(lines: Sequence[str]) -> list[str]:
    """Lines that read alike and follow each other, as one: `Bo: pay a card (3 times)`."""
    counted = [(line, len(list(same))) for line, same in groupby(lines)]
    return [line if count == 1 else f"{line} ({count} times)" for line, count in counted]


def _is_about(words: str, seat: str) -> bool:
    return words.startswith(f"{seat} ") or f"{seat}'s " in words


def behind(sources: Sources, match: Match, seat: str | None, wanted: str) -> list[str]:
    """What line that number of the log comes from."""
    viewer = None if seat is None else match.seats.index(seat)
    lines = _read(match, viewer)
    number = int(wanted) if wanted.isdecimal() and len(wanted) < 10 else 0
    if not lines:
        return NOTHING
    if not 1 <= number <= len(lines):
        return [f"Write log and a number from 1 to {len(lines)}; log alone shows the lines."]
    line = lines[number - 1]
    because = line.because(viewer)
    if because is None or not because.place:
        return [f'"{line.seen_by(viewer)}" comes from no rule that you may know of.']
    conditions = line.conditions(viewer)[-MOST_CONDITIONS:]
    cited = dict.fromkeys(rule for rules in (because.rules, *(one.rules for one in conditions)) for rule in rules)
    rules = [f"  {rule}: {sources.rules[rule]}" for rule in cited if rule in sources.rules]
    said = [f"  as {one.facts}  ({one.place})" for one in reversed(conditions)]
    return [f'"{line.seen_by(viewer)}" comes from:', *sources.line_at(because.place), *said, *rules]


def _read(match: Match, viewer: int | None) -> list[LogLine]:
    return [line for line in match.log if line.seen_by(viewer)]
