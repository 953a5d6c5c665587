"""How much an answer has led to, so that nobody waits for a game that goes on for ever or is dear to look ahead in.

Takes a match that waits for an answer; counts the steps of its rules since the last one, what is offered now, and what somebody
was told, which weighs as much as steps do. What nobody has asked for is not told, and weighs nothing.
"""

from __future__ import annotations

from .match import Match
from .patience import rules_took

STEPS_A_WORD = 4  # steps of rules that are done as soon as one thing is told or offered


def weight_of_last(match: Match) -> int:
    return rules_took(match.runner) + weight_of_words(match)


def work_of_last(match: Match) -> int:
    """How long that takes to look at, in things told or offered."""
    return weight_of_words(match) + rules_took(match.runner) // STEPS_A_WORD


def weight_of_words(match: Match) -> int:
    """The same without the steps, which are soonest done."""
    offered = sum(len(one.options) for one in match.decisions)
    return offered + sum(step.told.chapter.weight for step in match.steps[-1:] if step.told is not None)
