"""How a game ended."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Result:
    """Every seat with its score, best first, and who won."""

    scores: dict[str, int]
    winners: tuple[str, ...]

    @property
    def ranking(self) -> list[tuple[str, int]]:
        order = sorted(self.scores.items(), key=lambda pair: (pair[0] not in self.winners, -pair[1]))
        return order
