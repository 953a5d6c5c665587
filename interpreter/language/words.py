"""The closed word list of the language.

Reads `schema/words.yaml`; returns every word with its kind, its meaning and an example. A test holds it against the grammar
and the schema, so that no word is missing and none is too many.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from .diagnostics import schema_yaml


@cache
def listing() -> list[dict[str, str]]:
    """Every word by itself, also those that share an entry because they differ in one thing only, such as their direction
    or their spelling."""
    return [_entry(entry, word) for entry in schema_yaml("words.yaml") for word in (entry["word"], *entry.get("also", ()))]


def _entry(shared: dict[str, Any], word: str) -> dict[str, str]:
    return {"word": word, "kind": shared["kind"], "means": shared["means"],
            "example": re.sub(rf"\b{shared['word']}\b", word, shared["example"])}  # fmt: skip


def find(word: str) -> list[dict[str, str]]:
    """Every entry of a word; none if the language does not have it."""
    return [entry for entry in listing() if entry["word"] == word]


@cache
def aloud() -> dict[str, tuple[str, str]]:
    """What is written with brackets as people say it, with places for what stands in them; and the same where that is 2."""
    said = [entry for entry in schema_yaml("words.yaml") if "aloud" in entry]
    return {entry["word"]: (entry["aloud"], entry.get("halved", entry["aloud"])) for entry in said}


@cache
def verbs() -> tuple[str, ...]:
    """The words that an action can begin with, beside the verbs of a game."""
    return tuple(entry["word"] for entry in listing() if entry["kind"] == "verb")
