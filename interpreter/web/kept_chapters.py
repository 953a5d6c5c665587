"""Chapters of the journal as bytes: what the witness has told once need not be told again after a restart.

Takes a match and a stretch of its steps; returns bytes under a name that stands for all that led there: the rules, the seats,
the seed, every step, and our own code. Under another name bytes are not looked at, so a stretch is exactly what would be told
anew. Bytes that are read make values of the journal and call nothing else, whoever wrote them.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from functools import partial
from itertools import chain
from types import MethodType
from typing import Any

from ..engine.events import Cause
from ..engine.veils import Secrecy, Veil
from ..model.definition import Definition
from ..study.remote_work import code_here
from ..table.journal import Chapter, Happening, Journal
from ..table.match import Match
from ..table.witness import Testimony
from ..telling import entries
from ..telling.keys import Keys
from ..telling.known import Thing, ThingSort
from ..telling.reason_words import reason_words
from ..telling.reasons import Kind, Reason

_ENTRIES = [one for one in vars(entries).values() if isinstance(one, type) and is_dataclass(one)]
_WORDS: tuple[type, ...] = (Kind, entries.PlaceInRow, ThingSort)
_VALUES: dict[str, Any] = {
    one.__name__: one for one in (*_ENTRIES, *_WORDS, Cause, Chapter, Happening, Keys, Reason, Secrecy, Thing, Veil)
}
_FIELDS = {one: tuple(field.name for field in fields(one)) for one in _VALUES.values() if is_dataclass(one)}
_PLAIN, _SPEECH = "", "speech"  # how reasons are put into words is the definition's, and not written
_KEYS = Keys.__name__  # many numbers, which stand in the row itself
_GATHERED: dict[str, Callable[[list[Any]], Any]] = {
    "tuple": tuple,
    "frozenset": frozenset,
    "dict": lambda parts: dict(zip(parts[::2], parts[1::2], strict=True)),
}


@dataclass(frozen=True)
class KeptChapters:
    """The chapters of the steps `first` to `end`, which is not among them, under the name of how they came about."""

    first: int
    end: int
    name: str
    body: bytes


def _name(match: Match, end: int) -> str:
    acts = [step.act for step in match.steps[:end]]
    way = (match.definition.fingerprint, match.seats, match.seed, sorted(match.options.items()), acts)
    return hashlib.sha256(f"{code_here()} {way!r}".encode("utf-8", "surrogatepass")).hexdigest()


def chapters_from(match: Match, first: int) -> KeptChapters:
    """What happened from a step on."""
    chapters = match.journal.chapters[first:]
    told = [(step.words, chapter) for step, chapter in zip(match.steps[first:], chapters, strict=True)]
    end, writing = len(match.steps), _Writing()
    writing.write(tuple(told))
    return KeptChapters(first, end, _name(match, end), zlib.compress(json.dumps(writing.rows).encode(), 1))


def recall(match: Match, kept: Iterable[KeptChapters]) -> list[int]:
    """Let a match that was played again know what was told of it; where each stretch ends that it knows. Chapters of another
    way, or that cannot be read, are left out, and are told anew once somebody asks."""
    known, ends = 0, list[int]()
    veils = Journal(match.seats, match.steps[0].before, match.keys_before, match.is_laid_out).veils
    for one in kept:
        if one.first != known or one.end > len(match.steps) or one.name != _name(match, one.end):
            continue
        told = _read(one, match.definition)
        if len(told) != one.end - known:
            continue
        for step, (words, chapter) in zip(match.steps[known : one.end], told, strict=True):
            step.words, step.told = words, Testimony(chapter, step.before.world, match.seats, step.untold, veils)
            veils = chapter.veils
        known = one.end
        ends.append(known)
    return ends


def _read(kept: KeptChapters, definition: Definition) -> list[tuple[str | None, Chapter]]:
    """Nothing, if they are not as they were written."""
    with suppress(Exception):
        told = _value_of(json.loads(zlib.decompress(kept.body)), definition)
        if all(isinstance(chapter, Chapter) for _, chapter in told):
            return list(told)
    return []


class _Writing:
    """Values as rows, each after those that it is made of: what sort of value it is, and the numbers of their rows. What is
    alike is written once."""

    def __init__(self) -> None:
        self.rows: list[tuple[Any, ...]] = []
        self._numbers: dict[tuple[Any, ...], int] = {}
        self._written: dict[int, int] = {}

    def write(self, value: Any) -> int:
        """The number of the row of a value."""
        sort = type(value)
        if sort is Keys:
            row: tuple[Any, ...] = (_KEYS, value.used, *chain.from_iterable(value.cards.items()))
        elif sort in _FIELDS:
            row = (sort.__name__, *self._numbers_of([getattr(value, name) for name in _FIELDS[sort]]))
        elif sort is dict:
            row = ("dict", *self._numbers_of(chain.from_iterable(value.items())))
        elif sort.__name__ in _GATHERED:
            row = (sort.__name__, *self._numbers_of(value))
        elif isinstance(value, Enum):
            row = (sort.__name__, *self._numbers_of((value.value,)))
        else:
            row = (_SPEECH,) if isinstance(value, MethodType) else (_PLAIN, value)
        number = self._numbers.setdefault((sort, *row), len(self.rows))
        if number == len(self.rows):
            self.rows.append(row)
        self._written[id(value)] = number
        return number

    def _numbers_of(self, parts: Iterable[Any]) -> list[int]:
        """Most of what a value is made of is written already."""
        known = self._written.get
        return [self.write(one) if (number := known(id(one))) is None else number for one in parts]


def _value_of(rows: list[list[Any]], definition: Definition) -> Any:
    """The value of the last row."""
    made: list[Any] = []
    speech = reason_words(definition).line
    makers: dict[str, Callable[[list[Any]], Any]]
    makers = {**_GATHERED, **{name: partial(_made, one) for name, one in _VALUES.items()}, _SPEECH: lambda parts: speech}
    for sort, *parts in rows:
        if sort == _KEYS:
            made.append(Keys(dict(zip(parts[1::2], parts[2::2], strict=True)), parts[0]))
        else:
            made.append(parts[0] if sort == _PLAIN else makers[sort]([made[number] for number in parts]))
    return made[-1]


def _made(sort: Any, parts: list[Any]) -> Any:
    return sort(*parts)
