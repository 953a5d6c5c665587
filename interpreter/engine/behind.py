"""What backs tell: which cards and kinds look the same from behind, and what is printed on all that do.

Takes a definition or a world; looks at nothing that lies on a table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from .. import ir
from ..model.definition import Definition
from .world import World


@lru_cache(maxsize=64)
def faces_behind(definition: Definition) -> Counter[str]:
    """How many different faces each back can have."""
    return Counter(definition.backs)


@lru_cache(maxsize=1024)
def backs_saying(definition: Definition, column: int) -> frozenset[str]:
    """The backs behind which a column is the same on all cards that have it, and all have it."""
    cells: dict[str, set[Any]] = {}
    for back, (_, row) in zip(definition.backs, definition.rows, strict=True):
        cells.setdefault(back, set()).add(row.cells.get(column))
    return frozenset(back for back, found in cells.items() if len(found) == 1)


@lru_cache(maxsize=256)
def cards_behind(world: World, back: str) -> tuple[int, ...]:
    return tuple(card for card in range(world.cards) if world.definition.backs[world.row[card]] == back)


@lru_cache(maxsize=64)
def kinds_behind(definition: Definition) -> Mapping[str, frozenset[int]]:
    found: dict[str, set[int]] = {}
    for back, (kind, _) in zip(definition.backs, definition.rows, strict=True):
        found.setdefault(back, set()).add(kind)
    return {back: frozenset(kinds) for back, kinds in found.items()}


@lru_cache(maxsize=64)
def backs_of(definition: Definition) -> tuple[tuple[str, ...], ...]:
    """The backs of each kind, in the order of its rows."""
    rows = [(kind.first_row, kind.first_row + len(kind.rows)) for kind in definition.kinds]
    return tuple(tuple(dict.fromkeys(definition.backs[first:end])) for first, end in rows)


def kinds_by_face(definition: Definition, node: ir.All) -> list[int]:
    """The kinds whose cards are chosen among others that look the same from behind."""
    if node.sort != ir.ThingSort.CARD:
        return []
    chosen, backs, behind = frozenset(node.names), backs_of(definition), kinds_behind(definition)
    return [kind for kind in node.names if any(not behind[back] <= chosen for back in backs[kind])]
