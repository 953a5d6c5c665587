"""One game at one table, from the set-up to the result.

Takes a definition, seats, a seed and answers; offers decisions, logs, scores, copies, undo and a record. Holds the state; all
rules are in the engine.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..engine.events import Noted
from ..engine.missing import numbers_of
from ..engine.opening import new_state
from ..engine.options import Decision as Decision
from ..engine.options import Option
from ..engine.python.offers import Offered
from ..engine.python.stepper import Stepper
from ..engine.reference.interpreter import Interpreter
from ..engine.state import State
from ..engine.trouble import RuleError
from ..engine.world import world_for
from ..errors import Misused
from ..model.definition import Definition
from .log import Line, answer_line, lines_of

SOME = 12  # options that a refusal names
Engine = Callable[[State, tuple[str, ...], list[Noted] | None], Interpreter]


class Refused(Misused):
    """An answer that is not offered: whose it was, why it is not taken, and what is offered instead. Nothing has changed."""

    def __init__(self, why: str, seat: str | None = None, offered: Sequence[Option] = ()) -> None:
        self.why = why
        self.seat = seat
        self.offered = tuple(offered)
        texts = ", ".join(option.text for option in self.offered[:SOME])
        more = ", …" if len(self.offered) > SOME else ""
        super().__init__(f"{why}. Offered: {texts}{more}" if self.offered else why)


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended: every seat with its score, best first, and who won."""

    scores: dict[str, int]
    winners: tuple[str, ...]

    @property
    def ranking(self) -> list[tuple[str, int]]:
        order = sorted(self.scores.items(), key=lambda pair: (pair[0] not in self.winners, -pair[1]))
        return order


@dataclass(slots=True)
class Trail:
    """How an unwatched match came to its position: from a copy of an earlier one, by seats, branches and what was picked."""

    state: State
    before: State
    answers: list[tuple[int, int, tuple[Any, ...]]] = field(default_factory=list)


