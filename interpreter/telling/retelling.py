"""Tells one viewer of one event: what the viewer may know of it, and nothing else.

Takes the table as it lies before and after the event, and the viewer's eyes; returns an entry, or none if the viewer may not
know that anything happened.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from .. import ir
from ..engine import events as E
from ..engine.world import World
from .entries import Change, Decide, Entry, Mark, Move, Reveal, Roll, RunOut, Say, Show, Shuffle, Step, Swap, Thing, Turn
from .history import History
from .keys import Eyes, VisibleTable
from .plain_words import called
from .reason_words import reason_words
from .reasoning import reason_of
from .silence import bookkeeping
from .things import Things, member_thing, player_key, player_thing, zone_key, zone_thing
from .victory import with_partners


def cards_of(event: E.Event, table: VisibleTable) -> tuple[int, ...]:
    """The cards that something is done to."""
    match event:
        case E.Moved(cards=cards) | E.Shown(cards=cards) | E.Shuffled(cards=cards):
            return cards
        case E.Turned(card=card) | E.Revealed(card=card) | E.CardSeen(card=card) | E.Rolled(die=card):
            return (card,)
        case E.CardsSwapped(left, right):
            return left, right
        case E.ZonesSwapped(left, right):
            return (*table.zones[left], *table.zones[right])
        case E.Wrote(variable=variable, thing=int(thing)) | E.Marked(variable=variable, thing=thing):
            return (thing,) if table.world.definition.variables[variable].of.is_card else ()
    return ()


@dataclass(eq=False)
class Teller:
    """One viewer, before and after one event. `sighted` are cards that the viewer comes to know, if not at once, `history` is
    what the viewer was told before."""

    table: VisibleTable
    seats: tuple[str, ...]
    eyes: Eyes
    sighted: frozenset[int] = frozenset()
    history: History | None = None
    _keys_before: dict[int, str | None] = field(default_factory=dict, init=False)
    _seen_before: set[int] = field(default_factory=set, init=False)
    _lay_before: dict[int, tuple[int, ...]] = field(default_factory=dict, init=False)

    def look_before(self, events: Sequence[E.Event]) -> None:
        for event in events:
            if isinstance(event, E.Moved) and set(event.sources) == {event.zone}:
                self._lay_before[event.zone] = tuple(self.table.zones[event.zone])
            for card in cards_of(event, self.table):
                self._keys_before[card] = self.eyes.key(card)
                if self.eyes.viewer in self.table.seen[card]:
                    self._seen_before.add(card)

    def entry(self, events: Sequence[E.Event]) -> Entry | None:
        """What the viewer may know of an event, or of dice that were rolled together."""
        if isinstance(events[0], E.Rolled):
            return self._rolled([one for one in events if isinstance(one, E.Rolled)])
        return _TELL[type(events[0])](self, events[0])

    # ---- things

    @property
    def things(self) -> Things:
        seen = self.table.sees[self.eyes.viewer]
        if not self._seen_before <= seen:
            seen = seen | self._seen_before
        return Things(self.table.world, self.seats, self.eyes.cards, seen)

    def zone(self, zone: int) -> Thing:
        return zone_thing(self.table.world, self.seats, zone)

    def _knows(self, viewers: E.Viewers) -> bool:
        return self.eyes.viewer in viewers

    # ---- events

    def moved(self, event: E.Moved) -> Entry | None:
        zone, things = event.zone, self.things
        is_row = zone not in self.table.world.hands and zone not in self.table.world.piles
        if is_row and self._lay_before.pop(zone, None) == tuple(self.table.zones[zone]):
            return None  # everything lies there as before
        steps = [
            Step(self._as_shown(things.card(card), card), zone_key(source), self._keys_before[card], self.eyes.key(card))
            for card, source in zip(event.cards, event.sources, strict=True)
        ]
        # Where cards come to lie in a row is for all to see; in what order they went into a hand or a pile is not.
        return Move(zone_key(zone), tuple(steps if is_row else sorted(steps, key=_look)))

    def turned(self, event: E.Turned) -> Entry:
        thing = self._as_shown(self.things.card(event.card), event.card)
        return Turn(self._held(event.card, thing), bool(event.up))

    def revealed(self, event: E.Revealed) -> Entry:
        things = self.things
        return Reveal(things.card(event.card, event.card in things.seen or event.card in self.sighted))

    def show(self, event: E.Shown) -> Entry | None:
        things = self.things
        cards = tuple(sorted((self._as_shown(things.card(card), card) for card in event.cards), key=repr))
        return Show(cards, tuple(player_key(player) for player in event.players)) if cards and event.players else None

    def _as_shown(self, thing: Thing, card: int) -> Thing:
        """A die that comes before the viewer's eyes, with what it shows."""
        comes_to_light = card in self.table.sees[self.eyes.viewer] and card not in self._seen_before
        face = self.table.face(card) if comes_to_light else None
        return thing if face is None else replace(thing, name=f"{thing.name} {face}")

    def shuffled(self, event: E.Shuffled) -> Entry:
        return Shuffle(zone_key(event.zone))

    def swapped(self, event: E.CardsSwapped) -> Entry:
        return Swap(self.things.card(event.left), self.things.card(event.right))

    def zones_swapped(self, event: E.ZonesSwapped) -> Entry:
        return Swap(self.zone(event.left), self.zone(event.right))

    def wrote(self, event: E.Wrote) -> Entry | None:
        if not self._knows(event.readers):
            return None
        variable, things = self.table.world.definition.variables[event.variable], self.things
        before, after = things.value(event.before, variable.type), things.value(event.after, variable.type)
        is_counted = variable.is_counter and isinstance(event.before, int) and isinstance(event.after, int)
        grows = is_counted and (event.after or 0) > (event.before or 0)  # type: ignore[operator]
        kind = "end" if event.ends else "set" if not is_counted else "gain" if grows else "pay"
        return Change(kind, variable.name, self._owner(event.variable, event.thing), before, after)

    def _owner(self, variable: int, thing: int | None) -> Thing | None:
        of = self.table.world.definition.variables[variable].of
        if thing is None:
            return None
        return self._held(thing, self.things.card(thing)) if of.is_card else self.things.owner(of, thing)

    def _held(self, card: int, thing: Thing) -> Thing:
        """A card that is nobody's own with the player in whose zone it lies, for those who know where it lies."""
        holder = self.table.world.zone_owner(self.table.lies_in[card])
        is_known = thing.owner is None and holder is not None and (thing.row is not None or thing.key is not None)
        return replace(thing, holder=player_key(holder)) if is_known and holder is not None else thing

    def marked(self, event: E.Marked) -> Entry | None:
        of = self._owner(event.variable, event.thing)
        if not self._knows(event.readers) or of is None:
            return None
        definition = self.table.world.definition
        name, moment = definition.variables[event.variable].name, definition.moments[event.moment]
        return Mark(name, of, moment, None if event.player is None else player_key(event.player))

    def said(self, event: E.Said) -> Entry | None:
        viewer = self.eyes.viewer
        told = event.public if viewer is None else event.own[viewer]
        return Say(told.text, self.things.mentioned(told.things)) if told.text else None

    def decided(self, event: E.Decided) -> Entry | None:
        viewer = self.eyes.viewer
        trace = event.traces[0 if viewer is None else 1 + viewer]
        if trace is None:
            return None
        if event.is_score:
            return _decided(event, trace, self.table.world, self.seats, self.history)
        lately = None if self.history is None or event.is_amount else self.history.of_late
        if lately is not None:
            return _decided(event, trace, self.table.world, self.seats, lately)
        return _decided_alike(event, trace, self.table.world, self.seats)

    def ran_out(self, event: E.RanOut) -> Entry | None:
        return RunOut(self.zone(event.pile), zone_key(event.goal)) if self._knows(event.viewers) else None

    def _rolled(self, rolls: Sequence[E.Rolled]) -> Entry:
        things = self.things
        dice = [
            (things.card(one.die), one.value if one.die in things.seen or one.die in self.sighted else None) for one in rolls
        ]
        return Roll(tuple(dice))


