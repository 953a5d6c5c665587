"""Parts of a piece of work that are still to be done, for whoever shares them out.

Takes the parts in their order; gives each out once, and again when whoever had it was lost. Where nothing is needed behind a
part any more, nothing behind it is begun.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator

Stretch = tuple[int, int]  # a part: its first number, and the one after the last


def stretches(numbers: range, size: int) -> Iterator[Stretch]:
    return ((first, min(first + size, numbers.stop)) for first in numbers[::size])


class PartsLeft:
    def __init__(self) -> None:
        self.last: Stretch | None = None
        self.again: deque[Stretch] = deque()
        self.take(())

    def take(self, parts: Iterable[Stretch]) -> None:
        self.rest = iter(parts)

    def leave_out_after(self, part: Stretch) -> None:
        """Do not begin parts that come later in their order: nobody needs them any more."""
        self.last = part if self.last is None else min(part, self.last)

    def next(self) -> Stretch | None:
        """What is to be done next; parts come in their order, so behind the last one there is none."""
        while self.again:
            part = self.again.popleft()
            if self.last is None or part < self.last:
                return part
        next_part = next(self.rest, None)
        return None if next_part is None or (self.last is not None and next_part > self.last) else next_part
