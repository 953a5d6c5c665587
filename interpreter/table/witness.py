"""What happened in a match, told by the reference interpreter when somebody asks.

A watched match keeps the position before everything that is done at its table, and plays with an engine that tells nothing. The
witness carries the same out again from there, once, and notes what it saw: nobody pays for what nobody reads.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Any

from ..engine.chance import ForcedChance
from ..engine.events import Noted
from ..engine.options import Option, bound
from ..engine.protocol import Engine, Maker
from ..engine.reference.guarding import Guarding
from ..engine.reference.interpreter import Interpreter
from ..engine.state import State
from ..engine.veils import Veils
from ..engine.world import World
from ..telling.conditions import CameBy, Condition, callers_of, conditions_of
from .journal import Chapter, Journal, RawChapter
from .log import LogLine, lines_of
from .pick_rows import MadeRow

MOST_STEPS = 16  # that are carried out again to tell how the rules have come to a decision


@dataclass(frozen=True, slots=True)
class Answered:
    """A seat has answered: its option by branch and values."""

    seat: int
    branch: int
    values: tuple[Any, ...]
    until: str = ""

    def carry_out(self, engine: Engine) -> None:
        engine.answer(self.seat, self.branch, self.values, self.until)


@dataclass(frozen=True, slots=True)
class WentOn:
    """Rules were called and went on without an answer: the set-up, or what a scenario runs."""

    calls: tuple[tuple[int, tuple[Any, ...]], ...] = ()
    floor: int = 0
    until: str = ""
    starts: bool = False

    def carry_out(self, engine: Engine) -> None:
        if self.starts:
            engine.start()
        for procedure, arguments in self.calls:
            engine.call(procedure, arguments)
        engine.run(self.floor, self.until)


class Parted(Exception):
    """An engine has not come to the position that the rules lead to: a fault in an engine, never in a definition."""


@dataclass(frozen=True)
class Testimony:
    """What the reference tells of one thing that was done: the chapter of the journal, and the lines that people read of it,
    once somebody does; and once somebody asks, by which conditions the rules came to each of them."""

    chapter: Chapter
    world: World
    seats: tuple[str, ...]
    step: PastStep
    veils: Veils

    @cached_property
    def lines(self) -> tuple[LogLine, ...]:
        retell = partial(_came_by, self.step, self.seats, self.veils)  # and not by way of this, which would hold itself
        return tuple(lines_of(self.chapter, self.world, self.seats, retell))


@dataclass(slots=True)
class PastStep:
    """One thing that was done at a table, with the position before it; `forced` is what chance had to give then, `told` what
    the witness says of it and `words` how an answer read, once somebody asked, and `row` the row of picks that it belongs to,
    if a person has made one. `eyes` are those of seats that have followed the game to the position after it."""

    before: State
    act: Answered | WentOn
    forced: ForcedChance | None = None
    told: Testimony | None = None
    words: str | None = None
    row: MadeRow | None = None
    eyes: dict[str, Any] = field(default_factory=dict)

    @property
    def untold(self) -> PastStep:
        """The same to be carried out again. What is told of a step holds this, so that nothing holds itself: such garbage would
        lie until somebody looks for it."""
        return PastStep(self.before, self.act, self.forced)


def tell(step: PastStep, journal: Journal, there: State | None) -> Testimony:
    """Let the reference carry out what follows a journal, and tell it. It must lead to where the engine that played has come
    to, if that is known."""
    events: list[Noted] = []
    act, veils, run = step.act, journal.veils, Interpreter(step.before.copy(), journal.seats, events)
    option = _taken(run, act) if isinstance(act, Answered) else None
    step.words = option.text if option is not None else None
    _carry_out(step, run, veils)
    if there is not None and run.state.table() != there.table():
        raise Parted("the engine that plays has come to another position than the rules lead to")
    answer = (act.seat, option) if isinstance(act, Answered) and option is not None else None
    chapter = journal.told(RawChapter(step.before, answer, events, run.state, run.follow().asked, run.follow().frozen))
    return Testimony(chapter, step.before.world, journal.seats, step.untold, veils)


def _carry_out(step: PastStep, run: Interpreter, veils: Veils) -> None:
    """Let the reference do what was done, while somebody listens for whom veils lie over the rules."""
    run.follow(veils)
    run.forced = ForcedChance() if step.forced is None else step.forced.copy()
    step.act.carry_out(run)


def _came_by(step: PastStep, seats: tuple[str, ...], veils: Veils, event: int, viewer: int | None) -> CameBy:
    """By what the rules came to an event, for a viewer who may know which sentence it comes from."""
    run = Guarding(step.before.copy(), seats, viewer)
    _carry_out(step, run, veils)
    cause = None if run.events is None else run.events[event].told[run.viewer]
    if cause is None:
        return CameBy()
    world = step.before.world
    conditions = conditions_of(run.guards[event], cause, world, seats)
    return CameBy(conditions, callers_of(run.callers[event], world.definition) if cause.carrier is None else ())


def conditions_now(told: Sequence[Testimony], viewer: int | None) -> tuple[Condition, ...]:
    """By which conditions the rules have come to the decision that waits after some steps, as one viewer may know them."""
    last = told[-MOST_STEPS:]
    if not last:
        return ()
    run = Guarding(last[0].step.before.copy(), last[0].seats, viewer)
    for one in last:
        _carry_out(one.step, run, one.veils)
    return conditions_of(run.around(), None, last[0].world, last[0].seats)


def words_of(step: PastStep, act: Answered, seats: tuple[str, ...], engine: Maker) -> str:
    """How an answer read. Any engine can say that, and what came of the answer need not be told for it."""
    if step.words is None:
        step.words = _taken(engine(step.before.copy(), seats), act).text
    return step.words


def _taken(run: Engine, act: Answered) -> Option:
    """The option that was taken, as the rules offer it."""
    for decision in run.decisions():
        if decision.seat == run.seats[act.seat]:
            for option in decision.options:
                if bound(option) == (act.branch, act.values):
                    return option
    raise Parted(f"{run.seats[act.seat]} was offered something that the rules do not offer")
