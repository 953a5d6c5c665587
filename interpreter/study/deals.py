"""What deals were worth before anybody chose.

Takes games between bots that think; plays each of their deals again between random bots, which costs next to nothing, and other
deals beside them. What a deal gives random bots beyond what others give is luck: its mean is nothing, whatever the game is, so
that any part of it may be taken from a figure.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ..engine import chance
from ..engine.trouble import RuleError
from ..game import Game
from .games import played_by
from .hiring import Workers
from .plan import Plan, is_by_chance
from .results import GameResult
from .sampling import Figure, figures_of
from .sequences import FEWEST
from .steadying import Luck, Steadying

TAKES = 8  # random games on the deal of each game
OTHERS = 16  # random games on other deals, for each game: they serve as what a deal is worth on average


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
    by_chance = replace(plan, bots=("random",) * len(plan.seats), rotates=False)
    figures = _figures(game, plan)
    takes = [_shown(figures, played_by(game, replace(by_chance, take=take), games, workers)) for take in range(1, TAKES + 1)]
    elsewhere = replace(by_chance, seed=chance.seeded(plan.seed))
    others = _shown(figures, played_by(game, elsewhere, range(OTHERS * games.start, OTHERS * games.stop), workers))
    own = (_means(same) for same in zip(*takes, strict=True))
    beside = (_means(others[first : first + OTHERS]) for first in range(0, len(others), OTHERS))
    return [tuple(one - two for one, two in zip(*both, strict=True)) for both in zip(own, beside, strict=True)]


def _figures(game: Game, plan: Plan) -> list[Figure]:
    """The figures of a deal: those that every game has."""
    return [figure for figure in figures_of(game.definition, plan.seats) if not figure.can_be_none]


def _shown(figures: Sequence[Figure], results: Iterator[GameResult]) -> list[list[float]]:
    return [[figure.of(result) or 0.0 for figure in figures] for result in results]


def _means(games: Sequence[Sequence[float]]) -> list[float]:
    return [sum(column) / len(games) for column in zip(*games, strict=True)]


def new_steadying(game: Game, plan: Plan) -> Steadying:
    """No games yet, of which every figure is told."""
    return Steadying(len(figures_of(game.definition, plan.seats)), len(_figures(game, plan)))


def add_to(sums: Steadying, game: Game, plan: Plan, results: Sequence[GameResult], workers: Workers) -> None:
    """A stretch of games, in any order. Where deals tell nothing they are not added, and `sums` has too few of them."""
    if results:
        figures, ordered = figures_of(game.definition, plan.seats), sorted(results, key=lambda result: result.number)
        stretch = range(ordered[0].number, ordered[-1].number + 1)
        for one, luck in zip(ordered, lucks(game, plan, stretch, workers), strict=True):
            if luck:
                sums.add(one.number, [figure.of(one) for figure in figures], luck)
