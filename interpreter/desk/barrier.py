"""What cannot be taken back, because somebody has learnt something since."""

from __future__ import annotations

from collections.abc import Sequence

from ..table.learnt import learnt_since
from ..table.match import Match


def why_it_stays(match: Match, count: int, seat: str, others: Sequence[str]) -> str:
    """Why so many answers cannot be taken back by this seat, if so. What other people have seen is not told."""
    learnt = learnt_since(match, count, seat)
    if learnt:
        return f"you have seen {', '.join(learnt[:6])}"
    answered = {one for one, _ in match.answers[-count:]}
    for one in others:
        if one in answered:
            return f"{one} has answered"
        if learnt_since(match, count, one):
            return f"{one} has seen something new"
    return ""
