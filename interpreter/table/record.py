"""Records: a whole game as seed, seats, options and answers, with its outcome.

Takes a match and writes it down, or takes a Record and plays it again. A record replays by text, so that it can be read and
written by hand; the first answer that is not offered any more is named.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

from ..errors import RulewrightError
from ..model.definition import Definition
from .match import Match, Refused


@dataclass(frozen=True)
class Record:
    game: str
    seats: tuple[str, ...]
    seed: int
    options: dict[str, str]
    answers: tuple[tuple[str, str, int], ...]  # seat, text, line
    scores: dict[str, int] | None = None
    winners: tuple[str, ...] | None = None


class Diverged(RulewrightError):
    """A record that the game does not follow any more."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(message)
        self.line = line
        self.message = message


def to_text(match: Match) -> str:
    """The record of a match so far, as YAML."""
    definition = match.definition
    lines = [
        f"game: {definition.id}",
        f"seats: [{', '.join(map(_quoted, match.seats))}]",
        f"seed: {match.seed}",
    ]
    if definition.options:
        lines.append("options:")
        lines += [f"  {option.name}: {option.written(match.options[option.name])}" for option in definition.options]
    lines.append("answers:" if match.answers else "answers: []")
    lines += [f"  - {_quoted(seat)}: {_quoted(text)}" for seat, text in match.answers]
    result = match.result
    if result is not None:
        scores = ", ".join(f"{_quoted(seat)}: {score}" for seat, score in result.scores.items())
        lines += ["result:", f"  scores: {{{scores}}}", f"  winners: [{', '.join(map(_quoted, result.winners))}]"]
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def replay(definition: Definition, record: Record, options: Mapping[str, int]) -> Match:
    """Play a record again; raises Diverged where the game goes another way."""
    match = Match.begin(definition, record.seats, record.seed, options)
    for seat, text, line in record.answers:
        try:
            match.follow(text, seat)
        except Refused as problem:
            raise Diverged(line, str(problem)) from None
    return match


def differences(match: Match, record: Record) -> list[str]:
    """What came out differently from what the record says."""
    found = []
    result = match.result
    if record.scores is None and record.winners is None:
        return []
    if result is None:
        return ["the record tells a result, but the game is not over"]
    if record.scores is not None and record.scores != result.scores:
        found.append(f"scores: the record says {record.scores}, the game {result.scores}")
    if record.winners is not None and set(record.winners) != set(result.winners):
        found.append(f"winners: the record says {', '.join(record.winners)}, the game {', '.join(result.winners)}")
    return found
