"""What deals were worth before anybody chose, taken out of the figures of games on them.

Takes games between bots that think; plays each of their deals again between random bots, which costs next to nothing, and other
deals beside them. What a deal gives random bots beyond what others give is luck: its mean is nothing, whatever the game is, so
that any part of it may be taken from a figure. Which part is found out from other games than those it is taken from.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ..engine import chance
from ..engine.trouble import RuleError
from ..game import Game
from .games import played_by
from .hiring import Workers
from .plan import Plan, is_by_chance
from .regression import Moments
from .results import GameResult
from .sampling import Figure, figures_of
from .sequences import FEWEST, RunningMean

TAKES = 8  # random games on the deal of each game
OTHERS = 16  # random games on other deals, for each game: they serve as what a deal is worth on average
FOLDS = 5

Luck = tuple[float, ...]  # of one deal: what it is worth in every figure that says something of it


@dataclass(frozen=True)
class Steadied:
    """The mean of a figure with the luck of the deals taken out, and how many times fewer games that needed than plain
    counting; 1 where the deals tell nothing, and it is counted plainly."""

    running: RunningMean
    saving: float = 1.0


def can_be_steadied(plan: Plan, games: int) -> bool:
    """Whether games are dear enough, and many enough: those of random bots cost no more than what could spare them."""
    return not is_by_chance(plan.bots) and games >= FEWEST


def lucks(game: Game, plan: Plan, games: range, workers: Workers) -> list[Luck]:
    """What the deal of each game was worth beyond other deals: as many numbers for each, none where deals tell nothing."""
    try:
        return _lucks(game, plan, games, workers)
    except RuleError:
        return [()] * len(games)  # a rule that fails for random bots only is not what was asked for


def _lucks(game: Game, plan: Plan, games: range, workers: Workers) -> list[Luck]:
    figures = figures_of(game.definition, plan.seats)
    by_chance = replace(plan, bots=("random",) * len(plan.seats), rotates=False)
    takes = [
        _shown(figures, played_by(game, replace(by_chance, take=take), games, workers)) for take in range(1, TAKES + 1)
    ]
    elsewhere = replace(by_chance, seed=chance.seeded(plan.seed))
    others = _shown(figures, played_by(game, elsewhere, range(OTHERS * games.start, OTHERS * games.stop), workers))
    own = [_means(same) for same in zip(*takes, strict=True)]
    beside = [_means(others[first : first + OTHERS]) for first in range(0, len(others), OTHERS)]
    columns = [
        [one - two for one, two in zip(mine, theirs, strict=True) if one is not None and two is not None]
        for mine, theirs in zip(zip(*own, strict=True), zip(*beside, strict=True), strict=True)
    ]
    return list(zip(*(column for column in columns if len(column) == len(games)), strict=True)) or [()] * len(games)


def _shown(figures: Sequence[Figure], results: Iterator[GameResult]) -> list[list[float | None]]:
    return [[figure.of(result) for figure in figures] for result in results]


def _means(games: Sequence[Sequence[float | None]]) -> list[float | None]:
    """What some games show on average; None where one of them shows nothing."""
    columns = [[number for number in column if number is not None] for column in zip(*games, strict=True)]
    return [sum(column) / len(games) if len(column) == len(games) else None for column in columns]


def steadied(shown: Sequence[Sequence[float | None]], luck: Sequence[Luck]) -> list[Steadied]:
    """Every figure of the same games, with the luck of their deals taken out: of each fifth of the games, as far as the others
    say that it helps. A figure that some games lack is counted plainly: of games that are picked, luck is not nothing."""
    whole = [figure for figure, column in enumerate(zip(*shown, strict=True)) if None not in column]
    width = len(luck[0]) if luck else 0
    folds = [Moments(width + len(whole)) for _ in range(FOLDS)]
    total = Moments(width + len(whole))
    rows = [(*own, *(float(numbers[figure] or 0) for figure in whole)) for numbers, own in zip(shown, luck, strict=False)]
    for number, row in enumerate(rows):
        total.add(row)
        folds[number % FOLDS].add(row)
    others = [total.without(fold) for fold in folds]
    found = []
    for figure, column in enumerate(zip(*shown, strict=True)):
        plain = mean_of(number for number in column if number is not None)
        if figure in whole and rows:
            at = width + whole.index(figure)
            slopes = [one.slopes(at, range(width)) for one in others]
            found.append(better_of(plain, mean_of(
                row[at] - sum(slope * row[one] for one, slope in slopes[number % FOLDS].items())
                for number, row in enumerate(rows)
            )))  # fmt: skip
        else:
            found.append(Steadied(plain))
    return found


def mean_of(numbers: Iterator[float]) -> RunningMean:
    running = RunningMean()
    for number in numbers:
        running.add(number)
    return running


def better_of(plain: RunningMean, without_luck: RunningMean) -> Steadied:
    """Whichever is known better; what is the same in every game needs no help."""
    if not 0 < without_luck.variance < plain.variance:
        return Steadied(plain)
    return Steadied(replace(without_luck, different=plain.different), plain.variance / without_luck.variance)


class Foretelling:
    """Takes the luck of deals out of numbers that are watched while they come: as far as the games before them say that it
    helps, so that each is right on average, whatever came before it."""

    def __init__(self, figures: Sequence[int]) -> None:
        self.figures = figures  # which numbers of a game it is about: those that every game has
        self.seen: Moments | None = None

    def without_luck(self, shown: Sequence[list[float | None]], luck: Sequence[Luck]) -> Iterator[list[float | None]]:
        """What some games showed, each number without the luck of its deal."""
        width = len(luck[0])
        if self.seen is None or self.seen.width != width + len(self.figures):
            self.seen = Moments(width + len(self.figures))
        slopes = {figure: self.seen.slopes(width + at, range(width)) for at, figure in enumerate(self.figures)}
        for numbers, own in zip(shown, luck, strict=True):
            yield [number if number is None else number - sum(slope * own[one] for one, slope in slopes.get(at, {}).items())
                   for at, number in enumerate(numbers)]  # fmt: skip
            self.seen.add((*own, *(numbers[figure] or 0.0 for figure in self.figures)))
