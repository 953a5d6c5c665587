"""What is played in many games: who sits where, with which options, and with which chance.

Takes the words of a command or a program and refuses what cannot be seated. The chance of a game follows from the seed and the
number of the game alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..engine import chance
from ..engine.choice import engine_for
from ..engine.world import Identity
from ..game import Game, Unplayable
from ..players.bots import new_bot
from ..players.own_bots import UnknownBot


@dataclass(frozen=True)
class Seating:
    """Who shall play, as somebody wishes it: seats by name or number, one bot for all of them or one for each."""

    seats: Sequence[str] | int | None = None
    bots: str | Sequence[str] = "random"
    seed: int = 0
    options: Mapping[str, str | int | bool] = field(default_factory=dict)


USUAL = Seating()


@dataclass(frozen=True)
class Lineup:
    """Who plays: every seat by name with its bot, and the seed of their chance. All figures are told with it."""

    seats: tuple[str, ...]
    bots: tuple[str, ...]
    seed: int

    def lineup_json(self) -> dict[str, Any]:
        return {"seats": list(self.seats), "bots": list(self.bots), "seed": self.seed}


@dataclass(frozen=True)
class Plan(Lineup):
    """What is played: who sits where, and with which chance. With `rotates`, everybody moves one seat on after each game;
    `absent` are cards that the table does not have, `withheld` is a row of cards that the first seat never gets. Every `take`
    has the deals of the others, and all chance of the rules, but bots of another chance."""

    options: Mapping[str, int]
    rotates: bool
    engine: str | None = None
    absent: frozenset[Identity] = frozenset()
    withheld: int | None = None
    take: int = 0

    @property
    def seated(self) -> tuple[str, ...]:
        """Which bot each seat has, to be told beside its figures."""
        return ("by turns",) * len(self.seats) if self.rotates else self.bots

    def bots_of(self, number: int) -> tuple[str, ...]:
        shift = number % len(self.bots) if self.rotates else 0
        return self.bots[-shift:] + self.bots[:-shift]

    def seed_of(self, number: int) -> int:
        """The chance of one game: one of 2 to the 64."""
        return chance.seeded((self.seed << 64) + number)


def new_plan(game: Game, seating: Seating = USUAL, rotate: bool = False, engine: str | None = None) -> Plan:
    """`engine` is the one that must play. What cannot be is refused in a sentence."""
    engine_for(engine)
    names = game.check_seats(seating.seats)
    options = game.check_options(seating.options, names)
    return Plan(names, check_bots(seating.bots, len(names)), seating.seed, options, rotate, engine)


def is_by_chance(bots: Sequence[str]) -> bool:
    """Whether nobody thinks."""
    return set(bots) == {"random"}


def check_bots(bots: str | Sequence[str], seats: int) -> tuple[str, ...]:
    """A bot for every seat."""
    named = (bots,) * seats if isinstance(bots, str) else tuple(bots)
    if len(named) == 1:
        named *= seats
    for name in named:
        try:
            new_bot(name, 0)
        except UnknownBot as problem:
            raise Unplayable(str(problem)) from None
    if len(named) != seats:
        raise Unplayable(f"{len(named)} bots for {seats} seats: name one for all, or one for each seat")
    return named
