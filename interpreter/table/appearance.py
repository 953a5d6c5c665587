"""How the things of a game look on every screen: what its section `look` says, and what follows for all the rest.

Takes a definition; returns orders, labels, what is aside or hidden, and what stands behind the name of a card. The same for
every viewer: what somebody may not know is not in the view to begin with.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from .. import ir
from ..model.definition import Column, Definition, Family, Row, Variable
from ..model.look import NONE, CardLook
from ..telling.entries import Thing
from ..telling.nouns import plurals_of_kinds
from ..telling.plurals import counted
from ..telling.silence import game_goes_by
from .printed import counting, printed_from
from .view import CardView, Fact, ZoneView

ROUND, TURN_OF = "round", "active"
NOWHERE = -1  # no column


@dataclass(frozen=True)
class Looks:
    """By name. `number`, `counts` and `badge` are of kinds: a column, the value it counts as, a column; `order` is of families
    and types that have their place, `places` of the rows of cards in each family. `nouns` are what lies in each family, in the
    singular, and `many` what several of it are called where that is declared."""

    number: Mapping[str, str]
    counts: Mapping[str, str]
    badge: Mapping[str, str]
    hidden: frozenset[str]
    facts: Mapping[str, str]
    zones: Mapping[str, str]
    order: Mapping[str, int]
    aside: frozenset[str]
    places: Mapping[str, Mapping[tuple[str, str], int]]
    teams: int  # how many, or 0; the seats are of one after the other, round the table
    nouns: Mapping[str, str]
    many: Mapping[str, str]

    def count(self, number: int, noun: str) -> str:
        """`2 cards`, `1 die`."""
        return counted(number, noun, self.many.get(noun, ""))

    def behind(self, card: CardView) -> str:
        """What stands behind the name of a card: its number, what it counts now if that is another one, and its badge. What the
        name tells already is left out."""
        kind = card.kind or ""
        printed, badge = card.printed.get(self.number.get(kind, "")), card.printed.get(self.badge.get(kind, ""))
        now = card.now.get(self.counts.get(kind, ""), printed)
        told = [str(printed)] if isinstance(printed, int) and str(printed) not in card.name.split() else []
        if now != printed:
            told = [f"{'' if printed is None else printed}→{now}"]
        if isinstance(badge, Thing) and not set(badge.name.casefold().split()) <= set(card.name.casefold().split()):
            told.append(f"· {badge.name}")
        return " ".join(told)

    def called(self, fact: Fact) -> str:
        """What a variable is called on the table."""
        name = self.facts.get(fact.name, "turn of" if fact.name == TURN_OF else fact.name.replace("_", " "))
        return f"{name} in {fact.within}" if fact.within else name

    def side_by_side(self, zone: ZoneView) -> tuple[CardView, ...]:
        """The cards of a hand as they stand: by the `order` of the zone, else as they are declared; those that the viewer does
        not see come last, as they lie."""
        places = self.places[zone.family]
        return tuple(sorted(zone.cards, key=lambda card: places.get((card.kind or "", card.row or ""), len(places))))


@lru_cache(maxsize=64)
def looks_of(definition: Definition) -> Looks:
    look = definition.look
    said = {one.kind: one for one in look.cards}
    kinds = [kind.name for kind in definition.kinds]
    number = {kind: column for kind in kinds if (column := _number(definition, kind, said.get(kind)))}
    badge = {kind: column for kind in kinds if (column := _badge(definition, kind, said.get(kind)))}
    names = [name for row in (*look.table, *look.seat) for name in row]
    shown = {fact.name for fact in look.facts if not fact.hidden}
    places = {order: _places(definition, order) for order in {family.order for family in definition.families}}
    derived = {variable.name for variable in definition.variables if _is_bookkeeping(definition, variable)}
    return Looks(
        number=number,
        counts={kind: value for kind, column in number.items() if (value := _counting(definition, kind, column))},
        badge=badge,
        hidden=frozenset(derived - shown | {fact.name for fact in look.facts if fact.hidden}),
        facts={fact.name: fact.label for fact in look.facts if fact.label},
        zones={zone.family: zone.label for zone in look.zones if zone.label},
        order={name: index for index, name in enumerate(names)},
        aside=frozenset(look.aside),
        places={family.name: places[family.order] for family in definition.families},
        teams=definition.teams or 0,
        nouns={family.name: _noun(definition, family) for family in definition.families},
        many=plurals_of_kinds(definition),
    )


def _noun(definition: Definition, family: Family) -> str:
    """What lies in a zone is called by its back, where that is the same for all of it."""
    return _only(sorted({definition.kinds[kind].back for kind in family.holds})) or "card"


def _places(definition: Definition, order: Sequence[tuple[str, bool]]) -> Mapping[tuple[str, str], int]:
    """The rows of all cards, sorted by columns; those that have nothing there come last."""
    columns = {(one.of, one.name): number for number, one in enumerate(definition.columns) if one.can_be_sorted_by}

    def rank(numbered: tuple[int, Row]) -> list[tuple[bool, int]]:
        kind, row = ir.Owner(ir.OwnerSort.KIND, numbered[0]), numbered[1]
        cells = [(row.cells.get(columns.get((kind, name), NOWHERE)), is_most) for name, is_most in order]
        return [(True, 0) if not isinstance(cell, int) else (False, -cell if is_most else cell) for cell, is_most in cells]

    return {(definition.kinds[kind].name, row.id): index for index, (kind, row) in enumerate(sorted(definition.rows, key=rank))}


def _is_bookkeeping(definition: Definition, variable: Variable) -> bool:
    """Lists, numbers of the whole game that nothing in the end goes by, and what the game, or a number, remembers for a turn or
    a step only."""
    is_number = variable.type.sort == ir.TypeSort.NUMBER
    if variable.type.many:
        return True
    if variable.is_counter or variable.name == ROUND:
        return False
    is_short = definition.forgets_soon(variable)
    is_idle = is_number and variable.name not in game_goes_by(definition)
    return (variable.of.is_game and (is_idle or is_short)) or (is_number and is_short)


def _number(definition: Definition, kind: str, said: CardLook | None) -> str:
    """The one column that values start from, or the only one with numbers."""
    if said is not None and said.number:
        return "" if said.number == NONE else said.number
    counted = {definition.columns[column].name for column in printed_from(definition).values()}
    numbers = _columns(definition, kind, ir.TypeSort.NUMBER)
    return _only([name for name in numbers if name in counted]) or _only(numbers)


def _badge(definition: Definition, kind: str, said: CardLook | None) -> str:
    if said is not None and said.badge:
        return "" if said.badge == NONE else said.badge
    return _only(_columns(definition, kind, ir.TypeSort.MEMBER))


def _counting(definition: Definition, kind: str, name: str) -> str:
    numbers = [number for number, column in enumerate(definition.columns) if _is_of(definition, column, kind, name)]
    value = counting(definition, numbers[0]) if numbers else None
    return "" if value is None else definition.values[value].name


def _columns(definition: Definition, kind: str, sort: ir.TypeSort) -> list[str]:
    return [
        column.name for column in definition.columns
        if _is_of(definition, column, kind) and column.type.sort is sort and not column.type.many and not column.formula
    ]  # fmt: skip


def _is_of(definition: Definition, column: Column, kind: str, name: str | None = None) -> bool:
    return column.of.is_card and definition.name_of(column.of) == kind and name in (None, column.name)


def _only(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else ""
