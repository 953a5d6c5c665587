"""Puts a deed into words, with the wordings of `schema/telling.yaml` and the names of the game.

Takes a deed as one viewer knows it; returns a line. Nothing here looks at a table: what a deed does not know, no line can tell.
"""

from __future__ import annotations

from dataclasses import replace

from .. import ir
from ..engine.world import World
from .deeds import Deed, DeedKind
from .known import Known
from .nouns import EVERYBODY, Nouns, is_one_of_many, plurals_of
from .plurals import counted, is_plural, listed
from .things import player_key
from .wordings import wordings_of

_NUMBERED = (DeedKind.RISE, DeedKind.FALL)  # what is told of several things that each have a number


class Wordsmith:
    """Puts deeds into words at one table."""

    def __init__(self, world: World, seats: tuple[str, ...]) -> None:
        self.world = world
        self.nouns = Nouns(world, seats)
        self.wordings = wordings_of(world.definition)

    def line(self, deed: Deed) -> str:
        if self.is_one_each(deed):
            return self._one_each(deed)
        return self.in_one(deed)

    def is_one_each(self, deed: Deed) -> bool:
        """Whether several things that can be told apart go each to a place of its own."""
        several = deed.kind == DeedKind.MOVE and len(deed.things) == len(deed.zones) > 1 and not _is_of_all(deed)
        return several and len({self.nouns.things([one]) for one in deed.things}) > 1

    def _one_each(self, deed: Deed) -> str:
        (thing, zone), *others = zip(deed.things, deed.zones, strict=True)
        told = self.in_one(replace(deed, things=(thing,), zones=(zone,)))
        for thing, zone in others:
            one = replace(deed, things=(thing,), zones=(zone,))
            told = self.wordings.reason("each", told=told, thing=self._things(one), zone=self._zone(one))
        return told

    def in_one(self, deed: Deed) -> str:
        """What is done to all its things in the same words."""
        wanted = ("by", "who", "nobody") if deed.carrier is not None else ("who", "nobody") if deed.who else ("nobody", "who")
        name = next((name for whose in wanted if (name := f"{deed.kind}/{whose}") in self.wordings.words), "")
        told = self.wordings.fill(name, self._holes(deed))
        return self.with_reason(told, deed.reason) if told and deed.reason else told

    def with_reason(self, told: str, reason: str) -> str:
        """A line about an amount, with what that is made of; or only with what is so that it is this one."""
        chosen = self.wordings.opening("reason/chosen as")
        is_chosen = chosen != "" and reason.startswith(chosen)
        return self.wordings.reason("chosen amount" if is_chosen else "amount", told=told, reason=reason)

    def named(self, name: str, told: str) -> str:
        return self.wordings.reason("named", name=name, told=told)

    def under(self, rule: str, told: str) -> str:
        """A line with the verb or the step that it comes from."""
        return self.wordings.reason("by rule", rule=rule, told=told)

    def _holes(self, deed: Deed) -> dict[str, str]:
        several = len(deed.things) > 1
        source, zone = self._source(deed), self._zone(deed)
        source, zone = _side_by_side(source, zone) if self._are_beside(deed) else (source, zone)
        return {
            "who": self.nouns.players(deed.who),
            "receiver": self.nouns.players(deed.to),
            "carrier": "" if deed.carrier is None else self.nouns.carrier(deed.carrier),
            "cards": self._things(deed),
            "is": "are" if several else "is",
            "goes": "go" if several else "goes",
            "rises": "rise" if is_plural(deed.variable) else "rises",
            "falls": "fall" if is_plural(deed.variable) else "falls",
            "source": source,
            "zone": zone,
            "amount": counted(deed.amount, deed.variable, plurals_of(self.world.definition).get(deed.variable, "")),
            "total": self._total(deed),
            "variable": deed.variable.replace("_", " "),
            "value": self._value(deed),
            "until": deed.until,
        }

    def _value(self, deed: Deed) -> str:
        """What there is now: `2 and 1` of two things, and once what each of several has."""
        values = _each_once(deed.values)
        is_of_each = len(values) == 1 and len(deed.things) > 1 and deed.kind in _NUMBERED
        told = listed([self.nouns.value(one) for one in values]) or self.nouns.value(None)
        return self.wordings.reason("of each", value=told) if is_of_each else told

    def _things(self, deed: Deed) -> str:
        if not _is_of_all(deed):
            return self.nouns.things(deed.things, deed.who[0] if deed.who and deed.kind != DeedKind.SHOW else None)
        if deed.things and deed.things[0].sort == ir.ThingSort.ZONE:
            key = deed.things[0].key or ""
            label = self.nouns.label(key)
            return f"{EVERYBODY} in {label}" if int(key[1:]) in self.world.paired else f"{EVERYBODY}'s {label}"
        return self.nouns.things([replace(thing, owner=None) for thing in deed.things])

    def _zone(self, deed: Deed) -> str:
        if not deed.zones or (deed.kind == DeedKind.PLAY and self.nouns.label(deed.zones[0]).startswith("cards ")):
            return ""  # `plays 2 cards` says that they are in play
        if _is_of_all(deed) and self.world.zone_owner(int(deed.zones[0][1:])) is not None:
            return f"{EVERYBODY}'s {self.nouns.label(deed.zones[0])}"
        owner = self.world.zone_owner(int(deed.sources[0][1:])) if len(deed.sources) == 1 else None
        return self.nouns.zones(deed.zones, _whose(deed) or (None if owner is None else player_key(owner)))

    def _source(self, deed: Deed) -> str:
        """Told if it is one, and not where such cards come from anyway."""
        if len(deed.sources) != 1 or _is_of_all(deed):
            return ""
        source, owner = deed.sources[0], _whose(deed)
        family, whose = self.nouns.family(source), self.world.zone_owner(int(source[1:]))
        is_own = owner is not None and whose is not None and player_key(whose) == owner
        is_usual = deed.kind == DeedKind.DRAW and family.seen_by != ir.SeenBy.EVERYONE and (is_own or whose is None)
        is_hand = is_own and int(source[1:]) in self.world.hands
        is_passed = deed.kind == DeedKind.DISCARD and (is_own or family.per.is_game) and not is_one_of_many(family)
        return "" if is_usual or is_hand or is_passed else self.nouns.zone(source, owner)

    def _are_beside(self, deed: Deed) -> bool:
        """Whether a source and where it goes are places with names of their own in one row."""
        if len(deed.sources) != 1 or len(deed.zones) != 1:
            return False
        one, other = (self.world.zones[int(key[1:])] for key in (*deed.sources, *deed.zones))
        is_row = bool(self.world.definition.families[one.family].ids)
        return is_row and (one.family, one.parent) == (other.family, other.parent)

    def _total(self, deed: Deed) -> str:
        players = (*deed.who, *deed.to)
        if len(players) < 2:
            return self.nouns.value(deed.values[-1] if deed.values else None)
        totals = zip(players, deed.values, strict=False)
        return ", ".join(f"{self.nouns.player(player)} {self.nouns.value(value)}" for player, value in totals)


def _side_by_side(source: str, zone: str) -> tuple[str, str]:
    """`from track b0 to b1 of Forest`: what two places of one kind have in common is said once."""
    one, other = source.split(), zone.split()
    first = next((number for number, pair in enumerate(zip(one, other, strict=False)) if pair[0] != pair[1]), 0)
    if not first or one[first + 1 :] != other[first + 1 :]:
        return source, zone
    return " ".join(one[: first + 1]), " ".join(other[first:])


def _each_once(values: tuple[Known, ...]) -> tuple[Known, ...]:
    """What several things have, once if it is the same."""
    return values[:1] if len(set(values)) == 1 else values


def _whose(deed: Deed) -> str | None:
    """The player whom a deed is about, so that nothing has to be said to be theirs: who does it, or whose all of it is."""
    owners = {thing.owner for thing in deed.things}
    return deed.who[0] if deed.who else owners.pop() if len(owners) == 1 and deed.carrier is None else None


def _is_of_all(deed: Deed) -> bool:
    return len(deed.who) > 1 and deed.kind != DeedKind.SHOW

