"""What is lost when something is otherwise: games as they usually are, held against games of the same deals with one change.

Takes a plan and changed plans; returns the part of a win that the first seat loses by each change. Usual games are played once
for all changes and more often than changed ones, and a usual game on the same deal tells how lucky a changed one was: what both
have in common is not counted twice.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from ..game import Game
from .blanks import WEIGHED
from .games import played_by
from .hiring import Workers
from .plan import Plan
from .sampling import wins_of
from .sequences import RunningMean

FIRST_PART, LARGEST_PART = 100, 2000
USUAL = 4  # usual games for each changed one: they serve every change


@dataclass
class Scale:
    game: Game
    plan: Plan
    games: int
    within: float
    workers: Workers
    usual: list[RunningMean] = field(default_factory=list)  # of every seat
    wins: list[float] = field(default_factory=list)

    def weigh(self, game: Game, plan: Plan) -> RunningMean:
        """Play the changed game until what it costs is known as well as wished. Only the width ends it, never what it shows."""
        changed: list[float] = []
        lost = RunningMean()
        while len(changed) < self.games and not lost.fixed_radius() <= self.within:
            part = range(len(changed), min(len(changed) + self._next(lost), self.games))
            changed += (wins[WEIGHED] for wins in self._wins(game, plan, part))
            self.play_usual(USUAL * len(changed))
            lost = held_against(self.wins, changed)
        return lost

    def _next(self, lost: RunningMean) -> int:
        """How many games come next: as many as will do, if that can be told."""
        if not lost.count:
            return FIRST_PART
        needed = lost.count * (lost.fixed_radius() / self.within) ** 2 - lost.count
        return int(max(FIRST_PART, min(needed * 1.02, LARGEST_PART)))

    def play_usual_until_known(self) -> None:
        """Play usual games until what each seat wins is known as well as wished."""
        while len(self.wins) < self.games and not (self.usual and max(one.fixed_radius() for one in self.usual) <= self.within):
            self.play_usual(min(self.games, len(self.wins) + self._next(self.usual[0] if self.usual else RunningMean())))

    def play_usual(self, count: int) -> None:
        for wins in self._wins(self.game, self.plan, range(len(self.wins), max(count, len(self.wins)))):
            self.wins.append(wins[WEIGHED])
            self.usual = self.usual or [RunningMean() for _ in wins]
            for own, win in zip(self.usual, wins, strict=True):
                own.add(win)

    def _wins(self, game: Game, plan: Plan, part: range) -> Iterator[list[float]]:
        return (wins_of(game.definition, one) for one in played_by(game, plan, part, self.workers))


def held_against(usual: Sequence[float], changed: Sequence[float]) -> RunningMean:
    """The mean loss, and how far it may be from the truth. The first usual games were dealt as the changed ones: as far as they
    went together, what chance gave the usual ones beyond their mean is taken from the changed ones, too."""
    many, few = len(usual), len(changed)
    alone = sum(usual) / many
    pairs = list(zip(usual, changed, strict=False))
    start, end = sum(one for one, _ in pairs) / few, sum(changed) / few
    spread = sum((one - start) ** 2 for one, _ in pairs)
    slope = sum((one - start) * (other - end) for one, other in pairs) / spread if spread else 0.0
    own = (1 - slope) * few / many + slope
    loss = (1 - slope) * alone - (end - slope * start)
    both = RunningMean()
    for one, other in pairs:
        both.add(own * one - other)
    rest = sum((one - alone) ** 2 for one in usual) / max(1, many - 1)
    error = both.variance / few + ((1 - slope) * (many - few) / many) ** 2 * rest / max(1, many - few)
    return RunningMean(few, loss, error * few * (few - 1), sum(one != other for one, other in pairs))


def fewer_games(usual: RunningMean, lost: RunningMean) -> float | None:
    """How many times more games plain counting would need, with as many usual games as changed ones and seeds of their own."""
    return 2 * usual.variance / lost.variance if lost.variance else None
