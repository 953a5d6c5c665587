"""An answer as each viewer may know it once it is carried out.

What stayed hidden is not named, a secret is told only to whoever has it, and what several answer at once is told when all have
answered.
"""

from __future__ import annotations

from collections.abc import Set

from ..engine.discretion import Sighting
from ..engine.events import ToldText
from ..engine.frames import waiting_at
from ..engine.options import DECLINE, DONE, Option, bound
from ..engine.state import State
from ..engine.texts import Speaker
from ..ir import Ask, Choose, PickMany
from .entries import PlaceInRow

Asked = Choose | PickMany | Ask


def told_answer(
    before: State, seats: tuple[str, ...], seat: int, option: Option, viewer: int | None, known: Set[Sighting]
) -> ToldText:
    """What a viewer reads of the answer of a seat; no text if that is nothing. `known` are cards that came to light with it."""
    node = waiting_at(before)
    assert node is not None
    if _is_kept(before, node, seat, viewer):
        return ToldText(_untold(before, node, seat))
    speaker = Speaker(before, seats, viewer, known)
    places = list(before.stack[-1][2])
    if isinstance(node, Ask):
        places[node.items] = seat
        node = node.choice
    branch, values = bound(option)
    if branch < 0:
        ending = node.done if branch == DONE and isinstance(node, PickMany) else node.decline
        assert ending is not None
        return ToldText(*speaker.told(ending, places))
    if isinstance(node, Choose):
        for (slot, _, _), value in zip(node.branches[branch].picks, values, strict=True):
            places[slot] = value
        return ToldText(*speaker.told(node.branches[branch].text, places))
    places[node.slot] = values[0]
    # All picks of a row read alike, whichever of them was the last: what they bring to light is told by what follows.
    return ToldText(*Speaker(before, seats, viewer).told(node.text, places))


def place_in_row(before: State, seat: int, option: Option, viewer: int | None) -> PlaceInRow | None:
    """Which answer of a row of picks an option is, if it is one of a row that a viewer is told of. What ends a row in which
    nothing was picked is an answer like any other."""
    node = waiting_at(before)
    if not isinstance(node, PickMany) or bound(option)[0] == DECLINE or _is_kept(before, node, seat, viewer):
        return None
    is_begun = bool(before.stack[-1][2][node.picked])
    if bound(option)[0] == DONE:
        return PlaceInRow.END if is_begun else None
    return PlaceInRow.NEXT if is_begun else PlaceInRow.FIRST


def picked_before(before: State, seats: tuple[str, ...], seat: int, viewer: int | None) -> list[ToldText]:
    """What a viewer has read of each pick of the same row before."""
    node = waiting_at(before)
    if not isinstance(node, PickMany) or _is_kept(before, node, seat, viewer):
        return []
    places = list(before.stack[-1][2])
    told = list[ToldText]()
    for one in places[node.picked] or ():
        places[node.slot] = one
        told.append(ToldText(*Speaker(before, seats, viewer).told(node.text, places)))
    return told


def _is_kept(before: State, node: Asked, seat: int, viewer: int | None) -> bool:
    """Whether somebody must not read what a seat answers: a secret, or what several answer at once, which is told when all
    have answered."""
    sites = before.world.definition.sites
    if isinstance(node, Ask) and not sites[node.choice.site].secret:
        return True
    site = node.choice.site if isinstance(node, Ask) else node.site
    return sites[site].secret and viewer != seat


def _untold(before: State, node: Asked, seat: int) -> str:
    """What is read of an answer that is not told. A row of secret picks is one answer, however long it is."""
    places = before.stack[-1][2]
    if isinstance(node, PickMany) and places[node.picked]:
        return ""
    if not isinstance(node, Ask):
        return "decides in secret"
    begun = places[node.answers][1 + places[node.answers][0].index(seat)][2]
    return "" if begun else "answers"
