"""What numbers tell of another number: which of them, and how much.

Takes rows of numbers; returns slopes that foretell one column from some others, as few as do more than chance would. Knows
nothing of games.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

WORTH_MORE_THAN_CHANCE = 10  # times what a column of mere chance explains on average: the best of many explains more
ALIKE = 1e-9  # the part of a column that others leave open, below which it tells nothing new

Row = Sequence[float]


@dataclass
class Moments:
    """Sums of columns and of their products: of the first columns, which may tell of others, with every column from itself on,
    and of all others with themselves. Those of parts add up, and a part can be taken out again; of whole numbers they do so to
    the last digit."""

    width: int
    telling: int
    count: int = 0
    sums: list[float] = field(default_factory=list)
    products: list[list[float]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.sums = self.sums or [0.0] * self.width
        lengths = (self.width - one if one < self.telling else 1 for one in range(self.width))
        self.products = self.products or [[0.0] * length for length in lengths]

    def add(self, row: Row) -> None:
        self.count += 1
        for one, number in enumerate(row):
            if number:
                self.sums[one] += number
                own = self.products[one]
                for two in range(len(own)):
                    own[two] += number * row[one + two]

    def join(self, part: Moments) -> None:
        self.count += part.count
        self.sums = _plus(self.sums, part.sums)
        self.products = [_plus(*rows) for rows in zip(self.products, part.products, strict=True)]

    def without(self, part: Moments) -> Moments:
        products = [_minus(*rows) for rows in zip(self.products, part.products, strict=True)]
        return Moments(self.width, self.telling, self.count - part.count, _minus(self.sums, part.sums), products)

    def together(self, one: int, two: int) -> float:
        """The covariance of two columns."""
        one, two = min(one, two), max(one, two)
        return (self.products[one][two - one] * self.count - self.sums[one] * self.sums[two]) / self.count**2

    def left_of(self, of: int, slopes: Mapping[int, float]) -> tuple[float, float]:
        """The mean and the spread of a column when what slopes foretell of it is taken away."""
        mean = (self.sums[of] - sum(slope * self.sums[one] for one, slope in slopes.items())) / self.count
        told = sum(slope * self.together(one, of) for one, slope in slopes.items())
        within = sum(slope * other * self.together(one, two) for one, slope in slopes.items() for two, other in slopes.items())
        return mean, self.together(of, of) - 2 * told + within

    def slopes(self, of: int, by: Iterable[int]) -> dict[int, float]:
        """How a column follows from some of the others: the one that tells most first, until no other adds more than chance
        would. Nothing, as long as there are few rows."""
        found: dict[int, float] = {}
        left, known = list(by), 0.0
        spread = self.together(of, of) if self.count else 0.0
        while left and self.count > WORTH_MORE_THAN_CHANCE * (len(found) + 2):
            tried = [(self._fitted(of, [*found, one]), one) for one in left]
            (slopes, explained), best = max(tried, key=lambda one: one[0][1])
            if explained - known <= (spread - known) * WORTH_MORE_THAN_CHANCE / self.count:
                break
            found, known = slopes, explained
            left.remove(best)
        return found

    def _fitted(self, of: int, by: list[int]) -> tuple[dict[int, float], float]:
        """The slopes of some columns together, and how much of the spread they explain."""
        rows = [[*(self.together(one, two) for two in by), self.together(one, of)] for one in by]
        for at, row in enumerate(rows):
            if row[at] <= ALIKE * max(ALIKE, self.together(by[at], by[at])):
                return {}, 0.0
            for other in rows:
                if other is not row:
                    factor = other[at] / row[at]
                    other[at:] = [one - factor * two for one, two in zip(other[at:], row[at:], strict=True)]
        slopes = {one: row[-1] / row[at] for at, (one, row) in enumerate(zip(by, rows, strict=True))}
        return slopes, sum(slope * self.together(one, of) for one, slope in slopes.items())


def _plus(one: Row, two: Row) -> list[float]:
    return [mine + theirs for mine, theirs in zip(one, two, strict=True)]


def _minus(all: Row, some: Row) -> list[float]:
    return [one - other for one, other in zip(all, some, strict=True)]
