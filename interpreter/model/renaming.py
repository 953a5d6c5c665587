"""Words that a game had before, wherever people or programs still say them.

Takes the pairs that a definition lists under `renamed`, old and new; turns texts of scenarios, saves and records into the words
of today. A name is a whole word, also in the plural; any other text stands as it is, and its holes keep what stands in them. A
sentence or a value of the language that is gone becomes those of today that mean the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cached_property
from typing import Any

Renamed = tuple[str, str | tuple[str, ...]]  # sentences and values of the language are listed, all else is one text

NAME = re.compile(r"[a-z][a-z0-9_]*")
_HOLE = re.compile(r"\{(\w+)\}")


class Renaming:
    def __init__(self, pairs: Iterable[Renamed], leave: Iterable[str] = ()) -> None:
        kept = [(old, new) for old, new in pairs if old not in leave]
        self.pairs = tuple((old, new) for old, new in kept if isinstance(new, str))
        self.sentences = tuple((_with_holes(old), new) for old, new in kept if not isinstance(new, str))

    def __bool__(self) -> bool:
        return bool(self.pairs or self.sentences)

    def written(self, text: str) -> str:
        """The same phrase of the language with the names of today."""
        today = self.carried_out(text)
        return today[0] if len(today) == 1 else text

    def carried_out(self, text: str) -> list[str]:
        """The same sentence of the language, or those that it became."""
        for whole, new in self.sentences:
            if found := whole.fullmatch(text):
                holes = {hole: self.written(held) for hole, held in found.groupdict().items()}
                return [_filled(one, holes) for one in new]
        return [_with_words(text, self._names)]

    def said(self, text: str) -> str:
        """The same option or line of the log, in the words that people read today."""
        for whole, new in self._wholes:
            if found := whole.fullmatch(text):
                return _filled(new, {hole: self.said(held) for hole, held in found.groupdict().items()})
        return _with_words(text, self._said)

    def value(self, value: Any) -> Any:
        """What was read from JSON, with the names of today."""
        if isinstance(value, str):
            return self.written(value)
        if isinstance(value, list):
            return [self.value(one) for one in value]
        if isinstance(value, dict):
            return {self.written(key): self.value(one) for key, one in value.items()}
        return value

    @cached_property
    def _wholes(self) -> list[tuple[re.Pattern[str], str]]:
        """Texts with holes, which are whole texts."""
        return [(_with_holes(old), new) for old, new in self.pairs if _HOLE.search(old)]

    @cached_property
    def _names(self) -> dict[str, str]:
        names = {old: new for old, new in self.pairs if NAME.fullmatch(old)}
        return {**{plural_of(old): plural_of(new) for old, new in names.items()}, **names}

    @cached_property
    def _said(self) -> dict[str, str]:
        names = {old.replace("_", " "): new.replace("_", " ") for old, new in self._names.items()}
        return {**names, **{old: new for old, new in self.pairs if not (NAME.fullmatch(old) or _HOLE.search(old))}}


def _with_words(text: str, today: dict[str, str]) -> str:
    if not today:
        return text
    longest_first = sorted(today, key=len, reverse=True)
    words = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)")
    return words.sub(lambda found: today[found[0]], text)


def _filled(text: str, holes: dict[str, str]) -> str:
    return _HOLE.sub(lambda hole: holes[hole[1]], text)


def plural_of(name: str) -> str:
    """Several of what a name of a definition names."""
    if name.endswith("y") and name[-2:-1] not in "aeiou":
        return f"{name[:-1]}ies"
    return f"{name}es" if name.endswith(("s", "x", "z", "ch", "sh")) else f"{name}s"


def _with_holes(old: str) -> re.Pattern[str]:
    parts = _HOLE.split(old)  # a text, the name of a hole, a text, …
    seen: set[str] = set()
    written = [re.escape(parts[0])]
    for hole, text in zip(parts[1::2], parts[2::2], strict=True):
        written += [f"(?P={hole})" if hole in seen else f"(?P<{hole}>.+?)", re.escape(text)]
        seen.add(hole)
    return re.compile("".join(written))
