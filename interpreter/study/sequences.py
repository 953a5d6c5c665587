"""Means with intervals that stay true while they are watched.

Takes numbers one after the other; returns their mean, an interval that covers the truth at every moment at once with the asked
probability, and how surely the mean is not nothing. One may look at any time and stop when one likes.

The intervals are confidence sequences (Robbins' normal mixture with the variance as it was seen). They are wider than those for
a fixed number of games, about one and a half times, and need no correction for looking.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import erfc, exp, inf, log, sqrt
from statistics import NormalDist

TUNED_FOR = 1000  # games at which the intervals are as narrow as they can be
FEWEST = 50  # games before anything is said
FEWEST_DIFFERENT = 16  # games that are not nothing, before something is called different from nothing
MOST_GAMES = 10**9


def _tuning(alpha: float) -> float:
    return (-2 * log(alpha) + log(-2 * log(alpha)) + 1) / TUNED_FOR


def unseen(games: int, alpha: float = 0.05) -> float:
    """How often something may happen at most that never did in so many games: a bound that holds at every moment."""
    return 1 - exp(log(alpha) / games)


@dataclass(slots=True)
class RunningMean:
    """The mean of numbers that come one by one, and how far they lie from it. Parts that were counted apart can be joined."""

    count: int = 0
    mean: float = 0.0
    squares: float = 0.0  # of the distances from the mean
    different: int = 0  # how many are not 0

    @classmethod
    def of(cls, numbers: Iterable[float]) -> RunningMean:
        running = cls()
        for number in numbers:
            running.add(number)
        return running

    def add(self, number: float) -> None:
        self.count += 1
        distance = number - self.mean
        self.mean += distance / self.count
        self.squares += distance * (number - self.mean)
        self.different += number != 0

    def join(self, other: RunningMean) -> None:
        if not other.count:
            return
        total, distance = self.count + other.count, other.mean - self.mean
        self.squares += other.squares + distance * distance * self.count * other.count / total
        self.mean += distance * other.count / total
        self.count, self.different = total, self.different + other.different

    @property
    def variance(self) -> float:
        return self.squares / (self.count - 1) if self.count > 1 else 0.0

    def radius(self, alpha: float = 0.05, count: int | None = None) -> float:
        """Half the width of the interval, now or after so many games that lie as far apart. What was never seen may happen all
        the same, so that numbers which are all alike have an interval, too."""
        games = self.count if count is None else count
        if games < FEWEST:
            return inf
        rho = _tuning(alpha)
        inner = games * rho + 1
        seen = sqrt(self.variance) * sqrt(2 * inner / (games * games * rho) * log(sqrt(inner) / alpha))
        return max(seen, unseen(games, alpha) * max(1.0, abs(self.mean)))

    def interval(self, alpha: float = 0.05) -> tuple[float, float]:
        radius = self.radius(alpha)
        return self.mean - radius, self.mean + radius

    def fixed_radius(self, alpha: float = 0.05) -> float:
        """Half the width of the interval for a number of games that does not hang on what they show."""
        if self.count < FEWEST:
            return inf
        seen = NormalDist().inv_cdf(1 - alpha / 2) * sqrt(self.variance / self.count)
        return max(seen, unseen(self.count, alpha)) if not self.different else seen

    def fixed_interval(self, alpha: float = 0.05) -> tuple[float, float]:
        return self.mean - self.fixed_radius(alpha), self.mean + self.fixed_radius(alpha)

    def fixed_chance(self) -> float:
        """How likely chance alone shows a mean as far from 0 after such a number of games."""
        if self.count < FEWEST or self.different < FEWEST_DIFFERENT or not self.variance:
            return self.chance()
        return erfc(abs(self.mean) / sqrt(2 * self.variance / self.count))

    def share_interval(self, alpha: float = 0.05) -> tuple[float, float]:
        """The interval of numbers from 0 to 1."""
        low, high = self.interval(alpha)
        return max(0.0, low), min(1.0, high)

    def chance(self, alpha: float = 0.05) -> float:
        """How likely it is at most that chance alone, at any moment, shows a mean as far from 0."""
        if self.count < FEWEST or self.different < FEWEST_DIFFERENT:
            return 1.0
        if not self.variance:
            return 0.0 if self.mean else 1.0
        rho = _tuning(alpha)
        inner = self.count * rho + 1
        exponent = rho * (self.count * self.mean) ** 2 / (2 * self.variance * inner)
        return 1.0 if exponent < log(inner) / 2 else sqrt(inner) * exp(-exponent) if exponent < 700 else 0.0

    def games_until(self, radius: float, alpha: float = 0.05) -> int | None:
        """After how many games in all the interval is so narrow; None if that would take too long."""
        low, high = FEWEST, FEWEST
        while radius <= 0 or self.radius(alpha, high) > radius:
            high *= 2
            if high > MOST_GAMES:
                return None
        while high - low > max(1, low // 100):
            middle = (low + high) // 2
            low, high = (low, middle) if self.radius(alpha, middle) <= radius else (middle, high)
        return high
