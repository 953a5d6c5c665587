"""Games between random players inside a compiled library, on several threads, added up.

Takes a plan and games of it; yields tallies, as games that are played one by one do. A game that a library cannot play to its
end is left to whoever plays one by one.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Future, ThreadPoolExecutor

from ..engine.choice import WholeGames
from .tally import Tally

MANY = 2000  # fewer games are over before a library is there
AT_ONCE = 500


def rushed(
    games: WholeGames, seed: int, bots: tuple[str, ...], wanted: range, threads: int, most_decisions: int,
    one_by_one: Callable[[int], Tally],
) -> Generator[Tally, None, None]:  # fmt: skip
    """Tallies that add up to the wanted games, in their order."""
    unit = Tally(len(bots), bots).unit

    def play(part: range) -> Tally:
        tally, first = Tally(len(bots), bots), part.start
        while first < part.stop:
            played = games.play(seed, range(first, part.stop), most_decisions, unit)
            tally.count_played(played)
            first += len(played.decisions)
            if first < part.stop:
                tally.add(one_by_one(first))
                first += 1
        return tally

    parts = iter([range(first, min(first + AT_ONCE, wanted.stop)) for first in wanted[::AT_ONCE]])
    yield from _in_order(play, parts, threads)


def _in_order(play: Callable[[range], Tally], parts: Iterator[range], threads: int) -> Generator[Tally, None, None]:
    """What is told first is what comes first, however many threads there are."""
    with ThreadPoolExecutor(threads) as pool:
        waiting: deque[Future[Tally]] = deque()
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
