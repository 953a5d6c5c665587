"""Counts what happens in many games.

Takes the results of games; keeps whole numbers only, so that tallies of parts add up to the tally of the whole in any order,
and their size does not grow with the number of games.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import lcm

from ..engine.protocol import PlayedGames
from ..model.definition import Definition
from .results import GameResult

FINE = 1000  # what is measured is counted in thousandths


@dataclass(slots=True)
class CardTally:
    """One card: in how many games somebody had or played it, counted per player, and the wins of those players."""

    had: int = 0
    had_wins: int = 0
    played: int = 0
    played_wins: int = 0

    def add(self, other: CardTally) -> None:
        self.had += other.had
        self.had_wins += other.had_wins
        self.played += other.played
        self.played_wins += other.played_wins


@dataclass
class GameTally:
    """Games of one table. A win is `unit` wins; those who share a win share them, so that everything is a whole number.
    `won_by` counts games by how many won them, `fired` abilities by procedure, `found` what each gauge showed, in parts of
    which `FINE` are one; `offered` and `chosen` rows of cards and kinds of options by their numbers."""

    seats: int
    bots: tuple[str, ...]
    games: int = 0
    won_by: Counter[int] = field(default_factory=Counter)
    wins: list[int] = field(default_factory=list)
    bot_wins: Counter[str] = field(default_factory=Counter)
    bot_games: Counter[str] = field(default_factory=Counter)
    scores: list[Counter[int]] = field(default_factory=list)
    decisions: Counter[int] = field(default_factory=Counter)
    rounds: Counter[int] = field(default_factory=Counter)
    cards: dict[int, CardTally] = field(default_factory=dict)
    fired: Counter[int] = field(default_factory=Counter)
    found: dict[int, Counter[int]] = field(default_factory=dict)
    offered: Counter[int] = field(default_factory=Counter)
    chosen: Counter[int] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.wins = self.wins or [0] * self.seats
        self.scores = self.scores or [Counter() for _ in range(self.seats)]

    @property
    def unit(self) -> int:
        return lcm(*range(1, self.seats + 1))

    def count(self, result: GameResult) -> None:
        """Add a game that is over."""
        self.games += 1
        self.won_by[len(result.winners)] += 1
        share = self.unit // max(1, len(result.winners))
        won = [share if seat in result.winners else 0 for seat in range(self.seats)]
        for seat, (bot, score) in enumerate(zip(result.bots, result.scores, strict=True)):
            self.wins[seat] += won[seat]
            self.scores[seat][score] += 1
            self.bot_wins[bot] += won[seat]
            self.bot_games[bot] += 1
        self.decisions[result.decisions] += 1
        self.rounds[result.rounds] += 1
        self._count_cards(result, won)
        self._count_times(result.fired, result.offered, result.chosen)
        self._measure(result.found)

    def count_played(self, played: PlayedGames) -> None:
        """Add games between players that are all alike, of which only numbers are known."""
        self.games += len(played.decisions)
        share = {won: self.unit // max(1, won) for won in range(self.seats + 1)}
        for winners, times in Counter(played.winners).items():
            won = winners.bit_count()
            self.won_by[won] += times
            for seat in range(self.seats):
                taken = times * share[won] * (winners >> seat & 1)
                self.wins[seat] += taken
                self.bot_wins[self.bots[seat]] += taken
        for seat in range(self.seats):
            self.bot_games[self.bots[seat]] += len(played.decisions)
            self.scores[seat].update(played.scores[seat])
        self.decisions.update(played.decisions)
        self.rounds.update(played.rounds)
        for row, (had, had_wins, used, used_wins) in enumerate(played.rows):
            if had or used:
                self.cards.setdefault(row, CardTally()).add(CardTally(had, had_wins, used, used_wins))
        self._count_times(played.fired, played.offered, played.chosen)
        for found in played.found:
            self._measure(found)

    def _count_times(self, fired: Sequence[int], offered: Sequence[int], chosen: Sequence[int]) -> None:
        for counter, numbers in ((self.fired, fired), (self.offered, offered), (self.chosen, chosen)):
            counter.update({number: times for number, times in enumerate(numbers) if times})

    def _measure(self, found: Sequence[tuple[int, int]]) -> None:
        for gauge, (total, times) in enumerate(found):
            if times:
                self.found.setdefault(gauge, Counter())[round(FINE * total / times)] += 1

    def _count_cards(self, result: GameResult, won: list[int]) -> None:
        for row, (had, played) in enumerate(zip(result.had, result.played, strict=True)):
            if had or played:
                tally = self.cards.setdefault(row, CardTally())
                for seat in range(self.seats):
                    is_had, is_played = had >> seat & 1, played >> seat & 1
                    tally.add(CardTally(is_had, is_had * won[seat], is_played, is_played * won[seat]))

    def add(self, other: GameTally) -> None:
        """Take in the tally of other games of the same table."""
        self.games += other.games
        self.won_by.update(other.won_by)
        self.wins = [one + two for one, two in zip(self.wins, other.wins, strict=True)]
        self.bot_wins.update(other.bot_wins)
        self.bot_games.update(other.bot_games)
        for mine, theirs in zip(self.scores, other.scores, strict=True):
            mine.update(theirs)
        self.decisions.update(other.decisions)
        self.rounds.update(other.rounds)
        for row, tally in other.cards.items():
            self.cards.setdefault(row, CardTally()).add(tally)
        self.fired.update(other.fired)
        self.offered.update(other.offered)
        self.chosen.update(other.chosen)
        for gauge, counts in other.found.items():
            self.found.setdefault(gauge, Counter()).update(counts)


def card_names(definition: Definition) -> list[str]:
    """How cards are called where all kinds stand together."""
    names = [row.name for _, row in definition.rows]
    twice = {name for name, count in Counter(names).items() if count > 1}
    return [f"{row.name} ({row.id})" if row.name in twice else row.name for _, row in definition.rows]
