"""One game at one table, from the set-up to the result.

Takes a definition, seats, a seed and answers; offers decisions, logs, scores, copies, undo and a record. Holds the state; all
rules are in the engine.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..engine.chance import ForcedChance
from ..engine.missing import numbers_of
from ..engine.opening import new_state
from ..engine.options import Decision as Decision
from ..engine.options import Option
from ..engine.protocol import Engine, Maker
from ..engine.python.offers import Offered
from ..engine.python.stepper import Stepper
from ..engine.state import State
from ..engine.trouble import RuleError
from ..engine.world import world_for
from ..errors import Misused
from ..model.definition import Definition
from .log import Line
from .witness import Answered, Step, Told, WentOn, told

SOME = 12  # options that a refusal names


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
    """Two matches are equal that stand at the same position with the same chance to come, however they came there. `watched`
    says whether the position before every step is kept, so that it can be told and taken back; `inherited` are the steps of
    another match that this one was copied from. `replays` says whether seed and answers lead to this position. `told_before`
    and `answered_before` come from a save: log and answers that no step of this match stands for."""

    definition: Definition
    seats: tuple[str, ...]
    seed: int
    options: Mapping[str, int]
    state: State
    watched: bool = True
    engine: Maker = Stepper
    replays: bool = False
    told_before: tuple[Line, ...] = ()
    answered_before: tuple[tuple[str, str], ...] = ()
    forced: ForcedChance = field(default_factory=ForcedChance)
    _steps: list[Step] = field(default_factory=list)
    _inherited: int = 0
    _trail: Trail | None = None
    _runner: Engine | None = None
    _decisions: tuple[Decision, ...] | None = None

    @classmethod
    def begin(
        cls,
        definition: Definition,
        seats: Sequence[str],
        seed: int,
        options: Mapping[str, int],
        watched: bool = True,
        engine: Maker = Stepper,
    ) -> Match:
        world = world_for(definition, len(seats), options)
        match = cls(definition, tuple(seats), seed, dict(options), new_state(world, seed), watched, engine)
        nobody = (None, None)
        match.go_on(WentOn(((definition.flow, nobody), (definition.setup, nobody))))
        match.replays = watched
        return match

    # ---- the engine

    @property
    def runner(self) -> Engine:
        """The engine that plays this match."""
        if self._runner is None:
            self._runner = self.engine(self.state, self.seats)
            self._runner.forced = self.forced
        return self._runner

    def go_on(self, act: WentOn) -> None:
        """Let rules run without an answer, to the next decision."""
        self._decisions = None
        step = self._step(act) if self.watched else None
        act.carry_out(self.runner)
        if step is not None:
            self._steps.append(step)

    def _step(self, act: Answered | WentOn) -> Step:
        return Step(self.state.copy(), act, None if self.forced.is_used_up else self.forced.copy())

    # ---- what happened

    @property
    def happened(self) -> list[Told]:
        """What every step of this match was, from its beginning or from where it was resumed; nothing if it is unwatched."""
        return told(self._steps, self.seats, self.state, self._inherited)

    @property
    def log(self) -> list[Line]:
        """What people may read of what happened."""
        return [*self.told_before, *(line for one in self.happened for line in one.lines)]

    @property
    def answers(self) -> list[tuple[str, str]]:
        """Every answer: whose it was, and how it read."""
        steps = zip(self._steps, self.happened, strict=True)
        given = [(self.seats[step.act.seat], one.words) for step, one in steps if isinstance(step.act, Answered)]
        return [*self.answered_before, *given]

    @property
    def past(self) -> list[State]:
        """The position before every answer of this match, from its beginning or from where it was resumed."""
        return [step.before for step in self._steps if isinstance(step.act, Answered)]

    # ---- decisions

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """Everybody who must decide now; empty when the game is over."""
        if self._decisions is None:
            self._decisions = (self._runner or self.runner).decisions()
        return self._decisions

    def answer(
        self,
        answer: Option | str | None = None,
        seat: str | None = None,
        *,
        index: int | None = None,
        number: int | None = None,
        until: str = "",
    ) -> None:
        """Take an answer: an option, its text, its `index` among those offered, or its `number` among all actions of the game;
        go on to the next decision, or before a stretch of a name. Raises Refused if it is not offered."""
        if index is not None or number is not None or not isinstance(answer, Option | str):
            answer = self._numbered(answer, seat, index, number)
        asked = self._decisions or self.decisions
        option: Option
        if isinstance(answer, Offered) and asked and answer.among is asked[0].options and seat in (None, asked[0].seat):
            player, option = answer.among.seat, answer
        else:
            decision, option = self.find(answer, seat)
            player = self.seats.index(decision.seat)
        self._decisions = None
        if not self.watched:
            self._answer_unwatched(player, option)
            return
        step = self._step(Answered(player, option.branch, option.values, until))
        try:
            step.act.carry_out(self.runner)
        except RuleError:
            self._go_back_to(step.before)
            raise
        self._steps.append(step)

    def _answer_unwatched(self, number: int, option: Option) -> None:
        """A copy for each answer would be dear: only the first position is kept, and what was answered since then."""
        if self._trail is None or self._trail.state is not self.state:
            self._trail = Trail(self.state, self.state.copy())
        branch, values = option.branch, option.values
        try:
            (self._runner or self.runner).answer(number, branch, values)
        except RuleError:
            trail, self._trail = self._trail, None
            self._go_back_to(trail.before)
            for answer in trail.answers:
                self.runner.answer(*answer)
            raise
        self._trail.answers.append((number, branch, values))

    def _go_back_to(self, before: State) -> None:
        """An answer could not be carried out: the position is the one before it."""
        self.state, self._runner, self._decisions = before, None, None

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
        return numbers_of(self.runner, self.seats, self.definition.score)

    @property
    def result(self) -> Result | None:
        """The outcome, once the game is over."""
        if not self.is_over:
            return None
        winner = self.definition.winner
        won = self.runner.ask(winner, (None, None)) if winner is not None else ()
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
            other.told_before, other.answered_before, other.replays = self.told_before, self.answered_before, self.replays
            other._steps, other._inherited = self._steps[:], len(self._steps)
        return other

    def undo(self) -> bool:
        """Take the last answer back, and whatever happened since; False if there is none."""
        if not any(isinstance(step.act, Answered) for step in self._steps):
            return False
        while not isinstance((step := self._steps.pop()).act, Answered):
            pass
        # A watched copy shares the past, so what is played from here on must not write into it.
        self.state = step.before.copy()
        self._inherited = min(self._inherited, len(self._steps))
        self._runner, self._decisions = None, None
        return True


def _meant(decision: Decision, answer: str) -> Option | None:
    """The option with a text."""
    words = " ".join(answer.split()).casefold()
    return next((option for option in decision.options if option.text.casefold() == words), None)
