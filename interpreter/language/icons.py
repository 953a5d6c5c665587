"""The signs that are drawn: what `icon` of a look can name.

Reads `schema/icons.yaml`; returns names. The drawings themselves belong to the screens that draw.
"""

from __future__ import annotations

from functools import cache

from .diagnostics import schema_yaml


@cache
def drawn_signs() -> tuple[str, ...]:
    return tuple(schema_yaml("icons.yaml"))
