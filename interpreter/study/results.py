"""What came of one game, for every study that looks at single games.

Takes nothing and holds plain numbers: seats are counted from 0, and cards go by their row in `definition.rows`. Every engine
makes the same of the same game.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, repr=False)
class GameResult:
    """One game that is over. `winners` are seats; `had` and `played` say for every row of cards which seats did, as bits
    (`had_by`, `played_by`); `fired` says for every procedure how often it came into effect as an ability, `found` for every
    gauge of the game's own measures what it showed at all times together, and how often; `offered` and `chosen` how often each
    row of cards, and behind them each kind of option, could be taken or left, and was taken (`engine/offering`)."""

    number: int
    bots: tuple[str, ...]
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    decisions: int
    rounds: int
    had: tuple[int, ...]
    played: tuple[int, ...]
    fired: tuple[int, ...]
    found: tuple[tuple[int, int], ...] = ()
    offered: tuple[int, ...] = ()
    chosen: tuple[int, ...] = ()

    def __repr__(self) -> str:
        return f"<GameResult {self.number}: scores {self.scores}, winners {self.winners}, {self.decisions} decisions>"

    def measure(self, gauge: int) -> float | None:
        """What a gauge showed on average; None if it was never looked at."""
        total, times = self.found[gauge]
        return total / times if times else None

    def had_by(self, row: int) -> tuple[int, ...]:
        """The seats that had a card of a row."""
        return self._seats(self.had[row])

    def played_by(self, row: int) -> tuple[int, ...]:
        return self._seats(self.played[row])

    def _seats(self, bits: int) -> tuple[int, ...]:
        return tuple(seat for seat in range(len(self.bots)) if bits >> seat & 1)
