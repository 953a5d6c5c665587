"""What is lost when something is otherwise: games as they usually are, held against games of the same deals with one change.

Takes a plan and changed plans; returns the part of a win that the first seat loses by each change. Usual games are played once
for all changes and more often than changed ones. How lucky a deal was is told by the usual game on it, held against usual games
of other deals, and by what random bots have on it: as far as that helps, it is taken out of what is lost.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from math import isqrt

from ..engine import chance
from ..game import Game
from .blanks import WEIGHED
from .deals import lucks
from .games import played_by
from .hiring import Workers
from .plan import Plan, is_by_chance
from .sampling import wins_of
from .sequences import RunningMean
from .steadying import Luck, Steadying

FIRST_PART, LARGEST_PART = 100, 2000
MOST_OTHERS = 6
WATCHED, ENDED = 0.01, 0.04  # how often something is wrong that is seen before the end, and at the end: 5 % in all

Watch = Callable[[RunningMean], None]  # what is known so far


@dataclass
class Scale:
    game: Game
    plan: Plan
    games: int
    within: float
    workers: Workers
    changes: int = 1  # how many are to be weighed: the more, the more usual games of other deals are worth while
    usual: list[RunningMean] = field(default_factory=list)  # of every seat
    wins: list[float] = field(default_factory=list)  # of the first seat, on the deals of changed games
    luck: list[Luck] = field(default_factory=list)  # of the same games

    @property
    def others(self) -> int:
        """Usual games of other deals for each usual one: they serve every change."""
        return max(0, min(MOST_OTHERS, isqrt(self.changes) - 1))

    def weigh(self, game: Game, plan: Plan, watch: Watch | None = None) -> RunningMean:
        """Play the changed game until what it costs is known as well as wished. Only the width ends it, never what it shows."""
        lost, sums, size = RunningMean(), Steadying(1, 0), 0
        while size < self.games and not lost.fixed_radius(ENDED) <= self.within:
            part = range(size, min(size + self._next(lost), self.games))
            changed = [wins[WEIGHED] for wins in self._wins(game, plan, part)]
            self.play_usual(part.stop)
            sums = sums if size else Steadying(1, len(self.luck[0]))
            for number, win in zip(part, changed, strict=True):
                sums.add(number, [self.wins[number] - win], self.luck[number])
            lost, size = sums.found()[0].running, part.stop
            if watch is not None:
                watch(lost)
        return lost

    def _next(self, lost: RunningMean) -> int:
        """How many games come next: as many as will do, if that can be told."""
        if not lost.count:
            return FIRST_PART
        needed = lost.count * (lost.fixed_radius(ENDED) / self.within) ** 2 - lost.count
        return int(max(FIRST_PART, min(needed * 1.02, LARGEST_PART)))

    def play_usual_until_known(self) -> None:
        """Play usual games until what each seat wins is known as well as wished."""
        while len(self.wins) < self.games:
            if self.usual and max(one.fixed_radius(ENDED) for one in self.usual) <= self.within:
                break
            more = self._next(self.usual[0] if self.usual else RunningMean()) // (1 + self.others)
            self.play_usual(min(self.games, len(self.wins) + max(1, more)))

    def play_usual(self, count: int) -> None:
        """So many usual games on the deals of changed ones, and others beside each of them."""
        part = range(len(self.wins), max(count, len(self.wins)))
        if not part:
            return
        elsewhere = replace(self.plan, seed=chance.seeded(chance.seeded(self.plan.seed)))
        others = list(self._wins(self.game, elsewhere, range(self.others * part.start, self.others * part.stop)))
        dealt = [()] * len(part) if is_by_chance(self.plan.bots) else lucks(self.game, self.plan, part, self.workers)
        width = len(self.luck[0]) - bool(self.others) if self.luck else len(dealt[0])
        for at, own in enumerate(self._wins(self.game, self.plan, part)):
            beside = others[self.others * at : self.others * (at + 1)]
            self.wins.append(own[WEIGHED])
            deal = dealt[at][:width] or (0.0,) * width  # of some deals nothing may be known: that is no luck either
            luck = (own[WEIGHED] - sum(one[WEIGHED] for one in beside) / len(beside),) if beside else ()
            self.luck.append((*luck, *deal))
            self.usual = self.usual or [RunningMean() for _ in own]
            for wins in (own, *beside):
                for seat, win in zip(self.usual, wins, strict=True):
                    seat.add(win)

    def _wins(self, game: Game, plan: Plan, part: range) -> Iterator[list[float]]:
        return (wins_of(game.definition, one) for one in played_by(game, plan, part, self.workers))


def fewer_games(usual: RunningMean, lost: RunningMean) -> float | None:
    """How many times more games plain counting would need, with as many usual games as changed ones and seeds of their own."""
    return 2 * usual.variance / lost.variance if lost.variance else None
