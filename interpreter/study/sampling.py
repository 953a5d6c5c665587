"""Figures of single games: what can be compared between two versions of a game, or watched while games are played.

Takes what came of one game; returns a number for every figure that the game has. Figures of a version are the same ones for
every game of it, in the same order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ..model.definition import Definition
from .measuring import gauges_of
from .results import GameResult
from .tally import card_names


@dataclass(frozen=True)
class Figure:
    """What is measured, how to read it off a game (None where the game has nothing of it, if that can be), and whether it is a
    share."""

    name: str
    of: Callable[[GameResult], float | None]
    is_share: bool = False
    can_be_none: bool = False


def figures_of(definition: Definition, seats: tuple[str, ...], cards: bool = False) -> list[Figure]:
    """Wins, scores, length and the game's own measures; with `cards`, also who played which of them and won."""
    return [*_results(definition, seats), *_measures(definition, seats), *(_cards(definition) if cards else ())]


def wins_of(definition: Definition, result: GameResult) -> list[float]:
    """The part of the win that each seat has: those who win as one have it together."""
    seats = len(result.scores)
    share = part_of_win(definition, seats) / len(result.winners) if result.winners else 0.0
    return [share if seat in result.winners else 0.0 for seat in range(seats)]


def part_of_win(definition: Definition, seats: int) -> int:
    """How many seats win as one, and so have a win together: a team, or all of them."""
    return seats if definition.together else seats // definition.teams if definition.teams else 1


def _results(definition: Definition, seats: tuple[str, ...]) -> Iterator[Figure]:
    for seat, name in enumerate(seats):
        yield Figure(f"wins of {name}", lambda one, seat=seat: wins_of(definition, one)[seat], True)  # type: ignore[misc]
    for seat, name in enumerate(seats):
        yield Figure(f"score of {name}", lambda one, seat=seat: float(one.scores[seat]))  # type: ignore[misc]
    yield Figure("best score", lambda one: float(max(one.scores)))
    if len(seats) > 1 and not definition.together:
        yield Figure("lead of the best", lambda one: float(_lead(one)))
        yield Figure("shared wins", lambda one: float(sum(wins_of(definition, one)) > 0 and _is_shared(definition, one)), True)
    yield Figure("nobody wins", lambda one: float(not one.winners), True)
    yield Figure("decisions", lambda one: float(one.decisions))
    yield Figure("rounds", lambda one: float(one.rounds))


def _measures(definition: Definition, seats: tuple[str, ...]) -> Iterator[Figure]:
    for number, gauge in enumerate(gauges_of(definition, seats)):
        yield Figure(gauge.words, lambda one, number=number: one.measure(number), gauge.is_share, True)  # type: ignore[misc]


def _lead(result: GameResult) -> int:
    best, second = sorted(result.scores, reverse=True)[:2]
    return best - second


def _is_shared(definition: Definition, result: GameResult) -> bool:
    side = len(result.scores) // definition.teams if definition.teams else 1
    return len(result.winners) > side


def _cards(definition: Definition) -> Iterator[Figure]:
    for row, name in enumerate(card_names(definition)):
        yield Figure(f"{name} played", lambda one, row=row: one.played[row].bit_count() / len(one.scores), True)  # type: ignore[misc]
        yield Figure(f"wins after playing {name}", lambda one, row=row: _wins(definition, one, row), True, True)  # type: ignore[misc]


def _wins(definition: Definition, result: GameResult, row: int) -> float | None:
    played, wins = result.played_by(row), wins_of(definition, result)
    return sum(wins[seat] for seat in played) / len(played) if played else None
