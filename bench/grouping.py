"""How long one query for the best raiding party takes: `python bench/grouping.py [hands]`.

Takes ten Pirates at random from the fifty, every Captain wild or not with equal chance; prints the median, the 99th
percentile and the slowest, in milliseconds of processor time, with nothing remembered from one hand to the next.
"""

from __future__ import annotations

import random
import sys
import time

from rulewright import load
from rulewright.interpreter.engine.grouped import problem_for
from rulewright.interpreter.engine.grouping import Hand, solve
from rulewright.interpreter.engine.world import world_for


def random_hand(chance: random.Random, size: int) -> Hand:
    deck = [(rank, suit) for rank in range(10) for suit in range(5)]
    cards = []
    for rank, suit in chance.sample(deck, size):
        if rank == 9 and chance.random() < 0.5:
            cards.append(tuple((one, other) for one in range(1, 10) for other in range(5)))
        elif rank == 0:
            cards.append(tuple((one, suit) for one in range(1, 10)))
        else:
            cards.append(((rank, suit),))
    return tuple(sorted(cards))


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    problem = problem_for(world_for(load("ruthless").definition, 4), 0)
    for size in (5, 8, 10, 13):
        chance = random.Random(size)
        times = []
        for _ in range(count):
            hand = random_hand(chance, size)
            solve.cache_clear()
            begun = time.process_time_ns()
            solve(problem, hand)
            times.append((time.process_time_ns() - begun) / 1e6)
        times.sort()
        middle, slow = times[count // 2], times[count * 99 // 100]
        print(f"{size:2} Pirates: median {middle:.2f} ms, 99th percentile {slow:.2f} ms, slowest {times[-1]:.2f} ms")


if __name__ == "__main__":
    main()
