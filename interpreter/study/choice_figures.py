"""What was chosen in many games where it could be: actions and cards, for people and for programs.

Takes a tally; returns text, JSON and rows of a table. There are no intervals: decisions of one game hang together, and how
much they do hangs on the bots.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ..engine.offering import kinds_in_words
from ..model.definition import Definition
from .statistics import six_places
from .tally import GameTally, card_names

ACTION, CARD = "action", "card"


@dataclass
class ChoiceFigure:
    """An action or a card: how often it could be taken or left, and how often it was taken, in all games together."""

    sort: str
    name: str
    offered: int = 0
    chosen: int = 0

    @property
    def share(self) -> float:
        return self.chosen / self.offered

    def to_json(self) -> dict[str, Any]:
        return {self.sort: self.name, "offered": self.offered, "chosen": self.chosen, "share": six_places(self.share)}

    def to_row(self) -> list[Any]:
        return [f"{self.sort} chosen", self.name, self.offered, six_places(self.share), "", ""]


def choices_in(definition: Definition, tally: GameTally) -> list[ChoiceFigure]:
    """Actions by their words, then cards, in the order of the definition; only what could be taken or left."""
    found: dict[tuple[str, str], ChoiceFigure] = {}
    names = [(number, ACTION, words) for number, words in sorted(kinds_in_words(definition).items())]
    names += [(row, CARD, name) for row, name in enumerate(card_names(definition))]
    for number, sort, name in names:
        if tally.offered[number]:
            one = found.setdefault((sort, name), ChoiceFigure(sort, name))
            one.offered += tally.offered[number]
            one.chosen += tally.chosen[number]
    return list(found.values())


def choice_lines(choices: list[ChoiceFigure], width: int) -> Iterator[str]:
    if choices:
        yield ""
        yield f"{'choice':<{width}} {'offered':>9} {'chosen':>9}"
    for one in choices:
        yield f"{one.name:<{width}} {one.offered:>9,} {one.chosen:>9,} {100 * one.share:>6.1f} %"
