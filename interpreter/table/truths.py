"""What is so at one position, worked out once for everybody who looks at it.

Takes a position that does not change meanwhile; says which values of cards differ from their start, which conditions hold, and
what everybody may know. Tells nobody more: what does not hold is shown to nobody, and of the rest it is asked who may know it.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Hashable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeVar

from .. import ir
from ..engine.discretion import Discreet, HiddenCards
from ..engine.evaluate import Evaluator
from ..engine.sight import Viewer, watchers
from ..engine.state import State
from ..engine.trouble import STOPPING
from ..telling.keys import Keys
from ..telling.things import Followed
from .journal import Journal
from .log import LogLine
from .recollection import Recollection

Found = TypeVar("Found")

@dataclass(frozen=True, slots=True)
class CommonTruths:
    """What all who look at one position have in common: what is so, and what has happened."""

    truths: Truths
    journal: Journal
    log: list[LogLine]


class Truths:
    """With a `recollection` several look, one position after the other: what was found before is known again, and what
    everybody may know is worked out before what each viewer may. `state` is looked at, `sizes` is the same position."""

    def __init__(self, position: State, recollection: Recollection | None = None, keys: tuple[Keys, ...] = ()) -> None:
        self.sizes = position
        self.recollection = recollection
        self.state = position if recollection is None else recollection.come_to(position, keys)
        self._once: dict[Hashable, Any] = {}

    @cached_property
    def watchers(self) -> list[frozenset[Viewer]]:
        """For every card who sees it."""
        return watchers(self.sizes)

    def eyes_of(self, viewer: Viewer, keys: Keys) -> tuple[Container[int], Followed]:
        """The cards that a viewer sees, and those that it can follow."""
        seen = frozenset([card for card, viewers in enumerate(self.watchers) if viewer in viewers])
        if self.recollection is None:
            return seen, keys.cards
        return self.recollection.eyes_of(viewer, seen)

    def once(self, key: Hashable, work: Callable[[], Found]) -> Found:
        """What some work comes to that hangs on nothing but the position."""
        if self.recollection is not None:
            return self.recollection.common(key, work)
        if key not in self._once:
            self._once[key] = work()
        return self._once[key]  # type: ignore[no-any-return]

    def asked_by(self, viewer: Viewer, key: Hashable, asked: ir.Expr, places: Sequence[Any]) -> tuple[Any, bool]:
        """What something is worth, and whether a viewer may not know that; raises if it takes too long to say. `key` stands for
        what is asked."""
        return self.once(("asked", viewer, key), lambda: _Reader(self, viewer).asked(asked, list(places)))

    def differs(self, number: int, card: int, column: int | None) -> bool:
        """Whether a value of a card is not what is printed in a column, or where nothing is printed, what it starts from; not
        if it takes too long to say."""
        return self.once(("differs", number, card), lambda: self._is_other(number, card, column))

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
        return self.once(("holds", name, zone), lambda: self._is_so(asked))

    def _is_so(self, asked: ir.Expr) -> bool:
        try:
            return bool(Evaluator(self.state.world, self.state).value(asked, []))
        except STOPPING:
            return False

    def known_to_all(self, key: Hashable, asked: ir.Expr, places: Sequence[Any]) -> tuple[Any, bool]:
        """What something is worth, and whether everybody may know that: then it is the same for every viewer."""
        return self.once(("public", key), lambda: self._public(key, asked, places))

    def _public(self, key: Hashable, asked: ir.Expr, places: Sequence[Any]) -> tuple[Any, bool]:
        try:
            value, is_secret = self.asked_by(None, key, asked, places)
        except STOPPING:
            if self.recollection is not None:
                self.recollection.hang_on_everything()
            return None, False
        return value, not is_secret


class _Reader(Discreet):
    """One viewer with one question, so that all that an answer hangs on is looked at, and noted, for it."""

    def __init__(self, truths: Truths, viewer: Viewer) -> None:
        super().__init__(truths.state, viewer, is_still=True)
        self.truths = truths

    def hidden_behind(self, back: str) -> HiddenCards:
        return self.truths.once(("hidden", self.reader, back), lambda: self._find_hidden(back))
