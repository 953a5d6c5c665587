"""What cards are grouped by: the patterns of a grouping, counted out for one table, and what each card can be.

Comes out of `grouped`, goes into `grouping`. Numbers only; knows no card and no rule.
"""

from __future__ import annotations

from dataclasses import dataclass

Identity = tuple[int, ...]
Hand = tuple[tuple[Identity, ...], ...]
Weights = tuple[int, ...]  # of the cards of a hand; none where no card adds anything


@dataclass(frozen=True, slots=True)
class Pattern:
    """What makes a set: axes that are the same, in a run, or different; the worth of every size."""

    same: tuple[int, ...]
    run: int | None
    different: tuple[int, ...]
    worth: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Problem:
    """The patterns of a grouping, what is different over all used cards, and how many sets count at most (None: any)."""

    patterns: tuple[Pattern, ...]
    different: tuple[int, ...]
    sets: int | None
    axes: int
