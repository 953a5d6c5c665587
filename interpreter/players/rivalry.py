"""Who plays against whom, told from how games end.

Takes a world; returns for each seat the seats that are its rivals. Seats whose score and win never differ, in a few games that
chance plays, are in the same boat: what is good for one is good for the other, so a lead over each other means nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from ..engine import chance
from ..engine.choice import engine_for
from ..engine.missing import numbers_of
from ..engine.opening import new_state
from ..engine.state import State
from ..engine.trouble import RuleError
from ..engine.world import World
from .purse import Purse

GAMES = 24
MOST_AHEAD = 2000
PURSE = 20  # games that are played on for a while may take as much as all of these together


class _Enough(Exception):
    """A game goes on for too long to tell anything."""


@dataclass(frozen=True, slots=True)
class Rivalry:
    """The rivals of every seat, by number, and how large scores are at the end: a score without rivals is held against that."""

    rivals: tuple[tuple[int, ...], ...]
    size: float

    @property
    def as_bits(self) -> tuple[int, ...]:
        return tuple(sum(1 << one for one in own) for own in self.rivals)


@lru_cache(maxsize=256)
def rivalry_of(world: World) -> Rivalry:
    """As soon as every two seats have differed once, no further game is played. Where no game
    comes to its end, or all of them are the same tie, nothing is told by that: then all are rivals."""
    seats = range(world.players)
    apart = {(one, other): False for one in seats for other in seats if one != other}
    sizes: list[float] = []
    different: set[tuple[tuple[int, bool], ...]] = set()
    purse = Purse(PURSE)
    for number in range(GAMES):
        if all(apart.values()) or purse.is_empty:
            break
        ends = _played(world, number, purse)
        if ends is not None:
            different.add(tuple(ends))
            apart = {pair: is_apart or ends[pair[0]] != ends[pair[1]] for pair, is_apart in apart.items()}
            sizes.append(sum(abs(score) for score, _ in ends) / len(ends))
    is_untold = len(different) < 2 and all(won for ends in different for _, won in ends)
    rivals = tuple(tuple(other for other in seats if other != one and (apart[one, other] or is_untold)) for one in seats)
    return Rivalry(rivals, 1 + sum(sizes) / max(1, len(sizes)))


def _played(world: World, number: int, purse: Purse) -> list[tuple[int, bool]] | None:
    """The score of every seat and whether it won, in a game that chance played; None if it did not end well."""
    rng, left = chance.seeded(number), MOST_AHEAD

    def pick(state: State, seat: int, options: int, site: int) -> int:
        nonlocal rng, left
        left -= 1
        purse.pay(state)
        if not left or purse.is_empty:
            raise _Enough
        rng, drawn = chance.below(rng, options)
        return drawn

    names = tuple(str(seat) for seat in range(world.players))
    run = engine_for()(new_state(world, number), names)
    try:
        run.start()
        run.play_out(pick)
        scores = numbers_of(run, names, world.definition.score)
    except (_Enough, RuleError):
        return None
    winner = world.definition.winner
    won = run.ask(winner, (None, None)) or () if winner is not None else ()
    return [(scores[name], seat in won) for seat, name in enumerate(names)]
