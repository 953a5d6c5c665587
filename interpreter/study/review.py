"""A played game as a ledger: what every answer gained or lost, and what luck did, adding up exactly to the result.

Takes a game and a record that went to its end. Every position has a value: the part of the win that each seat has on average if
bots play on from there. An answer gains or loses what the position after it is worth beside the one before it; whatever changes
from there to the next decision is luck. Where no chance was at work in between, both are one position and have one value. So
start, luck and answers are one sum, and its end is the result. Beside it stands what the best answer that was found would have
gained more, on the same deals with the same chance.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial

from .. import ir
from ..engine import chance
from ..engine.options import Option, bound
from ..engine.sight import watchers
from ..engine.state import State
from ..game import Game, Unplayable
from ..model.definition import Definition
from ..table.information_set import Onlooker, Outlook, at
from ..table.log import read_by
from ..table.match import Match
from ..table.record import Record
from ..table.redeal import renamed
from ..table.refusal import number_of_seat
from .luck import play_on
from .plan import check_bots, is_by_chance
from .sampling import part_of_win
from .sequences import RunningMean

MOST_TRIED = 12  # of more options, the one that was taken and so many that chance picks
SURE = 2.0  # standard errors by which another answer must be better to be called so
STARTS = 4  # playouts of the start for each of an answer

Values = tuple[Fraction, ...]  # of every seat
Progress = Callable[[int, int], None]  # how many answers are looked at, of how many


@dataclass(frozen=True)
class LedgerTurn:
    """What changed for every seat at an answer (`seat` gave it; `better` would have gained `missed` more, if one was found) or,
    without a seat, by luck after it. `step` is the position before an answer, or after luck, as `replay --steps` counts
    them."""

    step: int
    seat: str | None
    words: str
    change: Values
    better: str = ""
    missed: Fraction = Fraction()
    told: tuple[str, ...] = ()


@dataclass(frozen=True)
class Ledger:
    """`start` + every change = `result`, for every seat and exactly."""

    definition: Definition
    seats: tuple[str, ...]
    viewer: str | None
    bots: tuple[str, ...]
    playouts: int
    start: Values
    result: Values
    turns: tuple[LedgerTurn, ...]

    def luck(self, seat: int) -> Fraction:
        return sum((one.change[seat] for one in self.turns if one.seat is None), Fraction())

    def own(self, seat: int) -> Fraction:
        """What its own answers gained or lost."""
        return sum((one.change[seat] for one in self.turns if one.seat == self.seats[seat]), Fraction())

    def missed(self, seat: int) -> Fraction:
        """What better answers would have gained, each by itself."""
        return sum((one.missed for one in self.turns if one.seat == self.seats[seat]), Fraction())

    def others(self, seat: int) -> Fraction:
        return self.result[seat] - self.start[seat] - self.luck(seat) - self.own(seat)

    def deciding(self, many: int = 8) -> list[LedgerTurn]:
        """The turns that changed most, the largest first."""
        moved = [one for one in self.turns if any(one.change)]
        return sorted(moved, key=lambda one: (-max(map(abs, one.change)), one.step))[:many]


def review(
    game: Game,
    record: Record,
    bots: str | Sequence[str] = "random",
    playouts: int = 60,
    seat: str | None = None,
    seed: int = 0,
    progress: Progress | None = None,
) -> Ledger:
    """Look at every answer of a record, or with `seat` at those of one seat and with what it could know."""
    whole = game.replay(record)
    if whole.result is None:
        raise Unplayable("this game is not over, so nothing can be said of what decided it")
    if seat is not None:
        number_of_seat(whole.seats, seat)
    seated = check_bots(bots, len(whole.seats))
    return _Reviewer(whole, seated, playouts, seat, chance.seeded(seed)).review(progress)


@dataclass
class _Reviewer:
    whole: Match
    bots: tuple[str, ...]
    playouts: int
    viewer: str | None
    rng: int
    turns: list[LedgerTurn] = field(default_factory=list)

    def review(self, progress: Progress | None) -> Ledger:
        start = value = self._start()
        told, answers = _told(self.whole, self.viewer), self.whole.answers
        match = self._new_match(self.whole.seed)
        eyes = None if self.viewer is None else Onlooker(match.seats.index(self.viewer), match)
        since, unknown = 0, None
        for step, (seat, text) in enumerate(answers):
            if len(_options(match, seat)) > 1 and self.viewer in (None, seat):
                weighed = _Weighed(self, match, seat, text, eyes)
                before = weighed.before
                if self.viewer is None and unknown == (unknown := _unknown(match.state)):
                    before = _mean([before, value])
                    value = self._known_better(before, value)
                self._luck(since, step, before, value, told)
                value = weighed.after
                self.turns.append(LedgerTurn(step, seat, text, _difference(value, before), weighed.better, weighed.missed))
                since = step + 1
            match.follow(text, seat)
            if eyes is not None:
                eyes.note(match, partial(answers.__getitem__, step))
            if progress is not None:
                progress(step + 1, len(answers))
        result = self.result(match)
        if self.viewer is None and unknown == _unknown(match.state):
            value = self._known_better(result, value)
        self._luck(since, len(answers), result, value, told)
        turns = tuple(self.turns)
        return Ledger(match.definition, match.seats, self.viewer, self.bots, self.playouts, start, result, turns)

    def _known_better(self, now: Values, before: Values) -> Values:
        """Another value of the position after the last answer: what that changed is known better."""
        last = self.turns[-1]
        self.turns[-1] = replace(last, change=_difference(now, tuple(map(operator.sub, before, last.change))))
        return now

    def _luck(self, since: int, step: int, now: Values, before: Values, told: list[tuple[str, ...]]) -> None:
        """Whatever came between two decisions that were looked at."""
        words = "the deal" if not step else "luck"
        happened = tuple(line for one in told[since : step + 1] for line in one)
        self.turns.append(LedgerTurn(step, None, words, _difference(now, before), told=happened))

    def _start(self) -> Values:
        """What the game is worth before anything is dealt."""
        found = []
        for _ in range(STARTS * self.playouts):
            match = self._new_match(self.next_seed())
            found.append(self.end_of(match))
        return _mean(found)

    def _new_match(self, seed: int) -> Match:
        whole = self.whole
        return Match.begin(whole.definition, whole.seats, seed, whole.options, watched=False)

    def next_seed(self) -> int:
        self.rng, seed = chance.below(self.rng, 1 << 62)
        return seed

    def end_of(self, match: Match, seed: int | None = None) -> Values:
        """What each seat has of the win when a position is played on."""
        if not match.decisions:
            return self.result(match)
        winners = play_on(match, self.bots, self.next_seed() if seed is None else seed)
        return _parts(match.definition, len(match.seats), winners)

    def result(self, match: Match) -> Values:
        assert match.result is not None
        winners = tuple(seat for seat, name in enumerate(match.seats) if name in match.result.winners)
        return _parts(match.definition, len(match.seats), winners)


class _Weighed:
    """One decision: its value before and after the answer, and what the best one that was found would have gained more. Half of
    the playouts find it and the other half judge it, and one that is not better by more than chance is not called better."""

    def __init__(self, by: _Reviewer, match: Match, seat: str, text: str, eyes: Onlooker | None) -> None:
        self.by, self.match, self.seat, self.eyes = by, match, seat, eyes
        options = _options(match, seat)
        meant = bound(match.find(text, seat)[1])
        taken = next(index for index, one in enumerate(options) if bound(one) == meant)
        own = match.seats.index(seat)
        tried = self._tried(len(options), taken)
        ends = {index: list[Values]() for index in tried}
        as_bots_play = list[Values]()
        for dealt in self._deals():
            chances = by.next_seed()
            if not is_by_chance(by.bots) or len(tried) < len(options):
                as_bots_play.append(by.end_of(dealt, chances))
            for index in tried:
                after = dealt.copy()
                after.answer(_options(after, seat)[index], seat)
                ends[index].append(by.end_of(after, chances))
        self.after = _mean(ends[taken])
        self.before = _mean(as_bots_play or [end for index in tried for end in ends[index]])
        best = max(tried, key=lambda index: (_mean(ends[index][::2])[own], index == taken))
        missed = [one[own] - two[own] for one, two in zip(ends[best][1::2], ends[taken][1::2], strict=True)]
        gain = RunningMean.of(map(float, missed))
        is_better = gain.mean > SURE * (gain.variance / gain.count) ** 0.5
        self.better = options[best].text if is_better else ""
        self.missed = sum(missed, Fraction()) / len(missed) if is_better else Fraction()

    def _tried(self, count: int, taken: int) -> list[int]:
        others = [index for index in range(count) if index != taken]
        while len(others) >= MOST_TRIED:
            self.by.rng, drawn = chance.below(self.by.rng, len(others))
            others.pop(drawn)
        return sorted([taken, *others])

    def _deals(self) -> Iterator[Match]:
        """Positions that could be this one: with other chance to come, as far as nobody knows it, or as the seat may think."""
        for _ in range(self.by.playouts):
            if self.eyes is not None:
                self.by.rng, dealt = Outlook(self.match, self.seat, self.eyes).deal(self.by.rng)
                yield dealt
            else:
                self.by.rng, state = _with_other_chance(self.match.state, self.by.rng)
                yield at(self.match, state)


def _with_other_chance(state: State, rng: int) -> tuple[int, State]:
    """The same position, with piles that nobody sees into in another order, and other chance to come."""
    seen, families = watchers(state), state.world.definition.families
    new: dict[int, int] = {}
    for zone, row in enumerate(state.zones):
        if families[state.world.zones[zone].family].seen_by == ir.SeenBy.NOBODY:
            for look in dict.fromkeys(map(state.world.look, row)):
                cards = [card for card in row if state.world.look(card) == look and not seen[card] and card not in state.host]
                rng, order = chance.shuffled(rng, cards)
                new |= {card: other for card, other in zip(cards, order, strict=True) if card != other}
    other = renamed(state, new)
    rng, other.rng = chance.below(rng, 1 << 62)
    return rng, other


def _unknown(state: State) -> tuple[object, ...]:
    """What chance has still to tell: where it has not changed from one position to the next, no chance was at work."""
    seen, families = watchers(state), state.world.definition.families
    piles = (row for zone, row in enumerate(state.zones)
             if families[state.world.zones[zone].family].seen_by == ir.SeenBy.NOBODY)  # fmt: skip
    return state.rng, tuple(tuple((card, bool(seen[card])) for card in row) for row in piles)


def _options(match: Match, seat: str) -> Sequence[Option]:
    return next((one.options for one in match.decisions if one.seat == seat), ())


def _parts(definition: Definition, seats: int, winners: Sequence[int]) -> Values:
    side = part_of_win(definition, seats)
    return tuple(Fraction(side, len(winners)) if seat in winners else Fraction() for seat in range(seats))


def _mean(found: Sequence[Values]) -> Values:
    return tuple(sum(one, Fraction()) / len(found) for one in zip(*found, strict=True))


def _difference(now: Values, before: Values) -> Values:
    return tuple(one - other for one, other in zip(now, before, strict=True))


def _told(match: Match, seat: str | None) -> list[tuple[str, ...]]:
    """What is read of what came before the first answer, and of what came of each."""
    lines: list[list[object]] = [[]]
    for line in match.log:
        if line.is_answer:
            lines.append([])
        else:
            lines[-1].append(line)
    viewer = None if seat is None else match.seats.index(seat)
    return [tuple(read_by(viewer, one)) for one in lines]  # type: ignore[arg-type]
