"""Many deeds that are alike become one: what goes the same way together, and what happens to everybody.

Takes the deeds between two spoken lines, each with its place in the chapter; returns fewer, each at the place of its first.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace

from .. import ir
from ..engine.world import World
from .decision_words import undivided
from .deeds import Deed, DeedKind
from .entries import Thing
from .nouns import MOST_NAMES
from .plain_words import with_value
from .reasons import Kind

Place = tuple[int, int]
Placed = tuple[Place, Deed]
_APART = (
    DeedKind.ROUND, DeedKind.SET, DeedKind.SWAP, DeedKind.ITSELF, DeedKind.SHUFFLE, DeedKind.PAY_OVER, DeedKind.REDRAW,
)  # fmt: skip
_ADDED_UP = {Kind.SUM, Kind.PRODUCT, Kind.CHANGED, Kind.GROUPED}  # what is told with all its numbers
_IS_NO_SUM = re.compile("[,;=/:]|if |the |as ")
_IN_BRACKETS = re.compile(r"\([^()]*\)")
_TO_PLACES = (DeedKind.MOVE, DeedKind.DISCARD, DeedKind.SHUFFLE, DeedKind.BECOME)


def folded(deeds: list[Placed], world: World) -> list[Placed]:
    """First the way that one thing goes, then what follows each other in one way, then what happens to each player, then what
    goes to places of one kind."""
    families = _Families(world)
    placed = _joined(deeds, _is_paid_over, _paid_over)
    placed = _joined(placed, _goes_on, _all_the_way)
    placed = _joined(placed, families.same_way, _together)
    placed = _for_everybody(placed, families, world.players)
    return _joined(placed, families.same_kind_of_place, _together)


def _joined(deeds: list[Placed], alike: Callable[[Deed, Deed], bool], join: Callable[[Deed, Deed], Deed]) -> list[Placed]:
    joined: list[Placed] = []
    for at, deed in deeds:
        if joined and alike(joined[-1][1], deed):
            joined[-1] = joined[-1][0], join(joined[-1][1], deed)
        else:
            joined.append((at, deed))
    return joined


def _is_paid_over(one: Deed, other: Deed) -> bool:
    """Whether one player pays what another one gains, by the same sentence."""
    same = (one.variable, one.amount, one.carrier, one.place) == (other.variable, other.amount, other.carrier, other.place)
    return (one.kind, other.kind) == (DeedKind.PAY, DeedKind.GAIN) and same and one.place != "" and one.who != other.who


def _paid_over(one: Deed, other: Deed) -> Deed:
    return replace(one, kind=DeedKind.PAY_OVER, to=other.who, values=(*one.values, *other.values))


def _goes_on(one: Deed, other: Deed) -> bool:
    """Whether the very same things go on from the place where they have just come to."""
    same = (one.kind, one.who, one.carrier) == (other.kind, other.who, other.carrier) and one.kind is DeedKind.MOVE
    return same and other.sources == one.zones[-1:] and _keys(one) == _keys(other) and None not in _keys(one)


def _all_the_way(one: Deed, other: Deed) -> Deed:
    return replace(one, zones=other.zones)


def _go_twice(one: Deed, other: Deed) -> bool:
    """Whether some of the things that go somewhere are the same: they are not counted again."""
    return bool(one.zones and other.zones and (_keys(one) & _keys(other)) - {None})


def _looks(deed: Deed) -> set[Thing]:
    """The things of a deed as they look, each way once."""
    return {replace(thing, key=None) for thing in deed.things}


def _keys(deed: Deed) -> set[str | None]:
    return {thing.key for thing in deed.things}


def as_told_before(deed: Deed) -> tuple[Deed, ...]:
    """A deed as it was told before: what is paid over, as what one pays and what another one gains. Nothing, if it still is."""
    if deed.before:
        is_nobodys = deed.before is DeedKind.MOVE and len(deed.who) == 1
        return (replace(deed, kind=deed.before, who=() if is_nobodys else deed.who),)
    if deed.kind in (DeedKind.RISE, DeedKind.FALL) and len(deed.things) > 1 and len(deed.who) < 2:
        return tuple(replace(deed, things=(one,), values=deed.values[:1]) for one in deed.things)
    if deed.kind != DeedKind.PAY_OVER:
        return ()
    paid, gained = deed.values[: len(deed.who)], deed.values[len(deed.who) :]
    pays = replace(deed, kind=DeedKind.PAY, to=(), values=paid)
    return pays, replace(deed, kind=DeedKind.GAIN, who=deed.to, to=(), values=gained)


def _together(one: Deed, other: Deed) -> Deed:
    reason = one.reason if one.reason == other.reason else ""
    one, before = replace(one, rule=one.rule if one.rule == other.rule else "", reason=reason), one
    if one.kind in (DeedKind.GAIN, DeedKind.PAY):
        both = {"reason": _both(before, other), "made_of": (*one.made_of, *other.made_of)}
        return replace(one, amount=one.amount + other.amount, values=other.values, **both)  # type: ignore[arg-type]
    if other.until and one.things == other.things:
        return replace(one, until=other.until)
    if one.kind == DeedKind.RUN_OUT and one.things == other.things:
        return one
    return replace(
        one,
        things=(*one.things, *other.things),
        sources=tuple(dict.fromkeys((*one.sources, *other.sources))),
        zones=tuple(dict.fromkeys((*one.zones, *other.zones))),
        values=(*one.values, *other.values) if one.kind in (DeedKind.RISE, DeedKind.FALL) else one.values,
    )


def _both(one: Deed, other: Deed) -> str:
    """What both amounts are made of: `1 + 3 crops`. Nothing, if neither is made of anything, or not of what can be added up."""
    told = [_added(one), _added(other)]
    is_sum = all(words and not _IS_NO_SUM.search(_IN_BRACKETS.sub("", words)) for words in told)
    return " + ".join(told) if (one.reason or other.reason) and is_sum else ""


def _added(deed: Deed) -> str:
    """What an amount is made of, where something is added to it, so that the numbers come to the whole; nothing, where they
    would not."""
    kinds = {undivided(one).kind for one in deed.made_of}
    if not deed.reason or kinds <= _ADDED_UP:
        return deed.reason or str(deed.amount)
    if kinds == {Kind.PRINTED}:
        return with_value(deed.reason, str(deed.amount))
    return f"{deed.amount} ({deed.reason})" if kinds == {Kind.COUNTED} else ""


def _for_everybody(deeds: list[Placed], families: _Families, players: int) -> list[Placed]:
    """What happens to one player after the other in the same way happens to everybody."""
    groups: dict[object, list[Placed]] = {}
    for at, deed in deeds:
        if players > 1:
            groups.setdefault(families.likeness(deed), []).append((at, deed))
    placed = dict(deeds)
    for group in groups.values():
        owners = [families.owner(deed) for _, deed in group]
        is_of_all = len(group) == players == len({*owners} - {None}) and not _goes_on_between(group, deeds)
        if is_of_all and not families.is_led_to(group, sorted(placed.items())):
            first, *others = [at for at, _ in group]
            placed[first] = _of_all([deed for _, deed in group], owners)
            for at in others:
                del placed[at]
    return sorted(placed.items())


def _goes_on_between(group: list[Placed], deeds: list[Placed]) -> bool:
    """Whether what is remembered changes otherwise on the way, so that totals in one line would not follow each other."""
    (first, one), (last, _) = group[0], group[-1]
    own = {at for at, _ in group}
    return one.variable != "" and any(
        deed.variable == one.variable for at, deed in deeds if first < at < last and at not in own
    )


def _of_all(deeds: list[Deed], owners: list[str | None]) -> Deed:
    """One deed for all players; of cards, its words tell as many as one of them has."""
    first, *others = deeds
    values = tuple(value for deed in deeds for value in deed.values)
    likewise = tuple(thing for deed in others for thing in deed.things)
    rule = first.rule if all(deed.rule == first.rule for deed in others) else ""
    return replace(first, who=tuple(owner or "" for owner in owners), values=values, likewise=likewise, rule=rule)


class _Families:
    """Which deeds are alike at one table."""

    def __init__(self, world: World) -> None:
        self.world = world

    def same_way(self, one: Deed, other: Deed) -> bool:
        """Whether two deeds are one: the same done to more things, or a counter that goes on."""
        if one.kind != other.kind or one.kind in _APART:
            return False
        same = (one.who, one.carrier, one.variable) == (other.who, other.carrier, other.variable)
        if one.kind in (DeedKind.RISE, DeedKind.FALL):
            return same and one.reason == other.reason and self._look_alike(one, other)
        if one.kind in (DeedKind.BECOME, DeedKind.BECOME_AGAIN):
            return same and (one.until == other.until or (one.things == other.things and not one.until))
        if one.kind in (DeedKind.GAIN, DeedKind.PAY) and (one.reason or other.reason) and not _both(one, other):
            return False  # one line could not tell what both are made of
        if _go_twice(one, other):
            return False
        is_one_way = one.kind == DeedKind.DISCARD or self._of(one.sources) == self._of(other.sources)
        return same and one.zones == other.zones and is_one_way

    def same_kind_of_place(self, one: Deed, other: Deed) -> bool:
        if one.kind == other.kind and one.kind in (DeedKind.RISE, DeedKind.FALL):
            same = (one.carrier, one.variable, len(one.who)) == (other.carrier, other.variable, len(other.who))
            return same and len(one.who) < 2 and self._come_to_the_same(one, other)
        if one.kind != other.kind or one.kind not in _TO_PLACES:
            return False
        same = (one.who, one.carrier, one.variable, one.until) == (other.who, other.carrier, other.variable, other.until)
        if one.kind in (DeedKind.SHUFFLE, DeedKind.BECOME):
            return same
        if _go_twice(one, other):
            return False
        return same and self._is_clear(one, other) and len(one.who) < 2 and self._of(one.zones) == self._of(other.zones) and (
            one.kind == DeedKind.DISCARD or self._of(one.sources) == self._of(other.sources)
        )

    def _look_alike(self, one: Deed, other: Deed) -> bool:
        """Whether it is several things that cannot be told apart."""
        return len(_looks(one) | _looks(other)) == 1 and not _keys(one) & _keys(other)

    def _come_to_the_same(self, one: Deed, other: Deed) -> bool:
        """Whether a number of several things is the same now, for the same reason."""
        is_same = one.reason == other.reason and len({*one.values, *other.values}) == 1
        is_of_things = bool(one.things and other.things) and not _keys(one) & _keys(other)
        return is_same and is_of_things and len(_looks(one) | _looks(other)) <= MOST_NAMES

    def _is_clear(self, one: Deed, other: Deed) -> bool:
        """Whether a line about both tells what went where: one thing goes to each place, or the same to all of them."""
        is_one_each = all(len(deed.things) == len(deed.zones) for deed in (one, other))
        return one.kind == DeedKind.DISCARD or is_one_each or self._for_each(one) == self._for_each(other)

    def is_led_to(self, group: list[Placed], deeds: list[Placed]) -> bool:
        """Whether something happens on the way to a place before what is told of all: cards come to a pile that is shuffled
        then. One line for all at the first of them would tell of it before."""
        before: set[str] = set()
        own, (last, _) = {at for at, _ in group}, group[-1]
        for at, deed in deeds:
            places = {*deed.zones, *deed.sources, *(thing.key for thing in deed.things if thing.sort == ir.ThingSort.ZONE)}
            if at in own and before & places:
                return True
            if group[0][0] < at < last and at not in own:
                before |= {one for one in places if one is not None}
        return False

    def _for_each(self, deed: Deed) -> dict[object, float]:
        looks = Counter((thing.sort, self._name(thing), thing.row) for thing in deed.things)
        return {look: number / len(deed.zones) for look, number in looks.items()}

    def _of(self, zones: tuple[str, ...]) -> set[int]:
        return {self.world.zones[int(zone[1:])].family for zone in zones}

    def _whosever(self, zones: tuple[str, ...]) -> frozenset[int | str]:
        """Of zones that players have, which they are, whosever; all others are themselves."""
        owned = [zone for zone in zones if self.world.zone_owner(int(zone[1:])) is not None]
        return frozenset((*self._of(tuple(owned)), *(zone for zone in zones if zone not in owned)))

    def owner(self, deed: Deed) -> str | None:
        """The one player whom a deed concerns; where cards are discarded to is not told, so it does not count."""
        if deed.kind == DeedKind.SHOW or len(deed.who) > 1:
            return None
        if deed.who:
            return deed.who[0]
        if deed.kind == DeedKind.DISCARD:
            return None
        if deed.zones:
            owner = self.world.zone_owner(int(deed.zones[0][1:]))
            return None if owner is None or len(deed.zones) > 1 else f"p{owner}"
        return deed.things[0].owner if len(deed.things) == 1 and deed.things[0].sort == ir.ThingSort.ZONE else None

    def likeness(self, deed: Deed) -> object:
        """The same for deeds that differ only in whom they concern."""
        looks = Counter((thing.sort, self._name(thing), thing.row) for thing in deed.things)
        zones = self._whosever(deed.zones), self._whosever(deed.sources)
        carrier = None if deed.carrier is None else deed.carrier.key
        same = deed.kind, deed.variable, deed.amount, deed.until, bool(deed.who), deed.to, deed.reason
        return same, frozenset(looks.items()), zones, carrier

    def _name(self, thing: Thing) -> object:
        """What a thing is, whosever it is: of two owners, the second."""
        if thing.sort != ir.ThingSort.ZONE or not thing.key:
            return thing.name
        number = int(thing.key[1:])
        zone = self.world.zones[number]
        return (zone.family, zone.index) if number in self.world.paired else zone.family
