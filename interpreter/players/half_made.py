"""How the options of a half-made row stand: what more could be picked, or that it is enough.

Bots pick a row in the order of the rules, a person in any order, so no bot can be asked in the middle of a person's row. Here
the row is ended by chance, in worlds that the seat cannot tell from the true one, and played on from there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import monotonic
from typing import Any

from ..engine import chance
from ..engine.options import Option, bound
from ..table.information_set import Outlook, at
from ..table.match import Match
from ..table.pick_rows import HalfMade
from .rollout import rollout
from .search import HORIZON

MOST_DEALS = 40
Give = Callable[[Match, Option], None]  # gives the answer that an option is, in a world


def give_row(seat: str, picks: Sequence[Any], rng: int = 1) -> Give:
    """Gives an option as the next pick after some others, and ends the row by chance where more is to be picked."""

    def give(match: Match, option: Option) -> None:
        nonlocal rng
        row = match.open_row(seat)
        assert row is not None
        branch, values = bound(option)
        made = (*picks, *values)
        while branch >= 0 and not row.picking.is_whole(row.in_order(made)) and (more := row.additions(made)):
            rng, index = chance.below(rng, len(more))
            made = (*made, more[index])
        match.rows[row.seat] = HalfMade(row.frame, made)
        match.end_row(seat)

    return give


def weighed_rows(
    outlook: Outlook, options: Sequence[Option], give: Give, rng: int, seconds: float
) -> list[tuple[Option, float]]:
    """Options of a half-made row, the best first, each with how its seat stands after it: from 0 to 1."""
    begin, worths = monotonic(), [0.0 for _ in options]
    deals = 0
    while deals < MOST_DEALS and (not deals or monotonic() - begin < seconds):
        rng, dealt = outlook.deal(rng)
        same = rng
        for number, option in enumerate(options):
            match = dealt.copy(watched=True)
            give(match, option)
            rng, standing = rollout(at(match, match.state), same, HORIZON)
            worths[number] += standing[outlook.seat]
        deals += 1
    return sorted(((one, worth / deals) for one, worth in zip(options, worths, strict=True)), key=lambda one: -one[1])
