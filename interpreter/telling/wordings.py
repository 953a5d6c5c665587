"""Fills the wordings of `schema/telling.yaml`, or those that a definition has in their place.

Takes the name of a wording and what stands in its holes; returns words. What stands in brackets is left out where a hole in it
stays empty.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from ..model.definition import Definition

_OPTIONAL = re.compile(r"\[([^\[\]]*)\]")
_HOLE = re.compile(r"\{(\w+)\}")


class Wordings:
    """The words of one definition, by the kind of what is told and by which wording of it."""

    def __init__(self, words: Mapping[str, str]) -> None:
        self.words = words

    def fill(self, name: str, holes: Mapping[str, str]) -> str:
        """The wording of this name; nothing, where the definition has none."""
        kept = _OPTIONAL.sub(lambda part: _kept(part[1], holes), self.words.get(name, ""))
        return _HOLE.sub(lambda hole: holes[hole[1]], kept)

    def opening(self, name: str) -> str:
        """The words of a wording before its first hole."""
        return _HOLE.split(self.words[name])[0]

    def reason(self, wording: str, **holes: str) -> str:
        """How a number comes about."""
        return self.fill(f"reason/{wording}", holes)

    def decide(self, wording: str, **holes: str) -> str:
        """By what something was decided."""
        return self.fill(f"decide/{wording}", holes)


def _kept(part: str, holes: Mapping[str, str]) -> str:
    return part if all(holes[name] for name in _HOLE.findall(part)) else ""


@lru_cache(maxsize=64)
def wordings_of(definition: Definition) -> Wordings:
    return Wordings(dict(definition.wordings))
