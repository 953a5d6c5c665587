"""Games between random players inside a compiled library, on several threads, added up.

Takes a plan and games of it; yields tallies, as games that are played one by one do. A game that a library cannot play to its
end is left to whoever plays one by one.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor

from ..engine.choice import WholeGames
from ..engine.protocol import PlayedGames
from .results import GameResult
from .tally import Tally

MANY = 2000  # fewer games are over before a library is there
AT_ONCE = 500
Rushed = tuple[int, Tally, Sequence[GameResult]]  # the first game, what all came to, and each where somebody wants to know


def rushed(
    games: WholeGames, seed: int, bots: tuple[str, ...], wanted: range, threads: int, most_decisions: int,
    one_by_one: Callable[[int], GameResult], keeps: bool,
) -> Generator[Rushed, None, None]:  # fmt: skip
    """Parts that add up to the wanted games, in their order."""
    unit = Tally(len(bots), bots).unit

    def play(part: range) -> Rushed:
        tally, first = Tally(len(bots), bots), part.start
        results: list[GameResult] = []
        while first < part.stop:
            played = games.play(seed, range(first, part.stop), most_decisions, unit, keeps)
            tally.count_played(played)
            results += _each(played, first, bots) if keeps else ()
            first += len(played.decisions)
            if first < part.stop:
                alone = one_by_one(first)
                tally.count(alone)
                results += [alone] if keeps else ()
                first += 1
        return part.start, tally, results

    parts = iter([range(first, min(first + AT_ONCE, wanted.stop)) for first in wanted[::AT_ONCE]])
    yield from _in_order(play, parts, threads)


def _each(played: PlayedGames, first: int, bots: tuple[str, ...]) -> Iterator[GameResult]:
    """Every single game of those that a library has played."""
    for at, (had, used, fired) in enumerate(played.each):
        winners = tuple(seat for seat in range(len(bots)) if played.winners[at] >> seat & 1)
        scores = tuple(own[at] for own in played.scores)
        yield GameResult(first + at, bots, scores, winners, played.decisions[at], played.rounds[at], had, used, fired)


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
