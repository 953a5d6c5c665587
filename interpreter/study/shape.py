"""What a game is like: how tense it is, how much there is to decide, how long it takes, whom it favours, and what luck does.

Takes a game and bots; returns one row for every trait, with an interval that may be watched. `docs/judging.md` says what each
trait is and why one asks for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial

from ..game import Game
from ..model.definition import Definition
from .course import Course, play_course
from .deals import can_be_steadied, lucks
from .games import played_by
from .hiring import Workers, as_many_as
from .luck import Continued, apart, continued, spread
from .measuring import gauges_of, measured
from .plan import USUAL, Lineup, Plan, Seating, new_plan
from .results import GameResult
from .sampling import wins_of
from .sequences import RunningMean
from .sharing import shared_out
from .steadying import steadied

LADDER = (("greedy", "random"), ("search", "random"), ("search", "greedy"))
NEAR = 0.05  # points of a share, or part of a mean: what is known so well is called known
LUCK = 5  # one game of so many is played on several times

Progress = Callable[[int], None]


@dataclass
class Trait:
    """What is measured, where it belongs, its mean with interval, and what it would be if nobody had an advantage.
    Where the luck of deals was taken out of it, `saving` says how many times fewer games that needed than plain counting."""

    group: str
    name: str
    is_share: bool = False
    fair: float | None = None
    running: RunningMean = field(default_factory=RunningMean)
    saving: float | None = None

    def add(self, number: float | bool | None) -> None:
        if number is not None:
            self.running.add(float(number))


@dataclass(frozen=True)
class GameShape(Lineup):
    """All traits of a game, in the order in which they are told; only those of which there was anything to see."""

    game: Game
    games: int
    traits: tuple[Trait, ...]

    def trait(self, name: str) -> Trait:
        return next(trait for trait in self.traits if trait.name == name)

    def games_to_go(self, trait: Trait) -> int | None:
        """About how many more games would tell a trait to five points, or to a twentieth of it; None if that would take for
        ever. Not every game tells of every trait."""
        near = NEAR if trait.is_share else NEAR * max(1.0, abs(trait.running.mean))
        total = trait.running.games_until(near)
        return None if total is None else max(0, round((total - trait.running.count) * self.games / trait.running.count))

    def is_unfair(self, trait: Trait) -> bool:
        """Whether a trait is further from what is fair than chance explains, with all such traits in mind."""
        traits = [one for one in self.traits if one.group == trait.group and one.fair is not None]
        return trait.fair is not None and _off(trait.running, trait.fair) * len(traits) <= 0.05


def _off(running: RunningMean, fair: float) -> float:
    """How likely it is at most that chance alone shows a mean as far from what is fair."""
    moved = RunningMean(running.count, running.mean - fair, running.squares, running.count)
    return moved.chance()


@dataclass(frozen=True)
class _Measured:
    """A trait that every single game has, and how to read it off its course."""

    trait: Trait
    of: Callable[[Course], float | bool | None]

    def shown(self, course: Course) -> float | None:
        number = self.of(course)
        return None if number is None else float(number)


def shape(
    game: Game,
    games: int = 500,
    seating: Seating = USUAL,
    skill: int = 0,
    workers: Workers | None = None,
    progress: Progress | None = None,
) -> GameShape:
    """Play games and see what they are like; `skill` is how many games tell what thinking is worth, for each two bots."""
    game = measured(game)
    plan = new_plan(game, seating)
    processes = as_many_as(workers)
    columns = [*measured_of(game.definition, plan.seats), *_own(game.definition, plan.seats)]
    shown = []
    for course in shared_out(game, plan, play_course, range(games), processes):
        shown.append([one.shown(course) for one in columns])
        if progress is not None:
            progress(len(shown))
    traits = _steady(game, plan, [one.trait for one in columns], shown, processes)
    traits += _luck(shared_out(game, plan, continued, range(max(2, games // LUCK)), processes)) if plan.seats[1:] else []
    traits += _skill(game, plan, skill, processes) if skill else []
    return GameShape(plan.seats, plan.bots, plan.seed, game, games, tuple(trait for trait in traits if trait.running.count))


def _steady(game: Game, plan: Plan, traits: list[Trait], shown: list[list[float | None]], workers: Workers) -> list[Trait]:
    """What all games showed, with the luck of their deals taken out where games are dear."""
    is_dear = can_be_steadied(plan, len(shown))
    steady = steadied(shown, lucks(game, plan, range(len(shown)), workers) if is_dear else [])
    pairs = zip(traits, steady, strict=True)
    return [replace(trait, running=one.running, saving=one.saving if is_dear else None) for trait, one in pairs]


# ---------------------------------------------------------------- of every single game


def measured_of(definition: Definition, seats: tuple[str, ...]) -> Iterator[_Measured]:
    if len(seats) > 1 and not definition.together:
        yield _Measured(Trait("tension", "lead changes"), lambda one: one.lead_changes)
        yield _Measured(Trait("tension", "lead taken for good after", True), lambda one: one.taken_for_good)
        yield _Measured(Trait("tension", "decided before the last round", True), lambda one: one.is_decided_early)
        yield _Measured(Trait("tension", "comebacks", True), lambda one: one.is_comeback)
        yield _Measured(Trait("tension", "margin"), lambda one: one.margin)
        yield _Measured(Trait("tension", "shared wins", True), lambda one: len(one.leaders[-1]) > 1)
    yield _Measured(Trait("tension", "nobody wins", True), lambda one: not one.result.winners)
    yield _Measured(Trait("choice", "options at a decision"), _branching)
    yield _Measured(Trait("choice", "decisions without a choice", True), _forced)
    yield _Measured(Trait("length", "decisions"), lambda one: one.result.decisions)
    yield _Measured(Trait("length", "rounds"), lambda one: one.result.rounds or None)
    if len(seats) > 1 and not definition.together:
        fair = 1 / (definition.teams or len(seats))
        for seat, name in enumerate(seats):
            yield _Measured(Trait("seats", f"wins of {name}", True, fair), partial(_wins, definition, seat))


def _own(definition: Definition, seats: tuple[str, ...]) -> Iterator[_Measured]:
    """What the game itself wants to be measured."""
    for number, gauge in enumerate(gauges_of(definition, seats)):
        trait = Trait("measures", gauge.words, gauge.is_share)
        yield _Measured(trait, lambda one, number=number: one.result.measure(number))  # type: ignore[misc]


def _wins(definition: Definition, seat: int, course: Course) -> float | None:
    """The part of a win that a seat has; a game that nobody wins favours none."""
    return course.wins[seat] if course.result.winners else None


def _branching(course: Course) -> float | None:
    return sum(course.options) / len(course.options) if course.options else None


def _forced(course: Course) -> float | None:
    return sum(count == 1 for count in course.options) / len(course.options) if course.options else None


# ---------------------------------------------------------------- of several games


def _luck(games: Iterator[Continued]) -> list[Trait]:
    """How differently games end that have nothing, the deal, or half of the game in common."""
    nothing, deal, middle = (Trait("luck", f"ends differently: {name}", True)
                             for name in ("another deal", "the same deal", "the same middle"))  # fmt: skip
    before: Continued | None = None
    for one in games:
        deal.add(spread(one.deal))
        middle.add(spread(one.middle))
        if before is None:
            before = one
        else:  # games by twos: what is counted twice would make the interval too narrow
            pairs = [apart(first, second) for first in before.deal for second in one.deal]
            nothing.add(sum(pairs) / len(pairs))
            before = None
    return [nothing, deal, middle]


def _skill(game: Game, plan: Plan, games: int, workers: Workers) -> Iterator[Trait]:
    """How often the better bot wins. The seats of one side think and all others are weaker, and all move on after each game."""
    definition = game.definition
    for strong, weak in LADDER:
        sides = definition.teams or len(plan.seats)
        if definition.together:
            trait, bots = Trait("skill", f"won by {strong}", True), (strong,) * len(plan.seats)
        else:
            trait = Trait("skill", f"{strong} against {weak}", True, 1 / sides)
            bots = tuple(weak if seat % sides else strong for seat in range(len(plan.seats)))
        if definition.together and weak == "greedy":
            continue
        for result in played_by(game, replace(plan, bots=bots, rotates=True), range(games), workers):
            trait.add(_strong_wins(definition, result, strong))
        yield trait


def _strong_wins(definition: Definition, result: GameResult, strong: str) -> float:
    return wins_of(definition, result)[result.bots.index(strong)]
