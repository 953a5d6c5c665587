"""How a game ended, for a page: the scores of all, the parts of each, and who has won.

Takes a match that is over and whose page it is for; everything is told as the journal tells it to that viewer.
"""

from __future__ import annotations

from dataclasses import dataclass

from ...table.match import Match
from ...telling.entries import Decide
from .motion import entries_of


@dataclass(frozen=True, slots=True)
class Ranked:
    """A seat with its score and what it is made of, part by part."""

    name: str
    seat: str
    score: int
    has_won: bool
    parts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Ending:
    headline: str
    why: str
    ranked: tuple[Ranked, ...]


def ending(match: Match, seat: str | None) -> Ending | None:
    result = match.result
    if result is None:
        return None
    viewer = None if seat is None else match.seats.index(seat)
    decided = [one for one in entries_of(match.journal.chapters[-1:], viewer) if isinstance(one, Decide)]
    told = {name: one for one in decided for name in match.seats if one.text.startswith(f"score of {name}: ")}
    ranked = [
        Ranked(name, str(number), result.scores[name], name in result.winners, _parts(told.get(name)))
        for number, name in enumerate(match.seats)
    ]
    ranked.sort(key=lambda one: (not one.has_won, -one.score))
    why = next((one.text for one in reversed(decided) if one not in told.values()), "")
    return Ending(_headline(result.winners, seat, len(match.seats)), why, tuple(ranked))


def _parts(told: Decide | None) -> tuple[str, ...]:
    """The terms of a score in its own words: what stands behind its sum."""
    if told is None:
        return ()
    found = [part.unplaced.line for part in told.reason.told_parts]
    return tuple(found) if len(found) > 1 else (told.text.partition(" = ")[2] or told.text.partition(": ")[2],)


def _headline(winners: tuple[str, ...], seat: str | None, seats: int) -> str:
    if not winners:
        return "The game is over."
    if len(winners) == seats:
        return "Everybody wins." if seats > 1 else "You win."
    names = ["You" if name == seat else name for name in sorted(winners, key=lambda name: name != seat)]
    if len(names) == 1:
        return "You win!" if names[0] == "You" else f"{names[0]} wins."
    return f"{', '.join(names[:-1])} and {names[-1]} win."
