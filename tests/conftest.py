"""The tables that tests sit at: every shipped game with every number of players.

A test that takes `table` runs once for each of them. RULEWRIGHT_GAMES says how many games of each definition are played,
spread over its numbers of players.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache

import pytest
import rulewright
from rulewright.interpreter.engine import chance

os.environ["RULEWRIGHT_CACHE"] = "off"  # tests compile what they test, also in the processes they start
GAMES = int(os.environ.get("RULEWRIGHT_GAMES", "24"))


@cache
def loaded(name: str) -> rulewright.Game:
    return rulewright.load(name)


@cache
def legal_games() -> tuple[rulewright.Game, ...]:
    """Without those that do not load: they fail in a test of their own, and hide no other."""
    found = []
    for name in rulewright.shipped():
        with suppress(rulewright.DefinitionError):
            found.append(loaded(name))
    return tuple(found)


@dataclass(frozen=True)
class Table:
    """A game with a number of players, and the seeds to play it with."""

    game: rulewright.Game
    players: int

    @property
    def seeds(self) -> range:
        definition = self.game.definition
        return range(max(1, GAMES // (definition.most - definition.fewest + 1)))

    @property
    def few_seeds(self) -> range:
        """For tests that do much at every decision."""
        return range(1000, 1000 + max(1, len(self.seeds) // 6))

    def match(self, seed: int) -> rulewright.Match:
        return self.game.new_match(self.players, seed)

    def decisions(self, seed: int) -> Iterator[rulewright.Match]:
        """A random game: the match at every decision, which is answered when the test goes on, and at its end."""
        match = self.match(seed)
        yield from play_on(match, seed)


def play_on(match: rulewright.Match, seed: int) -> Iterator[rulewright.Match]:
    """The match at every decision, answered at random by whoever must decide."""
    rng = chance.seeded(seed * 7 + 1)
    while match.decisions:
        yield match
        rng, who = chance.below(rng, len(match.decisions))
        decision = match.decisions[who]
        rng, which = chance.below(rng, len(decision.options))
        match.answer(decision.options[which], decision.seat)
    yield match


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """`table` is every table of every game, `smallest` and `largest` those with the fewest and the most players."""
    for fixture in [one for one in ("table", "smallest", "largest") if one in metafunc.fixturenames]:
        tables = [
            Table(game, players)
            for game in legal_games()
            for players in range(game.definition.fewest, game.definition.most + 1)
            if fixture == "table" or players == (game.definition.fewest if fixture == "smallest" else game.definition.most)
        ]
        metafunc.parametrize(fixture, tables, ids=[f"{one.game.definition.id}-{one.players}" for one in tables])


@pytest.fixture
def game() -> rulewright.Game:
    """A game for tests of the machinery; which one does not matter to them."""
    return loaded("ruse_and_bruise")
