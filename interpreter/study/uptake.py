"""What is chosen where it could be chosen, and what choosing it is worth.

Takes a plan and the number of a game; returns for every card and every plain option how often it was offered beside something
else and how often it was taken, and from one decision of the game the worth of taking it: each option is played on with the
same chance, and those with it are held against those without.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from ..engine import chance
from ..engine.options import Option, bound
from ..game import Game
from ..model.definition import Definition
from ..players.bots import Players, new_bot
from ..table.match import Match
from .luck import play_on, position_of
from .one_game import seeds_of
from .plan import Plan

MOST_TRIED = 12  # of more options, so many that chance picks are played on

Bound = tuple[int, tuple[Any, ...]]  # what an option means to the rules
Thing = tuple[str, str]  # "card" and the id of its row, or "option" and its words


@dataclass(frozen=True, slots=True)
class Choices:
    """What one game tells of choices. `worth` has the part of a win that taking a thing at one decision added, `beside`
    whether it was better there than some other thing that could be taken, and whether another was better."""

    offered: Counter[Thing]
    chosen: Counter[Thing]
    worth: dict[Thing, float]
    beside: dict[Thing, tuple[bool, bool]]


def things_of(option: Option, match: Match, seat: int) -> frozenset[Thing]:
    """The cards that an option takes, unless they lie before somebody else; of an option that takes nothing, its words."""
    picks, values = option.picks, bound(option)[1]
    if not picks:
        return frozenset([("option", option.text)])
    state, rows = match.state, match.definition.rows
    cards = [value for pick, value in zip(picks, values, strict=True) if pick.sort == "card" and isinstance(value, int)]
    near = [card for card in cards if state.world.zone_owner(state.lies_in[card]) in (seat, None)]
    return frozenset(("card", rows[state.world.row[card]][1].id) for card in near)


def choices_of(game: Game, plan: Plan, number: int) -> Choices:
    """One game, and one of its decisions played on with every option."""
    match = position_of(game, plan, number, 0)
    bots, seeds = plan.bots_of(number), seeds_of(plan.seed_of(number), len(plan.seats))
    players = Players(match, {seat: new_bot(bot, own) for seat, bot, own in zip(plan.seats, bots, seeds, strict=True)})
    offered, chosen = Counter[Thing](), Counter[Thing]()
    open_at: list[int] = []
    answers = 0
    while match.decisions:
        things = _things_at(match)
        taken = players.answer()
        if loose := _loose(things.values()):
            open_at.append(answers)
            offered.update(loose)
            chosen.update(loose & things[bound(taken)])
        answers += 1
    return Choices(offered, chosen, *_worth(game, plan, number, open_at))


def _things_at(match: Match) -> dict[Bound, frozenset[Thing]]:
    """For every option of the first decision, by what it means to the rules, the things that it takes."""
    decision = match.decisions[0]
    seat = match.seats.index(decision.seat)
    return {bound(option): things_of(option, match, seat) for option in decision.options}


def _loose(things: Iterable[frozenset[Thing]]) -> frozenset[Thing]:
    """What one can take or leave."""
    each = list(things)
    return frozenset.union(*each) - frozenset.intersection(*each)


def _worth(
    game: Game, plan: Plan, number: int, open_at: list[int]
) -> tuple[dict[Thing, float], dict[Thing, tuple[bool, bool]]]:
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
    best = {thing: max(win for win, taken in zip(wins, things, strict=True) if thing in taken) for thing in loose}
    beside = {one: (best[one] > min(best.values()), best[one] < max(best.values())) for one in loose}
    return {thing: _added(thing, things, wins) for thing in loose}, beside


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
