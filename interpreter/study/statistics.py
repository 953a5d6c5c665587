"""Shares with intervals, and what a heap of numbers looks like.

Takes counts; returns shares, means and spreads. Knows nothing of games.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt

from .sequences import RunningMean

Z95 = 1.959963984540054


def rounded(number: int) -> int:
    """A number with two digits that say something."""
    return max(1, round(number, -max(0, len(str(number)) - 2)))


def six_places(number: float) -> float:
    """A figure as programs read it; what is as good as nothing is 0 and not -0."""
    return round(number, 6) + 0


@dataclass(frozen=True, slots=True)
class Share:
    """A part of a whole with its 95 % interval, as numbers from 0 to 1: that of Wilson, or where it is `watched` while it
    grows one that is true at every moment."""

    part: float
    whole: int
    watched: bool = False

    @property
    def share(self) -> float:
        return self.part / self.whole if self.whole else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        if not self.whole:
            return 0.0, 1.0
        if self.watched:
            return max(0.0, self.share - self.radius), min(1.0, self.share + self.radius)
        square = Z95 * Z95 / self.whole
        middle = (self.share + square / 2) / (1 + square)
        half = Z95 / (1 + square) * sqrt(self.share * (1 - self.share) / self.whole + square / (4 * self.whole))
        return max(0.0, middle - half), min(1.0, middle + half)

    @property
    def radius(self) -> float:
        """Half of an interval that may be watched: parts of a win lie no further apart than wins and losses would."""
        return RunningMean(self.whole, self.share, self.share * (1 - self.share) * self.whole).radius()

    def to_text(self) -> str:
        low, high = self.interval
        return f"{100 * self.share:.1f} % ({100 * low:.1f}-{100 * high:.1f})"

    def to_json(self) -> dict[str, float]:
        low, high = self.interval
        return {"share": six_places(self.share), "low": six_places(low), "high": six_places(high)}


@dataclass(frozen=True, slots=True)
class Distribution:
    """How often each number came up, in parts of which so many are one: the mean, standard deviation and ends."""

    counts: Mapping[int, int]
    parts: int = 1

    @property
    def total(self) -> int:
        return sum(self.counts.values())

    @property
    def mean(self) -> float:
        total = sum(number * count for number, count in self.counts.items())
        return total / (self.total * self.parts) if self.total else 0.0

    @property
    def deviation(self) -> float:
        """Of the sample: divided by one less than its size."""
        if self.total < 2:
            return 0.0
        squares = sum(number * number * count for number, count in self.counts.items())
        numbers = sum(number * count for number, count in self.counts.items())
        return sqrt((self.total * squares - numbers * numbers) / (self.total * (self.total - 1))) / self.parts

    @property
    def running(self) -> RunningMean:
        """The mean with its intervals, as if the numbers had come one by one."""
        different = sum(count for number, count in self.counts.items() if number)
        return RunningMean(self.total, self.mean, self.deviation**2 * max(0, self.total - 1), different)

    @property
    def ends(self) -> tuple[int, int]:
        return (min(self.counts), max(self.counts)) if self.counts else (0, 0)

    def bins(self, most: int) -> list[tuple[int, int, int]]:
        """At most so many ranges of equal width, each with its first and last number and its count."""
        low, high = self.ends
        width = -(-(high - low + 1) // most)
        bins = []
        for first in range(low, high + 1, width):
            last = first + width - 1
            bins.append((first, last, sum(self.counts.get(number, 0) for number in range(first, last + 1))))
        return bins

    def to_json(self) -> dict[str, float]:
        low, high = self.ends
        return {"mean": six_places(self.mean), "deviation": six_places(self.deviation), "lowest": low, "highest": high}
