"""Answers that have been given and not told: while several seats are asked at once, nobody knows what the others said.

Takes a position that was dealt anew for one seat; returns it with other answers of the other seats, each as likely as every
other. Own answers stay. Never looks at what the others have answered.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from .. import ir
from ..engine import chance
from ..engine.answering import Answer
from ..engine.evaluate import Evaluator
from ..engine.flatten import NextAnswer, codes_of
from ..engine.options import DECLINE, candidates
from ..engine.picking import Picking
from ..engine.reference.waiting import opened
from ..engine.state import Frame, State
from ..model.definition import Definition

Question = tuple[ir.Ask, tuple[Any, ...]]  # where it is asked, and who has something to answer


@lru_cache(maxsize=64)
def questions(definition: Definition) -> tuple[tuple[ir.Ask, ...], ...]:
    """Of every procedure, where it asks several seats at once."""
    return tuple(
        tuple(one.node for one in code.instructions if isinstance(one, NextAnswer)) for code in codes_of(definition)
    )


def answers_renamed(node: ir.Ask, answers: tuple[Any, ...], rename: Callable[[int], int]) -> tuple[Any, ...]:
    """The same answers about other cards."""
    seats, *given = answers
    renamed: list[Answer] = []
    for is_open, branch, values in given:
        picked = zip(values, _sorts(node.choice, branch, len(values)), strict=True)
        renamed.append((is_open, branch, tuple([rename(value) if sort == "card" else value for value, sort in picked])))
    return (seats, *renamed)


def _sorts(choice: ir.Choose | ir.PickMany, branch: int, count: int) -> list[str]:
    if isinstance(choice, ir.PickMany):
        return [choice.type.sort] * count
    return [type.sort for _, _, type in choice.branches[branch].picks] if branch >= 0 else []


def open_question(state: State) -> Question | None:
    """The question that several seats are asked now, as it was before anybody answered."""
    if not state.stack:
        return None
    procedure, point, places = state.stack[-1]
    node = codes_of(state.world.definition)[procedure].instructions[point]
    return (node, opened(Evaluator(state.world, state), node, places)) if isinstance(node, ir.Ask) else None


def answer_anew(rng: int, state: State, viewer: int) -> int:
    """Forget what others were asked and have not been seen to answer; the next generator state. A question that is still open
    is open to all of them again; where answers are being carried out, chance gives those that come later."""
    question = open_question(state)
    if question is not None:
        node, fresh = question
        places = state.stack[-1][2]
        given = dict(zip(places[node.answers][0], places[node.answers][1:], strict=True))
        kept = [given.get(seat, one) if seat == viewer else one for seat, one in zip(fresh[0], fresh[1:], strict=True)]
        state.stack[-1] = _with(state.stack[-1], node.answers, (fresh[0], *kept))
    for number, (procedure, _, places) in enumerate(state.stack):
        for node in questions(state.world.definition)[procedure]:
            if places[node.answers] is not None and (question is None or node is not question[0]):
                rng, answers = _answered(rng, state, node, places, viewer)
                state.stack[number] = _with(state.stack[number], node.answers, answers)
    return rng


def _with(frame: Frame, slot: int, value: Any) -> Frame:
    procedure, point, places = frame
    return procedure, point, (*places[:slot], value, *places[slot + 1 :])


def _answered(rng: int, state: State, node: ir.Ask, places: tuple[Any, ...], viewer: int) -> tuple[int, tuple[Any, ...]]:
    seats, *answers = places[node.answers]
    done = places[node.index] + 1
    answers[:done] = [(0, DECLINE, ())] * done  # nobody asks for them any more
    for index in range(done, len(seats)):
        # Without a way to decline, whoever has declined was not asked at all, and everybody knows that.
        if seats[index] != viewer and (answers[index][1] != DECLINE or node.choice.decline is not None):
            own = list(places)
            own[node.items] = seats[index]
            rng, answers[index] = drawn(rng, Evaluator(state.world, state), node.choice, own)
    return rng, (seats, *answers)


def drawn(rng: int, run: Evaluator, choice: ir.Choose | ir.PickMany, places: list[Any]) -> tuple[int, Answer]:
    """An answer by chance."""
    if isinstance(choice, ir.PickMany):
        return drawn_row(rng, Picking.asked(run, choice, places), choice.decline is not None)
    possible = list(candidates(run, choice, places))
    if not possible:
        return rng, (0, DECLINE, ())
    rng, which = chance.below(rng, len(possible) + (choice.decline is not None))
    return rng, (0, *possible[which]) if which < len(possible) else (0, DECLINE, ())


def drawn_row(rng: int, picking: Picking, can_decline: bool) -> tuple[int, Answer]:
    picked: tuple[int, ...] = ()
    while possible := picking.next_candidates(picked):
        may_end = picking.is_whole(picked) if picked or not can_decline else True
        rng, which = chance.below(rng, len(possible) + may_end)
        if which == len(possible):
            break
        picked = (*picked, possible[which])
    declined = can_decline and not picked
    return rng, (0, DECLINE if declined or picking.end(picked, can_decline) is None else 0, picked)
