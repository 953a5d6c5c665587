"""What an answer does to the frame that waits for it: the same for every engine.

Takes the decision and the places of its frame; writes down there what was answered. Carries nothing out.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from .. import ir
from ..model.definition import Definition
from .flatten import codes_of
from .options import DECLINE, DONE
from .picking import Picking

Answer = tuple[int, int, tuple[Any, ...]]  # whether it is still to come, its branch, and what was picked
Places = list[Any]


@lru_cache(maxsize=64)
def choices_of(definition: Definition) -> dict[int, tuple[ir.Choose | ir.PickMany, ir.Ask | None]]:
    """The decision of every place, and the question to several seats that it belongs to."""
    choices: dict[int, tuple[ir.Choose | ir.PickMany, ir.Ask | None]] = {}
    for code in codes_of(definition):
        for node in code.instructions:
            if isinstance(node, ir.Choose | ir.PickMany):
                choices[node.site] = (node, None)
            elif isinstance(node, ir.Ask):
                choices[node.choice.site] = (node.choice, node)
    return choices


def bind(node: ir.Choose, places: Places, branch: int, values: tuple[Any, ...]) -> None:
    if branch >= 0:
        places[node.result] = branch
        for (slot, _, _), value in zip(node.branches[branch].picks, values, strict=True):
            places[slot] = value
        return
    places[node.result] = -1
    for one in node.branches:
        for slot, _, _ in one.picks:
            places[slot] = None


def answer_pick(node: ir.PickMany, places: Places, branch: int, values: tuple[Any, ...]) -> bool:
    """One pick more, or the end of the row; says whether it is ended."""
    if branch >= 0:
        places[node.picked] = (*(places[node.picked] or ()), *values)
        return False
    places[node.result] = None if branch == DECLINE else places[node.picked] or ()
    places[node.picked] = None
    return True


def first_of_row(picking: Picking, can_decline: bool) -> Answer:
    """A row of picks that is still to come; with nothing there, the row is what it is."""
    possible = bool(picking.next_candidates(()))
    return int(possible), DECLINE if possible or picking.end((), can_decline) is None else 0, ()


def open_seats(node: ir.Ask, places: Places) -> list[tuple[int, tuple[Any, ...]]]:
    """The seats that have still to answer a question to several, and what each has picked so far."""
    seats, *answers = places[node.answers]
    return [(seat, picked) for seat, (is_open, _, picked) in zip(seats, answers, strict=True) if is_open]


def as_seen_by(node: ir.Ask, places: Places, seat: int) -> Places:
    """The places of a question to several, as its choice is written for one of them."""
    own = list(places)
    own[node.items] = seat
    return own


def answer_among_others(
    node: ir.Ask, places: Places, seat: int, branch: int, values: tuple[Any, ...], row: Callable[[Places], Picking]
) -> bool:
    """The answer of one of several seats; `row` says what it picks from. Says whether all have answered."""
    answers = list(places[node.answers])
    index = 1 + answers[0].index(seat)
    _, _, picked = answers[index]
    if isinstance(node.choice, ir.Choose) or branch in (DECLINE, DONE):
        answers[index] = (0, branch, picked if branch == DONE else values)
    else:
        picked = (*picked, *values)
        more = row(as_seen_by(node, places, seat)).next_candidates(picked)
        answers[index] = (int(bool(more)), 0, picked)
    places[node.answers] = tuple(answers)
    if any(is_open for is_open, _, _ in answers[1:]):
        return False
    places[node.index] = -1
    return True
