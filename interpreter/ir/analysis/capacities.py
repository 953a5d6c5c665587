"""How many cards and zones there are at the largest table, whatever the options say.

Takes a definition; counts without building a table, so that one that would be too large can be refused.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import prod

from ... import ir
from ...model.definition import Definition
from .. import limits
from .bounds import numbers_of


def cards_of_kinds(definition: Definition) -> list[int]:
    """The cards of each kind."""
    return [
        sum(max(row.copies, 0) for row in kind.rows) * (definition.most if kind.per_player else 1) for kind in definition.kinds
    ]


def zones_of_owner(definition: Definition, number: int) -> int:
    """The zones of a family that belong to one owner."""
    family = definition.families[number]
    if family.size:
        return family.size[0] * family.size[1]
    if family.ids or family.count is None:
        return len(family.ids) or 1
    return max(0, numbers_of(definition).of(family.count, {})[1])


def zones_of_families(definition: Definition) -> list[int]:
    """The zones of each family: as many as are declared, for everything that they belong to."""
    known: dict[int, int] = {}

    def size(number: int) -> int:
        if number not in known:
            known[number] = 0  # a family that belongs to itself has no zone
            family = definition.families[number]
            owners = definition.most if family.per.is_player else 1
            if family.per.is_member:
                owners = len(definition.types[family.per.number].ids)
            elif family.per.is_zone:
                owners = size(family.per.number)
            known[number] = owners * zones_of_owner(definition, number)
        return known[number]

    return [size(number) for number in range(len(definition.families))]


@dataclass(frozen=True)
class Capacities:
    """The cards of each kind, the zones of each family, those of one owner, and the cards that a single zone can hold. Where
    the number of zones hangs on rules that nobody has followed yet, there are as many as there may be."""

    kinds: list[int]
    families: list[int]
    in_row: list[int]
    holds: list[int]

    @classmethod
    def of(cls, definition: Definition) -> Capacities:
        kinds, most = cards_of_kinds(definition), limits.ZONES.most
        in_row = [min(most, zones_of_owner(definition, number)) for number in range(len(definition.families))]
        possible = [sum(kinds[kind] for kind in family.holds) if family.holds else sum(kinds) for family in definition.families]
        rooms = [sum(kinds) if family.room is None else family.room for family in definition.families]
        families = [min(most, one) for one in zones_of_families(definition)]
        return cls(kinds, families, in_row, list(map(min, possible, rooms)))

    @property
    def cards(self) -> int:
        return sum(self.kinds)

    @property
    def zones(self) -> int:
        return sum(self.families)


class Answers:
    """How many different things can be picked, whatever lies on the table."""

    def __init__(self, definition: Definition) -> None:
        self.definition = definition
        self.zones = sum(zones_of_families(definition)) or 1
        self.copies = max((row.copies for _, row in definition.rows), default=1)
        self.faces = len(definition.rows) * (definition.most + 1)

    def of(self, type: ir.Type, blind: bool = False) -> int:
        """Cards go by what is printed on them and whose they are; where some may be hidden, those come after all faces."""
        if type.sort is ir.TypeSort.CARD:
            cards = zip(self.definition.kinds, cards_of_kinds(self.definition), strict=True)
            return self.faces + sum(count for kind, count in cards if blind and (not type.names or kind.name in type.names))
        if type.sort is ir.TypeSort.ZONE:
            return self.zones
        if type.sort is ir.TypeSort.PLAYER:
            return self.definition.most
        if type.sort is ir.TypeSort.MEMBER:
            return max(len(one.ids) for one in self.definition.types)
        return 2 * limits.PICKED_NUMBER.most + 1

    def block(self, types: tuple[ir.Type, ...], blind: bool) -> int:
        """How many numbers one kind of option needs; copies of a card are told apart."""
        return prod(self.of(type, blind) for type in types) * (self.copies if types else 1)
