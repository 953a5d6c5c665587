"""What is so at one position, worked out once for everybody who looks at it.

Takes a position that does not change meanwhile; says which values of cards differ from their start, which conditions hold, and
what everybody may know. Tells nobody more: what does not hold is shown to nobody, and of the rest it is asked who may know it.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from .. import ir
from ..engine.discretion import Discreet
from ..engine.reference.evaluate import Evaluator
from ..engine.sight import Viewer, watchers
from ..engine.state import State
from ..engine.trouble import STOPPING
from .journal import Journal
from .log import LogLine
from .witness import Testimony


@dataclass(frozen=True, slots=True)
class CommonTruths:
    """What all who look at one position have in common: what is so, and what has happened."""

    truths: Truths
    told: tuple[Journal, list[Testimony]]
    log: list[LogLine]


class Truths:
    """`is_shared` where several look: only then what everybody may know is worked out before what each of them may."""

    def __init__(self, state: State, is_shared: bool = False) -> None:
        self.state = state
        self.is_shared = is_shared
        self._public: dict[Hashable, tuple[Any, bool]] = {}
        self._differs: dict[tuple[int, int], bool] = {}
        self._holds: dict[tuple[str, int], bool] = {}
        self._readers: dict[Viewer, Discreet] = {}

    @cached_property
    def watchers(self) -> list[frozenset[Viewer]]:
        """For every card who sees it."""
        return watchers(self.state)

    def asked_by(self, viewer: Viewer, asked: ir.Expr, places: Sequence[Any]) -> tuple[Any, bool]:
        """What something is worth, and whether a viewer may not know that; raises if it takes too long to say."""
        if viewer not in self._readers:
            self._readers[viewer] = Discreet(self.state, viewer, is_still=True)
        return self._readers[viewer].asked(asked, list(places))

    def differs(self, number: int, card: int, column: int | None) -> bool:
        """Whether a value of a card is not what is printed in a column, or where nothing is printed, what it starts from; not
        if it takes too long to say."""
        key = number, card
        if key not in self._differs:
            self._differs[key] = self._is_other(number, card, column)
        return self._differs[key]

    def _is_other(self, number: int, card: int, column: int | None) -> bool:
        world = self.state.world
        evaluator, value = Evaluator(world, self.state), world.definition.values[number]
        cells = world.definition.rows[world.row[card]][1].cells
        try:
            start = evaluator.apply(value.starts, (None, card)) if column is None else cells.get(column)
            return bool(evaluator.computed(number, card) != start)
        except STOPPING:
            return False

    def holds(self, name: str, zone: int, asked: ir.Expr) -> bool:
        """Whether a condition of a zone is so; not if it takes too long to say."""
        key = name, zone
        if key not in self._holds:
            try:
                self._holds[key] = bool(Evaluator(self.state.world, self.state).value(asked, []))
            except STOPPING:
                self._holds[key] = False
        return self._holds[key]

    def known_to_all(self, key: Hashable, asked: ir.Expr, places: Sequence[Any]) -> tuple[Any, bool]:
        """What something is worth, and whether everybody may know that: then it is the same for every viewer. `key` stands for
        what is asked."""
        if key not in self._public:
            try:
                value, is_secret = self.asked_by(None, asked, places)
                self._public[key] = value, not is_secret
            except STOPPING:
                self._public[key] = None, False
        return self._public[key]
