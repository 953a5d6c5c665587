"""Notes what people may notice: who sees a card now, who may know a variable, what is told to whom.

Only where somebody listens; a run that nobody reads notes nothing and pays nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from ... import ir
from ..events import CardSeen, Event, Noted, Revealed, Said, ToldText, Viewers, Wrote
from ..sight import can_read, can_see
from ..state import State
from ..texts import Speaker


class NotedRun(Protocol):
    """Rules that are being carried out, and what was noted of them; None if nobody listens."""

    state: State
    seats: tuple[str, ...]
    events: list[Noted] | None

    def notice(self, event: Event) -> None:
        """Note what happened, with the sentence behind it."""


def notice_change(run: NotedRun, variable: int, thing: int | None, before: Any, ends: bool = False) -> None:
    """Tell that a variable has another value now, and who may know that."""
    if run.events is not None:
        after = run.state.read(variable, thing)
        if after != before:
            run.notice(Wrote(variable, thing, before, after, readers_of(run, variable, thing), ends))


def readers_of(run: NotedRun, variable: int, thing: int | None) -> Viewers:
    viewers = (None, *range(run.state.world.players))
    return tuple(viewer for viewer in viewers if can_read(run.state, variable, thing, viewer))


def notice_ends(run: NotedRun, variable: int, before: Any) -> None:
    """Tell of everything that has a variable whose time is over what became of it."""
    if run.events is None:
        return
    if run.state.world.definition.variables[variable].of.is_game:
        notice_change(run, variable, None, before, ends=True)
        return
    for thing, value in enumerate(before):
        notice_change(run, variable, thing, value, ends=True)


def notice_sight(run: NotedRun, cards: Sequence[int]) -> None:
    """Tell the log who can see cards now, however soon they are hidden again."""
    if run.events is not None:
        for card in cards:
            viewers = (None, *range(run.state.world.players))
            run.notice(CardSeen(card, tuple(viewer for viewer in viewers if can_see(run.state, card, viewer))))


def tell(run: NotedRun, card: int | None) -> None:
    """A card was turned up in front of everybody."""
    if card is not None:
        run.notice(Revealed(card))


def spoken(run: NotedRun, text: ir.Text, places: list[Any], instead: bool = False) -> Said:
    """A text as everybody reads it, and as each seat does."""
    public, *own = [
        ToldText(*Speaker(run.state, run.seats, viewer).told(text, places))
        for viewer in (None, *range(run.state.world.players))
    ]
    return Said(public, tuple(own), instead)
