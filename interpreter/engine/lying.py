"""Cards whose `always` does the same to whatever is asked about, because they lie together: one is asked for all of them.

Takes modifiers that are alike; returns what they make of a value. Where their cards lie is found once while nothing changes:
for one value, or for all things of a list that is gone through.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from ..ir.analysis.modifiers import Alike
from ..model.definition import Modifier
from .state import State


@dataclass
class LyingAlike:
    """Cards in one zone and of one owner. `answers` are how often the question for all of them came out no and yes, `apart`
    the cards that were left out of one, since each was the thing itself that was asked about, and how it came out."""

    by_card: dict[int, Modifier]
    answers: list[int] = field(default_factory=lambda: [0, 0])
    apart: list[tuple[Modifier, bool]] = field(default_factory=list)

    def others(self, thing: int | None) -> tuple[int, int]:
        """One of the cards that are not the thing itself, and how many there are."""
        one = next((card for card in self.by_card if card != thing), -1)
        return one, len(self.by_card) - (thing in self.by_card)


class Asking(Protocol):
    """Whoever answers what an expression is worth. `found` is what is known while nothing changes."""

    state: State
    found: dict[Alike, Sequence[LyingAlike]] | None

    def apply(self, function: int, arguments: Sequence[Any]) -> Any: ...
    def apply_for_all(self, function: int, arguments: Sequence[Any]) -> Any: ...
    def carriers(self, modifier: Modifier, thing: int | None) -> tuple[int | None, ...]: ...


def amounts_together(run: Asking, alike: Alike, thing: int | None) -> Iterator[tuple[Any, int]]:
    """What cards make of a value, and how many make the same of it. The thing itself is asked apart from the others."""
    for lying in _lying(run, alike):
        one, others = lying.others(thing)
        applies = False
        if others:
            applies = bool(run.apply_for_all(alike.first.applies, (None, one, thing)))
            lying.answers[applies] += 1
            if applies:
                yield run.apply_for_all(alike.first.amount, (None, one, thing)), others
        own = None if thing is None else lying.by_card.get(thing)
        if own is not None:
            if others:
                lying.apart.append((own, applies))
            if run.apply(own.applies, (None, thing, thing)):
                yield run.apply(own.amount, (None, thing, thing)), 1


def _lying(run: Asking, alike: Alike) -> Sequence[LyingAlike]:
    assert run.found is not None
    if alike not in run.found:
        run.found[alike] = _find(run, alike)
    return run.found[alike]


def _find(run: Asking, alike: Alike) -> Sequence[LyingAlike]:
    """The cards together that lie in one zone and are of one owner."""
    together: dict[tuple[int, int | None], dict[int, Modifier]] = {}
    for modifier in alike.modifiers:
        for card in run.carriers(modifier, None):
            assert card is not None
            together.setdefault((run.state.lies_in[card], run.state.owner(card)), {})[card] = modifier
    return tuple(map(LyingAlike, together.values()))
