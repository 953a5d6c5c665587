"""Figures of games with the luck of their deals taken out, from sums that are the same in whatever order games come.

Takes the figures of numbered games and what was luck in each of them, numbers whose mean is nothing; returns the mean of every
figure without that luck. Which part of it is taken out of a fifth of the games, the other four fifths tell, so that nothing is
moved. Everything is added up in whole numbers: parts that are joined are to the last digit what one run would have been.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from .regression import Moments
from .sequences import RunningMean

FOLDS = 5
FINE = 2**32  # parts of one in which numbers are added up

Luck = tuple[float, ...]  # of one game: numbers whose mean is nothing, whatever the game is


@dataclass(frozen=True)
class Steadied:
    """The mean of a figure with the luck of the deals taken out, and how many times fewer games that needed than plain
    counting; 1 where the deals tell nothing, and it is counted plainly."""

    running: RunningMean
    saving: float = 1.0


@dataclass
class PlainSums:
    """One figure of the games that have it, in parts of which `FINE` are one."""

    count: int = 0
    total: int = 0
    squares: int = 0
    different: int = 0

    def add(self, number: int) -> None:
        self.count += 1
        self.total += number
        self.squares += number * number
        self.different += number != 0

    def join(self, other: PlainSums) -> None:
        self.count, self.total = self.count + other.count, self.total + other.total
        self.squares, self.different = self.squares + other.squares, self.different + other.different

    @property
    def running(self) -> RunningMean:
        if not self.count:
            return RunningMean()
        apart = self.squares * self.count - self.total**2
        return RunningMean(self.count, self.total / (self.count * FINE), apart / (self.count * FINE**2), self.different)


@dataclass
class Steadying:
    """Sums of so many figures and lucks: of every figure by itself, and of all of them together in five parts."""

    figures: int
    lucks: int
    games: int = 0
    plain: list[PlainSums] = field(default_factory=list)
    folds: list[Moments] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.plain = self.plain or [PlainSums() for _ in range(self.figures)]
        self.folds = self.folds or [Moments(self.lucks + self.figures, self.lucks) for _ in range(FOLDS)]

    def add(self, number: int, shown: Sequence[float | None], luck: Luck) -> None:
        """A game by its number; None is a figure that it does not have."""
        self.games += 1
        row = [round(FINE * one) for one in luck]
        for own, one in zip(self.plain, shown, strict=True):
            row.append(0 if one is None else round(FINE * one))
            if one is not None:
                own.add(row[-1])
        self.folds[number % FOLDS].add(row)

    def join(self, other: Steadying) -> None:
        self.games += other.games
        for own, one in zip(self.plain, other.plain, strict=True):
            own.join(one)
        for fold, part in zip(self.folds, other.folds, strict=True):
            fold.join(part)

    def found(self) -> list[Steadied]:
        """Every figure, as it is known best."""
        others = [_joined(self.folds).without(fold) for fold in self.folds]
        return [self._found(at, others) for at in range(self.figures)]

    def _found(self, at: int, others: Sequence[Moments]) -> Steadied:
        """A figure that some games lack is counted plainly: of games that are picked, luck is not nothing."""
        plain, column = self.plain[at].running, self.lucks + at
        if not self.lucks or plain.count < self.games:
            return Steadied(plain)
        without_luck = RunningMean()
        for fold, rest in zip(self.folds, others, strict=True):
            if fold.count:
                slopes = rest.slopes(column, range(self.lucks))
                mean, spread = fold.left_of(column, slopes)
                without_luck.join(RunningMean(fold.count, mean / FINE, spread * fold.count / FINE**2))
        return better_of(plain, without_luck)

    def to_json(self) -> dict[str, Any]:
        plain = [(one.count, one.total, one.squares, one.different) for one in self.plain]
        folds = [(one.count, one.sums, one.products) for one in self.folds]
        return {"figures": self.figures, "lucks": self.lucks, "games": self.games, "plain": plain, "folds": folds}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Steadying:
        """What was written; raises ValueError, KeyError or TypeError for anything else."""
        figures, lucks = int(data["figures"]), int(data["lucks"])
        width = figures + lucks
        plain = [PlainSums(*(int(one) for one in numbers)) for numbers in data["plain"]]
        folds = [Moments(width, lucks, int(count), sums, _needed(products, lucks)) for count, sums, products in data["folds"]]
        if len(plain) != figures or sum(fold.count for fold in folds) != data["games"] or len(folds) != FOLDS:
            raise ValueError("the parts do not add up")
        return cls(figures, lucks, int(data["games"]), plain, folds)


def _needed(products: Sequence[list[float]], lucks: int) -> list[list[float]]:
    """Of products that were written: all of them were, before only those were kept that are asked for."""
    width = len(products)
    return [row[one - width :] if one < lucks else row[one - width :][:1] for one, row in enumerate(products)]


def _joined(folds: Sequence[Moments]) -> Moments:
    total = Moments(folds[0].width, folds[0].telling)
    for fold in folds:
        total.join(fold)
    return total


def steadied(shown: Sequence[Sequence[float | None]], luck: Sequence[Luck]) -> list[Steadied]:
    """Every figure of games from the first on; without any luck, counted plainly."""
    sums = Steadying(len(shown[0]), len(luck[0]) if luck else 0) if shown else Steadying(0, 0)
    for number, (numbers, own) in enumerate(zip(shown, luck or [()] * len(shown), strict=True)):
        sums.add(number, numbers, own)
    return sums.found()


def better_of(plain: RunningMean, without_luck: RunningMean) -> Steadied:
    """Whichever is known better; what is the same in every game needs no help."""
    if not 0 < without_luck.variance < plain.variance:
        return Steadied(plain)
    return Steadied(replace(without_luck, different=plain.different), plain.variance / without_luck.variance)


class Foretelling:
    """Takes luck out of numbers that are watched while they come: as far as the games before them say that it helps, so that
    each is right on average, whatever came before it."""

    def __init__(self, figures: Sequence[int]) -> None:
        self.figures = figures  # which numbers of a game it is about: those that every game has
        self.seen: Moments | None = None

    def without_luck(self, shown: Sequence[list[float | None]], luck: Sequence[Luck]) -> Iterator[list[float | None]]:
        """What some games showed, each number without the luck of its deal."""
        width = len(luck[0])
        if self.seen is None or self.seen.width != width + len(self.figures):
            self.seen = Moments(width + len(self.figures), width)
        slopes = {figure: self.seen.slopes(width + at, range(width)) for at, figure in enumerate(self.figures)}
        for numbers, own in zip(shown, luck, strict=True):
            yield [number if number is None else number - sum(slope * own[one] for one, slope in slopes.get(at, {}).items())
                   for at, number in enumerate(numbers)]  # fmt: skip
            self.seen.add((*own, *(numbers[figure] or 0.0 for figure in self.figures)))
