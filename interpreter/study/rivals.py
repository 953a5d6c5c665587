"""How often something is taken where it could be, and whether it is ever better than something else: with how much certainty.

Takes what single games tell of choices; returns shares with intervals that may be watched, and the rival that something was
never better than, on the same deals with the same chance. Decisions of one game hang together, so that games are what counts.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import ceil, log

from .sequences import FEWEST_DIFFERENT, RunningMean, unseen
from .uptake import Beside, Thing

SELDOM = 0.03  # of decisions: what is better no more often than that, and never was, is called dominated
AVOIDED = 0.5  # of what chance would take: what is taken less often is called avoided


@dataclass
class Uptake:
    """How often something was taken: sums over the games in which it could be, and how far that is from what somebody who
    avoids it would take at most."""

    games: int = 0
    offered: int = 0
    chosen: int = 0
    by_chance: float = 0.0
    products: tuple[int, int, int] = (0, 0, 0)  # chosen × chosen, chosen × offered, offered × offered
    beyond: RunningMean = field(default_factory=RunningMean)

    def add(self, offered: int, chosen: int, by_chance: float) -> None:
        self.games += 1
        self.offered, self.chosen, self.by_chance = self.offered + offered, self.chosen + chosen, self.by_chance + by_chance
        one, both, two = self.products
        self.products = one + chosen * chosen, both + chosen * offered, two + offered * offered
        self.beyond.add(chosen - AVOIDED * by_chance)

    @property
    def share(self) -> float:
        return self.chosen / self.offered if self.offered else 0.0

    @property
    def chance_share(self) -> float:
        """What the share would be if every option were as good."""
        return self.by_chance / self.offered if self.offered else 0.0

    @property
    def left(self) -> float:
        """How often it is left, in a game in which it could be taken."""
        return (self.offered - self.chosen) / self.games if self.games else 0.0

    @property
    def _apart(self) -> RunningMean:
        """How far games lie from taking their part, in decisions of a game."""
        one, both, two = self.products
        squares = one - 2 * self.share * both + self.share**2 * two
        return RunningMean(self.games, 0.0, max(0.0, squares), self.games)

    def radius(self, games: int | None = None) -> float:
        """Half the width of an interval that may be watched, now or after so many games."""
        many = self.games if games is None else games
        each = self.offered / self.games if self.games else 1.0
        return max(self._apart.radius(count=many) / max(each, 1.0), unseen(many)) if many else 1.0

    def interval(self) -> tuple[float, float]:
        return max(0.0, self.share - self.radius()), min(1.0, self.share + self.radius())

    def games_until(self, radius: float) -> int | None:
        """After how many games, in which it can be taken, the share is known so well."""
        each = self.offered / self.games if self.games else 1.0
        found = self._apart.games_until(radius * max(each, 1.0))
        return None if found is None else max(found, unseen_below(radius))


def unseen_below(share: float, alpha: float = 0.05) -> int:
    """How many times something must not have happened until it is known to happen less often than that."""
    return ceil(log(alpha) / log(1 - share))


@dataclass
class Matchup:
    """One thing beside another that could be taken instead."""

    count: int = 0
    better: int = 0
    worse: int = 0

    def add(self, is_better: bool, is_worse: bool) -> None:
        self.count += 1
        self.better += is_better
        self.worse += is_worse

    @property
    def may_be_dominated(self) -> bool:
        """Whether it was never better, though often enough worse for that to be no near tie."""
        return not self.better and self.worse >= FEWEST_DIFFERENT


@dataclass
class Rivals:
    """Everything that one thing was held against; None stands for all other things together."""

    each: dict[Thing | None, Matchup] = field(default_factory=dict)

    def add(self, beside: Beside) -> None:
        for other, found in beside.items():
            self.each.setdefault(other, Matchup()).add(*found)

    def strongest(self) -> tuple[Thing | None, Matchup] | None:
        """Whatever it may be dominated by that is known best: if all other things are, that is told."""
        able = [(other, one) for other, one in self.each.items() if one.may_be_dominated]
        return max(able, key=lambda one: (one[1].count, one[0] is None, one[1].worse, one[0] or ()), default=None)


def comparisons(every: Mapping[Thing, Rivals]) -> int:
    """How many things were held against how many others: so many times chance may show something."""
    return sum(len(one.each) for one in every.values())
