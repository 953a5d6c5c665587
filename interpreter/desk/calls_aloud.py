"""Functions of the language as people say them: `max(0, coins - 2)` is "the higher of 0 and coins - 2".

Takes words of a definition; returns them without such calls. One may stand inside the other.
"""

from __future__ import annotations

import re

_SAID = {
    "max": "the higher of {} and {}",
    "min": "the lower of {} and {}",
    "div": "half of {0}|how often {1} goes into {0}",
    "div_up": "half of {0}, rounded up|{0} divided by {1}, rounded up",
    "mod": "what {1} leaves over of {0}",
}
_CALL = re.compile(rf"\b({'|'.join(_SAID)})\(")


def calls_aloud(words: str) -> str:
    """Every call with two numbers; what is not closed stays as it is."""
    start = 0
    while call := _CALL.search(words, start):
        given, end = _given(words, call.end())
        if len(given) != 2:
            start = call.end()
            continue
        halved, _, usual = _SAID[call[1]].rpartition("|")
        said = halved if halved and given[1] == "2" else usual
        words = words[: call.start()] + said.format(*(calls_aloud(one) for one in given)) + words[end:]
    return words


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
