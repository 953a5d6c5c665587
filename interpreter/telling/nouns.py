"""How lines call things: `Bo's Trader`, `2 cards of Ada`, `the head of column 1`, `everybody's deck`.

Takes things as one viewer knows them, and whom a line is about, for whom nothing is said twice; returns words.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from .. import ir
from ..engine.world import World
from ..model.definition import Definition, Family
from .entries import Known, Thing
from .places import place_labels, place_names
from .plurals import article, counted, listed, plural_of_name
from .things import player_key

EVERYBODY = "everybody"
MOST_NAMES = 8  # what is more is only counted
_MOST_ZONES = 3


class Nouns:
    """What things are called at one table."""

    def __init__(self, world: World, seats: tuple[str, ...]) -> None:
        self.world = world
        self.seats = seats

    # ---- players

    def player(self, key: str) -> str:
        return self.seats[int(key[1:])]

    def players(self, keys: Sequence[str]) -> str:
        return EVERYBODY if len(keys) == len(self.seats) > 1 else listed([self.player(key) for key in keys])

    # ---- cards and other things

    def carrier(self, card: Thing) -> str:
        """`Wizard (Bo)`."""
        name = self._name(card)
        return name if card.owner is None else f"{name} ({self.player(card.owner)})"

    def things(self, things: Sequence[Thing], owner: str | None = None) -> str:
        """Each thing once with how often it is there; many of them are only counted."""
        if len(things) == len(self.seats) > 1 and {thing.sort for thing in things} == {ir.ThingSort.PLAYER}:
            return EVERYBODY
        groups = Counter(thing if thing.sort != ir.ThingSort.CARD else replace(thing, key=None) for thing in things)
        if len(groups) <= MOST_NAMES:
            return listed([self.thing(thing, number, owner) for thing, number in groups.items()])
        counts = Counter(self._kinds_of(things))
        told = listed([counted(number, back, self._many(back)) for back, number in counts.items()])
        owners = {thing.owner or thing.holder for thing in things if thing.sort == ir.ThingSort.CARD}
        whose = owners.pop() if len(owners) == 1 else None
        return told if whose in (None, owner) else f"{told} of {self.player(whose)}"

    def _kinds_of(self, things: Sequence[Thing]) -> list[str]:
        """What things are called that are too many for their names: places are piles as soon as one of them is."""
        zones = [int(one.key[1:]) for one in things if one.sort == ir.ThingSort.ZONE and one.key is not None]
        has_pile = not self.world.piles.isdisjoint(zones)
        place, backs = "pile" if has_pile else "place", _backs(self.world.definition)
        return [backs.get(one.row or "", one.name) if one.sort == ir.ThingSort.CARD else place for one in things]

    def _many(self, back: str) -> str:
        return plurals_of_kinds(self.world.definition).get(back, "")

    def thing(self, thing: Thing, number: int = 1, owner: str | None = None) -> str:
        """One or several things that look the same; whose they are is left out if that is `owner`."""
        if thing.sort == ir.ThingSort.ZONE and thing.key is not None:
            return self.zone(thing.key, owner)
        if thing.sort != ir.ThingSort.CARD:
            return thing.name
        thing = replace(thing, name=self._name(thing))
        whose_key = thing.owner or thing.holder
        whose = None if whose_key is None or whose_key == owner else self.player(whose_key)
        if thing.row is not None and number == 1 and whose is not None:
            return f"{whose}'s {thing.name}"
        words = self._counted(thing, number)
        return words if whose is None else f"{words} of {whose}"

    def _counted(self, thing: Thing, number: int) -> str:
        """`a card`, `2 cards`, `Trader`, `2 Doubloons`, `2 × Piracy token 6`."""
        is_common = thing.row is None or (thing.row in _common(self.world.definition) and thing.name[-1:].isalpha())
        if number == 1:
            return article(thing.name) if is_common else thing.name
        if thing.row is None:
            return counted(number, thing.name, self._many(thing.name))
        many = self._many(thing.name) or plural_of_name(thing.name)
        return f"{number} × {many}" if many == thing.name else f"{number} {many}"

    def _name(self, thing: Thing) -> str:
        """Of a die whose name leads up to what it shows (`kit 1 of value`), what it is called without that."""
        return thing.name.removesuffix(" of value") if thing.row in _dice(self.world.definition) else thing.name

    def without_face(self, thing: Thing) -> Thing:
        """A die without what it shows."""
        is_die = thing.row in _dice(self.world.definition)
        return replace(thing, name=thing.name.rstrip("0123456789−").rstrip()) if is_die else thing

    # ---- zones

    def zones(self, keys: Sequence[str], owner: str | None = None) -> str:
        """Several zones of one family; many of them are only counted."""
        if len(keys) <= _MOST_ZONES:
            return listed([self.zone(key, owner) for key in keys])
        return counted(len(keys), self.family(keys[0]).name)

    def zone(self, key: str, owner: str | None = None) -> str:
        """`the deck`, `column 2`, `Ada's hand`, `the head of column 1`; only `hand` if that is the owner's."""
        family, whose = self.family(key), self.world.zone_owner(int(key[1:]))
        name = place_names(self.world, self.seats)[int(key[1:])]
        if not family.per.is_player or whose is None:
            return name if is_one_of_many(family) else f"the {name}"
        if player_key(whose) == owner:
            return self.label(key)
        return name if is_one_of_many(family) else f"{self.seats[whose]}'s {self.label(key)}"

    def label(self, key: str) -> str:
        """What a zone is called among those of its owner."""
        return place_labels(self.world)[int(key[1:])]

    def family(self, key: str) -> Family:
        return self.world.definition.families[self.world.zones[int(key[1:])].family]

    # ---- values

    def value(self, value: Known) -> str:
        if value is None:
            return "nothing"
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, tuple):
            return listed([self.value(one) for one in value]) or "nothing"
        return self.thing(value) if isinstance(value, Thing) else str(value)


@lru_cache(maxsize=64)
def plurals_of(definition: Definition) -> dict[str, str]:
    """What several of a counter are called, where that is declared."""
    return {variable.name: variable.plural for variable in definition.variables}


def is_one_of_many(family: Family) -> bool:
    """Whether its zones have numbers or names of their own."""
    return bool(family.ids or family.size or family.count is not None)


@lru_cache(maxsize=64)
def _common(definition: Definition) -> frozenset[str]:
    """Rows that are called by a common noun: there are several of them, and their name is no proper one."""
    return frozenset(row.id for _, row in definition.rows if row.copies > 1 and row.name.islower() and row.name[-1:].isalpha())


@lru_cache(maxsize=64)
def plurals_of_kinds(definition: Definition) -> dict[str, str]:
    """What several components are called, where that is declared: by their back, and by their name if all have one."""
    many = {name: kind.plural for kind in definition.kinds for name in (kind.back, kind.name.replace("_", " ")) if kind.plural}
    for back, (number, _) in zip(definition.backs, definition.rows, strict=True):
        kind = definition.kinds[number]
        if kind.plural and back.endswith(kind.back):
            many[back] = back.removesuffix(kind.back) + kind.plural
    return many


@lru_cache(maxsize=64)
def _dice(definition: Definition) -> frozenset[str]:
    return frozenset(row.id for kind, row in definition.rows if definition.kinds[kind].faces)


@lru_cache(maxsize=64)
def _backs(definition: Definition) -> dict[str, str]:
    return {row.id: back for back, (_, row) in zip(definition.backs, definition.rows, strict=True)}
