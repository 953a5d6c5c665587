"""Which options a bot looks at, where a decision has more of them than it could try out.

Takes a generator and a number of options; returns the next generator state and the places of some of them, in order. Up to
`MOST` all are looked at and nothing is drawn; beyond that, every selection is equally likely.
"""

from __future__ import annotations

from ..engine import chance

MOST = 100


def looked_at(rng: int, count: int) -> tuple[int, list[int]]:
    if count <= MOST:
        return rng, list(range(count))
    chosen: set[int] = set()
    for last in range(count - MOST, count):
        rng, index = chance.below(rng, last + 1)
        chosen.add(last if index in chosen else index)  # Floyd's way: no list of all places is needed
    return rng, sorted(chosen)