@dataclass(eq=False, repr=False)
class Match:
    """Two matches are equal that stand at the same position with the same chance to come, however they came there. `replays`
    says whether seed and answers lead to this position, as they do in a watched match from its beginning."""

    definition: Definition
    seats: tuple[str, ...]
    seed: int
    options: Mapping[str, int]
    state: State
    watched: bool = True
    engine: Engine = Stepper
    replays: bool = False
    answers: list[tuple[str, str]] = field(default_factory=list)
    log: list[Line] = field(default_factory=list)
    _past: list[State] = field(default_factory=list)
    _trail: Trail | None = None
    _interpreter: Interpreter | None = None
    _decisions: tuple[Decision, ...] | None = None

    @classmethod
    def begin(
        cls,
        definition: Definition,
        seats: Sequence[str],
        seed: int,
        options: Mapping[str, int],
        watched: bool = True,
        engine: Engine = Stepper,
    ) -> Match:
        world = world_for(definition, len(seats), options)
        match = cls(definition, tuple(seats), seed, dict(options), new_state(world, seed), watched, engine)
        runner = match.interpreter
        runner.call(definition.flow, (None, None))
        runner.call(definition.setup, (None, None))
        match.advance(runner.run)
        match.replays = watched
        return match

    # ---- the engine

    @property
    def interpreter(self) -> Interpreter:
        if self._interpreter is None:
            self._interpreter = self.engine(self.state, self.seats, [] if self.watched else None)
        return self._interpreter

    def lend_to(self, interpreter: Interpreter | None) -> None:
        """Let another engine go on with this match; nobody gives it back to its own."""
        self._interpreter, self._decisions = interpreter, None

    def advance(self, go_on: Any) -> list[Noted]:
        """Let the engine run to the next decision, and write down what happened."""
        self._decisions = None
        go_on()
        runner = self.interpreter
        if runner.events is None:
            return []
        self.log += lines_of(runner, runner.events)
        happened = runner.events[:]
        runner.events.clear()
        return happened

    # ---- decisions

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """Everybody who must decide now; empty when the game is over."""
        if self._decisions is None:
            self._decisions = (self._interpreter or self.interpreter).decisions()
        return self._decisions

    def answer(
        self,
        answer: Option | str | None = None,
        seat: str | None = None,
        *,
        index: int | None = None,
        number: int | None = None,
    ) -> None:
        """Take an answer: an option, its text, its `index` among those offered, or its `number` among all actions of the game.
        Raises Refused if it is not offered."""
        if index is not None or number is not None or not isinstance(answer, Option | str):
            answer = self._numbered(answer, seat, index, number)
        asked = self._decisions or self.decisions
        option: Option
        if isinstance(answer, Offered) and asked and answer.among is asked[0].options and seat in (None, asked[0].seat):
            player, option = answer.among.seat, answer
        else:
            decision, option = self.find(answer, seat)
            player = self.seats.index(decision.seat)
        if not self.watched:
            self._decisions = None
            self._answer_unwatched(player, option)
            return
        before, told = self.state.copy(), len(self.log)
        words = option.text
        try:
            happened = self.advance(lambda: self.interpreter.answer(player, option))
        except RuleError:
            del self.log[told:]
            self._go_back_to(before)
            raise
        self._past.append(before)
        self.answers.append((self.seats[player], words))
        self.log.insert(told, answer_line(before, happened, self.seats, player, option))

    def _answer_unwatched(self, number: int, option: Option) -> None:
        """A copy for each answer would be dear: only the first position is kept, and what was answered since then."""
        if self._trail is None or self._trail.state is not self.state:
            self._trail = Trail(self.state, self.state.copy())
        try:
            (self._interpreter or self.interpreter).answer(number, option)
        except RuleError:
            trail, self._trail = self._trail, None
            self._go_back_to(trail.before)
            for seat, branch, values in trail.answers:
                self.interpreter.answer(seat, Option("", 0, branch, values))
            raise
        self._trail.answers.append((number, option.branch, option.values))

    def _go_back_to(self, before: State) -> None:
        """An answer could not be carried out: the position is the one before it."""
        forced = self.interpreter.forced
        self.state, self._interpreter, self._decisions = before, None, None
        self.interpreter.forced = forced

    def find(self, answer: Option | str, seat: str | None = None) -> tuple[Decision, Option]:
        """The option that is meant, and whose decision it answers."""
        asked = self._asked(seat)
        for one in asked:
            if isinstance(answer, Option):
                if answer in one.options:
                    return one, answer
                continue
            option = _meant(one, answer)
            if option is not None:
                return one, option
        words = answer.text if isinstance(answer, Option) else answer
        raise Refused(f"{asked[0].seat} cannot {words}", asked[0].seat, asked[0].options)

    def _asked(self, seat: str | None) -> list[Decision]:
        asked = [one for one in self.decisions if seat is None or one.seat == seat]
        if not asked:
            raise Refused(self._nobody_asked(seat), seat)
        return asked

    def _numbered(self, answer: object, seat: str | None, index: int | None, number: int | None) -> Option:
        """The option of an index among those offered, or of a number among all actions of the game."""
        if sum(one is not None for one in (answer, index, number)) != 1 or answer is not None:
            raise TypeError("an answer is an option, a text, index=… among those offered, or number=… among all actions")
        first, *others = self._asked(seat)
        if index is not None:
            if not 0 <= index < len(first.options):
                raise Refused(f"{first.seat} has no option with the index {index}", first.seat, first.options)
            return first.options[index]
        for one in (first, *others):
            if number in (numbers := one.numbers):
                return one.options[numbers.index(number)]
        raise Refused(f"{first.seat} has no option with the number {number}", first.seat, first.options)

    def _nobody_asked(self, seat: str | None) -> str:
        if not self.decisions:
            return "the game is over, nobody is asked anything"
        deciding = " and ".join(one.seat for one in self.decisions)
        return f"it is not {seat}'s decision; {deciding} must decide"

    # ---- results

    @property
    def is_over(self) -> bool:
        return not self.state.stack

    @property
    def scores(self) -> dict[str, int]:
        """What the result says of every seat now; raises RuleError if that is none."""
        return numbers_of(self.interpreter, self.seats, self.definition.score)

    @property
    def result(self) -> Result | None:
        """The outcome, once the game is over."""
        if not self.is_over:
            return None
        winner = self.definition.winner
        won = self.interpreter.ask(winner, (None, None)) if winner is not None else ()
        return Result(self.scores, tuple(self.seats[player] for player in won or ()))

    # ---- what leaves the table

    def view(self, seat: str) -> dict[str, Any]:
        """What this seat may know, as plain data."""
        from .view import view

        return view(self, seat)

    def save(self, bots: Mapping[str, str] | None = None) -> str:
        """Everything about this match as text, to be resumed later; with the bots that play some of its seats."""
        from .save import save

        return save(self, bots)

    def record(self) -> str:
        """Seed, seats and answers as YAML, to be replayed."""
        from .record import to_text

        return to_text(self)

    # ---- among other matches

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Match):
            return NotImplemented
        same = self.definition.fingerprint == other.definition.fingerprint and self.seats == other.seats
        return same and self.options == other.options and self.state.key() == other.state.key()

    __hash__ = None  # type: ignore[assignment]  # a match changes

    def __repr__(self) -> str:
        asked = ", ".join(f"{one.seat} has {len(one.options)} options" for one in self.decisions)
        return f"<Match of {self.definition.id}, seed {self.seed}: {asked or 'the game is over'}>"

    # ---- copies

    def copy(self, watched: bool = False) -> Match:
        """The same position in a match of its own; unwatched copies keep no log, record or past."""
        other = Match(self.definition, self.seats, self.seed, self.options, self.state.copy(), watched, self.engine)
        if watched:
            other.answers, other.log, other._past = self.answers[:], self.log[:], self._past[:]
            other.replays = self.replays
        return other

    def undo(self) -> bool:
        """Take the last answer back; False if there is none."""
        if not self._past:
            return False
        # A watched copy shares the past, so what is played from here on must not write into it.
        self.state = self._past.pop().copy()
        self.answers.pop()
        while self.log and not self.log.pop().is_answer:
            pass
        self._interpreter, self._decisions = None, None
        return True


def _meant(decision: Decision, answer: str) -> Option | None:
    """The option with a text."""
    words = " ".join(answer.split()).casefold()
    return next((option for option in decision.options if option.text.casefold() == words), None)
