"""Which abilities come into effect.

Takes a match that the reference interpreter plays; counts for each ability how often its moment came and its `if` held.
`always` has no moment and is not counted.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import Any

from .. import ir
from ..definition import Definition
from ..engine.flatten import Unless, codes_of
from ..engine.reference import Interpreter
from .match import Match


class Following(Interpreter):
    """The reference interpreter, with an eye on the abilities that are called."""

    def __init__(self, match: Match, fired: Counter[int]) -> None:
        super().__init__(match.state, match.seats)
        self.fired = fired
        self.abilities = abilities_of(match.definition)

    def begin(self, procedure: int, arguments: tuple[Any, ...]) -> None:
        if procedure in self.abilities and self._holds(procedure, arguments):
            self.fired[procedure] += 1
        super().begin(procedure, arguments)

    def _holds(self, procedure: int, arguments: tuple[Any, ...]) -> bool:
        code = self.codes[procedure]
        guard = code.instructions[0] if code.instructions else None
        places = [*arguments, *[None] * (code.slots - len(arguments))]
        return not isinstance(guard, Unless) or bool(self.evaluator.value(guard.condition, places))


def follow(match: Match, fired: Counter[int]) -> None:
    """From now on, count the abilities that fire in this match."""
    match._interpreter = Following(match, fired)


@lru_cache(maxsize=32)
def abilities_of(definition: Definition) -> dict[int, str]:
    """Every ability and program of a card, by its procedure: whose it is, its moment, and where it is written."""
    found: dict[int, str] = {}
    for code in codes_of(definition):
        for node in code.instructions:
            if isinstance(node, ir.Dispatch):
                for row, procedure in node.table:
                    name = definition.rows[row][1].name if node.sort == "card" and node.index is None else ""
                    found[procedure] = name or found.get(procedure, "")
    for number, listener in enumerate(definition.procedures):
        if listener.name.startswith(("when ", "instead ")):
            found.setdefault(number, "")
    return {number: _told(definition, number, name) for number, name in sorted(found.items())}


def _told(definition: Definition, number: int, name: str) -> str:
    procedure = definition.procedures[number]
    file = definition.files[procedure.file] if definition.files else ""
    return f"{name + ', ' if name else ''}{procedure.name} ({file}:{procedure.line})"
