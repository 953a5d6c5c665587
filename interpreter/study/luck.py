"""How much of a game is still open: the same position, played on several times.

Takes a plan and the number of a game; returns who won each continuation of its first decision and of its middle. Continuations
have the position in common, hidden cards and all, and neither the chance to come nor the chance of the bots.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from ..engine import chance
from ..engine.budget import spent
from ..engine.choice import engine_for
from ..engine.state import State
from ..engine.trouble import stop_if_endless
from ..game import Game
from ..players.bots import Players, new_bot
from ..table.match import Match
from .one_game import play_one, seeds_of
from .plan import Plan, is_by_chance

CONTINUATIONS = 4

Winners = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Continued:
    """Who won each continuation of one game: from its first decision, and from its middle."""

    deal: tuple[Winners, ...]
    middle: tuple[Winners, ...]


def apart(one: Winners, two: Winners) -> float:
    """How differently two games end, from 0 to 1: the part of the win that others have."""
    if not one or not two:
        return float(bool(one) != bool(two))
    gained = (max(0.0, (seat in two) / len(two) - (seat in one) / len(one)) for seat in {*one, *two})
    return sum(gained)


def spread(ends: Sequence[Winners]) -> float:
    """How differently two of these games end, on average."""
    pairs = [apart(one, two) for one, two in combinations(ends, 2)]
    return sum(pairs) / len(pairs)


def continued(game: Game, plan: Plan, number: int) -> Continued:
    """Play a game, and then on from its first decision and from its middle."""
    half = play_one(game, plan, number).decisions // 2
    deal = position_of(game, plan, number, 0)
    middle = position_of(game, plan, number, half)
    return Continued(_ends(deal, plan, number, 0), _ends(middle, plan, number, 1))


def position_of(game: Game, plan: Plan, number: int, answers: int) -> Match:
    """A game after so many answers."""
    seed, bots = plan.seed_of(number), plan.bots_of(number)
    match = Match.begin(game.definition, plan.seats, seed, plan.options, False, engine_for(plan.engine), plan.absent)
    seeds = seeds_of(seed, len(bots))
    players = Players(match, {seat: new_bot(bot, own) for seat, bot, own in zip(plan.seats, bots, seeds, strict=True)})
    while answers and match.decisions:
        players.answer()
        answers -= 1
    return match


def _ends(match: Match, plan: Plan, number: int, where: int) -> tuple[Winners, ...]:
    first = chance.seeded((plan.seed_of(number) << 1) + where)
    seeds = [chance.seeded((first << 8) + one) for one in range(CONTINUATIONS)]
    return tuple(play_on(match, plan.bots_of(number), seed) for seed in seeds)


def play_on(match: Match, bots: Sequence[str], seed: int) -> Winners:
    """Who wins if a position is played on with this chance; the match stays where it is."""
    own = match.copy()
    own.state.rng = chance.seeded(seed)
    seeds = seeds_of(seed, len(bots))
    if is_by_chance(bots):
        _by_chance(own, seeds)
    else:
        players = Players(own, {seat: new_bot(bot, one) for seat, bot, one in zip(own.seats, bots, seeds, strict=True)})
        while own.decisions:
            players.answer()
    result = own.result
    assert result is not None
    return tuple(seat for seat, name in enumerate(own.seats) if name in result.winners)


def _by_chance(match: Match, seeds: Sequence[int]) -> None:
    rngs, answers, steps = [chance.seeded(one) for one in seeds], 0, 0

    def pick(state: State, seat: int, options: int, site: int) -> int:
        nonlocal answers, steps
        answers, steps = answers + 1, steps + spent(state)
        stop_if_endless(answers, steps)
        rngs[seat], index = chance.below(rngs[seat], options)
        return index

    match.runner.play_out(pick)
