"""Whoever plays beside the reference in a lockstep.

Engines that go from decision to decision, engines that play to the end once all answers are known, and the memory of a compiled
library, each with all that one could tell it apart by.
"""

from __future__ import annotations

import ctypes
import random
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from lockstep import (
    Answer,
    Beside,
    Companion,
    Differs,
    Lockstep,
    Results,
    Seen,
    Stopped,
    Told,
    results_of,
    running,
    same,
    told_of,
)
from rulewright import Game
from rulewright.engine.native.engine import Native
from rulewright.engine.native.libraries import DEBUG, demanded
from rulewright.engine.native.library import Library, NativePosition
from rulewright.engine.native.rows import NoRoom
from rulewright.engine.native.whole_games import first_position
from rulewright.engine.observation import observed
from rulewright.engine.opening import new_state
from rulewright.engine.options import Decision, bound
from rulewright.engine.protocol import Engine, Maker
from rulewright.engine.python.stepper import Stepper
from rulewright.engine.reference.interpreter import Interpreter
from rulewright.engine.state import State
from rulewright.engine.trouble import RuleError
from rulewright.engine.world import World
from rulewright.engine.worlds import world_for

LOOKS = 5  # of so many decisions there is one at which a seat looks at the table
NO_ROOM = -9  # a list or a frame for which a library has no room: the engine in Python goes on there


class StepByStep(Companion):
    """An engine that goes from decision to decision: positions, frames, decisions with all their words, rows, and results."""

    goes_along = has_words = True

    def __init__(self, maker: Maker, world: World, seats: tuple[str, ...], seed: int) -> None:
        self.engine: Any = maker(new_state(world, seed), seats)
        self.engine.note_rows()
        self.asked: tuple[Decision, ...] = ()
        self.found: Results | None = None

    def begin(self) -> None:
        self.engine.start()
        self.engine.run()

    def answer(self, answer: Answer) -> None:
        own = next(one for one in self.asked if one.seat == answer.decision.seat)
        same("picks", answer.option.picks, own.options[answer.place].picks)
        self.engine.rows.clear()
        self.engine.answer(answer.seat, *bound(own.options[answer.place]))

    def decisions(self) -> None:
        self.asked = ()  # as they were if they cannot be told
        self.asked = self.engine.decisions()

    def compare(self, seen: Seen) -> None:
        same("positions", seen.table, self.engine.state.table())
        same("frames", running(seen.state), running(self.engine.state))
        same("decisions", seen.decisions, self.asked)
        same("rows", seen.rows, self.engine.rows)  # last, for only a debug build shows them

    def results(self) -> None:
        self.found = results_of(self.engine)

    def compare_results(self, wanted: Results) -> None:
        same("scores and winners", wanted, self.found)


class _Left(Exception):
    """There are no more answers, as the game was left."""


class ToTheEnd(Companion):
    """An engine in the form that plays games out, with a policy that looks: it asks the same at the same positions."""

    def __init__(self, maker: Maker, world: World, seats: tuple[str, ...], seed: int) -> None:
        self.engine: Engine = maker(new_state(world, seed), seats)
        self.passed: list[tuple[Any, list[tuple[int, int]], int | None]] = []
        self.answers: Sequence[Answer] = ()
        self.at = 0  # how many of them were given

    def compare(self, seen: Seen) -> None:
        self.passed.append((seen.table, seen.asked, None if seen.has_answers else seen.budget))

    def finish(self, answers: Sequence[Answer], told: Told) -> None:
        self.answers = answers
        own: Told = ()
        self.engine.start()
        try:
            self._play()
            if told:  # the game may have gone to its end, and only scores or winners could not be told
                results_of(self.engine)
        except RuleError as problem:
            own = told_of(problem)
        except _Left:
            return
        if own != told:
            raise Differs(f"stopped differently in the run form: {told} ≠ {own}")
        if not told:
            same("end of the run form", self.passed[-1][:2], (self.engine.state.table(), []))

    def _play(self) -> None:
        self.engine.play_out(lambda state, seat, count, site: self._next(state, seat, count))

    def _next(self, state: State, seat: int, count: int) -> int:
        if self.at == len(self.passed):
            raise Differs("the run form goes on")
        table, asked, budget = self.passed[self.at]
        same("position of the run form", table, state.table())
        same("question of the run form", asked[:1], [(seat, count)])
        if budget is not None:
            same("steps of the run form", budget, state.budget)
        return self._answer().place

    def _answer(self) -> Answer:
        if self.at == len(self.answers):
            raise _Left
        self.at += 1
        return self.answers[self.at - 1]


class ByChance(ToTheEnd):
    """The form that draws by itself: it draws as often, and ends alike."""

    def _play(self) -> None:
        self.engine.play_by_chance(self._draw)

    def _draw(self) -> float:
        answer = self._answer()
        return (answer.place + 0.5) / len(answer.decision.options)


