"""Functions of the language as people say them: `max(0, coins - 2)` is "the higher of 0 and coins - 2".

Takes words of a definition; returns them without such calls. One may stand inside the other.
"""

from __future__ import annotations

import re
from functools import cache

from ..ir.operations import CALLED
from ..language.words import aloud


def calls_aloud(words: str) -> str:
    """Every call; what is not closed, or has more in its brackets, stays as it is."""
    start = 0
    while call := _call().search(words, start):
        given, end = _given(words, call.end())
        if len(given) != CALLED.get(call[1], 1):
            start = call.end()
            continue
        usual, halved = aloud()[call[1]]
        said = halved if given[-1] == "2" else usual
        words = words[: call.start()] + said.format(*(calls_aloud(one) for one in given)) + words[end:]
    return words


@cache
def _call() -> re.Pattern[str]:
    return re.compile(rf"\b({'|'.join(aloud())})\(")


def _given(words: str, start: int) -> tuple[list[str], int]:
    """What stands between the brackets, and where they end; nothing if they do not."""
    given, depth, first = list[str](), 0, start
    for place in range(start, len(words)):
        sign = words[place]
        if depth == 0 and sign in ",)":
            given.append(words[first:place].strip())
            first = place + 1
            if sign == ")":
                return given, place + 1
        depth += (sign == "(") - (sign == ")")
    return [], len(words)
