"""What a seat could do best, with a reason: what is expected to follow.

Takes a match and a decision; a bot that knows no more than the seat weighs the options, and the best are played on in worlds
that the seat cannot tell from the true one. What then happens before its eyes more often than after the others is the reason.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ..engine import chance
from ..engine.options import Option, OptionKind
from ..players.search import SearchBot
from ..table.information_set import Outlook
from ..table.log import LogLine
from ..table.match import Decision, Match

SECONDS = 3.0
MOST = 3
DEALS = 8
AHEAD = 12  # answers that a world is played on for
_PASSING = frozenset({"play", "discard", "put back", "move", "within", "turn up", "turn down", "shuffle", "round"})
Followed = tuple[str, bool]  # a line that is read, and whether it is more than where cards go: what an ability did always is


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
    adviser, table = bot or SearchBot(match.seed, seconds=SECONDS), match.copy(watched=True)
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
    return _with_reasons(outlook, best, match.seed)


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
        follows = _most_telling(told[number], others)
        advice.append(Advice(own, round(100 * worth), follows[0], told[number][follows]))
    return advice


def _followed(match: Match, seat: str, option: Option, rng: int) -> set[Followed]:
    """What the seat reads after an option until somebody else has answered and it must decide again; chance answers for all.
    Answers are no consequence."""
    match.answer(option, seat)
    others_answered = False
    for _ in range(AHEAD):
        if match.is_over or (others_answered and seat in [one.seat for one in match.decisions]):
            break
        decision = match.decisions[0]
        others_answered = others_answered or decision.seat != seat
        rng, index = chance.below(rng, len(decision.options))
        match.answer(decision.options[index], decision.seat)
    viewer = match.seats.index(seat)
    lines = [line for line in match.log if not line.is_answer]
    return {(told, _is_more(line, viewer)) for line in lines if (told := line.seen_by(viewer))}


def _is_more(line: LogLine, viewer: int) -> bool:
    because = line.because(viewer)
    return line.kind not in _PASSING or (because is not None and bool(because.ability))


def _most_telling(told: Counter[Followed], others: Sequence[Counter[Followed]]) -> Followed:
    """What happens in half of the worlds at least, and most of all more often than after the other options; what somebody has
    of it rather than where cards go."""

    def lift(line: Followed) -> float:
        return told[line] - sum(one[line] for one in others) / max(1, len(others))

    often = [line for line in told if 2 * told[line] >= DEALS]
    return max(often, key=lambda line: (lift(line) > 0 and line[1], lift(line), told[line], line), default=("", False))


def _is_same(option: Option, other: Option) -> bool:
    """Whether two options do the same, in whichever order a row is picked."""
    if option.kind is not other.kind or len(option.picks) != len(other.picks):
        return False
    return all(theirs.thing in own.alike for own, theirs in zip(option.picks, other.picks, strict=True)) and (
        bool(option.picks) or option.text == other.text or option.kind is not OptionKind.CHOICE
    )
