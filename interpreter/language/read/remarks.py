"""The comments of a file, each with its place.

Takes the text of a file; a # inside a text of the file is no comment.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

import yaml

_SIGN = re.compile(r"(?<!\S)#")
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@dataclass(frozen=True, slots=True)
class Remark:
    """A comment as it is written; line and column are counted from 0, and `is_beside` says that something stands before it."""

    line: int
    column: int
    words: str
    is_beside: bool


def remarks_in(text: str, worth: re.Pattern[str]) -> Iterator[Remark]:
    """Every comment of a text that some pattern occurs in."""
    lines = [(number, line) for number, line in enumerate(text.splitlines()) if "#" in line and worth.search(line)]
    inside = _texts(text) if lines else []
    for number, line in lines:
        signs = [hash_sign.start() for hash_sign in _SIGN.finditer(line)]
        outside = [sign for sign in signs if not any(start <= (number, sign) < end for start, end in inside)]
        if outside and worth.search(words := line[outside[0] :]):
            yield Remark(number, outside[0], words, bool(line[: outside[0]].strip()))


def _texts(text: str) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Where every text begins and ends."""
    tokens = [token for token in yaml.scan(text, Loader=_LOADER) if isinstance(token, yaml.ScalarToken)]
    return [((one.start_mark.line, one.start_mark.column), (one.end_mark.line, one.end_mark.column)) for one in tokens]
