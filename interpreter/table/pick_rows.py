"""Rows of picks as people make them: in any order, and seen by nobody else before they end.

The rules ask for a row in ascending order, so that programs meet every selection once. People name things as they come to mind,
so a half-made row stays at the table, where it can be saved and taken back, and the rules get it in their order when it ends.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from .. import ir
from ..engine.binding import Binding
from ..engine.frames import places_of_decision, waiting_at
from ..engine.options import DECLINE, Decision, Option, bound, deciding_seat, options_of_picking
from ..engine.picking import Picking
from ..engine.reference.interpreter import Interpreter
from ..engine.state import State
from ..engine.texts import Speaker

Frame = tuple[int, int, int]  # how many rules are running, the innermost, and where it stands


class Addition(Option):
    """What a person answers in a row: one thing more, or that the row is done or declined."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class HalfMade:
    """What a person has picked, in the order in which it was, and where the rules stand meanwhile."""

    frame: Frame | None
    picks: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class MadeRow:
    """A row that a person has ended, as every step of it remembers it: its picks as they came, whether its end was said, and
    whether the step is the first one."""

    picks: tuple[Any, ...]
    is_said: bool
    is_first: bool

    @property
    def before_its_end(self) -> tuple[Any, ...]:
        return self.picks if self.is_said else self.picks[:-1]


def frame_of(state: State) -> Frame | None:
    """Where the rules stand; None when the game is over."""
    return (len(state.stack), *state.stack[-1][:2]) if state.stack else None


class OpenRow:
    """The row of picks that the rules ask a seat for; `begun` is what they have got of it in their own order."""

    def __init__(self, state: State, seats: tuple[str, ...], seat: int, node: ir.PickMany, places: list[Any]) -> None:
        self.state = state
        self.seats = seats
        self.seat = seat
        self.node = node
        self.places = places
        self.begun: tuple[Any, ...] = places[node.picked] or ()
        self.frame = frame_of(state)
        self.run = Interpreter(state, seats)

    @classmethod
    def of(cls, state: State, seats: tuple[str, ...], seat: int) -> OpenRow | None:
        """The row that a seat must decide now; None if it must not, or decides something else."""
        node = waiting_at(state)
        choice = node.choice if isinstance(node, ir.Ask) else node
        if not isinstance(choice, ir.PickMany):
            return None
        places = list(state.stack[-1][2])
        if not isinstance(node, ir.Ask):
            row = cls(state, seats, seat, choice, places)
            return row if deciding_seat(state, choice, places) == seat else None
        for asked, (is_open, _, picked) in zip(places[node.answers][0], places[node.answers][1:], strict=True):
            if asked == seat and is_open:
                places[node.items], places[choice.picked] = seat, picked
                return cls(state, seats, seat, choice, places)
        return None

    @cached_property
    def picking(self) -> Picking:
        return self.run.careful(lambda: Picking.asked(self.run.evaluator, self.node, list(self.places)))

    def in_order(self, picks: Sequence[Any]) -> tuple[Any, ...]:
        return self.picking.in_order(picks)

    def in_words(self, picks: Sequence[Any]) -> list[str]:
        """What was picked, as whoever picks it may know it."""
        speaker = Speaker(self.state, self.seats, self.seat)
        return [speaker.thing(one, self.node.type) for one in picks]

    def can_be(self, picks: Sequence[Any]) -> bool:
        """Whether these can be picked one after the other."""
        return all(one in self.additions(picks[:length]) for length, one in enumerate(picks))

    def before_it(self) -> State:
        """The position in which nothing was picked yet."""
        state, node = self.state.copy(), waiting_at(self.state)
        procedure, point, frozen = state.stack[-1]
        places = list(frozen)
        if isinstance(node, ir.Ask):
            seats, *answers = places[node.answers]
            answers[seats.index(self.seat)] = (1, DECLINE, ())
            places[node.answers] = (seats, *answers)
        else:
            places[self.node.picked] = None
        state.stack[-1] = (procedure, point, tuple(places))
        return state

    def is_still_open(self, state: State) -> bool:
        """Whether a position still asks for this row, of which it has got something."""
        again = OpenRow.of(state, self.seats, self.seat) if frame_of(state) == self.frame else None
        return again is not None and bool(again.begun)

    def additions(self, picks: Sequence[Any]) -> list[Any]:
        return self.run.careful(lambda: self.picking.additions(picks))

    def has_lapsed(self, picks: Sequence[Any]) -> bool:
        """Whether a row that came in ascending order would be at its end, though something could be added before its last."""
        row = self.in_order(picks)
        return self.picking.is_whole(row) and not self.run.careful(lambda: self.picking.next_candidates(row))

    def decision(self, picks: tuple[Any, ...], in_order: bool = False) -> Decision:
        """What can be added to some picks: in any order, or only in ascending order."""
        return self.run.careful(lambda: self._decision(picks, in_order))

    def _decision(self, picks: tuple[Any, ...], in_order: bool) -> Decision:
        node, seat, places = self.node, self.seat, list(self.places)
        picked = self.in_order(picks)
        following = self.picking.next_candidates(picked) if in_order else self.picking.additions(picked)
        places[node.picked] = picked
        next_options = options_of_picking(self.run.evaluator, node, places, seat, self.seats, picked, self.picking, following)
        options = tuple(Addition(one.text, one.number, *bound(one)) for one in next_options)
        offered = [bound(one) for one in options]
        everything = [(0, (one,)) for one in following]
        procedure = self.state.stack[-1][0]
        binding = Binding(self.state.copy(), procedure, node, seat, picks, lambda: everything, offered)
        for one in options:
            one.bind(binding)
        speaker = Speaker(self.state, self.seats, seat)
        prompt = speaker.text(node.prompt, places) if node.prompt is not None else ""
        return Decision(self.seats[seat], prompt, options, places_of_decision(self.state.world.definition)[node.site])
