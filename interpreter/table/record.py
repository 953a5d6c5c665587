"""Records: a whole game as seed, seats, options and answers, with its outcome.

Takes a match and writes it down by texts, so that a record can be read and written by hand; `replay` plays it again.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from ..errors import Misused
from ..model.definition import Definition
from .result import Result


@dataclass(frozen=True, repr=False)
class Record:
    game: str
    seats: tuple[str, ...]
    seed: int
    options: dict[str, str]
    answers: tuple[tuple[str, str, int], ...]  # seat, text, line
    scores: dict[str, int] | None = None
    winners: tuple[str, ...] | None = None
    variant: str = ""

    def __repr__(self) -> str:
        return f"<Record of {self.game}: {', '.join(self.seats)}, seed {self.seed}, {len(self.answers)} answers>"


class AnsweredMatch(Protocol):
    """A match, as far as whatever is written of it tells."""

    definition: Definition
    seats: tuple[str, ...]
    seed: int
    options: Mapping[str, int]

    @property
    def answers(self) -> list[tuple[str, str]]:
        """Every answer: whose it was, and how it read."""


class RecordedMatch(AnsweredMatch, Protocol):
    """A match, as far as a record tells of it."""

    watched: bool

    @property
    def result(self) -> Result | None:
        """How the game ended, if it did."""


def to_text(match: RecordedMatch) -> str:
    """The record of a match so far, as YAML; raises Misused if nobody has kept its answers."""
    if not match.watched:
        raise Misused("an unwatched match keeps no answers: begin or copy it with watched=True, then it has a record")
    definition = match.definition
    lines = [
        f"game: {definition.id}",
        *([f"variant: {_quoted(definition.variant)}"] if definition.variant else []),
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
