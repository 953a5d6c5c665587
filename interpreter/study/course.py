"""The course of a game: who would have won at every moment, and how much there was to decide.

Takes a plan and the number of a game; returns its result with what was seen at its decisions. A moment is the beginning of a
round, or a decision where a game has fewer than three rounds; the last one is the end.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from ..engine.missing import numbers_of
from ..engine.protocol import Engine
from ..engine.trouble import RuleError
from ..game import Game
from ..model.definition import Definition
from .one_game import play_one
from .plan import Plan
from .results import GameResult
from .sampling import wins_of

FEWEST_ROUNDS = 3  # with fewer, the beginnings of rounds tell nothing of a course

Sides = frozenset[int]  # seats that win as one are one side


@dataclass(frozen=True, slots=True)
class Course:
    """`options` has the number of options at every decision. `leaders` has for every moment the sides that would have won, had
    the game been over; its last entry is who did win. In a game that all play together nobody leads."""

    result: GameResult
    wins: tuple[float, ...]
    options: tuple[int, ...]
    leaders: tuple[Sides, ...]
    has_rounds: bool

    @property
    def winner(self) -> int | None:
        """The one side that won."""
        return _only(self.leaders[-1])

    @property
    def lead_changes(self) -> int:
        leads = [side for sides in self.leaders if (side := _only(sides)) is not None]
        return sum(before != after for before, after in pairwise(leads))

    @property
    def led_since(self) -> int | None:
        """The moment from which on the winner led alone, counted from 1."""
        if self.winner is None:
            return None
        since = len(self.leaders)
        while since > 1 and _only(self.leaders[since - 2]) == self.winner:
            since -= 1
        return since

    @property
    def taken_for_good(self) -> float | None:
        """When the winner took the lead for good, as a part of the game."""
        return None if self.led_since is None else self.led_since / len(self.leaders)

    @property
    def is_decided_early(self) -> bool | None:
        """Whether whoever led when the last round began had led for good."""
        return None if self.led_since is None or not self.has_rounds else self.led_since < len(self.leaders)

    @property
    def is_comeback(self) -> bool | None:
        """Whether the winner was behind in the middle of the game."""
        if self.winner is None or len(self.leaders) < 2:
            return None
        middle = self.leaders[len(self.leaders) // 2 - 1]
        return bool(middle) and self.winner not in middle

    @property
    def margin(self) -> int | None:
        """How far the nearest score of a loser is from that of a winner."""
        scores, winners = self.result.scores, self.result.winners
        lost = [score for seat, score in enumerate(scores) if seat not in winners]
        return min(abs(one - scores[seat]) for seat in winners for one in lost) if winners and lost else None


def _only(sides: Sides) -> int | None:
    return next(iter(sides)) if len(sides) == 1 else None


def play_course(game: Game, plan: Plan, number: int) -> Course:
    """One game, watched at every decision."""
    watcher = _Watcher(game.definition)
    result = play_one(game, plan, number, watcher.look)
    has_rounds = result.rounds >= FEWEST_ROUNDS
    moments = [leaders for position, (round, leaders) in enumerate(watcher.seen)
               if position and (not has_rounds or round != watcher.seen[position - 1][0])]  # fmt: skip
    won = watcher.sides(result.winners)
    wins = tuple(wins_of(game.definition, result))
    return Course(result, wins, tuple(watcher.options), (*moments, won), has_rounds)


class _Watcher:
    """Asks at every decision who would win now: by the hint where there is one, else as the game says it of its end."""

    def __init__(self, definition: Definition) -> None:
        self.definition = definition
        self.round = definition.variable_numbers["round"]
        self.options: list[int] = []
        self.seen: list[tuple[int, Sides]] = []

    def look(self, run: Engine, options: int) -> None:
        self.options.append(options)
        self.seen.append((run.state.variables[self.round] or 0, self._leaders(run)))

    def _leaders(self, run: Engine) -> Sides:
        if self.definition.together:
            return frozenset()
        try:
            if self.definition.hint is not None:
                hints = numbers_of(run, run.seats, self.definition.hint)
                return self.sides(tuple(seat for seat, name in enumerate(run.seats) if hints[name] == max(hints.values())))
            winner = self.definition.winner
            return self.sides(() if winner is None else run.ask(winner, (None, None)) or ())
        except RuleError:
            return frozenset()  # who would win cannot be asked yet

    def sides(self, seats: tuple[int, ...]) -> Sides:
        teams = self.definition.teams
        return frozenset(seat % teams if teams else seat for seat in seats)
