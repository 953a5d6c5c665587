"""Texts of a game as people read them: `1 coin`, where its words say `{amount} coins`, `column 1 row 2` for `c1r2`, and `GP`
for what `look` writes so.

Takes the words of an option or of something that was said; returns them with one of what the game counts in the singular, with
spaces of a board by column and row, and with the capitals of counters. The words themselves stay as they are: records, saves
and scenarios know an answer by them.
"""

from __future__ import annotations

import re
from functools import lru_cache

from ..model.definition import Definition
from .plurals import plural, singular


def read_aloud(definition: Definition, text: str) -> str:
    """The text with its nouns right, and with the spaces of boards by column and row."""
    nouns = _one_of_many(definition) if "1 " in text else None
    if nouns is not None:
        text = nouns.sub(lambda hit: f"1 {_one(definition)[hit[1].casefold()]}", text)
    capitals = _capitals(definition)
    if capitals is not None:
        text = capitals[0].sub(lambda hit: capitals[1][hit[1]], text)
    return _CELL.sub(r"column \1 row \2", text) if _has_board(definition) else text


def reading_of(definition: Definition, text: str) -> str | None:
    """The text as people read it, where its words are others."""
    read = read_aloud(definition, text)
    return None if read == text else read


_CELL = re.compile(r"\bc([1-9]\d*)r([1-9]\d*)\b")


@lru_cache(maxsize=64)
def _capitals(definition: Definition) -> tuple[re.Pattern[str], dict[str, str]] | None:
    """Counters whose label differs from their name by capitals alone: it is how they are written."""
    counters = {one.name.replace("_", " ") for one in definition.variables if one.is_counter}
    labels = {one.name.replace("_", " "): one.label for one in definition.look.facts}
    found = {name: labels[name] for name in counters & labels.keys() if labels[name] != name == labels[name].casefold()}
    return (re.compile(rf"\b({'|'.join(map(re.escape, sorted(found)))})\b"), found) if found else None


@lru_cache(maxsize=64)
def _has_board(definition: Definition) -> bool:
    """Whether some zones are known by nothing but where they lie on a grid."""
    return any(family.size and not family.ids for family in definition.families)


@lru_cache(maxsize=64)
def _one_of_many(definition: Definition) -> re.Pattern[str] | None:
    many = sorted(_one(definition), key=len, reverse=True)
    return re.compile(rf"(?<![\w−.,-])1 ({'|'.join(map(re.escape, many))})\b", re.IGNORECASE) if many else None


@lru_cache(maxsize=64)
def _one(definition: Definition) -> dict[str, str]:
    """What several of something are called, with what one of it is: counters, components, and cards of any kind."""
    counters = {one.name: one.plural for one in definition.variables if one.is_counter}
    kinds = {one.name: one.plural for one in definition.kinds}
    found = {"cards": "card"}
    for name, declared in (counters | kinds).items():
        one = name if declared else singular(name)
        many = declared or plural(one)
        if one != many:
            found[many.replace("_", " ").casefold()] = one.replace("_", " ")
    return found
