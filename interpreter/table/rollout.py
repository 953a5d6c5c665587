"""Plays positions on by chance, and says how a seat stands.

Takes an unwatched match and a generator; plays it on for a while. The worth of a position follows from the declared score and
winner alone, so that it means the same in every game.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .. import ir
from ..engine import chance
from ..engine.generated.stepper import Stepper
from ..engine.options import DECLINE, DONE, Option
from .match import Match

Pick = tuple[int, tuple[Any, ...]]  # a branch, and what it binds


def play_on(match: Match, rng: int, answers: int) -> int:
    """Answer at random, so often at most; returns the next generator state."""
    run = match.interpreter
    assert isinstance(run, Stepper)

    def go_on() -> None:
        nonlocal rng
        for _ in range(answers):
            if not run.state.stack:
                break
            seat, picks = _open(run)
            rng, index = chance.below(rng, len(picks))
            run.answer(seat, Option("", 0, *picks[index]))

    match.advance(go_on)
    return rng


def _open(run: Stepper) -> tuple[int, list[Pick]]:
    """Who is asked first, and everything that can be answered. Nobody reads it, so it is not put into words."""
    node, places = run.waits, run.state.stack[-1][2]
    seat, picked = 0, None
    if isinstance(node, ir.Ask):
        seats, *answers = places[node.answers]
        seat, picked = next((who, one[2]) for who, one in zip(seats, answers, strict=True) if one[0])
        places, node = (*places[: node.items], seat, *places[node.items + 1 :]), node.choice
        run.offered = None
    assert node is not None
    offered = run.module.sites[node.site](run.state, *places) if run.offered is None else run.offered
    if isinstance(node, ir.Choose):
        offered = run.module.picks(node.site, offered)
        return seat, [*offered, *([] if node.decline is None else [(DECLINE, ())])]
    return seat, _next_picks(node, offered, picked if picked is not None else places[node.picked] or ())


def _next_picks(node: ir.PickMany, picking: Any, picked: Sequence[int]) -> list[Pick]:
    found: list[Pick] = [(0, (one,)) for one in picking.next_candidates(picked)]
    if not picked and node.decline is not None:
        found.append((DECLINE, ()))
    elif picking.is_whole(picked):
        found.append((DONE, ()))
    return found


def _scores(match: Match) -> dict[str, int]:
    """What `match.scores` tells, by the written-out rule."""
    run, number = match.interpreter, match.definition.score
    if number is None or not isinstance(run, Stepper):
        return match.scores
    score = run.module.names[f"f{number}"]
    return {seat: score(match.state, player, player) or 0 for player, seat in enumerate(match.seats)}


def standings(match: Match) -> dict[str, float]:
    """For each seat a number from 0 to 1: mostly who won, if the game is over, and by how much one leads or trails."""
    scores = _scores(match)
    result = match.result
    size = 1 + sum(map(abs, scores.values())) / len(scores)
    found = {}
    for seat, score in scores.items():
        lead = score - max(other for name, other in scores.items() if name != seat)
        found[seat] = 0.5 + 0.5 * lead / (abs(lead) + size)
    if result is None:
        return found
    won = {seat: 1 / len(result.winners) if seat in result.winners else 0.0 for seat in scores}
    return {seat: 0.75 * won[seat] + 0.25 * found[seat] for seat in scores}
