"""Explains why a sentence cannot be read, in the words of its writer.

Takes a sentence and the place where parsing stopped; returns the slug, hint, notes and words of the error.
Only guesses; never changes what is legal.
"""

from __future__ import annotations

import re
from typing import Any

from .diagnostics import did_you_mean, listed
from .names import Vocabulary
from .parse import Misread, reserved_words

VERBS = (
    "move", "draw", "discard", "reveal", "turn", "show", "swap", "shuffle", "roll", "gain", "give", "pay", "take", "set",
    "raise", "lower", "mark", "unmark", "use", "end",
)  # fmt: skip
_KIND = {
    "action": "an action",
    "condition": "a value or condition",
    "every": "a set of things",
    "choice": "a choice",
    "lasting": "a lasting effect",
    "event": "an event",
    "program": "a program",
    "ranking": "a ranking",
    "range": "a range",
    "piece": "a piece",
}
_FORMS = {
    "choice": "write it as: a card in hand as NAME",
    "event": "write it as: this is revealed",
    "lasting": "write it as: this gets +1 value, or: flag of this is true",
    "range": "write it as: 2 to 6",
}


def explain(sentence: str, problem: Misread, start: str, words: Vocabulary) -> tuple[str, str, tuple[str, ...], dict[str, Any]]:
    known = {"kind": _KIND[start]}
    first = re.match(r"[a-z_]+", sentence)
    if start == "action" and first and first[0] not in VERBS and first[0] not in words.verbs:
        return (
            "unknown-action",
            did_you_mean(first[0], [*VERBS, *words.verbs]),
            (f"an action starts with one of: {listed(sorted([*VERBS, *words.verbs]), 40)}",),
            {"name": first[0]},
        )
    if problem.found == "=":
        return "equals-sign", "", (), {}
    if not problem.found:
        note = (f"here could stand: {listed(problem.expected)}",) if problem.expected else ()
        return "sentence-ends-early", _FORMS.get(start, ""), note, known
    spelling = did_you_mean(problem.found, problem.expected)
    if problem.found in reserved_words() and "a name" in problem.expected and not spelling:
        return "reserved-word", "", (), {"word": problem.found}
    note = (f"here could stand: {listed(problem.expected)}",) if problem.expected else ()
    return "misread", spelling or _FORMS.get(start, ""), note, {**known, "found": problem.found}
