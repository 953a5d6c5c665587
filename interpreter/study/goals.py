"""What a game is tuned for: a figure that is to come near a number, or to be as large or as small as can be.

Takes words such as `seat advantage`, `margin = 5`, `most comebacks`; returns how to read the figure off a game, how far a mean
is from the goal, and when one setting is surely further from it than another on the same seeds.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ..errors import Misused
from ..game import Game
from ..language.diagnostics import did_you_mean
from .course import Course
from .results import GameResult
from .sampling import figures_of, wins_of
from .sequences import RunningMean
from .shape import measured_of

ADVANTAGE = "seat advantage"
Readings = Sequence[float | None]  # of one figure, game by game
_WORDS = re.compile(r"\s*(?:(most|least)\s+)?(.+?)\s*(?:=\s*(-?[0-9.]+)\s*(%?))?\s*$")


@dataclass(frozen=True)
class WishedFigure:
    """A figure and where it should be: near a target, or with `way` as far up (1) or down (-1) as can be."""

    words: str
    name: str
    read_one: Callable[[Any], float | None]
    needs_course: bool
    is_share: bool
    target: float = 0.0
    way: int = 0

    def read(self, game: Course | GameResult) -> float | None:
        """The figure of one game; None of one that has none of it."""
        if isinstance(game, Course) and not self.needs_course:
            game = game.result
        number = self.read_one(game)
        return None if number is None else float(number)

    def loss(self, mean: RunningMean) -> float:
        """How far a mean is from the goal; less is better."""
        return -self.way * mean.mean if self.way else abs(mean.mean - self.target)

    def is_surely_worse(self, one: Readings, two: Readings, alpha: float) -> bool:
        """Whether the first is further from the goal than the second by more than chance, in the games that both played."""
        pairs = [(mine, theirs) for mine, theirs in zip(one, two, strict=False) if mine is not None and theirs is not None]
        difference = RunningMean.of(mine - theirs for mine, theirs in pairs)
        if self.way:
            return -self.way * difference.mean > difference.radius(alpha)
        first, second = RunningMean.of(mine for mine, _ in pairs), RunningMean.of(theirs for _, theirs in pairs)
        mine, theirs = first.radius(alpha), second.radius(alpha)
        if abs(first.mean - self.target) - mine > abs(second.mean - self.target) + theirs:
            return True
        side = 1 if first.mean > self.target else -1
        is_apart = side * (first.mean - self.target) > mine and side * (second.mean - self.target) > theirs
        return is_apart and side * difference.mean > difference.radius(alpha)


@dataclass(frozen=True)
class Wish:
    """A goal by its words, before it is known of which game."""

    words: str

    def of(self, game: Game, seats: tuple[str, ...]) -> WishedFigure:
        """Raises Misused with one sentence that lists what there is."""
        match = _WORDS.match(self.words)
        way, name, number, percent = match.groups() if match else (None, self.words, None, None)
        definition = game.definition
        if name == ADVANTAGE and (definition.together or len(seats) < 2):
            raise Misused(f"{game.name} has no seat advantage: nobody plays against anybody")
        plain = {one.name: (one.of, one.is_share) for one in figures_of(definition, seats)}
        traits = {one.trait.name: (one.of, one.trait.is_share) for one in measured_of(definition, seats)}
        if name == ADVANTAGE:
            fair = 1 / (definition.teams or len(seats))
            target = _target(number, percent)
            return WishedFigure(self.words, name, lambda one: wins_of(definition, one)[0] - fair, False, True, target)
        if name not in plain and name not in traits:
            known = [ADVANTAGE, *plain, *(one for one in traits if one not in plain)]
            hint = did_you_mean(name, known)
            raise Misused(f'no figure is called "{name}"; ' + (f"{hint} " if hint else "") + f"there are: {', '.join(known)}")
        if way is None and number is None:
            raise Misused(f'say where "{name}" should be: "most {name}", "least {name}", or "{name} = 5"')
        needs_course = name not in plain
        read, is_share = traits[name] if needs_course else plain[name]
        up = {None: 0, "most": 1, "least": -1}[way]
        return WishedFigure(self.words, name, read, needs_course, is_share, _target(number, percent), up)


def _target(number: str | None, percent: str | None) -> float:
    return float(number or 0) / (100 if percent else 1)
