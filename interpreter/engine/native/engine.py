"""The engine that plays with a compiled library, as every engine does: from decision to decision, to the end of the game.

Takes a state and leaves it behind as the others would. Words of options, forced chance, and stops before a named step are the
business of the engine in Python, which also does again whatever a library could not: it tells why, or goes on.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from typing import Any

from ... import ir
from ...errors import Misused
from ..answering import answer_among_others, answer_pick, bind
from ..chance import ForcedChance
from ..effect_rows import Row
from ..evaluate import Evaluator
from ..frames import waiting_at
from ..offering import Offered, offered_by
from ..options import Decision
from ..picking import Picking
from ..protocol import Draw, Policy
from ..python.stepper import Stepper
from ..state import State
from ..world import World
from .compiler import NoCompiler
from .flow import entries_of
from .libraries import DEBUG, demanded
from .library import Library, NativePosition
from .making import LEVELS
from .rows import NoRoom
from .writer import Unwritten


def demanded_by_name(world: World, level: int = LEVELS[0]) -> Library:
    """The library of a world for somebody who wants this engine and no other; one sentence, if there can be none."""
    try:
        return demanded(world, level)
    except (NoCompiler, Unwritten) as problem:
        raise Misused(f'the engine "native" cannot play this: {problem}') from None


class Native:
    """`fired` counts abilities, where somebody wants to know."""

    rows: list[Row] | None = None
    fired: list[int] | None = None
    _finishing: Stepper | None = None  # the engine in Python, where it plays to the end

    def __init__(self, state: State, seats: tuple[str, ...]) -> None:
        self.state = state
        self.definition = state.world.definition
        self.seats = seats
        self.forced = ForcedChance()
        self._table = self._new_table(LEVELS[0])

    def _new_table(self, level: int) -> NativePosition:
        return NativePosition(demanded_by_name(self.state.world, level))

    def note_rows(self) -> None:
        """From now on play with the debug build, which notes each effect as a row."""
        self.rows = []
        self._table = self._new_table(DEBUG)
        self._table.note_rows()

    def count_abilities(self, fired: list[int]) -> None:
        self.fired = fired
        self._counts = (ctypes.c_int64 * (len(self.definition.procedures) + 1))()
        self._table.library.code.rw_fired(self._table.run, self._counts)

    def copy(self) -> Native:
        return Native(self.state.copy(), self.seats)

    # ---- what only Python does

    def _in_python(self) -> Stepper:
        """The engine in Python at the same position."""
        other = Stepper(self.state, self.seats)
        other.forced = self.forced
        if self.rows is not None:
            other.note_rows()
            other.rows = self.rows
        elif self.fired is not None:
            other.count_abilities(self.fired)
        return other

    def start(self) -> None:
        self._in_python().start()

    def call(self, procedure: int, arguments: tuple[Any, ...]) -> None:
        self._in_python().call(procedure, arguments)

    def ask(self, function: int, arguments: tuple[Any, ...]) -> Any:
        return self._in_python().ask(function, arguments)

    def ask_each(self, function: int, questions: Sequence[tuple[Any, ...]]) -> list[Any]:
        return self._in_python().ask_each(function, questions)

    def decisions(self) -> tuple[Decision, ...]:
        return self._in_python().decisions()

    # ---- going on

    def run(self, floor: int = 0, until: str = "") -> None:
        if floor or until or not self._carried(self._table.go_on):
            self._in_python().run(floor, until)

    def _carried(self, go: Callable[[], int]) -> bool:
        """Let the library go on from the state; says whether it did. If not, the state is as before."""
        can_enter = all(point in entries_of(self.definition, one) for one, point, _ in self.state.stack)
        if not can_enter or not self.forced.is_used_up:
            return False
        try:
            self._table.write(self.state)
        except NoRoom:
            return False
        if go() < 0:
            self._noted(False)
            return False
        self._table.read(self.state)
        self._noted(True)
        return True

    def _noted(self, counts: bool) -> None:
        """Take over what was counted and noted, or forget it."""
        if self.rows is not None and counts:
            self.rows += self._table.rows()
        elif self.rows is not None:
            self._table.note_rows()  # the last row may have been left in the middle
        if self.fired is not None:
            for procedure, times in enumerate(self._counts[: len(self.fired)]):
                self.fired[procedure] += times if counts else 0
                self._counts[procedure] = 0

    def answer(self, seat: int, branch: int, values: tuple[Any, ...], until: str = "") -> None:
        if until or not self.forced.is_used_up:
            self._in_python().answer(seat, branch, values, until)
            return
        before = self.state.stack[-1]
        if self._take(seat, branch, values) and not self._carried(self._table.go_on):
            self.state.stack[-1] = before
            self._in_python().answer(seat, branch, values)

    def _take(self, seat: int, branch: int, values: tuple[Any, ...]) -> bool:
        """Write an answer down; says whether rules go on with it."""
        node = waiting_at(self.state)
        procedure, point, kept = self.state.stack[-1]
        places, run = list(kept), Evaluator(self.state.world, self.state)
        goes_on = is_over = True
        if isinstance(node, ir.Ask):
            choice: Any = node.choice
            is_over = goes_on = answer_among_others(
                node, places, seat, branch, values, lambda own: Picking.asked(run, choice, own)
            )
        elif isinstance(node, ir.PickMany):
            is_over = answer_pick(node, places, branch, values)
        else:
            assert isinstance(node, ir.Choose)
            bind(node, places, branch, values)
        self.state.stack[-1] = (procedure, point + is_over, tuple(places))
        return goes_on

    # ---- to the end

    def play_out(self, policy: Policy) -> None:
        """Go on to the end of the game: the policy picks, and may look at the state."""
        self._play(lambda seat, count, site: policy(self.state, seat, count, site))

    def on_offer(self) -> Offered:
        return offered_by(self.decisions()[0].options) if self._finishing is None else self._finishing.on_offer()

    def play_by_chance(self, draw: Draw) -> None:
        self._play(lambda seat, count, site: int(draw() * count))

    def _play(self, pick: Callable[[int, int, int], int]) -> None:
        table, option = self._table, -1
        while self.state.stack:
            if not self._carried(lambda option=option: table.step(option)):  # type: ignore[misc]
                break
            if self.state.stack:
                (seat, count), *_ = table.decisions()
                option = pick(seat, count, table.site)
        if self.state.stack:
            left = [] if option < 0 else [option]
            self._finishing = self._in_python()
            self._finishing.play_out(lambda state, seat, count, site: left.pop() if left else pick(seat, count, site))
