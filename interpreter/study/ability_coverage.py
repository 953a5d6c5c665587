"""How abilities are called in figures: whose each one is, its moment, and where it is written.

Takes a definition; returns a text for every ability by the number of its procedure. `always` has no moment and is none of them.
"""

from __future__ import annotations

from functools import lru_cache

from .. import ir
from ..engine.events import abilities_in
from ..engine.flatten import codes_of
from ..model.definition import Definition


@lru_cache(maxsize=64)
def abilities_of(definition: Definition) -> dict[int, str]:
    """Every ability and program of a card, and everything that listens, by its procedure."""
    names = dict.fromkeys(sorted(abilities_in(definition)), "")
    for code in codes_of(definition):
        for node in code.instructions:
            if isinstance(node, ir.Dispatch) and node.sort == ir.ThingSort.CARD and node.index is None:
                names |= {procedure: definition.rows[row][1].name for row, procedure in node.table}
    return {number: _told(definition, number, name) for number, name in names.items()}


def _told(definition: Definition, number: int, name: str) -> str:
    procedure = definition.procedures[number]
    file = definition.files[procedure.file] if definition.files else ""
    return f"{name + ', ' if name else ''}{procedure.name} ({file}:{procedure.line})"
