"""Rows of picks at the table: what was picked so far, and picks in any order.

Takes a match and a decision that goes on with a row. The rules ask for the picks of a row in one order only, so that every
selection can be said in one way; a person may name them as they come to mind.
"""

from __future__ import annotations

from .. import ir
from ..engine.texts import Speaker
from ..table.match import Decision, Match
from .offers import meant
from .why import open_decision


def picked_so_far(match: Match, decision: Decision) -> list[str]:
    """What a seat has picked already, if the decision goes on with a row of picks."""
    seat = match.seats.index(decision.seat)
    node, places = open_decision(match, seat)
    if not isinstance(node, ir.PickMany):
        return []
    speaker = Speaker(match.state, match.seats, seat)
    return [speaker.thing(one, node.type) for one in places[node.picked] or ()]


def picked_too(match: Match, decision: Decision, text: str) -> Match | None:
    """The match with one more pick in the row, which comes before one that was picked already; None if it cannot be added."""
    picked = picked_so_far(match, decision)
    if not picked:
        return None
    again = match.copy(watched=True)
    wanted = [text]
    for _ in picked:
        seat, answer = again.answers[-1]
        if seat != decision.seat or not again.undo():
            return None
        wanted.append(answer)
    while wanted:
        asked = next((one for one in again.decisions if one.seat == decision.seat), None)
        if asked is None:
            return None
        found = {asked.options.index(option): one for one in wanted for option in meant(asked, one)[:1]}
        if not found:
            return None
        again.answer(asked.options[min(found)], decision.seat)
        wanted.remove(found[min(found)])
    return again
