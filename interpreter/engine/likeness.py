"""Which options are one and the same, and how those that only read alike are told apart.

Takes the options of a decision as text, branch and picks; returns them with every text once. Cards of a hand that are alike in
everything are one option, but only for a seat that sees them: of a hidden card it learns a place and nothing else.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from .. import ir
from .sight import can_read, can_see
from .state import State
from .texts import Speaker

Worded = tuple[str, int, tuple[Any, ...]]
Types = Sequence[tuple[ir.Type, ...]]


def likeness(state: State, card: int, seat: int | None) -> Any:
    """What the rules can tell a seat of a card: two cards of a row in one hand are alike, all others are themselves. Without
    a seat, the card is known to be seen."""
    world = state.world
    zone = state.lies_in[card]
    if zone not in world.hands:
        return card
    noted = world.noted[world.kind[card]]
    if seat is not None and not (can_see(state, card, seat) and all(can_read(state, one, card, seat) for one in noted)):
        return card
    own = tuple([state.variables[number][card] for number in noted])
    return world.row[card], world.owner[card], zone, state.face[card], own


def told_apart(speaker: Speaker, candidates: list[Worded], types: Types, unseen: Sequence[int] = ()) -> list[Worded]:
    """Things that are alike in everything are one option; things that only read alike get their place added. Where several
    cards are `unseen` in a row of picks, a hidden card is told by its place to the last."""
    by_text: dict[str, list[Worded]] = {}
    for one in candidates:
        by_text.setdefault(one[0], []).append(one)
    if len(by_text) == len(candidates) and len(unseen) < 2:
        return candidates
    told: dict[tuple[int, tuple[Any, ...]], str] = {}
    for text, same in by_text.items():
        kept: dict[Any, Worded] = {}
        for one in same:
            kept.setdefault((one[1], _likeness(speaker, types[one[1]], one[2])), one)
        group = list(kept.values())
        is_clear = len(group) == 1 and (len(unseen) < 2 or group[0][2][0] not in unseen)
        words = [text] if is_clear else _counted(_described(speaker, text, group, types, unseen))
        told |= {one[1:]: own for one, own in zip(group, words, strict=True)}
    chosen = [one for one in candidates if one[1:] in told]
    texts = _counted([told[one[1:]] for one in chosen])
    return [(text, *one[1:]) for text, one in zip(texts, chosen, strict=True)]


def _likeness(speaker: Speaker, types: tuple[ir.Type, ...], values: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(
        likeness(speaker.state, value, speaker.viewer) if type.sort == ir.TypeSort.CARD else value
        for type, value in zip(types, values, strict=True)
    )


def _counted(texts: list[str]) -> list[str]:
    """Texts that are still alike are counted, past any text that reads so already."""
    counted: list[str] = []
    taken, often = set(texts), Counter(texts)
    counts: dict[str, int] = {}
    for text in texts:
        own = text
        if often[text] > 1:
            counts[text] = counts.get(text, 0) + 1
            while (own := f"{text} {counts[text]}") in taken:
                counts[text] += 1
            taken.add(own)
        counted.append(own)
    return counted


def _described(speaker: Speaker, text: str, group: list[Worded], types: Types, unseen: Sequence[int]) -> list[str]:
    """With where their cards lie. Hidden cards of one zone go by their places alone."""
    cards = [_cards(types[branch], values) for _, branch, values in group]
    hidden = [[card for card in own if not can_see(speaker.state, card, speaker.viewer)] for own in cards]
    zones = [", ".join(speaker.zone(speaker.state.lies_in[card]) for card in own) for own in cards]
    is_plain = any(hidden) and len({*zones, *(speaker.zone(speaker.state.lies_in[card]) for card in unseen)}) == 1
    place_of = _places(speaker, {card for own in hidden for card in own})
    places = [", ".join(str(place_of[card]) for card in own) for own in hidden]
    return [
        text + (f" ({zone})" if zone and not is_plain else "") + (f" {number}" if number else "")
        for zone, number in zip(zones, places, strict=True)
    ]


def _cards(types: tuple[ir.Type, ...], values: tuple[Any, ...]) -> list[int]:
    return [value for type, value in zip(types, values, strict=True) if type.sort == ir.TypeSort.CARD]


def _places(speaker: Speaker, cards: set[int]) -> dict[int, int]:
    """Where hidden cards lie in their row or pile; in a hand, which has no order, which of the hidden ones each is now."""
    state = speaker.state
    places: dict[int, int] = {}
    for zone in {state.lies_in[card] for card in cards}:
        if zone in state.world.hands:
            hidden = [one for one in state.zones[zone] if not can_see(state, one, speaker.viewer)]
            places |= {card: number for number, card in enumerate(hidden, 1)}
        else:
            places |= {card: state.position(card) for card in state.zones[zone] if card in cards}
    return places
