"""Games between bots inside a compiled library, on several threads, added up.

Takes a plan and games of it; yields tallies, as games that are played one by one do. A game that a library cannot play to its
end is left to whoever plays one by one.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor

from ..engine.choice import WholeGames
from ..engine.protocol import PlayedGames
from ..players.bots import seated
from ..table.withholding import withheld_cards
from .blanks import WEIGHED
from .plan import Plan, is_by_chance
from .results import GameResult
from .tally import GameTally

MANY = 2000  # fewer games between random players are over before a library is there
SOME = 20  # the same of games between bots that think
AT_ONCE = 500
Rushed = tuple[int, GameTally, Sequence[GameResult]]  # the first game, what all came to, and each where somebody wants to know


def rushed(
    games: WholeGames, plan: Plan, wanted: range, threads: int, most_decisions: int, one_by_one: Callable[[int], GameResult],
    keeps: bool,
) -> Generator[Rushed, None, None]:  # fmt: skip
    """Parts that add up to the wanted games, in their order."""
    bots = plan.bots
    unit = GameTally(len(bots), bots).unit
    withheld = () if plan.withheld is None else withheld_cards(games.world, WEIGHED, plan.withheld)
    thinking = None if is_by_chance(bots) and not withheld else seated(games.world, bots, plan.rotates)
    tells = keeps or thinking is not None

    def play(part: range) -> Rushed:
        tally, first = GameTally(len(bots), bots), part.start
        results: list[GameResult] = []
        while first < part.stop:
            played = games.play(plan.seed, range(first, part.stop), most_decisions, unit, tells, thinking, withheld, plan.take)
            each = list(results_of(played, first, plan)) if tells else []
            if thinking is None:
                tally.count_played(played)
            else:
                _count(tally, each)
            results += each if keeps else ()
            first += len(played.decisions)
            if first < part.stop:
                alone = one_by_one(first)
                tally.count(alone)
                results += [alone] if keeps else ()
                first += 1
        return part.start, tally, results

    size = AT_ONCE if is_by_chance(bots) else 1
    parts = iter([range(first, min(first + size, wanted.stop)) for first in wanted[::size]])
    yield from _in_order(play, parts, threads)


def _count(tally: GameTally, results: list[GameResult]) -> None:
    for result in results:
        tally.count(result)


def results_of(played: PlayedGames, first: int, plan: Plan) -> Iterator[GameResult]:
    """Every single game of those that a library has played."""
    for at, (had, used, fired, offered, chosen) in enumerate(played.each):
        bots = plan.bots_of(first + at)
        winners = tuple(seat for seat in range(len(bots)) if played.winners[at] >> seat & 1)
        scores = tuple(own[at] for own in played.scores)
        numbers = played.decisions[at], played.rounds[at]
        yield GameResult(first + at, bots, scores, winners, *numbers, had, used, fired, played.found[at], offered, chosen)


def _in_order(play: Callable[[range], Rushed], parts: Iterator[range], threads: int) -> Generator[Rushed, None, None]:
    """What is told first is what comes first, however many threads there are."""
    with ThreadPoolExecutor(threads) as pool:
        waiting: deque[Future[Rushed]] = deque()
        try:
            for part in parts:
                waiting.append(pool.submit(play, part))
                if len(waiting) > 2 * threads:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            for one in waiting:
                one.cancel()
