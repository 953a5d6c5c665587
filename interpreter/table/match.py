"""One game at one table, from the set-up to the result.

Takes a definition, seats, a seed and answers; offers decisions, scores, copies, undo, a record. All rules are in the engine.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, NoReturn

from ..engine.chance import ForcedChance
from ..engine.choice import engine_for
from ..engine.missing import numbers_of
from ..engine.opening import new_state
from ..engine.options import DONE, Option, bound
from ..engine.options import Decision as Decision
from ..engine.protocol import Engine, Maker
from ..engine.state import State
from ..engine.trouble import RuleError
from ..engine.world import Identity
from ..engine.worlds import world_for
from ..errors import WrongCall
from ..model.definition import Definition
from ..telling.keys import Keys
from .board import as_text
from .journal import Journal
from .log import LogLine
from .past import Past, Trail
from .pick_rows import Addition, HalfMade, MadeRow, OpenRow, frame_of
from .record import to_text
from .refusal import Refused, asked_of, meant, numbered
from .result import Result
from .save import save
from .truths import CommonTruths, Truths
from .view import View
from .viewing import view_of
from .witness import Answered, PastStep, WentOn


@dataclass(eq=False, repr=False)
class Match:
    """Two matches are equal that stand at the same position with the same chance to come, however they came there. `watched`
    says whether every step is kept, so that it can be told and taken back. `replays` says whether seed and answers lead to
    this position. `told_before` and `answered_before` come from a save: log and answers that no step of this match stands for.
    `is_laid_out` says that everybody knows where the rules stood first, as in a scenario. `rows` are rows of picks
    that people have begun, by seat, the latest last."""

    definition: Definition
    seats: tuple[str, ...]
    seed: int
    options: Mapping[str, int]
    state: State
    watched: bool = True
    engine: Maker = field(default_factory=engine_for)
    replays: bool = False
    told_before: tuple[LogLine, ...] = ()
    answered_before: tuple[tuple[str, str], ...] = ()
    keys_before: tuple[Keys, ...] | None = None
    is_laid_out: bool = False
    forced: ForcedChance = field(default_factory=ForcedChance)
    rows: dict[int, HalfMade] = field(default_factory=dict)
    _past: Past = field(default_factory=Past)
    _trail: Trail | None = None
    _runner: Engine | None = None
    _decisions: tuple[Decision, ...] | None = None
    _shown: CommonTruths | None = None

    @classmethod
    def begin(
        cls, definition: Definition, seats: Sequence[str], seed: int, options: Mapping[str, int], watched: bool = True,
        engine: Maker | None = None, absent: frozenset[Identity] = frozenset(),
    ) -> Match:  # fmt: skip
        """`absent` are cards that this table never had."""
        world = world_for(definition, len(seats), options, absent)
        match = cls(definition, tuple(seats), seed, dict(options), new_state(world, seed), watched, engine or engine_for())
        match.go_on(WentOn(starts=True))
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

    def play_with(self, engine: Maker) -> None:
        """Let another engine go on from here."""
        self.engine, self._runner, self._decisions = engine, None, None

    def go_on(self, act: WentOn) -> None:
        """Let rules run without an answer, to the next decision."""
        self._decisions = None
        step = self._step(act) if self.watched else None
        act.carry_out(self.runner)
        if step is not None:
            self._past.add(step)
        self._forget_rows()

    def _step(self, act: Answered | WentOn) -> PastStep:
        return PastStep(self.state.copy(), act, None if self.forced.is_used_up else self.forced.copy())

    # ---- what happened

    @property
    def journal(self) -> Journal:
        """What happened, step by step, with what each seat may know of it; empty if nobody watches."""
        return self._shown.journal if self._shown else self._past.hear(self).copy()

    @property
    def keys(self) -> tuple[Keys, ...]:
        """The keys by which whoever looks on, and each seat, knows cards now."""
        return self._past.hear(self).keys

    @property
    def log(self) -> list[LogLine]:
        """What people may read of what happened."""
        return self._shown.log if self._shown else [*self.told_before, *self._past.log(self)]

    @property
    def answers(self) -> list[tuple[str, str]]:
        """Every answer: whose it was, and how it read."""
        return [*self.answered_before, *self._past.answers(self.seats, self.engine)]

    @property
    def answer_count(self) -> int:
        return len(self.answered_before) + self._past.count

    @property
    def steps(self) -> Sequence[PastStep]:
        """Everything that was done at this table, from its beginning or from where it was resumed."""
        return self._past.steps

    @property
    def past(self) -> list[State]:
        """The position before every answer of this match, from its beginning or from where it was resumed."""
        return [step.before for step, _ in self._past.answered]

    # ---- decisions

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """Everybody who must decide now; empty when the game is over. A row of picks is asked for in ascending order, so that
        a program meets every selection once, unless a person has begun it."""
        if self._decisions is None:
            self._decisions = (self._runner or self.runner).decisions()
            if self.rows:
                begun = [self.seats[seat] for seat in self.rows]
                self._decisions = tuple(self.offer(one.seat) if one.seat in begun else one for one in self._decisions)
        return self._decisions

    def offer(self, seat: str | None = None) -> Decision:
        """What a person is asked: of a row of picks everything that can still be completed, in any order."""
        decision = asked_of(self.decisions, seat)[0]
        row = self.open_row(decision.seat)
        return decision if row is None else row.decision(self.picks_in(row))

    def answer(
        self, answer: Option | str | None = None, seat: str | None = None, *, index: int | None = None,
        number: int | None = None, until: str = "",
    ) -> None:  # fmt: skip
        """Take an answer: an option, its text, its `index` among those offered, or its `number` among all actions of the game;
        go on to the next decision, or before a stretch of a name. Raises Refused if it is not offered. Texts are a person's
        answers: in a row of picks they come in any order, as do the options of `offer`."""
        if index is not None or number is not None or not isinstance(answer, Option | str):
            answer = numbered(asked_of(self.decisions, seat), answer, index, number)
        asked = self._decisions or self.decisions
        option: Option
        among = answer.among if isinstance(answer, Option) else None
        if among is not None and asked and among is asked[0].options and seat in (None, asked[0].seat):
            player, option = among.seat, answer  # type: ignore[assignment]
        else:
            decision, option = self.find(answer, seat, in_any_order=self.watched)
            player = self.seats.index(decision.seat)
        if isinstance(option, Addition):
            self._add(player, option, until)
        elif self.watched:
            self._give(Answered(player, *bound(option), until))
        else:
            self._decisions = None
            self._answer_unwatched(player, *bound(option))

    def follow(self, text: str, seat: str) -> None:
        """Take an answer as it was written down, with every row of picks in ascending order."""
        self.answer(self.find(text, seat)[1], seat)

    def _give(self, act: Answered, row: MadeRow | None = None) -> None:
        self._decisions = None
        step = self._step(act)
        step.row = row
        try:
            act.carry_out(self.runner)
        except RuleError:
            self.stand_at(step.before)
            raise
        self._past.add(step)
        self._forget_rows()

    def _answer_unwatched(self, number: int, branch: int, values: tuple[Any, ...]) -> None:
        if self._trail is None or self._trail.state is not self.state:
            self._trail = Trail.from_here(self.state)
        try:
            (self._runner or self.runner).answer(number, branch, values)
        except RuleError:
            trail, self._trail = self._trail, None
            self.stand_at(trail.before)
            trail.follow(self.runner)
            raise
        self._trail.answers.append((number, branch, values))

    def stand_at(self, state: State) -> None:
        """Go on from another position of this table, such as the one before an answer that could not be carried out."""
        self.state, self._runner, self._decisions = state, None, None

    # ---- rows of picks in any order

    def open_row(self, seat: str) -> OpenRow | None:
        """The row of picks that a seat is asked for, if it is; nobody sits at an unwatched match."""
        return OpenRow.of(self.state, self.seats, self.seats.index(seat)) if self.watched else None

    def picks_in(self, row: OpenRow) -> tuple[Any, ...]:
        """What was picked in a row so far, by a person or in ascending order."""
        half = self.rows.get(row.seat)
        return row.begun if half is None else half.picks

    def _add(self, player: int, option: Addition, until: str) -> None:
        row = self.open_row(self.seats[player])
        assert row is not None
        branch, values = bound(option)
        picks = (*self.picks_in(row), *values)
        if branch < 0 or not row.additions(picks):
            self._end_row(row, picks, branch, until)
            return
        self._begin_anew(row)
        self.rows.pop(player, None)
        self.rows[player] = HalfMade(row.frame, picks)
        self._decisions = None

    def end_row(self, seat: str, until: str = "") -> None:
        """Hand a row over as it is; somebody must have begun it, and it must be whole."""
        row = self.open_row(seat)
        assert row is not None
        self._end_row(row, self.picks_in(row), 0, until)

    def _end_row(self, row: OpenRow, picks: tuple[Any, ...], branch: int, until: str) -> None:
        """Give the rules a row in their order; if they cannot carry it out, it stays half made."""
        rows, steps, before = self.rows.copy(), self._past.steps[:], self.state.copy()
        whole = row.in_order(picks)
        self._begin_anew(row)
        try:
            for number, one in enumerate(whole):
                self._give(Answered(row.seat, 0, (one,), until), MadeRow(picks, branch < 0, not number))
            if not whole or row.is_still_open(self.state):
                self._give(Answered(row.seat, branch if not whole else DONE, (), until), MadeRow(picks, branch < 0, not whole))
        except RuleError:
            self.stand_at(before)
            self.rows = rows
            self._past.stand_at(steps)
            raise
        self.rows.pop(row.seat, None)
        self._decisions = None

    def _begin_anew(self, row: OpenRow) -> None:
        """Take back what the rules have got of a row already, in their own order."""
        if not row.begun:
            return
        if not self._past.take_back_picks(row.seat, row.begun):
            self.replays = False  # these answers lie further back, or in a save
        self.stand_at(row.before_it())

    def _forget_rows(self) -> None:
        """Half-made rows of decisions that are not open any more."""
        if self.rows:
            self.rows = {seat: half for seat, half in self.rows.items() if half.frame == frame_of(self.state)}

    # ---- what an answer means

    def find(self, answer: Option | str, seat: str | None = None, in_any_order: bool = False) -> tuple[Decision, Option]:
        """The option that is meant, and whose decision it answers; a text can mean one that a person is offered."""
        for one in (asked := asked_of(self.decisions, seat)):
            is_a_person_s = in_any_order if isinstance(answer, str) else isinstance(answer, Addition)
            option = meant(self.offer(one.seat) if is_a_person_s else one, answer)
            if option is not None:
                return one, option
        words = answer.text if isinstance(answer, Option) else answer
        offered = self.offer(asked[0].seat) if in_any_order else asked[0]
        raise Refused(f"{asked[0].seat} cannot {words}", asked[0].seat, offered.options)

    # ---- results, and what leaves the table

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
        return Result.of(self.runner, self.seats, self.definition) if self.is_over else None

    @property
    def truths(self) -> Truths:
        """What is so now, whoever may know it."""
        return Truths(self.state) if self._shown is None else self._shown.truths

    @contextmanager
    def shown_to_all(self) -> Iterator[None]:
        """Several viewers look at one position: what is so is worked out once for them. Nothing may be done meanwhile."""
        self._shown = CommonTruths(self._past.truths(self.state, self.keys), self.journal, self.log)
        try:
            yield
        finally:
            self._shown = None

    def view(self, seat: str | None, is_told: bool = True) -> View:
        """What this seat may know, or with none whoever looks on: typed, plain data, with what happened if that is told."""
        return view_of(self, seat, is_told)

    def save(self, bots: Mapping[str, str] | None = None) -> str:
        """Everything about this match as text, to be resumed later; with the bots that play some of its seats."""
        return save(self, bots)

    def record(self) -> str:
        """Seed, seats and answers as YAML, to be replayed."""
        return to_text(self)

    # ---- among other matches

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Match):
            return NotImplemented
        same = self.definition.fingerprint == other.definition.fingerprint and self.seats == other.seats
        return same and (self.options, self.rows, self.state.key()) == (other.options, other.rows, other.state.key())

    __hash__ = None  # type: ignore[assignment]  # a match changes

    def __str__(self) -> str:
        return as_text(self.view(None), self.definition)

    def __repr__(self) -> str:
        asked = ", ".join(f"{one.seat} has {len(one.options)} options" for one in self.decisions)
        return f"<Match of {self.definition.id}, seed {self.seed}: {asked or 'the game is over'}>"

    def __reduce__(self) -> NoReturn:
        raise WrongCall("a match goes into another process as text: send match.save(), and rulewright.resume(game, text) there")

    # ---- copies

    def copy(self, watched: bool = False) -> Match:
        """The same position in a match of its own; unwatched copies keep no log, record or past."""
        other = Match(self.definition, self.seats, self.seed, self.options, self.state.copy(), watched, self.engine)
        if watched:
            other.told_before, other.answered_before, other.replays = self.told_before, self.answered_before, self.replays
            other.keys_before, other.is_laid_out = self.keys_before, self.is_laid_out
            other._past, other.rows = self._past.copy(), self.rows.copy()
        return other

    def __copy__(self, _known: object = None) -> Match:
        return self.copy(self.watched)

    __deepcopy__ = __copy__

    def undo(self) -> bool:
        """Take the last answer back, and whatever happened since; False if there is none. Of a row that a person has made, that
        is its end, then one pick after the other."""
        if self.rows:
            return self.unpick(self.seats[next(reversed(self.rows))])
        taken_back = self._past.take_back()
        if taken_back is None:
            return False
        step, act = taken_back
        # A watched copy shares the past, so what is played from here on must not write into it.
        self.stand_at(step.before.copy())
        if step.row is not None:
            self._half_made(act.seat, step.row.before_its_end)
        return True

    def unpick(self, seat: str) -> bool:
        """Take the last pick of a half-made row back; False if the seat has none."""
        half = self.rows.pop(self.seats.index(seat), None)
        if half is not None:
            self._half_made(self.seats.index(seat), half.picks[:-1])
        return half is not None

    def _half_made(self, seat: int, picks: tuple[Any, ...]) -> None:
        self._decisions = None
        if picks:
            self.rows[seat] = HalfMade(frame_of(self.state), picks)
