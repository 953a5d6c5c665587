"""Plays a record again, and compares what came out.

The first answer that is not offered any more is named: the game goes another way there.
"""

from __future__ import annotations

from collections.abc import Mapping

from ..engine.protocol import Maker
from ..errors import RulewrightError
from ..model.definition import Definition
from .match import Match
from .record import Record
from .refusal import Refused


class Diverged(RulewrightError):
    """A record that the game does not follow any more."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(message)
        self.line = line
        self.message = message


def replay(definition: Definition, record: Record, options: Mapping[str, int], engine: Maker | None = None) -> Match:
    """Play a record again; raises Diverged where the game goes another way."""
    match = Match.begin(definition, record.seats, record.seed, options, engine=engine)
    for seat, text, line in record.answers:
        try:
            match.follow(text, seat)
        except Refused as problem:
            raise Diverged(line, str(problem)) from None
    return match


def differences(match: Match, record: Record) -> list[str]:
    """What came out differently from what the record says."""
    lines = []
    result = match.result
    if record.scores is None and record.winners is None:
        return []
    if result is None:
        return ["the record tells a result, but the game is not over"]
    if record.scores is not None and record.scores != result.scores:
        lines.append(f"scores: the record says {record.scores}, the game {result.scores}")
    if record.winners is not None and set(record.winners) != set(result.winners):
        lines.append(f"winners: the record says {', '.join(record.winners)}, the game {', '.join(result.winners)}")
    return lines
