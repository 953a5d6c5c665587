"""Tells what has ended rounds or turns: `chance deck is empty`, `points of Bo is 5, 5 at least (target)`.

Takes the reason of the condition under which they end; returns the facts that make it so, or nothing where they cannot be told
in a few words.
"""

from __future__ import annotations

from collections.abc import Iterator, Set

from .condition_words import ValuePhrases
from .plurals import listed
from .reasons import Kind, Reason

_MOST = 4  # things of which every one is so, one by one
_LONGEST = 100


def what_ended(values: ValuePhrases, reason: Reason, untold: Set[str]) -> str:
    """Nothing where it hangs on one of the variables that lie on no table, too."""
    if any(one.kind is Kind.KEPT and one.name in untold for one in _all_of(reason)):
        return ""
    told = listed(list(dict.fromkeys(_facts(values, reason))))
    return told if len(told) <= _LONGEST else ""


def _facts(values: ValuePhrases, reason: Reason) -> Iterator[str]:
    inner = reason.inner
    if inner.kind is Kind.ONE_OF and not reason.words:
        yield from _facts(values, next(one for one in inner.parts if one.value))
    elif inner.kind is Kind.NOT and inner.parts[0].kind is Kind.SOME and not reason.words:
        every = [one.parts[0] for one in inner.parts[0].others if one.parts]
        yield from (values.phrase(one) for one in every if len(every) <= _MOST)
    elif inner.kind is Kind.SOME and inner.parts and not reason.words:
        yield from (values.phrase(one) for one in inner.parts[-1].parts)
    elif inner.kind is not Kind.COMPARED or inner.parts[0].words:
        yield values.phrase(reason)


def _all_of(reason: Reason) -> Iterator[Reason]:
    yield reason
    for one in (*reason.parts, *reason.others):
        yield from _all_of(one)
