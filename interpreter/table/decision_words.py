"""Tells what was decided by values, in one line of the log.

Takes the reason and the name of what got the answer; returns nothing where there was nothing to decide.
"""

from __future__ import annotations

from dataclasses import replace

from .plain_words import called, listed, spoken
from .reason_words import line, phrase, ranked, standing
from .reasons import Kind, Reason


def decision(reason: Reason, name: str, again: bool) -> str:
    """`winner is Ada: most total: Ada 17 = Storm 9 + Fox 8, Bo 15 = Owl 8 + Fox 7`; what has no name is told by its own."""
    if reason.inner.kind is Kind.RANKED:
        return _ranking(reason, name, again)
    if reason.inner.kind is Kind.GROUPED and reason.inner.parts:
        return f"{called(name)}: {line(reason)}" if name else line(reason)
    if again:
        return f"{called(name)} is {spoken(reason.value)} instead"
    return line(_unplaced(reason)) if not name and reason.comes_apart else ""


def _unplaced(reason: Reason) -> Reason:
    """Who reads a log wants to know what a counter came from, and not where that is written."""
    return replace(reason, place="", parts=tuple(_unplaced(one) for one in reason.parts))


def _ranking(reason: Reason, name: str, again: bool) -> str:
    inner = reason.inner
    if len(inner.parts) < 2 and not again:
        return _alone(reason, name)
    if any(one.parts[0].kind is Kind.HIDDEN for one in inner.parts):
        return ""
    is_told = bool(inner.parts) and inner.parts[0].parts[0].name == "score"  # the scores have lines of their own
    order = "in this order: " if isinstance(reason.value, tuple) and len(reason.value) > 1 else ""
    what = f"{called(name)} is {spoken(reason.value)}" if name else f"{order}{spoken(reason.value)}"
    only = _only(inner) if again and len(inner.parts) > 1 else ""
    return f"{what}{' instead' if again else ''}: {only}{ranked(inner, not is_told)}"


def _alone(reason: Reason, name: str) -> str:
    """The only one that could be ranked, with what it has, where that is made of something."""
    (candidate,) = reason.inner.parts or (None,)
    if candidate is None or not name or not candidate.parts[0].comes_apart:
        return ""
    return f"{called(name)} is {spoken(reason.value)}: {standing(candidate, candidate.parts[0])}, and nobody else"


def _only(ranking: Reason) -> str:
    """Who takes part in a ranking that goes before another one, and what makes it so."""
    asked = " and ".join(dict.fromkeys(phrase(one.parts[0]) for one in ranking.others if one.parts))
    return f"only {listed(one.words for one in ranking.others)}, as {asked}: " if asked else ""
