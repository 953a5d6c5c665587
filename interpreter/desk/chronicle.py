"""The log for somebody at the table: its lines by number, and the rule behind each.

Takes a match and a seat, or none for whoever looks on; tells of a line no more than they may know: the sentence that it comes
from, with its file and line, what was so that it was carried out, with its numbers, and the rules that are cited there.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from ..table.log import LogLine
from ..table.match import Match
from ..telling.conditions import Condition
from ..telling.reasons import Kind
from .reason_lines import MORE
from .sources import MOST_RULES, Sources

NOTHING = ["Nothing has happened yet."]
MOST_CONDITIONS = 3  # of those that led to a line, the nearest
MOST_CALLERS = 2
MOST_DEPTH = 5  # of what numbers are made of


def log_lines(match: Match, seat: str | None) -> list[str]:
    """Everything that the seat may read, numbered from the beginning."""
    viewer = None if seat is None else match.seats.index(seat)
    return [f"{number:>4}  {line.seen_by(viewer)}" for number, line in enumerate(_read(match, viewer), 1)] or NOTHING


def folded_set_up(lines: Sequence[LogLine], seat: str, viewer: int) -> list[str]:
    """Of how the table was laid out what a seat has got, and what the game says; the rest is one line."""
    told = [line for line in lines if line.seen_by(viewer)]
    begun = next((number for number, line in enumerate(told) if not line.lays_out), len(told))
    told, after = told[:begun], [line.seen_by(viewer) for line in told[begun:]]
    own = [line for line in told if line.is_spoken or line.kind == "decide" or _is_about(line.seen_by(viewer), seat)]
    left = len(told) - len(own)
    if left < 2:
        return [*(line.seen_by(viewer) for line in told), *after]
    return [f"the table is laid out ({left} lines: log)", *(line.seen_by(viewer) for line in own), *after]


def folded_alike(lines: Sequence[str]) -> list[str]:
    """Lines that read alike and follow each other, as one: `Bo: pay a card (3 times)`."""
    counted = [(line, len(list(same))) for line, same in groupby(lines)]
    return [line if count == 1 else f"{line} ({count} times)" for line, count in counted]


def _is_about(words: str, seat: str) -> bool:
    return words.startswith(f"{seat} ") or f"{seat}'s " in words


def behind(sources: Sources, match: Match, seat: str | None, wanted: str) -> list[str]:
    """What line that number of the log comes from; with `more` behind it, what its numbers are made of."""
    viewer = None if seat is None else match.seats.index(seat)
    lines = _read(match, viewer)
    asked, _, more = wanted.partition(" ")
    number = int(asked) if asked.isdecimal() and len(asked) < 10 and more.strip() in ("", MORE.strip()) else 0
    if not lines:
        return NOTHING
    if not 1 <= number <= len(lines):
        return [f"Write log and a number from 1 to {len(lines)}, then more for its parts; log alone shows the lines."]
    line = lines[number - 1]
    return made_of(line, viewer) if more else _comes_from(sources, line, viewer)


def made_of(line: LogLine, viewer: int | None) -> list[str]:
    """What the numbers of a line are made of, part by part."""
    parts = [part for one in line.facts(viewer).reasons for part in one.told_parts]
    told = [below for part in parts for below in (part.told_parts if part.kind is Kind.CANDIDATE else (part,))]
    left_out = [part for one in line.facts(viewer).reasons for part in one.left_out]
    below = [words for one in (*told, *left_out) for words in one.lines(MOST_DEPTH)]
    if not below:
        return [f'"{line.seen_by(viewer)}" has no numbers that are made of others.']
    return [f'"{line.seen_by(viewer)}":', *(f"  {told}" for told in dict.fromkeys(below))]


def _comes_from(sources: Sources, line: LogLine, viewer: int | None) -> list[str]:
    because, (written, cited_there) = line.because(viewer), line.facts(viewer).written
    if because is None and not line.place and written:  # the result
        rules = cited_there or sources.cited_around(written)
        return [f'"{line.seen_by(viewer)}" comes from:', *sources.line_at(written), *told_rules(sources, [rules])]
    if because is None or not because.place:
        return [f'"{line.seen_by(viewer)}" comes from no rule that you may know of.']
    came_by = line.came_by(viewer)
    conditions = came_by.conditions[-MOST_CONDITIONS:]
    callers = [one for one in came_by.callers if one.place != because.place][:MOST_CALLERS]
    sentences = [at for one in (because.place, *(one.place for one in callers)) for at in sources.line_at(one)]
    cited = [sources.cited_around(because.place), because.rules]
    cited += [one.rules or sources.cited_around(one.place) for one in callers]
    cited += [one.rules for one in reversed(conditions)]
    return [f'"{line.seen_by(viewer)}" comes from:', *sentences, *as_lines(conditions), *told_rules(sources, cited)]


def as_lines(conditions: Sequence[Condition]) -> list[str]:
    """What was so, the nearest first."""
    return [f"  as {one.facts}  ({one.place})" for one in reversed(conditions)]


def told_rules(sources: Sources, cited: Sequence[Sequence[str]]) -> list[str]:
    """The rules that are cited at some sentences; of many the first, and which others there are."""
    rules = [rule for rule in dict.fromkeys(rule for one in cited for rule in one) if rule in sources.rules]
    left = rules[MOST_RULES:] if len(rules) > MOST_RULES + 1 else []
    told = [f"  {rule}: {sources.rules[rule]}" for rule in rules if rule not in left]
    return [*told, f"  … and {len(left)} more: rules {left[0]}"] if left else told


def _read(match: Match, viewer: int | None) -> list[LogLine]:
    return [line for line in match.log if line.seen_by(viewer)]
