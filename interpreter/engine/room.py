"""Whether cards can lie where they come to, by what zones and kinds declare.

Raises a RuleError without lines where they cannot: whoever carries the rules out knows which sentence it was.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from .state import State
from .texts import Speaker
from .trouble import RuleError


def check_room(state: State, seats: tuple[str, ...], cards: Sequence[int], zone: int) -> None:
    """Cards may come only where their kinds are held, and where there is room for those that do not lie there already."""
    if not state.has_room(zone, sum([state.lies_in[card] != zone for card in cards])):
        raise _no_room(state, seats, zone, len(cards))
    _check_kinds(state, seats, cards, zone)


def check_dealt(state: State, seats: tuple[str, ...], goals: Mapping[int, Sequence[int]]) -> None:
    """Cards that move at once, by where they come to, may come where others of them make room."""
    leaving = Counter(state.lies_in[card] for cards in goals.values() for card in cards)
    for zone, cards in goals.items():
        if not state.has_room(zone, len(cards) - leaving[zone]):
            raise _no_room(state, seats, zone, len(cards))
        _check_kinds(state, seats, cards, zone)


def check_swapped(state: State, seats: tuple[str, ...], cards: Sequence[int], zone: int, are_all: bool) -> None:
    """What is swapped can lie where it comes to; `are_all` says whether a zone is swapped as a whole."""
    world = state.world
    family = world.definition.families[world.zones[zone].family]
    if are_all and family.room is not None and len(cards) > family.room:
        raise _no_room(state, seats, zone, len(cards) - len(state.zones[zone]))
    _check_kinds(state, seats, cards, zone)


def _check_kinds(state: State, seats: tuple[str, ...], cards: Sequence[int], zone: int) -> None:
    world = state.world
    holds = world.definition.families[world.zones[zone].family].holds
    kind = next((kind for card in cards if (kind := world.kind[card]) not in holds), None) if holds else None
    if kind is not None:
        raise RuleError(f"{Speaker(state, seats, None).zone(zone)} holds no {world.definition.kinds[kind].name}", ())


def _no_room(state: State, seats: tuple[str, ...], zone: int, more: int) -> RuleError:
    return RuleError(f"{Speaker(state, seats, None).zone(zone)} has no room for {more} more", ())


def beside_host(cards: list[int], host: int) -> list[int]:
    """The cards that can go under another: no card lies under itself."""
    return [card for card in cards if card != host] if host in cards else cards


def discard_zone(state: State, card: int) -> int:
    """Where a card is discarded to."""
    world = state.world
    kind = world.definition.kinds[world.kind[card]]
    if kind.discards_to is None:
        raise RuleError(f"a {kind.name} has no zone to be discarded to", ())
    zone = world.zone_for(card, kind.discards_to, state.owner(card))
    if zone is None:
        family = world.definition.families[kind.discards_to]
        raise RuleError(f"nobody owns this {kind.name}, so it has no {family.name} to go to", ())
    return zone
