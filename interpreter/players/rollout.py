"""Plays positions on by chance, and says how the seats stand.

Takes an unwatched match and a generator; plays it on for a while and judges where it has come to. The worth of a position
follows from the declared score, hint and winner alone, so that it means the same in every game.
"""

from __future__ import annotations

from ..engine import chance
from ..engine.missing import numbers_of
from ..engine.protocol import Engine
from ..engine.state import State
from ..table.match import Match
from .purse import MOST_AT_ONCE, Purse
from .rivalry import Rivalry, rivalry_of


class Enough(Exception):
    """So many answers were asked for."""


def rollout(
    match: Match, rng: int, answers: int, first: tuple[str, int] | None = None, purse: Purse | None = None
) -> tuple[int, dict[str, float]]:
    """Let chance give so many answers at most, and no more than a purse allows; the next generator state and how the seats
    stand then. Uses the match up.

    With `first`, a seat answers the decision it is at with the option of that index, before chance answers for it too."""
    left, paid = answers, 0
    given, index = (match.seats.index(first[0]), first[1]) if first else (-1, 0)

    def pick(state: State, seat: int, options: int, site: int) -> int:
        nonlocal rng, left, given, paid
        paid += purse.pay(state) if purse is not None else 0
        if seat == given:
            given = -1
            return index
        if not left or paid > MOST_AT_ONCE:
            raise Enough
        left -= 1
        rng, drawn = chance.below(rng, options)
        return drawn

    run = match.runner
    try:
        run.play_out(pick)
    except Enough:
        hint = match.definition.hint
        numbers = numbers_of(run, match.seats, match.definition.score if hint is None else hint)
        return rng, standings(numbers, None, rivalry_of(match.state.world))
    numbers, winners = numbers_of(run, match.seats, match.definition.score), winners_of(run, match.seats)
    return rng, standings(numbers, winners, rivalry_of(match.state.world))


def winners_of(run: Engine, seats: tuple[str, ...]) -> tuple[str, ...]:
    number = run.definition.winner
    won = run.ask(number, (None, None)) if number is not None else ()
    return tuple(seats[player] for player in won or ())


def standings(
    scores: dict[str, int], winners: tuple[str, ...] | None = None, rivalry: Rivalry | None = None
) -> dict[str, float]:
    """For each seat a number from 0 to 1: how far it leads or trails its rivals and, if the game is over, mostly who won.

    Who has no rival is judged by the score alone. Without a rivalry, everybody else is a rival."""
    size = 1 + sum(map(abs, scores.values())) / len(scores)
    names = list(scores)
    standing = {}
    for number, (seat, score) in enumerate(scores.items()):
        others = [name for name in names if name != seat] if rivalry is None else [names[one] for one in rivalry.rivals[number]]
        lead = score - max([scores[name] for name in others], default=0)
        standing[seat] = 0.5 + 0.5 * lead / (abs(lead) + (size if others or rivalry is None else rivalry.size))
        if winners is not None:
            won = 1 / (1 + sum(name in winners for name in others)) if seat in winners else 0.0
            standing[seat] = 0.75 * won + 0.25 * standing[seat]
    return standing