@lru_cache(maxsize=32)
def _decided_alike(event: E.Decided, trace: E.Trace, world: World, seats: tuple[str, ...]) -> Decide | None:
    """Those who may know what everybody may know read the same, and it is put together once for all of them. What a viewer was
    told before has no part in it: that would hold whole games here."""
    return _decided(event, trace, world, seats, None)


def _decided(
    event: E.Decided, trace: E.Trace, world: World, seats: tuple[str, ...], history: History | None
) -> Decide | None:
    reason = reason_of(trace, Things(world, seats, {}, trace.seen), history)
    decisions = reason_words(world.definition).decisions
    about = ", ".join(member_thing(world, type.names[0], member).name for member, type in trace.given)
    reason = with_partners(reason, world, seats) if event.is_victory else reason
    if event.is_end:
        name = _COUNTED_BY.get(event.name) or called(event.name.rpartition(" ")[0])
        text = decisions.end(reason, name, bookkeeping(world.definition))
        return Decide(name, event.again, text, reason) if text else None
    if event.is_instead:
        return Decide(event.name, event.again, decisions.replaced(reason), reason)
    name, is_again = event.name, event.again
    text = decisions.amount(reason, name) if event.is_amount else decisions.line(reason, name, is_again, about=about)
    whose = _scoring(trace) if event.is_score else trace.of
    of = None if whose is None else player_thing(seats, whose)
    is_told = text or (event.is_amount and of is not None)  # whatever it was reckoned from before is over, if only untold
    return Decide(event.name, event.again, text, reason, event.is_amount or None, of) if is_told else None


_COUNTED_BY = {"round count": "rounds", "count": "turns"}  # places of rounds and turns without a name


def _scoring(trace: E.Trace) -> int:
    """The player whose score it is."""
    asked = trace.root.node
    assert isinstance(asked, ir.Apply) and isinstance(asked.arguments[0], ir.Const)
    return int(asked.arguments[0].value)  # type: ignore[arg-type]


def _look(step: Step) -> str:
    return repr((step.source, step.card, step.before, step.after))


_TELL: dict[type, Callable[[Teller, Any], Entry | None]] = {
    E.Moved: Teller.moved,
    E.Turned: Teller.turned,
    E.Revealed: Teller.revealed,
    E.Shown: Teller.show,
    E.Shuffled: Teller.shuffled,
    E.CardsSwapped: Teller.swapped,
    E.ZonesSwapped: Teller.zones_swapped,
    E.Wrote: Teller.wrote,
    E.Marked: Teller.marked,
    E.Said: Teller.said,
    E.Decided: Teller.decided,
    E.RanOut: Teller.ran_out,
}
