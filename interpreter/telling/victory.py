"""Who has won, as it is told: by what, and of teams who wins with them.

Takes the reason for who came first; returns the same under the name of the winner. Which players a definition lets win is
settled by its rules and not here.
"""

from __future__ import annotations

from dataclasses import replace

from ..engine.world import World
from .known import Thing
from .reasons import Kind, Reason
from .things import player_thing
from .written import place_of, rules_of

WINNER = "winner"


def with_partners(reason: Reason, world: World, seats: tuple[str, ...]) -> Reason:
    """Who came first wins with all of the team, and stands before the others."""
    definition = world.definition
    if not definition.teams or definition.winner is None:
        return reason
    first = [one for one in (reason.value if isinstance(reason.value, tuple) else (reason.value,)) if isinstance(one, Thing)]
    players = [player_thing(seats, player) for player in range(world.players)]
    teams = {players.index(one) % definition.teams for one in first if one in players}
    partners = [one for player, one in enumerate(players) if player % definition.teams in teams and one not in first]
    written = definition.functions[definition.winner]
    place, rules = place_of(definition, written), rules_of(definition, written)
    named = Reason(Kind.DEFINED, (*first, *partners), WINNER, WINNER, (reason,), place=place, rules=rules)
    return replace(named, speech=reason.speech)
