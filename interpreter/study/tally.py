"""Counts what happens in many games.

Takes finished matches and what was noticed at their decisions; keeps whole numbers only, so that tallies of parts add up to the
tally of the whole in any order, and their size does not grow with the number of games.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from math import lcm

from ..engine.protocol import PlayedGames
from ..engine.state import State
from ..model.definition import Definition
from ..table.match import Match, Result


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
class Tally:
    """Games of one table. A win is `unit` wins; those who share a win share them, so that everything is a whole number.
    `won_by` counts games by how many won them, `fired` abilities by procedure."""

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

    def __post_init__(self) -> None:
        self.wins = self.wins or [0] * self.seats
        self.scores = self.scores or [Counter() for _ in range(self.seats)]

    @property
    def unit(self) -> int:
        return lcm(*range(1, self.seats + 1))

    def count(self, match: Match, notes: Notes, bots: tuple[str, ...]) -> None:
        """Add a match that is over; `bots` are those who sat there, in seat order."""
        result = match.result
        assert result is not None
        won = self._shares(match, result)
        self.games += 1
        self.won_by[len(result.winners)] += 1
        for seat, name in enumerate(match.seats):
            self.wins[seat] += won[seat]
            self.scores[seat][result.scores[name]] += 1
            self.bot_wins[bots[seat]] += won[seat]
            self.bot_games[bots[seat]] += 1
        self.decisions[notes.decisions] += 1
        self.rounds[match.state.variables[match.definition.variable_numbers["round"]] or 0] += 1
        self._count_cards(match.state.world.row, notes, won)

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
        self.fired.update({procedure: times for procedure, times in enumerate(played.fired) if times})

    def _shares(self, match: Match, result: Result) -> list[int]:
        share = self.unit // max(1, len(result.winners))
        return [share if seat in result.winners else 0 for seat in match.seats]

    def _count_cards(self, row_of: list[int], notes: Notes, won: list[int]) -> None:
        had = {(row_of[card], seat) for card, seat in notes.had}
        played = {(row_of[card], seat) for card, seat in notes.played}
        for row, seat in had | played:
            tally = self.cards.setdefault(row, CardTally())
            if (row, seat) in had:
                tally.add(CardTally(had=1, had_wins=won[seat]))
            if (row, seat) in played:
                tally.add(CardTally(played=1, played_wins=won[seat]))

    def add(self, other: Tally) -> None:
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


class Notes:
    """What is seen of one game at its decisions, and how many there were: which cards players had, and which they played.

    A player *has* a card that lies in a zone of theirs which they can see into. They *play* it when it leaves a zone that only
    they see, and lies in one that others see at a later decision.
    """

    def __init__(self, state: State) -> None:
        self.had: set[tuple[int, int]] = set()
        self.played: set[tuple[int, int]] = set()
        self.decisions = -1
        self._kept: dict[int, int] = {}
        self._seen_by = _sights(state)
        self._zones: list[tuple[int, ...]] = [()] * len(state.zones)
        self.look(state)

    def look(self, state: State) -> None:
        """Notice what an answer changed; a zone that was not touched is the same tuple as before."""
        self.decisions += 1
        changed = [zone for zone, cards in enumerate(state.zones) if cards is not self._zones[zone]]
        for zone in changed:
            seen_by, owner = self._seen_by[zone]
            cards = state.zones[zone]
            if owner is not None and seen_by != "nobody":
                self.had.update([(card, owner) for card in cards])
            if seen_by in ("everyone", "face") and self._kept:
                self.played.update([(card, self._kept.pop(card)) for card in cards if card in self._kept])
        for zone in changed:
            seen_by, owner = self._seen_by[zone]
            if seen_by == "owner" and owner is not None:
                self._kept.update(dict.fromkeys(state.zones[zone], owner))
        self._zones = state.zones[:]


def _sights(state: State) -> list[tuple[str, int | None]]:
    families = state.world.definition.families
    return [(families[zone.family].seen_by, state.world.zone_owner(number)) for number, zone in enumerate(state.world.zones)]


def card_names(definition: Definition) -> list[str]:
    """How cards are called where all kinds stand together."""
    names = [row.name for _, row in definition.rows]
    twice = {name for name, count in Counter(names).items() if count > 1}
    return [f"{row.name} ({row.id})" if row.name in twice else row.name for _, row in definition.rows]
