"""The closed word list of the language.

Reads `schema/words.yaml`; returns every word with its kind, its meaning and an example. A test holds it against the grammar
and the schema, so that no word is missing and none is too many.
"""

from __future__ import annotations

from functools import cache

from .diagnostics import schema_yaml


@cache
def listing() -> list[dict[str, str]]:
    return [dict(entry) for entry in schema_yaml("words.yaml")]


def find(word: str) -> list[dict[str, str]]:
    """Every entry of a word; none if the language does not have it."""
    return [entry for entry in listing() if entry["word"] == word]


@cache
def verbs() -> tuple[str, ...]:
    """The words that an action can begin with, beside the verbs of a game."""
    return tuple(entry["word"] for entry in listing() if entry["kind"] == "verb")
