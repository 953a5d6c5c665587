"""What has changed on the table for one viewer, told by the journal.

Takes chapters; returns the keys of cards that came, turned or rolled, of zones that something came to or left, and the facts
that have another value. Two tables that look alike may still have changed, and the journal knows it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from ..telling.entries import Change, Entry, Mark, Move, Reveal, Roll, Show, Swap, Thing, Turn
from .journal import Chapter


@dataclass(frozen=True)
class Changes:
    """Keys of things, and pairs of a variable and the key of what it is of."""

    things: frozenset[str] = frozenset()
    facts: frozenset[tuple[str, str | None]] = frozenset()

    def has_any(self, keys: Iterable[str | None]) -> bool:
        return any(key in self.things for key in keys)


NOTHING_NEW = Changes()


def changes_in(chapters: Sequence[Chapter], viewer: int | None) -> Changes:
    """What changed in these chapters, as far as a viewer may know it."""
    entries = [entry for chapter in chapters for one in chapter.happenings if (entry := one.for_viewer(viewer)) is not None]
    things = frozenset(key for entry in entries for key in _touched(entry) if key is not None)
    facts = {(one.variable, one.of.key if one.of is not None else None) for one in entries if isinstance(one, Change | Mark)}
    return Changes(things, frozenset(facts))


def _touched(entry: Entry) -> Iterator[str | None]:
    match entry:
        case Move():
            yield entry.zone
            for step in entry.steps:
                yield step.source
                yield step.after
        case Turn() | Reveal():
            yield entry.card.key
        case Show():
            yield from _keys(entry.cards)
        case Roll():
            yield from _keys([die for die, _ in entry.dice])
        case Swap():
            yield from _keys((entry.left, entry.right))


def _keys(things: Iterable[Thing]) -> Iterator[str | None]:
    return (thing.key for thing in things)
