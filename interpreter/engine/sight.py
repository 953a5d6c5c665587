"""Who may see what, from what the zones and variables declare.

Takes a state and a seat; answers whether that seat knows a card, a zone's order or a variable. Everything that leaves the
engine for a person or a bot asks here, and nowhere else.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from ..ir import SeenBy
from .state import State
from .world import World

EVERYTHING = -1
Viewer = int | None


def can_see(state: State, card: int, viewer: int | None) -> bool:
    """Whether a seat knows which card this is. None is somebody who only sees what everybody sees."""
    if viewer == EVERYTHING:
        return True
    zone = state.lies_in[card]
    seen_by = state.world.seen_by[zone]
    if seen_by == SeenBy.EVERYONE:
        return True
    if viewer is None:
        return (seen_by == SeenBy.FACE and bool(state.face[card])) or _shown_to_all(state, card)
    if (card, viewer) in state.shown:
        return True
    if seen_by == SeenBy.OWNER:
        return state.world.zone_owner(zone) == viewer
    return seen_by == SeenBy.FACE and (bool(state.face[card]) or state.owner(card) == viewer)


def watchers(state: State) -> list[frozenset[Viewer]]:
    """For every card who sees it: seats, and None if everybody does. What is shown to nobody by itself is seen by the same
    wherever it lies alike, so that is asked once for each world."""
    world, alike = state.world, _lying_alike(state.world)
    shown = {card for card, _ in state.shown}
    by_card = []
    for card, zone in enumerate(state.lies_in):
        lies = (zone, state.face[card], world.owner[card])
        if card in shown:
            by_card.append(_seen_by(state, card))
            continue
        if lies not in alike:
            alike[lies] = _seen_by(state, card)
        by_card.append(alike[lies])
    return by_card


def _seen_by(state: State, card: int) -> frozenset[Viewer]:
    return frozenset(viewer for viewer in (None, *range(state.world.players)) if can_see(state, card, viewer))


@lru_cache(maxsize=256)
def _lying_alike(world: World) -> dict[object, frozenset[Viewer]]:
    return {}


def by_place(state: State, cards: Sequence[int], viewer: int | None) -> Sequence[int]:
    """Cards in an order that tells the viewer no face: those it cannot see behind the others, by zone and place."""
    hidden = [card for card in cards if not can_see(state, card, viewer)]
    if not hidden:
        return cards
    zones = sorted({state.lies_in[card] for card in hidden})
    order = {card: number for number, card in enumerate(card for zone in zones for card in state.zones[zone])}
    unseen = set(hidden)
    return [*(card for card in cards if card not in unseen), *sorted(hidden, key=order.__getitem__)]


def listed(state: State, zone: int, viewer: int | None) -> list[int]:
    """The cards of a zone as a seat may list them: in order, but of a hand, and of a pile of which nothing is seen, by what can
    be seen of them and may be known of their variables, so that only those are as they lie that nobody can tell apart."""
    cards, world = list(state.zones[zone]), state.world
    if len(cards) > 1 and (zone in world.hands or zone in world.piles):
        seen = {card: can_see(state, card, viewer) for card in cards}
        if zone in world.hands or not any(seen.values()):
            cards.sort(key=lambda card: _look(state, card, viewer, seen[card]))
    return cards


def _look(state: State, card: int, viewer: int | None, is_seen: bool) -> tuple[str, int, str, str]:
    """What a seat can tell a card by: its row or its back, whose it is for ever, and what is noted of it."""
    world, owner = state.world, state.world.owner[card]
    known = [one for one in world.noted[world.kind[card]] if is_seen and can_read(state, one, card, viewer)]
    noted = repr([state.variables[one][card] for one in known]) if known else ""
    row = world.row[card]
    name, back = (world.definition.rows[row][1].id, "") if is_seen else ("", world.definition.backs[row])
    return name, -1 if owner is None else owner, back, noted


def _shown_to_all(state: State, card: int) -> bool:
    return bool(state.shown) and all((card, seat) in state.shown for seat in range(state.world.players))


def can_read(state: State, variable: int, thing: int | None, viewer: int | None) -> bool:
    """Whether a seat may know a variable of a thing."""
    declared = state.world.definition.variables[variable]
    if viewer == EVERYTHING or declared.seen_by == SeenBy.EVERYONE:
        return not declared.of.is_card or thing is None or can_see(state, thing, viewer)
    if declared.seen_by == SeenBy.NOBODY or viewer is None or thing is None:
        return False
    if declared.of.is_player:
        return thing == viewer
    if declared.of.is_card:
        return state.owner(thing) == viewer
    return declared.of.is_zone and state.world.zone_owner(thing) == viewer
