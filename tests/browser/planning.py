"""A whole game beforehand, without any browser or server: who answers what, and the record that must come of it.

Which option is given hangs on the seed and on the number of the answer only. Pages follow such a plan, whichever hands give the
answers, and a table whose record differs has played another game.
"""

from __future__ import annotations

from dataclasses import dataclass

import rulewright
from rulewright.engine import chance

NAMES = ("Ada", "Bo", "Cy", "Dee", "Eve", "Flo")


@dataclass(frozen=True)
class Answer:
    """The number of a seat, the number of the option that it takes, and how many there are."""

    seat: int
    option: int
    of: int


@dataclass(frozen=True)
class Plan:
    game: str
    seats: tuple[str, ...]
    seed: int
    answers: tuple[Answer, ...]
    record: str


def planned(game: str, players: int, seed: int) -> Plan:
    """Play to the end; where several seats decide at once, the first of them answers first."""
    seats = NAMES[:players]
    match = rulewright.load(game).new_match(seats, seed)
    rng, answers = chance.seeded(seed * 3 + 1), list[Answer]()
    while not match.is_over:
        seat = min(seats.index(one.seat) for one in match.decisions)
        offered = match.offer(seats[seat])
        rng, option = chance.below(rng, len(offered.options))
        answers.append(Answer(seat, option, len(offered.options)))
        match.answer(offered.options[option].text, seats[seat])
    return Plan(game, seats, seed, tuple(answers), match.record())


def fewest_and_most(name: str) -> tuple[int, int]:
    definition = rulewright.load(name).definition
    return definition.fewest, definition.most
