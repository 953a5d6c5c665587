"""What may follow an option: what a seat reads then, and what the scores come to.

Takes an outlook and some options, and plays each on in the same worlds, which the seat cannot tell from the true one; returns
what happened in how many of them. Chance answers for everybody, so what follows is what the rules make of an option, and not
what somebody clever would do.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import IntEnum

from ..engine import chance
from ..engine.options import Option
from ..engine.trouble import RuleError
from ..players.half_made import Give
from ..players.rivalry import rivalry_of
from ..table.information_set import Outlook
from ..table.log import LogLine
from ..table.match import Match
from ..table.weight import work_of_last

DEALS = 8
AHEAD = 24  # answers that a world is played on for, at most
MOST_WORK = 120_000  # for all worlds together, in things told and offered: two seconds, and more than any shipped game needs
_SAYS_NOTHING = frozenset({"reveal", "show", "shuffle", "round", "roll"})  # of what an option is good for
_PLAIN = frozenset({"play", "discard", "put back", "draw", "pay", "run out"})
_GIVING = frozenset({"discard", "put back", "pay"})  # what somebody has no longer
_GAINING = frozenset({"gain", "take"})
_PASSING = frozenset({"move", "within", "turn up", "turn down", "rise", "fall", "set"})
Scores = list[tuple[int, int]]  # of the seat and of its best rival
Followed = tuple[str, int]  # a line that is read, and how much it tells: most if something came of it


class Consequence(IntEnum):
    """How much a line tells of what an option is good for."""

    PLAIN = 0  # what an option says by itself, such as its price
    PASSING = 1  # where things go
    MORE = 2  # what somebody has of it; what an ability did always is, unless the seat itself gives something away for it
    GAIN = 3  # what the seat itself gets


@dataclass
class Foreseen:
    """What followed one option: in how many worlds each line was read, and the scores of the seat and of its best rival."""

    lines: Counter[Followed] = field(default_factory=Counter)
    scores: Scores = field(default_factory=list)
    worlds: int = 0

    @property
    def means(self) -> tuple[float, float] | None:
        """What the seat and its best rival have on the average."""
        if not self.scores:
            return None
        own, others = zip(*self.scores, strict=True)
        return sum(own) / len(own), sum(others) / len(others)


def foreseen(outlook: Outlook, options: Sequence[Option], give: Give, rng: int) -> list[Foreseen]:
    """What follows each of some options, all of them in the same worlds with the same chance; in a game whose answers are dear
    in fewer of them, and not so far ahead."""
    every, allowed = [Foreseen() for _ in options], MOST_WORK
    for _ in range(DEALS):
        if allowed <= 0:
            break
        rng, dealt = outlook.deal(rng)
        for one, option in zip(every, options, strict=True):
            match = dealt.copy(watched=True)
            give(match, option)
            lines, scores, work = _followed(match, outlook, rng, MOST_WORK // len(options))
            allowed -= work
            one.worlds += 1
            one.lines.update(line for line in lines if not _repeats(line[0], outlook.seat, option.text))
            one.scores += scores
    return every


def _followed(match: Match, outlook: Outlook, rng: int, allowed: int) -> tuple[set[Followed], Scores, int]:
    """What the seat reads after an option until somebody else has answered, it must decide again, and something came of it;
    and the scores where it must decide again first, or where the world was left; and how much work that was. Chance answers
    for all. Answers are no consequence."""
    seat, others_answered, scores, work = outlook.seat, False, Scores(), 0
    viewer = match.seats.index(seat)
    for _ in range(AHEAD):
        is_asked = others_answered and seat in [one.seat for one in match.decisions]
        scores = scores or (_scores(match, outlook) if is_asked else scores)
        work += _work_behind(match)
        if match.is_over or work > allowed or (is_asked and _has_more(_read(match, viewer))):
            break
        decision = match.decisions[0]
        others_answered = others_answered or decision.seat != seat
        rng, index = chance.below(rng, len(decision.options))
        match.answer(decision.options[index], decision.seat)
    return _read(match, viewer), scores or _scores(match, outlook), work


def _has_more(read: set[Followed]) -> bool:
    return any(tells >= Consequence.MORE for _, tells in read)


def _work_behind(match: Match) -> int:
    """What the last answer took; all of it will be told, so it may be told now."""
    _ = match.journal
    return work_of_last(match)


def _read(match: Match, viewer: int) -> set[Followed]:
    """The lines of the seat; plain ones as everybody reads them, too: which cards are drawn is another thing in every world."""
    happened = [line for line in match.log if not line.is_answer and line.kind not in _SAYS_NOTHING]
    lines = [(line, _telling(line, viewer, match.seats[viewer])) for line in happened]
    own = {(told, tells) for line, tells in lines if (told := line.seen_by(viewer))}
    return own | {(told, tells) for line, tells in lines if tells is Consequence.PLAIN and (told := line.seen_by(None))}


def _telling(line: LogLine, viewer: int, seat: str) -> Consequence:
    because, told = line.because(viewer), line.seen_by(viewer)
    if line.kind in _GAINING and re.search(rf"(?:^|: |gives ){re.escape(seat)}\b", told):
        return Consequence.GAIN
    if because is not None and because.ability:
        is_price = line.kind in _GIVING and re.search(rf"(?:^|: ){re.escape(seat)}\b", told)
        return Consequence.PASSING if is_price else Consequence.MORE
    return Consequence.PLAIN if line.kind in _PLAIN else Consequence.PASSING if line.kind in _PASSING else Consequence.MORE


def _repeats(line: str, seat: str, option: str) -> bool:
    """Whether a line says no more than the option does: `Ada steals the Ring` after `steal the Ring from the pile`, or
    `guess of Ada is now red` after `guess red`."""
    said = option.casefold().split()
    line = line.rpartition(f" of {seat} is now ")[2]
    told = [word for word in line.casefold().split() if word != seat.casefold()]
    return all(any(word.startswith(one) for one in said) for word in told)


def _scores(match: Match, outlook: Outlook) -> Scores:
    """What the seat has where the world was left, and the best of its rivals; nothing where that has no number."""
    try:
        scores = match.scores
    except RuleError:
        return []
    rivals = rivalry_of(outlook.world).rivals[match.seats.index(outlook.seat)]
    best = max((score for one in rivals if (score := scores.get(match.seats[one])) is not None), default=None)
    own = scores.get(outlook.seat)
    return [] if own is None or best is None else [(own, best)]


def most_telling(one: Foreseen, other: Foreseen | None, seat: str) -> Followed:
    """What happens in half of the worlds at least, and in more of them than after another option: what somebody has of it
    rather than where cards go, and of the seat itself rather than of others. Without another one, what happens most."""

    def lift(line: Followed) -> int:
        return one.lines[line] - (other.lines[line] if other is not None else 0)

    def weight(line: Followed) -> tuple[object, ...]:
        words, tells = line
        return tells > Consequence.PLAIN, tells, seat in words, lift(line), one.lines[line], words

    speaking = [line for line in one.lines if line[1] > Consequence.PLAIN or seat in line[0]]
    often = [line for line in speaking if 2 * one.lines[line] >= one.worlds and 4 * lift(line) >= one.worlds]
    return max(often, key=weight, default=("", Consequence.PLAIN))
