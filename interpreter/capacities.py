"""How many cards and zones there are at the largest table, whatever the options say.

Takes a definition; counts without building a table, so that one that would be too large can be refused.
"""

from __future__ import annotations

from .bounds import numbers_of
from .definition import Definition


def cards_of_kinds(definition: Definition) -> list[int]:
    """The cards of each kind."""
    return [
        sum(max(row.copies, 0) for row in kind.rows) * (definition.most if kind.per_player else 1) for kind in definition.kinds
    ]


def zones_of_families(definition: Definition) -> list[int]:
    """The zones of each family: as many as are declared, for everything that they belong to."""
    names = {family.name: number for number, family in enumerate(definition.families)}
    types = {members.name: len(members.ids) for members in definition.types}
    known: dict[int, int] = {}

    def size(number: int) -> int:
        if number not in known:
            known[number] = 0  # a family that belongs to itself has no zone
            family = definition.families[number]
            owners = definition.most if family.per == "player" else types.get(family.per, 1)
            if family.per in names:
                owners = size(names[family.per])
            known[number] = owners * _own(number)
        return known[number]

    def _own(number: int) -> int:
        family = definition.families[number]
        if family.size:
            return family.size[0] * family.size[1]
        if family.ids or family.count is None:
            return len(family.ids) or 1
        return max(0, numbers_of(definition).of(family.count, {})[1])

    return [size(number) for number in range(len(definition.families))]
