"""How a game ended."""

from __future__ import annotations

from dataclasses import dataclass

from ..engine.missing import numbers_of
from ..engine.protocol import Engine
from ..model.definition import Definition


@dataclass(frozen=True, slots=True)
class Result:
    """Every seat with its score, best first, and who won."""

    scores: dict[str, int]
    winners: tuple[str, ...]

    @classmethod
    def of(cls, engine: Engine, seats: tuple[str, ...], definition: Definition) -> Result:
        """What the rules say of the position at the end; raises RuleError if a score is none."""
        won = engine.ask(definition.winner, (None, None)) if definition.winner is not None else ()
        return cls(numbers_of(engine, seats, definition.score), tuple(seats[player] for player in won or ()))

    @property
    def ranking(self) -> list[tuple[str, int]]:
        order = sorted(self.scores.items(), key=lambda pair: (pair[0] not in self.winners, -pair[1]))
        return order


def ending(definition: Definition, result: Result) -> str:
    """Who has won, in a few words."""
    if definition.together:
        return "won by all" if result.winners else "lost by all"
    return f"won by {' and '.join(result.winners) or 'nobody'}"
