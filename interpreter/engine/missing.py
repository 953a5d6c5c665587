"""Numbers that every player has: the score and the hint. None is no number.

Takes a run of the rules and a function of the definition; returns what it answers for a player, or raises a RuleError that
names the part which is none, with the lines that lead there. Walks the reference meaning, and only after something is missing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from .. import ir
from .evaluate import Evaluator, Places
from .state import State
from .trouble import RuleError


class ScoringRun(Protocol):
    """A run of the rules, by any engine."""

    state: State

    def ask_each(self, function: int, questions: Sequence[tuple[Any, ...]]) -> list[Any]: ...


def numbers_of(run: ScoringRun, seats: tuple[str, ...], function: int | None) -> dict[str, int]:
    """What the score or the hint says of every seat; 0 where the game has none."""
    if function is None:
        return dict.fromkeys(seats, 0)
    found = run.ask_each(function, [(player, player) for player in range(len(seats))])
    for player, seat in enumerate(seats):
        if found[player] is None:
            raise _Missing(run.state).trouble(function, player, seat)
    return dict(zip(seats, map(int, found), strict=True))


class _Missing:
    """Follows a none through sums and definitions to where it comes from."""

    def __init__(self, state: State) -> None:
        self.definition = state.world.definition
        self.evaluator = Evaluator(state.world, state)
        self.trace: list[str] = []

    def trouble(self, function: int, player: int, seat: str) -> RuleError:
        name = self.definition.functions[function].name
        part = self._in_function(function, [player, player])
        because = f": {part} is none" if part != name else ""
        return RuleError(f"the {name} of {seat} is none{because}", tuple(reversed(self.trace)))

    def _in_function(self, number: int, arguments: list[Any]) -> str:
        function = self.definition.functions[number]
        places: Places = [*arguments, *[None] * (len(function.slots) - len(arguments))]
        if function.line:
            self.trace.append(f"{self.definition.files[function.file]}:{function.line}: in {function.name}")
        return self._part(function.value, function, places)

    def _part(self, node: ir.Expr, function: ir.Function, places: Places) -> str:
        """The words of the smallest part of an expression that makes it none."""
        if isinstance(node, ir.Either):
            taken = node.then if self.evaluator.value(node.condition, places) else node.otherwise
            return self._part(taken, function, places)
        if isinstance(node, ir.Op):
            for one in node.arguments:
                if self.evaluator.value(one, places) is None:
                    return self._part(one, function, places)
        if isinstance(node, ir.Apply):
            return self._in_function(node.function, [self.evaluator.value(one, places) for one in node.arguments])
        return next((words for words, part in reversed(function.terms) if part == node), function.name)
