"""What is to be told of what happened, before it is put into words: who does what to which things, and where.

Takes the entries of one viewer; returns deeds, which know no more than the viewer does. Whether cards are drawn, played
or taken follows from the forms of the zones and from whose they are.
"""

from __future__ import annotations

from collections.abc import Callable, Set
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import lru_cache
from typing import Any

from .. import ir
from ..engine.world import World
from ..ir.walk import walk
from ..model.definition import Definition, Family
from .entries import Change, Entry, Known, Mark, Move, RunOut, Show, Shuffle, Step, Swap, Thing, Turn
from .reasons import Reason
from .things import player_key, zone_thing


class DeedKind(StrEnum):
    """What can be done, by the names of `schema/telling.yaml`."""

    DRAW = "draw"
    DISCARD = "discard"
    PLAY = "play"
    PUT_BACK = "put back"
    TAKE = "take"
    ITSELF = "itself"
    WITHIN = "within"
    MOVE = "move"
    TURN_UP = "turn up"
    TURN_DOWN = "turn down"
    SHOW = "show"
    SHUFFLE = "shuffle"
    SWAP = "swap"
    GAIN = "gain"
    PAY = "pay"
    PAY_OVER = "pay over"
    RUN_OUT = "run out"
    BECOME = "become"
    BECOME_AGAIN = "become again"
    RISE = "rise"
    FALL = "fall"
    REDRAW = "redraw"
    SET = "set"
    ROUND = "round"


@dataclass(frozen=True)
class Deed:
    """`kind` is that of `schema/telling.yaml`, `who` are the players whose doing it is, `things` what it is done to; `values`
    are what things or players have then. `zones` and `sources` are kept by their keys. `likewise` are things of others to whom
    the same is done. `rule` is the verb or the step behind it, if all of it has one, and `place` where the sentence is written.
    `to` gets what `who` pays, `reason` tells what an amount is made of, and `before` is the kind that it was told as
    before it had one of its own; `made_of` is the reason again, with its parts."""

    kind: DeedKind
    things: tuple[Thing, ...] = ()
    who: tuple[str, ...] = ()
    carrier: Thing | None = None
    sources: tuple[str, ...] = ()
    zones: tuple[str, ...] = ()
    variable: str = ""
    amount: int = 0
    values: tuple[Known, ...] = ()
    until: str = ""
    likewise: tuple[Thing, ...] = ()
    rule: str = ""
    place: str = ""
    to: tuple[str, ...] = ()
    reason: str = ""
    before: DeedKind | None = None
    made_of: tuple[Reason, ...] = field(default=(), compare=False)


