"""Where rules wait: decisions of one seat, rows of picks, and several seats at once.

Takes a running interpreter and a decision of the IR; says whether to wait, and what an answer binds. Everything alive while
waiting is in the state.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ... import ir
from ..answering import Answer, bind, choices_of, first_of_row
from ..changes import mix
from ..evaluate import Evaluator
from ..flatten import NextAnswer
from ..options import DECLINE, candidates
from ..picking import Picking
from .noticing import spoken
from .running import Run, Running


def _choose(run: Run, node: ir.Choose, frame: Running) -> bool:
    """Wait if there is anything to choose and somebody to ask; otherwise it is as if declined."""
    possible = list(candidates(run.evaluator, node, list(frame[2])))
    if possible and run.evaluator.things(node.seats, frame[2]):
        run.possible = possible
        return True
    bind(node, frame[2], DECLINE, ())
    frame[1] += 1
    return False


def _pick_many(run: Run, node: ir.PickMany, frame: Running) -> bool:
    """Wait while there is something to pick; with nothing there, the row is what it is."""
    places = frame[2]
    picked = places[node.picked] or ()
    picking = Picking.asked(run.evaluator, node, list(places))
    if picking.next_candidates(picked) and run.evaluator.things(node.seats, places):
        return True
    places[node.result] = picking.end(picked, node.decline is not None)
    places[node.picked] = None
    frame[1] += 1
    return False


def _ask(run: Run, node: ir.Ask, frame: Running) -> bool:
    """Open the question for every seat that has something to answer, and wait for the last of them."""
    places = frame[2]
    if places[node.answers] is not None and any(open for open, _, _ in places[node.answers][1:]):
        return True
    places[node.answers] = opened(run.evaluator, node, places)
    if any(open for open, _, _ in places[node.answers][1:]):
        return True
    places[node.index] = -1
    frame[1] += 1
    return False


def opened(run: Evaluator, node: ir.Ask, places: Sequence[Any]) -> tuple[Any, ...]:
    """A question that nobody has answered yet: the seats, and for each whether it has something to answer."""
    seats = run.things(node.choice.seats, list(places))
    answers: list[Answer] = []
    for seat in seats:
        own = list(places)
        own[node.items] = seat
        if isinstance(node.choice, ir.Choose):
            possible = next(candidates(run, node.choice, own), None) is not None
            answers.append((int(possible), DECLINE, ()))
        else:
            answers.append(first_of_row(Picking.asked(run, node.choice, own), node.choice.decline is not None))
    return (seats, *answers)


def _mix(run: Run, node: ir.Mix, frame: Running) -> None:
    """Put hands in order of which a decision is about to offer hidden cards."""
    frame[1] += 1
    choice, asked = choices_of(run.definition)[node.site]
    seats = run.evaluator.things(choice.seats, frame[2])
    offers = []
    for seat in seats if asked is not None else seats[:1]:
        own = list(frame[2])
        if asked is not None:
            own[asked.items] = seat
        offers.append((seat, _offered_cards(run.evaluator, choice, own)))
    mix(run.state, run.forced, offers)


def _offered_cards(run: Evaluator, choice: ir.Choose | ir.PickMany, places: list[Any]) -> list[int]:
    if isinstance(choice, ir.PickMany):
        return list(run.things(choice.source, places)) if choice.type.sort == ir.TypeSort.CARD else []
    types = [[type for _, _, type in branch.picks] for branch in choice.branches]
    possible = candidates(run, choice, places)
    return [
        value
        for one, values in possible
        for value, type in zip(values, types[one], strict=True)
        if type.sort == ir.TypeSort.CARD
    ]


def _next_answer(run: Run, node: NextAnswer, frame: Running) -> None:
    places, ask = frame[2], node.node
    places[ask.index] += 1
    seats, *answers = places[ask.answers]
    if places[ask.index] >= len(seats):
        places[ask.answers] = None
        frame[1] = node.target
        return
    places[ask.items] = seats[places[ask.index]]
    _, branch, values = answers[places[ask.index]]
    if isinstance(ask.choice, ir.Choose):
        bind(ask.choice, places, branch, values)
        if run.events is not None and branch >= 0 and not run.definition.sites[ask.choice.site].secret:
            run.notice(spoken(run, answer_text(ask, branch), places))
    else:
        places[ask.choice.result] = None if branch == DECLINE else values
    frame[1] += 1


def answer_text(node: ir.Ask, branch: int) -> ir.Text:
    """What is told of the answer of one of several seats."""
    assert isinstance(node.choice, ir.Choose)
    seat = (ir.Local(node.items), ir.PLAYER_TYPE)
    return ir.Text((seat, ": ", *node.choice.branches[branch].text.parts))


WAITING: dict[type, Callable[[Run, Any, Running], Any]] = {
    ir.Choose: _choose,
    ir.PickMany: _pick_many,
    ir.Ask: _ask,
    ir.Mix: _mix,
    NextAnswer: _next_answer,
}
