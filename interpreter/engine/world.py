"""The closed world of one table: every card, die and zone that exists, with its number.

Takes a Definition, the number of players and the options; never changes afterwards and is shared by every match and copy.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .. import ir
from ..ir.analysis.cost import Price, Terms
from ..model.definition import Cell, Definition, Family
from .patterns import Problem

Identity = tuple[int, int | None, int]  # what tells a card from all others: its row, its owner, its copy
_SIDES = (ir.FeatureName.NORTH, ir.FeatureName.EAST, ir.FeatureName.SOUTH, ir.FeatureName.WEST)


@dataclass(frozen=True, slots=True)
class Zone:
    """One place: its family, what it belongs to (a player, zone or member), and its number or cell in the family."""

    family: int
    parent: int | None
    index: int
    x: int = 0
    y: int = 0


Ask = Callable[[Any, ir.Expr, int], Any]  # a world, a value and how many places it has -> its answer


class World:
    """`absent` are cards that this table does not have, each by its row, its owner and its copy; `ask` answers what a number of
    zones is worth, where nothing lies on the table yet."""

    def __init__(
        self, definition: Definition, players: int, options: Mapping[str, int], absent: frozenset[Identity], ask: Ask
    ) -> None:
        self._ask = ask
        self.definition = definition
        self.players = players
        self.settled = tuple(sorted(options.items()))
        self.absent = absent
        self.options = tuple(option.as_read(options[option.name]) for option in definition.options)
        self.kind: list[int] = []
        self.row: list[int] = []
        self.owner: list[int | None] = []
        self.copy: list[int] = []
        self._make_cards()
        self.zones: list[Zone] = []
        self.zones_of: list[tuple[int, ...]] = []
        self.zone_at: dict[tuple[int, int | None, int], int] = {}
        self.prices: dict[Terms, Price] = {}
        self._beside: dict[int, tuple[int, ...]] = {}
        self._groups: dict[tuple[int, int | None], tuple[int, ...]] = {}
        self._make_zones()
        self.zone_owners = tuple(self._zone_owner(zone) for zone in range(len(self.zones)))
        self.cards = len(self.kind)
        self.cards_of_row = self._grouped(self.row, len(definition.rows))
        self.cards_of_kind = self._grouped(self.kind, len(definition.kinds))
        self.cells = [self._cells_of(number) for number in range(len(definition.columns))]
        self.seen_by = tuple(definition.families[zone.family].seen_by for zone in self.zones)
        forms = [self.definition.families[zone.family].form for zone in self.zones]
        self.hands = frozenset(number for number, form in enumerate(forms) if form.is_mixed)
        self.piles = frozenset(number for number, form in enumerate(forms) if form.is_stacked)
        pairs = [one.pairs is not None for one in self.definition.families]
        self.paired = frozenset(number for number, zone in enumerate(self.zones) if pairs[zone.family])  # no places
        self.noted = [self._noted_of(kind) for kind in range(len(definition.kinds))]
        self.discards = self._discards()
        self.problems: dict[int, Problem] = {}  # groupings with what they are worth, counted out when first asked for

    def look(self, card: int) -> tuple[str, int]:
        """What everybody sees of a card: its back and whose it is for ever, -1 if nobody's."""
        owner = self.owner[card]
        return self.definition.backs[self.row[card]], -1 if owner is None else owner

    def numbers_on(self, card: int) -> int:
        """The columns of numbers that are printed on a card, as bits: what reckons with one of them needs it there."""
        columns, cells = self.definition.columns, self.definition.rows[self.row[card]][1].cells
        printed = (column for column, cell in cells.items() if cell is not None)
        return sum(1 << column for column in printed if columns[column].type.sort == ir.TypeSort.NUMBER) & (1 << 63) - 1

    def _discards(self) -> dict[int, int]:
        """Where cards are discarded to, for those that have one such place with room for all, whoever has them."""
        discards = {}
        for card, owner in enumerate(self.owner):
            family = self.definition.kinds[self.kind[card]].discards_to
            if family is None or self.definition.families[family].room is not None:
                continue
            zone = self.zone_for(card, family, owner)
            if zone is not None and (owner is not None or not self.definition.families[family].per.is_player):
                discards[card] = zone
        return discards

    def _make_cards(self) -> None:
        for kind_number, kind in enumerate(self.definition.kinds):
            owners: list[int | None] = list(range(self.players)) if kind.per_player else [None]
            missing = self.definition.most - self.players
            for owner in owners:
                for offset, row in enumerate(kind.rows):
                    for copy in range(row.copies - missing * row.each_player):
                        if (kind.first_row + offset, owner, copy) in self.absent:
                            continue
                        self.kind.append(kind_number)
                        self.row.append(kind.first_row + offset)
                        self.owner.append(owner)
                        self.copy.append(copy)

    @staticmethod
    def _grouped(numbers: list[int], groups: int) -> list[tuple[int, ...]]:
        by_group: list[list[int]] = [[] for _ in range(groups)]
        for card, number in enumerate(numbers):
            by_group[number].append(card)
        return [tuple(group) for group in by_group]

    def _noted_of(self, kind: int) -> tuple[int, ...]:
        """The variables that the cards of a kind have."""
        owners = (ir.OF_CARDS, ir.Owner(ir.OwnerSort.KIND, kind))
        return tuple(number for number, variable in enumerate(self.definition.variables) if variable.of in owners)

    def _cells_of(self, column: int) -> tuple[Cell, ...]:
        if self.definition.columns[column].of.is_member:
            return tuple(self.definition.cells_of(column))
        rows = self.definition.rows
        return tuple(rows[row][1].cells.get(column) for row in self.row)

    def _make_zones(self) -> None:
        """Families that belong to other families come after them, whatever the order in the file."""
        families = self.definition.families
        self.zones_of = [() for _ in families]
        waiting = list(range(len(families)))
        made: set[int] = set()
        while waiting:
            number = next((one for one in waiting if self._can_make(one, made)), waiting[0])
            waiting.remove(number)
            made.add(number)
            first = len(self.zones)
            for parent in self._parents(families[number].per):
                self._make_group(number, parent)
            self.zones_of[number] = tuple(range(first, len(self.zones)))

    def _can_make(self, number: int, made: set[int]) -> bool:
        per = self.definition.families[number].per
        return not per.is_zone or per.number in made

    def _parents(self, per: ir.Owner) -> Sequence[int | None]:
        return [None] if per.is_game else self.things_of(per)

    def _make_group(self, number: int, parent: int | None) -> None:
        family = self.definition.families[number]
        if family.size:
            width, height = family.size
            cells = [(x, y) for y in range(1, height + 1) for x in range(1, width + 1)]
        else:
            cells = [(0, 0)] * (len(family.ids) or self._count(family))
        for index, (x, y) in enumerate(cells):
            self.zone_at[number, parent, index] = len(self.zones)
            self.zones.append(Zone(number, parent, index, x, y))

    def _count(self, family: Family) -> int:
        if family.count is None:
            return 1
        count = self._ask(self, family.count, len(family.count_slots))
        return count if isinstance(count, int) and count > 0 else 0

    # ---- what belongs to whom

    def things_of(self, owner: ir.Owner) -> Sequence[int]:
        """The things that have what is declared of an owner; the game is no thing."""
        match owner.sort:
            case ir.OwnerSort.PLAYER:
                return range(self.players)
            case ir.OwnerSort.CARD:
                return range(self.cards)
            case ir.OwnerSort.KIND:
                return self.cards_of_kind[owner.number]
            case ir.OwnerSort.FAMILY:
                return self.zones_of[owner.number]
            case ir.OwnerSort.MEMBERS:
                return range(len(self.definition.types[owner.number].ids))
        return ()

    def how_many(self, owner: ir.Owner) -> int:
        """How large the table of a variable must be: things are numbered over all of their sort."""
        if owner.is_card:
            return self.cards
        return len(self.zones) if owner.is_zone else len(self.things_of(owner))

    # ---- questions about places

    def zone_for(self, card: int, family: int, owner: int | None) -> int | None:
        """The zone of a family where a card belongs: its owner's, or that of the member it is printed with."""
        per = self.definition.families[family].per
        parent = owner if per.is_player else self._printed(card, per) if per.is_member else None
        return self.zone_at.get((family, parent, 0))

    def _printed(self, card: int, type: ir.Owner) -> int | None:
        """The member of a type that stands on a card, in the first column of that type."""
        kind = ir.Owner(ir.OwnerSort.KIND, self.kind[card])
        wanted = ir.Type(ir.TypeSort.MEMBER, (self.definition.name_of(type),))
        for number, column in enumerate(self.definition.columns):
            if column.of == kind and column.type == wanted:
                cell = self.cells[number][card]
                return cell if isinstance(cell, int) else None
        return None

    def room(self, zone: int) -> int | None:
        """How many cards a zone holds; none if any number."""
        return self.definition.families[self.zones[zone].family].room

    def zone_owner(self, zone: int) -> int | None:
        """The player a zone belongs to, directly or through what it belongs to."""
        return self.zone_owners[zone]

    def _zone_owner(self, zone: int) -> int | None:
        entry = self.zones[zone]
        per = self.definition.families[entry.family].per
        if per.is_player:
            return entry.parent
        return self._zone_owner(entry.parent) if per.is_zone and entry.parent is not None else None

    def group(self, zone: int) -> tuple[int, ...]:
        """The zones of the same family with the same parent, in order."""
        entry = self.zones[zone]
        key = entry.family, entry.parent
        if key not in self._groups:
            self._groups[key] = tuple(one for one in self.zones_of[entry.family] if self.zones[one].parent == entry.parent)
        return self._groups[key]

    def neighbour(self, zone: int, direction: ir.FeatureName) -> int | None:
        """The cell that lies in a direction on the grid."""
        entry = self.zones[zone]
        size = self.definition.families[entry.family].size
        if size is None:
            return None
        dx, dy = ir.DIRECTIONS[direction]
        x, y = entry.x + dx, entry.y + dy
        if not (1 <= x <= size[0] and 1 <= y <= size[1]):
            return None
        return self.zone_at[entry.family, entry.parent, (y - 1) * size[0] + x - 1]

    def beside(self, zone: int) -> tuple[int, ...]:
        """Grid neighbours on the four sides; on a row or ring, the zones next to it."""
        if zone not in self._beside:
            self._beside[zone] = self._find_beside(zone)
        return self._beside[zone]

    def _find_beside(self, zone: int) -> tuple[int, ...]:
        family = self.definition.families[self.zones[zone].family]
        steps = [self.step(zone, -1), self.step(zone, 1)]
        near = [self.neighbour(zone, side) for side in _SIDES] if family.size else steps
        return tuple(dict.fromkeys(one for one in near if one is not None))

    def step(self, zone: int, by: int) -> int | None:
        """The zone before or after this one in its group; a ring goes round."""
        group = self.group(zone)
        entry = self.zones[zone]
        target = entry.index + by
        if self.definition.families[entry.family].ring:
            return group[target % len(group)]
        return group[target] if 0 <= target < len(group) else None
