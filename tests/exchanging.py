"""A match at another position, as a twin has it: the same past, and cards that were exchanged have each other's keys."""

from __future__ import annotations

from collections.abc import Mapping

from rulewright import Match
from rulewright.engine.state import State
from rulewright.table.log import LogLine
from rulewright.telling.keys import Keys


def with_position(match: Match, state: State, new: Mapping[int, int]) -> Match:
    twin = Match(match.definition, match.seats, match.seed, match.options, state, engine=match.engine)
    twin.told_before, twin.answered_before = tuple(match.log), tuple(match.answers)
    twin.keys_before = tuple(
        Keys({new.get(card, card): key for card, key in keys.cards.items()}, keys.used) for keys in match.keys
    )
    return twin


def spoken(match: Match) -> list[LogLine]:
    """The lines in words of the game itself: answers, what it says, and what comes to light."""
    return [line for line in match.log if line.is_spoken]
