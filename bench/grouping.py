"""How long one query for the best raiding party takes: `python bench/grouping.py [hands] [runs]`.

Takes Pirates at random from the fifty, every Captain wild or not with equal chance. Prints the median, the 99th percentile and
the slowest, in milliseconds of processor time: with nothing remembered from one hand to the next, each hand at its best of
several runs, because a busy machine slows down any single one; then the median for a hand that was asked before.
"""

from __future__ import annotations

import os
import random
import sys
import time

from rulewright import load
from rulewright.engine.grouped import problem_for
from rulewright.engine.grouping import solve
from rulewright.engine.patterns import Hand, Problem
from rulewright.engine.worlds import world_for


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


def milliseconds(problem: Problem, hand: Hand) -> float:
    begun = time.process_time_ns()
    solve(problem, hand)
    return (time.process_time_ns() - begun) / 1e6


def main() -> None:
    count, runs = (int(one) for one in (sys.argv[1:] + ["2000", "3"][len(sys.argv) - 1 :])[:2])
    problem = problem_for(world_for(load("ruthless").definition, 4), 0)
    print(f"{count} hands of each size, best of {runs} runs; load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    for size in (5, 8, 10, 13):
        chance = random.Random(size)
        hands = [random_hand(chance, size) for _ in range(count)]
        cold = [float("inf")] * count
        for _ in range(runs):
            solve.cache_clear()
            cold = [min(before, milliseconds(problem, hand)) for before, hand in zip(cold, hands, strict=True)]
        warm = sorted(milliseconds(problem, hand) for hand in hands)
        cold.sort()
        middle, slow = cold[count // 2], cold[count * 99 // 100]
        print(
            f"{size:2} Pirates: median {middle:.2f} ms, 99th percentile {slow:.2f} ms, slowest {cold[-1]:.2f} ms; "
            f"again {warm[count // 2]:.3f} ms"
        )


if __name__ == "__main__":
    main()
