"""The default words of the log.

Reads `schema/telling.yaml`; returns each wording by the kind of what happens and by whose doing it is. They go into every
definition, so that a table needs no other file than the game.
"""

from __future__ import annotations

from functools import cache

from .diagnostics import schema_yaml

NUMBERS = ("decide", "reason")  # kinds that tell where numbers come from: each of their wordings has its own holes


@cache
def wordings() -> tuple[tuple[str, str], ...]:
    """`draw/who`, `draw/by` … with their words."""
    kinds: dict[str, dict[str, str]] = schema_yaml("telling.yaml")
    return tuple((f"{kind}/{whose}", words) for kind, wording in kinds.items() for whose, words in wording.items())
