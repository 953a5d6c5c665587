"""What somebody is asked: which things on the table mean which answer, and what is left for buttons.

Takes the decisions of a view and the things that are drawn; returns the offer of a page and the numbers by which the page finds
an answer. A pick that lies nowhere on the table is no click; an option without any click has to be pressed.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from typing import Any

from ...table.view import DecisionView, OptionView, PickView, View
from ...telling.entries import Thing
from .parts import DrawnArea, DrawnZone, Page


@dataclass(frozen=True, slots=True)
class OfferedOption:
    """An option: its place among all, its words, and whether it has to be pressed; `kind` tells what declines or ends."""

    index: int
    text: str
    is_button: bool
    kind: str


@dataclass(frozen=True, slots=True)
class OfferPanel:
    """What stands beside the table: whom it waits for, or what the viewer is asked."""

    prompt: str
    choices: tuple[OfferedOption, ...] = ()
    waiting: tuple[str, ...] = ()
    picked: tuple[str, ...] = ()
    is_asked: bool = False
    is_clickable: bool = False


def own_decision(view: View) -> DecisionView | None:
    return next((one for one in view.decisions if one.seat == view.seat), None) if view.seat is not None else None


def wanted_in(decision: DecisionView | None) -> frozenset[str]:
    """Keys of all things that can be picked."""
    options = decision.options if decision is not None else ()
    return frozenset(key for option in options for pick in option.picks for key in _keys(pick))


def offer_of(view: View, drawn: Collection[str], aloud: Callable[[str], str]) -> tuple[OfferPanel, dict[str, Any] | None]:
    """What the viewer is asked, for people and for the page, in words that people read; nothing where it must not decide."""
    decision = own_decision(view)
    others = tuple(one.seat for one in view.decisions if one.seat != view.seat)
    if decision is None:
        return OfferPanel("", waiting=others), None
    groups = [_groups(option, drawn) for option in decision.options]
    choices = tuple(
        OfferedOption(index, option.reads or option.text, not found, option.kind)
        for index, (option, found) in enumerate(zip(decision.options, groups, strict=True))
    )
    picked = tuple(aloud(_name(pick)) for pick in decision.picked)
    offer = OfferPanel(aloud(decision.prompt), choices, others, picked, True, any(groups))
    told = [[index, found] for index, found in enumerate(groups)]
    return offer, {"options": told, "picked": [key for pick in decision.picked for key in _keys(pick)[:1]]}


def _groups(option: OptionView, drawn: Collection[str]) -> list[list[str]]:
    """For each pick that can be clicked, all things that mean the same."""
    if option.kind != "choice":
        return []
    drawn_keys = [[key for key in _keys(pick) if key in drawn] for pick in option.picks]
    return [keys for keys in drawn_keys if keys]


def _keys(pick: PickView) -> list[str]:
    things = pick.alike or (pick.thing,)
    return [thing.key for thing in things if isinstance(thing, Thing) and thing.key is not None]


def _name(pick: PickView) -> str:
    return pick.thing.name if isinstance(pick.thing, Thing) else str(pick.thing)


def drawn_on(page: Page) -> frozenset[str]:
    """The keys of everything that can be clicked on a page."""
    areas = [*page.others, *(area for row in page.centre for area in row), *([page.own] if page.own else [])]
    return frozenset(key for area in areas for key in _in_area(area))


def _in_area(area: DrawnArea) -> Iterator[str]:
    if area.thing:
        yield area.thing
    yield from (line.key for line in area.lines)
    for row in area.rows:
        for zone in row:
            yield from _in_zone(zone)


def _in_zone(zone: DrawnZone) -> Iterator[str]:
    yield zone.key
    for card in zone.cards:
        yield from card.keys
    for cell in zone.cells:
        yield from _in_zone(cell)
