"""What a seat could do best, with a reason: what is expected to follow.

Takes a match and a decision; a bot that knows no more than the seat weighs the options, and the best are played on in worlds
that the seat cannot tell from the true one. What then happens before its eyes more often than after the others is the reason.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import IntEnum

from ..engine import chance
from ..engine.options import Option, OptionKind
from ..players.search import SearchBot
from ..table.information_set import Outlook
from ..table.log import LogLine
from ..table.match import Decision, Match

SECONDS = 3.0
MOST = 3
DEALS = 8
AHEAD = 24  # answers that a world is played on for, at most
_SAYS_NOTHING = frozenset({"reveal", "show", "shuffle", "round", "roll"})  # of what an option is good for
_PLAIN = frozenset({"play", "discard", "put back", "draw", "pay", "run out"})
_GIVING = frozenset({"discard", "put back", "pay"})  # what somebody has no longer
_GAINING = frozenset({"gain", "take"})
_PASSING = frozenset({"move", "within", "turn up", "turn down", "rise", "fall", "set"})
Followed = tuple[str, int]  # a line that is read, and how much it tells: most if something came of it


class Consequence(IntEnum):
    """How much a line tells of what an option is good for."""

    PLAIN = 0  # what an option says by itself, such as its price
    PASSING = 1  # where things go
    MORE = 2  # what somebody has of it; what an ability did always is, unless the seat itself gives something away for it
    GAIN = 3  # what the seat itself gets


@dataclass(frozen=True)
class Advice:
    """An option, how the seat stands after it in hundredths, and what often happens then: in how many of the worlds tried."""

    option: Option
    worth: int
    follows: str = ""
    often: int = 0
    of: int = DEALS


def advise(
    match: Match, decision: Decision, is_stopped: Callable[[], bool] = lambda: False, bot: SearchBot | None = None
) -> list[Advice]:
    """The best options, the best first; raises Stopped if somebody stops it."""
    seed = -1 - match.answer_count  # not that of the game, which tells where the cards lie
    adviser, table = bot or SearchBot(seed, seconds=SECONDS), match.copy(watched=True)
    table.rows.clear()
    best: list[tuple[Option, Option, float]] = []
    for _ in range(len(decision.picked) + 1):
        outlook = Outlook(table, decision.seat, is_stopped=is_stopped)
        weighed = adviser.weigh(outlook.decision, outlook)
        best = [(own, one, worth) for one, worth in weighed for own in decision.options if _is_same(own, one)][:MOST]
        if best or not weighed[0][0].picks:
            break
        table.answer(weighed[0][0], decision.seat)  # a row is begun, and this was picked already
        if decision.seat not in [one.seat for one in table.decisions]:
            break
    if not best:
        return [Advice(decision.options[-1], 100)]
    return _with_reasons(outlook, best, seed)


def advice_lines(advice: Sequence[Advice], decision: Decision) -> list[str]:
    """Each option with its number and worth, and its reason below."""
    lines = []
    for one in advice:
        lines.append(f"{decision.options.index(one.option) + 1:>4}  {one.option.text}  (stands at {one.worth} of 100)")
        lines += [f"        in {one.often} of {one.of} games like this one: {one.follows}"] if one.follows else []
    return lines


def _with_reasons(outlook: Outlook, best: list[tuple[Option, Option, float]], seed: int) -> list[Advice]:
    told: list[Counter[Followed]] = [Counter() for _ in best]
    rng = chance.seeded(seed)
    for _ in range(DEALS):
        rng, dealt = outlook.deal(rng)
        for counter, (_, option, _) in zip(told, best, strict=True):
            counter.update(_followed(dealt.copy(watched=True), outlook.seat, option, rng))
    advice = []
    for number, (own, _, worth) in enumerate(best):
        others = [counter for other, counter in enumerate(told) if other != number]
        follows = _most_telling(told[number], others, outlook.seat)
        advice.append(Advice(own, round(100 * worth), follows[0], told[number][follows]))
    return sorted(advice, key=lambda one: -one.worth)


def _followed(match: Match, seat: str, option: Option, rng: int) -> set[Followed]:
    """What the seat reads after an option until somebody else has answered, it must decide again, and something came of it;
    chance answers for all. Answers are no consequence."""
    match.answer(option, seat)
    viewer, others_answered = match.seats.index(seat), False
    for _ in range(AHEAD):
        is_asked = others_answered and seat in [one.seat for one in match.decisions]
        if match.is_over or (is_asked and any(tells >= Consequence.MORE for _, tells in _read(match, viewer))):
            break
        decision = match.decisions[0]
        others_answered = others_answered or decision.seat != seat
        rng, index = chance.below(rng, len(decision.options))
        match.answer(decision.options[index], decision.seat)
    return _read(match, viewer)


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


def _most_telling(told: Counter[Followed], others: Sequence[Counter[Followed]], seat: str) -> Followed:
    """What happens in half of the worlds at least: what somebody has of it rather than where cards go, more often than after
    the other options if there is such a thing, and of the seat itself rather than of others."""

    def lift(line: Followed) -> float:
        return told[line] - sum(one[line] for one in others) / max(1, len(others))

    def weight(line: Followed) -> tuple[object, ...]:
        words, tells = line
        is_own = lift(line) > 0
        return is_own and tells > Consequence.PLAIN, tells, is_own, seat in words, lift(line), told[line], words

    often = [line for line in told if 2 * told[line] >= DEALS and (line[1] >= Consequence.MORE or lift(line) > 0)]
    return max(often, key=weight, default=("", Consequence.PLAIN))


def _is_same(option: Option, other: Option) -> bool:
    """Whether two options do the same, in whichever order a row is picked."""
    if option.kind is not other.kind or len(option.picks) != len(other.picks):
        return False
    return all(theirs.thing in own.alike for own, theirs in zip(option.picks, other.picks, strict=True)) and (
        bool(option.picks) or option.text == other.text or option.kind is not OptionKind.CHOICE
    )
