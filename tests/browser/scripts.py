"""The scripts that tests carry out in a page; they lie beside this file."""

from __future__ import annotations

from functools import cache
from pathlib import Path


@cache
def script(name: str) -> str:
    return (Path(__file__).parent / f"{name}.js").read_text(encoding="utf-8").partition("\n")[2]
