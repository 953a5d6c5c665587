"""What is chosen where it could be chosen, and what choosing it is worth.

Takes a plan and the number of a game; returns for every card and every action how often it was offered beside something else
and how often it was taken, and from one decision of the game the worth of taking it: each option is played on with the same
chance, and those with it are held against those without.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Any

from ..engine import chance
from ..engine.options import Option, bound
from ..game import Game
from ..ir.limits import KEPT_ANSWERS
from ..model.definition import Definition
from ..players.bots import Players, new_bot
from ..table.match import Match
from .action_words import action_of
from .luck import play_on, position_of
from .one_game import seeds_of
from .plan import Plan

MOST_TRIED = 12  # of more options, so many that chance picks are played on

Bound = tuple[int, tuple[Any, ...]]  # what an option means to the rules
Thing = tuple[str, str]  # "card" and the id of its row, or "action" and its words
Beside = dict[Thing | None, tuple[bool, bool]]  # whether it was better there than another thing, or worse; None is any thing


@dataclass(frozen=True, slots=True)
class Choices:
    """What one game tells of choices. `by_chance` is how often something would be taken if every option were as good, `worth`
    has the part of a win that taking it at one decision added, and `beside` what it was worth there beside each other thing."""

    offered: Counter[Thing]
    chosen: Counter[Thing]
    by_chance: dict[Thing, float]
    worth: dict[Thing, float]
    beside: dict[Thing, Beside]


def things_of(option: Option, match: Match, seat: int) -> frozenset[Thing]:
    """What an option does, and the cards that it takes, unless they lie before somebody else."""
    picks, values = option.picks, bound(option)[1]
    state, rows = match.state, match.definition.rows
    cards = [value for pick, value in zip(picks, values, strict=False) if pick.sort == "card" and isinstance(value, int)]
    near = [card for card in cards if state.world.zone_owner(state.lies_in[card]) in (seat, None)]
    words = action_of(option)
    return frozenset(("card", rows[state.world.row[card]][1].id) for card in near) | ({("action", words)} if words else set())


def choices_of(game: Game, plan: Plan, number: int) -> Choices:
    """One game, and one of its decisions played on with every option."""
    match = position_of(game, plan, number, 0)
    bots, seeds = plan.bots_of(number), seeds_of(plan.seed_of(number), len(plan.seats))
    seated = {seat: new_bot(bot, own) for seat, bot, own in zip(plan.seats, bots, seeds, strict=True)}
    players = Players(match, seated, most=KEPT_ANSWERS)
    offered, chosen, by_chance = Counter[Thing](), Counter[Thing](), dict[Thing, float]()
    open_at: list[int] = []
    while match.decisions:
        things = _things_at(match)
        taken = players.answer()
        if loose := _loose(things.values()):
            open_at.append(players.answers - 1)
            offered.update(loose)
            chosen.update(loose & things[bound(taken)])
            for thing, options in Counter(one for taken in things.values() for one in taken & loose).items():
                by_chance[thing] = by_chance.get(thing, 0.0) + options / len(things)
    return Choices(offered, chosen, by_chance, *_worth(game, plan, number, open_at))


def _things_at(match: Match) -> dict[Bound, frozenset[Thing]]:
    """For every option of the first decision, by what it means to the rules, the things that it takes."""
    decision = match.decisions[0]
    seat = match.seats.index(decision.seat)
    return {bound(option): things_of(option, match, seat) for option in decision.options}


def _loose(things: Iterable[frozenset[Thing]]) -> frozenset[Thing]:
    """What one can take or leave."""
    each = list(things)
    return frozenset.union(*each) - frozenset.intersection(*each)


def _worth(game: Game, plan: Plan, number: int, open_at: list[int]) -> tuple[dict[Thing, float], dict[Thing, Beside]]:
    """At one decision that chance picks, what every thing that could be taken or left adds to the win of whoever decides,
    against all other answers and beside other things."""
    if not open_at:
        return {}, {}
    rng = chance.seeded(plan.seed_of(number) + 1)
    rng, drawn = chance.below(rng, len(open_at))
    match = position_of(game, plan, number, open_at[drawn])
    seat = match.seats.index(match.decisions[0].seat)
    rng, indices = _some(rng, len(match.decisions[0].options))
    things, wins = [], []
    for index in indices:
        own = match.copy()
        option = own.decisions[0].options[index]
        things.append(things_of(option, own, seat))
        own.answer(option, own.seats[seat])
        winners = play_on(own, plan.bots_of(number), rng)
        wins.append(len(_side(match.definition, seat, winners)) / len(winners) if winners else 0.0)
    loose = sorted(_loose(things))
    return {thing: _added(thing, things, wins) for thing in loose}, beside(loose, things, wins)


def beside(loose: Sequence[Thing], things: Sequence[frozenset[Thing]], wins: Sequence[float]) -> dict[Thing, Beside]:
    """Each thing held against every other at one decision, by the best answers that take the one and not the other."""
    best = {thing: _best(thing, None, things, wins) for thing in loose}
    ends = min(best.values(), default=0.0), max(best.values(), default=0.0)
    found: dict[Thing, Beside] = {one: {None: (best[one] > ends[0], best[one] < ends[1])} for one in loose}
    for one, other in permutations(loose, 2):
        mine, theirs = _best(one, other, things, wins), _best(other, one, things, wins)
        if mine >= 0 and theirs >= 0:
            found[one][other] = mine > theirs, mine < theirs
    return found


def _best(thing: Thing, without: Thing | None, things: Sequence[frozenset[Thing]], wins: Sequence[float]) -> float:
    pairs = zip(wins, things, strict=True)
    return max((win for win, taken in pairs if thing in taken and without not in taken), default=-1.0)


def _added(thing: Thing, things: list[frozenset[Thing]], wins: list[float]) -> float:
    with_it = [win for win, taken in zip(wins, things, strict=True) if thing in taken]
    without = [win for win, taken in zip(wins, things, strict=True) if thing not in taken]
    return sum(with_it) / len(with_it) - sum(without) / len(without)


def _side(definition: Definition, seat: int, winners: Sequence[int]) -> list[int]:
    """The winners who win together with a seat, itself among them."""
    if definition.together:
        return list(winners)
    return [one for one in winners if one == seat or (definition.teams and (one - seat) % definition.teams == 0)]


def _some(rng: int, count: int) -> tuple[int, list[int]]:
    """All indices, or as many as are tried."""
    indices = list(range(count))
    while len(indices) > MOST_TRIED:
        rng, drawn = chance.below(rng, len(indices))
        indices.pop(drawn)
    return rng, indices