class Doer:
    """Makes deeds of entries at one table."""

    def __init__(self, world: World, seats: tuple[str, ...]) -> None:
        self.world = world
        self.seats = seats
        self.discards = {kind.discards_to for kind in world.definition.kinds}

    def deeds(
        self, entry: Entry, carrier: Thing | None, rule: str = "", place: str = "", reason: str = "",
        made_of: Reason | None = None,
    ) -> list[Deed]:
        """What an entry tells; nothing if it is an answer or is told in other words."""
        made = _MADE.get(type(entry))
        deeds = made(self, entry, carrier) if made is not None else []
        parts = () if made_of is None else (made_of,)
        return [replace(_passive(deed), rule=rule, place=place, reason=reason, made_of=parts) for deed in deeds]

    def moved(self, entry: Move, carrier: Thing | None) -> list[Deed]:
        """Cards that went to a zone in one way are one deed, however they were mixed with others."""
        steps_by_way: dict[tuple[DeedKind, tuple[str, ...]], list[Step]] = {}
        for step in entry.steps:
            steps_by_way.setdefault(self._way(step, entry.zone, carrier), []).append(step)
        return [
            Deed(
                kind,
                tuple(step.card for step in steps),
                who,
                carrier,
                tuple(dict.fromkeys(step.source for step in steps)),
                (entry.zone,),
                before=self._as_before(kind, {step.source for step in steps}, entry.zone),
            )
            for (kind, who), steps in steps_by_way.items()
        ]

    def _way(self, step: Step, to: str, carrier: Thing | None) -> tuple[DeedKind, tuple[str, ...]]:
        """How a card moves, and whose doing that is."""
        zone, source = int(to[1:]), int(step.source[1:])
        giver, taker = self.world.zone_owner(source), self.world.zone_owner(zone)
        if zone == source:
            return DeedKind.WITHIN, ()
        if self._is_discard(zone):
            return DeedKind.DISCARD, _player(giver if self._is_hand(source) else None)
        if carrier is not None and _is_same(carrier, step):
            return DeedKind.ITSELF, ()
        if taker is not None and giver in (None, taker) and self._is_kept(zone) and self._is_stock(source):
            return DeedKind.DRAW, _player(taker)
        if giver is not None and taker in (None, giver) and self._is_kept(source) and zone in self.world.piles:
            return DeedKind.PUT_BACK, _player(giver)
        if giver is not None and taker in (None, giver) and self._is_hand(source):
            return DeedKind.PLAY, _player(giver)
        if taker is not None and taker != giver and (giver is not None or self._is_hand(zone)):
            return DeedKind.TAKE, _player(taker)
        return DeedKind.MOVE, ()

    def _as_before(self, kind: DeedKind, sources: Set[str], to: str) -> DeedKind | None:
        """What is kept for somebody's own eyes, and not in a hand, was told as a move."""
        kept = [int(to[1:])] if kind is DeedKind.DRAW else [int(one[1:]) for one in sources]
        is_told_anew = kind in (DeedKind.DRAW, DeedKind.PUT_BACK) and not any(self._is_hand(one) for one in kept)
        return DeedKind.MOVE if is_told_anew else None

    def _family(self, zone: int) -> Family:
        return self.world.definition.families[self.world.zones[zone].family]

    def _is_discard(self, zone: int) -> bool:
        """Where cards are discarded to, by what is declared or by its name."""
        return self.world.zones[zone].family in self.discards or "discard" in self._family(zone).name.split("_")

    def _is_hand(self, zone: int) -> bool:
        return zone in self.world.hands and self._family(zone).seen_by != ir.SeenBy.EVERYONE

    def _is_kept(self, zone: int) -> bool:
        """Whether somebody keeps cards there for their own eyes, in a hand or beside it."""
        return self._is_hand(zone) or (zone not in self.world.piles and self._family(zone).seen_by == ir.SeenBy.OWNER)

    def _is_stock(self, zone: int) -> bool:
        """Where cards are drawn from: a pile, or what nobody looks into."""
        return zone in self.world.piles or self._family(zone).seen_by == ir.SeenBy.NOBODY

    def turned(self, entry: Turn, carrier: Thing | None) -> list[Deed]:
        return [Deed(DeedKind.TURN_UP if entry.up else DeedKind.TURN_DOWN, (entry.card,), carrier=carrier)]

    def shown(self, entry: Show, carrier: Thing | None) -> list[Deed]:
        return [Deed(DeedKind.SHOW, entry.cards, entry.players, carrier)]

    def shuffled(self, entry: Shuffle, carrier: Thing | None) -> list[Deed]:
        return [Deed(DeedKind.SHUFFLE, (zone_thing(self.world, self.seats, int(entry.zone[1:])),), carrier=carrier)]

    def ran_out(self, entry: RunOut, carrier: Thing | None) -> list[Deed]:
        taker = self.world.zone_owner(int(entry.zone[1:]))
        return [Deed(DeedKind.RUN_OUT, (entry.pile,), _player(taker), carrier)]

    def swapped(self, entry: Swap, carrier: Thing | None) -> list[Deed]:
        return [Deed(DeedKind.SWAP, (entry.left, entry.right), carrier=carrier)]

    def changed(self, entry: Change, carrier: Thing | None) -> list[Deed]:
        things = () if entry.of is None else (entry.of,)
        if entry.kind in ("gain", "pay") and isinstance(entry.before, int) and isinstance(entry.after, int):
            who = (entry.of.key or "",) if entry.of is not None else ()
            amount = abs(entry.after - entry.before)
            return [Deed(DeedKind(entry.kind), (), who, carrier, variable=entry.variable, amount=amount, values=(entry.after,))]
        if entry.variable == "round" and entry.of is None:
            return [Deed(DeedKind.ROUND, values=(entry.after,))]
        if isinstance(entry.after, bool) and things:
            kind = DeedKind.BECOME if entry.after else DeedKind.BECOME_AGAIN
            return [Deed(kind, things, (), carrier, variable=entry.variable)]
        kind = DeedKind.SET
        if isinstance(entry.before, int) and isinstance(entry.after, int) and not isinstance(entry.after, bool):
            kind = DeedKind.RISE if entry.after > entry.before else DeedKind.FALL
            if entry.variable in _pictured(self.world.definition):
                way = Deed(kind, things, (), carrier, variable=entry.variable, values=(entry.after,))
                return [replace(way, kind=DeedKind.REDRAW, before=kind)]
        return [Deed(kind, things, (), carrier, variable=entry.variable, values=(entry.after,))]

    def marked(self, entry: Mark, carrier: Thing | None) -> list[Deed]:
        until = f"end of {entry.until.replace('_', ' ')}" if entry.until else ""
        if until and entry.player is not None:
            until = f"the end of {self.seats[int(entry.player[1:])]}'s next {entry.until}"
        return [Deed(DeedKind.BECOME, (entry.of,), (), carrier, variable=entry.variable, until=until)] if until else []


def _is_same(carrier: Thing, step: Step) -> bool:
    """Whether it is the carrier that moves, if need be by its name: it may have gone where nobody can follow it."""
    if carrier.key is not None:
        return carrier.key in (step.before, step.after)
    return (carrier.row, carrier.owner) == (step.card.row, step.card.owner)


def _passive(deed: Deed) -> Deed:
    """What a card does to itself alone happens to it."""
    own = deed.carrier is not None and [thing.key for thing in deed.things] == [deed.carrier.key] != [None]
    return replace(deed, carrier=None) if own and deed.kind != DeedKind.ITSELF else deed


@lru_cache(maxsize=64)
def _pictured(definition: Definition) -> frozenset[str]:
    """Variables that nobody reads as numbers: they only choose how a card is drawn."""
    texts = [kind.drawn_as.parts for kind in definition.kinds if kind.drawn_as is not None]
    holes = [part[0] for parts in texts for part in parts if not isinstance(part, str)]
    reads = {one.variable for hole in holes for one in walk(hole) if isinstance(one, ir.Read)}
    shown = {hole.variable for hole in holes if isinstance(hole, ir.Read)}
    return frozenset(definition.variables[one].name for one in reads - shown)


def _player(player: int | None) -> tuple[str, ...]:
    return () if player is None else (player_key(player),)


_MADE: dict[type, Callable[[Doer, Any, Thing | None], list[Deed]]] = {
    Move: Doer.moved,
    Turn: Doer.turned,
    Show: Doer.shown,
    Shuffle: Doer.shuffled,
    Swap: Doer.swapped,
    Change: Doer.changed,
    Mark: Doer.marked,
    RunOut: Doer.ran_out,
}
