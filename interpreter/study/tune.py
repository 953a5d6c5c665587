"""Searches for numbers of a definition that serve a goal best, by playing the same seeds with each of them.

Takes ranges, goals and a way to make the game with other numbers; returns every setting that was tried, with intervals that may
be watched. A setting is given up as soon as another is surely better; what is left is told with its uncertainty.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product

from ..engine.trouble import RuleError
from ..errors import RulewrightError
from ..game import Game
from .compare import growing_parts
from .course import Course, play_course
from .games import played_by
from .goals import Wish, WishedFigure
from .hiring import Workers, as_many_as
from .measuring import measured
from .plan import USUAL, Lineup, Plan, Seating, new_plan
from .results import GameResult
from .sequences import RunningMean
from .sharing import shared_out

ALPHA = 0.05

Settings = tuple[int, ...]
Make = Callable[[Mapping[str, int]], Game]
Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Knob:
    """A number that may be turned: from where to where, and what it is now."""

    name: str
    low: int
    high: int
    now: int
    is_option: bool = False


@dataclass
class Trial:
    """One setting: what came out for each goal, game by game, and why it was given up, if it was."""

    settings: Settings
    readings: tuple[list[float | None], ...]
    means: tuple[RunningMean, ...]
    given_up: str = ""
    is_on_front: bool = False

    @property
    def games(self) -> int:
        return len(self.readings[0])

    def add(self, numbers: Sequence[float | None]) -> None:
        for readings, mean, number in zip(self.readings, self.means, numbers, strict=True):
            readings.append(number)
            if number is not None:
                mean.add(number)


@dataclass(frozen=True)
class Tuning(Lineup):
    game: Game
    knobs: tuple[Knob, ...]
    goals: tuple[WishedFigure, ...]
    trials: list[Trial] = field(default_factory=list)

    @property
    def alpha(self) -> float:
        """With every pair of settings and every goal in mind."""
        return ALPHA / max(1, len(self.trials) * len(self.goals))

    def left(self) -> list[Trial]:
        return [one for one in self.trials if not one.given_up]

    def front(self) -> list[Trial]:
        """What nothing else is better than, the best of the first goal first."""
        return sorted([one for one in self.trials if one.is_on_front], key=lambda one: self.goals[0].loss(one.means[0]))

    @property
    def best(self) -> Trial | None:
        return next(iter(self.front()), None)

    @property
    def usual(self) -> Trial | None:
        """The numbers as they are written now, if they were tried."""
        now = tuple(knob.now for knob in self.knobs)
        return next((one for one in self.trials if one.settings == now), None)

    def is_surely_worse(self, one: Trial, two: Trial, number: int) -> bool:
        return self.goals[number].is_surely_worse(one.readings[number], two.readings[number], self.alpha)

    def give_up(self) -> None:
        """Leave out what is surely worse than another for one goal, and for no goal better by its mean."""
        for one in self.left():
            for two in self.left():
                if one is not two and self._is_beaten(one, two):
                    told = ", ".join(f"{knob.name} {value}" for knob, value in zip(self.knobs, two.settings, strict=True))
                    one.given_up = f"{told} is better"
                    break

    def _is_beaten(self, one: Trial, two: Trial) -> bool:
        trios = zip(self.goals, one.means, two.means, strict=True)
        if any(goal.loss(mine) < goal.loss(theirs) for goal, mine, theirs in trios):
            return False
        return any(self.is_surely_worse(one, two, number) for number in range(len(self.goals)))

    def mark_front(self) -> None:
        """Those that are left and that nothing else left is at least as good as in everything, and better in something."""
        left = self.left()
        losses = {id(one): [goal.loss(mean) for goal, mean in zip(self.goals, one.means, strict=True)] for one in left}
        for one in left:
            mine = losses[id(one)]
            one.is_on_front = not any(
                theirs != mine and all(a <= b for a, b in zip(theirs, mine, strict=True)) for theirs in losses.values()
            )


def settings_of(knobs: Sequence[Knob], most: int) -> list[Settings]:
    """Settings to try: all of them, or so many that lie evenly; what is written now is always among them."""
    steps = 1
    while True:
        values = [list(range(knob.low, knob.high + 1, steps)) for knob in knobs]
        values = [one if one[-1] == knob.high else [*one, knob.high] for one, knob in zip(values, knobs, strict=True)]
        count = 1
        for one in values:
            count *= len(one)
        if count <= most or all(len(one) <= 2 for one in values):
            break
        steps += 1
    combinations = list(product(*values))
    now = tuple(knob.now for knob in knobs)
    return combinations if now in combinations else [now, *combinations]


def tune(
    game: Game,
    knobs: Sequence[Knob],
    goals: Sequence[Wish],
    make: Make,
    games: int = 1000,
    tries: int = 30,
    seating: Seating = USUAL,
    seconds: float | None = None,
    workers: Workers | None = None,
    progress: Progress | None = None,
) -> Tuning:
    """Try settings on the same seeds, each for so many games at most; `seconds` ends it with what is known by then."""
    game = measured(game)
    plan = new_plan(game, seating)
    tuning = Tuning(plan.seats, plan.bots, plan.seed, game, tuple(knobs), tuple(goal.of(game, plan.seats) for goal in goals))
    sides = _sides(tuning, make, seating, tries)
    begin, hands = time.monotonic(), as_many_as(workers)
    for part in growing_parts(games):
        for number, (trial, side, own) in enumerate(sides):
            is_late = seconds is not None and time.monotonic() - begin > seconds
            if not trial.given_up and not (is_late and part.start):
                _play(tuning, trial, side, own, part, hands)
            if progress is not None:
                progress(part.start * len(sides) + (number + 1) * len(part), games * len(sides))
        tuning.give_up()
        if len(tuning.left()) <= 1 or (seconds is not None and time.monotonic() - begin > seconds):
            break
    tuning.mark_front()
    return tuning


def _sides(tuning: Tuning, make: Make, seating: Seating, tries: int) -> list[tuple[Trial, Game, Plan]]:
    sides = []
    for settings in settings_of(tuning.knobs, tries):
        empty = tuple(RunningMean() for _ in tuning.goals)
        trial = Trial(settings, tuple([] for _ in tuning.goals), empty)
        tuning.trials.append(trial)
        chosen = dict(zip([knob.name for knob in tuning.knobs], settings, strict=True))
        own = {knob.name: chosen.pop(knob.name) for knob in tuning.knobs if knob.is_option}
        try:
            side = measured(make(chosen))
            plan = new_plan(side, replace(seating, seats=tuning.seats, options={**seating.options, **own}))
        except RulewrightError as problem:
            trial.given_up = f"cannot be played: {str(problem).splitlines()[0]}"
            continue
        sides.append((trial, side, plan))
    return sides


def _play(tuning: Tuning, trial: Trial, game: Game, plan: Plan, part: range, workers: Workers) -> None:
    try:
        for course in _courses(tuning, game, plan, part, workers):
            trial.add([goal.read(course) for goal in tuning.goals])
    except RuleError as problem:
        trial.given_up = f"cannot be played: {problem.message}"


def _courses(tuning: Tuning, game: Game, plan: Plan, part: range, workers: Workers) -> Iterator[Course | GameResult]:
    """Whole courses of games where a goal needs them; otherwise what came of each, which is much faster."""
    if any(goal.needs_course for goal in tuning.goals):
        return shared_out(game, plan, play_course, part, workers)
    return played_by(game, plan, part, workers)
