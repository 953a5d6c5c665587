"""What a page shows of how something happened: flights of cards, what is stirred, and what is said at its place.

Takes chapters of the journal and lines of the log; returns plain lists. Every flight is one entry of the journal as the viewer
was told it, with the key before and after, so nothing is linked that the viewer could not follow.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ... import ir
from ...table.journal import Chapter
from ...table.log import LogLine
from ...telling.entries import Entry, Move, Reveal, Roll, Show, Shuffle, Swap, Thing, Turn

Flight = list[str | None]  # key before, key after, zone left, zone reached
SPOKEN = ("say", "decide")
_BESIDE = (ir.ThingSort.ZONE, ir.ThingSort.MEMBER, ir.ThingSort.CARD, ir.ThingSort.PLAYER)  # what a line speaks of most closely


def entries_of(chapters: Sequence[Chapter], viewer: int | None) -> list[Entry]:
    return [entry for chapter in chapters for one in chapter.happenings if (entry := one.for_viewer(viewer)) is not None]


def flights(entries: Iterable[Entry]) -> list[Flight]:
    """Every card that moved, in order; one that moved twice is there twice."""
    return [
        [step.before, step.after, step.source, entry.zone]
        for entry in entries
        if isinstance(entry, Move)
        for step in entry.steps
    ]


def stirred(entries: Iterable[Entry]) -> list[list[str]]:
    """What was turned, rolled, shuffled, shown or swapped, by its key."""
    found: list[list[str]] = []
    for entry in entries:
        if isinstance(entry, Turn | Reveal):
            found += _stir(entry.kind, (entry.card,))
        elif isinstance(entry, Roll):
            found += _stir(entry.kind, [die for die, _ in entry.dice])
        elif isinstance(entry, Shuffle):
            found.append([entry.kind, entry.zone])
        elif isinstance(entry, Show):
            found += _stir(entry.kind, entry.cards)
        elif isinstance(entry, Swap):
            found += _stir(entry.kind, (entry.left, entry.right))
    return found


def _stir(kind: str, things: Iterable[Thing]) -> list[list[str]]:
    return [[kind, thing.key] for thing in things if thing.key is not None]


def zones_in(entries: Iterable[Entry]) -> set[str]:
    """Zones to which something came, or from which it went."""
    moves = [entry for entry in entries if isinstance(entry, Move)]
    return {zone for move in moves for zone in (move.zone, *(step.source for step in move.steps))}


def spoken_at(lines: Sequence[LogLine], viewer: int | None) -> list[list[str]]:
    """What the game itself says, at the place that it speaks of, with the reason that stood before it."""
    found: list[list[str]] = []
    reason = ""
    for line in lines:
        words = line.seen_by(viewer)
        if not words or line.kind not in SPOKEN:
            continue
        things = line.things_for(viewer)
        place = next((one.key for sort in _BESIDE for one in _last(things, sort)), None)
        if line.kind == "decide":
            reason = words
        elif place is not None:
            found.append([place, words, reason])
            reason = ""
    return found


def _last(things: Sequence[Thing], sort: ir.ThingSort) -> list[Thing]:
    return [one for one in reversed(things) if one.sort == sort and one.key is not None][:1]
