"""What a change does to a game: two versions play the same seeds, and every figure is compared game by game.

Takes two versions with their plans; returns the difference of every figure with an interval that may be watched, the surest
first. It ends as soon as every figure is settled: different by more than chance, or so narrow that it does not matter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import isfinite

from ..game import Game
from ..model.definition import Definition
from .deals import can_be_steadied, lucks
from .games import played_by
from .hiring import Workers, as_many_as
from .measuring import measured
from .plan import Lineup, Plan, Seating, new_plan
from .results import GameResult
from .sampling import Figure, figures_of
from .sequences import RunningMean
from .steadying import Foretelling

FIRST_PART, LARGEST_PART = 100, 2000
ALPHA = 0.05

Progress = Callable[["Comparison"], None]


@dataclass(frozen=True)
class Version:
    """A game as it is played on one side of a comparison, and what that side is called."""

    name: str
    game: Game
    options: dict[str, str | int | bool] = field(default_factory=dict)


@dataclass
class ComparedFigure:
    """One figure of both sides, each as it is read off its games. `difference` counts games of which both have it."""

    figure: Figure
    figure_after: Figure
    before: RunningMean = field(default_factory=RunningMean)
    after: RunningMean = field(default_factory=RunningMean)
    difference: RunningMean = field(default_factory=RunningMean)

    def add(self, before: GameResult, after: GameResult) -> float | None:
        """Count a game of each side; returns how far they differ."""
        old, new = self.figure.of(before), self.figure_after.of(after)
        if old is not None:
            self.before.add(old)
        if new is not None:
            self.after.add(new)
        return None if old is None or new is None else new - old

    @property
    def chance(self) -> float:
        return self.difference.chance()

    @property
    def saving(self) -> float | None:
        """How many times more games two runs with seeds of their own would need for the same interval."""
        apart = self.before.variance + self.after.variance
        return apart / self.difference.variance if self.difference.variance else None


@dataclass(frozen=True)
class Comparison(Lineup):
    """The rows of two versions. `unpaired` says why their games have nothing in common; it is empty where they have. Then the
    luck of deals may be taken out of each side instead."""

    before: Version
    after: Version
    within: float
    rows: tuple[ComparedFigure, ...]
    unpaired: str = ""
    is_steadied: bool = False

    @property
    def games(self) -> int:
        return max((row.before.count for row in self.rows), default=0)

    def by_certainty(self) -> list[ComparedFigure]:
        """The surest difference first; what never differed last."""
        return sorted(self.rows, key=lambda row: (not row.difference.different, row.chance, -_strength(row)))

    def is_different(self, row: ComparedFigure) -> bool:
        """Whether it differs by more than chance, though so many rows are looked at."""
        return row.chance * len(self.rows) <= ALPHA

    def is_settled(self, row: ComparedFigure) -> bool:
        return self.is_different(row) or self.is_close(row)

    def is_close(self, row: ComparedFigure) -> bool:
        """Whether what difference there can be is smaller than anybody minds."""
        low, high = row.difference.interval()
        bound = self.bound(row)
        return isfinite(low) and -bound <= low and high <= bound

    def bound(self, row: ComparedFigure) -> float:
        """What counts as no difference: points of a share, or a part of the mean."""
        return self.within if row.figure.is_share else self.within * max(1.0, abs(row.before.mean))

    def games_to_go(self, row: ComparedFigure) -> int | None:
        """About how many more games would settle a row; None if that cannot be told or would take for ever."""
        wanted = max(abs(row.difference.mean), self.bound(row))
        total = row.difference.games_until(wanted, ALPHA / len(self.rows))
        return None if total is None else max(0, total - row.difference.count)

    @property
    def is_over(self) -> bool:
        return all(self.is_settled(row) for row in self.rows)


def _strength(row: ComparedFigure) -> float:
    radius = row.difference.radius()
    return abs(row.difference.mean) / radius if radius and isfinite(radius) else 0.0


def compare(
    before: Version,
    after: Version,
    games: int = 2000,
    seats: int | None = None,
    bots: str | Sequence[str] = "random",
    seed: int = 0,
    within: float = 0.01,
    cards: bool = False,
    paired: bool = True,
    workers: Workers | None = None,
    engine: str | None = None,
    progress: Progress | None = None,
) -> Comparison:
    """Play pairs of games until everything is settled, and at most so many. Without `paired` the second version has seeds of
    its own."""
    names = before.game.check_seats(seats)
    before, after = (replace(side, game=measured(side.game)) for side in (before, after))
    shared = tuple(_shared(before.game.definition, after.game.definition, names, cards))
    unpaired = "" if paired else "they have seeds of their own"
    unpaired = unpaired or what_deals_differently(before.game.definition, after.game.definition)
    seated = (bots,) if isinstance(bots, str) else tuple(bots)
    sides = [
        (side.game, new_plan(side.game, Seating(len(names), bots, own_seed, side.options), engine=engine))
        for side, own_seed in ((before, seed), (after, seed + (0 if paired else 1)))
    ]
    is_steadied = bool(unpaired) and can_be_steadied(sides[0][1], games)
    comparison = Comparison(names, seated, seed, before, after, within, shared, unpaired, is_steadied)
    of_every_game = [at for at, row in enumerate(shared) if not row.figure.can_be_none]
    foretelling = Foretelling(of_every_game) if is_steadied else None
    for part in growing_parts(games):
        _play_part(comparison, sides, part, foretelling, as_many_as(workers))
        if progress is not None:
            progress(comparison)
        if comparison.is_over:
            break
    return comparison


def _play_part(
    comparison: Comparison, sides: Sequence[tuple[Game, Plan]], part: range, foretelling: Foretelling | None, workers: Workers
) -> None:
    """Play some games of both sides, and count them."""
    pairs = zip(*(played_by(*side, part, workers) for side in sides), strict=True)
    shown = [[row.add(one, two) for row in comparison.rows] for one, two in pairs]
    if foretelling is not None:
        luck = zip(*(lucks(*side, part, workers) for side in sides), strict=True)
        shown = list(foretelling.without_luck(shown, [(*old, *new) for old, new in luck]))
    for numbers in shown:
        for row, number in zip(comparison.rows, numbers, strict=True):
            if number is not None:
                row.difference.add(number)


def growing_parts(games: int) -> Iterator[range]:
    """All games, a few at first: what is soon settled ends soon."""
    first, size = 0, FIRST_PART
    while first < games:
        yield range(first, min(first + size, games))
        first, size = first + size, min(2 * size, LARGEST_PART)


def _shared(before: Definition, after: Definition, seats: tuple[str, ...], cards: bool) -> Iterator[ComparedFigure]:
    """Figures that both versions have, found by their names."""
    known = {one.name: one for one in figures_of(after, seats, cards)}
    return (ComparedFigure(one, known[one.name]) for one in figures_of(before, seats, cards) if one.name in known)


def what_deals_differently(before: Definition, after: Definition) -> str:
    """Why the same seed does not deal the same cards; nothing if it does. Games of different deals are still compared, but one
    by one they have nothing in common."""
    old = {(kind, row.id): (row.copies, row.each_player) for kind, row in before.rows}
    new = {(kind, row.id): (row.copies, row.each_player) for kind, row in after.rows}
    if old != new:
        return "their cards are not the same"
    if [(one.name, one.ids, one.size) for one in before.families] != [(one.name, one.ids, one.size) for one in after.families]:
        return "their zones are not the same"
    if before.procedures[before.setup] != after.procedures[after.setup]:
        return "they are not set up alike"
    return ""
