"""Where scores come from once a game is over, and who has won by what.

Evaluates as `tracing` does; of the result everybody may know more than of anything else.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from .. import ir
from ..model.definition import Definition
from .evaluate import Evaluator, Places
from .state import State
from .tracing import Called, TracedStep, Tracer, is_key, stands_at

_MOST_ALIASES = 8  # names that only pass a score on


class ResultTracer(Tracer):
    """Once a game is over, everybody may know every score and who has won; what else decided, only as far as the reader may. Of
    what a score is the sum of, all that the reader may not know is one number, which everybody can work out. `scores` are those
    that this reader was told already, by player: who has won is told with them."""

    def __init__(self, state: State, reader: int | None, scores: Mapping[int, TracedStep] = MappingProxyType({})) -> None:
        super().__init__(state, reader)
        self.scores = scores

    def value(self, node: ir.Expr, places: Places) -> Any:
        around = self._around
        if isinstance(node, ir.Score) and around is not None and (told := self._told_before(node, places)) is not None:
            told.thing = stands_at(around.node, node, places)
            around.parts.append(told)
            return told.value
        return super().value(node, places)

    def _may_be_kept(self, around: ir.Expr | Called, node: ir.Expr) -> bool:
        return isinstance(node, ir.Score) or id(node) in _parts_of_score(self.definition) or is_key(around, node)

    def _settles(self, node: ir.Sort, ranking: TracedStep) -> bool:
        return False  # everybody may know who has won

    def _told_before(self, node: ir.Score, places: Places) -> TracedStep | None:
        player = Evaluator(self.world, self.state).value(node.of, list(places))
        told = self.scores.get(player)
        if told is None:
            return None
        parts = [TracedStep(node.of, self._function, value=player), *(step for _, step in told.calls)]
        return TracedStep(node, self._function, value=told.value, parts=parts)

    def names_unseen(self, value: Any, type: ir.Type) -> bool:
        return False  # players have won, not cards


def came_first(definition: Definition, number: int) -> ir.Expr:
    """Who has won; of teams, who came first: their partners win with them."""
    node = definition.functions[number].value
    if definition.teams and isinstance(node, ir.Fold) and isinstance(node.test, ir.Fold):
        return node.test.source
    return ir.Apply(number, (ir.Const(None), ir.Const(None)))


@lru_cache(maxsize=64)
def _parts_of_score(definition: Definition) -> frozenset[int]:
    """What every score is the sum of, if it is one."""
    node = None if definition.score is None else definition.functions[definition.score].value
    for _ in range(_MOST_ALIASES):
        if not isinstance(node, ir.Apply):
            break
        node = definition.functions[node.function].value
    return frozenset(id(one) for one in _addends(node)) if _is_sum(node) else frozenset()


def _addends(node: Any) -> Iterator[ir.Expr]:
    if _is_sum(node):
        for one in node.arguments:
            yield from _addends(one)
    else:
        yield node


def _is_sum(node: Any) -> bool:
    return isinstance(node, ir.Op) and node.sign in (ir.Sign.ADD, ir.Sign.SUBTRACT)