class InLibrary(Companion):
    """The memory of a compiled library: whole positions with frames, the row of every effect, who decides, how many options
    there are and their numbers, how many steps are left, which abilities came into effect, what seats may see, scores and
    winners."""

    goes_along = True

    def __init__(self, library: Library, world: World, seats: tuple[str, ...], seed: int) -> None:
        self.library, self.table, self.back = library, NativePosition(library), new_state(world, seed)
        self.random = random.Random(seed)
        Interpreter(self.back, seats).start()
        self.table.write(self.back)
        self.table.note_rows()
        self.fired = (ctypes.c_int64 * (1 + len(world.definition.procedures)))()
        library.code.rw_fired(self.table.run, self.fired)
        self.looks = 0

    def begin(self) -> None:
        self._went(self.table.go_on())

    def answer(self, answer: Answer) -> None:
        same("numbers of a library", answer.decision.numbers, self.table.numbers(answer.seat))
        self._went(self.table.answer(answer.seat, answer.place))

    def _went(self, status: int) -> None:
        self.goes_along = status != NO_ROOM
        if status < 0:
            raise RuleError("", ())

    def compare(self, seen: Seen) -> None:
        if not self.goes_along:
            return
        self.table.read(self.back)
        same("position of a library", seen.key, self.back.key())
        if not seen.has_answers:
            same("steps of a library", seen.budget, self.back.budget)
        same("decisions of a library", seen.asked, self.table.decisions())
        same("rows of a library", seen.rows, self.table.rows())
        same("abilities of a library", seen.fired, self.fired[: len(seen.fired)])
        self.looks += 1
        if not self.looks % LOOKS:
            seat, deciding = self.random.randrange(len(seen.seats)), [seat for seat, _ in seen.asked]
            same("what a library shows", observed(seen.state, seat, deciding), self.table.observe(seat))

    def compare_results(self, wanted: Results) -> None:
        if not self.goes_along:
            return
        definition = self.library.world.definition
        if definition.score is not None:  # a score that is none is left to whoever can say why
            same("scores of a library", None if None in wanted.scores else wanted.scores, self.table.scores())
        if definition.winner is not None:
            same("winners of a library", sorted(set(wanted.winners)), self.table.winners())


class DebugNative(Native):
    """The native engine with the same library that `InLibrary` looks into."""

    def _new_table(self, level: int) -> NativePosition:
        return super()._new_table(DEBUG)


class NumberedNative(DebugNative):
    """The same, where the library is asked at every decision for what is told in Python: who decides, how many options there
    are, and their numbers. Nobody else needs the numbers where options are told in words. Nor does it play on in Python what
    the library refused to."""

    refused = False

    def _carried(self, go: Callable[[], int]) -> bool:
        def noted() -> int:
            status = go()
            self.refused = status < 0 and status != NO_ROOM
            return status

        return super()._carried(noted)

    def decisions(self) -> tuple[Decision, ...]:
        found = super().decisions()
        same("whether rules go on", False, self.refused)
        with suppress(NoRoom):
            self._table.write(self.state)
            asked = [(self.seats.index(one.seat), one) for one in found]
            same("decisions of a library", [(seat, len(one.options)) for seat, one in asked], self._table.decisions())
            for seat, one in asked:
                same("numbers of a library", one.numbers, self._table.numbers(seat))
        return found


def same_ends(library: Library, games: int) -> None:
    """Games in which chance decides, in one piece and from decision to decision: the same memory in the end, the same chance
    left, scores and winners. Both are inside the library, so that hundreds take a fraction of a second."""
    first, seats = first_position(library), library.world.players
    for seed in range(games):
        ends = []
        for form in (library.code.rw_play, library.code.rw_walk):
            table, chances = NativePosition(library), (ctypes.c_uint64 * seats)(*range(seed * seats, (seed + 1) * seats))
            table.memory[:] = first
            table.exchange.parts["rng"][0] = seed
            status = form(table.run, table.state, chances)
            used = library.layout.fields["stack"].offset + 4 * table.exchange.parts["top"][0]
            ends.append((status, bytes(table.memory[:used]), chances[:], table.scores(), table.winners()))
        same("ends of both forms", *ends)


def in_library(world: World, seats: tuple[str, ...], seed: int) -> InLibrary:
    return InLibrary(demanded(world, DEBUG), world, seats, seed)


PYTHON: tuple[Beside, ...] = (partial(StepByStep, Stepper), partial(ToTheEnd, Stepper))
BY_CHANCE: Beside = partial(ByChance, Stepper)
NATIVE: tuple[Beside, ...] = (in_library, partial(StepByStep, DebugNative), partial(ToTheEnd, DebugNative))


# ---------------------------------------------------------------- games of a library


def debug_library(game: Game, players: int, options: dict[str, str] | None = None) -> Library:
    names = game.check_seats(players)
    return demanded(world_for(game.definition, players, game.check_options(options or {}, names)), DEBUG)


def in_step(game: Game, library: Library, seed: int) -> int:
    """One game of a library, beside the reference; returns how many decisions it had."""
    world, seats = library.world, game.check_seats(library.world.players)
    run = Lockstep(world, seats, seed, [partial(InLibrary, library)], in_order=False)
    with suppress(Stopped):
        run.play()
    return len(run.answers)
