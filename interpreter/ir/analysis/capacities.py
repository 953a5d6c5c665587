"""How many cards and zones there are at the largest table, whatever the options say.

Takes a definition; counts without building a table, so that one that would be too large can be refused.
"""

from __future__ import annotations

from math import prod

from ... import ir
from ...model.definition import Definition
from .. import limits
from ..gathering import FOLDS, SORTS
from ..operations import LISTS, OPERATIONS
from ..relations import RELATIONS
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


class Answers:
    """How many different things can be picked, whatever lies on the table."""

    def __init__(self, definition: Definition) -> None:
        self.definition = definition
        self.zones = sum(zones_of_families(definition)) or 1
        self.copies = max((row.copies for _, row in definition.rows), default=1)
        self.faces = len(definition.rows) * (definition.most + 1)

    def of(self, type: ir.Type, blind: bool = False) -> int:
        """Cards go by what is printed on them and whose they are; where some may be hidden, those come after all faces."""
        if type.sort == "card":
            cards = zip(self.definition.kinds, cards_of_kinds(self.definition), strict=True)
            return self.faces + sum(count for kind, count in cards if blind and (not type.names or kind.name in type.names))
        if type.sort == "zone":
            return self.zones
        if type.sort == "player":
            return self.definition.most
        if type.sort == "member":
            return max(len(one.ids) for one in self.definition.types)
        return 2 * limits.PICKED_NUMBER.most + 1

    def block(self, types: tuple[ir.Type, ...], blind: bool) -> int:
        """How many numbers one kind of option needs; copies of a card are told apart."""
        return prod(self.of(type, blind) for type in types) * (self.copies if types else 1)


class Lengths:
    """How long the lists of a definition can be."""

    def __init__(self, definition: Definition) -> None:
        self.definition = definition
        self.kinds, self.families = cards_of_kinds(definition), zones_of_families(definition)
        self.cards, self.zones = sum(self.kinds), sum(self.families)
        self.holds = [self._held(number) for number in range(len(definition.families))]

    def _held(self, number: int) -> int:
        """The cards that a single zone of a family can hold."""
        family = self.definition.families[number]
        possible = sum(self.kinds[kind] for kind in family.holds) if family.holds else self.cards
        return possible if family.room is None else min(possible, family.room)

    def of(self, node: ir.Expr | None) -> int:
        """The length of a list; one thing is a list of one."""
        if isinstance(node, ir.All):
            return self._all(node)
        if isinstance(node, ir.Contents):
            return self._contents(node.of)
        if isinstance(node, ir.Numbers):
            numbers = numbers_of(self.definition)
            return max(0, min(limits.NUMBERS.most, numbers.of(node.high, {})[1] - numbers.of(node.low, {})[0] + 1))
        if isinstance(node, ir.Fold):
            return self.of(node.source) if FOLDS[node.kind].gives_list else 1
        if isinstance(node, ir.Sort):
            return self.of(node.source) if SORTS[node.kind].gives_list else 1
        if isinstance(node, ir.Either):
            return max(self.of(node.then), self.of(node.otherwise))
        if isinstance(node, ir.Clockwise):
            return self.definition.most
        if isinstance(node, ir.Spread | ir.Reach):
            return self._around(node)
        if isinstance(node, ir.Op) and OPERATIONS[node.sign].takes[0].many and node.sign in LISTS:
            return self.of(node.arguments[0])
        if isinstance(node, ir.Const):
            return len(node.value) if isinstance(node.value, tuple) else 1
        if isinstance(node, ir.Local | ir.Read | ir.Apply | ir.ByRow):
            return max(self.cards, self.zones, self.definition.most)
        return 1

    def _all(self, node: ir.All) -> int:
        if node.sort == "player":
            return self.definition.most
        if node.sort == "row":
            kind, row = self.definition.rows[node.names[0]]
            return row.copies * (self.definition.most if self.definition.kinds[kind].per_player else 1)
        if node.sort == "member":
            return len(self.definition.types[node.names[0]].ids)
        return sum((self.kinds if node.sort == "card" else self.families)[name] for name in node.names)

    def _contents(self, zone: ir.Expr) -> int:
        if isinstance(zone, ir.Place):
            return self.holds[zone.family]
        if isinstance(zone, ir.All):
            return min(self.cards, sum(self.families[name] * self.holds[name] for name in zone.names))
        return self.cards

    def _around(self, node: ir.Spread | ir.Reach) -> int:
        most = RELATIONS[node.relation, node.sort].most if isinstance(node, ir.Spread) else None
        if most is not None:
            return most
        sort = node.sort if isinstance(node, ir.Spread) else "zone"
        return {"card": self.cards, "zone": self.zones, "player": self.definition.most}.get(sort, 1)
