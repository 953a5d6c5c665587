"""The drawn signs of a page: their names, and the sprite that holds them all."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

STATIC = Path(__file__).parent / "static"


@cache
def sprite_text() -> str:
    return (STATIC / "icons.svg").read_text(encoding="utf-8")


@cache
def drawn_signs() -> frozenset[str]:
    return frozenset(re.findall(r'id="i-(\w+)"', sprite_text()))


@cache
def shapes() -> tuple[str, ...]:
    """Signs for members that nobody gave one, in their order."""
    return tuple(re.findall(r'<symbol class="shape" id="i-(\w+)"', sprite_text()))
